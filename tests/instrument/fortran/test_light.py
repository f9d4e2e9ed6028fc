"""Loops and routines that are counted by what is around them: random programs (loops.py) have the same visits and trips of
every loop and routine, on every call path, as with --every-probe, timed, counted, and with all regions throttled; and they
print the same."""
import json
import pathlib
import random

import loops
import program
import tap

HERE = pathlib.Path(__file__).parent
PATHS = "nodes.map(n -> {path: n.path, line: n.line, visits: n.visits, trips: n.trips})"
RUNS = ([], ["--count"], ["--throttle", "3,1000000"])


def counts(report):
    """{region: [visits, trips, least, most]} of routines and loops."""
    found = {}
    for kind in ("routines", "loops"):
        for region in report[kind]:
            key = (kind, region["line"], region.get("name"), region.get("seq"))
            values = [region["visits"]] + [region.get(name) for name in ("trips", "trips_min", "trips_max")]
            if key in found:
                raise program.Failed(f"{key} stands twice in a report")
            found[key] = values
    return found


def paths(here):
    """{("path", call path): [visits, trips]} of all lanes together."""
    found = {}
    for line in here.triptych("query", "--json", "run.tri", PATHS).out.splitlines():
        node = json.loads(line)
        if node["line"]:  # not those of system libraries
            sums = found.setdefault(("path", node["path"]), [0, 0])
            sums[0] += node["visits"]
            sums[1] += node["trips"] or 0
    return found


def measure(here, options, flags, source, runs):
    """What the program counts in each of the runs, and what it prints."""
    built = here.triptych("fc", "--verbose", *options, "gfortran", "-w", *flags, source, "-o", "program", timeout=600)
    tap.check("is compiled but not measured" not in built.err, f"{source} {' '.join(options)}: the compiler takes it", built.err)
    results = []
    for words in runs:
        got = here.triptych("run", "--quiet", "--force", *words, "-o", "run.tri", "./program", env={"OMP_NUM_THREADS": "3"})
        found = counts(here.report("run.tri"))
        if "-fopenmp" not in flags:  # on which path is up to the threads
            found |= paths(here)
        results.append((found, got.out))
    return results


# Loops 2 and 3 have constant trips in each visit of loop 1, but not in each of loop 2, which may have probes of its own.
TRIANGLES = """
program triangles
  implicit none
  integer :: r
  real :: s
  s = 0
  do r = 1, 500
    call work(mod(r, 4), s)
  end do
  print *, s
contains
  subroutine work(n, s)
    integer, intent(in) :: n
    real, intent(inout) :: s
    integer :: i, j, k, l, m
    do i = 1, 3
      do j = i + 1, 5
        do k = i + 1, 5
          do l = 1, j - 1
            do m = 1, n
              s = s + 1
            end do
          end do
        end do
      end do
    end do
  end subroutine
end program
"""

# Arguments of calls that are not reached have no values. The name of a procedure may be a part of another one.
ABSENT = """
module work
  implicit none
contains
  subroutine add(n, a)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer :: i
    do i = 1, n
      a(i) = a(i) + 1
    end do
  end subroutine
  subroutine maybe(a, m, n)
    real :: a(10)
    integer, intent(in) :: m
    integer, optional, intent(in) :: n
    integer :: i
    do i = 1, m
      call add(n, a)
    end do
  end subroutine
  subroutine never(a, n)
    real :: a(10)
    integer, optional, intent(in) :: n
    integer :: i
    do i = 1, 0
      call add(n, a)
    end do
  end subroutine
  subroutine perhaps(a, m, n)
    real :: a(10)
    integer, intent(in) :: m, n
    integer :: i, sadd(2)
    sadd = m - 1
    do i = 1, m
      if (sadd(1) == 1) call add(n, a)
    end do
  end subroutine
end module
program absent
  use work
  implicit none
  real :: a(10)
  integer :: k
  a = 0
  do k = 1, 100
    call maybe(a, 2, 5)
    call maybe(a, 0)
    call never(a)
    call perhaps(a, 2, 7)
  end do
  print *, sum(a)
end program
"""


# Values that follow from one or two arguments, which repeat, change, come back and are below 1, on two call paths. An
# argument that is absent is not read.
REPEATS = """
module work
  implicit none
contains
  subroutine mix(a, l, m, n)
    integer, intent(in) :: l, m, n
    real, intent(inout) :: a(:)
    integer :: i, j, k
    do i = 1, l
      do j = 2, m
        do k = 1, n
          a(k) = a(k) + 1
        end do
      end do
    end do
  end subroutine
  subroutine one(a, n)
    real, intent(inout) :: a(:)
    integer, intent(in) :: n
    integer :: i
    call mix(a, n, n, n)
    do i = 1, n
      call mix(a, n, n - 1, 2)
    end do
    do i = 1, n*n
      a(1) = a(1) + 1
    end do
  end subroutine
  subroutine two(a, n, m)
    real, intent(inout) :: a(:)
    integer, intent(in) :: n
    integer(8), intent(in) :: m
    integer :: i, j
    do i = 1, n
      do j = 1, m
        a(2) = a(2) + 1
      end do
    end do
    do i = n, 3
      do j = 2, m
        a(3) = a(3) + 1
      end do
    end do
  end subroutine
  subroutine maybe(a, m, n)
    real, intent(inout) :: a(:)
    integer, intent(in) :: m
    integer, optional, intent(in) :: n
    integer :: i
    do i = 1, m
      call mix(a, n, n, 1)
    end do
    do i = 1, m
      call mix(a, 1, n, n)
    end do
  end subroutine
  subroutine again(a, n)
    real, intent(inout) :: a(:)
    integer, intent(in) :: n
    call one(a, n)
    call two(a, n, 2_8)
  end subroutine
end module
program repeats
  use work
  implicit none
  integer, parameter :: sizes(20) = [0, 0, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, -1, 4, 5, 5, 5, 4]
  real :: a(10)
  integer :: i, k
  a = 0
  do i = 1, 300
    call one(a, 4)
    call two(a, 2, 3_8)
  end do
  do k = 1, 3
    do i = 1, 20
      call one(a, sizes(i))
      call two(a, sizes(i), int(min(sizes(21 - i), 4), 8))
      call again(a, sizes(i))
      call maybe(a, 2, 3)
      call maybe(a, 0)
    end do
  end do
  print *, sum(a)
end program
"""

# Steps that are written as numbers: (first, last, step) of each loop, for all n and m.
STEPS = """
program steps
  implicit none
  integer :: n, m
  integer(8) :: total
  total = 0
  do n = -6, 9
    do m = -7, 8
      call one(n, m, total)
    end do
  end do
  print *, total
contains
  subroutine one(n, m, total)
    integer, intent(in) :: n, m
    integer(8), intent(inout) :: total
    integer :: i
    do i = n, m, 2
      total = total + i
    end do
    do i = m, n, -3
      total = total + i
    end do
    do i = 0, m, 5
      total = total + i
    end do
    do i = n, 0, -4
      total = total + i
    end do
  end subroutine
end program
"""


def check_steps():
    here = program.folder()
    here.write("steps.f90", STEPS)
    trips = [[len(range(*head(n, m))) for n in range(-6, 10) for m in range(-7, 9)]
             for head in (lambda n, m: (n, m + 1, 2), lambda n, m: (m, n - 1, -3), lambda n, m: (0, m + 1, 5), lambda n, m: (n, -1, -4))]
    for (found, _), words in zip(measure(here, [], ["-O2"], "steps.f90", RUNS), RUNS):
        loops_of_one = sorted((key[1], values) for key, values in found.items() if key[0] == "loops" and key[1] > 12)
        tap.equal([values for _, values in loops_of_one], [[len(each), sum(each), min(each), max(each)] for each in trips],
                  f"steps, run {' '.join(words)}: trips as by hand")


def check_random(kind, suffix, flags, seed):
    maker = random.Random(seed)
    writer = loops.Fixed(maker) if kind == "fixed" else loops.Free(maker, openmp=kind == "openmp")
    check(f"{kind}{suffix}", flags, writer.program())


def check(name, flags, text):
    here = program.folder()
    here.write(name, text)
    flags = ["-std=legacy", *flags, *program.CFLAGS]
    (expected, printed), = measure(here, ["--every-probe"], flags, name, [[]])
    found = measure(here, [], flags, name, RUNS)
    for words, (got, out) in zip(RUNS, found):
        wrong = [f"{key}: {expected.get(key)} became {got.get(key)}" for key in sorted(set(expected) | set(got), key=str)
                 if expected.get(key) != got.get(key)]
        tap.check(not wrong, f"{name}, run {' '.join(words)}: all counts are those of --every-probe", "\n".join(wrong))
        tap.equal(out, printed, f"{name}, run {' '.join(words)}: it prints the same")


# Small routines and all ways to call them. Without optimisation, or the compiler leaves out calls of PURE functions.
check("small.f90", ["-O0", "-fopenmp"], (HERE / "small" / "small.f90").read_text())
check("small.f", ["-O0"], (HERE / "small" / "small.f").read_text())
check("told.f90", ["-O2", "-fopenmp"], (HERE / "small" / "told.f90").read_text())
check("busy.f90", ["-O2"], (HERE / "small" / "busy.f90").read_text())
check("direct.f90", ["-O2"], (HERE / "small" / "direct.f90").read_text())
check("triangles.f90", ["-O2"], TRIANGLES)
check("absent.f90", ["-O2"], ABSENT)
check("repeats.f90", ["-O2"], REPEATS)
check_steps()
check_random("free", ".f90", ["-O1"], 20)
check_random("fixed", ".f", ["-O1"], 21)
check_random("openmp", ".f90", ["-O0", "-fopenmp"], 22)
tap.done()

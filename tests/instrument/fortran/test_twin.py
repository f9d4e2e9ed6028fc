"""Twins: while measuring is switched off, procedures run as the user wrote them, and call each other directly; otherwise
every call path is counted as often as without twins. Variables of modules are the same in both. Files with other variables
that outlive a visit have no twin."""
import program
import tap

FC = "gfortran"
FLAGS = ["-O2", "-fopenmp", *program.CFLAGS]
PLAIN = "tri_plain_"  # the symbol of a procedure in its twin begins so

TWINS = {
    "step.f": """      subroutine step(a, n, s, k)
      integer n, k, i, j
      double precision a(n, *), s, part
      external part
      call who(k)
      do 20 j = 1, n
         do 10 i = 1, j
            s = s + part(a(i, j), i)
   10    continue
         if (s .gt. 1d9) then
            write (*, *) 'large'
            return
         end if
   20 continue
      call tell(k)
      end
      double precision function part(x, i)
      integer i
      double precision x
      part = x * i
      end
""",
    "down.f90": """recursive subroutine down(n, k)
  implicit none
  integer :: n, k, i
  do i = 1, n
    call down(n - 1, k)
  end do
  k = k + 1
end subroutine
""",
    "given.f90": """character(4) function given(f, a, b, c, d, e, g, h, i, word, z)
  implicit none
  real, external :: f
  integer :: a, b, c, d, e, g, h, i
  character(*) :: word
  complex :: z
  real :: x
  x = f(real(a + 2*b + 3*c + 4*d + 5*e + 6*g + 7*h + 8*i))
  write (given, '(i4)') int(x + real(z)) + len(word)
end function
real function half(x)
  implicit none
  real :: x
  half = x / 2
end function
""",
    "share.f": """      subroutine share(n)
      integer n, total, i
      common /sum/ total
!$omp parallel do reduction(+: total) num_threads(3)
      do i = 1, n
         total = total + i
      end do
      end
""",
    "tell.f": """      subroutine tell(k)
      integer k, total
      common /sum/ total
      if (k .eq. 1) total = total + 1
      call share(3)
      end
""",
}
TWINS["plain.f90"] = """module plain
  implicit none
  private
  integer, parameter, public :: width = 3
  public :: widen
contains
  subroutine widen(k)
    integer :: k, i
    do i = 1, width
      call add(k)
      call tell(2)
    end do
  end subroutine
  subroutine add(k)
    integer :: k
    k = k + 1
  end subroutine
end module
"""
# Nothing but visits is counted in these.
TWINS["fixed.f"] = """      subroutine square(x, n)
      integer i, j, n
      double precision x(3, 3)
      do j = 1, 3
         do i = 1, 3
            x(i, j) = x(i, j) + i*j*n
         end do
      end do
      end
      subroutine double(x, y)
      double precision x, y
      x = 2*y
      end
      double precision function folded(x)
      integer i
      double precision x(3, 3)
      folded = 0
      do i = 1, 3
         if (x(i, i) .gt. 1d6) x(i, i) = 0
         folded = folded + x(i, i)
      end do
      end
"""
OTHERS = {
    "saved.f": """      subroutine saved(k)
      integer k, n
      save n
      data n /5/
      n = n + 1
      k = n
      end
""",
    "begun.f90": """subroutine begun(k)
  implicit none
  integer :: k, n = 7
  n = n + 1
  k = n
end subroutine
""",
    "later.f": """      subroutine first(k)
      integer k
      k = k + 1
      return
      entry later(k)
      k = k + 2
      end
""",
    "own.f": """      subroutine own(k)
      integer k, n
      common /each/ n
!$omp threadprivate(/each/)
      n = k
      k = n + 1
      end
""",
    "joined.f90": """module joined
  implicit none
  integer :: whole = 5, part
  equivalence (whole, part)
contains
  subroutine join(k)
    integer :: k
    part = part + 1
    k = whole
  end subroutine
end module
""",
    "bound.f90": """module bound
  implicit none
  type thing
    integer :: n = 1
  contains
    procedure :: grow
  end type
  procedure(grow), pointer :: chosen => grow
contains
  subroutine grow(self)
    class(thing), intent(inout) :: self
    self%n = self%n + 1
  end subroutine
  subroutine bind_all(k)
    integer :: k
    class(thing), allocatable :: one
    allocate (one)
    call one%grow()
    call chosen(one)
    k = k + one%n
  end subroutine
end module
""",
    "ending.f90": """module ending
  implicit none
  integer :: ended = 0
  type owner
    integer, pointer :: held => null()
  contains
    final :: release
  end type
contains
  subroutine release(self)
    type(owner), intent(inout) :: self
    ended = ended + 1
    deallocate (self%held)
  end subroutine
  subroutine finish_one(k)
    integer :: k
    type(owner), allocatable :: one
    allocate (one)
    allocate (one%held)
    deallocate (one)
    k = k + ended
  end subroutine
end module
""",
}
# Variables of modules: entries go to the twin of `hold` while it is only counted, and `count_on` is the one with probes.
TWINS["held.f90"] = """module held
  implicit none
  type pair
    integer :: a = 2, b(3) = 4
  end type
  integer :: kept = 3
  integer, private :: unseen = 1
  integer, private, save :: many(2000)
  type(pair) :: two
  data many /2000*1/
contains
  subroutine hold(k)
    integer :: k
    kept = kept + k
    unseen = unseen + 1
    two%b(2) = two%b(2) + kept
    many(1 + mod(k, 2000)) = unseen
  end subroutine
  subroutine count_on(k, n)
    integer :: k, n, i
    do i = 1, mod(n, 5)
      call hold(i)
      kept = kept + many(i) + two%b(2) + unseen
    end do
    k = k + kept
  end subroutine
end module
"""
TWINS["main.f90"] = """program main
  use held
  use plain
  use joined
  use bound
  use ending
  implicit none
  integer, save :: rounds = 40
  character(4), external :: given
  real, external :: half
  integer :: i, k, n, total
  double precision :: a(8, 8), s, x(3, 3)
  double precision, external :: folded
  common /sum/ total
  total = 0
  n = 0
  s = 0
  x = 0
  a = 1.5d0
  do i = 1, rounds
    call step(a, mod(i, 8), s, i)
    call down(mod(i, 4), n)
    call saved(k)
    n = n + k
    call begun(k)
    n = n + k
    call first(n)
    call later(n)
    call own(n)
    call hold(i)
    call count_on(n, i)
    call join(n)
    call bind_all(n)
    call finish_one(n)
    call widen(n)
    do k = 1, 50
      call square(x, k)
      call double(x(1, 2), x(2, 1))
      if (mod(k, 7) > 2) s = s + folded(x)
    end do
    if (mod(i, 9) == 0) print *, given(half, i, 1, 2, 3, 4, 5, 6, 7, 'word', (1., 2.))
  end do
  print *, s, n, kept, total, two%a, two%b
end program
"""
WHO = """#include <stdio.h>
extern char tri_plain_step_[] __attribute__((weak)), tri_probed_step_[] __attribute__((weak));
void who_(const int *k)
{
    unsigned long from = (unsigned long)__builtin_return_address(0), plain = from - (unsigned long)tri_plain_step_;
    if (*k == 1 && tri_plain_step_)
        fputs(plain < from - (unsigned long)tri_probed_step_ ? "plain\\n" : "probed\\n", stderr);
}
"""


def objects(names):
    return [name.split(".")[0] + ".o" for name in names]


def build(here, *compiler, flags=()):
    """Each file by a command of its own."""
    for name in (*OTHERS, *TWINS):  # the main program is last
        said = here.run(*compiler, FC, *FLAGS, *flags, "-c", name)
        tap.equal(said.err, "", f"{' '.join(compiler[1:])} {name}: nothing is said")
    link(here, *compiler)


def link(here, *compiler, words=None):
    words = words or objects([*TWINS, *OTHERS])
    here.run(*compiler, FC, *FLAGS, *words, "who.o", "-o", "program")


def symbols(here, name):
    return [line.split()[-1] for line in here.run("nm", name).out.splitlines()]


def paths(here, archive):
    """{call path of routines and loops: visits}, all lanes together."""
    found, path = {}, []
    for node in here.report(archive, "--tree", "--min-percent", "0")["tree"]:
        del path[node["depth"] - 1:]
        path.append((node["kind"], node["name"], node["line"]))
        key = tuple(part for part in path if part[0] in ("routine", "loop"))
        if node["kind"] in ("routine", "loop"):
            found[key] = found.get(key, 0) + node["visits"]
    return found


def run(here, *options):
    got = here.triptych("run", "--quiet", "--force", *options, "-o", "run.tri", "./program")
    return got.out, got.err, paths(here, "run.tri")


def off(here):
    got = here.run("./program", env={"TRIPTYCH": "off"})
    tap.check(not (here / "program.tri").exists(), "switched off: nothing is written")
    return got.out, got.err


if not program.have(FC):
    tap.skip_all("gfortran is not installed")
if program.SANITIZED:
    tap.skip_all("objects made for sanitizers have no twins")
here = program.folder()
for name, text in {**TWINS, **OTHERS, "who.c": WHO}.items():
    here.write(name, text)
here.run(program.CC, "-O1", "-fPIC", "-c", "who.c")

build(here)
printed = here.run("./program").out
build(here, program.TRIPTYCH, "fc", "--every-probe")
_, _, expected = run(here)
build(here, program.TRIPTYCH, "fc")
tap.equal([name for name in [*TWINS, *OTHERS] if any(PLAIN in symbol for symbol in symbols(here, objects([name])[0]))],
          list(TWINS), "files have a twin unless a variable that is not of a module outlives a visit")
tap.equal(["tri_current" in symbols(here, name) for name in ("fixed.o", "step.o", "down.o")], [True, True, False],
          "entries count the visits of procedures in which nothing else has to be counted")
for words in ([], ["--count"], ["--throttle", "off"], ["--throttle", "3,1000000"]):
    tap.equal(run(here, *words), (printed, "probed\n", expected), f"run {' '.join(words)}: every call path is visited as often")
tap.equal([word for word in here.triptych("report", "--top", "0", "run.tri").out.split() if word.startswith("tri_")], [],
          "reports have the names of the user's procedures")
tap.equal(off(here), (printed, "plain\n"), "switched off: the procedures are the user's own")

# a region that is excluded is off, too, but those inside are not
out, err, found = run(here, "--exclude", "tell")
tap.equal((out, err), (printed, "probed\n"), "--exclude: the program is measured")
tap.equal(sum(visits for path, visits in found.items() if path[-1][1] == "share"),
          sum(visits for path, visits in expected.items() if path[-1][1] == "share"), "--exclude: callees are still counted")

# twins call twins; a procedure without one is reached by its own name
tap.check("tri_plain_tell_" in symbols(here, "step.o") and "tell_" in symbols(here, "step.o"),
          "the twin of step calls that of tell, if there is one")
here.run(FC, *FLAGS, "-c", "tell.f")
link(here, program.TRIPTYCH, "fc")
tap.equal(off(here), (printed, "plain\n"), "a callee that was compiled without triptych")
here.triptych("fc", FC, *FLAGS, "-c", "tell.f")

# libraries: of two files with a procedure of the same name, the linker takes the first in both modes
here.write("other.f", TWINS["tell.f"].replace("total + 1", "total + 1000"))
here.triptych("fc", FC, *FLAGS, "-c", "other.f")
here.run("ar", "rcs", "liball.a", *(name for name in objects(TWINS) if name != "main.o"))
rest = ["main.o", *objects(OTHERS), "other.o", "liball.a"]
link(here, program.TRIPTYCH, "fc", words=rest)
changed, _, _ = run(here)
tap.check(changed != printed, "the procedure of the object replaces that of the library")
tap.equal(off(here), (changed, "plain\n"), "so it does while switched off")
here.triptych("fc", FC, *FLAGS, "-fPIC", "-shared", *(name for name in TWINS if name != "main.f90"), "who.o", "-o", "liball.so")
here.triptych("fc", FC, *FLAGS, "main.o", *objects(OTHERS), "-L.", "-lall", "-Wl,-rpath,.", "-o", "program")
tap.equal(run(here), (printed, "probed\n", expected), "a shared library: every call path is visited as often")
tap.equal(off(here), (printed, "plain\n"), "a shared library, switched off")
for flags, has in (["-O0", "-g"], False), (["-O0"], True), (["-flto"], False), (["-fno-underscoring"], True), (["-g"], True):
    here.triptych("fc", FC, *FLAGS, *flags, "-c", "tell.f")
    tap.equal(any(PLAIN in symbol for symbol in symbols(here, "tell.o")), has, f"{' '.join(flags)}: {'a' if has else 'no'} twin")
tap.done()

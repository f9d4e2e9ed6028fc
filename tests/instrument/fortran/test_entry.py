"""Small procedures in files of their own are counted by their entry: on every call path as often as with a probe of their
own, whatever is measured and however the objects are made, and the program does the same."""
import program
import tap

FC = "gfortran"
FLAGS = ["-O2", "-g", *program.CFLAGS]
BODY = "tri_body_"  # the symbol of the text behind an entry begins so

SOURCES = {
    "same.f": """      logical function same(a, b)
      character a, b
      integer i, j
      same = a .eq. b
      if (same) return
      i = ichar(a)
      j = ichar(b)
      if (i .ge. 97) i = i - 32
      if (j .ge. 97) j = j - 32
      same = i .eq. j
      end
""",
    "mixed.f90": """double precision function mixed(a, b, c, d, e, f, g, h, z, last)
  implicit none
  integer :: a, b, c, d, e, f, g, h
  complex(8) :: z
  character(1) :: last
  mixed = a + 2*b + 3*c + 4*d + 5*e + 6*f + 7*g + 8*h + real(z) - aimag(z)
  if (last == 'x') mixed = -mixed
end function
""",
    "outer.f": """      logical function outer(a)
      character a
      logical same
      external same
      outer = same(a, 'q')
      end
""",
    "long.f90": """subroutine long(a, n)
  integer :: n
  real :: a(n)
  a = a + 1
end subroutine
""",
    "down.f": """      recursive subroutine down(n, k)
      integer n, k
      k = k + 1
      if (n .gt. 0) call down(n - 1, k)
      end
""",
    "wide.f": """      subroutine wide(a, b, c, d, e, n)
      integer a, b, c, d, e, n
      call one(n, a + b + c + d + e)
      end
""",
    "twice.f90": """complex(8) function twice(a, k)
  implicit none
  character(*) :: a
  integer :: k
  logical, external :: outer
  twice = (0d0, 0d0)
  if (outer(a)) twice = twice + (1d0, 2d0)
  if (k < 2) return
  call one(k, 1)
  if (outer('q')) twice = 2 * twice
end function
""",
    "main.f90": """program main
  implicit none
  logical, external :: same, outer
  double precision, external :: mixed
  complex(8), external :: twice
  complex(8) :: z
  double precision :: x
  real :: a(8)
  integer :: i, n
  z = 0
  n = 0
  x = 0
  a = 0
  do i = 1, 3000
    if (same('a', 'A')) n = n + 1
    call one(n, mod(i, 3))
    if (outer('Q')) n = n + 1
    x = x + mixed(i, 1, 2, 3, 4, 5, 6, 7, (1d0, 2d0), merge('x', 'y', mod(i, 2) == 0))
    call long(a, 8)
    call down(mod(i, 3), n)
    call wide(1, 2, 3, 4, i, n)
    z = z + twice(merge('Q', 'r', mod(i, 4) == 0), mod(i, 3))
  end do
  print *, n, x, a(1), z
  call threads
end program
subroutine one(n, k)
  integer :: n, k
  logical, external :: same, outer
  double precision, external :: mixed
  if (same('n', 'T')) n = n + 100
  if (k == 0) n = n + int(mixed(1, 1, 1, 1, 1, 1, 1, 1, (0d0, 0d0), 'y'))
  if (outer('n')) n = n + 10
  if (same('n', 'N')) n = n + 10
end subroutine
subroutine threads
  implicit none
  integer :: i, n
  n = 0
  !$omp parallel do reduction(+: n) num_threads(3)
  do i = 1, 3000
    call one(n, mod(i, 2))
  end do
  !$omp end parallel do
  print *, n
end subroutine
""",
}


def paths(here, archive):
    """{call path of routines and loops: visits}, all lanes together."""
    found, path = {}, []
    for node in here.report(archive, "--tree", "--min-percent", "0")["tree"]:
        del path[node["depth"] - 1:]
        path.append((node["kind"], node["name"], node["line"]))
        if node["kind"] in ("routine", "loop"):
            key = tuple(part for part in path if part[0] in ("routine", "loop"))
            found[key] = found.get(key, 0) + node["visits"]
    return found


SMALL = ("same.f", "mixed.f90", "outer.f", "long.f90", "down.f", "wide.f", "twice.f90")
STEMS = [name.split(".")[0] for name in SMALL]


def build(*options, flags=(), objects=SMALL):
    here = program.folder()
    for name, text in SOURCES.items():
        here.write(name, text)
    for name in objects:
        said = here.triptych("fc", *options, FC, *FLAGS, *flags, "-c", name)
        tap.equal(said.err, "", f"{name} {' '.join([*options, *flags])}: nothing is said")
    here.triptych("fc", *options, FC, *FLAGS, *flags, "-fopenmp", "main.f90", *(name.split(".")[0] + ".o" for name in objects),
                  "-o", "program")
    return here


def run(here, *options, env=None):
    got = here.triptych("run", "--quiet", "--force", *options, "-o", "run.tri", "./program", env=env)
    return got.out, paths(here, "run.tri")


def entries(here, *names):
    return [name for name in names if BODY in here.run("nm", f"{name}.o").out]


def rows(here, table):
    return {row["name"]: row for row in here.report("run.tri")[table]}


def counts():
    """The same number on every call path as with probes."""
    probed = build("--every-probe")
    tap.equal(entries(probed, *STEMS), [], "--every-probe: no entries")
    printed, expected = run(probed)
    here = build()
    tap.equal(entries(here, *STEMS), ["same", "mixed", "outer", "twice"],
              "entries are those of small procedures that have no arrays, or call others and have few arguments")
    for words in ([], ["--count"], ["--throttle", "off"], ["--throttle", "3,1000000"], ["--clock", "cpu"]):
        tap.equal(run(here, *words), (printed, expected), f"run {' '.join(words)}: every call path is visited as often")
    run(here)
    tap.equal(rows(here, "untimed").get("same", {}).get("reason"), "small: counted, not timed; its callers include its time",
              "the list of what is not timed says so")
    run(here, "--throttle", "off")
    tap.check(not {"outer", "twice"} & set(rows(here, "untimed")), "those that call others are timed")
    without = {path: visits for path, visits in expected.items() if "same" not in (name for _, name, _ in path)}
    out, found = run(here, "--exclude", "same")
    tap.equal((out, found), (printed, without), "--exclude")
    tap.equal(here.run("./program", env={"TRIPTYCH": "off"}).out, printed, "switched off: the program is the same")
    tap.check(not (here / "program.tri").exists(), "switched off: nothing is written")
    return here, printed, expected


def kinds(here, printed, expected):
    """Other kinds of objects."""
    others = [f"{name}.o" for name in STEMS if name != "same"]
    for flags, has in ((["-fno-pie", "-no-pie"], True), (["-O0"], True), (["-flto"], False), (["-pg"], False),
                       (["-fsanitize=undefined"], False)):
        here.triptych("fc", FC, *FLAGS, *flags, "-c", "same.f")
        tap.equal(bool(entries(here, "same")), has, f"{' '.join(flags)}: {'an entry' if has else 'no entry'}")
    here.triptych("fc", FC, *FLAGS, "-fPIC", "-shared", "same.f", "mixed.f90", "-o", "libsmall.so")
    here.triptych("fc", FC, *FLAGS, "-fopenmp", "main.f90", *others[1:], "-L.", "-lsmall", "-Wl,-rpath,.", "-o", "program")
    tap.equal(run(here), (printed, expected), "in a shared library, several files in one command")
    here.triptych("fc", FC, *FLAGS, "-c", "same.f")
    if not program.SANITIZED:
        here.triptych("fc", FC, *FLAGS, "-static", "-fopenmp", "main.f90", "same.o", *others, "-o", "program")
        tap.equal(run(here), (printed, expected), "linked statically")
    tap.equal(run(build(flags=["-ff2c"])), (printed, expected), "-ff2c: every call path is visited as often")
    plain = build(flags=["-fno-underscoring"])
    tap.equal(entries(plain, "same"), ["same"], "-fno-underscoring: an entry")
    tap.equal(run(plain), (printed, expected), "-fno-underscoring: every call path is visited as often")


def place(here, symbol):
    """What addr2line says of a symbol of same.o."""
    address = next(line.split()[0] for line in here.run("nm", "same.o").out.splitlines() if line.split()[-1] == symbol)
    return here.run("addr2line", "-e", "same.o", f"0x{address}").out.split("/")[-1]


def debug(here):
    """The text of the procedure keeps its lines."""
    measured = place(here, f"{BODY}same_")
    here.run(FC, *FLAGS, "-c", "same.f")
    tap.equal(measured, place(here, "same_"), "debug information has the user's lines")


if not program.have(FC):
    tap.skip_all("gfortran is not installed")
folder, *results = counts()
kinds(folder, *results)
debug(folder)
tap.done()

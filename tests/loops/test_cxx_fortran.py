"""C++ with Fortran or C in one program: procedures that count themselves at their entry are one region each, and every visit is below the routine that
made the call, whether that is Fortran with probes or C++ that is counted in the binary. So are C functions that consist of several versions. All numbers are
known by hand."""
import csv
import io

import engines
import program
import tap

here = program.folder()
if program.SANITIZED:
    tap.skip_all("sanitized programs are not counted in the binary")
if not program.have("g++") or not program.have("gfortran") or not engines.have_native():
    tap.skip_all("there is no g++ or gfortran, or binaries are not counted on this machine")

# One procedure for each kind of entry (triptych/entry.h); pass is C++.
PROCEDURES = {
    "leaf": "(x)\n  real(8), intent(inout) :: x\n  x = x * 0.5d0 + 1d0\n",
    "other": "(x)\n  real(8), intent(inout) :: x\n  x = x * 0.25d0 + 1d0\n",
    "framed": "(x)\n  real(8), intent(inout) :: x\n  x = x + 1\n  call leaf(x)\n  call other(x)\n",
    "chain": "(x)\n  real(8), intent(inout) :: x\n  x = x + 1\n  call leaf(x)\n",
    "looped": "(x)\n  real(8), intent(inout) :: x\n  integer :: i\n  do i = 1, 3\n    x = x * 0.5d0 + i\n  end do\n",
    "outer": "(n, x)\n  integer, intent(in) :: n\n  real(8), intent(inout) :: x\n  integer :: i\n  do i = 1, n\n    call leaf(x)\n    call framed(x)\n"
             "    call chain(x)\n    call looped(x)\n    call pass(x)\n  end do\n",
}
for name, text in PROCEDURES.items():
    here.write(f"{name}.f90", f"subroutine {name}{text}end subroutine\n")
    here.triptych("fc", "gfortran", "-O2", "-c", f"{name}.f90", "-o", f"{name}.o")
here.write("main.cpp", """extern "C" {
void leaf_(double *), framed_(double *), chain_(double *), looped_(double *), outer_(int *, double *);
__attribute__((noinline)) void pass_(double *x)
{
    leaf_(x), leaf_(x), framed_(x), framed_(x), chain_(x), chain_(x), looped_(x), looped_(x);
    asm volatile("");
}
}
int main()
{
    double x = 1;
    int n = 1000;
    for (int i = 0; i < 3; i++)
        outer_(&n, &x);
    return !(x > 0);
}
""")
here.triptych("cc", "g++", "-O2", "main.cpp", *(f"{name}.o" for name in PROCEDURES), "-lgfortran", "-o", "mixed")


def below(path, visits):
    return {f"{path}/{name}": visits for name in ("leaf", "framed", "framed/leaf", "framed/other", "chain", "chain/leaf", "looped", "looped/loop:4")}


LOOP = "main/outer/loop:5"
EXPECTED = {"main": 1, "main/outer": 3, LOOP: 3, f"{LOOP}/pass_": 3000, **below(LOOP, 3000), **below(f"{LOOP}/pass_", 6000)}


def check(name, expected, *option):
    here.triptych("run", "--force", *option, "-o", "a.tri", f"./{name}")
    rows = csv.reader(io.StringIO(here.triptych("query", "--format", "csv", "a.tri", "nodes.map(n -> {path: n.path, visits: n.visits})").out))
    found = {path: int(visits) for path, visits in list(rows)[1:] if path}
    tap.equal(found, expected, f"{name} {' '.join(option)}: each routine once, below its own caller")


check("mixed", EXPECTED)
check("mixed", EXPECTED, "--count")

# The function of `small` jumps to the version that has its probes.
here.write("small.c", """double small(double x)
{
    for (int i = 0; i < 3; i++) {
        x = x * .5 + i;
        if (x > 1e9)
            return 0;
    }
    return x;
}
""")
here.write("calls.cpp", """extern "C" double small(double);
int main()
{
    double sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += small(i);
    return sum < 0;
}
""")
here.triptych("cc", "gcc", "-O2", "-c", "small.c", "-o", "small.o")
here.triptych("cc", "g++", "-O0", "calls.cpp", "small.o", "-o", "calls")
check("calls", {"main": 1, "main/loop:0": 1, "main/loop:0/small": 1000, "main/loop:0/small/loop:3": 1000})
tap.done()

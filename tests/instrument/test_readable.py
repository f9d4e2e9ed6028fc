"""`triptych instrument`: files in another folder, a summary, a table; never over the originals."""
import program
import tap

TEXT = '''#include "x.h"
int main(void)
{
    for (int i = 0; i < N; i++)
        ;
    return 0;
}
'''

FORTRAN = '''subroutine step(n)
  implicit none
  integer, intent(inout) :: n
  integer :: i
  include 'k.inc'
  outer: do i = 1, k
    n = n + 1
  end do outer
  do while (n > 3)
    n = n - 1
  end do
  do 10 i = 1, 2
    write (*, *) n
10 continue
end subroutine
'''


def project():
    here = program.folder()
    here.write("src/a.c", TEXT)
    here.write("include/x.h", "#define N 3\n")
    here.write("src/data.c", "int data = 1;\n")
    return here


def fortran():
    here = program.folder()
    here.write("src/step.f90", FORTRAN)
    here.write("src/k.inc", "  integer, parameter :: k = 5\n")
    here.write("src/constants.f90", "module constants\n  integer, parameter :: two = 2\nend module\n")
    result = here.triptych("instrument", "-o", "out", "src/step.f90", "src/constants.f90")
    tap.check(result.out.startswith("src/step.f90: 1 routine, 3 loops, 1 I/O statement\n"
                                    "src/constants.f90: 0 routines, 0 loops, 0 I/O statements\nEach Fortran file has its table"),
              "Fortran: the summary", result)
    tap.contains(here.read("out/src/step.f90"), "include 'triptych/probes.inc'", "Fortran: probes")
    tap.contains(here.read("out/src/step.f90.table.c"), "#include <triptych/probes.h>", "Fortran: the table")
    tap.equal(here.read("out/src/constants.f90"), here.read("src/constants.f90"), "Fortran: a file without regions is copied")
    tap.check(not (here / "out/src/constants.f90.table.c").exists(), "Fortran: and has no table")
    tap.equal(here.read("src/step.f90"), FORTRAN, "Fortran: the original is as it was")
    listed = here.triptych("instrument", "--list", "src/step.f90").out
    rows = [line.split() for line in listed.splitlines()]
    tap.check(["DO", "1", "outer", "step", "D", "src/step.f90:6"] in rows and
              ["DO", "WHILE", "2", "step", "U", "src/step.f90:9"] in rows and
              ["DO", "3", "10", "step", "D", "src/step.f90:12"] in rows, "Fortran: --list", listed)
    here.write("other.F90", "#ifdef EMPTY\n#else\n" + FORTRAN + "#endif\n")
    result = here.triptych("instrument", "-o", "out", "--fc", "no-such-compiler", "src/step.f90", "other.F90", check=False)
    tap.check(result.status == 1 and "other.F90 is not instrumented: cannot run the compiler 'no-such-compiler'" in result.err
              and "another compiler with --fc" in result.err and result.out.startswith("src/step.f90: 1 routine"),
              "Fortran: no compiler for what is preprocessed", result)
    if not program.have("gfortran"):
        tap.skip("Fortran: compiling", "there is no gfortran")
        return
    advice = [line.split() for line in here.triptych("instrument", "-o", "out", "src/step.f90").out.splitlines()[-2:]]
    for words in advice:
        here.run(*words)
    tap.check((here / "step.o").is_file() and (here / "step.f90.table.o").is_file(), "Fortran: compiles as it says")
    here.triptych("instrument", "-o", "out", "other.F90", "--", "-DEMPTY")
    tap.equal(here.read("out/other.F90"), here.read("other.F90"), "Fortran: the preprocessor's flags count")
    here.triptych("instrument", "-o", "out", "other.F90")
    tap.contains(here.read("out/other.F90"), '# 1 "other.F90"', "Fortran: what is preprocessed has its lines")


def main():
    here = project()
    result = here.triptych("instrument", "-o", "out", "src/a.c", "src/data.c", "--", "-Iinclude")
    tap.equal(result.out, "src/a.c: 1 routine, 1 loop, 0 I/O statements\n"
              "src/data.c: 0 routines, 0 loops, 0 I/O statements\n", "the summary")
    tap.contains(here.read("out/src/a.c"), "TRI_LIGHT(1, 0, ", "same name, same folders above")
    tap.equal(here.read("out/src/data.c"), "int data = 1;\n", "a file without regions is copied")
    tap.equal(here.read("src/a.c"), TEXT, "the original is as it was")
    here.run(program.CC, *program.CFLAGS, "-Iinclude", "-I", program.SOURCE / "include", "-c", "out/src/a.c")
    tap.check((here / "a.o").is_file(), "the result compiles")
    listed = here.triptych("instrument", "--list", "src/a.c", "--", "-Iinclude").out
    tap.check("for         1" in listed and "D    src/a.c:4" in listed, "--list", listed)
    before = here.read("src/a.c")
    for folder in (".", "./", "src/..", str(here)):
        words = ["-o", folder, "src/a.c"]
        result = here.triptych("instrument", *words, "--", "-Iinclude", check=False)
        tap.check(result.status == 1 and "would be overwritten" in result.err, f"refuses -o {folder}", result)
    tap.equal(here.read("src/a.c"), before, "and has not written")
    result = here.triptych("instrument", "-o", "out", str(here / "src/a.c"), "../" + here.path.name + "/src/a.c", "--",
                           "-Iinclude")
    tap.check((here / f"out{here}/src/a.c").is_file(), "an absolute name goes below the folder")
    tap.check((here / f"out/up/{here.path.name}/src/a.c").is_file(), "and so does one that leads up")
    result = here.triptych("instrument", "-o", "out", "src/a.c", check=False)
    tap.check(result.status == 1 and "x.h" in result.err, "a header that is missing", result)
    result = here.triptych("instrument", "-o", "out", "none.c", check=False)
    tap.check(result.status == 1 and "none.c" in result.err, "a file that is missing", result)
    for words in ([], ["src/a.c"], ["-o"], ["-o", "out"], ["--what", "src/a.c"]):
        tap.equal(here.triptych("instrument", *words, check=False).status, 2, f"misused: {words}")
    tap.contains(here.triptych("instrument", "--help").out, "Example", "help has an example")
    fortran()
    tap.done()


main()

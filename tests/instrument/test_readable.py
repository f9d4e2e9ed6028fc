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


def project():
    here = program.folder()
    here.write("src/a.c", TEXT)
    here.write("include/x.h", "#define N 3\n")
    here.write("src/data.c", "int data = 1;\n")
    return here


def main():
    here = project()
    result = here.triptych("instrument", "-o", "out", "src/a.c", "src/data.c", "--", "-Iinclude")
    tap.equal(result.out, "src/a.c: 1 routine, 1 loop, 0 I/O statements\n"
              "src/data.c: 0 routines, 0 loops, 0 I/O statements\n", "the summary")
    tap.contains(here.read("out/src/a.c"), "TRI_LEAF_LOOP(1); for", "same name, same folders above")
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
        tap.check(result.status == 1 and "would be written over" in result.err, f"refuses -o {folder}", result)
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
    tap.done()


main()

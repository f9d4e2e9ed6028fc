"""Programs with directives print what their sequential elision prints: at 1, 2, 3 and more places, with gcc and clang, with one worker and several."""
import pathlib

import program
import tap

here = program.folder()
FORMS = program.SOURCE / "tests/places/programs/forms.c"
INCLUDE = program.SOURCE / "include"

here.run(program.CC, "-w", f"-I{INCLUDE}", FORMS, "-o", "sequential")
expected = here.run("./sequential").out
for compiler in ("gcc", "clang"):
    if not program.have(compiler):
        tap.skip(compiler, "not installed")
        continue
    built = here.triptych("cc", compiler, "-O2", "-g", "-Wall", "-Wno-unused", *program.CFLAGS, FORMS, "-o", compiler)
    tap.equal(built.err, "", f"{compiler}: compiled without a message")
    for places, workers in ((1, 1), (1, 4), (2, 1), (3, 2), (7, 1)):
        result = here.run(f"./{compiler}", check=False, env={"TRI_PLACES": str(places), "TRI_WORKERS": str(workers)})
        tap.equal((result.status, result.out, result.err), (0, expected, ""), f"{compiler}: {places} places with {workers} workers")

# Without -g or -O, by objects, as a static program, and with a file without directives that asks where it is.
here.write("where.c", "#include <triptych/places.h>\nint fatal(void) { return 0; }\nint where(void) { return tri_here() * 10 + tri_places(); }\n")
here.write("main.c", """
#include <stdio.h>
extern int where(void);
int main(void)
{
    int sum = 0;
#pragma tri at(2) reduction(+:sum)
    sum += where();
    printf("%d\\n", sum);
    return 5;
}
""")
for flags in ([], ["-static"]):
    if flags and program.SANITIZED:
        continue
    for name in ("where", "main"):
        here.triptych("cc", program.CC, *program.CFLAGS, "-c", f"{name}.c")
    here.triptych("cc", program.CC, *program.CFLAGS, *flags, "where.o", "main.o", "-o", "both")
    result = here.run("./both", check=False, env={"TRI_PLACES": "3"})
    tap.equal((result.status, result.out, result.err), (5, "23\n", ""), f"objects, linked {' '.join(flags) or 'as usual'}")
result = here.run("./both", check=False)
tap.check(result.status == 1 and "there is no place 2: the places are 0 to 0" in result.err, "a place that does not exist", result)

# Sizes that cannot be, and one that is large.
here.write("sizes.c", """
#include <stdio.h>
#include <stdlib.h>
#include <triptych/places.h>
int main(int argc, char **argv)
{
    long count = atol(argv[1]);
    double sum = 0, *p = calloc(count > 0 && count < 10000000 ? (size_t)count : 1, sizeof *p);
    if (argc > 2)
        p[count - 1] = 3;
#pragma tri at(1) copyback(p[0:count]) reduction(+:sum)
    {
        sum += p[count - 1];
        p[0] = 5;
    }
    printf("%g %g\\n", sum, p[0]);
    free(p);
    return 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "sizes.c", "-o", "sizes")
result = here.run("./sizes", "3000000", "last", check=False, env={"TRI_PLACES": "2"})
tap.equal((result.status, result.out, result.err), (0, "3 5\n", ""), "24 MB there and back")
for count in ("-1", str(2**62)):
    result = here.run("./sizes", count, check=False, env={"TRI_PLACES": "2"})
    tap.check(result.status == 1 and f"a section of {count} elements of 8 bytes cannot be copied" in result.err, f"a section of {count} elements", result)

library = pathlib.Path(program.TRIPTYCH).parents[1] / "measure/libtriptych-places.a"
if library.exists() and not program.SANITIZED:
    defined = {line.split()[2] for line in here.run("nm", "--defined-only", "--extern-only", library).out.splitlines() if len(line.split()) == 3}
    tap.equal(sorted(name for name in defined if not name.startswith("tri_")), [], "names of a static program that could be the user's (src/places/names.h)")
for name, value in (("TRI_PLACES", "0"), ("TRI_PLACES", "many"), ("TRI_PLACES", "100000"), ("TRI_WORKERS", "-1")):
    result = here.run("./both", check=False, env={name: value})
    tap.check(result.status == 2 and f"{name}={value}: it must be a number from 1 to" in result.err, f"{name}={value}", result)
tap.done()

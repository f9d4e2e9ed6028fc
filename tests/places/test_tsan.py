"""ThreadSanitizer finds nothing in the run time: its sources and programs with directives are compiled with it."""
import machines
import program
import random_places
import tap

here = program.folder()
FLAGS = ["-O1", "-g", "-fsanitize=thread", "-pthread", "-w"]
RUNTIME = [*FLAGS, "-D_GNU_SOURCE", f"-I{program.SOURCE / 'include'}", f"-I{program.SOURCE / 'src'}"]

if program.SANITIZED:
    tap.skip_all("this build has a sanitizer already")
here.write("try.c", "int main(void) { return 0; }\n")
if here.run("gcc", *FLAGS, "try.c", "-o", "try", check=False).status or here.run("./try", check=False).status:
    tap.skip_all("gcc has no ThreadSanitizer that runs here")
here.write("fib.c", """
#include <stdio.h>
static long done;
static long fib(int n)
{
    long a = 0, b;
    if (n < 2)
        return n;
#pragma tri finish
    {
#pragma tri async share(a)
        a = fib(n - 1);
        b = fib(n - 2);
    }
    return a + b;
}
int main(void)
{
#pragma tri finish
    for (int i = 0; i < 20000; i++)
#pragma tri async
#pragma tri atomic
        done++;
    printf("%ld %ld\\n", fib(16), done);
    return 0;
}
""")
here.copy("tests/places/programs/forms.c")
here.copy("tests/places/programs/arrays.c")
here.write("random.c", random_places.Writer(7, 4).write())
sources = [*sorted((program.SOURCE / "src/places").glob("*.c")), *(program.SOURCE / f"src/util/{name}.c" for name in ("hmac", "sha256"))]
here.run("gcc", *RUNTIME, "-r", *sources, "-o", "runtime.o", timeout=300)
for name in ("fib", "forms", "arrays", "random"):
    here.run("gcc", "-w", f"-I{program.SOURCE / 'include'}", f"{name}.c", "-o", "sequential")
    expected = here.run("./sequential").out
    here.triptych("cc", "gcc", *FLAGS, "-c", f"{name}.c")
    # The run time of this test comes first; the library is not needed any more.
    here.triptych("cc", "gcc", *FLAGS, f"{name}.o", "runtime.o", "-o", name)
    for places, workers in ((1, 3), (2, 2)):
        result = here.run(f"./{name}", check=False, env={"TRI_PLACES": str(places), "TRI_WORKERS": str(workers)}, timeout=200)
        tap.equal((result.status, result.out, result.err), (0, expected, ""), f"{name}: {places} places with {workers} workers")
    result = machines.run(here, f"./{name}", spread=(1, 2), env={"TRI_WORKERS": "2"})
    tap.equal((result.status, sorted(result.out.splitlines()), result.err), (0, sorted(expected.splitlines()), ""), f"{name}: on two machines")
tap.done()

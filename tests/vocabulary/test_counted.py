"""Floating-point arguments of described functions stay what they are where functions of the binary are counted: thousands of paths, each of which
is new to the collector."""
import program
import tap

if program.SANITIZED:
    tap.skip_all("sanitized programs run without the preloaded library, which this needs")
if not program.have("g++"):
    tap.skip_all("g++ is not installed")

LEVELS = 11
here = program.folder()
here.write("real.c", "double real_send(double a, double b, double c, double d, int size) { return a + 2 * b + 3 * c + 4 * d + size; }\n")
here.write("real.vocabulary", """vocabulary real
library libreal.so
double real_send(double a, double b, double c, double d, int size)
    output bytes size
""")
APART = "__attribute__((noinline)) void"
functions = [(level, side) for level in range(LEVELS) for side in range(2)]
text = "".join(f"{APART} f{level}_{side}(double x);\n" for level, side in functions)
for level, side in functions:
    below = "leaf(x); " if level == LEVELS - 1 else f"f{level + 1}_0(2 * x); f{level + 1}_1(2 * x + 1); "
    text += f"void f{level}_{side}(double x) {{ {below}__asm__ volatile(\"\"); }}\n"
here.write("main.cpp", f"""#include <cstdio>
extern "C" double real_send(double, double, double, double, int);
static int wrong, all;
static {APART} leaf(double x)
{{
    all++;
    wrong += real_send(x, x + 1, x + 2, x + 3, 1) != x + 2 * (x + 1) + 3 * (x + 2) + 4 * (x + 3) + 1;
}}
{text}
int main()
{{
    leaf(1);
    leaf(1);
    f0_0(1);
    f0_1(2);
    std::printf("%d of %d\\n", wrong, all);
}}
""")
here.run("gcc", "-O1", "-shared", "-fPIC", "real.c", "-o", "libreal.so")
here.triptych("cc", "g++", "-O1", "main.cpp", "-o", "main", "-L.", "-lreal", f"-Wl,-rpath,{here}")
for options in [], ["--events"]:
    result = here.triptych("run", "-q", "--force", "-o", "a.tri", *options, "--vocabulary", "./real.vocabulary", "./main")
    tap.equal(result.out, f"0 of {2 + 2 ** LEVELS}\n", f"arguments stay: {options}")
rows = here.triptych("query", "--format", "json", "a.tri", "nodes.filter(n -> n.name == \"real_send\").sum(n -> n.visits)").out
tap.contains(rows, str(2 + 2 ** LEVELS), "every call is counted")
tap.done()

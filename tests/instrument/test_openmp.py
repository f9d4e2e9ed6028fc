"""Loops under OpenMP: trips are exact where they can be known, and not shown where they cannot."""
import re

import program
import tap

here = program.folder()
here.write("shared.c", """
#include <stdio.h>
static int a[1000], b[1000];

int main(int argc, char **argv)
{
    int n = 100 * argc, k;
    long sum = 0;
    unsigned u;
    (void)argv;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp parallel for schedule(dynamic, 3) reduction(+ : sum)
    for (k = n - 1; k >= 10; k -= 7)
        sum += a[k];
#pragma omp parallel
    {
#pragma omp for collapse(2)
        for (int i = 5; i <= 20; i = i + 3)
            for (int j = 0; j < 4; j++)
                b[i * 4 + j] = i;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            a[i] += i;
#pragma omp for simd
        for (int i = 0; i < n; i++)
            a[i] += i;
    }
#pragma omp simd
    for (u = 3u; 50u > u; ++u)
        b[u] += a[u];
#pragma omp parallel for
    for (int i = 10; i != 30; i += 1)
        a[i]++;
#pragma omp parallel for
    for (int i = 10; i > 30; i--)
        a[i]++;
    printf("%ld %d %d\\n", sum, a[99], b[20]);
    return 0;
}
""")

THREADS = 2

# The body of a loop may be a directive with its block.
here.write("blocks.c", """
#include <stdio.h>
static int done;
static _Thread_local int seen;

int main(void)
{
    for (int t = 0; t < 5; t++)
#pragma omp parallel num_threads(3)
    {
#pragma omp atomic
        done++;
    }
#pragma omp parallel num_threads(2)
#pragma omp single
    for (int t = 0; t < 7; t++)
#pragma omp task
    {
#pragma omp atomic
        done++;
    }
#pragma omp parallel num_threads(2)
    for (int t = 0; t < 8; t++)
#pragma omp single
    {
        done++;
    }
#pragma omp parallel num_threads(2)
    for (int t = 0; t < 9; t++)
#pragma omp sections
    {
#pragma omp section
        done++;
    }
#pragma omp parallel num_threads(2)
    for (int t = 0; t < 6; t++)
#pragma omp atomic capture
    {
        seen = done; done++;
    }
    printf("%d %d\\n", done, seen < 0);
    return 0;
}
""")
IN_BLOCKS = {1: (1, 5), 2: (1, 7), 3: (THREADS, 16), 4: (THREADS, 18), 5: (THREADS, 12)}

# The same by macros, which make the directives.
for name in ("shared.c", "blocks.c"):
    text = re.sub(r"#pragma omp (.*)", r"OMP(\1)", here.read(name)).replace("OMP(parallel for)", "PARALLEL_FOR")
    here.write(f"macros-{name}", "#define PRAGMA(x) _Pragma(#x)\n#define OMP(x) PRAGMA(omp x)\n"
                                 "#define FOR(kind) OMP(kind for)\n#define PARALLEL_FOR FOR(parallel)\n" + text)

NOT_KNOWN = None
EXPECTED = {  # loop: (visits, trips)
    1: (1, 100),
    2: (1, 13),                # 99, 92, ... 15
    3: (THREADS, NOT_KNOWN),   # collapsed: each thread has a part of both loops
    5: (THREADS, 100),         # each thread counts its own part
    6: (THREADS, NOT_KNOWN),   # SIMD lanes cannot count
    7: (1, 47),
    8: (1, 20),
    9: (1, 0),
}

for compiler, flags in (("gcc", ["-fopenmp"]), ("clang", ["-fopenmp"]), ("gcc", [])):
    name = " ".join([compiler, *flags])
    if not program.have(compiler):
        tap.skip(name, f"there is no {compiler}")
        continue
    serial = not flags
    warnings = ["-Wall", "-Wextra", "-Werror", *(["-Wno-unknown-pragmas"] if serial else [])]
    if here.run(compiler, *flags, *warnings, "-O2", "shared.c", "-o", "plain", check=False).status != 0:
        tap.skip(name, "it has no OpenMP here")
        continue
    threads = {"OMP_NUM_THREADS": THREADS, "ASAN_OPTIONS": "detect_leaks=0"}
    for source, expected in (("shared.c", EXPECTED), ("blocks.c", IN_BLOCKS), ("macros-shared.c", EXPECTED), ("macros-blocks.c", IN_BLOCKS)):
        what = f"{name}: {source}"
        here.run(compiler, *flags, *warnings, "-O2", source, "-o", "plain")
        here.triptych("cc", compiler, *flags, *program.CFLAGS, *warnings, "-O2", source, "-o", "measured")
        plain = here.run("./plain", env=threads)
        result = here.triptych("run", "--force", "-o", "a.tri", "./measured", env=threads)
        tap.equal(result.out, plain.out, f"{what}: the program does the same")
        found = {row["seq"]: (row["visits"], row["trips"]) for row in here.report("a.tri")["loops"]}
        if serial:  # one visit, with the trips of one thread
            expected = {seq: (1, trips // times if "blocks" in source else trips) for seq, (times, trips) in expected.items()}
        tap.equal(found, expected, f"{what}: visits and trips")
tap.done()

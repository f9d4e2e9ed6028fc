"""Light regions of C: what has no probe of its own is counted exactly, on every call path, as by a probe of its own and as by hand."""
import collections
import json
import os

import program
import random_c
import tap

# One seed for every special thing of random_c: exit, longjmp, threads, OpenMP, fork, ... LIGHT_SEEDS=100,200 tries others.
SEEDS = range(*map(int, os.environ.get("LIGHT_SEEDS", "0,8").split(",")))
MODES = {"timed": {}, "counted": {"TRIPTYCH_COUNT": "1"}, "throttled": {"TRIPTYCH_THROTTLE": "50,1000000"}}
BUILDS = {"every": ["--every-probe"], "light": [], "untimed": ["--no-loop-times"]}

HAND = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static long all[8];                       /* visits and trips, by hand */
static double a[5][5], sum;
static int find(const double *x, int n, double what)
{
    int low = 0, high = n;
    while (high - low > 1) {              /* search */
        all[0]++;
        int middle = (low + high) / 2;
        if (x[middle] > what) high = middle; else low = middle;
    }
    return low;
}
static void eliminate(void)
{
    for (int p = 0; p < 5; p++)           /* pivots */
        for (int i = 0; i < 5; i++) {     /* rows */
            if (i == p) continue;
            for (int j = p + 1; j < 5; j++) { /* columns */
                a[i][j] -= a[p][j];
                all[1]++;
            }
        }
}
int main(int argc, char **argv)
{
    double x[100];
    int n = argc > 1 ? atoi(argv[1]) : 10;
    for (int i = 0; i < 100; i++) x[i] = i;
    for (int i = 0; i < n; i++) {         /* steps */
        eliminate();
        sum += find(x, i % 100 + 1, i / 2);
        for (int j = 0; j < i % 4; j++) { all[2]++; sum += a[0][j]; } /* few */
        if (i % 3 == 0) { all[3]++; for (int j = 0; j < 3; j++) sum++; } /* some */
    }
    printf("%ld %ld %ld %ld\\n", all[0], all[1], all[2], all[3]);
    return 0;
}
"""


def counts(here, archive):
    """(path, file, line) -> visits, trips, least and most trips."""
    found = collections.defaultdict(lambda: [0, 0, None, None])
    for line in here.triptych("query", archive, "nodes", "--format", "json").out.splitlines():
        node = json.loads(line)
        if node["path"] is None or not node["visits"]:
            continue
        row = found[node["path"], node["file"], node["line"]]
        row[0] += node["visits"]
        if node["trips"] is None:
            continue
        row[1] += node["trips"]
        for place, value, choose in ((2, node["tripsMin"], min), (3, node["tripsMax"], max)):
            if value is not None:
                row[place] = value if row[place] is None else choose(row[place], value)
    return dict(found)


def run(here, name, arguments, mode):
    archive = f"{name}.tri"
    here.run("rm", "-rf", archive)
    (here / archive).mkdir()
    result = here.run(f"./{name}", *arguments, check=False, env={**mode, "TRIPTYCH_ARCHIVE": str(here / archive), "OMP_NUM_THREADS": "2"})
    return (result.status, result.out, result.err), counts(here, archive)


def differences(expected, got):
    for key in sorted(set(expected) | set(got)):
        if expected.get(key) != got.get(key):
            yield f"{key}: expected {expected.get(key)}, got {got.get(key)}"


def build(here, name, words, flags, file):
    return here.triptych("cc", *words, program.CC, *program.CFLAGS, *flags, file, "-o", name, "-lm")


def check_seed(here, seed):
    check_alike(here, f"program {seed} ({random_c.special(seed)})", random_c.program(seed), ("-O2", "-O3", "-O1", "-O0")[seed % 4])


def check_alike(here, what, text, *words):
    """Whatever has probes, outputs and counts are the same."""
    file = "alike.c"
    here.write(file, text)
    flags = [*words, "-w", "-fopenmp", "-pthread"]
    here.run(program.CC, *program.CFLAGS, *flags, file, "-o", "plain", "-lm")
    plain = here.run("./plain", check=False, env={"OMP_NUM_THREADS": "2"})
    expected = None
    for name, words in BUILDS.items():
        build(here, name, words, flags, file)
        for mode, env in MODES.items():
            if name == "every" and mode != "timed":
                continue
            output, found = run(here, name, [], env)
            title = f"{what}, {name}, {mode}"
            expected = expected or found
            lost = list(differences(expected, found))
            tap.check(found and not lost, f"{title}: the same counts", "\n".join(lost[:10]))
            tap.equal(output, (plain.status, plain.out, plain.err), f"{title}: the same output")


def check_by_hand(here):
    here.write("hand.c", HAND)
    words = {number: line.split("/* ")[1].split(" ")[0] for number, line in enumerate(HAND.split("\n"), 1) if "for (" in line or "while (" in line
             if "/* " in line}
    for level in ("-O0", "-O3"):
        build(here, "hand", [], [level], "hand.c")
        for mode, env in MODES.items():
            (_, out, _), found = run(here, "hand", ["50"], env)
            by_word = {words[line]: row for (_, file, line), row in found.items() if file == "hand.c" and line in words}
            searched, inner, few, some = map(int, out.split())
            expected = {"search": [50, searched], "pivots": [50, 250], "rows": [250, 1250], "columns": [1000, inner], "steps": [1, 50],
                        "few": [50, few], "some": [some, 3 * some]}
            tap.equal({word: row[:2] for word, row in by_word.items()}, expected, f"by hand, {level}, {mode}")
            tap.equal(by_word["columns"][2:], [0, 4], f"by hand, {level}, {mode}: least and most trips")


STAGES = """static double x[100000];
static double stages(int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) x[i] = i * 0.5;
    for (int i = 0; i < n; i++) s += x[i];
    return s;
}
int main(void)
{
    return stages(100000) < 0;
}
"""


def check_times(here):
    """Each long loop of a small function has its own time, unless it is the only one: then the function's time is its time."""
    here.write("stages.c", STAGES)
    here.triptych("cc", program.CC, "-g", "-O2", *program.CFLAGS, "stages.c", "-o", "stages")
    here.triptych("run", "-q", "--force", "-o", "stages.tri", "./stages")
    loops = [row for row in here.report("stages.tri")["loops"] if row["routine"] == "stages"]
    tap.equal([(row["trips"], row["time_ns"] is not None) for row in loops], [(100000, True)] * 2, "two long loops are timed")


SELDOM = """static double x[64];
static int find(int n, double what)
{
    int low = 0, high = n;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (x[middle] > what) high = middle; else low = middle;
    }
    return low;
}
__attribute__((noinline)) static int anchor(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) sum += find(64, i);
    return sum;
}
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 64; i++) x[i] = i;
    for (int i = 0; i < 40; i++) sum += anchor(100);
    return sum < 0;
}
"""


def check_seldom(here):
    """Where a small routine inside is throttled, it is called through its probe in few visits of what is around it."""
    here.write("seldom.c", SELDOM)
    here.triptych("cc", program.CC, "-g", "-O2", *program.CFLAGS, "seldom.c", "-o", "seldom")
    for throttle, estimated in (("off", False), ("50,1000000000", True)):
        here.triptych("run", "-q", "--force", "--throttle", throttle, "-o", "seldom.tri", "./seldom")
        report = here.report("seldom.tri")
        loop, = (row for row in report["loops"] if row["routine"] == "anchor")
        find, = (row for row in report["routines"] if row["name"] == "find")
        tap.equal((loop["visits"], loop["trips"], find["visits"]), (40, 4000, 4000), f"throttle {throttle}: all are counted")
        tap.equal(loop["estimated"], estimated, f"throttle {throttle}: the loop around a small routine is timed {'seldom' if estimated else 'always'}")


# Functions that are called where the text does not show it run below the loop around them, also where that only counts.
CLEANUP = """#include <stdio.h>
static int seen;
static void bye(int *p)
{
    for (int i = 0; i < *p % 4; i++) seen++;
}
static int f(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        __attribute__((cleanup(bye))) int k = i;
        if (i == 3) continue;
        for (int j = 0; j < k; j++) {
            __attribute__((cleanup(bye))) int q = j;
            if (q == 2) goto out;
            s += q;
        }
    }
out:
    return s;
}
int main(void)
{
    int s = 0;
    for (int i = 0; i < 12; i++) s += f(i);
    printf("%d %d\\n", s, seen);
    return 0;
}
"""
# Loops that begin or end in the middle of what is compiled on a condition cannot be written twice.
CONDITIONS = """#include <stdio.h>
static int f(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
#ifdef NOTHING
        s--;
#else
        s++;
#endif
#if 1
    for (int i = 0; i < n; i++) {
#  if 0
        s--;
#  elif 1
        s += i;
#  endif
        if (s > 40) break;
    }
#endif
    return s;
}
int main(void)
{
    int s = 0;
    for (int i = 0; i < 12; i++) s += f(i);
    printf("%d\\n", s);
    return 0;
}
"""

# Small functions that run before a call that does not return, in a forked child, and as a call's function.
ENDS = """#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#define LEAVE exit
struct flags { unsigned few : 3; };
static struct flags flags = {5};
static int small(int x) { return x * 3; }
static struct flags *get(void) { return &flags; }
static int two(int x) { return x / 2; }
static int (*getter(void))(int) { return two; }
static int tell(int x, int y, int z) { printf("%d %d %d\\n", x, y, z); return x; }
static void end(int n)
{
    if (n == 1) _exit(small(n));
    if (n == 2) LEAVE(small(n));
    for (int i = 0; i < 4; i++)
        if (i == n - 3) exit(tell(small(n), get()->few, two(i) ? 1 : 0) & 7);
}
int main(void)
{
    int sum = 0, status;
    for (int i = 0; i < 10; i++) sum += getter()(i);
    for (int i = 0; i < 6; i++) {
        fflush(stdout);
        if (!fork()) {
            for (int k = 0; k < 5; k++) sum += small(k);
            end(i);
            _exit(two(sum) & 1);
        }
        wait(&status);
        printf("%d\\n", status);
    }
    exit(small(sum) & 1);
}
"""
# Heads of loops that are not reached have no values.
UNREACHED = """#include <limits.h>
#include <stdio.h>
struct grid { int n; };
static int follow(const struct grid *grid, int m)
{
    int sum = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < grid->n; j++) sum++;
    return sum;
}
static int share(int n, int m)
{
    int sum = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n / m; j++) sum++;
    return sum;
}
static int above(int a, int m)
{
    int sum = 0;
    for (int i = 0; i < m; i++)
        for (int j = a; j < a + 3; j++) sum++;
    return sum;
}
static int power(unsigned k, int m)
{
    int sum = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < 1 << k; j++) sum++;
    return sum;
}
int main(void)
{
    struct grid grid = {3};
    int sum = 0;
    for (int m = 0; m < 60; m++) {
        int n = m % 3;
        sum += follow(n ? &grid : 0, n) + share(9, n) + above(n ? 7 : INT_MAX, n) + power(n ? 3 : 77, n);
    }
    printf("%d\\n", sum);
    return 0;
}
"""

# Text that depends on what compiles it, and on how.
COMPILER = """#include <stdio.h>
#if __GNUC__ >= 11
#define VERSION 4
#else
#define VERSION 2
#endif
#ifdef __OPTIMIZE__
enum { LEVEL = 3 };
#else
enum { LEVEL = 2 };
#endif
#ifdef __FAST_MATH__
#define FAST 2
#else
#define FAST 3
#endif
#if __has_builtin(__builtin_speculation_safe_value)
#define BUILTIN 2
#else
#define BUILTIN 3
#endif
#if __has_attribute(no_icf)
#define ATTRIBUTE 2
#else
#define ATTRIBUTE 3
#endif
static long sum;
static void count(void)
{
    for (int i = 0; i < VERSION; i++) sum++;
    for (int i = 0; i < LEVEL; i++) sum++;
    for (int i = 0; i < FAST; i++) sum++;
    for (int i = 0; i < BUILTIN; i++) sum++;
    for (int i = 0; i < ATTRIBUTE; i++) sum++;
    for (int i = 0; i < _OPENMP / 100 - 2010; i++) sum++;
#if __GNUC__ >= 12
    for (int i = 0; i < 3; i++) sum++;
#else
    for (int i = 0; i < 5; i++) sum++;
#endif
}
int main(void)
{
    for (int k = 0; k < 10; k++) count();
    printf("%ld\\n", sum);
    return 0;
}
"""

UNSEEN = """static int sum;
static void f(int n)
{
#if __has_attribute(no_icf)
    for (int i = 0; i < n; i++) sum++;
#else
    for (int i = 0; i < n; i++) sum--;
#endif
}
int main(void)
{
    for (int i = 0; i < 4; i++) f(i);
    return sum < 0;
}
"""


def check_unseen(here):
    """Loops that gcc compiles and libclang does not see are said not to be measured."""
    if not program.have("gcc"):
        return
    here.write("unseen.c", UNSEEN)
    built = here.triptych("cc", "gcc", "-O2", *program.CFLAGS, "unseen.c", "-o", "unseen")
    tap.check("unseen.c:5: not measured: loops" in built.err, "a loop that libclang does not see is said not to be measured", built.err)


ABORTS = """#include <stdlib.h>
struct grid { int n; };
static int follow(const struct grid *grid, int m)
{
    int sum = 0;
    for (int i = 0; i < m; i++) {
        if (!grid) abort();
        for (int j = 0; j < grid->n; j++) sum++;
    }
    return sum;
}
int main(int argc, char **argv) { return follow(argc > 1 ? (struct grid *)argv : 0, argc); }
"""


def check_aborts(here):
    """The head of a loop is not evaluated before a check that keeps the program from reaching it."""
    here.write("aborts.c", ABORTS)
    build(here, "aborts", [], ["-O2"], "aborts.c")
    ended = here.run("./aborts", check=False, env={"TRIPTYCH_COUNT": "1", "TRIPTYCH_ARCHIVE": str(here / "aborts.tri")})
    tap.equal(ended.status, -6, "a program that aborts is not stopped by the head of a loop behind that")

# With the macros of the compiler, libclang reads these headers, too.
HEADERS = (("gcc", [], "stdlib.h"), ("gcc", ["-march=native"], "arm_neon.h"), ("gcc", ["-march=native"], "immintrin.h"), ("clang", ["-fopenmp"], "omp.h"))
SMALL = """#include <%s>
static int sum;
static void f(void) { for (int i = 0; i < 3; i++) sum++; }
int main(void) { for (int k = 0; k < 9; k++) f(); return 0; }
"""


def check_headers(here):
    """Regions are light whatever headers are included: libclang is given the macros that the compiler has."""
    for compiler, flags, header in HEADERS:
        here.write("small.c", SMALL % header)
        words = [compiler, "-O2", "-w", *flags, "-c", "small.c", "-o", "small.o"]
        if not program.have(compiler) or here.run(*words, check=False).status:
            continue
        here.triptych("cc", "--keep", "kept", *words)
        text = (here / "kept" / "small.c").read_text()
        tap.check("TRI_LIGHTS" in text, f"{compiler} {' '.join(flags)} {header}: a short loop is light", text[-2000:])


# The region is switched in the middle of visits 2 and 3, by a store: in the first it is counted as it began, the other is not.
SWITCHED = """#include <stdio.h>
#include <string.h>
static unsigned unused, *mode = &unused, wanted;
static const int few[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static long rows(int n, int change)
{
    long sum = 0;
    for (int i = 0; i < n; i++) {
        if (i == change) *(volatile unsigned *)mode = wanted;
        for (int k = 0; k < few[i]; k++) sum += k;
    }
    return sum;
}
int main(void)
{
    long (*volatile visit)(int, int) = rows;
    long sum = visit(8, -1);
#ifdef TRIPTYCH_PROBES_H
    for (unsigned i = 0; i < sizeof tri_regions / sizeof tri_regions[0]; i++)
        if (!strcmp(tri_regions[i].name, "rows")) mode = &tri_regions[i].mode;
    wanted = TRI_OFF;
    sum += visit(8, 3);
    wanted = TRI_COUNT;
    sum += visit(8, 3);
#endif
    sum += visit(8, -1);
    printf("%ld\\n", sum);
    return 0;
}
"""


def check_switched(here):
    """A visit that begins switched off runs the user's text alone, and is not counted, whatever happens during it."""
    here.write("switched.c", SWITCHED)
    build(here, "switched", [], ["-O2"], "switched.c")
    result, found = run(here, "switched", [], {"TRIPTYCH_COUNT": "1"})
    tap.equal(result, (0, "336\n", ""), "switched: what the program says")
    tap.equal({line: row for (_, _, line), row in found.items() if line in (5, 8, 10)},
              {5: [3, 0, None, None], 8: [3, 24, 8, 8], 10: [24, 108, 1, 8]}, "switched in the middle of visits: visits and trips")
    off = here.run("./switched", env={"TRIPTYCH": "off"})
    tap.equal((off.out, off.err), ("336\n", ""), "switched off: what the program says")


# Where a head follows a pointer, the pointer may be changed inside, under another name.
FOLLOWED = """#include <stdio.h>
struct part { int n; struct part *next; };
struct whole { struct part *part; };
static long walk(const struct whole *whole, struct part **now, int parts)
{
    long sum = 0;
    for (int i = 0; i < parts; i++) {
        for (int k = 0; k < whole->part->n; k++) sum += k;
        *now = (*now)->next;
    }
    return sum;
}
static long alias(int parts)
{
    int n = 1, *now = &n;
    long sum = 0;
    for (int i = 0; i < parts; i++) {
        for (int k = 0; k < *now; k++) sum += k;
        n = (n + 3) % 8;
    }
    return sum;
}
int main(void)
{
    struct part parts[3] = {{3, &parts[1]}, {5, &parts[2]}, {7, &parts[0]}};
    struct whole whole = {parts};
    long sum = 0;
    for (int i = 0; i < 100; i++) sum += walk(&whole, &whole.part, 4 + i % 3) + alias(i);
    printf("%ld\\n", sum);
    return 0;
}
"""


# Loops directly inside each other whose heads tell everything: in a routine and in a loop, also those that are not reached.
CHAINS = """#include <stdio.h>
#include <stdlib.h>
static double x[8];
static double one(int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i]; return s; }
static double two(int n, int m) { double s = 0; for (int i = 0; i < n; i++) for (int k = m; k > 1; k -= 2) s += x[k]; return s; }
static double three(int l, int m, int n)
{
    double s = 0;
    for (int i = 0; i < l; i++)
        for (int j = i == 0; j < 1; j++) s++;
    for (int i = 0; i < l; i++)
        for (int j = 0; j < m; j++) {
            for (int k = 0; k < 840 / m / (n + 1); k++) s += x[k % 8];
            s += j;
        }
    return s;
}
static double chain(int l, int m, int n)
{
    double s = 0;
    for (int i = 0; i < l; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < 8 / m - n; k++) s += x[k];
    return s;
}
int main(void)
{
    double (*volatile f1)(int) = one, (*volatile f2)(int, int) = two, (*volatile f3)(int, int, int) = three, (*volatile f4)(int, int, int) = chain, s = 0;
    for (int v = 0; v < 200; v++) {
        int n = v % 7 - 2;
        s += f1(n) + f2(v % 3, v % 8) + f3(v % 4, v % 3, v % 5) + f4(v % 4, v % 3, v % 5);
        for (int i = 0; i < n; i++)       /* it owns a chain */
            for (int j = 0; j < v % 2; j++)
                for (int k = 0; k < 6 / (v % 2); k++) s += x[k];
        s += abs(n);
    }
    printf("%.1f\\n", s);
    return 0;
}
"""


def check_chains(here):
    check_alike(here, "chains", CHAINS, "-O2")
    check_alike(here, "chains", CHAINS, "-O2", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error")
    here.write("chains.c", CHAINS)
    here.triptych("cc", "--keep", "kept", program.CC, "-O2", "-c", "chains.c", "-o", "chains.o")
    text = (here / "kept" / "chains.c").read_text()
    for words in ("TRI_CHAIN_ROUTINE(0, 1)", "TRI_CHAIN(2, ", "TRI_CHAIN(3, ", "TRI_CHAIN_LOOP("):
        tap.check(words in text, f"chains: {words}", text)


def main():
    here = program.folder()
    check_by_hand(here)
    check_headers(here)
    check_aborts(here)
    check_switched(here)
    check_unseen(here)
    check_alike(here, "compiler", COMPILER, "-O2", "-ffast-math")
    check_alike(here, "ends", ENDS, "-O2")
    check_alike(here, "unreached heads", UNREACHED, "-O2", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error")
    check_alike(here, "cleanups", CLEANUP, "-O2")
    check_alike(here, "conditions", CONDITIONS, "-O2")
    check_alike(here, "followed pointers", FOLLOWED, "-O2")
    check_chains(here)
    check_times(here)
    check_seldom(here)
    for seed in SEEDS:
        check_seed(here, seed)
    tap.done()


main()

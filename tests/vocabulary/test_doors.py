"""Described functions inside a program that nobody rebuilt: every call is counted, by hand count, and nothing changes for the program."""
import json
import os

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
CXX = os.environ.get("CXX", "g++").split()
here.write("plain.cc", """
#include <cstdio>
#include <cstring>
#include <pthread.h>
#include <setjmp.h>
#include <stdexcept>
#define KEEP __attribute__((noinline, noclone, used))
static jmp_buf landing;
static volatile int zero;
struct wide { long a, b, c, d; };
extern "C" {
KEEP int post(int to, const void *data, long size) { zero = 0; return data ? (int)size + to : -1; }
KEEP static int hidden(int to, long size) { zero = 0; return to + (int)size; }
KEEP double mixed(int a, double b, long c, float d, int e, int f, int g, int h, int i, long j, double k)
{ zero = 0; return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k; }
KEEP struct wide large(long a) { zero = 0; struct wide wide = {a, a + 1, a + 2, a + 3}; return wide; }
KEEP int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
KEEP int tail(int n) { zero = 0; return post(n, "", n); }
KEEP int between(int n) { return tail(n); }
KEEP int thrower(int n) { zero = 0; if (n) throw std::runtime_error("thrown"); return 1; }
KEEP int jumper(int n) { zero = 0; if (n) longjmp(landing, 1); return 1; }
KEEP long loop(long n, long sum) { do { sum += n; } while (--n > 0); return sum; }
KEEP int nothing(void) { zero = 0; return 3; }
KEEP int keeper(int n) { zero = 0; return n + 1; }
KEEP int inner(int n) { zero = 0; return n; }
}
namespace x10 { namespace xrx { struct Runtime { static int runAsync(void *body); }; } }
KEEP int x10::xrx::Runtime::runAsync(void *body) { zero = 0; return body ? 1 : 0; }
/* The compiler knows which registers keeper() leaves alone. */
KEEP static long uses(long a, long b, long c, long d, long e, long f)
{
    long x = a * 3 + b, y = b * 5 + c, z = c * 7 + d, u = d * 11 + e, v = e * 13 + f, w = f * 17 + a;
    double p = (double)x * 0.5, q = (double)y * 0.25, r = (double)z * 0.125;
    int kept = keeper((int)a);
    return x + 2 * y + 3 * z + 4 * u + 5 * v + 6 * w + kept + (long)(p + q + r);
}
static void *many(void *data)
{
    for (int i = 0; i < 1000; i++)
        *(long *)data += post(1, "", 5) + (long)uses(i, i + 1, i + 2, i + 3, i + 4, i + 5);
    return nullptr;
}
KEEP static int deep(int n) { char room[4000]; memset(room, n, sizeof room); zero = room[n]; return inner(n) + room[5]; }
int main(int count, char **words)
{
    long sum = 0, others[2] = {0, 0};
    pthread_t threads[2];
    for (int i = 0; i < 10; i++)
        sum += post(i, i % 2 ? "" : nullptr, 100);
    for (int i = 0; i < 5; i++)
        sum += hidden(i, 10);
    std::printf("%g\\n", mixed(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    for (int i = 0; i < 3; i++)
        sum += large(i).d;
    sum += fib(12);
    for (int i = 0; i < 3; i++)
        sum += between(i);
    for (int i = 0; i < 4; i++) {
        try {
            sum += thrower(i % 2);
        } catch (std::exception &error) {
            sum += (long)std::strlen(error.what());
        }
        sum += deep(i);
    }
    for (volatile int i = 0; i < 4; i = i + 1) {
        if (!setjmp(landing))
            sum += jumper(i % 2);
        sum += deep(i);
    }
    for (int i = 1; i < 4; i++)
        sum += loop(100000L * i, i);
    for (int i = 0; i < 7; i++)
        sum += nothing();
    sum += x10::xrx::Runtime::runAsync(&sum);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], nullptr, many, &others[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], nullptr);
    std::printf("%ld %ld %ld\\n", sum, others[0], others[1]);
    std::fflush(stdout);
    if (count > 1)
        __builtin_trap();
    return words[0] == nullptr;
}
""")
here.write("plain.vocabulary", """
vocabulary plain
int post(int to, const void *data, long size)
    send to to, tag 3, bytes size when result >= 0
int hidden(int to, long size)
    send to to, bytes result
double mixed(int a, double b, long c, float d, int e, int f, int g, int h, int i, long j, double k)
    visit bytes j
void large(long a)
    visit
int fib(int n)
    visit bytes n
int tail(int n)
    visit
int thrower(int n)
    visit bytes 1
int jumper(int n)
    visit bytes 1
long loop(long n, long sum)
    visit bytes n
int nothing(void)
    visit
int keeper(int n)
    visit bytes result
int inner(int n)
    visit
int run_async(void *body) symbol _ZN3x103xrx7Runtime8runAsyncEPv
    spawn
""")
NAMES = {"post", "hidden", "mixed", "large", "fib", "tail", "thrower", "jumper", "loop", "nothing", "keeper", "inner", "run_async"}
COUNTED = {
    "post": (10 + 2000, 5 * 100 + 2000 * 5), "hidden": (5, 10 + 11 + 12 + 13 + 14), "mixed": (1, 10), "large": (3, 0), "fib": (1, 12),
    "tail": (3, 0), "thrower": (4, 2), "jumper": (4, 2), "loop": (3, 600000), "nothing": (7, 0), "keeper": (2000, 2 * sum(range(1, 1001))),
    "inner": (8, 0), "run_async": (1, 0),
}


def profile(archive):
    """By function: visits and bytes."""
    found = {}
    for line in here.triptych("query", archive, "nodes", "--format", "json").out.splitlines():
        row = json.loads(line)
        if row["name"] in NAMES:
            visits, size = found.get(row["name"], (0, 0))
            found[row["name"]] = visits + row["visits"], size + (row["bytes"] or 0)
    return found


def check(name, *flags):
    here.run(*CXX, *flags, "plain.cc", "-o", name, "-lpthread")
    native = here.run(f"./{name}")
    ran = here.triptych("run", "--quiet", "-o", f"{name}.tri", "--vocabulary", "./plain.vocabulary", f"./{name}")
    words = " ".join(flags)
    tap.equal((ran.out, ran.err), (native.out, ""), f"{words}: the program does the same")
    tap.equal(profile(f"{name}.tri"), COUNTED, f"{words}: visits and bytes, by hand count")


for number, flags in enumerate((["-O2"], ["-O0", "-fno-pie", "-no-pie"])):
    check(f"plain{number}", *flags)
logged = here.triptych("run", "--quiet", "--events", "-o", "logged.tri", "--vocabulary", "./plain.vocabulary", "./plain0")
tap.equal(profile("logged.tri"), COUNTED, "the same when they are logged")

killed = here.triptych("run", "--quiet", "-o", "killed.tri", "--vocabulary", "./plain.vocabulary", "./plain0", "kill", check=False)
tap.equal((killed.status != 0, profile("killed.tri")), (True, COUNTED), "and when the program is killed")
here.write("script", "#!/bin/sh\n./plain0\n").chmod(0o755)
here.triptych("run", "--quiet", "-o", "script.tri", "--vocabulary", "./plain.vocabulary", "./script")
tap.equal(profile("script.tri"), COUNTED, "and when a script starts it")

here.run("strip", "plain0", "-o", "bare")
bare = here.triptych("run", "--quiet", "-o", "bare.tri", "--vocabulary", "./plain.vocabulary", "./bare")
tap.check("symbols were removed" in bare.err and bare.out == here.run("./bare").out, "a stripped program runs, and a line says why", bare.err)
tap.equal(profile("bare.tri"), {}, "nothing of it is recorded")
here.run("strip", "plain1", "-o", "tool")
here.write("script", "#!/bin/sh\n./tool > /dev/null\n./plain0\n").chmod(0o755)
tools = here.triptych("run", "--quiet", "-o", "tools.tri", "--vocabulary", "./plain.vocabulary", "./script")
tap.check("symbols were removed" not in tools.err and profile("tools.tri") == COUNTED, "it is not said of tools that a script starts", tools.err)

here.write("clone.c", """
int one(int a) { __asm__ volatile("" : "+r"(a)); return a; }
int same(int a) __attribute__((alias("one")));
__asm__(".text\\n.type two.constprop.0, %function\\ntwo.constprop.0:\\n ret\\n.size two.constprop.0, .-two.constprop.0\\n");
int main(void) { return one(0) + same(0); }
""")
here.write("clone.vocabulary", "vocabulary clone\nint one(int a)\n    visit\nint two(int a)\n    visit\nint same(int a)\n    visit\n")
here.run(program.CC, "-O1", "-falign-functions=16", "-w", "clone.c", "-o", "clone")
said = here.triptych("run", "--quiet", "-o", "clone.tri", "--vocabulary", "./clone.vocabulary", "./clone").err.splitlines()
tap.equal([line.split(": ", 2)[2].split(";")[0] for line in said],
          ["same cannot be patched: it is the same code as one",
           "two cannot be patched: the compiler has left only two.constprop.0 of it, whose arguments may differ"],
          "what cannot be patched is said")

# Nothing is computed from a state that such a function sets: it is not 0.
here.write("lost.c", """
#define KEEP __attribute__((noinline, noclone, used))
static volatile int zero;
KEEP int give(int n) { zero = n; zero = n + 1; return n; }
KEEP int guess(int n) { zero = n; zero = n + 2; return n; }
KEEP int guarded(int n) { zero = n; zero = n + 3; return n; }
KEEP int copied(int n) { zero = n; zero = n + 4; return n; }
KEEP int derived(int n) { zero = n; zero = n + 5; return n; }
KEEP int known(int n) { zero = n; zero = n + 6; return n; }
__asm__(".text\\n.type scale_by.constprop.0, %function\\nscale_by.constprop.0:\\n ret\\n.size scale_by.constprop.0, .-scale_by.constprop.0\\n");
int main(void)
{
    for (int i = 0; i < 5; i++)
        give(10), guess(10), guarded(10), copied(10), derived(10), known(10);
    return 0;
}
""")
here.write("lost.vocabulary", """
vocabulary lost
state process scale
state process copy
state process other
int scale_by(int n)
    set scale = n
int give(int n)
    visit bytes n * scale
int guess(int n)
    visit bytes n * scale else n
int guarded(int n)
    visit bytes n when scale == 0
int copied(int n)
    let twice = 2 * scale
    visit bytes n
    set copy = twice
    set other = 7
int derived(int n)
    visit bytes copy + 1
int known(int n)
    visit bytes other
""")
here.run(program.CC, "-O1", "-falign-functions=16", "-w", "lost.c", "-o", "lost")
for options in ((), ("--events",)):
    said = here.triptych("run", "--quiet", "--force", *options, "-o", "lost.tri", "--vocabulary", "./lost.vocabulary", "./lost").err.splitlines()
    rows = [json.loads(line) for line in here.triptych("query", "lost.tri", "nodes", "--format", "json").out.splitlines()]
    tap.equal({row["name"]: (row["visits"], row["bytes"]) for row in rows if row["name"]},
              {"give": (5, None), "guess": (5, 50), "guarded": (5, None), "copied": (5, 50), "derived": (5, None), "known": (5, 35)},
              f"{options}: bytes that need a state that is not known are not known")
    tap.equal([line.split(": ", 2)[2] for line in said[1:]],
              ["states are not known, as functions that set them cannot be patched: scale, copy; not recorded: bytes of give, what depends on conditions "
               "of guarded, bytes of derived; the program continues"], f"{options}: a line says what is lost")
report = json.loads(here.triptych("report", "lost.tri", "--format", "json").out)
tap.equal({site["function"]: site["bytes"] for site in report["comm_sites"]},
          {"give": None, "guess": 50, "guarded": None, "copied": 50, "derived": None, "known": 35}, "the report leaves them out")
tap.equal([row["bytes"] for row in report["comm_ranks"]], [None, None], "and sums with them")
notes = here.triptych("report", "--notes", "lost.tri").out
tap.check("scale_by" in notes and "not known: scale" in notes, "the archive has the function that is not measured", notes)
tap.check(not list((here / ".").glob("*.tri/doors")), "nothing of it stays in archives")
tap.done()

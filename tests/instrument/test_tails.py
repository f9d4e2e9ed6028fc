"""Recursion in tail position, of which the compiler makes a loop: the measured program needs no more stack, and every call is
a visit."""
import collections
import json

import program
import tap

here = program.folder()
DEEP = 10_000_000
here.write("deep.c", f"""
#include <stdio.h>
struct list {{ struct list *left, *right; }};
static long sum(long n, long all) {{ if (n == 0) return all; return sum(n - 1, all + n); }}
static long gcd(long a, long b) {{ return b ? gcd(b, a % b) : a; }}
static int odd(long n);
static int even(long n) {{ if (n == 0) return 1; return odd(n - 1); }}
static int odd(long n) {{ if (n == 0) return 0; return even(n - 1); }}
static void down(long n) {{ if (n > 0) {{ if (n % 2) down(n - 1); else {{ down(n - 1); return; }} }} }}
static void loops(long n) {{ for (int i = 0; i < 2; i++) n--; if (n > 0) loops(n); }}
static long walk(struct list *at, long n) {{ if (n == 0 || !at) return 0; walk(at->left, n - 1); return walk(at->right, n - 1); }}
static long inner(long n) {{ return n == 0 ? 0 : inner(n - 1) + 1; }}
static long twice(long n) {{ return 2 * n; }}
static long args(long n, long all) {{ return n == 0 ? all : args(n - 1, twice(all)); }}
static long in_loop(long n) {{ for (long i = n; i > 0; i--) if (i % 7 == 0) return in_loop(i - 1); return n; }}
static long tasks(long n) {{ if (n == 0) return 0;
#pragma GCC unroll 1
    for (int i = 0; i < 2; i++) n += 0;
    return tasks(n - 1); }}
int main(void)
{{
    struct list one = {{0, &one}};
    printf("%ld %ld %d\\n", sum({DEEP}, 0), gcd(832040, 514229), even({DEEP}));
    down({DEEP});
    loops({DEEP});
    walk(&one, {DEEP});
    printf("%ld %ld %ld %ld\\n", inner(100), args(20, 1), in_loop(30), tasks(5));
    return 0;
}}
""")
VISITS = {"sum": DEEP + 1, "gcd": 29, "even": DEEP // 2 + 1, "odd": DEEP // 2, "down": DEEP + 1, "loops": DEEP // 2,
          "walk": 2 * DEEP + 1, "inner": 101, "twice": 20, "args": 21, "in_loop": 5, "tasks": 6, "main": 1}
OUT = "50000005000000 1 1\n100 1048576 6 0\n"


def counts(archive):
    """name -> visits in all, and how many call paths there are."""
    visits, paths = collections.Counter(), collections.Counter()
    for line in here.triptych("query", archive, "nodes", "--format", "json").out.splitlines():
        node = json.loads(line)
        name = node["name"]
        visits[name] += node["count"]
        paths[name] += node["count"] > 0
    return visits, paths


for compiler in ("gcc", "clang"):
    if program.SANITIZED or not program.have(compiler):
        tap.skip(compiler, "it is not there, or a sanitizer makes no loop of recursion")
        continue
    here.triptych("cc", compiler, "-O2", "deep.c", "-o", "deep")
    result = here.triptych("run", "--quiet", "--force", "-o", "deep.tri", "./deep", check=False)
    tap.equal((result.status, result.out), (0, OUT), f"{compiler}: the stack is large enough")
    visits, depth = counts("deep.tri")
    tap.equal({name: visits[name] for name in VISITS}, VISITS, f"{compiler}: every call is a visit")
    once = ["sum", "gcd", "even", "odd", "down", "loops"]
    tap.equal({name: depth[name] for name in once}, dict.fromkeys(once, 1), f"{compiler}: on one call path")
    tap.equal((depth["inner"], depth["args"]), (101, 21), f"{compiler}: other recursion has one for each level")
tap.done()

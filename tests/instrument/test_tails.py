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
    printf("%ld %ld %ld %ld\\n", inner({DEEP}), args(20, 1), in_loop(30), tasks(5));
    return 0;
}}
""")
VISITS = {"sum": DEEP + 1, "gcd": 29, "even": DEEP // 2 + 1, "odd": DEEP // 2, "down": DEEP + 1, "loops": DEEP // 2,
          "walk": 2 * DEEP + 1, "inner": DEEP + 1, "twice": 20, "args": 21, "in_loop": 5, "tasks": 6, "main": 1}
ONCE = ["sum", "gcd", "even", "odd", "down", "loops", "inner", "args", "in_loop", "tasks"]
OUT = f"50000005000000 1 1\n{DEEP} 1048576 6 0\n"

# Every function is called with N, and N times by itself, unless FORMS says how often it is visited.
N = 300_000
FORMS = """
long order;
NOINLINE static long one(long n) { return n; }
NOINLINE static long note(long n) { order = (order * 31 + n) % 1000003; return n; }
NOINLINE static struct item *next_of(struct item *at) { return at->next; }
static long find(struct item *at, long n) { if (n == 0) return at->small; return find(next_of(at), n - 1); }
static long both(long n, long all) { return n == 0 ? all : both(note(n - 1), note(all) + 1); }
static long field(struct item *at, unsigned small, const char *name, long n)
{ return n == 0 ? small + name[0] : field(at, next_of(at)->small, next_of(at)->name, n - 1); }
static float narrow(float x, char c, long n) { return n == 0 ? x + c : narrow(one(n) ? x : 0, one(c), n - 1); }
static long result(long n) { long r; if (n == 0) return 7; r = result(n - 1); return r; }
static long declared(long n) { if (n == 0) return 7; long r = declared(n - 1); return r; }
static long branches(long n) { long r; if (n > 0) r = branches(n - 1); else r = 4; return r; }
static long jumps(long n) { long r; if (n > 0) { r = jumps(n - 1); goto out; } r = 4; out: return r; }
static long loop(long n) { for (;;) { if (n % 2) return loop(n - 1); if (n <= 0) return n; n--; } }
static long nest(long n) { while (1) { for (long i = 0; i < n; i++) if (i == 2) return nest(one(n - 1)); return n; } }
static void leaves(long n) { while (n > 0) { order = n; leaves(n - 1); break; } }
static void cases(long n) { switch (n % 3) { case 0: if (n) cases(n - 1); break; case 1: cases(n - 1); break; default: cases(n - 1); } }
static void label(long n) { if (n == 0) goto end; order = n; goto call; call: label(n - 1); end:; }
static void block(long n) { do { if (n == 0) break; block(n - 1); } while (0); }
static void nested(long n) { if (n > 0) { if (n % 2) { nested(n - 1); } else if (n % 3) nested(n - 1); else { { nested(n - 1); } return; } } }
static long add(long n) { return n == 0 ? 0 : n + add(n - 1); }
static int product(int n) { return n == 0 ? 1 : (n | 1) % 5 * product(n - 1); }
static long memory(const long *at, long n) { return n == 0 ? 0 : at[n & 3] + memory(at, n - 1); }
static long called(long n) { return n == 0 ? 0 : note(n) + called(n - 1); }
static long later(long n) { if (n == 0) return 0; long r = later(n - 1); return r + 1; }
static long compound(long n) { long r = 1; if (n) r += compound(n - 1); return r; }
static long comma(long n) { if (n == 0) return 0; return order++, comma(n - 1); }
static bool any(long n) { return n == 0 || any(n - 1); }
static bool all(long n) { return n > 0 && all(n - 1); }
static long elvis(long n) { return n < 0 ?: n == 0 ? 0 : elvis(n - 1); }
static void chosen(long n) { n == 0 ? (void)0 : chosen(n - 1); }
static long block_value(long n) { if (n == 0) return 0; return ({ long m = n - 1; block_value(m); }); }
#define STEP(n) step((n) - 1)
static long step(long n) { return n == 0 ? 1 : STEP(n); }
#define RETURN(e) return e
static long returned(long n) { if (n == 0) RETURN(1); else RETURN(returned(n - 1)); }
#define LAST(n) do { last(n); } while (0)
static void last(long n) { if (n) LAST(n - 1); }
#define LONG_STEP(n) long_step((n) - 1)
static long long_step(long n) { if (n == 0) return 2; long r = LONG_STEP(n); return r; }
"""
CALLS = """
    static struct item self = {&self, "z", 5};
    static const long four[4] = {1, 2, 3, 4};
    printf("%ld %ld %ld %g\\n", find(&self, N), both(N, 0), field(&self, 1, "x", N), narrow(2, 3, N));
    printf("%ld %ld %ld %ld\\n", result(N), declared(N), branches(N), jumps(N));
    printf("%ld %ld\\n", loop(N), nest(N));
    leaves(N); cases(N); label(N); block(N); nested(N); chosen(N); last(N);
    printf("%ld %d %ld %ld %ld %ld\\n", add(N), product(N), memory(four, N), called(N), later(N), compound(N));
    printf("%ld %d %d %ld %ld\\n", comma(N), any(N), all(N), elvis(N), block_value(N));
    printf("%ld %ld %ld\\n", step(N), returned(N), long_step(N));
    printf("%ld\\n", order);
"""
# The functions that stay as they are: other recursion, and what cannot be measured with one frame.
OTHERS = """
static void count(long *at) { ++*at; }
static long fib(long n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static long behind(const long *at, long n) { return n == 0 ? 0 : behind(at, n - 1) + at[n & 3]; }
static double real(long n) { return n == 0 ? 0 : n + real(n - 1); }
static long square(long n) { if (n == 0) return 1; long r = square(n - 1); return r * r; }
static long pointed(const long *at, long n) { long own = *at; return n == 0 ? own : pointed(&own, n - 1); }
static long cleaned(long n) { __attribute__((cleanup(count))) long k = n; return n == 0 ? k : cleaned(n - 1); }
static long marked(long n)
{
    long r = 0;
    /* triptych: region stretch */
    if (n)
        r = marked(n - 1);
    /* triptych: end */
    return r;
}
#define CHOOSE(n) ((n) == 0 ? 0 : choose((n) - 1))
static long choose(long n) { return CHOOSE(n); }
#define TWO(n) order++; two((n) - 1)
static void two(long n) { if (n > 0) { note(n); TWO(n); } }
static struct item copy(struct item *at) { return *at; }
static long text(struct item *at, const char *name, long n) { return n == 0 ? at->small : text(at, copy(at).name, n - 1); }
"""
OTHER_CALLS = """
    printf("%ld %ld %g %ld %ld %ld %ld\\n", fib(10), behind(four, 10), real(10), square(10), pointed(four, 10), cleaned(10), marked(10));
    printf("%ld %ld\\n", choose(N), text(&self, "x", 5));
    two(20);
    printf("%ld\\n", order);
"""
PATHS = {"fib": 10, "behind": 11, "real": 11, "square": 11, "pointed": 11, "cleaned": 11, "marked": 11}
LEFT = ["choose", "text", "two"]
here.write("forms.c", f"""
#include <stdbool.h>
#include <stdio.h>
#define N {N}L
#define NOINLINE __attribute__((noinline))
struct item {{ struct item *next; char name[4]; unsigned small : 3; }};
{FORMS}{OTHERS}
int main(void)
{{{CALLS}{OTHER_CALLS}    return 0;
}}
""")
FORM_VISITS = {name: N + 1 for name in (
    "find both field narrow result declared branches jumps leaves cases label block nested add product memory called later compound "
    "comma any all elvis chosen block_value step returned last long_step").split()}
FORM_VISITS |= {"loop": N // 2 + 1, "nest": N - 1, "next_of": 3 * N, "one": 3 * N - 2, "note": 3 * N + 20}


# (visits, trips) of the loops around tail calls, outer loops first.
TRIPS = {"loop": [(N // 2 + 1, N + 1)], "nest": [(N - 1, N - 1), (N - 1, 3 * N - 4)], "leaves": [(N + 1, N)]}


def rows(archive, table):
    return [json.loads(line) for line in here.triptych("query", archive, table, "--format", "json").out.splitlines()]


def counts(archive):
    """name -> visits in all, how many call paths there are, and (visits, trips) of each loop on the way."""
    visits, paths, loops = collections.Counter(), collections.Counter(), collections.defaultdict(list)
    for node in rows(archive, "nodes"):
        visits[node["name"]] += node["visits"]
        paths[node["name"]] += node["visits"] > 0
        if node["type"] == "LOOP":
            loops[node["methodName"]].append((node["visits"], node["trips"]))
    return visits, paths, loops


def measured(name):
    """What the program prints, measured on a stack of 1 MB."""
    result = here.triptych("run", "--quiet", "--force", "-o", "deep.tri", "sh", "-c", f"ulimit -s 1024; exec ./{name}", check=False)
    return result.status, result.out


for compiler in ("gcc", "clang"):
    if program.SANITIZED or not program.have(compiler):
        tap.skip(compiler, "it is not there, or a sanitizer makes no loop of recursion")
        continue
    here.triptych("cc", compiler, "-O2", "deep.c", "-o", "deep")
    tap.equal(measured("deep"), (0, OUT), f"{compiler}: the stack is large enough")
    visits, depth, loops = counts("deep.tri")
    tap.equal({name: visits[name] for name in VISITS}, VISITS, f"{compiler}: every call is a visit")
    tap.equal({name: depth[name] for name in ONCE}, dict.fromkeys(ONCE, 1), f"{compiler}: on one call path")

    plain = here.run(compiler, "-O2", "-Wall", "-Wextra", "forms.c", "-o", "plain")
    built = here.triptych("cc", compiler, "-O2", "-Wall", "-Wextra", "forms.c", "-o", "forms")
    tap.equal(built.err, plain.err, f"{compiler}: the messages are the compiler's")
    expected = here.run("sh", "-c", "ulimit -s 1024; exec ./plain")
    tap.equal(measured("forms"), (0, expected.out), f"{compiler}: every form runs on the stack that it needs unmeasured, in the same order")
    visits, depth, loops = counts("deep.tri")
    tap.equal({name: visits[name] for name in FORM_VISITS}, FORM_VISITS, f"{compiler}: every call of every form is a visit")
    once = [name for name in FORM_VISITS if name not in ("one", "note", "next_of")]
    tap.equal({name: depth[name] for name in once}, dict.fromkeys(once, 1), f"{compiler}: on one call path each")
    tap.equal({name: loops[name] for name in TRIPS}, TRIPS, f"{compiler}: loops around the calls end first, with all their trips")
    left = [row["name"] for row in rows("deep.tri", "regions") if row["note"] and row["note"].startswith("it calls itself by a tail call")]
    tap.equal((sorted(left), [visits[name] for name in left]), (LEFT, [0, 0, 0]), f"{compiler}: functions without a place for a probe are not measured")
    tap.equal({name: depth[name] for name in PATHS}, PATHS, f"{compiler}: other recursion has a call path for each level")
tap.done()

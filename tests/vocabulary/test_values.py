"""Named values that calls of library functions change again, also in repeated acts, and states that are read before they are set: the quick way makes of them
what the stack machine makes, also where it gives up half-way."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
CALLS = 100
TEXT = """
vocabulary val
library libval.so
place val_self()
state process key[]
int val_self(void)
int val_id(int a)
int val_put(int a, int *to)
int val_ten(int a, int *to)
int val_bump(int *n)
long val_four(int a, int b, int c, int *to)
int val_three(int *to, int b)
int val_other(int a)
    visit bytes val_id(a){}
int val_late(int on, int size)
    let bytes = val_id(size)
    send to 0, tag 1, bytes bytes when on
    send to 0, tag 2, bytes bytes + 1000 when on{}
int val_alias(int a, int b)
    call val_put(a, out found)
    let x = found
    call val_put(b, out found)
    visit bytes x{}
int val_letters(int a, int b)
    call val_put(a, out found)
    let x = found
    call val_put(b, out found)
    send to 0, tag 3, bytes x
    send to 0, tag 4, bytes found{}
int val_before(const int *p)
    before n = *p
    let a = n
    call val_bump(in n)
    visit bytes a{}
int val_known(const int *p, const int *far)
    before n = *p
    let a = n
    call val_bump(in n)
    visit bytes a + n + *far{}
int val_guard(int a, int b)
    call val_put(a, out n)
    call val_ten(7, out m) when n
    call val_put(b, out n)
    visit bytes m when n{}
int val_key(int a, int b)
    call val_put(a, out n)
    set key[n] = 3
    call val_put(b, out n)
    visit bytes key[n]{}
int val_in(int n)
    let k = n
    visit bytes val_bump(in k) for i below 3{}
int val_ins(int n)
    let k = n
    send to 0, tag 5, bytes val_bump(in k) for i below n{}
int val_none(int n)
    visit bytes val_put(i + 9, out z) for i below n
    visit bytes z + 1{}
int val_many(int n)
    visit bytes val_ten(i, out z) + z for i below n{}
int val_outs(int n)
    send to 0, tag 10 + val_put(i, out z), bytes z + 5 for i below n{}
int val_unknown(int b, const int *far)
    call val_put(b + sum(i for i below 3), out w)
    visit bytes w + *far{}
int val_twice(int a, const int *far)
    call val_put(a, out w)
    let x = w
    let y = val_four(1, 2, 3, out w)
    visit bytes x + y + w + *far{}
int val_same(int a)
    call val_put(a, out w)
    call val_three(out w, w)
    visit bytes 1 + w{}
int val_inner(int a)
    visit bytes val_three(out w, val_put(a, out w)) + w{}
int val_memory(int a, int *p)
    send to 0, bytes *p, tag 6 when a >= 0
    send to 0, bytes *p, tag 7 + val_bump(p) * 0{}
int val_acts(int a, int n, const int *p)
    let x = key[a + 1000]
    visit bytes x + a * n
    visit bytes a * n
    set key[a + 1000] = 5{}
int val_fold(int a, int n, const int *p)
    set key[a + 2000] = key[a + 2000] + sum(p[i] * n for i below n){}
    visit bytes key[a + 2000]
int val_first(int a)
    before visit bytes a
    opens
"""
here.write("quick.vocabulary", TEXT.replace("{}", ""))
here.write("other.vocabulary", TEXT.replace("{}", "\n    let last = text(0)"))  # texts have no quick form
here.write("val.c", """
#define KEEP __attribute__((noinline, noclone, used, aligned(16)))
#define STAYS __asm__ volatile("" ::: "memory")
static int calls;
KEEP int val_self(void) { return 0; }
KEEP int val_id(int a) { calls++; return a; }
KEEP int val_put(int a, int *to) { calls++; *to = a; return a; }
KEEP int val_ten(int a, int *to) { calls++; *to = a * 10; return a; }
KEEP int val_bump(int *n) { calls++; *n += 1; return *n; }
KEEP long val_four(int a, int b, int c, int *to) { calls++; *to = a + b; return c; }
KEEP int val_three(int *to, int b) { calls++; *to += 3; return b; }
KEEP int val_calls(void) { return calls; }
KEEP int val_other(int a) { STAYS; return a; }
KEEP int val_late(int on, int size) { STAYS; return on + size; }
KEEP int val_alias(int a, int b) { STAYS; return a + b; }
KEEP int val_letters(int a, int b) { STAYS; return a + b; }
KEEP int val_before(const int *p) { STAYS; return *p; }
KEEP int val_known(const int *p, const int *far) { STAYS; return *p + *far; }
KEEP int val_guard(int a, int b) { STAYS; return a + b; }
KEEP int val_key(int a, int b) { STAYS; return a + b; }
KEEP int val_in(int n) { STAYS; return n; }
KEEP int val_ins(int n) { STAYS; return n; }
KEEP int val_none(int n) { STAYS; return n; }
KEEP int val_many(int n) { STAYS; return n; }
KEEP int val_outs(int n) { STAYS; return n; }
KEEP int val_unknown(int b, const int *far) { STAYS; return b + *far; }
KEEP int val_twice(int a, const int *far) { STAYS; return a + *far; }
KEEP int val_same(int a) { STAYS; return a; }
KEEP int val_inner(int a) { STAYS; return a; }
KEEP int val_memory(int a, int *p) { STAYS; return a + *p; }
KEEP int val_acts(int a, int n, const int *p) { STAYS; return a - n + *p; }
KEEP int val_fold(int a, int n, const int *p) { STAYS; return a + n + *p; }
KEEP int val_first(int a) { STAYS; return a; }
""")
here.write("main.c", f"""
#include <stdio.h>
#include <sys/mman.h>
int val_calls(void), val_other(int), val_late(int, int), val_alias(int, int), val_letters(int, int), val_before(const int *);
int val_known(const int *, const int *), val_guard(int, int), val_key(int, int), val_in(int), val_ins(int), val_none(int), val_many(int), val_outs(int);
int val_unknown(int, const int *), val_twice(int, const int *), val_same(int), val_inner(int), val_memory(int, int *);
int val_acts(int, int, const int *), val_fold(int, int, const int *);
static int value = 6, changed = 1;
static struct {{ int sizes[4], after[8]; }} own = {{{{1, 2, 3, 4}}, {{0}}}};
int main(void)
{{
    int *far = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *far = 50; // the kernel is asked each time: the quick way gives up there
    for (int i = 0; i < {CALLS}; i++) {{
        val_other(41);
        val_late(i > 0, 10 + i);
        val_alias(3, 5);
        val_letters(3, 5);
        val_before(&value);
        val_known(&value, i % 3 ? far : &value);
        val_guard(0, 5);
        val_key(i, i + 1);
        val_in(3);
        val_ins(3);
        val_none(0);
        val_many(6);
        val_outs(6);
        val_unknown(i, i % 2 ? far : &value);
        val_twice(i, i % 2 ? far : &value);
        val_same(i);
        val_inner(i);
        val_memory(i, &changed);
        val_acts(i % 3, 1 + i % 4, own.sizes);
        val_fold(i % 3, 1 + i % 4, own.sizes);
    }}
    printf("%d, %d", val_calls(), value);
    for (int i = 0; i < 4; i++)
        printf(" %d", own.sizes[i]);
    for (int i = 0; i < 8; i++)
        printf(" %d", own.after[i]);
    printf("\\n");
    return 0;
}}
""")
ASKED = 1 + 1 + 2 + 2 + 1 + 1 + 2 + 2 + 3 + 3 + 6 + 6 + 1 + 2 + 1 + 2 + 1  # functions of the library, by the calls of each round; val_none asks none


def expected():
    """Bytes by function, by hand."""
    made, folded = dict.fromkeys(("none", "guard", "same", "inner", "memory", "late", "known", "key", "unknown", "twice", "acts", "fold"), 0), [0, 0, 0]
    made |= {"other": 41 * CALLS, "alias": 3 * CALLS, "letters": 8 * CALLS, "before": 6 * CALLS, "in": (4 + 5 + 6) * CALLS, "ins": (4 + 5 + 6) * CALLS}
    made |= {"many": sum(11 * i for i in range(6)) * CALLS, "outs": sum(i + 5 for i in range(6)) * CALLS}
    for i in range(CALLS):
        a, n = i % 3, 1 + i % 4
        made["late"] += 2 * (10 + i) + 1000 if i else 0
        made["known"] += 13 + (50 if i % 3 else 6)
        made["unknown"] += i + 3 + (50 if i % 2 else 6)
        made["twice"] += i + 3 + 3 + (50 if i % 2 else 6)
        made["inner"] += i + i + 3
        made["memory"] += 2 * (i + 1)
        made["acts"] += 2 * a * n + (5 if i > 2 else 0)
        folded[a] += sum(size * n for size in range(1, n + 1))
        made["fold"] += folded[a]
    return made


# Bytes of the messages by their tags.
sent = {1: [10 + i for i in range(1, CALLS)], 2: [1010 + i for i in range(1, CALLS)], 3: [3] * CALLS, 4: [5] * CALLS, 5: [4, 5, 6] * CALLS}
sent |= {6: list(range(1, CALLS + 1)), 7: list(range(1, CALLS + 1))}
sent |= {10 + i: [i + 5] * CALLS for i in range(6)}
ENV = {"LD_LIBRARY_PATH": "."}


def run(command, vocabulary, *options):
    """What was printed, and bytes by function; in the archive a.tri."""
    ended = here.triptych("run", "-o", "a.tri", "--force", *options, "--vocabulary", f"./{vocabulary}.vocabulary", command, env=ENV)
    found = {}
    for line in here.triptych("query", "a.tri", "nodes", "--format", "json").out.splitlines():
        row = json.loads(line)
        if (row["name"] or "").startswith("val_"):
            found[row["name"][4:]] = found.get(row["name"][4:], 0) + (row["bytes"] or 0)
    return ended, found


here.run(program.CC, "-O1", "-fPIC", "-shared", "-Wl,-soname,libval.so", "val.c", "-o", "libval.so")
here.run(program.CC, "-O1", "main.c", "-L.", "-lval", "-o", "linked")
here.run(program.CC, "-O1", "main.c", "val.c", "-o", "whole")
for command, vocabulary, *options in (("./linked", "quick"), ("./linked", "quick", "--events"), ("./linked", "other"), ("./linked", "other", "--events"),
                                      ("./whole", "quick"), ("./whole", "quick", "--events")):
    what = " ".join((command, vocabulary, *options))
    ended, found = run(command, vocabulary, *options)
    tap.equal(ended.out, f"{ASKED * CALLS}, 6 1 2 3 4{' 0' * 8}\n",
              f"{what}: functions are asked as often as the vocabulary says, and nothing is written into the program")
    tap.equal(found, expected(), f"{what}: bytes, by hand count")
    if options:
        rows, got = [json.loads(line) for line in here.triptych("query", "a.tri", "messages", "--format", "json").out.splitlines()], {}
        for row in rows:
            got.setdefault(row["tag"], []).append(row["bytes"] or 0)
        tap.equal(got, sent, f"{what}: messages")

# An act before the call is over when the call goes on: nothing is open then.
FIRST = 70000
here.write("first.c", f"int val_first(int a);\nint main(void) {{ for (int i = 0; i < {FIRST}; i++) val_first(1); return 0; }}\n")
here.run(program.CC, "-O1", "first.c", "-L.", "-lval", "-o", "first")
ended, found = run("./first", "quick")
tap.equal(found, {"first": FIRST}, "an act before a call that opens")
tap.equal([line for line in ended.err.splitlines() if "too many" in line], [], "calls with such an act are not open inside of one another")
tap.done()

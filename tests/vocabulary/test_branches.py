"""Calls on a condition, choices that call something, and sums and products count and log the same whether they take the quick way or not, and functions of
the library are called no more often than the vocabulary says."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
CALLS = 300
here.write("branch.vocabulary", """
vocabulary branch
library libbranch.so
place branch_self() of branch_count()
state process team
state process all[]
int branch_self(void)
int branch_count(void)
int branch_place(int group, const int *number, int *found)
int branch_changed(int *number)
define size(array) = array[0] * product(array[2 * i + 2] < array[2 * i + 1] ? 0
    : array[2 * i + 2] - array[2 * i + 1] + 1 for i below int8(array + 100))
int branch_team(int number)
    visit
    set team = number
int branch_put(int image, const int *target, const int *source, int which)
    let number = (image > 0 ? image : 1) - 1
    call branch_place(team, in number, out found) when team > 0
    move to team > 0 ? found : number, bytes which == 0 ? size(target) : size(source)
int branch_send(int size, int node)
    send to 0, tag 7, bytes size for i below node < 0 ? branch_count() + 2 : 1
        when node >= 0 || i != branch_self()
int branch_wait(const int *info, int got)
    receive from 0, tag 8, bytes info == 0 ? branch_count() + got : info[1]
int branch_nested(const int *sizes, int count)
    visit bytes sum(sizes[i] * product(1 + k for k below sizes[i]) for i below count) + sum(sizes[i] for i below branch_count())
int branch_lost(int box, int by)
    let number = box
    call branch_changed(in number) when box > 5
    call branch_place(1, in number, out found) when number > 6
    visit bytes 100 + 7 / by + (box > 7 ? found : 0)
int branch_unknown(int box)
    let number = box
    call branch_place(2, in number, out found) when box > 3
    visit bytes found when box > 1
""")
here.write("branch.c", """
#define KEEP __attribute__((noinline, noclone, used, aligned(16)))
#define STAYS __asm__ volatile("" ::: "memory")
static int calls;
KEEP int branch_team(int number) { STAYS; return number; }
KEEP int branch_put(int image, const int *target, const int *source, int which) { STAYS; return image + which + !target + !source; }
KEEP int branch_send(int size, int node) { STAYS; return size + node; }
KEEP int branch_wait(const int *info, int got) { STAYS; return got + !info; }
KEEP int branch_nested(const int *sizes, int count) { STAYS; return count + !sizes; }
KEEP int branch_lost(int box, int by) { STAYS; return box + by; }
KEEP int branch_unknown(int box) { STAYS; return box; }
KEEP int branch_self(void) { calls++; return 0; }
KEEP int branch_count(void) { calls++; return 1; }
KEEP int branch_place(int group, const int *number, int *found) { calls++; *found = *number * group; return 0; }
KEEP int branch_changed(int *number) { calls++; *number += 1; return 0; }
KEEP int branch_calls(void) { return calls; }
""")
here.write("main.c", f"""
#include <stdio.h>
#include <sys/mman.h>
enum {{ CALLS = {CALLS} }};
int branch_team(int number);
int branch_put(int image, const int *target, const int *source, int which);
int branch_send(int size, int node);
int branch_wait(const int *info, int got);
int branch_nested(const int *sizes, int count);
int branch_lost(int box, int by);
int branch_unknown(int box);
int branch_calls(void);
struct array {{ int size, bounds[24]; signed char rank; }};
static struct array one = {{8, {{2, 4}}, 1}}, two = {{4, {{0, 9, 5, 4, 1, 7}}, 1}}, three = {{2, {{1, 3, 1, 5, -1, 1}}, 3}};
int main(void)
{{
    struct array *far = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *far = three;
    const int sizes[] = {{1, 2, 3, 1}};
    for (int i = 0; i < CALLS; i++) {{
        if (i % 50 == 0)
            branch_team(i / 50 % 3);
        two.rank = (signed char)(i % 4);
        branch_put(i % 2, &one.size, i % 3 ? &two.size : &far->size, i % 5 != 0);
        branch_send(i, i % 4 - 1);
        branch_wait(i % 3 ? &sizes[i % 2] : NULL, i);
        branch_nested(sizes, i % 5);
        branch_lost(i % 10, i % 3);
        branch_unknown(i % 6);
    }}
    printf("%d\\n", branch_calls());
    return 0;
}}
""")
SIZES = [1, 2, 3, 1]
BOUNDS = {"one": (8, [(2, 4)]), "two": (4, [(0, 9), (5, 4), (1, 7)]), "three": (2, [(1, 3), (1, 5), (-1, 1)])}


def size(name, rank):
    """Bytes of an array."""
    made, bounds = BOUNDS[name]
    for low, high in bounds[:rank]:
        made *= max(high - low + 1, 0)
    return made


def factorial(number):
    return 1 if number < 2 else number * factorial(number - 1)


def add(size, more):
    """Of sums, one that has a part that is not known is not known."""
    return None if size is None or more is None else size + more


def expected(logs):
    """Bytes by function, bytes that are sent by each call of branch_send, how often functions of the library are called."""
    made = dict.fromkeys(("team", "put", "send", "wait", "nested", "lost", "unknown"), 0)
    sent, calls = [], 0
    for i in range(CALLS):
        team = i // 50 % 3
        calls += team > 0
        made["put"] += size("one", 1) if i % 5 == 0 else size("two", i % 4) if i % 3 else size("three", 3)
        times = 3 if i % 4 == 0 else 1
        calls += 1 + times if i % 4 == 0 else 0
        sent += [i] * (times - (i % 4 == 0))
        made["send"] += i * (times - (i % 4 == 0))
        calls += i % 3 == 0
        made["wait"] += SIZES[i % 2 + 1] if i % 3 else 1 + i
        calls += 1
        made["nested"] += sum(number * factorial(number) for number in SIZES[:i % 5]) + SIZES[0]
        box = i % 10
        calls += (box > 5) + (box + (box > 5) > 6)
        calls += i % 6 > 3
    made["lost"] = made["unknown"] = None  # some are not
    return made, sent, calls


here.run(program.CC, "-O1", "-fPIC", "-shared", "-Wl,-soname,libbranch.so", "branch.c", "-o", "libbranch.so")
here.run(program.CC, "-O1", "main.c", "-L.", "-lbranch", "-o", "linked")
here.run(program.CC, "-O1", "main.c", "branch.c", "-o", "whole")
ENV = {"LD_LIBRARY_PATH": "."}
PLACED = 2  # the number of this place, and of all, is asked for once
for name in "linked", "whole":
    for options in (), ("--events",):
        sizes, sent, calls = expected(bool(options))
        what = f"{name}, {'events' if options else 'profile'}"
        ended = here.triptych("run", "-o", "a.tri", "--force", *options, "--vocabulary", "./branch.vocabulary", f"./{name}", env=ENV)
        tap.equal(ended.out, f"{calls + PLACED}\n", f"{what}: functions are asked as often as the vocabulary says")
        found = {}
        for line in here.triptych("query", "a.tri", "nodes", "--format", "json").out.splitlines():
            row = json.loads(line)
            if (row["name"] or "").startswith("branch_"):
                found[row["name"][7:]] = add(found.get(row["name"][7:], 0), row["bytes"])
        tap.equal(found, sizes, f"{what}: bytes, by hand count")
    rows = [json.loads(line) for line in here.triptych("query", "a.tri", "messages", "--format", "json").out.splitlines()]
    tap.equal([row["bytes"] or 0 for row in rows if row["tag"] == 7], sent, f"{name}: messages")
    events = [json.loads(line) for line in here.triptych("query", "a.tri", "events", "--format", "json").out.splitlines()]
    tap.equal(sum(row["bytes"] or 0 for row in events if row["name"] == "branch_put"), sizes["put"], f"{name}: bytes of events")
tap.done()

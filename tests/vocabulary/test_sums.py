"""Functions with several acts, with one that is repeated, and with numbers that are passed by a pointer count the same bytes whether they take the quick way
or not, in a library and inside the program."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
CALLS = 300
here.write("sums.vocabulary", """
vocabulary sums
library libsums.so
state thread kept
state process all[]
int sum_sizes(const int *box, long *size)
int sum_changes(int *box, long *size)
int sum_count(void)
int sum_exchange(int to, long size, int got)
    send to to, bytes size
    receive from to, bytes got when got % 3 != 0
int sum_cast(const int *boxes, int count, long size)
    send to boxes[i], bytes size for i below count when result == 0
int sum_spread(const int *boxes, const int *sizes, int count)
    send to boxes[i], bytes sizes[i] for i below count
int sum_some(const int *sizes, int count, int but)
    send to i, bytes sizes[i] + i for i below count when i != but
    set kept += 1
    receive from but, bytes kept
int sum_keys(int key, int size, int count)
    send to 0, bytes all[key] for i below count
    set all[key] = size
int sum_asked(int count, long size)
    send to sum_count(), bytes size for i below count - sum_count()
    receive from sum_count(), bytes result
int sum_begun(int from, long size, int request)
    receive from from, bytes size, request request
int sum_ended(int request, long size)
    wait request request, bytes size
int sum_passed(int box)
    let number = result + 1
    call sum_sizes(in number, out size) when result > 0
    receive from number, bytes size when result > 0
int sum_before(int box)
    before number = box * 2
    call sum_sizes(in number, out size)
    receive from box, bytes size + number
int sum_changed(int box)
    let number = result
    call sum_changes(in number, out size)
    receive from box, bytes size + number
int sum_lost(int box)
    let number = result
    call sum_changes(in number, out size)
    receive from box, bytes size + number when 7 / (box % 2) > 0
""")
here.write("sums.c", """
#define KEEP __attribute__((noinline, noclone, used, aligned(16)))
#define STAYS __asm__ volatile("" ::: "memory")
static int changes;
KEEP int sum_sizes(const int *box, long *size) { *size = *box * 10; return 0; }
KEEP int sum_changes(int *box, long *size) { *size = *box; *box += 5; changes++; return 0; }
KEEP int sum_count(void) { STAYS; return 2; }
KEEP int sum_exchange(int to, long size, int got) { STAYS; return to + (int)size + got; }
KEEP int sum_cast(const int *boxes, int count, long size) { STAYS; return (int)(size % 2) + 0 * (count + !boxes); }
KEEP int sum_spread(const int *boxes, const int *sizes, int count) { STAYS; return count + !boxes + !sizes; }
KEEP int sum_some(const int *sizes, int count, int but) { STAYS; return count + but + !sizes; }
KEEP int sum_keys(int key, int size, int count) { STAYS; return key + size + count; }
KEEP int sum_asked(int count, long size) { STAYS; return count + (int)size; }
KEEP int sum_begun(int from, long size, int request) { STAYS; return from + (int)size + request; }
KEEP int sum_ended(int request, long size) { STAYS; return request + (int)size; }
KEEP int sum_passed(int box) { STAYS; return box; }
KEEP int sum_before(int box) { STAYS; return box; }
KEEP int sum_changed(int box) { STAYS; return box; }
KEEP int sum_lost(int box) { STAYS; return box; }
KEEP int sum_changes_made(void) { return changes; }
""")
here.write("main.c", f"""
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
enum {{ CALLS = {CALLS}, SIZES = 8 }};
int sum_exchange(int to, long size, int got);
int sum_cast(const int *boxes, int count, long size);
int sum_spread(const int *boxes, const int *sizes, int count);
int sum_some(const int *sizes, int count, int but);
int sum_keys(int key, int size, int count);
int sum_asked(int count, long size);
int sum_begun(int from, long size, int request);
int sum_ended(int request, long size);
int sum_passed(int box);
int sum_before(int box);
int sum_changed(int box);
int sum_lost(int box);
int sum_changes_made(void);
static const int fixed[SIZES] = {{3, -2, 5, 7, 0, 11, 13, 1}};
int main(void)
{{
    int local[SIZES], *heap = malloc(sizeof local), *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const int *sizes[] = {{fixed, local, heap, page, NULL, (const int *)8}};
    for (int i = 0; i < SIZES; i++)
        local[i] = heap[i] = page[i] = fixed[i];
    for (int i = 0; i < CALLS; i++) {{
        sum_exchange(0, i % 5 - 1, i % 7 - 2);
        sum_cast(sizes[i % 6], i % 4 - 1, i % 9 - 1);
        sum_spread(sizes[i % 6], sizes[i % 6], i % 10 - 1 > SIZES ? SIZES : i % 10 - 1);
        sum_some(sizes[i % 6], i % 7, i % 4);
        sum_keys(i % 3, i % 11, i % 4);
        sum_asked(i % 6, i % 5);
        sum_begun(0, i, i);
        sum_ended(i, i);
        sum_passed(i % 5 - 1);
        sum_before(i);
        sum_changed(i);
        sum_lost(i);
    }}
    printf("%d\\n", sum_changes_made());
    return 0;
}}
""")
FIXED = [3, -2, 5, 7, 0, 11, 13, 1]


def positive(number):
    return max(number, 0)


def add(size, more):
    """Of sums, one that has a part that is not known is not known."""
    return None if size is None or more is None else size + more


def expected(logs):
    all_bytes = dict.fromkeys(("exchange", "cast", "spread", "some", "keys", "asked", "begun", "ended", "passed", "before", "changed", "lost"), 0)
    states = {}
    for i in range(CALLS):
        got = i % 7 - 2
        all_bytes["exchange"] += positive(i % 5 - 1) + (positive(got) if got % 3 else 0)
        all_bytes["cast"] += positive(i % 4 - 1) * positive(i % 9 - 1) if (i % 9 - 1) % 2 == 0 else 0
        all_bytes["keys"] += states.get(i % 3, 0) * (i % 4)
        states[i % 3] = i % 11
        all_bytes["asked"] += positive(i % 6 - 2) * (i % 5) + i % 6 + i % 5
        all_bytes["ended"] += i if logs else 0
        box = i % 5 - 1
        all_bytes["passed"] += (box + 1) * 10 if box > 0 else 0
        all_bytes["before"] += i * 2 * 10 + i * 2
        all_bytes["changed"] += 2 * i + 5
    all_bytes.update(dict.fromkeys(("spread", "some", "lost")))  # some are not known
    return all_bytes


here.run(program.CC, "-O1", "-fPIC", "-shared", "-Wl,-soname,libsums.so", "sums.c", "-o", "libsums.so")
here.run(program.CC, "-O1", "main.c", "-L.", "-lsums", "-o", "linked")
here.run(program.CC, "-O1", "main.c", "sums.c", "-o", "whole")
ENV = {"LD_LIBRARY_PATH": "."}
tap.equal(here.run("./linked", env=ENV).out, "0\n", "natively, nothing is asked")
for name in "linked", "whole":
    for options in (), ("--events",):
        ended = here.triptych("run", "-o", "a.tri", "--force", *options, "--vocabulary", "./sums.vocabulary", f"./{name}", env=ENV)
        what = f"{name}, {'events' if options else 'profile'}"
        tap.equal(ended.out, f"{2 * CALLS}\n", f"{what}: functions are asked once for each call")
        found = {}
        for line in here.triptych("query", "a.tri", "nodes", "--format", "json").out.splitlines():
            row = json.loads(line)
            if (row["name"] or "").startswith("sum_"):
                visits, size = found.get(row["name"][4:], (0, 0))
                found[row["name"][4:]] = visits + row["visits"], add(size, row["bytes"])
        tap.equal(found, {key: (CALLS, size) for key, size in expected(bool(options)).items()}, f"{what}: visits and bytes, by hand count")
tap.done()

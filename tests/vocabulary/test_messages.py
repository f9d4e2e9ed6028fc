"""Calls with several messages, whose events are logged: each message is there with its peer, its tag and its bytes, in the order of the statements, whether
the call takes the quick way (src/measure/vocabulary/quick_messages.c) or not."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
CALLS, MANY = 120, 150  # calls of each function in a thread; more messages than a quick call has
TAGS = 100, 200  # of the threads: each takes what it has sent
here.write("many.vocabulary", """
vocabulary many
library libmany.so
place many_self()
state thread sent
state process known[]
int many_self(void)
int many_cast(const int *sizes, int count, int tag)
    send to 0, tag tag, bytes sizes[i] for i below count when result == 0
int many_some(const int *sizes, int count, int tag, int but)
    send to 0, tag tag + 1, bytes sizes[i] + i for i below count when i != but
    set sent += 1
    send to 0, tag tag + 2, bytes sent when but % 3 == 0
int many_taken(const int *sizes, int count, int tag)
    receive from 0, tag tag, bytes sizes[i] for i below count
int many_both(int size, int got, int tag)
    send to 0, tag tag + 3, bytes size
    receive from 0, tag tag + 3, bytes size when got >= 0
int many_keys(int key, int tag)
    send to 0, tag tag + 4, bytes known[key] when key > 1
    send to 0, tag tag + 5, bytes known[key]
    set known[key] += 1
""")
here.write("many.c", """
#define KEEP __attribute__((noinline, noclone, used, aligned(16)))
#define STAYS __asm__ volatile("" ::: "memory")
KEEP int many_cast(const int *sizes, int count, int tag) { STAYS; return count % 2 + 0 * (tag + !sizes); }
KEEP int many_some(const int *sizes, int count, int tag, int but) { STAYS; return count + tag + but + !sizes; }
KEEP int many_taken(const int *sizes, int count, int tag) { STAYS; return count + tag + !sizes; }
KEEP int many_both(int size, int got, int tag) { STAYS; return size + got + tag; }
KEEP int many_keys(int key, int tag) { STAYS; return key + tag; }
KEEP int many_self(void) { STAYS; return 0; }
""")
here.write("main.c", f"""
#include <pthread.h>
#include <sys/mman.h>
enum {{ CALLS = {CALLS}, MANY = {MANY} }};
int many_cast(const int *sizes, int count, int tag);
int many_some(const int *sizes, int count, int tag, int but);
int many_taken(const int *sizes, int count, int tag);
int many_both(int size, int got, int tag);
int many_keys(int key, int tag);
static int fixed[MANY];
static int *mapped;
static void *all(void *data)
{{
    const int tag = *(int *)data;
    for (int i = 0; i < CALLS; i++) {{
        const int *sizes = i % 5 ? fixed : mapped;
        int count = i == 60 ? MANY : i % 5 - 1;
        many_cast(sizes, count, tag);
        if (count % 2 == 0)
            many_taken(sizes, count, tag);
        many_some(sizes, i % 6, tag, i % 4);
        many_both(7, i % 3 - 1, tag);
        many_keys(i % 4 + tag, tag);
    }}
    return data;
}}
int main(void)
{{
    mapped = mmap(0, sizeof fixed, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < MANY; i++)
        mapped[i] = fixed[i] = 3 * i - 3;
    int one = {TAGS[0]}, two = {TAGS[1]};
    pthread_t thread;
    pthread_create(&thread, 0, all, &two);
    all(&one);
    pthread_join(thread, 0);
    return 0;
}}
""")
SIZES = [max(3 * i - 3, 0) for i in range(MANY)]


def expected(tag):
    """Messages that are sent, by their tag, in their order; and how many of these are received."""
    sent, taken = {tag + k: [] for k in range(6)}, {}
    known = {}
    for i in range(CALLS):
        count = MANY if i == 60 else i % 5 - 1
        if count % 2 == 0:
            sent[tag] += SIZES[:count]
        sent[tag + 1] += [max(3 * k - 3 + k, 0) for k in range(i % 6) if k != i % 4]
        if i % 4 % 3 == 0:
            sent[tag + 2].append(i + 1)
        sent[tag + 3].append(7)
        taken[tag + 3] = taken.get(tag + 3, 0) + (i % 3 - 1 >= 0)
        sent[tag + 4].append(known.get(i % 4, 0))
        sent[tag + 5].append(known.get(i % 4, 0))
        known[i % 4] = known.get(i % 4, 0) + 1
    taken[tag] = len(sent[tag])
    return sent, taken


here.run(program.CC, "-O1", "-fPIC", "-shared", "-Wl,-soname,libmany.so", "many.c", "-o", "libmany.so")
here.run(program.CC, "-O1", "main.c", "-L.", "-lmany", "-o", "linked")
here.run(program.CC, "-O1", "main.c", "many.c", "-o", "whole")
for name in "linked", "whole":
    here.triptych("run", "-o", "a.tri", "--force", "--events", "--vocabulary", "./many.vocabulary", f"./{name}", env={"LD_LIBRARY_PATH": "."})
    rows = [json.loads(line) for line in here.triptych("query", "a.tri", "messages", "--format", "json").out.splitlines()]
    for tag in TAGS:
        sent, taken = expected(tag)
        for which, sizes in sent.items():
            own = [row for row in rows if row["tag"] == which]
            tap.equal([row["bytes"] or 0 for row in own], sizes, f"{name}: messages with tag {which}, in the order of their sends")
            tap.equal([row["receive"] is not None for row in own], [i < taken.get(which, 0) for i in range(len(sizes))],
                      f"{name}: which of them were received")
    counted = {}
    for line in here.triptych("query", "a.tri", "nodes", "--format", "json").out.splitlines():
        row = json.loads(line)
        counted[row["name"]] = counted.get(row["name"], 0) + (row["bytes"] or 0)
    tap.equal(counted["many_cast"], 2 * sum(expected(TAGS[0])[0][TAGS[0]]), f"{name}: the profile has their bytes")
    events = [json.loads(line) for line in here.triptych("query", "a.tri", "events", "--format", "json").out.splitlines()]
    tap.equal(sum(row["bytes"] or 0 for row in events if row["name"] == "many_cast"), counted["many_cast"], f"{name}: so have the events")
tap.done()

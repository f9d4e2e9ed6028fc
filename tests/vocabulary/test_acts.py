"""Acts that are no messages, by hand count: activities, locks, moves, regions, input and output; and what must not break: processes that fork or are
killed in the middle, pointers that fault, two vocabularies at once."""
import json
import signal

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
here.write("work.h", """
#include <stddef.h>
int work_rank(void);
int work_ranks(void);
int work_spawn(long task);
void work_begin(long task, const char *name);
void work_end(long task);
void work_suspend(long task);
void work_resume(long task);
int work_lock(void *lock);
int work_unlock(void *lock);
int work_put(int to, const void *data, size_t size);
int work_get(int from, void *data, size_t size);
void work_finish(void);
void work_atomic(void);
void work_clock(void *clock);
void work_idle(void);
long work_read(void *data, long size);
long work_write(const void *data, long size);
void work_enter(const char *name);
void work_leave(void);
int work_send(int to, const long *header);
int other_send(int to, int size);
void work_stop(int status);
""")
here.write("work.c", """
#include "work.h"
#include <unistd.h>
static int rank;
int work_rank(void) { return rank; }
int work_ranks(void) { return 4; }
void work_become(int number) { rank = number; }
int work_spawn(long task) { return task > 0; }
void work_begin(long task, const char *name) { (void)task, (void)name; }
void work_end(long task) { (void)task; }
void work_suspend(long task) { (void)task; }
void work_resume(long task) { (void)task; }
int work_lock(void *lock) { return lock == NULL; }
int work_unlock(void *lock) { return lock == NULL; }
int work_put(int to, const void *data, size_t size) { (void)to, (void)data, (void)size; return 0; }
int work_get(int from, void *data, size_t size) { (void)from, (void)data, (void)size; return 0; }
void work_finish(void) { }
void work_atomic(void) { }
void work_clock(void *clock) { (void)clock; }
void work_idle(void) { }
long work_read(void *data, long size) { (void)data; return size; }
long work_write(const void *data, long size) { (void)data; return size - 1; }
void work_enter(const char *name) { (void)name; }
void work_leave(void) { }
int work_send(int to, const long *header) { (void)to, (void)header; return 0; }
void work_stop(int status) { _exit(status); }
""")
here.write("other.c", "int other_send(int to, int size) { (void)to; return size; }\n")
here.write("work.vocabulary", """
vocabulary work
library libwork.so
place work_rank() of work_ranks()
int work_rank(void)
int work_ranks(void)
int work_spawn(long task)
    spawn activity task when result > 0
void work_begin(long task, const char *name)
    begin activity task, name name
void work_end(long task)
    end activity task
void work_suspend(long task)
    suspend activity task
void work_resume(long task)
    resume activity task
int work_lock(void *lock)
    lock object lock
int work_unlock(void *lock)
    unlock object lock
int work_put(int to, const void *data, size_t size)
    move to to, bytes size
int work_get(int from, void *data, size_t size)
    move from from, bytes size when size > 4
void work_finish(void)
    finish
void work_atomic(void)
    atomic
void work_clock(void *clock)
    clock object clock
void work_idle(void)
    idle
long work_read(void *data, long size)
    input bytes result
long work_write(const void *data, long size)
    output bytes result
void work_enter(const char *name)
    enter name name
void work_leave(void)
    leave
int work_send(int to, const long *header)
    send to to, tag 1, bytes *header when result == 0
void work_stop(int status)
    abort
""")
here.write("other.vocabulary", """
vocabulary other
library libother.so
int other_send(int to, int size)
    send to to, tag 2, bytes result
""")
here.write("main.c", """
#include "work.h"
#include <pthread.h>
#include <stdlib.h>
static char lock, clock_;
static void *body(void *data)
{
    long task = (long)data;
    work_begin(task, task % 2 ? "odd" : "even");
    work_lock(&lock);
    work_unlock(&lock);
    work_suspend(task);
    work_atomic();
    work_resume(task);
    work_end(task);
    return NULL;
}
int main(void)
{
    pthread_t threads[4];
    char data[16];
    for (long i = 1; i <= 4; i++)
        work_spawn(i);
    work_spawn(0);
    for (long i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, body, (void *)(i + 1));
    work_finish();
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 3; i++)
        work_put(i, data, 8);
    work_get(1, data, 16);
    work_get(2, data, 2);
    work_clock(&clock_);
    work_clock(&clock_);
    work_idle();
    work_read(data, 10);
    work_write(data, 12);
    work_enter("phase");
    work_atomic();
    work_leave();
    return 0;
}
""")
here.write("faults.c", """
#include "work.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
enum { PAGE = 65536 };
static char fixed[3 * PAGE] __attribute__((aligned(PAGE)));
int main(void)
{
    long mine = 1, *heap = malloc(sizeof *heap);
    char *large = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    long *of_program = (long *)(fixed + PAGE), *mapped = (long *)large;
    *heap = 10, *of_program = 100, *mapped = 1000;
    for (int i = 0; i < 20; i++) { /* 20 times each, so that they are known */
        work_send(0, &mine);
        work_send(0, heap);
        work_send(0, of_program);
        work_send(0, mapped);
        work_send(0, (const long *)(large + PAGE - 8));
    }
    munmap(large, 2 * PAGE);
    for (int i = 0; i < 5; i++) {
        work_send(0, mapped);
        work_send(0, NULL);
        work_send(0, (const long *)3);
        work_send(0, (const long *)-8L);
        work_send(0, heap);
        work_send(0, of_program);
    }
    mprotect(of_program, PAGE, PROT_NONE);
    for (int i = 0; i < 5; i++) {
        work_send(0, of_program);
        work_send(0, heap);
        work_send(0, &mine);
    }
    puts("alive");
    return 0;
}
""")
here.write("forks.c", """
#include "work.h"
#include <sys/wait.h>
#include <unistd.h>
void work_become(int number);
int main(void)
{
    long size = 8;
    for (int i = 0; i < 3; i++)
        work_send(1, &size);
    if (!fork()) {
        work_become(1);
        size = 16;
        for (int i = 0; i < 5; i++)
            work_send(0, &size);
        return 0;
    }
    wait(NULL);
    work_send(1, &size);
    return 0;
}
""")
here.write("killed.c", """
#include "work.h"
#include <signal.h>
#include <unistd.h>
int main(void)
{
    long size = 8;
    for (int i = 0; i < 1000; i++) {
        work_send(1, &size);
        if (i == 9)
            kill(getpid(), SIGKILL);
    }
    return 0;
}
""")
here.write("both.c", """
#include "work.h"
int main(void)
{
    long size = 8;
    for (int i = 0; i < 4; i++) {
        work_send(1, &size);
        other_send(2, 5);
    }
    return 0;
}
""")
here.run(program.CC, "-shared", "-fPIC", "work.c", "-o", "libwork.so")
here.run(program.CC, "-shared", "-fPIC", "other.c", "-o", "libother.so")
here.write("stops.c", '#include "work.h"\nint main(void) { work_stop(3); return 0; }\n')
for name in ("main", "faults", "forks", "killed", "both", "stops"):
    here.run(program.CC, "-g", f"{name}.c", "-o", name, "-L.", "-lwork", "-lother", "-lpthread", f"-Wl,-rpath,{here}")


def measure(name, events=True, check=True):
    return here.triptych("run", "--force", "-o", "a.tri", *(["--events"] if events else []), "--vocabulary", "./work.vocabulary", f"./{name}", check=check)


def rows(what):
    return [json.loads(line) for line in here.triptych("query", "a.tri", what, "--format", "json").out.splitlines()]


measure("main")
events = {}
for event in rows("events"):
    events.setdefault(event["name"], []).append(event)
counts = {name: len(found) for name, found in events.items() if name.startswith("work_") or name in ("odd", "even", "phase")}
tap.equal(counts, {"work_spawn": 5, "work_lock": 4, "work_unlock": 4, "work_put": 3, "work_get": 2, "work_finish": 1, "work_atomic": 5, "work_clock": 2,
                   "work_idle": 1, "work_read": 1, "work_write": 1, "odd": 2, "even": 2, "work_resume": 4, "phase": 1},
          "each act is an event; begin and resume have the name of what they begin")
tap.equal({name: events[name][0]["type"] for name in ("work_lock", "work_put", "work_finish", "work_atomic", "work_clock", "work_idle", "work_read", "odd")},
          {"work_lock": "ATOMIC", "work_put": "COMM", "work_finish": "FINISH", "work_atomic": "ATOMIC", "work_clock": "CLOCK", "work_idle": "FINISH",
           "work_read": "IO", "odd": "EXEC"}, "of the type that the documentation says")
tap.equal([[event["bytes"] for event in events[name]] for name in ("work_put", "work_get", "work_read", "work_write")],
          [[8, 8, 8], [16, 0], [10], [11]], "bytes of moves, of input and of output")
tasks = [activity for activity in rows("activities") if activity["kind"] == "task"]
regions = {region["row"]: region["name"] for region in rows("regions")}
tap.equal(sorted((task["number"], regions[task["madeAt"]], task["parts"], task["parent"]) for task in tasks),
          [(number, "work_spawn", 2, 0) for number in (1, 2, 3, 4)], "an activity has its number from its spawn on, and runs in two parts")

result = measure("faults")
tap.equal(result.out, "alive\n", "memory that is gone, protected or nowhere does not stop the program")
first = next(number for number, line in enumerate(here.read("faults.c").splitlines(), 1) if "work_send(0, &mine)" in line)
expected = {first + i: [size] * 20 for i, size in enumerate((1, 10, 100, 1000, 0))}  # by line: the bytes of its calls
again = first + 8
expected.update({again + i: [size] * 5 for i, size in enumerate((None, None, None, None, 10, 100))})
expected.update({again + 9 + i: [size] * 5 for i, size in enumerate((None, 10, 1))})


def by_line(found, value):
    to = {}
    for row in found:
        if row["name"] == "work_send":
            to.setdefault(row["line"], []).append(row[value])
    return to


tap.equal(by_line(rows("events"), "bytes"), expected, "what can be read is counted, what cannot is not known")
unknown = [row for row in rows("messages") if row["bytes"] is None]
tap.equal(len(unknown), 25, "messages, too, have no bytes where these are not known")
report = here.report("a.tri", "--mpi", "--top", "0")
tap.equal([[row["bytes"] for row in report[table]] for table in ("comm_matrix", "comm_data")], [[None]] * 2, "nor have sums with these")
tap.equal(sum(row["messages"] for row in report["comm_sizes"]), 20 * 5 + 5 * 2 + 5 * 2, "which are in no class of sizes")
sums = {line: [None if None in sizes else sum(sizes)] for line, sizes in expected.items()}
tap.equal(by_line(rows("nodes"), "bytes"), sums, "nor has the sum of a call site")
result = measure("faults", events=False)
tap.equal((result.out, by_line(rows("nodes"), "bytes")), ("alive\n", sums), "the same in a profile")
tap.check("at 5 call sites, the bytes of some calls are not known" in result.err, "the summary says so", result.err)
tap.equal(len(here.report("a.tri", "--notes")["unsized"]), 5, "and the notes say where")

measure("forks")
sent = {}
for event in rows("events"):
    if event["name"] == "work_send":
        sent.setdefault(event["place"], []).append(event["bytes"])
tap.equal(sorted(sent.values()), [[8, 8, 8, 8], [16] * 5], "a forked process has calls of its own")
tap.equal(sorted(place["rank"] for place in rows("places")), [0, 1], "and asks for its number again")
tap.equal(sorted((m["sourceRank"], m["targetRank"], m["bytes"]) for m in rows("messages")),
          [(0, 1, 8)] * 4 + [(1, 0, 16)] * 5, "their messages have other senders")

result = measure("killed", check=False)
tap.equal(result.status, -signal.SIGKILL, "a program that is killed in the middle")
tap.equal([event["bytes"] for event in rows("events") if event["name"] == "work_send"], [8] * 10, "has all its calls until then")

for events in True, False:
    tap.equal(measure("stops", events=events, check=False).status, 3, "a call that ends the run ends it")
    report = here.report("a.tri")
    tap.equal(report["run"]["first_death"]["how"], "abort", "and the report says so")
    said = " ".join(here.triptych("report", "a.tri").out.split())
    tap.check(" 0 ended the run after" in said and "by work_stop (stops.c:2)" in said and "_exit" not in said, "and where it was", said)

here.triptych("run", "--force", "--events", "-o", "a.tri", "./both", env={"TRIPTYCH_VOCABULARIES": str(here)})
found = sorted((event["name"], event["bytes"]) for event in rows("events") if event["type"] == "COMM")
tap.equal(found, [("other_send", 5)] * 4 + [("work_send", 8)] * 4, "two vocabularies at once")
tap.done()

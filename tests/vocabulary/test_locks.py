"""Locks that a vocabulary describes: who waits for whom, deadlocks, holders; in a library, inside the program, and linked statically."""
import json
import os

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
here.write("lk.h", "void lk_lock(int id);\nint lk_try(int id);\nint lk_unlock(int id);\nvoid lk_acquire(int id);\nvoid lk_work(void (*work)(void));\nvoid lk_task(void (*work)(void), int number);\n")
here.write("lk.c", """
#include "lk.h"
#include <stdatomic.h>
#include <unistd.h>
static atomic_int locks[8];
static void (*_Atomic work)(void);
void lk_work(void (*what)(void)) { work = what; }
__attribute__((noinline, noclone)) void lk_task(void (*what)(void), int number) { (void)number; what(); __asm__ volatile("" ::: "memory"); }
static void help(void) { void (*what)(void) = atomic_exchange(&work, (void (*)(void))0); if (what) lk_task(what, 77); }
__attribute__((noinline, noclone)) int lk_try(int id) { int free = 0; return atomic_compare_exchange_strong(&locks[id], &free, 1); }
__attribute__((noinline, noclone)) void lk_lock(int id) { int free = 0; while (!atomic_compare_exchange_strong(&locks[id], &free, 1)) { free = 0; if (id == 2) help(); usleep(200); } }
__attribute__((noinline, noclone)) int lk_unlock(int id) { if (id > 7) return -1; atomic_store(&locks[id], 0); return 0; }
__attribute__((noinline, noclone)) void lk_acquire(int id) { if (!lk_try(id)) lk_lock(id); __asm__ volatile("" ::: "memory"); }
""")
here.write("main.c", """
#include "lk.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>
static const char *how;
static atomic_int ready;
static sigjmp_buf landing;
static void leave(int number) { (void)number; siglongjmp(landing, 1); }
static void over(int number) { (void)number; kill(getpid(), SIGKILL); }
static void meet(int count) { ready++; while (ready < count) usleep(200); }
static void *first(void *data)
{
    long me = (long)data;
    void (*take)(int) = strcmp(how, "acquire") ? lk_lock : lk_acquire;
    take((int)me);
    meet(2);
    take((int)(3 - me));
    return NULL;
}
static void task(void)
{
    lk_lock(1);
    lk_lock(4);
    meet(2);
    if (!strcmp(how, "helping")) {
        usleep(300000);
        kill(getpid(), SIGKILL);
    }
    lk_unlock(4);
}
static void *helped(void *data)
{
    (void)data;
    lk_lock(2);
    ready = 1;
    while (ready < 2)
        usleep(200);
    lk_lock(1);
    return NULL;
}
static void *later(void *data) { (void)data; ready = 1; lk_lock(3); lk_unlock(3); return NULL; }
static void *trying(void *data) { (void)data; for (int i = 0; i < 3; i++) lk_try(5); ready = 1; for (;;) usleep(1000); return NULL; }
int main(int count, char **words)
{
    pthread_t threads[2];
    how = count > 1 ? words[1] : "";
    if (!strcmp(how, "deadlock") || !strcmp(how, "acquire")) {
        for (long i = 0; i < 2; i++)
            pthread_create(&threads[i], NULL, first, (void *)(i + 1));
        while (ready < 2)
            usleep(200);
        usleep(300000);
        kill(getpid(), SIGKILL);
    }
    if (!strcmp(how, "contended")) {
        lk_lock(3);
        pthread_create(&threads[0], NULL, later, NULL);
        while (!ready)
            usleep(200);
        usleep(100000);
        lk_unlock(3);
        pthread_join(threads[0], NULL);
    }
    if (!strcmp(how, "helping") || !strcmp(how, "helped")) {
        pthread_create(&threads[0], NULL, helped, NULL);
        while (!ready)
            usleep(200);
        lk_work(task);
        signal(SIGALRM, over);
        ualarm(500000, 0);
        lk_lock(2);
    }
    if (!strcmp(how, "left") || !strcmp(how, "left acquire")) {
        signal(SIGALRM, leave);
        lk_lock(6);
        lk_lock(5);
        pthread_create(&threads[0], NULL, trying, NULL);
        while (!ready)
            usleep(200);
        if (!sigsetjmp(landing, 1)) {
            ualarm(50000, 0);
            (strcmp(how, "left") ? lk_acquire : lk_lock)(6);
        }
        lk_lock(4);
        lk_unlock(9);
        kill(getpid(), SIGKILL);
    }
    return 0;
}
""")
VOCABULARY = """vocabulary lk
%svoid lk_lock(int id)
    lock object id
int lk_try(int id)
    lock object id when result
int lk_unlock(int id)
    unlock object id when result == 0
void lk_acquire(int id)
    takes lk_try
    takes lk_lock
    lock
void lk_task(void *what, int number)
    run activity number
"""
here.write("preloaded.vocabulary", VOCABULARY % "library liblk.so\n")
here.write("inside.vocabulary", VOCABULARY % "")
here.run(program.CC, "-O1", "-g", "-shared", "-fPIC", "lk.c", "-o", "liblk.so")
here.run(program.CC, "-O1", "-g", "main.c", "-o", "preloaded", "-L.", "-llk", "-Wl,-rpath,$ORIGIN", "-lpthread")
here.run(program.CC, "-O1", "-g", "-falign-functions=16", "main.c", "lk.c", "-o", "inside", "-lpthread")
here.run(program.CC, "-O1", "-g", "-c", "lk.c", "-o", "lk.o")
kinds = ["preloaded", "inside"]
if here.run(program.CC, "-static", "lk.c", "main.c", "-o", "try", "-lpthread", check=False).status == 0:
    here.triptych("cc", "--vocabulary", "./inside.vocabulary", program.CC, "-O1", "-g", "-static", "main.c", "lk.o", "-o", "static", "-lpthread")
    kinds.append("static")

for kind in kinds:
    chosen = () if kind == "static" else ("--vocabulary", f"./{kind}.vocabulary")

    def run(how):
        here.triptych("run", "--quiet", "--force", "--events", "-o", f"{kind}.tri", *chosen, f"./{kind}", how, check=False)
        return f"{kind}.tri"

    waits = here.triptych("report", "--waits", run("deadlock")).out
    tap.check("Deadlock: lanes 0." in waits and "wait for each other" in waits, f"{kind}: a deadlock is said", waits)
    if kind == "preloaded":  # the others call the functions of the library directly from within
        waits = here.triptych("report", "--waits", run("acquire")).out
        tap.check("Deadlock: lanes 0." in waits and "wait for each other" in waits, f"{kind}: one of calls that another one takes, behind attempts", waits)
        waits = here.triptych("report", "--waits", run("left acquire")).out
        tap.check("The run has no lanes that still waited" in waits, f"{kind}: such a call that is left waits no more", waits)
    waits = here.triptych("report", "--waits", run("helping")).out
    tap.check("Deadlock" not in waits and "0.1" in waits, f"{kind}: a thread that runs an activity meanwhile does not wait", waits)
    waits = here.triptych("report", "--waits", run("helped")).out
    tap.check("All lanes wait" in waits, f"{kind}: it waits again behind it", waits)
    archive = run("contended")
    rows = [json.loads(line) for line in here.triptych("query", archive, "events", "--format", "json").out.splitlines()]
    holders = [(row["lane"], row["holder"]) for row in rows if row["name"] == "lk_lock"]
    first = next(row["activity"] for row in rows if row["name"] == "lk_lock" and row["lane"] == 0)
    tap.equal(sorted(holders), [(0, None), (1, first)], f"{kind}: who held the lock when the wait began")
    tap.equal([row["name"] for row in rows if row["name"] == "lk_unlock" and row["held"]], ["lk_unlock"] * 2, f"{kind}: how long it was held")
    waits = here.triptych("report", "--waits", run("left")).out
    tap.check("The run has no lanes that still waited" in waits, f"{kind}: a call that is left waits no more", waits)
    rows = [json.loads(line) for line in here.triptych("query", archive, "events", "--format", "json").out.splitlines()]
    tap.equal([row["holder"] for row in rows if row["name"] == "lk_try"], [None] * 3, f"{kind}: an attempt that takes nothing has no holder")

# An exception that is caught inside a call which waits.
CXX = os.environ.get("CXX", "g++").split()
if program.have(CXX[0]):
    here.write("safe.cpp", """
#include <atomic>
#include <unistd.h>
static std::atomic<int> locks[4];
extern "C" {
__attribute__((noinline)) int safe_try(int id) { if (locks[id].exchange(1)) throw id; return 1; }
void safe_lock(int id) { for (;;) { try { safe_try(id); return; } catch (int) { usleep(200); } } }
}
""")
    here.write("safe_main.cpp", """
#include <atomic>
#include <csignal>
#include <thread>
#include <unistd.h>
extern "C" void safe_lock(int id);
static std::atomic<int> ready;
static void take(int me)
{
    safe_lock(me);
    for (ready++; ready < 2;)
        usleep(200);
    safe_lock(3 - me);
}
int main()
{
    std::thread one(take, 1), two(take, 2);
    while (ready < 2)
        usleep(200);
    usleep(300000);
    kill(getpid(), SIGKILL);
}
""")
    here.write("safe.vocabulary", "vocabulary safe\nlibrary libsafe.so\nint safe_try(int id)\n    lock object id when result\nvoid safe_lock(int id)\n    takes safe_try\n    lock object id\n")
    here.run(*CXX, "-O1", "-g", "-shared", "-fPIC", "safe.cpp", "-o", "libsafe.so")
    here.run(*CXX, "-O1", "-g", "safe_main.cpp", "-o", "safe", "-L.", "-lsafe", "-Wl,-rpath,$ORIGIN", "-lpthread")
    here.triptych("run", "--quiet", "--force", "--events", "-o", "safe.tri", "--vocabulary", "./safe.vocabulary", "./safe", check=False)
    waits = here.triptych("report", "--waits", "safe.tri").out
    tap.check("Deadlock: lanes 0." in waits, "a call waits on behind an exception that is caught inside of it", waits)
here.write("apart.c", """
#include "lk.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    pid_t child = fork();
    pthread_mutex_lock(&own);
    pthread_mutex_unlock(&own);
    lk_lock(6);
    lk_unlock(6);
    if (child)
        wait(0);
    return 0;
}
""")
here.run(program.CC, "-O1", "-g", "apart.c", "-o", "apart", "-L.", "-llk", "-Wl,-rpath,$ORIGIN")
here.triptych("run", "--quiet", "--force", "-o", "apart.tri", "--vocabulary", "./preloaded.vocabulary", "./apart")
objects = here.report("apart.tri", "--objects")["objects"]
tap.equal({(row["kind"], row["waited"]) for row in objects}, {("lock", None), ("mutex", 0)},
          "whether a lock was held by another process is not known")
tap.done()

"""Visits that are counted at their end: what is said where the process may have been in one when it was interrupted."""
import program
import tap

here = program.folder()
here.write("work.c", """
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
static sigjmp_buf back;
static volatile int go = 1;
static volatile double v;
static void on(int signal) { (void)signal; siglongjmp(back, 1); }
__attribute__((noinline)) static void exact(void) { v += 1; }
__attribute__((noinline)) static void work(int n)
{
    for (int r = 0; r < n; r++)
        for (int i = 0; i < 100; i++)
            v = v * 0.999 + i;
}
__attribute__((noinline)) static void step(int n) { exact(); work(n); }
__attribute__((noinline)) static void endless(void)
{
    struct itimerval soon = {.it_value = {0, 10000}};
    signal(SIGALRM, SIG_DFL);
    setitimer(ITIMER_REAL, &soon, 0);
    while (go)
        v += 1;
}
int main(int argc, char **argv)
{
    signal(SIGALRM, on);
    if (argc > 1 && !strcmp(argv[1], "jump")) {
        alarm(1);
        if (sigsetjmp(back, 1) == 0)
            for (int i = 0; i < 10; i++)
                step(i == 9 ? 2000000000 : 3);
        return 0;
    }
    for (int i = 0; i < 10; i++)
        step(3);
    if (argc > 1)
        endless();
    return 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "-O1", "work.c", "-o", "a")


def rows(name):
    report = here.report(name)
    found = {row["name"]: row for row in report["routines"]}
    loops = {(row["routine"], row["seq"]): row for row in report["loops"]}
    return found, loops


here.triptych("run", "-q", "--count", "-o", "killed.tri", "./a", "wait", check=False)
routines, loops = rows("killed.tri")
tap.equal((loops["endless", 1]["visits"], loops["endless", 1]["visits_at_least"]), (0, True),
          "killed in a loop that is counted at its end: whether it was begun is not known")
tap.check("endless" not in here.triptych("report", "--never", "killed.tri").out, "it is not said that it never was")
tap.equal((routines["work"]["visits"], routines["work"]["visits_at_least"]), (10, True),
          "nor whether a routine was that is counted at its end: whatever went on last may have called it")
tap.equal((routines["exact"]["visits"], routines["exact"]["visits_at_least"]), (10, False), "not so one that is counted when it begins")

here.triptych("run", "-q", "--count", "-o", "jump.tri", "./a", "jump")
routines, loops = rows("jump.tri")
tap.equal((routines["work"]["visits"], routines["work"]["visits_at_least"]), (9, True), "left by siglongjmp: there may be more visits")
tap.equal({loops["work", seq]["trips_at_least"] for seq in (1, 2)}, {True}, "and trips")
tap.equal((routines["exact"]["visits"], routines["exact"]["visits_at_least"]), (10, False), "not of what is counted when it begins")
tap.equal((routines["step"]["visits"], routines["step"]["visits_at_least"]), (10, False), "nor of what has other probes inside")

here.write("again.c", """
#include <sys/time.h>
static volatile int go = 1;
static volatile double v;
__attribute__((noinline)) static void spin(int forever)
{
    int i = 0;
    while (forever ? go : i < 3) { v += 1; i++; }
}
__attribute__((noinline)) static void first(void) { spin(0); v += 1; }
__attribute__((noinline)) static void second(void)
{
    struct itimerval soon = {.it_value = {0, 10000}};
    setitimer(ITIMER_REAL, &soon, 0);
    spin(1);
    v += 2;
}
int main(void) { first(); second(); return 0; }
""")
here.triptych("cc", program.CC, *program.CFLAGS, "-O1", "again.c", "-o", "again")
here.triptych("run", "-q", "--count", "-o", "again.tri", "./again", check=False)
routines, loops = rows("again.tri")
tap.equal([(row["visits"], row["visits_at_least"]) for row in (routines["spin"], loops["spin", 1])], [(1, True)] * 2,
          "killed in a routine that is counted at its end, below one that had not called it: there may be one more visit, also of its loop")

here.write("threads.c", """
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <unistd.h>
static volatile int go = 1;
static volatile double v;
__attribute__((noinline)) static void spin(int forever)
{
    int i = 0;
    usleep(10);
    while (forever ? go : i < 3) { v += 1; i++; }
    usleep(10);
}
static void *once(void *none) { spin(0); return none; }
static void *endless(void *none)
{
    struct itimerval soon = {.it_value = {0, 10000}};
    setitimer(ITIMER_REAL, &soon, NULL);
    spin(1);
    return none;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, once, NULL);
    pthread_join(thread, NULL);
    pthread_create(&thread, NULL, endless, NULL);
    pthread_join(thread, NULL);
    return 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "-O1", "-pthread", "threads.c", "-o", "threads")
here.triptych("run", "-q", "--count", "-o", "threads.tri", "./threads", check=False)
routines, loops = rows("threads.tri")
tap.equal((loops["spin", 1]["visits"], loops["spin", 1]["visits_at_least"]), (1, True),
          "killed in a loop that another thread has counted: so there may be one more visit")

here.triptych("run", "-q", "--count", "-o", "whole.tri", "./a")
routines, loops = rows("whole.tri")
tap.equal([row for row in (*routines.values(), *loops.values()) if row["visits_at_least"]], [], "a run that ends by itself: all is known")
tap.done()

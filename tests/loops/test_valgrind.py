"""`triptych loops --engine valgrind`: programs that cannot be patched; threads, signals, children, programs that are replaced."""
import json
import os

import contexts
import engines
import program
import tap

STATIC = """
#include <stdio.h>
__attribute__((noinline)) static int work(int n) { int s = 0; for (int i = 0; i < n; i++) s += i ^ n; return s; }
int main(void) { int s = 0; for (int i = 0; i < 5; i++) s += work(10 * i); printf("%d\\n", s); return 3; }
"""
ALL = """
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static sigjmp_buf back;
static volatile int seen;
__attribute__((noinline)) static int work(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * seen; return s; }
static void count(int number) { work(7); seen += number != 0; } /* not a call last: on x86-64, the byte of its ret is no room for a jump */
static void leave(int number) { siglongjmp(back, number); }
static void *thread(void *n) { return (void *)(long)work((int)(long)n); }
int main(int words, char **word)
{
    for (long i = 1; i < 4; i++) { /* one after another: lanes have numbers */
        pthread_t other;
        pthread_create(&other, NULL, thread, (void *)(10 * i));
        pthread_join(other, NULL);
    }
    signal(SIGUSR1, count);
    for (int i = 0; i < 5; i++) raise(SIGUSR1);
    signal(SIGUSR2, leave);
    volatile int jumps = 0;
    sigsetjmp(back, 1);
    if (jumps++ < 3) raise(SIGUSR2);
    pid_t child = fork();
    if (!child) { work(100); exit(3); }
    int status;
    waitpid(child, &status, 0);
    printf("%d %d %d\\n", seen, jumps, WEXITSTATUS(status));
    fflush(stdout);
    if (words == 1) execl(word[0], word[0], "again", (char *)0);
    return 0;
}
"""


def check_static(here):
    here.write("static.c", STATIC)
    here.run(program.CC, "-O1", "-g", "-static", "static.c", "-o", "static")
    refused = here.triptych("loops", "./static", check=False)
    tap.check(refused.status == 1 and "--engine valgrind" in refused.err, "a static program is told of", refused)
    result = here.triptych("loops", "-q", "--engine", "valgrind", "-o", "static.tri", "./static", check=False)
    tap.check(result.status == 3 and result.out == here.run("./static", check=False).out and not result.err,
              "it runs under Valgrind as it does by itself", result)
    rows = json.loads(here.triptych("report", "--loops", "--format", "json", "static.tri").out)["loops"]
    own = sorted((row["routine"], row["visits"], row["trips"]) for row in rows if row["routine"] in ("main", "work"))
    tap.equal(own, [("main", 1, 5), ("work", 4, 100)], "its loops are counted, and the archive is sealed")

    here.triptych("loops", "-q", "--engine", "valgrind", "-o", "named.tri", "static", check=False,
                  env={"PATH": f"/nonexistent:{here.path}:{os.environ['PATH']}"})
    rows = json.loads(here.triptych("report", "--loops", "--format", "json", "named.tri").out)["loops"]
    tap.equal(len([row for row in rows if row["routine"] in ("main", "work")]), 2, "a program that is found in PATH is counted, too")


def check_all(here):
    here.write("all.c", ALL)
    here.run(program.CC, "-O1", "-g", "-pthread", "all.c", "-o", "all")
    _, native = engines.natively(here, here / "all")
    _, oracle = engines.by_valgrind(here, here / "all")
    found, same = contexts.differences(native, oracle)
    tap.check(not found and same[0] > 20, f"threads, signals, children, exec: {same[0]} contexts", "\n".join(found[:20]))


def main():
    if program.SANITIZED:
        tap.skip_all("sanitizers have calls of their own")
    if not engines.have_native() or not engines.have_valgrind():
        tap.skip_all("both engines are needed")
    here = program.folder()
    check_static(here)
    check_all(here)
    here.write("bin/nothing", "", 0o755)
    missing = here.triptych("loops", "--engine", "valgrind", "./static", env={"PATH": here / "bin"}, check=False)
    tap.check(missing.status == 1 and "valgrind is not installed" in missing.err, "without Valgrind it says so", missing)
    tap.done()


main()

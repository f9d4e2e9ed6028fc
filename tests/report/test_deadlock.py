"""Deadlocks of real programs: who waits for what held by whom, while they hang and after they were killed; and the
source lines of calls in a program that was not rebuilt, that is there, gone, or another one now."""
import os
import signal
import time

import program
import tap

if program.SANITIZED:
    print("1..0 # SKIP a sanitized program is not listened to")
    raise SystemExit

PROGRAM = """#include <pthread.h>
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, forks[3];
static pthread_barrier_t both;
static void both_of(pthread_mutex_t *a, pthread_mutex_t *b)
{
    pthread_mutex_lock(a);
    pthread_barrier_wait(&both);
    pthread_mutex_lock(b);
}
static void *other(void *nothing)
{
    both_of(&forks[2], &left);
    return nothing;
}
int main(int argc, char **argv)
{
    pthread_t thread;
    pthread_barrier_init(&both, 0, 2);
    for (int i = 0; i < 3; i++)
        pthread_mutex_init(&forks[i], 0);
    if (argc > 1) { /* nothing hangs */
        pthread_mutex_lock(&left);
        pthread_mutex_unlock(&left);
        return argv[1][0] != 'x';
    }
    pthread_create(&thread, 0, other, 0);
    both_of(&left, &forks[2]);
    pthread_join(thread, 0);
}
"""
HANGS = 8  # the line of the lock that is never got

here = program.folder()
here.write("hang.c", PROGRAM)
here.run(program.CC, "-g", "-O1", "-pthread", "hang.c", "-o", "hang")

run = here.start(program.TRIPTYCH, "run", "-q", "-o", "hang.tri", "./hang")
text = ""
for _ in range(600):
    result = here.triptych("report", "--waits", "--width", "200", "hang.tri", check=False)
    text = result.out
    if "Deadlock" in text:
        break
    time.sleep(0.05)
tap.check("still running" in text and "Deadlock: lanes 0.0 and 0.1 wait for each other" in text, "while it hangs", text)


def check(data, when):
    waits = {row["lane"]: row for row in data["waits"]}
    tap.equal(sorted(waits), [0, 1], f"{when}: both lanes wait")
    tap.equal([(waits[i]["object"], waits[i]["holder_lane"], waits[i]["line"], waits[i]["routine"]) for i in (0, 1)],
              [("mutex forks[2]", 1, HANGS, "both_of"), ("mutex left", 0, HANGS, "both_of")], f"{when}: for what, held by whom")
    tap.check(all(waits[i]["stuck"] and waits[i]["circle"] == 1 for i in (0, 1)), f"{when}: in a circle")


data = here.report("hang.tri")
check(data, "running")
os.kill(data["places"][0]["pid"], signal.SIGKILL)
run.wait()
tap.check(not (here / "hang.tri/places").exists(), "the archive is sealed")
os.remove(here / "hang")
check(here.report("hang.tri"), "killed, sealed, and the program is gone")

here.run(program.CC, "-g", "-O1", "-pthread", "hang.c", "-o", "hang")
here.triptych("run", "-q", "--no-seal", "-o", "quiet.tri", "./hang", "x")


def lock():
    rows = [row for row in here.report("quiet.tri")["sync"] if row["name"] == "pthread_mutex_lock"]
    tap.equal(len(rows), 1, "one call")
    return rows[0]["file"], rows[0]["line"], rows[0]["routine"]


tap.equal(lock(), ("hang.c", 22, "main"), "file, line and routine of a call")
tap.equal(here.report("quiet.tri")["waits"], [], "nobody waits")
os.utime(here / "hang", (2 ** 31, 2 ** 31))
file, line, routine = lock()
tap.check(file.startswith("hang+0x") and line == 0 and routine == "", "a program that was changed: its address", (file, line))
os.remove(here / "hang")
file, line, routine = lock()
tap.check(file.startswith("hang+0x"), "a program that is gone", file)
here.run(program.CC, "-O1", "-pthread", "hang.c", "-o", "hang")
here.triptych("run", "-q", "-o", "plain.tri", "./hang", "x")
rows = [row for row in here.report("plain.tri")["sync"] if row["name"] == "pthread_mutex_lock"]
tap.equal([(row["file"].split("+0x")[0], row["line"], row["routine"]) for row in rows], [("hang", 0, "main")],
          "without debugging information: the routine")
tap.check(not [row for row in here.report("plain.tri")["never"]], "which is not listed as never visited")

here.write("joins.c", """#include <pthread.h>
static pthread_t first;
static void *other(void *nothing)
{
    pthread_join(first, 0);
    return nothing;
}
int main(void)
{
    pthread_t thread;
    first = pthread_self();
    pthread_create(&thread, 0, other, 0);
    pthread_join(thread, 0);
}
""")
here.run(program.CC, "-g", "-pthread", "joins.c", "-o", "joins")
run = here.start(program.TRIPTYCH, "run", "-q", "-o", "joins.tri", "./joins")
for _ in range(600):
    text = here.triptych("report", "--waits", "--width", "200", "joins.tri", check=False).out
    if "Deadlock" in text:
        break
    time.sleep(0.05)
tap.contains(text, "Deadlock: lanes 0.0 and 0.1 wait for each other", "the first thread can be waited for, too")
os.kill(here.report("joins.tri")["places"][0]["pid"], signal.SIGKILL)
run.wait()
tap.done()

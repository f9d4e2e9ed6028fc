"""Who waits for what, and who has it, at any moment: in a program that hangs, while it hangs and after it was killed."""
import os
import signal
import time

import heard
import program
import tap
from heard import ATOMIC, CLOCK, FINISH

WAITING = 7  # threads
RUN = ("--events",)


def wait_until(condition):
    until = time.monotonic() + 60
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def all_wait(path):
    """Also for what they will wait for in the end: they meet at a barrier before."""
    archive = heard.read_live(path)
    if not archive or len(archive.lanes) != WAITING:
        return False
    kinds = {thing.id: thing.kind for thing in archive.objects}
    return sorted(kinds.get(lane.waits_for, 0) for lane in archive.lanes) == sorted(
        [heard.THREAD, heard.MUTEX, heard.MUTEX, heard.BARRIER, heard.SEMAPHORE, heard.CONDITION, heard.RWLOCK])


def check(archive, name):
    things = {thing.id: thing for thing in archive.objects}
    lanes = {lane.activity: lane for lane in archive.lanes}
    main, one, two, three, four, five, six = (lanes[number] for number in range(WAITING))
    of = {number: things[lane.waits_for] for number, lane in lanes.items()}
    tap.equal((of[0].kind, of[0].holder), (heard.THREAD, 1), f"{name}: main waits for the end of the first thread")
    tap.equal((of[1].kind, of[1].holder), (heard.MUTEX, 2), f"{name}: which waits for a mutex that the second has")
    tap.equal((of[2].kind, of[2].holder), (heard.MUTEX, 1), f"{name}: and the second for one that the first has")
    tap.check(of[1] is not of[2], f"{name}: these are two mutexes")
    tap.equal((of[3].kind, of[3].needed, of[3].waiting), (heard.BARRIER, 7, 1), f"{name}: one of seven is at the barrier")
    tap.equal((of[4].kind, of[4].holder), (heard.SEMAPHORE, None), f"{name}: a semaphore that nobody has")
    tap.equal((of[5].kind, of[5].holder), (heard.CONDITION, None), f"{name}: a condition")
    tap.equal((of[6].kind, of[6].holder, of[6].readers), (heard.RWLOCK, 2, 1), f"{name}: a lock that somebody reads under")
    free = [thing for thing in archive.of(heard.MUTEX) if thing.holder is None]
    tap.equal(len(free), 1, f"{name}: who waits for the condition has given its mutex up")
    spent = [act for act in archive.acts if act.name == "pthread_barrier_wait"]
    tap.equal(len(spent), 3, f"{name}: what had ended is in the log")
    still = sorted((node.region.kind, node.region.name) for node in archive.place.nodes if node.open)
    tap.equal(still, sorted([(FINISH, "pthread_join"), (ATOMIC, "pthread_mutex_lock"), (ATOMIC, "pthread_mutex_lock"),
                             (CLOCK, "pthread_barrier_wait"), (ATOMIC, "sem_wait"), (CLOCK, "pthread_cond_wait"),
                             (ATOMIC, "pthread_rwlock_wrlock")]), f"{name}: what goes on")


def hang(here, number, name):
    """Reads while it hangs, then ends it, and reads again."""
    archive = here / f"deadlock-{name}.tri"
    command = heard.command("deadlock", *RUN, archive=archive)
    started = here.start(*command, "./deadlock", stdout=-3, stderr=-3)
    if not tap.check(wait_until(lambda: all_wait(archive)), f"{name}: all wait"):
        started.kill()
        return
    check(heard.Archive(archive), "alive")
    os.kill(heard.Archive(archive).place.pid, number)
    tap.equal(started.wait(), -number, f"{name}: it ends by the signal")
    check(heard.Archive(archive), f"after {name}")


FEW = """#include <pthread.h>
static pthread_barrier_t gate;
static void *wait_there(void *none)
{
    pthread_barrier_wait(&gate);
    return none;
}
int main(void)
{
    pthread_t other;
    pthread_barrier_init(&gate, NULL, 3);
    pthread_create(&other, NULL, wait_there, NULL);
    wait_there(NULL);
    return 0;
}
"""


def too_few(here):
    """A barrier for more threads than there are."""
    here.write("few.c", FEW)
    here.run("gcc", "-g", "few.c", "-o", "few", "-pthread")
    started = here.start(program.TRIPTYCH, "run", "-q", "-o", "few.tri", "./few")
    sentence = "2 of 3 have come, and there is no other lane"
    tap.check(wait_until(lambda: here.triptych("report", "--waits", "--width", 300, "few.tri", check=False).out.count(sentence) == 2),
              "a barrier that too few come to: it is said")
    os.kill(heard.Archive(here / "few.tri").place.pid, signal.SIGKILL)
    started.wait()


here = program.folder()
if not heard.is_usable():
    tap.skip_all("programs are not listened to here")
heard.build(here, "deadlock")
hang(here, signal.SIGKILL, "SIGKILL")
hang(here, signal.SIGTERM, "SIGTERM")
too_few(here)
tap.done()

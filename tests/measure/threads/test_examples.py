"""The examples with threads, as a user builds them: what they must count, and what the deadlock's report says."""
import os
import signal
import time

import heard
import program
import tap
from heard import ATOMIC, CLOCK, FINISH, RELEASE, SPAWN

here = program.folder()
if not heard.is_usable():
    tap.skip_all("programs are not listened to here")


def make(name):
    here.run("make", "-s", "-C", program.SOURCE / "examples" / name, f"O={here}/of-{name}", "CC=gcc")
    os.rename(here / f"of-{name}" / name, here / name)


def check_counts(archive, name, expected):
    """Waits for conditions differ from run to run; each gives the mutex up."""
    counts = archive.counts()
    waits = counts.pop((CLOCK, "pthread_cond_wait"), 0), counts.pop((RELEASE, "pthread_cond_wait"), 0)
    tap.equal((counts, waits[0] - waits[1]), (expected, 0), f"{name}: what was counted by hand")


def pipeline(numbers, consumers):
    archive = heard.run(here, "pipeline", str(numbers), str(consumers))
    name = f"pipeline {numbers} {consumers}"
    tap.contains(archive.result.out, "right", f"{name}: finds its result right")
    locks = 2 * numbers + consumers + 1
    check_counts(archive, name, {
        (SPAWN, "pthread_create"): 1 + consumers, (FINISH, "pthread_join"): 1 + consumers,
        (ATOMIC, "pthread_mutex_lock"): locks, (RELEASE, "pthread_mutex_unlock"): locks,
        (RELEASE, "pthread_cond_signal"): numbers, (RELEASE, "pthread_cond_broadcast"): 1})
    producer, *others = [lane for lane in archive.lanes if lane.number]
    tap.check(len(others) == consumers and all(lane.parent == 0 for lane in [producer, *others]), f"{name}: threads of main")


def polite():
    archive = heard.run(here, "philosophers", "4", "50", "--polite")
    tap.equal(archive.result.out, "4 philosophers ate 200 meals\n", "philosophers --polite: all eat")
    check_counts(archive, "philosophers --polite", {
        (SPAWN, "pthread_create"): 4, (FINISH, "pthread_join"): 4, (ATOMIC, "pthread_mutex_lock"): 400,
        (RELEASE, "pthread_mutex_unlock"): 400})
    forks = [thing.got for thing in archive.of(heard.MUTEX)]
    tap.equal(forks, [100] * 4, "philosophers --polite: each fork is used twice for a meal of two neighbours")


def starving():
    archive = here / "starving.tri"
    running = here.start(*heard.command("philosophers", archive=archive), "./philosophers", stdout=-3, stderr=-3)
    until = time.monotonic() + 60
    while not (circle := is_circle(heard.read_live(archive))) and time.monotonic() < until:
        time.sleep(0.05)
    tap.check(circle, "philosophers: each waits for a fork that the next one has")
    alive = here.triptych("report", archive).out
    os.kill(heard.Archive(archive).place.pid, signal.SIGKILL)
    tap.equal(running.wait(), -9, "philosophers: they can only be killed")
    for when, text in (("while it hangs", alive), ("afterwards", here.triptych("report", archive).out)):
        tap.check("Deadlock" in text and all(f"forks[{i}]" in text for i in range(5)), f"philosophers: the report says so {when}",
                  text)


def is_circle(archive):
    """Each waits for a fork that another one has."""
    if not archive or len(archive.lanes) != 6 or not all(lane.waits_for for lane in archive.lanes):
        return False
    things = {thing.id: thing for thing in archive.objects}
    holders = {lane.activity: things[lane.waits_for].holder for lane in archive.lanes[1:]
               if things[lane.waits_for].kind == heard.MUTEX}
    return sorted(holders) == [1, 2, 3, 4, 5] == sorted(holders.values(), key=str)


for example in ("pipeline", "philosophers"):
    make(example)
pipeline(50, 1)
pipeline(40, 3)
polite()
starving()
tap.done()

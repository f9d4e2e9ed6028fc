"""Every function that is listened to is counted, and what each act says is true."""
import acts
import heard
import program
import tap
from heard import ACTIVITY, ATOMIC, CLOCK, FINISH, HELD, RELEASE, SPAWN

COUNTS = {
    (ATOMIC, "pthread_mutex_lock"): 10 + 1, (ATOMIC, "pthread_mutex_trylock"): 6, (ATOMIC, "pthread_mutex_timedlock"): 2,
    (ATOMIC, "pthread_mutex_clocklock"): 2, (RELEASE, "pthread_mutex_unlock"): 10 + 3 + 4 + 1,
    (ATOMIC, "pthread_rwlock_rdlock"): 4, (ATOMIC, "pthread_rwlock_tryrdlock"): 4, (ATOMIC, "pthread_rwlock_timedrdlock"): 4,
    (ATOMIC, "pthread_rwlock_clockrdlock"): 4, (ATOMIC, "pthread_rwlock_wrlock"): 3, (ATOMIC, "pthread_rwlock_trywrlock"): 3,
    (ATOMIC, "pthread_rwlock_timedwrlock"): 3, (ATOMIC, "pthread_rwlock_clockwrlock"): 3,
    (RELEASE, "pthread_rwlock_unlock"): 16 + 12,
    (ATOMIC, "pthread_spin_lock"): 5, (ATOMIC, "pthread_spin_trylock"): 5, (RELEASE, "pthread_spin_unlock"): 5,
    # a wait gives the mutex up first
    (CLOCK, "pthread_cond_timedwait"): 6, (RELEASE, "pthread_cond_timedwait"): 6, (CLOCK, "pthread_cond_clockwait"): 2,
    (RELEASE, "pthread_cond_clockwait"): 2, (RELEASE, "pthread_cond_signal"): 7, (RELEASE, "pthread_cond_broadcast"): 8,
    (RELEASE, "sem_post"): 9 + 1, (ATOMIC, "sem_wait"): 4 + 1, (ATOMIC, "sem_timedwait"): 2, (ATOMIC, "sem_clockwait"): 1,
    (ATOMIC, "sem_trywait"): 3,
    (SPAWN, "pthread_create"): 7, (FINISH, "pthread_join"): 4, (FINISH, "pthread_timedjoin_np"): 1,
    (FINISH, "pthread_clockjoin_np"): 1, (RELEASE, "pthread_detach"): 1, (CLOCK, "pthread_barrier_wait"): 15,
    (ATOMIC, "pthread_once"): 1,
    (ATOMIC, "mtx_lock"): 2, (ATOMIC, "mtx_trylock"): 2, (ATOMIC, "mtx_timedlock"): 2, (RELEASE, "mtx_unlock"): 4,
    (CLOCK, "cnd_timedwait"): 2, (RELEASE, "cnd_timedwait"): 2, (RELEASE, "cnd_signal"): 2, (RELEASE, "cnd_broadcast"): 2,
    (SPAWN, "thrd_create"): 4, (FINISH, "thrd_join"): 3, (RELEASE, "thrd_detach"): 1, (ATOMIC, "call_once"): 1,
}
THREADS = 1 + 7 + 4
DETACHED = (7, 11)


def check_counts(archive, name):
    counts = archive.counts()
    wrong = [f"{key}: {counts.get(key, 0)} and not {COUNTS.get(key, 0)}" for key in sorted({*counts, *COUNTS})
             if counts.get(key, 0) != COUNTS.get(key, 0)]
    tap.check(not wrong, f"{name}: every call is counted", "\n".join(wrong))


def check_log(archive):
    acts = {}
    for act in archive.acts:
        acts[act.kind, act.name] = acts.get((act.kind, act.name), 0) + 1
    tap.equal({key: count for key, count in acts.items() if key in COUNTS}, COUNTS, "every call is in the log")
    short = [act for act in archive.acts if act.name == "pthread_mutex_lock" and act.length]
    tap.check(not short, "locks that nobody else wanted take no time")


def check_threads(archive):
    numbers = sorted(lane.activity for lane in archive.lanes)
    tap.equal(numbers, list(range(THREADS)), "every thread has a lane, and a number")
    tap.equal({lane.parent for lane in archive.lanes[1:]}, {archive.lanes[0].activity}, "all were made by main")
    tap.equal(archive.lanes[0].parent, heard.NO_ACTIVITY, "main was made by nobody")
    made = sorted(act.values[ACTIVITY] for act in archive.acts if act.kind == SPAWN)
    tap.equal(made, list(range(1, THREADS)), "who makes a thread and the thread itself agree on its number")
    awaited = [act.values.get(ACTIVITY) for act in archive.acts if act.kind == FINISH]
    tap.equal(sorted(awaited), [1, 2, 3, 4, 5, 6, 8, 9, 10], "who was waited for")
    main = archive.lanes[0]
    joined = [lane for lane in archive.lanes if lane.activity not in DETACHED]
    tap.equal({lane.state for lane in joined}, {1}, "all lanes have ended that were waited for")
    inside = all(main.start <= lane.start <= lane.end <= main.end for lane in joined)
    tap.check(inside, "they began and ended while main ran")


def check_objects(archive):
    """What is still there was not destroyed; nobody has anything any more."""
    kept = [thing for thing in archive.objects if thing.kind not in (heard.GONE, heard.THREAD)]
    tap.equal(sorted(thing.kind for thing in kept), [heard.MUTEX, heard.SEMAPHORE], "what was destroyed is gone")
    tap.equal([thing.holder for thing in kept], [None, None], "nobody has a lock any more")
    tap.equal([thing.waiting for thing in archive.objects], [0] * len(archive.objects), "nobody waits any more")
    tap.check(all(not lane.waits_for for lane in archive.lanes), "no lane waits any more")
    barrier = [act for act in archive.acts if act.name == "pthread_barrier_wait"]
    tap.check(all("barrier" in archive.place.regions[act.values[heard.FILE]].name for act in barrier),
              "acts name what they are about")


def check_times(archive):
    """What is held is let go of once, and the whole covers its parts."""
    for node in archive.place.nodes:
        below = sum(child.time for child in archive.place.nodes
                    if child.parent is node and child.lane is node.lane and child.region.kind != heard.OBJECT)
        if below > node.time:
            tap.check(False, "a parent's time covers its children's", f"{node.path()}: {below} in {node.time}")
            return
    for lane, root in ((lane, lane.root) for lane in archive.place.lanes):
        below = sum(node.time for node in archive.place.nodes if node.parent is root)
        if below > root.time:
            tap.check(False, "a lane's time covers that of its acts", f"{below} in {root.time}")
            return
    tap.check(True, "the whole covers its parts")
    held = [act for act in archive.acts if act.name == "pthread_mutex_unlock" and HELD in act.values]
    tap.check(len(held) >= 1 and all(act.values[HELD] < archive.lanes[0].end - archive.lanes[0].start for act in held),
              "an unlock says how long it was held")


here = program.folder()
if not heard.is_usable():
    tap.skip_all("programs are not listened to here")
heard.build(here, "counts")
archive = heard.run(here, "counts")
tap.equal(archive.result.out, "done\n", "the program ends as ever")
check_counts(archive, "with events")
check_log(archive)
check_threads(archive)
check_objects(archive)
check_times(archive)
log = acts.Log(here / "counts.tri")
acts.check_nesting(log, "the archive")
sealed = acts.Log(here / "counts.tri", seal=True)
tap.check(log.acts == sealed.acts and len(log.acts) > sum(COUNTS.values()), "a sealed archive says the same",
          "\n".join(f"{one}\n{two}" for one, two in zip(log.acts, sealed.acts) if one != two)[:2000])
check_counts(heard.run(here, "counts", options=()), "profile only")

# The first visit of a call touches what was never touched: it does not tell what the others cost.
here.write("once.c", """
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int main(void) { pthread_mutex_lock(&lock); return pthread_mutex_unlock(&lock); }
""")
here.run(program.CC, *program.CFLAGS, "once.c", "-o", "once", "-pthread")
here.triptych("run", "--quiet", "--collect=threads", "-o", "once.tri", "./once")
visits = here.triptych("query", "--format", "csv", "once.tri", "regions.filter(r -> r.name == \"pthread_mutex_lock\").map(r -> r.visits)").out.split()[1:]
cost = here.triptych("query", "--format", "csv", "once.tri", "places.map(p -> p.costAct)").out.split()[1:]
tap.equal((visits, cost), (["1"], ["0"]), "the cost of a call is not known after one visit")
check_counts(heard.run(here, "counts", options=("--count",)), "counts only")
check_counts(heard.run(here, "counts", options=("--clock", "monotonic")), "another clock")
tap.done()

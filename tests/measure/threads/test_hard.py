"""Programs that are hard to listen to: many threads, forks, plugins, early and late calls, all ways to end."""
import platform

import heard
import program
import raw
import tap
from heard import ATOMIC, FINISH, RELEASE, SPAWN

here = program.folder()
if not heard.is_usable():
    tap.skip_all("programs are not listened to here")


def both(name, *arguments, status=0, **options):
    """By itself, and listened to: the same is printed. The archive is returned."""
    bare = here.run(f"./{name}", *arguments, check=False)
    archive = heard.run(here, name, *arguments, status=status, **options)
    got = (bare.status, bare.out, bare.err)
    tap.equal(got, (status, archive.result.out, archive.result.err), f"{name} {' '.join(map(str, arguments))}: ends as ever")
    return archive


def many():
    heard.build(here, "many")
    archive = both("many", 10000, 100, options=())
    tap.equal((archive.count("pthread_create", SPAWN), archive.count("pthread_join", FINISH)), (10000, 10000),
              "10,000 threads were made and waited for")
    tap.equal(archive.count("pthread_mutex_lock", ATOMIC), 10000, "each had the lock once")
    tap.equal(sorted(lane.activity for lane in archive.lanes), list(range(10001)), "each has a lane and a number")
    tap.check(all(lane.parent == 0 for lane in archive.lanes[1:]), "all were made by main")
    tap.check(len(archive.place.files) <= 200, "files are used again", len(archive.place.files))
    tap.equal({lane.state for lane in archive.lanes}, {1}, "all have ended")


def locks():
    heard.build(here, "array")
    archive = both("array", options=())
    tap.equal(archive.count("pthread_mutex_lock", ATOMIC), 70000, "more locks than are told apart are counted")
    tap.contains(here.triptych("report", "--objects", "array.tri").out, "more objects than Triptych distinguishes",
                 "and the report says that the table of objects has not all of them")


def forks():
    heard.build(here, "forks")
    archive = both("forks")
    parent, child = archive.places
    locks = [archive.count("pthread_mutex_lock", ATOMIC, place) for place in (parent, child)]
    tap.equal(locks, [2, 4], "each process counts its own locks")
    tap.equal(archive.count("pthread_create", SPAWN, child), 3, "the child makes threads of its own")
    numbers = sorted(lane.activity for lane in child.own_lanes)
    tap.equal(numbers, [0, 1, 2, 3], "with numbers of its own")
    tap.equal({lane.parent for lane in child.own_lanes if lane.activity}, {0}, "made by the thread that forked")
    mutexes = [thing.holder for thing in child.objects if thing.kind == heard.MUTEX]
    tap.equal(sorted(mutexes, key=str), [0, None, None], "the child has what the thread had that forked, and no more")
    tap.equal([thing.holder for thing in parent.objects if thing.kind == heard.MUTEX], [None] * 2, "nobody has the parent's")


def early():
    heard.build(here, "early")
    archive = both("early", status=6)
    times = int(archive.result.out)
    told = archive.count("pthread_mutex_lock", ATOMIC)
    tap.check(times - 4 <= told <= times, "nearly all locks are told of", f"{told} of {times}")
    tap.equal([thing.holder for thing in archive.of(heard.MUTEX)], [None], "it is free in the end")
    tap.equal(sorted(lane.activity for lane in archive.lanes), [0, 1], "a thread that ends does not begin again")


def plugins():
    heard.build(here, "plugin", "-ldl")
    for name in ("one", "two"):
        heard.build(here, "plugin", "-DPLUGIN", "-shared", "-fPIC", output=f"{name}.so")
    archive = both("plugin", "./one.so", "./two.so")
    tap.equal(archive.count("pthread_mutex_lock", ATOMIC), 20, "locks in libraries that come and go")
    tap.equal(archive.count("pthread_mutex_unlock", RELEASE), 20, "and unlocks")
    by_file = {}
    for node in archive.nodes("pthread_mutex_lock", ATOMIC) + archive.nodes("mutex", heard.OBJECT):
        key = node.region.name, node.region.file.split("/")[-1]
        by_file[key] = by_file.get(key, 0) + node.count
    tap.equal(by_file, {("pthread_mutex_lock", "one.so"): 10, ("pthread_mutex_lock", "two.so"): 10, ("mutex", "one.so"): 20,
                        ("mutex", "two.so"): 20}, "each library has its own, though they stand at the same addresses in turn")


def endings():
    heard.build(here, "endings")
    for how, status in (("return", 8), ("exit", 7), ("leave", 0), ("abort", -6)):
        archive = both("endings", how, status=status)
        tap.equal((len(archive.lanes), archive.count("pthread_create", SPAWN)), (4, 3), f"{how}: all threads are there")
        expected = raw.RUNNING if how == "abort" else raw.EXITED
        tap.equal(archive.place.state, expected, f"{how}: how it ended is known")


def reused():
    heard.build(here, "reused")
    archive = both("reused")
    kept = [thing for thing in archive.objects if thing.kind != heard.GONE]
    tap.equal([(thing.kind, thing.holder) for thing in kept], [(heard.MUTEX, 0)], "one address, one object at a time")
    acts = {(act.name, archive.place.regions[act.values[heard.FILE]].name.split()[0]) for act in archive.acts
            if heard.FILE in act.values}
    tap.equal(acts, {("pthread_mutex_lock", "mutex"), ("pthread_mutex_unlock", "mutex"), ("sem_wait", "semaphore"),
                     ("pthread_rwlock_wrlock", "rwlock"), ("pthread_rwlock_unlock", "rwlock"),
                     ("pthread_barrier_wait", "barrier")}, "each is known as what it was then")


def others():
    heard.build(here, "defines", "-ldl")
    archive = both("defines")
    tap.equal(archive.count("pthread_mutex_lock", ATOMIC), 5, "a program's own pthread_mutex_lock is passed through")
    here.run("gcc", "-shared", "-fPIC", "-D_GNU_SOURCE", "-Dmain=unused", heard.HERE / "programs" / "defines.c", "-o",
             "before.so", "-ldl")
    archive = heard.run(here, "reused", env={"LD_PRELOAD": "./before.so"})
    tap.equal((archive.result.out, archive.count("pthread_mutex_lock", ATOMIC)), ("done\n", 101),
              "and another library that is preloaded")
    if platform.machine() in ("aarch64", "x86_64"):
        heard.build(here, "old")
        archive = both("old")
        tap.equal((archive.count("pthread_create", SPAWN), archive.count("sem_post", RELEASE)), (1, 1),
                  "functions of an older libc are listened to")
    heard.build(here, "signals", "-ldl")
    archive = both("signals")
    tap.equal(archive.count("sem_post", RELEASE), 300, "what signal handlers post")


many()
locks()
forks()
early()
plugins()
endings()
reused()
others()
tap.done()

"""C++ and Fortran without rebuilding, and programs with probes, whose acts stand where they happen."""
import heard
import program
import tap
from heard import ATOMIC, CLOCK, FINISH, RELEASE, SPAWN

here = program.folder()
if not heard.is_usable():
    tap.skip_all("programs are not listened to here")


def modern():
    heard.build(here, "modern", suffix=".cpp")
    archive = heard.run(here, "modern")
    tap.equal(archive.result.out, "4 3 7\n", "C++: the program works")
    tap.equal(archive.count("pthread_create", SPAWN), 5, "C++: threads, and one for a future")
    tap.check(archive.count("pthread_join", FINISH) >= 4, "C++: joined")
    locks, unlocks = archive.count("pthread_mutex_lock", ATOMIC), archive.count("pthread_mutex_unlock", RELEASE)
    waits = archive.count("pthread_cond_wait", CLOCK)
    tap.check(locks == unlocks >= 5 + 8, "C++: std::mutex and std::recursive_mutex", f"{locks}, {unlocks}")
    tap.equal(archive.count("pthread_cond_wait", RELEASE), waits, "C++: each wait gives the mutex up")
    tap.equal(archive.count("pthread_rwlock_rdlock", ATOMIC), 4, "C++: std::shared_mutex")
    tap.equal([thing.holder for thing in archive.of(heard.MUTEX) + archive.of(heard.RWLOCK)
               if thing.holder is not None], [], "C++: all are free in the end")


def fortran():
    if not program.have("gfortran"):
        tap.skip("Fortran", "there is no gfortran")
        return
    heard.build(here, "fortran", suffix=".f90")
    archive = heard.run(here, "fortran")
    tap.equal(archive.result.out, "300\n", "Fortran: the program works")
    tap.equal((archive.count("pthread_create", SPAWN), archive.count("pthread_join", FINISH)), (3, 3), "Fortran: threads")
    for name, kind in (("pthread_mutex_lock", ATOMIC), ("pthread_mutex_unlock", RELEASE)):
        by_site = {}  # the runtime library has others
        for node in archive.nodes(name, kind):
            by_site[node.region.row] = by_site.get(node.region.row, 0) + node.count
        tap.check(300 in by_site.values(), f"Fortran: {name}", by_site)
    mutex, = [thing for thing in archive.of(heard.MUTEX) if thing.got >= 300]
    tap.equal((mutex.got, mutex.holder), (300, None), "Fortran: how often it was had")


def probed():
    here.triptych("cc", "gcc", "-g", heard.HERE / "programs" / "probed.c", "-o", "probed", "-pthread")
    archive = heard.run(here, "probed")
    tap.equal(archive.result.out, "600\n", "with probes: the program works")
    paths = {}
    for node in archive.place.nodes:
        paths[node.path()] = paths.get(node.path(), 0) + node.count
    wanted = {"main": 1, "work": 2, "work//step": 50, "work//step/pthread_mutex_lock": 50,
              "work//step/pthread_mutex_unlock": 50, "main//pthread_create": 2, "main//pthread_join": 2}
    tap.equal({path: paths.get(path) for path in wanted}, wanted, "with probes: acts are in the routines and loops that call")
    tap.equal(sorted((lane.activity, lane.parent) for lane in archive.lanes), [(0, heard.NO_ACTIVITY), (1, 0), (2, 0)],
              "with probes: threads know who made them")


modern()
fortran()
probed()
tap.done()

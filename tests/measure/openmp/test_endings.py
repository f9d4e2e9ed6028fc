"""Forks, exits inside of a parallel region, a deadlock that is looked at while it lasts."""
import os
import signal
import struct
import subprocess
import time

import program
import runs
import seen
import tap

LOCK, BARRIER = 9, 5


def team(regions):
    return {("PARALLEL", "omp parallel"): regions, ("TASK", "implicit task"): 2 * regions,
            ("FINISH", "end of parallel"): 2 * regions}


def check_forks(here, compiler):
    built = runs.build(here, "forks", compiler)
    arguments = ["2"] if compiler == "gcc" else []  # without a region before the fork
    found = runs.run(here, built, *arguments, archive="forks.tri")
    name = f"fork, {compiler}"
    tap.equal(found.result.out, "2 2 7\n", f"{name}: parent and child have their teams")
    tap.equal(found.counts(), team(1 if arguments else 2), f"{name}: the parent's regions")
    child = seen.Seen(here / "forks.tri", 1)
    tap.equal((child.counts(), child.open()), (team(2), []), f"{name}: the child's two regions, in a place of its own")


def check_exits(here, compiler):
    built = runs.build(here, "exits", compiler)
    for who in ("0", "1"):
        found = runs.run(here, built, who, status=5)
        name = f"exit of thread {who}, {compiler}"
        tap.equal((found.result.out, found.result.err), ("begins\n", ""), f"{name}: the program ends as it would")
        tap.equal((found.count("PARALLEL", "omp parallel"), found.count("TASK", "implicit task")), (1, 2), f"{name}: all was seen")


def check_roots(here, compiler):
    """The first thread that used OpenMP is gone when others do: libomp 14 itself does not stand all of OMPT then."""
    built = runs.build(here, "roots", compiler, "-pthread")
    found = runs.run(here, built)
    regions = (3 * 4 + 1) * 3
    tap.equal(found.result.out, f"{2 * regions}\n", f"threads that end, {compiler}: the program's output is right")
    tap.equal(found.counts(), {
        ("PARALLEL", "omp parallel"): regions, ("TASK", "implicit task"): 2 * regions, ("FINISH", "end of parallel"): 2 * regions,
        ("ATOMIC", "omp critical"): 2 * regions, ("RELEASE", "omp end critical"): 2 * regions},
        f"threads that end, {compiler}: all counts")


PLUGIN = """#include <omp.h>
static int last;
int work(void)
{
    int sum = 0;
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
    for (int i = 0; i < 10; i++) {
#pragma omp critical
        sum++;
        omp_set_lock(&lock);
        omp_unset_lock(&lock);
    }
#pragma omp parallel num_threads(2)
#pragma omp critical /* what gcc makes of the region ends with a jump */
    last++;
    return sum + omp_test_lock(&lock) + last;
}
"""
HOST = """#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
    void *plugin = dlopen("./plugin.so", RTLD_NOW | RTLD_LOCAL);
    int (*work)(void) = plugin ? (int (*)(void))dlsym(plugin, "work") : 0;
    printf("%d\\n", work ? work() : -1);
    return 0;
}
"""


def check_plugin(here, compiler):
    """A library with OpenMP that is loaded for itself alone, into a program without."""
    here.write("plugin.c", PLUGIN)
    here.write("host.c", HOST)
    here.run(compiler, "-g", "-O2", "-fopenmp", "-shared", "-fPIC", "plugin.c", "-o", "plugin.so")
    here.run(compiler, "-g", "host.c", "-o", "host", "-ldl")
    found = runs.run(here, "host", archive=f"plugin-{compiler}.tri")
    tap.equal(found.result.out, "23\n", f"plugin, {compiler}: it runs as it would")
    tap.equal((found.openmp, found.count("ATOMIC", "omp critical")), (seen.SEEN, 22), f"plugin, {compiler}: it is seen")


def wait_for(condition):
    for _ in range(600):
        if condition():
            return True
        time.sleep(0.05)
    return False


def is_stuck(archive):
    try:
        found = seen.Seen(archive)
    except (OSError, IndexError, KeyError, ValueError, AssertionError, struct.error):  # files are being made
        return False
    return sum(lane.waits_for != 0 for lane in found.lanes) == 3 and \
        sum(item.kind == LOCK and item.waiting == 1 for item in found.objects) == 2


def check_deadlock(here, compiler):
    built = runs.build(here, "deadlock", compiler)
    archive = here / f"{built}.tri"
    running = here.start(program.TRIPTYCH, "run", "-q", "--collect", "openmp", "--no-seal", "-o", archive, f"./{built}",
                         start_new_session=True, stdout=subprocess.DEVNULL, env={"ASAN_OPTIONS": "detect_leaks=0"})
    stuck = wait_for(lambda: is_stuck(archive))
    name = f"deadlock, {compiler}"
    if tap.check(stuck, f"{name}: three lanes wait, two for locks"):
        found = seen.Seen(archive)
        items = {item.id: item for item in found.objects}
        waits = {lane.runs: items[lane.waits_for] for lane in found.lanes}
        locks = {who: item for who, item in waits.items() if item.kind == LOCK}
        tap.equal({item.holder for item in locks.values()}, set(locks), f"{name}: each waits for what the other has")
        tap.check(all(item.holder != who for who, item in locks.items()), f"{name}: not for its own", locks)
        third = [item for item in waits.values() if item.kind == BARRIER]
        tap.equal([(item.needed, item.waiting) for item in third], [(3, 1)], f"{name}: the third came to the end alone")
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()


def main():
    here = program.folder()
    for compiler in runs.compilers():
        check_forks(here, compiler)
        check_exits(here, compiler)
        check_roots(here, compiler)
        check_plugin(here, compiler)
        check_deadlock(here, compiler)
    tap.done()


main()

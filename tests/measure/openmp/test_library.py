"""Which runtime library a program runs on: chosen by `triptych run`, by the user, or by what is there."""
import resource

import program
import runs
import seen
import tap

TARGET = """#include <stdio.h>
int main(void)
{
    int x = 0;
#pragma omp target map(x)
    x = 1;
    printf("%d\\n", x);
    return 0;
}
"""
STACK = 64 << 20
SETTINGS = """#include <omp.h>
#include <stdio.h>
int main(void)
{
    omp_sched_t kind;
    int chunk, size = 0, stack = 0;
    omp_get_schedule(&kind, &chunk);
    omp_set_nested(0);
#pragma omp parallel reduction(+ : size, stack)
    {
        volatile char room[10 << 20];
        room[0] = 1;
        room[sizeof room - 1] = 1;
        stack += room[0] + room[sizeof room - 1];
        size++;
    }
    printf("%d %d %d %d %d\\n", (int)kind & 0xff, chunk, size, stack, omp_get_max_threads());
    return 0;
}
"""
PROBED = """#include <stdio.h>
static int work(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i * n;
    return sum;
}
int main(void)
{
    int sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    for (int i = 1; i <= 8; i++) {
#pragma omp task firstprivate(i)
        {
            int part = work(i);
#pragma omp atomic
            sum += part;
        }
    }
    printf("%d\\n", sum);
    return 0;
}
"""


def check_own(here):
    built = runs.build(here, "many", "gcc")
    found = runs.run(here, built, "10")
    tap.equal((found.openmp, found.count("TASK", "omp task")), (seen.SEEN, 10), "a program of gcc is seen on libgomp")
    found = runs.run(here, built, "10", options=("--openmp", "llvm"))
    tap.equal((found.openmp, found.count("TASK", "omp task")), (seen.MOVED, 10), "--openmp llvm: LLVM's library")
    said = here.triptych("run", "--openmp", "llvm", "-o", "said.tri", f"./{built}", "10").err
    tap.contains(said, "ran on LLVM's OpenMP runtime library", "which the summary says, too")
    tap.check(not (here / f"{built}10.tri/openmp").exists(), "nothing of it is left in the archive")
    wrong = here.triptych("run", "--openmp", "gnu", f"./{built}", check=False)
    tap.equal(wrong.status, 2, "any other word is misuse")
    here.triptych("run", "-q", "--collect", "openmp", "--no-seal", "-o", "env.tri", "env", "A=1", f"./{built}", "10")
    found = seen.Seen(here / "env.tri")
    tap.equal((found.openmp, found.count("TASK", "omp task")), (seen.SEEN, 10), "it is seen behind another command, too")


def check_missing(here):
    built = runs.build(here, "many", "gcc")
    found = runs.run(here, built, "10", options=("--openmp", "llvm"), env={"TRIPTYCH_LIBOMP": "/nowhere/libomp.so.5"})
    tap.equal((found.openmp, found.result.out), (seen.SEEN, "45\n"), "no LLVM library: the program runs on its own")
    tap.contains(found.result.err, "apt-get install libomp5-14", "and it is said what to install")
    tap.equal(found.result.err.count("\n"), 1, "in one line")


def check_symbols(here):
    here.write("target.c", TARGET)
    here.run("gcc", "-fopenmp", "target.c", "-o", "target")
    found = runs.run(here, "target", options=("--openmp", "llvm"))
    tap.equal(found.result.out, "1\n", "target: the program runs on its own library")
    tap.contains(found.result.err, "GOMP_target_ext, which LLVM's runtime library lacks", "target: it is said why")


DOWN = """#include <stdio.h>
#include <string.h>
static unsigned char n[100];
static void see(const char *what, long low, long high, long step)
{
    for (long i = 0; i < 100; i++) {
        if (n[i] != (i >= low && i <= high && (high - i) %% step == 0))
            printf("%%s: %%ld ran %%d times\\n", what, i, n[i]);
    }
    memset(n, 0, sizeof n);
}
static void all(unsigned long low, unsigned long high, unsigned long step)
{
%s}
int main(void)
{
    all(10, 90, 1);
    all(10, 90, 7);
    all(10, 10, 1);
    all(60, 99, 50);
    puts("done");
    return 0;
}
"""
SCHEDULES = ("dynamic, 3", "dynamic", "guided", "runtime", "monotonic: dynamic", "monotonic: guided", "static")


def check_down(here):
    """LLVM's library does not run them when gcc compiled them; here, there are others in them and around them."""
    loops = []
    for schedule in SCHEDULES:
        loops.append(f"""#pragma omp parallel for num_threads(3) schedule({schedule})
    for (unsigned long i = high; i >= low; i -= step) {{
#pragma omp parallel for num_threads(2) schedule({schedule})
        for (unsigned long k = high; k >= low; k -= step)
            if (k == low + (high - low) % step)
                n[i]++;
    }}
    see("{schedule}", low, high, step);
""")
        loops.append(f"""#pragma omp parallel for num_threads(3) ordered schedule({schedule.replace("monotonic: ", "")})
    for (unsigned long i = high; i >= low; i -= step)
#pragma omp ordered
        n[i]++;
    see("ordered {schedule}", low, high, step);
""")
    here.write("down.c", DOWN % "".join(loops))
    here.run("gcc", "-g", "-O1", "-fopenmp", "down.c", "-o", "down")
    for option in ("llvm", "own"):
        found = runs.run(here, "down", options=("--openmp", option), env={"OMP_MAX_ACTIVE_LEVELS": "2"})
        tap.equal((found.openmp, found.result.out), (seen.MOVED if option == "llvm" else seen.SEEN, "done\n"),
                  f"loops that count down without a sign, --openmp {option}: each part runs once")
        tap.check(found.count("WORK", "omp for") > 0, f"they are seen, --openmp {option}")


DOACROSS = """#include <stdio.h>
int main(void)
{
    int a[20] = {0};
#pragma omp parallel for ordered(1) num_threads(2) schedule(static, 1)
    for (int i = 1; i < 20; i++) {
#pragma omp ordered depend(sink : i - 1)
        a[i] = a[i - 1] + i;
#pragma omp ordered depend(source)
    }
    printf("%d\\n", a[19]);
    return 0;
}
"""


def check_misdone(here):
    here.write("doacross.c", DOACROSS)
    here.run("gcc", "-fopenmp", "doacross.c", "-o", "doacross")
    found = runs.run(here, "doacross")
    tap.equal((found.result.out, found.count("WORK", "omp for")), ("190\n", 2), "doacross: the loop is seen on libgomp")
    found = runs.run(here, "doacross", options=("--openmp", "llvm"))
    tap.equal((found.openmp, found.result.out), (seen.SEEN, "190\n"), "doacross: the program runs on its own library")
    tap.contains(found.result.err, "GOMP_doacross_wait, which LLVM's runtime library gets wrong", "it is said why")


def check_path(here):
    where = here.run("gcc", "-print-file-name=libgomp.so.1").out.strip().rsplit("/", 1)[0]
    built = runs.build(here, "many", "gcc", "-Wl,--disable-new-dtags", f"-Wl,-rpath,{where}")
    system = here.run("sh", "-c", f"ldd ./{built} | grep libgomp").out
    found = runs.run(here, built, "10", options=("--openmp", "llvm"))
    if where in system:
        tap.equal((found.openmp, found.result.out), (seen.SEEN, "45\n"), "a path of its own: its own library")
        tap.contains(found.result.err, "DT_RPATH", "and it is said why")
    else:
        tap.skip("a path of its own", "libgomp is elsewhere")


def check_static(here):
    """A copy of libgomp in the program itself."""
    archive = here.run("gcc", "-print-file-name=libgomp.a").out.strip()
    if "/" not in archive:
        tap.skip("libgomp in the program", "there is no libgomp.a")
        return
    source = runs.HERE / "programs" / "many.c"
    here.run("gcc", "-g", "-fopenmp", "-c", source, "-o", "static.o")
    here.run("gcc", "static.o", archive, "-ldl", "-pthread", "-o", "static")
    found = runs.run(here, "static", "10")
    tap.equal((found.result.out, found.counts()), ("45\n", {}), "libgomp in the program: it runs as it would, unseen")
    tap.contains(found.result.err, "static has libgomp linked into it, so its OpenMP is not measured", "which is said")
    tap.equal(found.result.err.count("\n"), 1, "in one line")


def check_settings(here):
    """What a program can see of its library is libgomp's way, the size of its stacks included."""
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    resource.setrlimit(resource.RLIMIT_STACK, (STACK if hard == resource.RLIM_INFINITY else min(STACK, hard), hard))
    here.write("settings.c", SETTINGS)
    here.run("gcc", "-w", "-fopenmp", "settings.c", "-o", "settings")
    for env in ({}, {"OMP_NUM_THREADS": "3"}, {"OMP_SCHEDULE": "guided,4"}, {"OMP_PROC_BIND": "true"},
                {"GOMP_CPU_AFFINITY": "0", "OMP_NUM_THREADS": "2"}, {"GOMP_SPINCOUNT": "100"}, {"OMP_DYNAMIC": "false"}):
        plain = here.run("./settings", env=env)
        found = runs.run(here, "settings", options=("--openmp", "llvm"), env=env)
        tap.equal(found.openmp, seen.MOVED, f"{env}: on LLVM's library")
        tap.equal((found.result.out, found.result.err), (plain.out, plain.err), f"{env}: no difference to see")
    resource.setrlimit(resource.RLIMIT_STACK, (soft, hard))


def check_waiting(here):
    """Threads that wait spin about as long as in libgomp, unless the user says how, or has more of them than cores."""
    here.write("spins.c", '''#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) { const char *time = getenv("KMP_BLOCKTIME"); printf("%s %d\\n", time ? time : "-", omp_in_parallel()); return 0; }
''')
    here.run("gcc", "-fopenmp", "spins.c", "-o", "spins")
    for env, expected in (({"OMP_NUM_THREADS": "1"}, "1 0\n"), ({"OMP_NUM_THREADS": "99999"}, "- 0\n"), ({"OMP_WAIT_POLICY": "passive"}, "- 0\n"),
                          ({"KMP_BLOCKTIME": "7"}, "7 0\n")):
        tap.equal(here.triptych("run", "-q", "--force", "--no-seal", "-o", "spins.tri", "--openmp", "llvm", "./spins", env=env).out, expected, f"how long threads spin: {env}")


def check_probes(here, compiler):
    """Routines and loops with probes are below the tasks that call them."""
    here.write("probed.c", PROBED)
    here.triptych("cc", compiler, "-g", "-O1", "-fopenmp", *program.CFLAGS, "probed.c", "-o", f"probed-{compiler}")
    if program.SANITIZED:
        tap.skip("probes and OpenMP together", "sanitized programs are not listened to")
        return
    found = runs.run(here, f"probed-{compiler}")
    name = f"probes, {compiler}"
    tap.equal(found.result.out, here.run(f"./probed-{compiler}", env={"TRIPTYCH": "off"}).out, f"{name}: same output")
    tap.equal((found.count("ROUTINE", "main"), found.count("ROUTINE", "work"), found.count("TASK", "omp task")), (1, 8, 8),
              f"{name}: counts of both")
    paths = found.paths("ROUTINE", "work")
    tap.check(all(path.endswith("omp task/work") for path in paths), f"{name}: work is done in tasks", paths)
    regions = found.paths("PARALLEL", "omp parallel")
    tap.equal(regions, {"main/omp parallel"}, f"{name}: the parallel region is in main")
    runs_in = {act.lane for act in found.acts if act.name == "work"}
    tap.check(runs_in <= {lane.number for lane in found.lanes}, f"{name}: one place has both", runs_in)
    tap.equal(len(found.archive.places), 1, f"{name}: there is one place")


def check_all(here, compiler):
    """With threads and I/O listened to at the same time: what the runtime library does for itself is not seen."""
    built = runs.build(here, "constructs", compiler)
    archive = f"{built}-all.tri"
    here.triptych("run", "-q", "--events", "--no-seal", "-o", archive, f"./{built}", "3")
    all_of_it = seen.Seen(here / archive).counts()
    openmp = runs.run(here, built, "3").counts()
    rest = {key: count for key, count in all_of_it.items() if key[0] != "FILE" and key not in openmp}
    tap.equal(rest, {("IO", "printf"): 1}, f"all collectors, {compiler}: nothing else than what the program itself did")
    tap.equal({key: all_of_it[key] for key in openmp}, openmp, f"all collectors, {compiler}: and all of OpenMP")


def main():
    here = program.folder()
    for compiler in runs.compilers():
        check_probes(here, compiler)
        check_all(here, compiler)
    if "gcc" in runs.compilers():
        check_own(here)
        check_missing(here)
        check_symbols(here)
        check_down(here)
        check_misdone(here)
        check_path(here)
        check_static(here)
        check_settings(here)
        check_waiting(here)
    tap.done()


main()

"""Call sites that are reached in many ways are counted right in each of them, and nothing that the program sees is changed."""
import collections
import re

import mpi
import program
import tap

FUNCTIONS = ["MPI_Send", "MPI_Comm_rank"]
LIBRARY = """#include <mpi.h>
void call(void (*function)(void));
void call(void (*function)(void))
{
    for (int i = 0; i < 5; i++) {
        function();
        function();
        if (i == 1)
            MPI_Rsend(&function, 1, MPI_CHAR, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
    }
    __asm__ volatile("" ::: "memory");
}
"""


def wanted():
    """Calls by the routine that the site's own one was called from: ten routines by main and by eight threads, ..."""
    counts = {f"caller_{n}": 70 + 800 + 8 * 100 for n in range(10)}
    return {**counts, "with_room": 60, "recurse": 10 + 2 * 4000, "coroutine": 6, "call one.c": 20, "call two.c": 20}


def found(report, function):
    counts = collections.Counter()
    for row in report["comm_callers"]:
        caller = re.search(r"(\w+) \((\w+\.c):\d+\)$", row["callers"])
        if row["function"] == function and caller:
            routine, file = caller.groups()
            counts[routine if file == "paths.c" else f"{routine} {file}"] += row["visits"]
    return counts


def check(here, name):
    for library in ("one", "two"):
        here.write(f"{library}.c", LIBRARY)
        here.run(f"mpicc.{name}", "-g", "-O2", "-shared", "-fPIC", f"{library}.c", "-o", f"{library}.so")
    here.run(f"mpicc.{name}", "-g", "-O2", mpi.SOURCES / "paths.c", "-o", "paths", "-pthread", "-ldl")
    run = here.triptych("run", "-q", "--force", "-o", "paths.tri", f"mpirun.{name}", "-n", 1, "./paths", "./one.so", "./two.so",
                        env=mpi.ENV, timeout=300, check=False)
    report = here.report("paths.tri")
    sites = [sum(row["visits"] for row in report["comm_sites"] if row["function"] == function) for function in FUNCTIONS]
    tap.equal((run.out, run.status, len(set(sites))), (f"{sites[0]}\n", 3, 1),
              f"{name}: all calls are counted, and the program ends as it does alone")
    own = {row["file"].split("/")[-1]: row["visits"] for row in report["comm_sites"] if row["function"] == "MPI_Rsend"}
    tap.equal(own, {"one.c": 2, "two.c": 2}, f"{name}: a call in a library that was unloaded is not taken for one in the next")
    tap.equal(dict(found(report, "MPI_Ssend")), {"one_pointer": 40, "other_pointer": 40}, f"{name}: a function is called by both names")
    for function in FUNCTIONS:
        counts = found(report, function)
        tap.equal({routine: counts[routine] for routine in wanted()}, wanted(), f"{name}: calls of {function} by what led to them")


if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
home = program.folder()
for each in mpi.INSTALLED:
    check(home, each)
tap.done()

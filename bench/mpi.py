"""mpi: what measuring adds to a call of MPI, its call site included, against two bare reads of the clock; and to whole programs."""
import os
import pathlib
import shutil

import bench

LIBRARIES = {"openmpi": "libmpi.so.40", "mpich": "libmpich.so.12"}
WORDS = {"rank": "MPI_Comm_rank", "nowhere": "MPI_Send to MPI_PROC_NULL", "exchange": "MPI_Sendrecv with itself",
         "post": "MPI_Irecv, MPI_Send, MPI_Wait", "paths": "MPI_Send to MPI_PROC_NULL at 50 sites, each with 20 callers",
         "ping": "ping-pong of two ranks"}
# Sizes for some seconds of CPU time: starting up takes `triptych run` and four ranks 0.06 s together.
EXAMPLES = {"jacobi": (4000, 150), "conjugate": (3000,), "ring": (4000, 150), "mandelbrot": (2000,), "buckets": (4000000, 140),
            "hybrid": (6000, 30)}
LIMIT = 2  # times two reads of the clock, for profiles
PROGRAM, LOGGED_PROGRAM = 1.02, 1.05
SHORT = 30  # ms of CPU time for each rank
ROUNDS, SHORT_ROUNDS = 5, 15
ALONE = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}  # a core for each rank: a rank that waits may spin
ENV = {**ALONE, "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}


def measured(*options):
    return [bench.TRIPTYCH, "run", "--quiet", "--no-seal", "--force", "-o", "bench.tri", *options]


def costs(name, ranks, *command, env=None):
    """By kind of call: how many calls, ns of the native ones, ns of the measured ones, in one process in turn."""
    out = bench.run(*command, f"mpirun.{name}", "-n", ranks, f"./calls.{name}", LIBRARIES[name], env={**ALONE, **(env or {})})
    rows = [line.split() for line in out.splitlines()]
    return {kind: (int(calls), float(native), float(called)) for kind, calls, native, called in rows}


def peer(name):
    """The same by EZTrace, a tracer that Debian has: None where it is not installed."""
    found = sorted(pathlib.Path("/usr/lib").glob(f"*/libeztrace-{name}.so"))
    if not found:
        return None
    return costs(name, 1, "env", f"LD_PRELOAD={found[0]}", env={"EZTRACE_TRACE": str(bench.WORK / "eztrace")})


def calls(name):
    bench.run(f"mpicc.{name}", "-O2", bench.HERE / "mpi" / "calls.c", "-o", f"calls.{name}", "-ldl")
    profiled, logged, other = costs(name, 1, *measured()), costs(name, 1, *measured("--events=comm")), peer(name)
    clock = profiled.pop("clock")[1]
    if (os.cpu_count() or 1) > 1:
        profiled.update(costs(name, 2, *measured()))
        logged.update(costs(name, 2, *measured("--events=comm")))
    against = f"two clock reads ({clock:.1f} ns)"
    for kind, (count, native, called) in profiled.items():
        added = (called - native) / count
        print(f"  {name}: {WORDS[kind]}: native {native / count:.1f} ns a call, measured {called / count:.1f}")
        bench.line("  added to a call", added, "ns", added / clock, against, LIMIT)
        added = (logged[kind][2] - logged[kind][1]) / count
        bench.line("  and logged", added, "ns", added / clock, against)
        if other and kind in other:
            added = (other[kind][2] - other[kind][1]) / count
            bench.line("  logged by EZTrace", added, "ns", added / clock, against)


def programs(name, ranks):
    """CPU time of the launcher and all ranks. Ranks that wait for a message spin, and with more ranks than cores there is always
    one that does: it is the time of the run on all cores, waiting included, so that what delays others is seen, too."""
    for example, sizes in EXAMPLES.items():
        if not bench.works("make", "-C", bench.HERE.parent / "examples" / example, f"MPI={name}", f"O={bench.WORK / name / example}"):
            print(f"  {example} cannot be built")
            continue
        command = [f"mpirun.{name}", "-n", ranks, f"./{name}/{example}/{example}", *sizes]
        ways = {"alone": lambda c=command: bench.cpu_seconds(*c, env=ENV),
                "profile": lambda c=command: bench.cpu_seconds(*measured(), *c, env=ENV),
                "events": lambda c=command: bench.cpu_seconds(*measured("--events=comm"), *c, env=ENV)}
        best, ratio = bench.side_by_side(ways, ROUNDS)
        bench.line(f"{name}: {example}, {ranks} ranks", best["profile"], "s", ratio["profile"], f"alone ({best['alone']:.2f} s)", PROGRAM)
        bench.line("  and logged", best["events"], "s", ratio["events"], "alone", LOGGED_PROGRAM)


def short(name, ranks=2):
    """What measuring adds to a program that does nothing: the command, the launcher, MPI_Init and MPI_Finalize. Ranks that wait
    for each other spin: the least of many runs is what counts."""
    bench.run(f"mpicc.{name}", "-O2", bench.HERE / "mpi" / "empty.c", "-o", f"empty.{name}")
    command = [f"mpirun.{name}", "-n", ranks, f"./empty.{name}"]
    alone, with_it = [], []
    for _ in range(SHORT_ROUNDS):
        alone.append(bench.cpu_seconds(*command, env=ENV))
        with_it.append(bench.cpu_seconds(*measured(), *command, env=ENV))
    added = (min(with_it) - min(alone)) / ranks * 1e3
    bench.line(f"{name}: an empty program, {ranks} ranks: added to each", added, "ms", added / SHORT, f"{SHORT} ms", 1)


print("mpi: what measuring adds to a call, native beside measured, 10^6 small messages each")
for mpi in LIBRARIES:
    if shutil.which(f"mpicc.{mpi}"):
        calls(mpi)
    else:
        print(f"  {mpi} is not installed")
print("mpi: CPU time of whole programs")
installed = [mpi for mpi in LIBRARIES if shutil.which(f"mpicc.{mpi}")]
for mpi in installed:
    short(mpi)
for mpi in installed:  # waiting ranks of MPICH do not yield: no more of them than cores
    programs(mpi, 4 if mpi == "openmpi" else min(4, os.cpu_count() or 1))
bench.done()

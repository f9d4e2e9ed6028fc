"""places: what async, finish and at of `#pragma tri` cost, against tasks of OpenMP and messages of MPI; and what logging adds to
each directive and to whole programs, where directives are logged and routines and loops are not."""
import os
import pathlib
import random
import shutil
import statistics
import subprocess

import bench

ASYNC, AT = 2, 1.5  # times an OpenMP task of libomp, times a message of MPI there and back
ADDED = {"async": 100, "finish": 100, "atomic": 100, "at": 300}  # ns that logging may add
QUEENS, KMEANS = 1.03, 1.10  # times the CPU time of the same program when it is not measured
SIZES = (8, 1024, 65536)
TASKS, VISITS, CONSTRUCTS = 300000, 8000, 40000
ROUNDS = 7
CORES = len(os.sched_getaffinity(0))
ENV = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
       "OMPI_MCA_mpi_yield_when_idle": "1" if CORES < 2 else "0", "TRIPTYCH": "off"}


def has_libomp():
    """Whether tasks.c can be built with libomp: by clang, or by gcc with clang's library, which knows its calls."""
    source = bench.HERE / "places" / "tasks.c"
    for clang in ("clang", *(f"clang-{version}" for version in range(22, 13, -1))):
        if bench.have(clang) and bench.works(clang, "-O2", "-fopenmp=libomp", source, "-o", "tasks-openmp"):
            return True
    libraries = sorted(pathlib.Path("/usr/lib").glob("llvm-*/lib/libomp.so"))
    return bool(libraries) and bench.works("gcc", "-O2", "-fopenmp", "-c", source, "-o", "tasks-openmp.o") and bench.works(
        "gcc", "tasks-openmp.o", libraries[-1], f"-Wl,-rpath,{libraries[-1].parent}", "-o", "tasks-openmp")


def figures(*command, env=None):
    return [float(word) for word in bench.run(*command, env={**ENV, **(env or {})}).split()]


def compare(names, baseline, ours, theirs, unit, limit):
    """Runs both in turn, and prints a line for each figure: the median of the rounds' ratios."""
    rounds = [(ours(), theirs()) for _ in range(ROUNDS)]
    for i, name in enumerate(names):
        least = [min(round[which][i] for round in rounds) for which in (0, 1)]
        ratios = sorted(our[i] / their[i] for our, their in rounds)
        bench.line(name, least[0], unit, ratios[ROUNDS // 2], f"{baseline} ({least[1]:.2f} {unit})", limit)


def tasks():
    if not has_libomp():
        print("  libomp is not installed")
        return
    for workers in sorted({1, min(CORES, 4)}):
        print(f"  {workers} worker{'s' if workers > 1 else ''}")
        compare(("async, many in one finish", "finish with one async"), "tasks of libomp",
                lambda w=workers: figures("./tasks", TASKS, env={"TRI_PLACES": "1", "TRI_WORKERS": str(w)}),
                lambda w=workers: figures("./tasks-openmp", TASKS, env={"OMP_NUM_THREADS": str(w)}), "ns", ASYNC)


def visits(mpi):
    bench.run(f"mpicc.{mpi}", "-O2", bench.HERE / "places" / "pingpong.c", "-o", f"pingpong.{mpi}")
    compare([f"at another place, {size} bytes" for size in SIZES], f"a ping-pong of {mpi}",
            lambda: figures("./visits", VISITS, env={"TRI_PLACES": "2"}),
            lambda: figures(f"mpirun.{mpi}", "-n", 2, f"./pingpong.{mpi}", VISITS), "us", AT)


def far_visits(mpi):
    """The same between two machines: this one under two names, which sends through TCP as others do."""
    meeting = {"TRI_PLACES": "2", "TRI_WORKERS": "1", "TRI_PLACES_SECRET": "bench"}

    def ours():
        port = random.randrange(10000, 30000)
        env = {**os.environ, **ENV, **meeting, "TRI_PLACES_MEET": f"127.0.0.1:{port}"}
        with subprocess.Popen(["./visits", str(VISITS)], cwd=bench.WORK, env={**env, "TRI_PLACE": "1", "TRI_MACHINE": "b"}):
            return figures("./visits", VISITS, env={**meeting, "TRI_PLACES_MEET": f"127.0.0.1:{port}", "TRI_PLACE": "0", "TRI_MACHINE": "a"})

    options = {"openmpi": ("--mca", "btl", "tcp,self", "--mca", "pml", "ob1"), "mpich": ("-genv", "UCX_TLS", "tcp,self", "-genv", "FI_PROVIDER", "tcp", "-genv", "MPIR_CVAR_NOLOCAL", "1")}[mpi]
    compare([f"at another machine, {size} bytes" for size in SIZES], f"a ping-pong of {mpi} by TCP", ours,
            lambda: figures(f"mpirun.{mpi}", *options, "-n", 2, f"./pingpong.{mpi}", VISITS), "us", AT)


def logging():
    """The environment of a program that logs its directives into a new archive."""
    archive = bench.WORK / "logged.tri"
    shutil.rmtree(archive, ignore_errors=True)
    archive.mkdir()
    return {"TRIPTYCH": "", "TRIPTYCH_ARCHIVE": str(archive), "TRIPTYCH_EVENTS": "all", "TRIPTYCH_EXCLUDE": "*"}


def added():
    rounds = [(figures("./constructs", CONSTRUCTS, env={"TRI_PLACES": "2"}),
               figures("./constructs", CONSTRUCTS, env={"TRI_PLACES": "2", **logging()})) for _ in range(ROUNDS)]
    for i, (name, limit) in enumerate(ADDED.items()):
        ns = statistics.median(logged[i] - alone[i] for alone, logged in rounds)
        bench.line(f"logging adds to {name}", ns, "ns", ns / limit, f"the {limit} ns that are allowed", 1)


def whole(name, command, env, limit):
    """CPU time of a program that logs its directives, without sealing the archive."""
    best, ratio = bench.side_by_side({
        "alone": lambda: bench.cpu_seconds(*command, env={**env, "TRIPTYCH": "off"}),
        "logged": lambda: bench.cpu_seconds(*command, env={**env, **logging()})}, ROUNDS)
    bench.line(f"logged: {name}", best["logged"], "s", ratio["logged"], f"not measured ({best['alone']:.3f} s)", limit)


print("places: what activities and visits cost")
EXAMPLES = bench.HERE.parent / "examples"
for source in (*(bench.HERE / "places" / f"{name}.c" for name in ("tasks", "visits", "constructs", "clusters")),
               EXAMPLES / "queens-places" / "queens.c", EXAMPLES / "kmeans-places" / "kmeans.c"):
    bench.run(bench.TRIPTYCH, "cc", "gcc", "-O2", source, "-o", source.stem)
tasks()
installed = [mpi for mpi in ("openmpi", "mpich") if bench.have(f"mpicc.{mpi}")]
for mpi in installed:
    visits(mpi)
    far_visits(mpi)
if not installed:
    print("  no MPI is installed")
added()
whole("14 queens", ("./queens", 14), {}, QUEENS)
whole("k-means, 44,000 moves of digits", ("./clusters",), {"TRI_PLACES": "2"}, KMEANS)
whole("k-means, 44,000 moves of points", ("./kmeans", 2000, 22), {"TRI_PLACES": "2"}, None)
bench.done()

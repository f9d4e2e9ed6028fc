"""openmp: what listening to OpenMP costs, for each construct, against the same program by itself.

clang's program is listened to through OMPT, gcc's by the calls of libgomp. No other tool that listens to OpenMP is in Debian
(Score-P, TAU, HPCToolkit and Extrae are not): there is no peer in the same run."""
import statistics

import bench

REPEATS = {"parallel": 10000, "for": 10000, "critical": 20000, "barrier": 10000, "task": 50000}
THREADS = ("1", "2")  # by itself: what the collector does; together: what the program sees of it
ROUNDS = 5


def listened(*options):
    return [bench.TRIPTYCH, "run", "--quiet", "--force", "--no-seal", "-o", bench.WORK / "openmp.tri", "--collect", "openmp",
            *options]


def compare(compiler, construct, threads):
    """ns per construct: alone, with the profile, with every event logged. Ratios are medians over rounds."""
    command = [f"./overhead-{compiler}", construct, str(REPEATS[construct])]
    variants = {"alone": [], "profile": listened(), "events": listened("--events")}
    times = {name: [] for name in variants}
    for _ in range(ROUNDS):
        for name, front in variants.items():
            times[name].append(float(bench.run(*front, *command, env={"OMP_NUM_THREADS": threads})))
    alone = statistics.median(times["alone"])
    where = f"{compiler}, {construct}, {threads}"
    print(f"  {where}: {alone:.0f} ns alone")
    for name in ("profile", "events"):
        ratio = statistics.median(with_it / without for with_it, without in zip(times[name], times["alone"]))
        bench.line(f"{where}, {name}", statistics.median(times[name]), "ns", ratio, "alone")


def main():
    for compiler in ("clang", "gcc"):
        if not bench.have(compiler):
            continue
        bench.run(compiler, "-O2", "-fopenmp", bench.HERE / "openmp" / "overhead.c", "-o", f"overhead-{compiler}")
        for construct in REPEATS:
            for threads in THREADS:
                compare(compiler, construct, threads)


main()
bench.done()

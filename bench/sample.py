"""sample: what sampling the call paths of unmodified programs costs: CPU time of `triptych run --sample`, against the same
without samples, and against the programs by themselves. gprof (-pg), which needs another build, is beside it."""
import bench

ROUNDS, LIMIT = 5, 1.01
SECONDS = 1  # of one run
PROGRAMS = ("fft.c", "multigrid.c", "nbody.c", "fib.c", "quicksort.c")
FLAGS = ("-O2", "-g", "-w", "-lm")


def build(name, *more):
    target = f"{name.split('.')[0]}{'-pg' if more else ''}"
    bench.run("gcc", *FLAGS[:-1], *more, bench.HERE / "loops-binary" / name, "-o", target, FLAGS[-1])
    return f"./{target}"


def rounds_of(command):
    """How many rounds of a kernel take about as long as a run should."""
    count, seconds = 5, 0
    while seconds < 0.05:
        count *= 2
        seconds = bench.cpu_seconds(command, count)
    return max(1, round(count * SECONDS / seconds))


print("sample: CPU times of programs while their call paths are sampled")
for name in PROGRAMS:
    plain = build(name)
    other = build(name, "-pg")
    count = rounds_of(plain)
    again = ("run", "-q", "--no-seal", "--force", "-o", "a.tri")
    best, ratio = bench.side_by_side(
        {
            "run": lambda: bench.cpu_seconds(bench.TRIPTYCH, *again, plain, count),
            "sample": lambda: bench.cpu_seconds(bench.TRIPTYCH, *again, "--sample", plain, count),
            "alone": lambda: bench.cpu_seconds(plain, count),
            "gprof": lambda: bench.cpu_seconds(other, count),
        }, ROUNDS)
    bench.line(f"{name}: gcc -pg", best["gprof"], "s", ratio["gprof"] / ratio["alone"], "the program alone")
    bench.line(f"{name}: triptych run", best["run"], "s", 1 / ratio["alone"], "the program alone")
    bench.line(f"{name}: triptych run --sample", best["sample"], "s", ratio["sample"], "triptych run", LIMIT)
bench.done()

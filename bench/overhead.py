"""overhead: does the range of what measuring added, which a report states, contain what it really added?

What it really added is the CPU time of the measured program (TRIPTYCH_ARCHIVE set, without `triptych run` around it) less that
of the program without probes: the median of pairs that ran one after the other.
The rest of the code is compiled otherwise around probes, too: NOISE is left for that. A name measures that program alone."""
import json
import resource
import shutil
import statistics
import sys

import bench

KERNELS = bench.HERE / "loops-binary"
PROGRAMS = {
    "cg": [KERNELS / "cg.c", KERNELS / "sparse_matrix.c"],
    "multigrid": [KERNELS / "multigrid.c"],
    "lu": [KERNELS / "lu.c"],
    "nbody": [KERNELS / "nbody.c"],
    "sort": [KERNELS / "sort.c"],
    "fib": [KERNELS / "fib.c"],
}
WAYS = {"defaults": {}, "--throttle off": {"TRIPTYCH_THROTTLE": "off"}, "--clock cpu": {"TRIPTYCH_CLOCK": "cpu"}}
ROUNDS = 5
SECONDS = 0.25  # of one run without probes
LONGEST = 3  # seconds of a run with probes: where they cost more, fewer rounds do
NOISE = 0.015  # of that: differences that are not counted as misses, as code is laid out otherwise around probes


def user_seconds(*command, env=None):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    bench.run(*command, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rounds_of(program):
    """How many rounds of a kernel take about as long as a run should."""
    count, seconds = 5, 0
    while seconds < 0.05:
        count *= 2
        seconds = user_seconds(program, count)
    return max(1, round(count * SECONDS / seconds))


def fewer_rounds(program, count, env):
    """As many rounds, or fewer, as take LONGEST seconds when measured."""
    part = max(1, count // 100)
    archive = bench.WORK / "part.tri"
    archive.mkdir()
    seconds = user_seconds(program, part, env={"TRIPTYCH_ARCHIVE": str(archive), **env})
    shutil.rmtree(archive)
    return max(1, min(count, round(part * LONGEST / seconds)))


def claimed(archive):
    run = json.loads(bench.run(bench.TRIPTYCH, "report", "--format", "json", archive))["run"]
    return run["overhead_least_ns"] / 1e9, run["overhead_most_ns"] / 1e9


def measure(name, files):
    """Prints the claimed range and the real overhead for each way; returns how many are outside of the range."""
    bench.run("gcc", "-O2", *files, "-o", f"{name}-plain", "-lm")
    bench.run(bench.TRIPTYCH, "cc", "gcc", "-O2", *files, "-o", name, "-lm")
    rounds = rounds_of(f"./{name}-plain")
    outside = 0
    for way, env in WAYS.items():
        real, ranges, plain = [], [], []
        archive = bench.WORK / f"{name}.tri"
        count = fewer_rounds(f"./{name}", rounds, env)
        for _ in range(ROUNDS):
            shutil.rmtree(archive, ignore_errors=True)
            archive.mkdir()
            start = user_seconds(f"./{name}", 0, env={"TRIPTYCH_ARCHIVE": str(archive), **env}) - user_seconds(f"./{name}-plain", 0)
            shutil.rmtree(archive, ignore_errors=True)
            archive.mkdir()
            alone = user_seconds(f"./{name}-plain", count)
            plain.append(alone)
            real.append(user_seconds(f"./{name}", count, env={"TRIPTYCH_ARCHIVE": str(archive), **env}) - alone - max(0, start))
            ranges.append(claimed(archive))
        least, most = (statistics.median(values) for values in zip(*ranges))
        median = statistics.median(real)
        noise = max((max(real) - min(real)) / 4, statistics.median(plain) * NOISE)
        inside = least - noise <= median <= most + noise
        outside += not inside
        print(f"  {name:<10} {way:<15} claimed {least:8.4f} to {most:8.4f} s   real {median:8.4f} s (+- {noise:.4f})  "
              f"{'ok' if inside else 'OUTSIDE'}", flush=True)
    return outside


print("overhead: what a report says that measuring added, and what it added, gcc -O2")
wrong = sum(measure(name, files) for name, files in PROGRAMS.items() if not sys.argv[1:] or name in sys.argv[1:])
shutil.rmtree(bench.WORK, ignore_errors=True)
sys.exit(1 if wrong else 0)

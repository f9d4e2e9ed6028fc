"""loops-binary: what counting the loops of unmodified programs costs, and how long their analysis takes.

--no-valgrind leaves out Valgrind, which takes most of the time; --time has the loops timed, too; a kernel's name measures that
one alone."""
import math
import pathlib
import resource
import sys

import bench

SOURCE = bench.HERE / "loops-binary"
MORE = {"cg": ["sparse_matrix.c"], "sparse": ["sparse_matrix.c"]}
NUMERICAL = ("sort", "cg", "multigrid", "fft", "lu", "stencil", "nbody", "sparse", "random")
CALLS = ("fib", "quicksort", "leaf")
ROUNDS = 7
SECONDS = 0.3  # of one run
MEASURE = pathlib.Path(bench.TRIPTYCH).parent.parent / "measure"
PLAN = MEASURE / "triptych-plan"
ARCHIVE = bench.WORK / "loops.tri"
COUNTED = {"TRIPTYCH_ARCHIVE": str(ARCHIVE), "TRIPTYCH_LOOPS": str(PLAN), "LD_PRELOAD": str(MEASURE / "libtriptych-loops.so")}
TEXTS = ("/usr/bin/bash", "/usr/bin/python3", "/usr/bin/gdb", "/usr/bin/git", bench.TRIPTYCH)


def user_seconds(*command, env=None):
    """User time of a command, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    text = bench.run(*command, env=env)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, text


def rounds_of(program):
    """How many rounds of a kernel take about as long as a run should."""
    count, seconds = 5, 0
    while seconds < 0.05:
        count *= 2
        seconds, _ = user_seconds(program, count)
    return max(1, round(count * SECONDS / seconds))


def measure(kernel, level, valgrind, limits):
    """Prints and returns the ratio of counting to the program alone."""
    program = f"./{kernel}-O{level}"
    files = [SOURCE / f"{kernel}.c"] + [SOURCE / name for name in MORE.get(kernel, [])]
    bench.run("gcc", f"-O{level}", *files, "-o", program, "-lm")
    count = rounds_of(program)
    alone = bench.run(program, count)
    ARCHIVE.mkdir(exist_ok=True)
    if bench.run(program, count, env=COUNTED) != alone:  # makes the plan, too
        sys.exit(f"bench: {program} prints something else when its loops are counted")
    best, ratio = bench.side_by_side({
        "native": lambda: user_seconds(program, count)[0],
        "counted": lambda: user_seconds(program, count, env=COUNTED)[0]}, rounds=ROUNDS)
    limit = limits[0] if kernel in NUMERICAL else limits[1]
    bench.line(f"{kernel} -O{level}", best["counted"] * 1e3, "ms", ratio["counted"], "native", limit)
    for tool in ("none", "callgrind") if valgrind else ():
        few = max(1, count // 10)
        command = ["valgrind", f"--tool={tool}", *(["--callgrind-out-file=/dev/null"] if tool == "callgrind" else [])]
        base = user_seconds(*command, program, 0)[0]  # what it takes to begin
        slow = user_seconds(*command, program, few)[0] - base
        bench.line(f"  Valgrind, {tool}", slow * 1e3, "ms", slow / best["native"] * count / few, "native")
    return ratio["counted"]


def size_of_text(path):
    for row in bench.run("size", "-A", path).splitlines():
        words = row.split()
        if words and words[0] == ".text":
            return int(words[1])
    return 0


def analysis():
    print("analysis of a binary, CPU time for each MB of code")
    for path in TEXTS:
        size = size_of_text(path) / 1e6 if pathlib.Path(path).exists() else 0
        if size < 0.5:
            continue
        seconds = min(bench.cpu_seconds(PLAN, path, "one.plan") for _ in range(5))
        bench.line(f"{pathlib.Path(path).name}, {size:.1f} MB", seconds * 1e3, "ms", seconds / size / 0.1, "100 ms", 1)


def main(words):
    valgrind = "--no-valgrind" not in words and bench.have("valgrind")
    only = [word for word in words if not word.startswith("--")]
    print("loops-binary: loops of unmodified programs counted, user CPU time, gcc")
    times = "--time" in words
    limits, mean_limit = ((1.2, 3), 1.1) if times else ((1.15, 2), 1.08)
    if times:
        COUNTED["TRIPTYCH_LOOPS_TIME"] = "1"
    ratios = []
    for kernel in only or NUMERICAL + CALLS:
        for level in (2, 3):
            ratio = measure(kernel, level, valgrind, limits)
            ratios += [ratio] if kernel in NUMERICAL else []
    if len(ratios) > 1:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        bench.line("geometric mean of the numerical ones", len(ratios), "", mean, "native", mean_limit)
    if not only:
        analysis()
    bench.done()


main(sys.argv[1:])

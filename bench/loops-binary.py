"""loops-binary: what counting the loops of unmodified programs costs, and how long their analysis takes.

--no-valgrind leaves out Valgrind, which takes most of the time; --time has the loops timed, too; a kernel's name measures that
one alone; `elements` is the C++ program whose debugging information is read."""
import math
import os
import pathlib
import resource
import shutil
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
PARTS = 4  # of the C++ program
CACHE = bench.WORK / "cache"
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


def build_elements(compiler):
    """The C++ program, with debugging information and without. Returns how many MB that is."""
    program = f"./elements-{compiler}"
    for part in range(PARTS + 1):
        bench.run(compiler, "-std=c++17", "-O2", "-g", f"-DPARTS={PARTS}", f"-DPART={part}", "-c", SOURCE / "elements.cc", "-o",
                  f"part{part}.o")
    bench.run(compiler, *[f"part{part}.o" for part in range(PARTS + 1)], "-o", program)
    bench.run("strip", "-g", "-o", f"{program}-stripped", program)
    sections = [row.split() for row in bench.run("size", "-A", program).splitlines()]
    return program, sum(int(words[1]) for words in sections if words and words[0].startswith(".debug")) / 1e6


def loops(program, count, archive, *options, env=None):
    """CPU time of the whole of it: the program, its analysis, reading what was counted."""
    return bench.cpu_seconds(bench.TRIPTYCH, "loops", "-q", "--force", *options, "-o", archive, program, count, env=env)


def read(archive, forget=False):
    """CPU time of reading what was counted, names and lines included."""
    if forget:
        shutil.rmtree(CACHE, ignore_errors=True)
    return bench.cpu_seconds(bench.TRIPTYCH, "loops", "--csv", "natives", archive)


def elements(compiler):
    program, size = build_elements(compiler)
    count = 25
    for name in ("", "-stripped"):
        loops(program + name, count, f"read{name}.tri", "--no-seal")
    best, _ = bench.side_by_side({
        "none": lambda: read("read-stripped.tri"),
        "first": lambda: read("read.tri", forget=True),
        "kept": lambda: read("read.tri")}, rounds=15)
    first, kept = best["first"] - best["none"], best["kept"] - best["none"]
    bench.line(f"elements, {compiler}: {size:.1f} MB of debugging information", first * 1e3, "ms", first / size / 0.06, "60 ms/MB", 1)
    bench.line("  from what was kept", kept * 1e3, "ms", kept / 0.01, "10 ms", 1)
    best, ratio = bench.side_by_side({
        "native": lambda: bench.cpu_seconds(program, 6 * count),
        "stripped": lambda: loops(program + "-stripped", 6 * count, "a.tri"),
        "loops": lambda: loops(program, 6 * count, "b.tri")}, rounds=5)
    bench.line("  triptych loops, all of it", best["loops"] * 1e3, "ms", ratio["loops"], "native", 1.15)
    bench.line("  of the stripped program", best["stripped"] * 1e3, "ms", ratio["stripped"], "native", 1.15)


def debugging_information():
    print("debugging information of a C++ program, CPU time of reading it")
    os.environ["TRIPTYCH_CACHE"] = str(CACHE)
    for compiler in filter(bench.have, ("g++", "clang++")):
        elements(compiler)


def main(words):
    valgrind = "--no-valgrind" not in words and bench.have("valgrind")
    only = [word for word in words if not word.startswith("--")]
    print("loops-binary: loops of unmodified programs counted, user CPU time, gcc")
    times = "--time" in words
    limits, mean_limit = ((1.2, 3), 1.1) if times else ((1.15, 2), 1.08)
    if times:
        COUNTED["TRIPTYCH_LOOPS_TIME"] = "1"
    ratios = []
    for kernel in [name for name in only if name != "elements"] if only else NUMERICAL + CALLS:
        for level in (2, 3):
            ratio = measure(kernel, level, valgrind, limits)
            ratios += [ratio] if kernel in NUMERICAL else []
    if len(ratios) > 1:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        bench.line("geometric mean of the numerical ones", len(ratios), "", mean, "native", mean_limit)
    if not only or "elements" in only:
        debugging_information()
    if not only:
        analysis()
    bench.done()


main(sys.argv[1:])

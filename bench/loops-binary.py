"""loops-binary: what counting the loops of unmodified programs costs, and how long their analysis takes.

--no-valgrind leaves out Valgrind, which takes most of the time; --time has loops and functions timed, too; a kernel's name measures that
one alone; `elements` and `materials` are the C++ programs whose debugging information is read, `marked` the same as `triptych cc g++`
links them, measured by `triptych run`; `python` is Debian's interpreter with debugging information (libpython3.11-dbg), which is left out
where it is not installed; LIBPYTHON names another file."""
import itertools
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
POINTERS = ("pointers", "hooks")  # they do nothing but call through pointers
ROUNDS = 7
SECONDS = 0.3  # of one run
MEASURE = pathlib.Path(bench.TRIPTYCH).parent.parent / "measure"
PLAN = MEASURE / "triptych-plan"
ARCHIVE = bench.WORK / "loops.tri"
COUNTED = {"TRIPTYCH_ARCHIVE": str(ARCHIVE), "TRIPTYCH_LOOPS": str(PLAN), "LD_PRELOAD": str(MEASURE / "libtriptych-loops.so")}
PARTS = {"elements": 4, "materials": 2}  # of the C++ programs
READ = (*PARTS, "python")  # programs whose debugging information is read
ROUNDS_READ = {"elements": 25, "materials": 200}
CACHE = bench.WORK / "cache"
SCRIPT = "print(sum(i * i for i in range({}00)))"
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
    limit = limits[0] if kernel in NUMERICAL else limits[1] if kernel in CALLS else 3
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
        name, rounds, listed = f"{pathlib.Path(path).name}, {size:.1f} MB", [], []
        for _ in range(5):
            rounds.append(bench.cpu_seconds(PLAN, path, "one.plan", env={"TRIPTYCH_CACHE": ""}))
            listed.append(bench.cpu_seconds("sh", "-c", 'objdump -d "$0" >/dev/null', path))
        seconds = min(rounds)
        bench.line(name, seconds * 1e3, "ms", seconds / size / 0.1, "100 ms", 1)
        bench.line(name, seconds * 1e3, "ms", seconds / min(listed), "objdump -d")


def size_of_debugging(path):
    """MB of debugging information."""
    sections = [row.split() for row in bench.run("size", "-A", path).splitlines()]
    return sum(int(words[1]) for words in sections if words and words[0].startswith(".debug")) / 1e6


def build_parts(name, compiler):
    """A C++ program, with debugging information and without."""
    program, parts = f"./{name}-{compiler}", PARTS[name]
    for part in range(parts + 1):
        bench.run(compiler, "-std=c++17", "-O2", "-g", f"-DPARTS={parts}", f"-DPART={part}", "-c", SOURCE / f"{name}.cc", "-o",
                  f"part{part}.o")
    bench.run(compiler, *[f"part{part}.o" for part in range(parts + 1)], "-o", program)
    bench.run("strip", "-g", "-o", f"{program}-stripped", program)
    return program


def loops(command, archive, *options):
    """CPU time of the whole of it: the program, its analysis, reading what was counted. The archive is a new one: removing
    that of an earlier run is no part of this one."""
    shutil.rmtree(bench.WORK / archive, ignore_errors=True)
    return bench.cpu_seconds(bench.TRIPTYCH, "loops", "-q", *options, "-o", archive, *command)


def read(archive, forget=False):
    """CPU time of reading what was counted, names and lines included."""
    if forget:
        shutil.rmtree(CACHE, ignore_errors=True)
    return bench.cpu_seconds(bench.TRIPTYCH, "loops", "--csv", "natives", archive)


def read_and_run(name, size, command, stripped, few, many, *options):
    """How long reading takes, against the same program without debugging information, and how long all takes.
    command, stripped: a number of rounds -> the command."""
    loops(command(few), "read.tri", "--no-seal", *options)
    loops(stripped(few), "read-stripped.tri", "--no-seal", *options)
    best, _ = bench.side_by_side({
        "none": lambda: read("read-stripped.tri"),
        "first": lambda: read("read.tri", forget=True),
        "kept": lambda: read("read.tri")}, rounds=15)
    first, kept = best["first"] - best["none"], best["kept"] - best["none"]
    bench.line(f"{name}: {size:.1f} MB of debugging information", first * 1e3, "ms", first / size / 0.06, "60 ms/MB", 1)
    bench.line("  from what was kept", kept * 1e3, "ms", kept / 0.01, "10 ms", 1)
    number = itertools.count()
    best, ratio = bench.side_by_side({
        "native": lambda: bench.cpu_seconds(*command(many)),
        "stripped": lambda: loops(stripped(many), f"a{next(number)}.tri", *options),
        "loops": lambda: loops(command(many), f"b{next(number)}.tri", *options)}, rounds=5)
    bench.line("  triptych loops, all of it", best["loops"] * 1e3, "ms", ratio["loops"], "native", 1.15)
    bench.line("  of the stripped program", best["stripped"] * 1e3, "ms", ratio["stripped"], "native", 1.15)


def parts(name, compiler):
    program, few = build_parts(name, compiler), ROUNDS_READ[name]
    read_and_run(f"{name}, {compiler}", size_of_debugging(program), lambda count: (program, count),
                 lambda count: (program + "-stripped", count), few, 6 * few)


def marked():
    """A program that `triptych cc g++` linked, measured by `triptych run`: all that the command takes, its analysis and sealing included,
    beside `triptych loops --time` of the program that g++ alone links."""
    print("programs that triptych cc g++ links, CPU time of the whole command")
    for name in PARTS:
        program, count = build_parts(name, "g++"), 6 * ROUNDS_READ[name]
        bench.run(bench.TRIPTYCH, "cc", "g++", *[f"part{part}.o" for part in range(PARTS[name] + 1)], "-o", f"{program}-marked")
        if bench.run(f"{program}-marked", count) != bench.run(program, count):
            sys.exit(f"bench: {program} prints something else when triptych cc links it")

        def run(program=program, count=count):
            shutil.rmtree(bench.WORK / "marked.tri", ignore_errors=True)
            return bench.cpu_seconds(bench.TRIPTYCH, "run", "-q", "-o", "marked.tri", f"{program}-marked", count)

        best, ratio = bench.side_by_side({
            "native": lambda: bench.cpu_seconds(program, count),
            "not run": lambda: bench.cpu_seconds(f"{program}-marked", count),
            "loops": lambda: loops((program, count), "plain.tri", "--time"),
            "run": run}, rounds=5)
        bench.line(f"{name}: triptych run", best["run"] * 1e3, "ms", ratio["run"], "native", 2)
        bench.line("  triptych loops --time of the plain program", best["loops"] * 1e3, "ms", ratio["loops"], "native")
        bench.line("  run beside loops --time", best["run"] * 1e3, "ms", best["run"] / best["loops"], "loops --time", 1.1)
        bench.line("  not measured", best["not run"] * 1e3, "ms", ratio["not run"], "native", 1.02)


def find_python():
    """The shared library of a Python with debugging information; None: there is none."""
    named = os.environ.get("LIBPYTHON")
    found = [pathlib.Path(named)] if named else sorted(pathlib.Path("/usr/lib").glob("*-linux-gnu/libpython3*d.so.1.0"))
    return next((path for path in found if size_of_debugging(path) > 1), None)


def python():
    library = find_python()
    if not library:
        print("  python: no libpython with debugging information (Debian has it in libpython3.11-dbg)")
        return
    (bench.WORK / "python.c").write_text("int Py_BytesMain(int, char **);\n"
                                         "int main(int count, char **words)\n{\n    return Py_BytesMain(count, words);\n}\n")
    for name, strip in (("python", False), ("python-stripped", True)):
        folder = bench.WORK / f"lib-{name}"
        folder.mkdir(exist_ok=True)
        bench.run(*(["strip", "-g", "-o"] if strip else ["cp", "-T"]), *([folder / library.name, library][::1 if strip else -1]))
        bench.run("gcc", "python.c", "-o", name, folder / library.name, f"-Wl,-rpath,{folder}")
    read_and_run("python", size_of_debugging(library), lambda count: ("./python", "-S", "-c", SCRIPT.format(count)),
                 lambda count: ("./python-stripped", "-S", "-c", SCRIPT.format(count)), 1000, 10000, "--libs", "libpython*")


def debugging_information(only):
    print("debugging information, CPU time of reading it (in addition to what the stripped program takes)")
    os.environ["TRIPTYCH_CACHE"] = str(CACHE)
    for name in PARTS:
        for compiler in filter(bench.have, ("g++", "clang++")) if not only or name in only else ():
            parts(name, compiler)
    if not only or "python" in only:
        python()


def main(words):
    valgrind = "--no-valgrind" not in words and bench.have("valgrind")
    only = [word for word in words if not word.startswith("--")]
    print("loops-binary: loops of unmodified programs counted, user CPU time, gcc")
    times = "--time" in words
    limits, mean_limit = (1.15, 2), 1.1 if times else 1.08
    if times:
        COUNTED["TRIPTYCH_LOOPS_TIME"] = "1"
    ratios = []
    for kernel in [name for name in only if name not in (*READ, "marked")] if only else NUMERICAL + CALLS + POINTERS:
        for level in (2, 3):
            ratio = measure(kernel, level, valgrind, limits)
            ratios += [ratio] if kernel in NUMERICAL else []
    if len(ratios) > 1:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        bench.line("geometric mean of the numerical ones", len(ratios), "", mean, "native", mean_limit)
    if not only or "marked" in only:
        marked()
    if not only or set(only) & set(READ):
        debugging_information(only)
    if not only:
        analysis()
    bench.done()


main(sys.argv[1:])

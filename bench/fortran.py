"""fortran: what measuring costs Fortran programs, whether their loops stay vectorised, and how fast sources are read.

usage: fortran.py [KERNEL]...   only these kernels"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import bench

sys.path.insert(0, str(bench.HERE / "fortran"))
import generate  # noqa: E402  (it stands in a folder of its own)

EXAMPLES = bench.HERE.parent / "examples"
RUNS = {
    "shallow": [EXAMPLES / "shallow" / "shallow.inp"],
    "multigrid": [],
    "orbits": [],
}
FLAGS = "-O3 -g"
SOURCES = [EXAMPLES / "shallow" / name for name in ("inital.f", "period.f", "step.f", "sums.f")]
SOURCES += [EXAMPLES / "multigrid" / name for name in ("kinds.f90", "problems.f90", "grids.f90", "multigrid.f90", "kernels.f90")]
SOURCES += [EXAMPLES / "orbits" / name for name in ("bodies.f90", "gravity.f90", "orbits.f90")]
KERNELS = {  # inner loops of five trips and small routines: the sources, and how many steps take about half a second
    "block77": (["block77.f", "blocks77.f"], 1000),
    "block90": (["block90.f90"], 1000),
    "spectral77": (["spectral77.f"], 3000),
    "spectral90": (["spectral90.f90"], 5000),
    "sweep77": (["sweep77.f"], 6000),
    "sweep90": (["sweep90.f90"], 12000),
}
# Where a loop or an array begins makes up to 12 % in such kernels. Both sides are built with several alignments, and the best of each is taken.
ALIGNMENTS = (16, 32, 64)
FILES, LINES, LARGE = 200, 450000, 50000
MOST_SECONDS, MOST_MEGABYTES = 60, 1000


def build(example, folder, cc, fc, flags=FLAGS):
    bench.run("make", "-s", "-C", EXAMPLES / example, f"O={bench.WORK / folder / example}", f"CC={cc}", f"FC={fc}",
              f"CFLAGS={flags}", f"FFLAGS={flags}")
    return bench.WORK / folder / example / example


def cost(example, arguments):
    """CPU time native, measured, counted, and as others measure."""
    native = build(example, "native", "gcc", "gfortran")
    measured = build(example, "measured", f"{bench.TRIPTYCH} cc gcc", f"{bench.TRIPTYCH} fc gfortran")
    profiled = build(example, "profiled", "gcc", "gfortran", FLAGS + " -pg")

    def triptych(**env):
        shutil.rmtree(bench.WORK / f"{example}.tri", ignore_errors=True)
        return bench.cpu_seconds(measured, *arguments, env=env)

    variants = {
        "native": lambda: bench.cpu_seconds(native, *arguments),
        "Triptych, defaults": triptych,
        "Triptych, --count": lambda: triptych(TRIPTYCH_COUNT="1"),
        "gprof": lambda: bench.cpu_seconds(profiled, *arguments),
    }
    if bench.have("uftrace"):
        variants["uftrace"] = lambda: bench.cpu_seconds("uftrace", "record", "--no-event", "-d", "data", profiled, *arguments)
    best, ratio = bench.side_by_side(variants, rounds=9)
    limits = {"Triptych, defaults": 1.10, "Triptych, --count": 1.03}
    for name in variants:
        bench.line(f"{example}, {name}", best[name] * 1e3, "ms", ratio[name], "native", limits.get(name))


def kernel_times(kernel, level, alignment):
    """The least CPU time of a kernel native, measured, counted, and with measuring switched off."""
    names, steps = KERNELS[kernel]
    sources = [bench.HERE / "fortran" / "kernels" / name for name in names]
    aligned = [f"-falign-loops={alignment}", "-falign-functions=64"]
    programs = {}
    for folder, compiler in (("native", []), ("measured", [bench.TRIPTYCH, "fc"])):
        place = bench.WORK / f"{folder}{level}-{alignment}" / kernel
        place.mkdir(parents=True)
        programs[folder] = place / kernel
        bench.run(*compiler, "gfortran", "-w", level, "-g", *aligned, "-J", place, *sources, "-o", programs[folder])

    def triptych(**env):
        shutil.rmtree(bench.WORK / f"{kernel}.tri", ignore_errors=True)
        return bench.cpu_seconds(programs["measured"], str(steps), env=env)

    return bench.side_by_side({
        "native": lambda: bench.cpu_seconds(programs["native"], str(steps)),
        "Triptych, defaults": triptych,
        "Triptych, --count": lambda: triptych(TRIPTYCH_COUNT="1"),
        "Triptych, off": lambda: triptych(TRIPTYCH="off"),
    }, rounds=4)[0]


def kernel_cost(kernel, level):
    best = {}
    for alignment in ALIGNMENTS:
        for name, seconds in kernel_times(kernel, level, alignment).items():
            best[name] = min(seconds, best.get(name, seconds))
    limits = {"Triptych, defaults": 1.10, "Triptych, --count": 1.03, "Triptych, off": 1.01}
    for name in best:
        bench.line(f"{kernel} {level}, {name}", best[name] * 1e3, "ms", best[name] / best["native"], "native", limits.get(name))


def start():
    """What `triptych run` itself takes, however long the program runs: making the archive and summing it up."""
    program = bench.WORK / "measured" / "multigrid" / "multigrid"
    best, _ = bench.side_by_side({
        "alone": lambda: bench.cpu_seconds(program, "2", "1"),
        "run": lambda: bench.cpu_seconds(bench.TRIPTYCH, "run", "--quiet", "--force", "-o", "start.tri", program, "2", "1"),
    }, rounds=9)
    print(f"  triptych run itself takes {(best['run'] - best['alone']) * 1e3:.0f} ms of CPU time, which is not in the above")


def vectorised(source, shown, folder):
    """The lines of a file's loops that gfortran -O3 vectorises. shown: what its messages call the file."""
    standard = "-std=legacy" if source.suffix == ".f" else "-std=f2008"
    ended = subprocess.run(["gfortran", "-O3", standard, "-w", "-fopt-info-vec-optimized", "-c", source, "-I", shown.parent,
                            "-I", bench.HERE.parent / "include", "-J", folder, "-o", folder / (source.stem + ".o")],
                           cwd=bench.WORK, capture_output=True, text=True)
    if ended.returncode != 0:
        sys.exit(f"bench: {source} does not compile:\n{ended.stderr}")
    found = re.findall(r"^(\S+?):(\d+):\d+: optimized: loop[^\n]* vectorized", ended.stderr, re.MULTILINE)
    return {(pathlib.Path(file).name, int(number)) for file, number in found if pathlib.Path(file).name == shown.name}


def vectorisation():
    """Loops that are vectorised natively and are not any more with probes in them."""
    instrumented, native, probed = (bench.WORK / name for name in ("instrumented", "vec-native", "vec-probed"))
    for folder in (native, probed):
        folder.mkdir()
    before, after = set(), set()
    for source in SOURCES:
        bench.run(bench.TRIPTYCH, "instrument", "-o", instrumented, source)
        before |= vectorised(source, source, native)
        after |= vectorised(next(instrumented.rglob(source.name)), source, probed)
    lost = sorted(before - after)
    bench.line("loops no longer vectorised", len(lost), "", len(lost) / len(before), f"the {len(before)} natively", 0)
    for file, number in lost:
        print(f"    {file}:{number}")


def scale():
    """Instrumenting a large tree, and one large file."""
    tree, out = bench.WORK / "tree", bench.WORK / "probed"
    tree.mkdir()
    paths, lines = generate.write_tree(tree, FILES, LINES, LARGE)
    for name, files, count in (("large tree", paths, lines), ("large file", paths[-1:], LARGE)):
        start = time.monotonic()
        process = subprocess.Popen([bench.TRIPTYCH, "instrument", "-o", out, *(path.name for path in files)], cwd=tree,
                                   stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        if status != 0:
            sys.exit(f"bench: triptych instrument failed on the {name}")
        print(f"  {name}: {len(files)} files, {count} lines, {count / seconds:,.0f} lines/s")
        bench.line("  time", seconds, "s", seconds / MOST_SECONDS, f"{MOST_SECONDS} s", 1)
        megabytes = usage.ru_maxrss / 1000
        bench.line("  peak memory", megabytes, "MB", megabytes / MOST_MEGABYTES, f"{MOST_MEGABYTES} MB", 1)
    bench.run("gfortran", "-fsyntax-only", "-w", "-I", bench.HERE.parent / "include", out / paths[-1].name)
    print("  gfortran takes the large file with its probes")


if not bench.have("gfortran"):
    print("fortran: gfortran is not installed")
    bench.done()
wanted = sys.argv[1:]
if not wanted:
    print(f"fortran: the Fortran examples, {FLAGS}")
    for name, words in RUNS.items():
        cost(name, words)
    start()
print("fortran: kernels with tiny loops and small routines; the least CPU time of each, and of three alignments of loops on both sides")
for name in wanted or KERNELS:
    for optimised in ("-O2", "-O3"):
        kernel_cost(name, optimised)
if wanted:
    bench.done()
print("fortran: vectorised loops at -O3")
vectorisation()
print("fortran: reading sources")
scale()
bench.done()

"""kernels: what the defaults, counting, and probes that are switched off cost codes of tiny loops and small functions.

usage: kernels.py [--quick] [KERNEL]..."""
import shutil
import sys

import bench

SOURCE = bench.HERE / "kernels"
# A kernel may be run in more than one way.
RUNS = {
    "block": ("block", ["64", "20000"]),
    "element, constant": ("element", ["fixed", "200", "3000"]),
    "element, run-time n": ("element", ["general", "200", "1500"]),
    "sweep": ("sweep", ["100", "8000"]),
    "molecules": ("molecules", ["16", "160"]),
    "lookup": ("lookup", ["1000", "400000"]),
    "sparse": ("sparse", ["100", "4000"]),
}
# How a loop happens to be aligned changes such kernels by a tenth: both sides get the same alignment.
ALIGNED = {"gcc": ["-falign-functions=64", "-falign-loops=32"], "clang": ["-falign-functions=64", "-mllvm", "-align-loops=32"]}
LIMITS = {"defaults": 1.10, "--count": 1.03, "off": 1.01}


def build(kernel, compiler, level):
    """Builds the kernel plain and measured; their names."""
    names = []
    for name, words in (("native", []), ("measured", [bench.TRIPTYCH, "cc"])):
        program = f"{kernel}-{name}"
        bench.run(*words, compiler, level, *ALIGNED[compiler], *sorted((SOURCE / kernel).glob("*.c")), "-o", program, "-lm")
        names.append(program)
    return names


def measure(title, kernel, arguments, compiler, level, rounds):
    native, measured = build(kernel, compiler, level)

    def seconds(**env):
        shutil.rmtree(bench.WORK / f"{measured}.tri", ignore_errors=True)
        return bench.cpu_seconds(f"./{measured}", *arguments, env=env)

    best, _ = bench.side_by_side({
        "native": lambda: bench.cpu_seconds(f"./{native}", *arguments),
        "defaults": seconds,
        "--count": lambda: seconds(TRIPTYCH_COUNT="1"),
        "off": lambda: seconds(TRIPTYCH="off"),
    }, rounds)
    for name, limit in LIMITS.items():
        bench.line(f"{title}, {compiler} {level}, {name}", best[name] * 1e3, "ms", best[name] / best["native"], "native", limit)


def main():
    quick = "--quick" in sys.argv
    wanted = [word for word in sys.argv[1:] if not word.startswith("--")]
    print("kernels: tiny loops and small functions; the least CPU time of each, loops aligned alike on both sides")
    for title, (kernel, arguments) in RUNS.items():
        if wanted and kernel not in wanted:
            continue
        for compiler in ("gcc", "clang"):
            if not bench.have(compiler):
                print(f"  {compiler} is not installed")
                continue
            for level in ("-O2", "-O3"):
                measure(title, kernel, arguments, compiler, level, 3 if quick else 9)
    bench.done()


main()

"""kernels: what the defaults, counting, and probes that are switched off cost codes of tiny loops and small functions.

usage: kernels.py [--quick] [KERNEL]..."""
import shutil
import sys

import bench

SOURCE = bench.HERE / "kernels"
# A kernel may be run in more than one way.
RUNS = {
    "block": ("block", ["64", "40000"]),
    "element, constant": ("element", ["fixed", "200", "3000"]),
    "element, run-time n": ("element", ["general", "200", "1500"]),
    "sweep": ("sweep", ["100", "16000"]),
    "molecules": ("molecules", ["16", "160"]),
    "lookup": ("lookup", ["1000", "400000"]),
    "sparse": ("sparse", ["100", "12000"]),
}
# Where a loop happens to stand changes such kernels by a tenth: the same loop of `element` took 118 to 150 ms. Both sides are built with
# several alignments, and the best of each is taken.
ALIGNMENTS = (16, 32, 64)
ALIGNED = {"gcc": "-falign-functions=64 -falign-loops={}", "clang": "-falign-functions=64 -mllvm -align-loops={}"}
LIMITS = {"defaults": 1.10, "--count": 1.03, "off": 1.01}
WAYS = {"defaults": {}, "--count": {"TRIPTYCH_COUNT": "1"}, "off": {"TRIPTYCH": "off"}}
# ms that the start and the end of a process may take more. They are part of each time below, too, which is why no kernel is short.
STARTS = {"defaults": 2.5, "--count": 2, "off": 0.3}
START_ROUNDS = 25


def build(kernel, sources, compiler, *options):
    """Builds the kernel plain and measured; their names."""
    names = []
    for name, words in (("native", []), ("measured", [bench.TRIPTYCH, "cc"])):
        program = f"{kernel}-{name}"
        bench.run(*words, compiler, *options, *sources, "-o", program, "-lm")
        names.append(program)
    return names


def least(native, measured, arguments, rounds):
    """By way, and for the program without Triptych: the least CPU time in s."""
    def seconds(env):
        shutil.rmtree(bench.WORK / f"{measured}.tri", ignore_errors=True)
        return bench.cpu_seconds(f"./{measured}", *arguments, env=env)

    ways = {"native": lambda: bench.cpu_seconds(f"./{native}", *arguments)}
    ways.update({name: lambda env=env: seconds(env) for name, env in WAYS.items()})
    return bench.side_by_side(ways, rounds)[0]


def start():
    """What an empty program takes more."""
    (bench.WORK / "empty.c").write_text("int main(void) { return 0; }\n")
    best = least(*build("empty", ["empty.c"], "gcc", "-O2"), [], START_ROUNDS)
    for name, limit in STARTS.items():
        added = (best[name] - best["native"]) * 1e3
        bench.line(f"start and end of a process, {name}: added", added, "ms", added / limit, f"{limit} ms", 1)


def measure(title, kernel, arguments, compiler, level, rounds):
    sources = sorted((SOURCE / kernel).glob("*.c"))
    best = {}
    for alignment in ALIGNMENTS:
        options = ALIGNED[compiler].format(alignment).split()
        found = least(*build(kernel, sources, compiler, level, *options), arguments, rounds)
        best = {name: min(seconds, best.get(name, seconds)) for name, seconds in found.items()}
    for name, limit in LIMITS.items():
        bench.line(f"{title}, {compiler} {level}, {name}", best[name] * 1e3, "ms", best[name] / best["native"], "native", limit)


def main():
    quick = "--quick" in sys.argv
    wanted = [word for word in sys.argv[1:] if not word.startswith("--")]
    print("kernels: tiny loops and small functions; the least CPU time of each, and of three alignments of loops on both sides")
    if bench.have("gcc"):
        start()
    for title, (kernel, arguments) in RUNS.items():
        if wanted and kernel not in wanted:
            continue
        for compiler in ("gcc", "clang"):
            if not bench.have(compiler):
                print(f"  {compiler} is not installed")
                continue
            for level in ("-O2", "-O3"):
                measure(title, kernel, arguments, compiler, level, 1 if quick else 4)
    bench.done()


main()

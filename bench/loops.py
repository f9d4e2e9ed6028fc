"""loops: what counting trips costs in vectorised kernels, with loop timing off."""
import bench

SOURCE = bench.HERE / "loops"
KERNELS = ("daxpy", "dot", "stencil", "product")


def build(compiler):
    bench.run(compiler, "-O3", "-c", SOURCE / "main.c", "-o", "main.o")
    bench.run(compiler, "-O3", "-c", SOURCE / "kernels.c", "-o", "native.o")
    bench.run(compiler, "main.o", "native.o", "-o", "native")
    for name, options in (("counted", []), ("untimed", ["--no-loop-times"])):
        bench.run(bench.TRIPTYCH, "cc", *options, compiler, "-O3", "-c", SOURCE / "kernels.c", "-o", f"{name}.o")
        bench.run(bench.TRIPTYCH, "cc", compiler, "main.o", f"{name}.o", "-o", name)


def seconds(program, kernel, env=None):
    return float(bench.run(f"./{program}", kernel, env=env)) * 1e-9


print("loops: kernels at -O3, trips counted, loops not timed")
print("  counted: built as always, run with --count; untimed: built with --no-loop-times")
(bench.WORK / "loops.tri").mkdir()
joined = {"TRIPTYCH_ARCHIVE": str(bench.WORK / "loops.tri")}
for compiler in ("gcc", "clang"):
    if not bench.have(compiler):
        print(f"  {compiler} is not installed")
        continue
    build(compiler)
    for kernel in KERNELS:
        best, ratio = bench.side_by_side({
            "native": lambda: seconds("native", kernel),
            "counted": lambda: seconds("counted", kernel, {**joined, "TRIPTYCH_COUNT": "1"}),
            "untimed": lambda: seconds("untimed", kernel, joined)}, rounds=9)
        for name in ("counted", "untimed"):
            bench.line(f"{kernel}, {compiler}, {name}", best[name] * 1e3, "ms", ratio[name], "native", 1.03)
bench.done()

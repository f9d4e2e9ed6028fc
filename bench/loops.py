"""loops: what counting trips costs in vectorised kernels, with loop timing off."""
import bench

SOURCE = bench.HERE / "loops"
KERNELS = ("daxpy", "dot", "stencil", "product")


def build(compiler):
    main = SOURCE / "main.c"
    bench.run(compiler, "-O3", "-c", main, "-o", "main.o")
    bench.run(compiler, "-O3", "-c", SOURCE / "kernels.c", "-o", "native.o")
    bench.run(compiler, "main.o", "native.o", "-o", "native")
    bench.run(bench.TRIPTYCH, "cc", compiler, "-O3", "-c", SOURCE / "kernels.c", "-o", "measured.o")
    bench.run(bench.TRIPTYCH, "cc", compiler, "main.o", "measured.o", "-o", "measured")


def seconds(program, kernel, env=None):
    return float(bench.run(f"./{program}", kernel, env=env)) * 1e-9


print("loops: kernels at -O3, trips counted, loops not timed")
for compiler in ("gcc", "clang"):
    if not bench.have(compiler):
        print(f"  {compiler} is not installed")
        continue
    build(compiler)
    (bench.WORK / "loops.tri").mkdir(exist_ok=True)
    count = {"TRIPTYCH_ARCHIVE": str(bench.WORK / "loops.tri"), "TRIPTYCH_COUNT": "1"}
    for kernel in KERNELS:
        best, ratio = bench.side_by_side({
            "native": lambda: seconds("native", kernel),
            "measured": lambda: seconds("measured", kernel, count)}, rounds=7)
        bench.line(f"{kernel}, {compiler} -O3", best["measured"] * 1e3, "ms", ratio["measured"], "native", 1.03)
bench.done()

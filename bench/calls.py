"""calls: what the defaults cost in a program full of tiny functions."""
import bench

SOURCE = bench.HERE / "calls"
FILES = [SOURCE / name for name in ("main.c", "tree.c", "node.c")]
KEYS = "1000000"

print("calls: a search tree whose every small step is a function call, -O2")
bench.run("gcc", "-O2", *FILES, "-o", "native")
bench.run(bench.TRIPTYCH, "cc", "gcc", "-O2", *FILES, "-o", "measured")
bench.run("gcc", "-O2", "-pg", *FILES, "-o", "profiled")

variants = {
    "native": lambda: bench.cpu_seconds("./native", KEYS),
    "Triptych, defaults": lambda: bench.cpu_seconds(
        bench.TRIPTYCH, "run", "--quiet", "--force", "-o", "calls.tri", "./measured", KEYS),
    "gprof": lambda: bench.cpu_seconds("./profiled", KEYS),
}
if bench.have("uftrace"):
    variants["uftrace"] = lambda: bench.cpu_seconds("uftrace", "record", "--no-event", "-d", "data", "./profiled", KEYS)
best, ratio = bench.side_by_side(variants, rounds=7)
for name in variants:
    bench.line(name, best[name] * 1e3, "ms", ratio[name], "native", 1.2 if name.startswith("Triptych") else None)
bench.done()

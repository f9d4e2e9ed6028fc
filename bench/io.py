"""io: what listening to I/O calls costs, against the same program by itself."""
import bench

KINDS = {"putc": "1 MB, a character a call", "fwrite": "blocks of 4 KB", "printf": "short lines", "write": "write(2) of 4 KB"}
LIMITS = {"putc": None, "fwrite": 1.5, "printf": 1.5, "write": 1.5}

print("io: what listening adds to a call")
bench.run("gcc", "-O2", bench.HERE / "io" / "calls.c", "-o", "calls")
for kind, what in KINDS.items():
    def alone():
        return float(bench.run("./calls", kind, "out"))

    def heard(*options):
        return float(bench.run(bench.TRIPTYCH, "run", "--quiet", "--force", "-o", "bench.tri", *options, "./calls", kind, "out"))

    best, ratio = bench.side_by_side({"alone": alone, "heard": heard, "logged": lambda: heard("--events=io")}, 7)
    bench.line(f"{kind}, {what}", best["heard"], "ns", ratio["heard"], f"alone ({best['alone']:.1f} ns)", LIMITS[kind])
    bench.line("  and logged", best["logged"], "ns", ratio["logged"], "alone")
bench.done()

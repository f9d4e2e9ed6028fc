"""probes: what one pair of probes costs, against bare reads of the clock in the same process."""
import bench

SOURCE = bench.HERE / "probes"
CLOCK, CALL, PAIR, LEAF_CALL, LEAF_PAIR = range(5)


def build(name, *compiler):
    """Only the probed routine and the linking are the measuring compiler's."""
    bench.run("gcc", "-O2", "-c", SOURCE / "pair.c", SOURCE / "bare.c")
    bench.run(*compiler, "-O2", "-c", SOURCE / "probed.c", "-o", f"{name}.o")
    bench.run(*compiler, "pair.o", "bare.o", f"{name}.o", "-o", name)


def measure(command, env=None):
    """The least of a few processes, each by itself the least of many rounds."""
    runs = [[float(word) for word in bench.run(*command, env=env).split()] for _ in range(3)]
    return [min(column) for column in zip(*runs)]


def show(name, costs, clocks, limit=None, leaf=False):
    added = costs[LEAF_PAIR] - costs[LEAF_CALL] if leaf else costs[PAIR] - costs[CALL]
    bench.line(name, added, "ns", added / (costs[CLOCK] * clocks), f"{clocks} clock read{'s' if clocks > 1 else ''}", limit)


def run_triptych(*options):
    return [bench.TRIPTYCH, "run", "--quiet", "--force", "-o", "bench.tri", *options, "./triptych"]


print("probes: what a pair of probes around a call adds to it")
build("triptych", bench.TRIPTYCH, "cc", "gcc")
timed = measure(run_triptych("--throttle", "off"))
print(f"  one clock read {timed[CLOCK]:.2f} ns, the bare call {timed[CALL]:.2f} ns")
show("timed, with call paths", timed, 2, 1.25)
counted = measure(run_triptych("--count"))
show("only counted, with call paths", counted, 1, 0.8)
show("only counted, a leaf", counted, 1, 0.8, leaf=True)
show("switched off", measure(run_triptych("--exclude", "probed*")), 1, 0.2)

build("gprof", "gcc", "-pg")
show("gprof (counts, no times)", measure(["./gprof"]), 2)
if bench.have("uftrace"):
    show("uftrace", measure(["uftrace", "record", "--no-event", "-d", "uftrace.data", "./gprof", "50000"]), 2)
else:
    print("  uftrace is not installed")
bench.done()

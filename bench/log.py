"""log: what an event costs, in time and in room, against bare reads of the clock, LTTng-UST, uftrace and OTF2."""
import array
import pathlib
import shutil
import tempfile

import bench

PROBES, SOURCE, TREE = bench.HERE / "probes", bench.HERE / "log", bench.HERE / "calls"
CLOCK, CALL, PAIR = range(3)
MEMORY = pathlib.Path(tempfile.mkdtemp(prefix="triptych-bench-", dir="/dev/shm"))
CALLS = "500000"  # a round; there are fifteen, of two routines
ACTS = 10000000


def pair(*command, env=None):
    """ns: a clock read, and what a pair of probes adds to a call; the least of a few processes."""
    runs = [[float(word) for word in bench.run(*command, env=env).split()] for _ in range(3)]
    least = [min(column) for column in zip(*runs)]
    return least[CLOCK], least[PAIR] - least[CALL]


def run_triptych(folder, *options):
    return [bench.TRIPTYCH, "run", "--quiet", "--force", "-o", folder / "log.tri", "--throttle", "off", *options]


def lttng():
    """What a pair of tracepoints adds to a call; None without LTTng."""
    if not bench.have("lttng") or not any(pathlib.Path("/usr/include").rglob("lttng/tracepoint-event.h")):
        return None
    env = {"LTTNG_HOME": str(MEMORY), "HOME": str(MEMORY)}
    bench.run("gcc", "-O2", f"-I{SOURCE}", PROBES / "pair.c", PROBES / "bare.c", SOURCE / "lttng.c", "-o", "lttng",
              "-llttng-ust", "-ldl")
    bench.run("lttng", "--no-sessiond", "version")
    own = bench.start("lttng-sessiond", "--quiet", env=env)
    try:
        bench.wait_for(lambda: bench.works("lttng", "--no-sessiond", "list", env=env))
        bench.run("lttng", "create", "bench", f"--output={MEMORY / 'lttng'}", env=env)
        bench.run("lttng", "enable-channel", "-u", "--subbuf-size=4M", "--num-subbuf=8", "--blocking-timeout=inf", "c", env=env)
        bench.run("lttng", "enable-event", "-u", "-c", "c", "triptych_bench:*", env=env)
        bench.run("lttng", "start", env=env)
        return pair("./lttng", "100000", env={**env, "LTTNG_UST_REGISTER_TIMEOUT": "-1", "LTTNG_UST_ALLOW_BLOCKING": "1"})[1]
    finally:
        bench.works("lttng", "destroy", "--all", env=env)
        own.terminate()
        own.wait()


def costs():
    bench.run("gcc", "-O2", "-c", PROBES / "pair.c", PROBES / "bare.c")
    bench.run(bench.TRIPTYCH, "cc", "gcc", "-O2", "-c", PROBES / "probed.c", "-o", "probed.o")
    bench.run(bench.TRIPTYCH, "cc", "gcc", "pair.o", "bare.o", "probed.o", "-o", "pair")
    clock, added = pair(*run_triptych(MEMORY, "--no-seal", "--events=routines", "./pair", CALLS))
    bench.line("logged pair, to memory", added, "ns", added / clock / 2, "2 clock reads", 1.5)
    others = {"LTTng-UST": lttng()}
    if bench.have("uftrace"):
        bench.run("gcc", "-O2", "-pg", "-c", PROBES / "probed.c", "-o", "traced.o")
        bench.run("gcc", "-pg", "pair.o", "bare.o", "traced.o", "-o", "traced")
        others["uftrace"] = pair("uftrace", "record", "--no-event", "-d", MEMORY / "uftrace", "./traced", "50000")[1]
    _, disk = pair(*run_triptych(bench.WORK, "--no-seal", "--events=routines", "./pair", CALLS))
    bench.line("logged pair, to disk", disk, "ns", disk / clock / 2, "2 clock reads")
    _, ring = pair(*run_triptych(MEMORY, "--no-seal", "--events=routines", "--max-size=16M", "--keep=last", "./pair", CALLS))
    bench.line("logged pair, the last 16 MB", ring, "ns", ring / clock / 2, "2 clock reads", 1.5)
    for name in ("LTTng-UST", "uftrace"):
        cost = others.get(name)
        if cost is None:
            print(f"  {name} is not installed")
            continue
        bench.line(name, cost, "ns", cost / clock / 2, "2 clock reads")
        bench.line("Triptych, logged pair", added, "ns", added / cost, name, 1)


def rates():
    bench.run("gcc", "-O2", "-c", SOURCE / "rate.c")
    bench.run(bench.TRIPTYCH, "cc", "gcc", "rate.o", "probed.o", "-o", "rate")
    for name, folder, least in (("memory", MEMORY, 20), ("disk", bench.WORK, 5)):
        seconds = min(float(bench.run(*run_triptych(folder, "--no-seal", "--events=routines", "./rate", str(ACTS))))
                      for _ in range(3))
        rate = 2 * ACTS / seconds / 1e6
        bench.line(f"events a second, to {name}", rate, "M", least / rate, f"{least} M, over the rate", 1)
        shutil.rmtree(folder / "log.tri", ignore_errors=True)


def size_of(*paths):
    return sum(file.stat().st_size for path in paths for file in pathlib.Path(path).rglob("*") if file.is_file())


def sizes():
    """A search tree whose every small step is a function call, with its loops."""
    bench.run(bench.TRIPTYCH, "cc", "gcc", "-O2", *(TREE / name for name in ("main.c", "tree.c", "node.c")), "-o", "tree")
    seconds = bench.cpu_seconds(*run_triptych(MEMORY, "--events", "./tree", "100000"))
    tables = MEMORY / "log.tri" / "tables"
    ours = size_of(tables / "events", tables / "event_blocks", tables / "event_parts")
    count = array.array("H", (tables / "event_blocks" / "events.u16").read_bytes())
    events = 2 * sum(count)
    bench.line("sealed, bytes an event", ours / events, "B", ours / events / 6, "6 bytes", 1)
    print(f"  ({events / 1e6:.1f} M events, run and sealed in {seconds:.1f} s)")
    if not bench.have("otf2-config"):
        print("  OTF2 is not installed")
        return
    words = [bench.run("otf2-config", option).split() for option in ("--cflags", "--ldflags", "--libs")]
    bench.run("gcc", "-O2", *words[0], SOURCE / "otf2.c", "-o", "otf2", *words[1], *words[2])
    query = "events.map(e -> {start: e.startTime, duration: e.duration, region: e.region.row})"
    written = int(bench.run("sh", "-c", '"$1" query "$2" --csv "$3" | ./otf2 "$4"', "-", bench.TRIPTYCH, MEMORY / "log.tri",
                            query, MEMORY / "otf2"))
    theirs = size_of(MEMORY / "otf2" / "traces") / written
    bench.line("OTF2, the same events", theirs, "B", theirs / 6, "6 bytes")
    bench.line("Triptych, sealed", ours / events, "B", ours / events / theirs, "OTF2", 1)


print("log: what an event costs")
try:
    costs()
    rates()
    sizes()
finally:
    shutil.rmtree(MEMORY, ignore_errors=True)
bench.done()

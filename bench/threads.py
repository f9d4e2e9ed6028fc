"""threads: what listening to locks costs, against the same program by itself, bare reads of the clock, and LTTng."""
import contextlib
import pathlib
import shutil
import tempfile

import bench

MEMORY = pathlib.Path(tempfile.mkdtemp(prefix="triptych-bench-", dir="/dev/shm"))
WRAPPER = "liblttng-ust-pthread-wrapper.so"
PAIRS = "1000000"


def run_triptych(*options):
    return [bench.TRIPTYCH, "run", "--quiet", "--force", "--no-seal", "--collect=threads", "-o", MEMORY / "threads.tri", *options]


def pair(*command, threads="1", pairs=PAIRS, env=None):
    """ns of a pair of lock and unlock, and of two clock reads."""
    return [float(word) for word in bench.run(*command, "./locks", threads, pairs, env=env).split()]


@contextlib.contextmanager
def lttng():
    """The environment of a program that LTTng listens to; None without LTTng."""
    found = any(pathlib.Path("/usr/lib").rglob(WRAPPER))
    if not bench.have("lttng") or not found:
        yield None
        return
    env = {"LTTNG_HOME": str(MEMORY), "HOME": str(MEMORY)}
    own = bench.start("lttng-sessiond", "--quiet", env=env)
    try:
        bench.wait_for(lambda: bench.works("lttng", "--no-sessiond", "list", env=env))
        bench.run("lttng", "create", "bench", f"--output={MEMORY / 'lttng'}", env=env)
        bench.run("lttng", "enable-channel", "-u", "--subbuf-size=4M", "--num-subbuf=8", "--blocking-timeout=inf", "c", env=env)
        bench.run("lttng", "enable-event", "-u", "-c", "c", "lttng_ust_pthread:*", env=env)
        bench.run("lttng", "start", env=env)
        yield {**env, "LTTNG_UST_REGISTER_TIMEOUT": "-1", "LTTNG_UST_ALLOW_BLOCKING": "1", "LD_PRELOAD": WRAPPER}
    finally:
        bench.works("lttng", "destroy", "--all", env=env)
        own.terminate()
        own.wait()


def uncontended():
    with lttng() as env:
        ways = {"alone": lambda: pair()[0], "heard": lambda: pair(*run_triptych())[0],
                "logged": lambda: pair(*run_triptych("--events=sync"))[0]}
        if env:
            ways["LTTng"] = lambda: pair(pairs="200000", env=env)[0]
        best, _ = bench.side_by_side(ways, 5)
    clock = min(pair(pairs="1000")[1] for _ in range(5))
    baseline = best["alone"] + clock
    against = f"alone and 2 clock reads ({baseline:.1f} ns)"
    bench.line("lock and unlock, nobody waits", best["heard"], "ns", best["heard"] / baseline, against, 4)
    bench.line("  and logged", best["logged"], "ns", best["logged"] / baseline, against)
    if env:
        bench.line("  by LTTng's wrapper", best["LTTng"], "ns", best["LTTng"] / baseline, against)
        bench.line("  logged, Triptych", best["logged"], "ns", best["logged"] / best["LTTng"], "LTTng", 1)
    else:
        print("  LTTng's wrapper of pthreads is not installed")


def contended():
    best, ratio = bench.side_by_side({
        "alone": lambda: pair(threads="8", pairs="50000")[0],
        "heard": lambda: pair(*run_triptych(), threads="8", pairs="50000")[0],
        "logged": lambda: pair(*run_triptych("--events=sync"), threads="8", pairs="50000")[0]}, 7)
    bench.line("8 threads, one lock", best["heard"], "ns", ratio["heard"], f"alone ({best['alone']:.1f} ns)", 6)
    bench.line("  and logged", best["logged"], "ns", ratio["logged"], "alone")


print("threads: what listening adds to a lock")
bench.run("gcc", "-O2", bench.HERE / "threads" / "locks.c", "-o", "locks", "-pthread")
try:
    uncontended()
    contended()
finally:
    shutil.rmtree(MEMORY, ignore_errors=True)
bench.done()

"""export: how long 10^7 events take in each format, beside copying what was written."""
import os
import pathlib
import shutil
import subprocess
import sys
import time

import bench

EVENTS = 10**7
SECONDS = 10  # for each format
MEMORY = 300  # MB
WRITE_TRACE = pathlib.Path(bench.TRIPTYCH).parents[2] / "tests" / "query" / "write_trace"
FORMATS = ("chrome", "callgrind", "folded", "dot", "csv", "json", "sqlite", "otf2")


def formats():
    told = bench.run(bench.TRIPTYCH, "export", "--help")
    return [form for form in FORMATS if f"\n  {form} " in told]


def timed(*command):
    """Seconds that passed, seconds of CPU time, and MB at most."""
    begun = time.monotonic()
    child = subprocess.Popen([str(word) for word in command], cwd=bench.WORK, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    seconds = time.monotonic() - begun
    if status:
        sys.exit(f"bench: {' '.join(map(str, command))} failed")
    return seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1000


def size_of(path):
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file()) if path.is_dir() else path.stat().st_size


print(f"export: {EVENTS:.0e} events".replace("e+0", "e"))
archive = bench.WORK / "events.tri"
bench.run(WRITE_TRACE, archive, EVENTS)
for form in formats():
    out, copy = bench.WORK / f"out.{form}", bench.WORK / "copy"
    seconds, cpu, megabytes = timed(bench.TRIPTYCH, "export", archive, "--to", form, "-o", out)
    copying, _, _ = timed("cp", "-r", out, copy)
    bench.line(form, seconds, "s", seconds / copying, f"cp of the same {size_of(out) / 1e6:.0f} MB ({copying:.2f} s)")
    bench.line("  of its time", seconds, "s", seconds / SECONDS, f"{SECONDS} s ({cpu:.2f} s of CPU time)", 1)
    bench.line("  of its memory", megabytes, "MB", megabytes / MEMORY, f"{MEMORY} MB", 1)
    for path in (out, copy):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
bench.done()

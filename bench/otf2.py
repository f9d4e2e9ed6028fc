"""otf2: a trace of 10^7 events is imported and exported again, beside otf2-print, which reads and prints it."""
import os
import pathlib
import shutil
import subprocess
import sys
import time

import bench

LOCATIONS, EVENTS = 6, 1_330_000  # with messages it is 10^7
SECONDS = 10
MEMORY = 300  # MB
MAKE_TRACE = pathlib.Path(bench.TRIPTYCH).parents[2] / "tests" / "export" / "otf2" / "make_trace"


def timed(*command):
    """Seconds that passed, seconds of CPU time, and MB at most."""
    begun = time.monotonic()
    child = subprocess.Popen([str(word) for word in command], cwd=bench.WORK, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"bench: {' '.join(map(str, command))} failed")
    return time.monotonic() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1000


if not MAKE_TRACE.exists() or not shutil.which("otf2-print"):
    sys.exit("bench: otf2 needs libotf2-trace-dev and otf2-tools")
print("otf2: 10^7 events")
bench.run(MAKE_TRACE, "trace", 1, EVENTS, 10**9, "plain")
printing, _, _ = timed("otf2-print", "trace/traces.otf2")
for what, command in (("import", ("import", "trace/traces.otf2", "-o", "trace.tri")),
                      ("export", ("export", "trace.tri", "--to", "otf2", "-o", "again"))):
    seconds, cpu, megabytes = timed(bench.TRIPTYCH, *command)
    bench.line(what, seconds, "s", seconds / printing, f"otf2-print ({printing:.2f} s)")
    bench.line("  of its time", seconds, "s", seconds / SECONDS, f"{SECONDS} s ({cpu:.2f} s of CPU time)", 1)
    bench.line("  of its memory", megabytes, "MB", megabytes / MEMORY, f"{MEMORY} MB", 1)
bench.done()

"""bench.py: what the benchmarks share: building, timing side by side, printing."""
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
TRIPTYCH = os.path.abspath(os.environ.get("TRIPTYCH", HERE.parent / "build" / "src" / "cmd" / "triptych"))
WORK = pathlib.Path(tempfile.mkdtemp(prefix="triptych-bench-"))
LONGEST = 1200  # seconds of one command: longer, and it hangs
over = 0


def run(*command, env=None, **options):
    """Runs a command in the benchmark's folder; its output is returned, a failure ends the benchmark."""
    words = [str(word) for word in command]
    try:
        ended = subprocess.run(words, cwd=WORK, env={**os.environ, **(env or {})}, capture_output=True, text=True,
                               timeout=LONGEST, **options)
    except subprocess.TimeoutExpired:
        sys.exit(f"bench: {' '.join(words)} did not end within {LONGEST} s")
    if ended.returncode != 0:
        sys.exit(f"bench: {' '.join(words)} failed:\n{ended.stdout}{ended.stderr}")
    return ended.stdout


def works(*command, env=None):
    """Whether a command ends well."""
    words = [str(word) for word in command]
    return subprocess.run(words, cwd=WORK, env={**os.environ, **(env or {})}, capture_output=True).returncode == 0


def start(*command, env=None):
    """A command that goes on beside the benchmark."""
    words = [str(word) for word in command]
    return subprocess.Popen(words, cwd=WORK, env={**os.environ, **(env or {})}, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)


def wait_for(condition, seconds=20):
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            sys.exit("bench: what was waited for does not come")
        time.sleep(0.1)


def cpu_seconds(*command, env=None):
    """User and system time of a command and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(*command, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def side_by_side(variants, rounds):
    """The ratio of each variant to the first: variants run in turn, and the median of the rounds' ratios is taken, so
    that what the machine does meanwhile hits all of them alike. variants: name -> function that returns seconds."""
    times = {name: [] for name in variants}
    for _ in range(rounds):
        for name, measure in variants.items():
            times[name].append(measure())
    first = next(iter(variants))
    best = {name: min(values) for name, values in times.items()}
    ratio = {name: statistics.median(a / b for a, b in zip(values, times[first])) for name, values in times.items()}
    return best, ratio


def line(name, value, unit, ratio, baseline, limit=None):
    """One result. Over its limit it is marked, and done() says so."""
    global over
    verdict = ""
    if limit is not None:
        passed = ratio <= limit
        over += not passed
        verdict = f"  limit {limit:g}  {'ok' if passed else 'OVER'}"
    print(f"  {name:<42} {value:>9.3f} {unit:<3} {ratio:>7.3f} x {baseline}{verdict}", flush=True)


def have(command):
    return shutil.which(command) is not None


def done():
    shutil.rmtree(WORK, ignore_errors=True)
    sys.exit(1 if over else 0)

"""A program with threads, OpenMP and I/O is reported and shown again and again while it runs: what is seen only grows, and
what had returned before is there."""
import json
import pathlib
import struct
import subprocess
import time

import program
import tap

HERE = pathlib.Path(__file__).resolve().parent
THREADS = 3
ASAN = {"ASAN_OPTIONS": "detect_leaks=0"}  # it takes seconds each time

here = program.folder()
# never sanitized itself: it is listened to
here.run("gcc", "-O1", "-g", "-fopenmp", HERE / "programs" / "writers.c", "-o", "writers", "-lpthread")
witness = here / "witness"


def returned():
    return sum(struct.unpack_from(f"<{THREADS}Q", witness.read_bytes()))


def start(*options):
    witness.unlink(missing_ok=True)
    running = here.start(program.TRIPTYCH, "run", "-q", "--throttle", "off", "--force", *options, "-o", "a.tri", "./writers", THREADS,
                         "witness", "300", env=ASAN, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 60
    while not (witness.exists() and witness.stat().st_size == 4096 and returned()):
        if time.monotonic() > until or running.poll() is not None:
            raise program.Failed(f"it does not begin: {running.poll()}")
        time.sleep(0.01)
    return running


def writes(report):
    return sum(row["visits"] for row in report["io"] if row["function"] == "write")


def look(rounds, show):
    """What is wrong, of so many looks at it."""
    seen = 0
    for number in range(rounds):
        before = returned()
        result = here.triptych("report", "--format", "json", "--top", "0", "a.tri", check=False, env=ASAN)
        after = returned()
        if result.status != 0 or result.err:
            return f"look {number}: {result}"
        report = json.loads(result.out)
        count = writes(report)
        if not max(seen, before) <= count <= after + THREADS:
            return f"look {number}: {count} writes, but {before} to {after} had returned, and {seen} were seen before"
        if report["run"]["state"] != "running":
            return f"look {number}: {report['run']}"
        seen = count
        if number % 4 == 0:
            result = here.triptych("report", "a.tri", check=False, env=ASAN)
            if result.status != 0 or result.err:
                return f"look {number}: {result}"
        if show and number % 8 == 0:
            result = here.triptych("show", "a.tri", check=False, env=ASAN)
            if result.status != 0:
                return f"look {number}: {result}"
    return None


def end(running):
    """`triptych run` passes it on to the program."""
    running.terminate()
    _, err = running.communicate(timeout=120)
    return running.returncode, err


for options, name in (([], "a profile"), (["--events", "--max-size", "8M", "--keep", "last"], "with events")):
    running = start(*options)
    program.wait_until(lambda: here.triptych("show", "a.tri", check=False, env=ASAN).status == 0)  # there is a sample
    wrong = look(100 if not program.SANITIZED else 50, True)
    tap.check(not wrong, f"{name}: it is reported and shown at any moment", wrong)
    tap.equal(end(running), (-15, ""), f"{name}: and ends as it should")
    report = here.report("a.tri", "--top", "0") if not program.SANITIZED else None
    tap.check(report is None or writes(report) >= returned(), f"{name}: nothing is missing in the end")
tap.done()

"""kill -9 at random moments: every act whose call had returned is in the log, and every archive opens; so it does while
the program runs."""
import os
import random
import shutil
import struct
import subprocess
import time

import measured
import program
import tap

COUNT_ACTS = os.environ["COUNT_ACTS"]
THREADS = 2
ROUNDS = 20 if program.SANITIZED else int(os.environ["ROUNDS"])
CALLS = 500000 if program.SANITIZED else 6000000  # of each thread, where the log grows while it is read

here = program.folder()
measured.build(here, "busy")
random.seed(int(os.environ.get("SEED", 1)))
path, witness = here / "a.tri", here / "witness"


def start(calls=0, **env):
    shutil.rmtree(path, ignore_errors=True)
    witness.unlink(missing_ok=True)
    path.mkdir()
    running = here.start("./busy", THREADS, witness, calls, env={
        "TRIPTYCH_ARCHIVE": path, "TRIPTYCH_EVENTS": "all", "TRIPTYCH_THROTTLE": "off", **env})
    while not (witness.exists() and witness.stat().st_size == 4096 and min(returned())):
        time.sleep(0.0002)
    return running


def returned():
    return struct.unpack_from(f"<{THREADS}Q", witness.read_bytes())


def read():
    """Acts of step, by lane (the threads' lanes in any order), or None when it went wrong, and why."""
    ended = subprocess.run([COUNT_ACTS, path], capture_output=True, text=True)
    if ended.returncode != 0:
        return None, ended.stderr
    *lanes, damaged = ended.stdout.splitlines()
    counts = sorted(int(lane.partition(" step=")[2].split()[0]) for lane in lanes)[-THREADS:]
    return (counts, "") if damaged == "0" else (None, ended.stdout)


wrong, total = [], 0
for number in range(ROUNDS):
    limit = {"TRIPTYCH_EVENTS_LIMIT": f"last:{random.choice([500000, 1 << 20])}"} if number % 4 == 3 else {}
    running = start(**limit)
    time.sleep(random.random() * (0.1 if number % 2 else 0.004))
    running.kill()
    running.wait()
    calls = sorted(returned())
    counts, why = read()
    if counts is None:
        wrong.append(f"round {number}: {why}")
    elif limit and any(count < min(call, 10000) for call, count in zip(calls, counts)):  # a ring has room for more
        wrong.append(f"round {number}: only {counts} are kept of {calls}")
    elif not limit and any(not call <= count <= call + 1 for call, count in zip(calls, counts)):
        wrong.append(f"round {number}: {calls} calls returned, {counts} acts")
    else:
        total += 1
tap.check(not wrong and total == ROUNDS, f"killed {ROUNDS} times: no act of a call that returned is lost", "\n".join(wrong[:5]))

wrong = []
running = start(CALLS)
for number in range(5 if program.SANITIZED else 20):
    calls = sorted(returned())
    counts, why = read()
    after = sorted(returned())
    if counts is None:
        wrong.append(f"read {number}: {why}")
    elif any(not low <= count <= high + 1 for low, count, high in zip(calls, counts, after)):
        wrong.append(f"read {number}: {counts} acts, but {calls} to {after} calls")
    if running.poll() is not None:
        break
running.kill()
running.wait()
tap.check(not wrong, "read while it runs: all that was there when the reading began", "\n".join(wrong[:5]))

running = start(TRIPTYCH_EVENTS_LIMIT="last:1000000")
results = [read() for _ in range(5 if program.SANITIZED else 15)]
running.kill()
running.wait()
wrong = [why for counts, why in results if counts is None]
tap.check(not wrong, "a log of the last events is read while it runs over itself", "\n".join(wrong[:5]))
tap.done()

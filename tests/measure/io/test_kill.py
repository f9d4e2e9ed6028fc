"""kill -9 at random moments of a program that is only listened to: no write that had returned is missing in the log, and
every archive is sealed and reported."""
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import time

import program
import tap

HERE = pathlib.Path(__file__).resolve().parent
COUNT_ACTS = os.environ["COUNT_ACTS"]
THREADS, ROUNDS = 3, 40
if program.SANITIZED:
    tap.skip_all("a sanitized program is not listened to")
here = program.folder()
here.run(program.CC, "-O1", "-g", HERE / "programs" / "writers.c", "-o", "writers", "-lpthread")
random.seed(int(os.environ.get("SEED", 1)))
path, witness = here / "a.tri", here / "witness"


def returned():
    return struct.unpack_from(f"<{THREADS}Q", witness.read_bytes())


def start():
    shutil.rmtree(path, ignore_errors=True)
    witness.unlink(missing_ok=True)
    running = here.start(program.TRIPTYCH, "run", "-q", "--throttle", "off", "--events", "-o", path, "./writers", THREADS, witness,
                         stderr=subprocess.PIPE, text=True)
    while not (witness.exists() and witness.stat().st_size == 4096 and min(returned())):
        if running.poll() is not None:
            raise program.Failed(running.stderr.read())
        time.sleep(0.0002)
    return running


def child_of(pid):
    return int(pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])


def writes():
    """Acts of write that have ended, of the threads, by lane; or None, and why."""
    ended = subprocess.run([COUNT_ACTS, path], capture_output=True, text=True)
    if ended.returncode != 0:
        return None, ended.stderr
    *lanes, damaged = ended.stdout.splitlines()
    counts = sorted(sum(int(count) for count in re.findall(r" write=(\d+)", lane)) for lane in lanes)[-THREADS:]
    return (counts, "") if damaged == "0" else (None, ended.stdout)


def look(number, alone):
    """Kills the program, or `triptych run` with it; what is wrong then."""
    running = start()
    time.sleep(random.random() * (0.1 if number % 2 else 0.004))
    command = child_of(running.pid)
    if not alone:
        running.kill()
    os.kill(command, 9)
    _, err = running.communicate()
    calls = sorted(returned())
    counts, why = writes()
    if counts is None or err or any(not call <= count <= call + 1 for call, count in zip(calls, counts)):
        return f"round {number}: {calls} calls returned, {counts} acts; {why}{err}"
    if alone != (path / "tables").exists():
        return f"round {number}: {'not ' if alone else ''}sealed"
    report = here.triptych("report", path, check=False)
    if report.status != 0 or "/dev/null" not in report.out:
        return f"round {number}: {report}"
    return None


wrong = list(filter(None, (look(number, number % 4 != 3) for number in range(ROUNDS))))
tap.check(not wrong, f"killed {ROUNDS} times: no write that had returned is lost, every archive is sealed and reported",
          "\n".join(wrong[:5]))
tap.done()

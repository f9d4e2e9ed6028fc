"""Ranks that are killed: the report says which one died first and of what, and takes no rank that waits since then, and no send that meets its
receive, for a deadlock. ROUNDS tells how often each is tried."""
import os
import signal
import subprocess
import time

import mpi
import program
import tap

if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
ROUNDS = int(os.environ.get("DEATHS", 1))
RANKS = 4
here = program.folder()


def until(fact, what):
    for _ in range(6000):
        if fact():
            return
        time.sleep(0.01)
    raise program.Failed(f"waited in vain until {what}")


def children(pid):
    return [int(word) for word in subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False).stdout.split()]


def start(name, command, archive):
    for rank in range(RANKS):
        (here / f"pid.{rank}").unlink(missing_ok=True)
    running = here.start(program.TRIPTYCH, "run", "-q", "--force", "--events=comm", "-o", archive, f"mpirun.{name}", "-n", RANKS, command,
                         env=mpi.ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    files = [here / f"pid.{rank}" for rank in range(RANKS)]
    until(lambda: all(file.exists() and file.read_text().endswith("\n") for file in files), "all ranks were there")
    return running, [int(file.read_text()) for file in files]


def is_gone(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def check(archive, what):
    report = here.report(archive)
    run, stalls = report["run"], report["comm_stalls"]
    tap.check(not any(row["stuck"] for row in stalls), f"{what}: nobody is said to be stuck", stalls)
    text = here.triptych("report", archive).out + here.triptych("report", "--advice", archive).out
    tap.check("eadlock" not in text, f"{what}: the report sees no deadlock", text)
    tap.check(all(row["since_ns"] <= run["time_ns"] for row in stalls), f"{what}: nobody waits since after the end", (run["time_ns"], stalls))
    return report, text


for name in mpi.INSTALLED:
    pairs = mpi.build(here, name, "pairs.c")
    for turn in range(ROUNDS):
        victim, archive = (1, 2, 0, 3)[turn % RANKS], f"killed.{name}.tri"
        running, pids = start(name, pairs, archive)
        os.kill(pids[victim], signal.SIGKILL)
        running.wait()
        what = f"{name}, rank {victim} was killed"
        report, text = check(archive, what)
        death = report["run"]["first_death"]
        tap.equal((death["rank"], death["how"], death["signal"]), (victim, "signal", 9), f"{what}: it died first, and of that")
        tap.contains(" ".join(text.split()), f"rank {victim} died first, after ", f"{what}: the report says so")
        tap.contains(" ".join(text.split()), ": killed by signal 9 (Killed)", f"{what}: and of what")
        late = [row for row in report["comm_stalls"] if row["since_ns"] > death["time_ns"]]
        tap.check(all(row["after_death"] for row in late), f"{what}: who came later is said to have", late)

        if ROUNDS == 1 and name != mpi.INSTALLED[0]:
            continue
        archive = f"orphans.{name}.tri"
        running, pids = start(name, pairs, archive)
        launcher = children(running.pid)
        for pid in launcher:
            os.kill(pid, signal.SIGKILL)
        running.wait()
        until(lambda: all(is_gone(pid) for pid in pids), "all ranks were gone")
        check(archive, f"{name}, the launcher was killed")
tap.done()

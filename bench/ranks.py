"""ranks: very many ranks: how long sealing, reports and displays of their archives take and in how much memory, and what
64 ranks on few cores cost when they are measured."""
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import threading
import time

import bench

TOOLS = pathlib.Path(bench.TRIPTYCH).parents[2] / "tests" / "program"
ITERATIONS = 1000  # 10,100 calls of MPI by each rank: 4 messages and a sum in an iteration, a sum of the row in each tenth
MOST_SECONDS, MOST_MEGABYTES = 60, 1000
SHOWN_SECONDS, SHOWN_MEGABYTES = 10, 1000
ENV = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
       "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}
SIZES = {"jacobi": ["64", "30", "10"], "ring": ["640", "1"]}
FORTRAN = {"ring"}
RANKS = 64


def seal(ranks, *words):
    """Writes an archive and seals it. Returns seconds, seconds of CPU time, MB."""
    bench.run("rm", "-rf", "ranks.tri")
    bench.run(TOOLS / "write_ranks", "ranks.tri", ranks, ITERATIONS, *words)
    return [float(word) for word in bench.run(TOOLS / "seal_ranks", "ranks.tri").split()[:3]]


def sealing():
    sealed = {}
    for title, words in (("profiles and events", ["log"]), ("profiles", []), ("and each host's own clock", ["log", "apart"])):
        for ranks in (64, 256, 1024):
            sealed[ranks] = seconds, _, megabytes = seal(ranks, *words)
            limit = 1 if ranks == 1024 else None
            bench.line(f"{title}, {ranks}", seconds, "s", seconds / MOST_SECONDS, f"{MOST_SECONDS} s", limit)
            bench.line("  memory", megabytes, "MB", megabytes / MOST_MEGABYTES, f"{MOST_MEGABYTES} MB", limit)
        bench.line("  CPU time of 1,024 ranks", sealed[1024][1], "s", sealed[1024][1] / sealed[256][1] / 4, "4 times 256 ranks", 1.5)


def showing():
    """Of the archive that was sealed last."""
    for words in (["report"], ["report", "--mpi"], ["report", "--advice"], ["report", "--format", "json"], ["show"],
                  ["show", "communication", "all"], ["show", "all", "all", "--svg", "pictures/"]):
        start = time.monotonic()
        with open(bench.WORK / "out", "wb") as out:
            child = subprocess.Popen([bench.TRIPTYCH, words[0], "ranks.tri", *words[1:]], cwd=bench.WORK, stdout=out)
            _, status, usage = os.wait4(child.pid, 0)
        if status:
            sys.exit(f"bench: triptych {' '.join(words)} failed")
        seconds, megabytes = time.monotonic() - start, usage.ru_maxrss / 1024
        lines = sum(1 for _ in open(bench.WORK / "out", "rb"))
        bench.line(f"triptych {' '.join(words)}", seconds, "s", seconds / SHOWN_SECONDS, f"{SHOWN_SECONDS} s", 1)
        bench.line("  memory", megabytes, "MB", megabytes / SHOWN_MEGABYTES, f"{SHOWN_MEGABYTES} MB", 1)
        print(f"  ({lines} lines)")


class Watch(threading.Thread):
    """The most memory that a process of a program had, as far as it was seen."""

    def __init__(self, name):
        super().__init__(daemon=True)
        self.name_of, self.most, self.over = name, 0, threading.Event()

    def run(self):
        while not self.over.wait(0.1):
            for status in pathlib.Path("/proc").glob("[0-9]*/status"):
                try:
                    text = status.read_text()
                except OSError:
                    continue
                if re.match(rf"Name:\t{self.name_of}\n", text):
                    found = re.search(r"VmHWM:\s+(\d+) kB", text)
                    self.most = max(self.most, int(found[1]) if found else 0)


def run(example, *command):
    """Seconds, seconds of CPU time, MB of a rank."""
    watch, before, start = Watch(example), resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    watch.start()
    bench.run(*command, env=ENV)
    watch.over.set()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, watch.most / 1024


def size_of(folder):
    """Files of a rank, and kB of them on the disk."""
    files = [file for file in (bench.WORK / folder / "places").rglob("*") if file.is_file()]
    return len(files) / RANKS, sum(file.stat().st_blocks for file in files) / 2 / RANKS


def crowd(example, mpi):
    compiler = f"{'mpifort' if example in FORTRAN else 'mpicc'}.{mpi}"
    bench.run("make", "-s", "-C", bench.HERE.parent / "examples" / example, f"O={bench.WORK}/{mpi}", f"CC={compiler}",
              f"FC={compiler}", "CFLAGS=-O2 -g", "FFLAGS=-O2 -g")
    command = [f"mpirun.{mpi}", "-n", RANKS, f"{mpi}/{example}", *SIZES[example]]
    seconds, cpu, megabytes = run(example, *command)
    print(f"  {example} with {mpi}: {seconds:.1f} s, {cpu:.1f} s of CPU time, {megabytes:.1f} MB of a rank")
    for title, words in (("measured", []), ("with events", ["--events"])):
        own, own_cpu, own_megabytes = run(example, bench.TRIPTYCH, "run", "--quiet", "--force", "--no-seal", "-o",
                                          "crowd.tri", *words, *command)
        files, kilobytes = size_of("crowd.tri")
        bench.line(f"  {title}", own, "s", own / seconds, "native")
        bench.line("    CPU time", own_cpu, "s", own_cpu / cpu, "native")
        bench.line("    memory of a rank", own_megabytes, "MB", own_megabytes / megabytes, "native")
        print(f"    {files:.0f} files and {kilobytes:.0f} kB on the disk of a rank")


print(f"ranks: archives of very many ranks, {ITERATIONS * 101 // 10:,} calls of MPI by each")
sealing()
print("ranks: showing 1,024 of them")
showing()
print(f"ranks: {RANKS} of them on {os.cpu_count()} cores")
for mpi in ("openmpi", "mpich"):
    for example in SIZES:
        if shutil.which(f"mpicc.{mpi}"):
            crowd(example, mpi)
bench.done()

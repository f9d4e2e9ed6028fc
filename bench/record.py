"""record: what `triptych run --filter` and `triptych filter` cost, against a profile alone, a log of everything, and bare reads of the clock."""
import pathlib
import shutil
import subprocess
import tempfile

import bench

PROBES = bench.HERE / "probes"
CLOCK, CALL, PAIR = range(3)
MEMORY = pathlib.Path(tempfile.mkdtemp(prefix="triptych-bench-", dir="/dev/shm"))
CALLS = "500000"  # a round; there are fifteen, of two routines


def pair(*options):
    """ns: a clock read, and what a pair of probes adds to a call; the least of a few processes."""
    command = [bench.TRIPTYCH, "run", "--quiet", "--force", "-o", MEMORY / "record.tri", "--throttle", "off", "--no-seal",
               "--no-samples", *options, "./pair", CALLS]
    runs = [[float(word) for word in bench.run(*command).split()] for _ in range(3)]
    least = [min(column) for column in zip(*runs)]
    return least[CLOCK], least[PAIR] - least[CALL]


def sent(condition):
    """The same, for a program that logs everything until it is sent a condition, or is sent none."""
    least = None
    for _ in range(3):
        shutil.rmtree(MEMORY / "sent.tri", ignore_errors=True)
        running = subprocess.Popen([bench.TRIPTYCH, "run", "--quiet", "-o", MEMORY / "sent.tri", "--throttle", "off", "--no-seal", "--no-samples", "--events", "./pair", CALLS, "wait"],
                                   cwd=bench.WORK, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        bench.wait_for(lambda: bench.works(bench.TRIPTYCH, "query", MEMORY / "sent.tri", "lanes.count()"))
        if condition:
            bench.wait_for(lambda: bench.works(bench.TRIPTYCH, "filter", MEMORY / "sent.tri", condition))
        times = [float(word) for word in running.communicate("\n")[0].split()]
        least = [min(both) for both in zip(times, least or times)]
    return least[CLOCK], least[PAIR] - least[CALL]


print("record: what a filter costs while recording")
try:
    bench.run("gcc", "-O2", "-c", PROBES / "pair.c", PROBES / "bare.c")
    bench.run(bench.TRIPTYCH, "cc", "gcc", "-O2", "-c", PROBES / "probed.c", "-o", "probed.o")
    bench.run(bench.TRIPTYCH, "cc", "gcc", "pair.o", "bare.o", "probed.o", "-o", "pair")
    clock, profiled = pair()
    _, logged = pair("--events")
    bench.line("profile alone", profiled, "ns", profiled / clock / 2, "2 clock reads")
    bench.line("everything logged", logged, "ns", logged / clock / 2, "2 clock reads")
    _, filtered = pair("--filter", "e -> e.type == COMM && e.bytes > 1kB")
    bench.line("left out by its region", filtered, "ns", filtered / profiled, "profile alone", 1.1)
    _, filtered = pair("--filter", "e -> e.duration > 1s")
    bench.line("left out by its duration", filtered, "ns", filtered / profiled, "profile alone")
    bench.line("left out by its duration", filtered, "ns", filtered / logged, "everything logged")
    bench.line("left out by its duration", filtered, "ns", filtered / clock / 2, "2 clock reads", 2.2)
    _, filtered = pair("--filter", "e -> e.duration > 1s || e.lane.number > 7 && e.startTime > 1h && e.aborted || e.execPlace == 3")
    bench.line("left out by three comparisons", filtered, "ns", filtered / clock / 2, "2 clock reads", 4)
    _, kept = pair("--filter", "e -> e.duration < 1s")
    bench.line("kept by one comparison", kept, "ns", kept / logged, "everything logged", 2.0)
    clock, none = sent(None)
    bench.line("everything logged, none sent", none, "ns", none / clock / 2, "2 clock reads")
    for name, condition, limit in (("sent: left out by its region", "e -> e.type == COMM", 2), ("sent: left out by its duration", "e -> e.duration > 1s", 2.5), ("sent: kept by one comparison", "e -> e.duration < 1s", 3),
                                   ("sent: log everything again", "e -> true", 2)):
        _, cost = sent(condition)
        bench.line(name, cost, "ns", cost / none, "everything logged, none sent", limit)
finally:
    shutil.rmtree(MEMORY, ignore_errors=True)
bench.done()

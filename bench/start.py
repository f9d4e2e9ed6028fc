"""start: what `triptych run` costs a command that does nothing, on the disk of the temporary folder."""
import statistics
import subprocess
import time

import bench

ROUNDS, LIMIT_MS, LIMIT_MB = 40, 15, 15
archives = iter(range(1000))  # removing them meanwhile would slow the file system down


def timed(*command):
    """ms until a command has ended."""
    begin = time.perf_counter()
    subprocess.run([str(word) for word in command], cwd=bench.WORK, stderr=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - begin) * 1e3


def measured(*options):
    return timed(bench.TRIPTYCH, "run", *options, "-o", f"{next(archives)}.tri", "true")


def resident():
    """MB: the most that `triptych run` had resident at a time."""
    bench.run("gcc", "-O1", bench.HERE / "start/resident.c", "-o", "resident")
    return int(bench.run("./resident", bench.TRIPTYCH, "run", "-o", "resident.tri", "true")) / 1024


print("start: what `triptych run true` costs, median times")
rounds = [(timed("true"), measured(), measured("--no-seal")) for _ in range(ROUNDS)]
alone, run, unsealed = (statistics.median(column) for column in zip(*rounds))
bench.line("true by itself", alone, "ms", 1, "true")
bench.line("triptych run --no-seal true", unsealed, "ms", unsealed / alone, "true")
bench.line("triptych run true", run, "ms", run / alone, "true")
bench.line("triptych run true", run, "ms", run / LIMIT_MS, f"{LIMIT_MS} ms", 1)
memory = resident()
bench.line("triptych run true", memory, "MB", memory / LIMIT_MB, f"{LIMIT_MB} MB", 1)
bench.done()

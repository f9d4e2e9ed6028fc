"""What is said of ranks made by hand, word for word: the factors of POP, and advice."""
import csv
import io
import json
import os
import re
import shutil

import program
import tap

WRITE = os.environ["WRITE_ADVISED"]  # the helper that writes the archives: write_ranks.c
EXPECTED = program.SOURCE / "tests/analysis/efficiency/expected"

here = program.folder()


def make(*how):
    if (here / "ranks.tri").exists():
        shutil.rmtree(here / "ranks.tri")
    here.run(WRITE, "ranks.tri", *how)


def text(*options):
    """Without the head, which has the archive's path, and what is said of waits: others test that."""
    paragraphs = here.triptych("report", *options, "ranks.tri").out.split("\n\n")
    return "\n\n".join(each for each in paragraphs[1:] if not each.startswith("waits "))


def golden(name, is_text, what):
    """Compares with expected/NAME. When a change is meant, look at the difference and run the test with UPDATE=1."""
    if os.environ.get("UPDATE"):
        (EXPECTED / name).write_text(is_text)
    tap.check(is_text == (EXPECTED / name).read_text(), f"{what} is {name}", is_text)


for how in (["advised"], ["advised", "sealed"]):
    make(*how)
    golden("advised.txt", text("--advice", "--width", 100), f"{' '.join(how)}: the advice")
    report = json.loads(here.triptych("report", "--advice", "--format", "json", "ranks.tri").out)
    tap.equal([(row["finding"], row["cost_ns"], row["line"], row["rank"]) for row in report["advice"]],
              [("blocking_ring", 360_000_000, 6, 0), ("load_imbalance", 220_000_000, 3, 2), ("one_rank_does_io", 180_000_000, 16, 0),
               ("barrier_only_waits", 160_000_000, 11, 0)], f"{' '.join(how)}: findings as JSON")
    # Useful are 100, 160, 180 and 60 ms of 301; on an ideal network, barriers end after 45 ms each, and then rank 0 writes.
    factors = {row["factor"]: row["percent"] for row in report["efficiency"]}
    tap.equal({key: round(value, 6) for key, value in factors.items()},
              {"parallel_efficiency": round(100 * 125 / 301, 6), "load_balance": round(100 * 125 / 180, 6),
               "communication_efficiency": round(100 * 180 / 301, 6), "serialisation": round(100 * 180 / 240, 6),
               "transfer": round(100 * 240 / 301, 6)}, f"{' '.join(how)}: factors as JSON")
    rows = list(csv.DictReader(io.StringIO(here.triptych("report", "--advice", "--format", "csv", "ranks.tri").out)))
    tap.equal([(row["finding"], int(row["cost_ns"])) for row in rows],
              [(row["finding"], row["cost_ns"]) for row in report["advice"]], f"{' '.join(how)}: findings as CSV")
    whole = here.report("ranks.tri")
    tap.equal((whole["advice"], whole["efficiency"]), (report["advice"], report["efficiency"]),
              f"{' '.join(how)}: the same among all tables")
    # Rank 0 waits for nobody: 4 times 10 ms of its loop, 37 of MPI_Send, 3 of MPI_Recv, 10 of the barrier; then it writes.
    golden("critical.txt", text("--critical-path", "--width", 100), f"{' '.join(how)}: the critical path")
    tap.equal(whole["critical"], [{"state": "known", "time_ns": 301_000_000, "stretches": 1, "sentence": ""}],
              f"{' '.join(how)}: the critical path is as long as the run")
    tap.equal(sum(row["time_ns"] for row in whole["critical_path"]), 301_000_000, f"{' '.join(how)}: regions have all of it")
shown = text("--mpi", "--width", 80)
golden("factors.txt", "\n\n".join(shown[shown.index("Efficiency"):].split("\n\n")[:2]) + "\n", "what --mpi says of them")
make("unsized")
tap.contains(" ".join(text("--advice").split()), "by calls that block: 16 messages of unknown bytes; 4 of the ranks", "bytes that are not known have no mean")
told = here.triptych("predict", "--network", "latency=1us,bandwidth=1GB", "ranks.tri").out
tap.contains(" ".join(told.split()), "bytes of 16 messages and collective operations are not known: on the other network they take its latency only", "predict: the same on another network")
tap.check("The network of this run" not in told, "and the network of the run is not estimated from them", told)
make("silent")
golden("silent.txt", text("--advice", "--width", 100), "without events: the advice")
tap.equal([here.report("ranks.tri")["critical"][0][key] for key in ("state", "time_ns", "sentence")],
          ["no events", None, "it needs `triptych run --events=comm`"], "without events: there is no critical path, and why")
tap.check("The critical path is not known: it needs `triptych run --events=comm`." in here.triptych("report", "--critical-path", "ranks.tri").out,
          "without events: the text says so, too")
make("lost")
tap.equal([here.report("ranks.tri")["critical"][0][key] for key in ("state", "time_ns", "sentence")],
          ["dropped", None, "52 events are missing"], "without the files of events: there is no critical path, and why")
tap.check("The critical path is not known: 52 events are missing." in here.triptych("report", "ranks.tri").out,
          "without the files of events: the text says so, without being asked")
tap.equal([row["percent"] for row in here.report("ranks.tri")["efficiency"]][3:], [None, None],
          "without the files of events: what they would tell is not known")
make("fine")
golden("fine.txt", text("--advice", "--width", 100), "nothing to say: the advice")
tap.check(not here.report("ranks.tri")["advice"], "nothing to say: no findings as JSON")


def product(factors, *keys):
    """What the factors of these names multiply to, from 0 to 1."""
    value = 1
    for key in keys:
        value *= factors[key] / 100
    return round(value, 9)


# Two ranks of 320 ms with two lanes each. Useful are 40 + 160 and 120, 40 + 180 and 120 ms.
make("hybrid")
golden("hybrid.txt", "\n\n".join(text("--advice", "--width", 100).split("\n\n")[:2]) + "\n", "ranks with threads: the factors")
factors = {row["factor"]: row["percent"] for row in here.report("ranks.tri")["efficiency"]}
tap.equal(product(factors, "load_balance", "serialisation", "transfer", "serial_region_efficiency", "thread_load_balance",
                  "thread_communication_efficiency"), round((200 + 120 + 220 + 120) / (4 * 320), 9),
          "ranks with threads: the factors multiply to the useful time of all lanes")
tap.equal((product(factors, "process_efficiency", "thread_efficiency"), product(factors, "hybrid_load_balance", "hybrid_communication_efficiency")),
          (product(factors, "parallel_efficiency"),) * 2, "ranks with threads: so do both levels, and both factors of lanes")
make("threads")
golden("threads.txt", "\n\n".join(text("--sync", "--width", 80).split("\n\n")[:2]) + "\n", "threads without ranks: the factors")
factors = {row["factor"]: row["percent"] for row in here.report("ranks.tri")["efficiency"]}
tap.equal(product(factors, "serial_region_efficiency", "thread_load_balance", "thread_communication_efficiency"),
          round((200 + 120) / (2 * 240), 9), "threads without ranks: the factors multiply to the useful time")
for how, what in (("crowded", "ranks that wait for cores"), ("late", "a late sender beside an imbalance")):
    make(how)
    golden(f"{how}.txt", text("--advice", "--width", 100), f"{what}: the advice")

# Of the same, three events of rank 1 were dropped: what is known of waits is the least that there was.
make("dropped")
golden("dropped.txt", here.triptych("report", "--advice", "--width", 100, "ranks.tri").out.split("\n\n", 1)[1], "dropped events: the advice")
report = here.report("ranks.tri")
tap.equal([(row["finding"], row["cost_at_least"]) for row in report["advice"]],
          [("load_imbalance", False), ("late_sender", True)], "dropped events: what is found in messages may cost more")
tap.equal({row["at_least"] for table in ("comm_kinds", "comm_doing", "comm_causes", "comm_waits") for row in report[table]}, {True},
          "dropped events: there may be more waits")
tap.equal({row["function"]: row["waited_at_least"] for row in report["comm_sites"]},
          {"MPI_Send": True, "MPI_Recv": True, "MPI_Allreduce": True}, "dropped events: calls may have waited longer")
make("full")
sentence = next(row["sentence"] for row in here.report("ranks.tri")["efficiency"] if row["factor"] == "communication_efficiency")
tap.equal(sentence, "Communication efficiency is the weakest factor (10.0 %): MPI calls take the time. A complete event log shows whether ranks "
          "wait for each other or for data transfer; some of this one is missing: raise --max-size of `triptych run`.",
          "dropped events: nobody who logged calls is told to log them")
make("disk")
shown = " ".join(here.triptych("report", "--advice", "ranks.tri").out.split())
tap.check("some of this one is missing: it could not be written (No space left on device), so make room, or name another folder with -o of "
          "`triptych run`." in shown, "events that could not be written: the advice says why", shown)
shown = " ".join(here.triptych("report", "--critical-path", "ranks.tri").out.split())
tap.check("3 events are missing, on rank 0 and maybe others; it could not be written (No space" in shown and "--max-size" not in shown,
          "events that could not be written: so does the critical path, and a limit is not blamed", shown)

# An excerpt does not tell what ranks did besides: there is no verdict on their load.
make("late", "sealed")
here.triptych("query", "ranks.tri", 'events.filter(e -> e.name == "MPI_Recv")', "--save", "part.tri")
whole = " ".join(here.triptych("report", "part.tri").out.split())
tap.check("The MPI calls in this part took 48.00 ms" in whole and "the load balance are unknown: this is a part of another archive" in whole
          and "The efficiency of the ranks is unknown: this is a part of another archive." in whole, "a part: what is known", whole)
tap.check("waits at least 48.00 ms in all ranks together" in whole, "a part: there may be more waits", whole)
tap.check("worked longest" not in whole and "computes" not in whole and "Load balance of" not in whole, "a part: nothing is said of the load", whole)
part = here.report("part.tri")
tap.equal((part["efficiency"], part["balance"], part["advice"]), ([], [], []), "a part: no factors, no load balance, no imbalance as JSON")
make("late")
result = here.triptych("report", "--advice", "--style", "kpx", "ranks.tri", check=False)
tap.check(result.status == 2 and "--advice" in result.err, "the historic layout has no advice", result)
make("open")
node = r" +([0-9.]+[+]?)  node [12]"
kpx = here.triptych("report", "--style", "kpx", "--mpi", "ranks.tri").out
for part in ("MPI_Allreduce           12 made.c\n  Max", "TOTAL OVERHEAD\n  Max"):
    times = re.search(r"Maximum" + node + r"\n  Minimum" + node + r"\n  Mean +(\S+)\n", kpx[kpx.index(part):]).groups()
    tap.equal(times, ("0.004200+", "0.000210+", "0.002205+"), "a rank that was killed may have more than the one with most, by which the mean is more, too")
tap.contains(kpx, "TOTAL Elapsed Time     0.400200+", "and may have lasted longer")
calls = here.triptych("report", "--mpi", "--width", 200, "ranks.tri", env={"LC_ALL": "C.UTF-8"}).out.partition("MPI: call sites by rank")[2].splitlines()[2:4]
tap.equal([re.findall(r"\S*0[.]0000[45]\S*|\S*0[.]00105\S*", line)[-1] for line in calls], ["0.001050", "≥0.000050"],
          "a call that has not ended may be the longest one")
found = json.loads(here.triptych("report", "--mpi", "--format", "json", "ranks.tri").out)
tap.equal({table: [row["time_at_least"] for row in found[table]] for table in ("comm", "comm_files", "comm_ranks", "comm_means")},
          {"comm": [False, True], "comm_files": [True], "comm_ranks": [False, True, True], "comm_means": [True]}, "JSON has these marks, too")
tap.done()

"""triptych predict MODEL: what it prints, in all formats and with all options, from good and bad input."""
import csv
import io
import json
import xml.dom.minidom

import program
import tap

# On one rank n microseconds of computing; on p, each has its share, sends 1000 bytes to the next and gets as many, and meets the others.
RING = {"version": 1, "file": "ring.rb", "tasks": [
    {"name": "ring", "line": 1, "body": [
        {"do": "for", "index": "i", "trips": "steps", "line": 3, "body": [
            {"do": "compute", "cost": "1000*n/p", "line": 4},
            {"do": "send", "cost": "1000", "peer": "rank + 1", "line": 5},
            {"do": "recv", "cost": "1000", "peer": "rank - 1", "line": 6}]},
        {"do": "output", "cost": "1000*n", "line": 8}]},
    {"name": "other", "line": 10, "body": [{"do": "seconds", "cost": "2 + rank", "line": 11}]}]}
MACHINE = "flops = 1e9\nlatency = 1e-6\nbandwidth = 1e9\ndisk_read = 1e9\ndisk_write = 1e9\ncores = 1\n"
PROFILED = {"version": 1, "file": "task.rb", "tasks": [
    {"name": "task_A", "line": 1, "profiles": [
        {"variable": "_getTime_0", "call": "getTime", "function": "main", "block": 1, "line": 3},
        {"variable": "_getTrips_1", "call": "getTrips", "function": "step", "block": 2, "stat": "sum", "line": 4},
        {"variable": "_getTrips_2", "call": "getTrips", "function": "unused", "block": 1, "line": 5}],
     "body": [{"do": "for", "trips": "_getTrips_1", "line": 6, "body": [{"do": "seconds", "cost": "_getTime_0", "line": 7}]}]}]}

MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}
here = program.folder()
here.write("ring.json", json.dumps(RING))
here.write("here.machine", MACHINE)


def predict(*words, check=False):
    return here.triptych("predict", *words, check=check)


def rows(*words):
    """The predictions as data; times in seconds."""
    result = predict(*words, "--format", "json")
    return json.loads(result.out)["predictions"] if result.status == 0 else str(result)


def fails(name, words, *parts, status=1):
    result = predict(*words)
    tap.check(result.status == status and not result.out and all(part in result.err for part in parts), name,
              f"expected status {status} and {parts}\n{result}")


def table():
    """One rank: 10 steps of n µs, and n µs of output. Four: rank 3 gets its first message when rank 0's went through 1 and 2."""
    ring = ("ring.json", "--n", "2000,4000", "--p", "1,4", "--set", "steps=10", "--machine", "here.machine")
    found = rows(*ring)
    tap.equal([(row["n"], row["ranks"]) for row in found], [(2000, 1), (2000, 4), (4000, 1), (4000, 4)], "a row for each n and p")
    tap.equal([row["time_ns"] for row in found if row["ranks"] == 1], [22_000_000, 44_000_000], "the time of one rank, by hand")
    # all ranks compute 0.5 ms per step; a send takes 1 µs and arrives 1 µs later: rank 1 waits 1 µs in its first step, then no more
    step = next(row for row in found if (row["n"], row["ranks"]) == (2000, 4))
    parts = sum(step[key] for key in ("computation_ns", "messages_ns", "waiting_ns", "io_ns"))
    tap.check(abs(parts - step["time_ns"]) <= 3, "the parts add up to the time", step)
    tap.equal(step["computation_ns"], 5_000_000, "the computation is divided")
    tap.equal(step["io_ns"], 2_000_000, "the output is not")
    tap.equal(step["limit"], "input and output", "which limits it")
    tap.check(0 < step["messages_ns"] < 30_000, "messages take time", step)
    tap.check(abs(step["speedup"] - 22_000_000 / step["time_ns"]) < 1e-6, "speed-up is against one rank", step)
    tap.check(abs(step["efficiency_percent"] - 25 * step["speedup"]) < 1e-4, "efficiency is speed-up per rank", step)
    tap.equal((step["low_ns"], step["high_ns"]), (None, None), "an unchecked model has no interval")
    text = predict(*ring)
    tap.check(text.status == 0 and "interval: not known" in text.out and "-0 +0" not in text.out, "and the text says so", text)
    lines = list(csv.DictReader(io.StringIO(predict(*ring, "--format", "csv").out)))
    tap.equal([line["time_ns"] for line in lines], [str(row["time_ns"]) for row in found], "CSV has the same times")
    tap.equal(rows(*ring[:-4], "--steps", "10", *ring[-2:]), found, "--steps 10 is --set steps=10")
    tap.equal(rows("ring.json", "--n", "2*1000,2**2*1000", *ring[3:]), found, "sizes can be computed")
    tap.equal([row["time_ns"] for row in rows("ring.json", "--task", "other", "--p", "3")], [4_000_000_000], "--task: the slowest rank's time")
    spread = rows("ring.json", "--task", "other", "--p", "1", "--machine", str(here.write("s.machine", MACHINE + "spread = 0.25\n")))[0]
    tap.equal((spread["low_ns"], spread["high_ns"]), (1_500_000_000, 2_500_000_000), "a measured machine's spread is an interval")


def formulas():
    ring = ("ring.json", "--n", "2000", "--p", "4", "--set", "steps=10", "--machine", "here.machine")
    found = json.loads(predict(*ring, "--formulas", "--format", "json").out)["formulas"]
    tap.equal([(row["line"], row["visits"]) for row in found], [(3, "1"), *((line, "max(steps, 0)") for line in (4, 5, 6)), (8, "1")],
              "--formulas has a row for each node, with its visits")
    tap.equal(found[0]["seconds"], "1e-06*max(steps, 0)*n/p", "the formula of the loop")
    tap.equal((found[0]["time_ns"], found[4]["time_ns"]), (5_000_000, 2_000_000), "and its time at the largest n and p")
    text = predict(*ring, "--formulas").out
    tap.check("visits 1\n" in text and "1 visits" not in text, "a loop has `visits 1`", text)
    worst = json.loads(predict(*ring, "--worst", "--format", "json").out)["loops"]
    tap.equal([(row["line"], round(row["share_percent"], 2)) for row in worst], [(3, 71.43)], "--worst lists loops alone, with their share")
    tap.check(predict(*ring, "--worst", "--format", "csv").out.startswith("node,line,time_ns"), "as CSV, too")


def texts_of(svg):
    document = xml.dom.minidom.parseString(here.read(svg))
    return ["".join(part.data for part in node.childNodes if part.nodeType == part.TEXT_NODE) for node in document.getElementsByTagName("text")]


def plot():
    here.write("times.txt", "n ranks seconds\n2000 1 0.025\n2000, 4, 0.0075 # measured\n")
    words = ("ring.json", "--set", "steps=10", "--machine", "here.machine", "--measured", "times.txt")
    result = predict(*words, "--n", "2000", "--p", "1,4", "--plot", "p.svg")
    texts = texts_of("p.svg") if result.status == 0 else [str(result)]
    tap.check("ranks" in texts and "measured" in texts and {"1", "4", "n = 2000"} <= set(texts), "--plot draws times over ranks", texts)
    tap.equal(here.read("p.svg").count("<path d='M"), 3, "with the two measured points, and the legend")
    result = predict(*words, "--n", "1000,2000,4000", "--plot", "n.svg")
    texts = texts_of("n.svg") if result.status == 0 else [str(result)]
    tap.check("n" in texts and "ranks" not in texts and {"1000", "2000", "4000", "1 rank"} <= set(texts), "on one number of ranks over n", texts)
    tap.equal(here.read("n.svg").count("<polyline"), 1, "as one line")
    found = rows(*words, "--n", "2000", "--p", "1,2,4")
    tap.equal([row["measured_ns"] for row in found], [25_000_000, None, 7_500_000], "measured times are beside the predicted ones")
    tap.check(abs(found[0]["error_percent"] + 12) < 1e-6, "with the error", found[0])
    result = predict(*words, "--n", "9", "--plot", "none/p.svg")
    tap.check(result.status == 1 and "cannot write none/p.svg" in result.err, "a picture that cannot be written", result)
    here.write("bad.txt", "1 2\n1 x\n")
    fails("a table that is wrong", ("ring.json", "--n", "9", "--set", "steps=1", "--measured", "bad.txt"), "bad.txt:2:", "n ranks seconds")
    fails("a table that is missing", ("ring.json", "--n", "9", "--set", "steps=1", "--measured", "none.txt"), "cannot read none.txt")


def profile():
    """Values of FILE.profile are variables of the model, those of the nearest parameters."""
    here.write("task.json", json.dumps(PROFILED))
    fails("a value that was not measured", ("task.json", "--n", "8", "--set", "m=3"), "task task_A: no value was measured for",
          "_getTime_0 = getTime(main, 1), _getTrips_1 = getTrips(step, 2, stat: sum)",
          "run `triptych model task.rb --profile --n 8 --set m=3`", "--set _getTime_0=VALUE")
    tap.equal(rows("task.json", "--n", "8", "--set", "_getTime_0=0.5", "--set", "_getTrips_1=4")[0]["time_ns"], 2_000_000_000, "--set gives it")

    def values(n, time, trips, **more):
        return {"task": "task_A", "parameters": {"n": n, **more}, "command": f"./t {n}",
                "values": {"_getTime_0": {"value": time, "unit": "s"}, "_getTrips_1": {"value": trips, "unit": "trips"}}}
    here.write("task.profile", json.dumps({"version": 1, "sets": [values(10, 0.25, 3), values(1000, 0.5, 7), values(10, 0.125, 4, p=2)]}))
    found = rows("task.json", "--n", "10,900", "--p", "1,2")
    tap.equal([(row["time_ns"], row["profile"]) for row in found],
              [(750_000_000, "n=10"), (500_000_000, "n=10 p=2"), (3_500_000_000, "n=1000"), (3_500_000_000, "n=1000")], "values of each n and p, else of the nearest")
    text = predict("task.json", "--n", "900").out
    tap.check("profile of" in text and "n=1000" in text and "had other parameters" in text, "the text says which", text)
    three = [values(10, 0.025, 12), values(100, 0.25, 102), values(200, 0.5, 202), values(100, 7, 9, p=2)]
    here.write("task.profile", json.dumps({"version": 1, "sets": three}))
    found = rows("task.json", "--n", "1000,100", "--p", "1,2")
    tap.check([row["profile"] for row in found] == ["formula of n", "n=200", "n=100", "n=100 p=2"], "three sizes make a formula", found)
    tap.check(abs(found[0]["time_ns"] / 2.505e12 - 1) < 1e-6 and found[1]["time_ns"] == 101e9, "which gives the value of another size", found)
    text = " ".join(predict("task.json", "--n", "1000").out.split())
    tap.check("_getTrips_1 = 2 + n (exact at 3 points)" in text and "_getTime_0 = 0.0025*n" in text and "had other" not in text, "and is printed", text)
    three[1]["values"]["_getTime_0"]["value"] = 0.9
    here.write("task.profile", json.dumps({"version": 1, "sets": three}))
    text = " ".join(predict("task.json", "--n", "1000").out.split())
    tap.check("_getTrips_1 = 2 + n" in text and "_getTime_0 =" not in text and "had other parameters" in text,
              "a value without a formula is that of the nearest set", text)
    here.write("task.profile", json.dumps({"version": 1, "sets": [values(10, 0.25, 3), values(1000, 0.5, 7), values(10, 0.125, 4, p=2)]}))
    text = predict("task.json", "--n", "10").out
    tap.check("had other parameters" not in text, "and is quiet about its own", text)
    tap.equal(rows("task.json", "--n", "10", "--set", "_getTime_0=1")[0]["time_ns"], 3_000_000_000, "--set goes before a profile")
    tap.equal(json.loads(predict("task.json", "--n", "10", "--formulas", "--format", "json").out)["formulas"][0]["time_ns"], 750_000_000,
              "formulas have the values, too")
    here.write("task.profile", "{")
    fails("a damaged profile", ("task.json", "--n", "8"), "task.profile:1: ", "remove the file")
    held = json.loads(json.dumps(PROFILED))
    held["tasks"][0]["profiles"][0]["value"], held["tasks"][0]["profiles"][1]["value"] = 0.5, 6
    here.write("held.json", json.dumps(held))
    tap.equal(rows("held.json")[0]["time_ns"], 3_000_000_000, "a metamodel can hold the values itself")


PROGRAM = "#include <time.h>\nint main(void)\n{\n    nanosleep(&(struct timespec){0, 20000000}, 0);\n    return 0;\n}\n"
EXCHANGE = r"""
#include <mpi.h>
int main(int argc, char **argv)
{
    char bytes[1000] = {0};
    int rank, ranks, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < 10; i++) {
        if (rank + 1 < ranks)
            MPI_Send(bytes, 1000, MPI_CHAR, rank + 1, 0, MPI_COMM_WORLD);
        if (rank > 0)
            MPI_Recv(bytes, 1000, MPI_CHAR, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


def history(model):
    """The lines of MODEL.runs: run, predicted and measured seconds."""
    rows = [line.split() for line in here.read(f"{model}.runs").splitlines() if not line.startswith("#")]
    return [(row[2], float(row[5]), float(row[6])) for row in rows]


def checks():
    """A model that says 0.01 s of a program that sleeps 0.02 s."""
    here.write("nap.c", PROGRAM)
    here.triptych("cc", program.CC, *program.CFLAGS, "nap.c", "-o", "nap")
    for name in ("a.tri", "b.tri", "c.tri"):
        here.triptych("run", "-q", "-o", name, "./nap")
    here.write("nap.json", json.dumps({"version": 1, "tasks": [{"name": "nap", "body": [{"do": "seconds", "cost": "0.01"}]}]}))
    result = predict("nap.json", "--check", "a.tri")
    [(run, said, took)] = history("nap.json")
    tap.check(result.status == 0 and run == "a.tri" and said == 0.01 and took >= 0.02, "--check notes predicted and measured time", here.read("nap.json.runs"))
    tap.check(f"error {100 * (said / took - 1):+.1f} % (first run)" in result.out and "computing: predicted 0.01 s" in result.out, "and prints them with the error", result)
    tap.contains(result.out, "slowest rank: predicted 0.01 s of computation, measured ", "CPU time is compared, too")
    [row] = rows("nap.json")
    tap.check(row["time_ns"] == 10_000_000 and row["high_ns"] is not None, "then there is an interval", row)
    [row] = rows("nap.json", "--correct")
    tap.check(abs(row["time_ns"] / 1e9 / took - 1) < 1e-4 and row["high_ns"] is None, "--correct predicts the one run, without an interval", row)
    result = predict("nap.json", "--check", "b.tri", "--check", "c.tri")
    tap.check(result.status == 0 and len(history("nap.json")) == 3 and "before, of a.tri" in result.out, "more runs, and what changed", result)
    [row] = rows("nap.json", "--correct")
    tap.check(row["low_ns"] <= row["time_ns"] <= row["high_ns"] and row["time_ns"] >= 20_000_000, "--correct takes the median, with an interval", row)
    tap.contains(predict("nap.json", "--correct").out, "mean error after correction", "and the text says so")
    predict("nap.json", "--check", "c.tri")
    tap.equal(len(history("nap.json")), 3, "a run that is checked again is not noted twice")
    fails("a run that is missing", ("nap.json", "--check", "none.tri"), "none.tri")
    fails("--correct and --formulas", ("nap.json", "--correct", "--formulas"), "--correct", status=2)
    here.write("nap.json.runs", "nonsense\n")
    fails("a table of runs that is damaged", ("nap.json",), "nap.json.runs:1:")


def messages():
    """Number and bytes of messages are compared: exact ones, and wrong ones."""
    here.write("exchange.c", EXCHANGE)
    here.triptych("cc", "mpicc", "exchange.c", "-o", "exchange")
    here.triptych("run", "-q", "--events=comm", "-o", "e.tri", "mpirun", "-n", "3", "./exchange", env=MPI)
    here.triptych("run", "-q", "-o", "quiet.tri", "mpirun", "-n", "3", "./exchange", env=MPI)
    loop = [{"do": "send", "cost": "1000", "peer": "rank + 1"}, {"do": "recv", "cost": "1000", "peer": "rank - 1"}]
    body = [{"do": "for", "trips": "m", "body": loop}, {"do": "collective", "name": "allreduce", "cost": "4"}]
    here.write("e.json", json.dumps({"version": 1, "tasks": [{"name": "e", "body": body}]}))
    result = predict("e.json", "--set", "m=10", "--check", "e.tri")
    tap.check("  messages: predicted 20 with 20000 bytes, exact\n" in result.out and "  collectives, in all ranks: predicted 3 with 12 bytes, exact\n" in result.out,
              "--check compares messages", result)
    result = predict("e.json", "--set", "m=11", "--check", "e.tri")
    tap.contains(result.out, "messages: predicted 22 with 22000 bytes, in the run 20 with 20000 bytes", "and says what is wrong")
    tap.check("messages and waiting: predicted" in result.out, "computing is told from messages", result)
    result = predict("e.json", "--set", "m=10", "--check", "quiet.tri")
    tap.contains(result.out, "messages: not known of this run; `triptych run --events=comm` logs them", "a run without a log")


def bad():
    fails("no model", (), "name one model or archive", status=2)
    fails("two models", ("ring.json", "task.json"), "name one model or archive", status=2)
    fails("a model that is missing", ("none.json",), "none.json")
    fails("a metaprogram that is missing", ("none.rb",), "none.rb")
    for name, text, part in (("no JSON", "{", "x.json:1"), ("no version", "{}", "no metamodel of version 1"), ("no task", '{"version": 1, "tasks": []}', "no task"),
                             ("a kind that is unknown", '{"version": 1, "tasks": [{"body": [{"do": "fly", "line": 7}]}]}', ":7: there is no kind of node \"fly\""),
                             ("a cost that is wrong", '{"version": 1, "file": "a.rb", "tasks": [{"body": [{"do": "compute", "cost": "2*", "line": 7}]}]}', "a.rb:7: "),
                             ("a probability of 2", '{"version": 1, "file": "a.rb", "tasks": [{"body": [{"do": "if", "probability": "2", "line": 7}]}]}',
                              "a.rb:7: the probability of IF is 2"),
                             ("a division by zero", '{"version": 1, "tasks": [{"body": [{"do": "compute", "cost": "1/(p-1)", "line": 7}]}]}', "line 7: ")):
        here.write("x.json", text)
        fails(name, ("x.json",), part)
    fails("a variable without a value", ("ring.json", "--n", "9"), "no value for steps", "--set NAME=VALUE")
    fails("a task that is unknown", ("ring.json", "--task", "none"), "there is no task none; there are: ring, other")
    fails("a machine that is missing", ("ring.json", "--machine", "none"), "none")
    here.write("bad.machine", "flops = 1e9\nspeed = 3\n")
    fails("a machine that is wrong", ("ring.json", "--machine", "bad.machine"), "bad.machine:2:")
    for option, value, part in (("--n", "1,x", "numbers with commas"), ("--n", "-1", "numbers with commas"), ("--p", "0", "numbers of ranks"),
                                ("--p", "1.5", "numbers of ranks"), ("--set", "x", "a variable and a number"), ("--set", "x=y", "a variable and a number"),
                                ("--format", "xml", "text, json or csv"), ("--width", "3", "40 to 10000")):
        fails(f"{option} {value}", ("ring.json", option, value), part, status=2)
    fails("an option of recorded runs", ("ring.json", "--what-if", "all"), "needs a recorded run", status=2)
    here.write("dead.json", json.dumps({"version": 1, "tasks": [{"body": [{"do": "recv", "cost": "1", "peer": "1 - rank", "line": 4}]}]}))
    fails("ranks that wait for each other", ("dead.json", "--p", "2"), "line 4: rank 0 waits for a message of rank 1 that is never sent")


table()
formulas()
plot()
profile()
bad()
checks()
if program.have("mpicc") and program.have("mpirun") and not program.SANITIZED:
    messages()
tap.done()

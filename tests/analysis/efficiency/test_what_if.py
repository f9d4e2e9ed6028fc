"""triptych predict RUN.tri: gains that follow from the times of the same archive, whatever they are; bad input."""
import json
import os
import shutil

import program
import tap

LIBRARY = os.environ["TRIPTYCH_LIBRARY"]
MPI = next((name for name in ("openmpi", "mpich") if shutil.which(f"mpirun.{name}") and shutil.which(f"mpicc.{name}")
            and os.path.exists(f"{LIBRARY}/libtriptych-{name}.so")), None)
ENV = {"OMPI_ALLOW_RUN_AS_ROOT": 1, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": 1, "OMPI_MCA_rmaps_base_oversubscribe": 1,
       "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}
if program.SANITIZED or not MPI:
    tap.skip_all("no MPI is installed" if not MPI else "the sanitizers find what is wrong in the MPI libraries")

here = program.folder()
here.run(program.TRIPTYCH, "cc", f"mpicc.{MPI}", "-g", program.SOURCE / "tests/analysis/efficiency/two.c", "-o", "two")


def predict(archive, *arguments, status=0):
    result = here.triptych("predict", archive, *arguments, check=not status)
    tap.check(result.status == status, f"predict {archive} {' '.join(map(str, arguments))}: exit status {status}", result.err)
    return result


def changes(archive, *arguments):
    answer = json.loads(predict(archive, *arguments, "--format", "json").out)
    return answer, {row["change"]: row for row in answer["changes"]}


for events, word in ("comm,routines,loops", "logged"), ("comm", "source lines"):
    name = f"{events.replace(',', '-')}.tri"
    here.triptych("run", "-q", f"--events={events}", "-o", name, f"mpirun.{MPI}", "-n", 2, "./two", env=ENV, timeout=120)
    answer, rows = changes(name, "--faster", "first", 2, "--faster", "second", 2, "--network", "ideal")
    was = rows["(as it was)"]["time_ns"]
    tap.check(abs(answer["replayed_ns"] - answer["measured_ns"]) <= 0.001 * answer["measured_ns"], f"{events}: the replay takes as long as the run", answer)
    one, two, both = (rows[key] for key in ("first 2 times as fast", "second 2 times as fast", "all together"))
    tap.check(one["evidence"] == two["evidence"] == word, f"{events}: it is known where the routines ran", rows)
    tap.check(0 < one["gain_percent"] < both["gain_percent"] and 0 < two["gain_percent"] < both["gain_percent"], f"{events}: each routine gains something, both gain more", rows)
    ranked = json.loads(predict(name, "--what-if", "all", "--format", "json").out)["regions"]
    gains = [row["gain_percent"] for row in ranked if not row["region"].startswith("(")]
    tap.check(gains and gains == sorted(gains, reverse=True), f"{events}: regions are ranked by their gain", ranked)
    tap.check(predict(name).out == predict(name, "--what-if", "all").out, f"{events}: all regions are the default")
    even = changes(name, "--map", "block,cyclic")[1]
    tap.check(even["divided in blocks, as it was"]["time_ns"] == was and even["divided cyclically"]["time_ns"] < was, f"{events}: the load can be evened out", even)
    slow = changes(name, "--network", "latency=1s")[1]
    tap.check(slow["network latency=1s"]["time_ns"] > 8e9, f"{events}: each of eight collective operations waits for a slow network", slow)

table = predict("comm.tri", "--faster", "first", 2, "--width", 60).out
tap.check("first 2 times as fast" in table and max(map(len, table.splitlines())) <= 60, "the table fits", table)
lines = predict("comm.tri", "--faster", "first", 2, "--format", "csv").out.splitlines()
tap.check(lines[0].startswith("change,time_ns,gain_percent") and len(lines) == 3, "CSV has a line per change", lines)

here.triptych("run", "-q", "--events=comm", "--clock", "cpu", "-o", "cpu.tri", f"mpirun.{MPI}", "-n", 2, "./two", env=ENV, timeout=120)
here.triptych("run", "-q", "--events=comm", "--filter", "e -> e.duration > 1ms", "-o", "filtered.tri", f"mpirun.{MPI}", "-n", 2, "./two", env=ENV, timeout=120)
here.write("one.c", "int main(void) { volatile int sum = 0; for (int i = 0; i < 100000; i++) sum += i; return 0; }\n")
here.run(program.TRIPTYCH, "cc", "cc", "-g", "one.c", "-o", "one")
here.triptych("run", "-q", "-o", "processes.tri", "sh", "-c", "./one; ./one")
tap.check("processes are not ranks" in predict("processes.tri").out, "processes that are not ranks: the gains are lower bounds")
here.triptych("run", "-q", "-o", "silent.tri", f"mpirun.{MPI}", "-n", 2, "./two", env=ENV, timeout=120)
for arguments, status, words in (
        (("silent.tri",), 1, "--events=comm"),
        (("cpu.tri",), 1, "--clock cpu"),
        (("filtered.tri",), 1, "without --filter"),
        (("comm.tri", "--faster", "third", "2"), 1, "there is no region 'third'"),
        (("comm.tri", "--faster", "first"), 2, "a factor greater than 0"),
        (("comm.tri", "--faster", "first", "-3"), 2, "a factor greater than 0"),
        (("comm.tri", "--faster", "first", "nan"), 2, "a factor greater than 0"),
        (("comm.tri", "--network", "latency=-1us"), 2, "latency=2us"),
        (("comm.tri", "--network", "bandwidth=0"), 2, "latency=2us"),
        (("comm.tri", "--map", "random"), 2, "block"),
        (("comm.tri", "--what-if", "all", "--network", "ideal"), 2, "use it alone"),
        (("comm.tri", "silent.tri"), 2, "one archive"),
        (("none.tri",), 1, "none.tri")):
    result = predict(*arguments, status=status)
    tap.check(words in result.err, f"predict {' '.join(arguments)}: {words}", result.err)

tap.done()

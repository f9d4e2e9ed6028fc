"""`triptych report --floor`: a second, cheaper run of the same program limits what --compensate takes out."""
import program
import tap

here = program.folder()
QUIET = {"ASAN_OPTIONS": "detect_leaks=0"}
TEXT = r"""
#include <stdio.h>
#include <stdlib.h>

static volatile double sink;

static void leaf(int n) { for (int i = 0; i < n; i++) sink += i; }

static void work(int n) { for (int i = 0; i < 100; i++) leaf(n); }

int main(int argc, char **argv)
{
    for (int i = 0; i < 50; i++)
        work(argc > 1 ? atoi(argv[1]) : 10);
    puts("done");
}
"""


def built(folder, *command, text=TEXT):
    (here / folder).mkdir()
    here.write(f"{folder}/heat.c", text)
    here.run(*command, program.CC, *program.CFLAGS, "-g", "-O1", "heat.c", "-o", "heat", cwd=here / folder)


def run(name, folder, *options, arguments=("10",)):
    here.triptych("run", "-q", "-o", name, *options, f"{folder}/heat", *arguments, env=QUIET)


built("timed", program.TRIPTYCH, "cc", "--every-probe")
built("plain")
built("changed", program.TRIPTYCH, "cc", text=TEXT.replace("i < 50", "i < 51"))
run("full.tri", "timed", "--throttle", "off")
run("count.tri", "timed", "--count")
run("only.tri", "timed", "--only", "main", "--only", "work")
run("plain.tri", "plain")
run("longer.tri", "timed", "--count", arguments=("20",))
run("changed.tri", "changed", "--count")
run("cpu.tri", "timed", "--clock", "cpu")

measured = here.report("full.tri")
taken = here.report("full.tri", "--compensate")


def by_name(report):
    return {(row["routine"] if "seq" in row else row["name"], row.get("seq")): row["time_ns"]
            for table in ("routines", "loops") for row in report[table] if row["time_ns"] is not None}


# (A program without probes has no archive where the sanitized library cannot be loaded into it.)
for cheap in ("count.tri", "only.tri") if program.SANITIZED else ("count.tri", "only.tri", "plain.tri"):
    report = here.report("full.tri", "--floor", cheap)
    there = here.report(cheap)
    floors, times, most, least = map(by_name, (there, report, measured, taken))
    floor = report["run"]["floor"]
    tap.equal((floor["archive"], report["run"]["compensated"]), (cheap, True), f"{cheap} is the floor")
    tap.check(all(least[key] <= time <= most[key] for key, time in times.items()),
              f"{cheap}: times are between those compensated without a floor and those measured", times)
    low = {key: time for key, time in times.items() if key in floors and time < min(floors[key], most[key])}
    tap.equal(low, {}, f"{cheap}: no region goes below its time there")
    tap.check(report["run"]["lane_time_ns"] >= min(there["run"]["lane_time_ns"], measured["run"]["lane_time_ns"]),
              f"{cheap}: nor does the whole", report["run"])
    tap.check(measured["run"]["overhead_least_ns"] <= report["run"]["overhead_least_ns"] <= report["run"]["overhead_most_ns"]
              <= measured["run"]["overhead_most_ns"], f"{cheap}: the range of the overhead is no wider", report["run"])

tap.check(here.report("full.tri", "--floor", "only.tri")["run"]["floor"]["regions_compared"] >= 2, "regions of both runs are compared")
text = " ".join(here.triptych("report", "--floor", "count.tri", "full.tri").out.split())
tap.contains(text, 'floor count.tri (timed/heat 10, options {"count":true}); no region is timed in both runs',
             "the text says which run was the floor")
tap.contains(text, "; CPU time: ", "and what CPU times the two runs took")

for cheap, why in (("longer.tri", "its arguments are `20` there and `10` here"),
                   ("changed.tri", "the source file heat.c differs"),
                   ("cpu.tri", "CPU time there and wall-clock time here"),
                   ("none.tri", "none.tri")):
    refused = here.triptych("report", "--floor", cheap, "full.tri", check=False)
    tap.check(refused.status == 1 and why in refused.err, f"{cheap} is refused, and why", refused)
tap.contains(here.triptych("report", "--floor", "full.tri", "count.tri", check=False).err, "are the two archives swapped?",
             "so is a run that was measured in more detail")
tap.done()

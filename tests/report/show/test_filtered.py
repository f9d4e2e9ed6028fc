"""Events that were not logged, by their kind or by --filter: how many, where and when is said, also by the shell and by
--follow; where they hide what a lane did, that is drawn as unknown, and has a look of its own."""
import json
import re

import program
import tap
import terminal

here = program.folder()
here.write("waits.c", r"""
#include <stdio.h>

static volatile long sum;

static void work(void)
{
    for (long i = 0; i < 1000; i++)
        sum += i;
}

int main(void)
{
    char line[16] = "";
    for (int i = 0; i < 10; i++)
        work();
    FILE *late = popen("sleep 0.3; echo x", "r");
    if (!late || !fgets(line, sizeof line, late))
        return 1;
    pclose(late);
    return 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "-O1", "waits.c", "-o", "waits")


def run(name, *options):
    return here.triptych("run", "-o", name, *options, "./waits", env={"ASAN_OPTIONS": "detect_leaks=0"}).err


def first_lane(archive):
    data = json.loads(here.triptych("show", archive, "timeline", "--format", "json").out)["displays"][0]
    return data["lanes"][0]["time_ns"], data.get("missing", "")


def ask(archive, query):
    result = here.triptych("query", archive, "--json", query)
    return [json.loads(row) for row in result.out.splitlines()], " ".join(result.err.split())


run("all.tri", "--events")
time, missing = first_lane("all.tri")
tap.check(time["unknown"] == 0 and time["io"] > 250e6 and not missing, "with all kinds, nothing is unknown", (time, missing))

run("routines.tri", "--events=routines")
time, missing = first_lane("routines.tri")
tap.check(time["unknown"] > 250e6 and time["io"] == 0, "main, which mostly waits for input, is not drawn as the program", time)
tap.check(re.search(r"not logged, as --events or --filter excludes the kind: .*[1-9][0-9]* visits of io", missing), "why is said", missing)
tap.contains(missing, "unknown: intervals in which events that were not logged took more than a tenth of the time", "and what unknown means")
tap.contains(ask("routines.tri", "events.count()")[1], "excludes the kind", "a query says which kinds are missing")
tap.equal(ask("routines.tri", "nodes.count()")[1], "", "unless it is about no events")
AROUND = "the time of missing events counts for the region around them"
tap.contains(ask("routines.tri", "cycles.sum(c -> c.exclusiveTime)")[1], AROUND, "cycles say what became of its time")
tap.check(AROUND not in ask("routines.tri", "events.count()")[1], "events need not")

run("loops.tri", "--events=io,sync,tasks")
time, missing = first_lane("loops.tri")
tap.check(time["unknown"] == 0 and time["io"] > 250e6, "routines and loops that were not chosen are the program", (time, missing))

said = run("filter.tri", "--filter", "e -> e.type == CALL || e.bytes > 1kB")
WORDS = r"([0-9]+) events were filtered \(--filter\): ([0-9]+) of place 0 between ([0-9.]+ \S+) and ([0-9.]+ m?s)"
found = re.search(WORDS, said)
tap.check(found and int(found[1]) >= 3 and found[1] == found[2], "the run says how many were filtered, where and when", said)
words = found[0] if found else "?"
time, missing = first_lane("filter.tri")
tap.check(time["unknown"] > 250e6 and time["io"] == 0, "filtered I/O is not drawn as the program", time)
tap.contains(missing, words, "the timeline says it")
tap.contains(" ".join(here.triptych("report", "filter.tri").out.split()), words, "so does the report")
tap.contains(ask("filter.tri", "events.count()")[1], words, "and a query")
lane = ask("filter.tri", "lanes.filter(l -> l.filtered > 0).map(l -> {left: l.filtered, from: l.filteredFrom, to: l.filteredTo, "
           "start: l.startTime, end: l.finishTime})")[0][0]
tap.check(lane["start"] <= lane["from"] < lane["to"] <= lane["end"], "a lane knows when", lane)

follow = here.triptych("query", "--follow", "filter.tri", "events.limit(1)")
tap.contains(" ".join(follow.err.split()), words, "--follow says it in the end")
shell = terminal.Terminal([program.TRIPTYCH, "query", "filter.tri"], cwd=here.path, rows=40, columns=200,
                          env={"XDG_STATE_HOME": str(here / "state")})
shell.wait("query>")
shell.type("events.count();\r")
shell.wait("events were filtered (--filter)")
tap.check(True, "and so does the shell")
tap.equal(shell.end(), 0, "which ends well")

drawn = here.triptych("show", "routines.tri", "timeline", env={"COLUMNS": "80"}).out
tap.check("?? unknown" in drawn and "?????" in drawn, "in a terminal it has a sign of its own", drawn)
here.triptych("show", "routines.tri", "timeline", "--svg", "routines.svg")
svg = here.read("routines.svg")
tap.check('<pattern id="t17"' in svg and svg.count("url(#t17)") >= 2, "in a picture it is hatched, also in the legend")
tap.done()

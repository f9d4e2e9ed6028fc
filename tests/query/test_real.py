"""triptych query of an archive that a run has left: its streams agree with one another and with the report, cycles included."""
import csv
import io
import json
import os

import program
import tap

here = program.folder()
here.write("a.c", """#include <stdio.h>
static double work(int n) { double x = n; for (int i = 0; i < 1000; i++) x = x * 0.5 + i; return x; }
int main(void) {
    double sum = 0;
    for (int i = 0; i < 300; i++) sum += work(i);
    FILE *out = fopen("out", "w");
    for (int i = 0; i < 20; i++) { fputs("twenty times these\\n", out); fflush(out); }
    fclose(out);
    return sum == 1;
}
""")
here.triptych("cc", "gcc", *os.environ.get("TEST_CFLAGS", "").split(), "a.c", "-o", "a")
here.triptych("run", "-q", "--events", "-o", "a.tri", "./a", env={"ASAN_OPTIONS": "detect_leaks=0"})


def rows(query):
    """The rows of a query, as texts."""
    return list(csv.reader(io.StringIO(here.triptych("query", "a.tri", "--csv", query).out)))[1:]


def number(query):
    return int(rows(query)[0][0] or 0)


events = number("events.count()")
tap.check(events > 10, "there are events", events)
acts = {row[0]: row[1:] for row in rows("events.groupBy(e -> e.node).aggregate(count(), sum(e -> e.duration))")}
nodes = {row[0]: row[1:] for row in rows("nodes.map(n -> {n.row, n.visits, n.inclusiveTime})")}
tap.equal({node: act[0] for node, act in acts.items()}, {node: nodes[node][0] for node in acts}, "events are the visits of nodes")
tap.check(all(abs(int(act[1]) - int(nodes[node][1])) <= int(act[0]) for node, act in acts.items()),
          "and take their time, but for rounding to ns", (acts, nodes))
tap.equal(number("cycles.sum(c -> c.visits)"), events, "so do cycles: visits")
tap.equal(sorted(rows("cycles.groupBy(c -> c.lane).sum(c -> c.exclusiveTime)")), sorted(rows("lanes.map(l -> {l.row, l.duration})")),
          "and the times of a lane, which are its life")
tap.equal(number("cycles.filter(c -> c.finishTime - c.startTime != c.duration).count()"), 0, "a cycle ends where the next begins")
tap.equal(rows("cycles.groupBy(c -> c.region).sum(c -> c.bytes).filter(g -> g.sum > 0).sum(g -> g.sum)"),
          rows("events.filter(e -> present(e.bytes)).sum(e -> e.bytes)"), "bytes of cycles are those of events")
tap.equal(number("events.filter(e -> e.finishTime != e.startTime + e.duration).count()"), 0, "an event takes from start to finish")
tap.equal(number("events.filter(e -> e.activityNumber != e.lane.activityNumber).count()"), 0, "all is done by the only thread")
here.triptych("run", "-q", "-o", "plain.tri", "true")
for stream in ("events", "messages", "collectives"):
    told = here.triptych("query", "plain.tri", stream)
    tap.equal(told.err, "triptych query: no events were logged: run the program with `triptych run --events ...`\n", f"{stream} of a run without events")
tap.equal(here.triptych("query", "plain.tri", "nodes").err, "", "nodes need none")
cost = here.triptych("query", "a.tri", "--cost", "events.filter(e -> e.startTime > 1h).count()")
tap.contains(cost.err, " 0 of ", "no block is read of what cannot be there")

# Of a run that was killed, visits have not ended that others within them have.
here.write("k.c", """#include <signal.h>
#include <unistd.h>
static void work(void) { usleep(20000); }
static void all(void) { for (int i = 0; i < 3; i++) work(); usleep(30000); raise(SIGKILL); }
int main(void) { all(); return 0; }
""")
here.triptych("cc", "gcc", *os.environ.get("TEST_CFLAGS", "").split(), "k.c", "-o", "k")
here.triptych("run", "-q", "--no-samples", "-o", "k.tri", "./k", check=False)
SELF = "nodes.filter(n -> present(n.region.name)).groupBy(n -> n.name).sum(n -> n.exclusiveTime)"
asked = here.triptych("query", "k.tri", "--json", SELF).out.splitlines()
found = {row["name"]: row["sum"] for row in map(json.loads, asked)}
told = json.loads(here.triptych("report", "k.tri", "--format", "json").out)["routines"]
tap.check(len(told) == 3, "its routines", told)
tap.equal({row["name"]: found[row["name"]] for row in told}, {row["name"]: row["exclusive_ns"] for row in told},
          "exclusive times of a run that was killed are those of the report")
tap.check(found["all"] >= 25000000, "and there is some", found)
tap.done()

"""The interface of `triptych view` for scripts: what it answers is what the commands print."""
import csv
import io
import json
import os

import program
import tap
import view

here = program.folder()
here.write("a.c", """
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double sum;
static double work(int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += i * 0.5;
    return s;
}
static void *run(void *of)
{
    for (int i = 0; i < 300; i++) {
        double s = work(200 + i % 7 * 100);
        pthread_mutex_lock(&lock);
        sum += s;
        pthread_mutex_unlock(&lock);
    }
    return of;
}
int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, run, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    FILE *out = fopen("out", "w");
    fprintf(out, "%f", sum);
    return fclose(out);
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "-pthread", "-O1", "a.c", "-o", "a")
here.triptych("run", "-q", "--events", "-o", "a.tri", "./a")
here.run(os.environ["WRITE_RANKS"], "ranks.tri", "4", "20", "log")
(here / "tmp").mkdir()
server = view.Server(here, "a.tri", "ranks.tri", env={"TMPDIR": here / "tmp"})


def command(*words):
    """What a command prints, as data."""
    return json.loads(here.triptych(*words).out)


def plain(answer):
    """Without what a running clock changes."""
    answer.pop("archive", None)
    return answer


def values(query, archive="a.tri"):
    """The rows of a query, by the command."""
    return [list(json.loads(line).values()) for line in here.triptych("query", "--json", archive, query).out.splitlines()]


# Runs
runs = server.json("/api/runs")
tap.equal([(run["run"], run["name"], run["state"], run["lanes"]) for run in runs][:1], [(0, "a.tri", "ended", 4)], "runs: the first")
tap.equal((runs[1]["name"], runs[1]["ranks"], runs[1]["live"]), ("ranks.tri", 4, False), "runs: the second")
tap.equal(runs[0]["events"], values("events.count()")[0][0], "runs: number of events")
report = command("report", "--format", "json", "a.tri")
tap.equal((runs[0]["length"], runs[0]["command"], runs[0]["complete"]), (report["run"]["time_ns"], "./a", True), "runs: length, command")

# Report
for words, asked in {(): {}, ("--lanes",): {"lanes": 1}, ("--tree", "--min-percent", "0"): {"tree": 1, "min_percent": 0},
                     ("--advice",): {"advice": 1}, ("--routine", "work"): {"routine": "work"}}.items():
    tap.equal(server.json("/api/0/report", **asked), command("report", "--format", "json", *words, "a.tri"), f"report {' '.join(words)}")
tap.equal(server.json("/api/1/report"), command("report", "--format", "json", "ranks.tri"), "report of ranks")
tap.equal(server.json("/api/0/report"), command("report", "--format", "json", "a.tri"), "a report after others, with what they found: the same")
some = server.json("/api/0/report", sections="routines,loops")
tap.equal((some["routines"], set(some) & {"routines", "loops", "io", "sync"}), (report["routines"], {"routines", "loops"}), "report: sections")
tap.equal(server.ask("/api/0/report?routine=nobody")[0], 404, "report: no such routine")

# Show
for subject in ("utilisation", "communication", "execution"):
    for display in ("what-when", "when-where", "what-where", "overall-what-where"):
        got, said = server.json("/api/1/show", subject=subject, axes=display), here.triptych("show", "--format", "json", "ranks.tri", subject, display, check=False)
        expected = json.loads(said.out) if said.status == 0 else None
        tap.equal(got if expected else None, expected, f"show {subject} {display}")
tap.equal(server.json("/api/0/show"), command("show", "--format", "json", "a.tri"), "show: the overview")
tap.equal(server.json("/api/1/show", matrix=1), command("show", "--format", "json", "ranks.tri", "matrix"), "show: the matrix")
tap.equal(server.json("/api/0/show", subject="execution", axes="when-where", regions="routine:work", measure="visits"),
          command("show", "--format", "json", "a.tri", "execution", "when-where", "--region", "routine:work", "--measure", "visits"), "show: regions, measure")
cut = server.json("/api/0/show", subject="utilisation", axes="when-where", cycles=10, rows=2)["displays"][0]
tap.check(len(cut["values"]) == 2 and len(cut["values"][0]) <= 10, "show: rows and cycles are limits")
for wrong in ("subject=nothing", "axes=x", "measure=x", "by=x", "from=a", "most=-1", "lanes=x"):
    status, _, body = server.ask(f"/api/0/show?{wrong}")
    tap.check(status == 400 and f"`{wrong.split('=')[0]}`" in json.loads(body)["error"], f"show: {wrong}", body)

# Query
query = "events.filter(e -> e.name == \"work\").map(e -> {e.lane, e.name, e.type, e.duration, e.trips, half: e.duration / 2.0})"
answer = server.json("/api/0/query", q=query)
tap.equal(answer["rows"], values(query), "query: rows")
tap.equal([(c["name"], c["type"], c["unit"]) for c in answer["columns"]][:4],
          [("lane", "row", ""), ("name", "text", ""), ("type", "type", ""), ("duration", "integer", "ns")], "query: columns")
tap.equal((server.json("/api/0/query", q=query, limit=5)["more"], len(server.json("/api/0/query", q=query, limit=5)["rows"]), answer["more"]),
          (True, 5, False), "query: limit")
tap.equal(server.json("/api/0/query", q="let w = events.filter(e -> e.name == \"work\"); w.count()")["rows"], [[900]], "query: let")
table = server.ask("/api/0/query", values={"q": query, "format": "csv"})
tap.equal((table[2].decode(), table[1]["Content-Type"]), (here.triptych("query", "--csv", "a.tri", query).out, "text/csv; charset=utf-8"), "query: CSV")
status, _, body = server.ask("/api/0/query", values={"q": "events.filtre(e -> e.open)"})
wrong = json.loads(body)
tap.equal((status, wrong["at"], wrong["end"], "filter" in wrong["hint"]), (400, 7, 13, True), "query: an error has its place")
tap.equal(server.ask("/api/0/query")[0], 400, "query: none")
done = server.json("/api/0/complete", q="events.filter(e -> e.dur")
tap.equal((done["from"], [word["text"] for word in done["words"]]), (21, ["duration"]), "complete")
tap.equal(server.json("/api/0/complete", q="eve", at=9)["error"][:4], "`at`", "complete: at is beyond the text")

# Tables
tables = server.json("/api/0/tables")
tap.equal(sorted(tables["lanes"]["label"]), ["0.0", "0.1", "0.2", "0.3"], "tables: lanes")
named = {tables["regions"]["name"][row]: row for row in tables["nodes"]["region"]}
tap.check({"work", "run", "main"} <= set(named), "tables: regions", named)
tap.check(all(parent is None or parent < row for row, parent in enumerate(tables["nodes"]["parent"])), "tables: parents come first")
tap.equal(len(tables["nodes"]["region"]), len(set(zip(tables["nodes"]["region"], tables["nodes"]["parent"]))), "tables: a call path is one row")
length = runs[0]["length"]


# Windows: every visit is counted once, at any zoom
def window(**asked):
    return view.Window(server.ask("/api/0/window", values=asked)[2])


def counted(start, end, condition="true"):
    """How many events begin between two moments, by row of lanes, as the query engine counts."""
    found = values(f"events.filter(e -> {condition} && e.startTime >= {start}ns && e.startTime < {end}ns).groupBy(e -> e.lane).count()")
    return {lane: count for lane, count in found}


for asked in ({}, {"pixels": 16}, {"pixels": 1}, {"from": length // 3, "to": length // 2, "pixels": 100}, {"from": length // 3, "to": length // 3 + 5000, "pixels": 2000}):
    got = window(**asked)
    begun = {lane: count for lane, count in got.begun().items() if count}
    tap.equal(begun, counted(got.start, got.end), f"window {asked}: visits that began")
    tap.check(got.bins <= asked.get("pixels", 1024) and not got.filtered and not got.merged, "it has no more bins than pixels")
outside = window(**{"from": length + 1000, "to": length + 2000})
tap.equal((outside.bins, outside.nodes(), len(outside.lanes)), (1, set(), 4), "window: after the end there is nothing")
some = window(lanes="1,3", pixels=200)
whole = window(pixels=200)
tap.equal(some.lanes, [whole.lanes[1], whole.lanes[3]], "window: lanes")
merged = window(rows=2, pixels=50)
tap.equal((merged.merged, [row for row, _ in merged.lanes], sum(merged.begun().values())), (True, [0, 2], sum(whole.begun().values())), "window: merged lanes count all visits")
for wrong in ("lanes=9", "lanes=1,1", "lanes=2-1", "lanes=a", "from=5&to=5", "pixels=0", "pixels=99999999", "from=-1", "to=1e9", "rows=0"):
    tap.equal(server.ask(f"/api/0/window?{wrong}")[0], 400, f"window: {wrong}")

# Filters
condition = 'e.name == "work" && e.lane != 1'
text = f"events.filter(e -> {condition})"
first, last = values(f"events.filter(e -> {condition}).aggregate(first: min(e -> e.startTime), last: max(e -> e.finishTime))")[0]
for asked in ({}, {"from": first, "to": (first + last) // 2, "pixels": 64}):
    got = window(filter=text, **asked)
    tap.equal({lane: count for lane, count in got.begun().items() if count}, counted(got.start, got.end, condition), f"filtered window {asked}: visits that began")
    tap.equal(({tables["regions"]["name"][tables["nodes"]["region"][node]] for node in got.nodes()}, got.filtered), ({"work"}, True), "it has nothing else")
longest = window(filter="events.sorted(e -> desc(e.duration)).limit(3)")
tap.equal(sum(longest.begun().values()), 3, "filtered window: events in another order")
tap.equal(window(filter="events.filter(e -> e.duration > 1000s)").nodes(), set(), "filtered window: nothing")
here.triptych("query", "a.tri", "--save", "part.tri", text)
part = command("report", "--format", "json", "part.tri")
tap.equal(server.json("/api/0/report", filter=text)["routines"], part["routines"], "filtered report: as that of the saved part")
shown, saved = server.json("/api/0/show", subject="execution", axes="what-where", filter=text), command("show", "--format", "json", "part.tri", "execution", "what-where")
tap.equal(shown["displays"], saved["displays"], "filtered show: as that of the saved part")
for wrong, status in {"events.map(e -> e.row)": 400, "regions": 400, "events.filter(": 400}.items():
    tap.equal(server.ask("/api/0/report", values={"filter": wrong})[0], status, f"filter {wrong}: {status}")
for path in ("report", "show", "messages", "waits", "source?file=0"):
    tap.equal(server.json(f"/api/0/{path.split('?')[0]}", filter="events.filter(e -> e.duration > 1000s)", file=0), {"nothing": "no event passes the filter", "hint": "switch a step of the filter off"}, f"{path}: nothing is left, which is no error")

tap.check(os.listdir(here / "tmp"), "parts are in a temporary folder")

# Messages
rows = values("messages.filter(m -> present(m.send) && present(m.receive)).map(m -> {m.startTime, m.finishTime, f: m.send.lane, t: m.receive.lane, m.bytes, m.send.region})", "ranks.tri")
total, thinned, found = view.messages(server.ask("/api/1/messages?most=100000")[2])
tap.equal((total, thinned, sorted(message[:6] for message in found)), (len(rows), False, sorted(map(tuple, rows))), "messages: all of them")
total, thinned, found = view.messages(server.ask("/api/1/messages?most=7")[2])
tap.equal((total, thinned, len(found)), (len(rows), True, 7), "messages: thinned out, and saying so")
total, _, found = view.messages(server.ask("/api/1/messages?most=100000&lanes=0,1")[2])
tap.equal(sorted(message[:6] for message in found), sorted(tuple(row) for row in rows if {row[2], row[3]} <= {0, 1}), "messages: of some lanes")
total, _, found = view.messages(server.ask("/api/1/messages?most=100000&collectives=1")[2])
tap.check(any(message[6] & 4 for message in found), "messages: collective operations, if they are asked for")

# Single places and lanes of the displays
def lanes_of(archive, *words):
    return [row["label"] for row in command("show", archive, "utilisation", "when-where", "--format", "json", *words)["displays"][0]["rows"]]


def shown(run, **asked):
    return [row["label"] for row in server.json(f"/api/{run}/show", subject="utilisation", axes="when-where", **asked)["displays"][0]["rows"]]


for run, archive, words, labels in (1, "ranks.tri", {"places": "0,2-3"}, ["0.0", "2.0", "3.0"]), (1, "ranks.tri", {"places": "1-"}, ["1.0", "2.0", "3.0"]), (0, "a.tri", {"lanes": "0,2-3"}, ["0.0", "0.2", "0.3"]), \
        (0, "a.tri", {"lanes": "0.1,0.3"}, ["0.1", "0.3"]), (1, "ranks.tri", {"lanes": "3.0,1.0"}, ["1.0", "3.0"]):
    options = [word for name, value in words.items() for word in (f"--{name}", value)]
    tap.equal((lanes_of(archive, *options), shown(run, **words)), (labels, labels), f"{' '.join(options)}: only these lanes")
tap.equal([server.ask(f"/api/1/show?{wrong}")[0] for wrong in ("places=1.0", "places=3-1", "lanes=0,", "lanes=x")], [400] * 4, "show: wrong lists")

# Waits: the sums are those of the report, and of the single waits
told = {row["kind"]: (row["time_ns"], row["visits"]) for row in command("report", "--format", "json", "ranks.tri")["comm_kinds"]}
kinds = server.json("/api/1/tables")["wait_kinds"]
waits = view.Waits(server.ask("/api/1/waits?pixels=300")[2])
tap.equal({kind: sum for kind, sum in zip(kinds, waits.sums) if sum[1]}, told, "waits: by cause, as the report adds them up")
tap.equal((waits.bins <= 300, waits.merged, [row for row, _ in waits.lanes]), (True, False, [0, 1, 2, 3]), "waits: a row for each lane, a bin for each pixel")
shares = sum(bins * (share / 255) * (1 << waits.level) for _, runs in waits.lanes for _, bins, _, share in runs)
all_time = sum(time for time, _ in told.values())
tap.check(abs(shares - all_time) < all_time * 0.05 + (1 << waits.level), "waits: shares of bins add up to about the same", f"{shares} {all_time}")
listed = server.json("/api/1/waits", list=1, most=100000)
tap.equal((listed["total"], {row["kind"]: (row["time_ns"], row["visits"]) for row in listed["kinds"] if row["visits"]}), (sum(count for _, count in told.values()), told), "waits: a list of single ones")
tap.equal(sum(wait["until"] - wait["start"] for wait in listed["waits"]), all_time, "waits: their lengths add up to the same")
lengths = [wait["until"] - wait["start"] for wait in listed["waits"]]
tap.equal(lengths, sorted(lengths, reverse=True), "waits: the longest first")
tap.check(all(wait["lane"] != wait["for_lane"] for wait in listed["waits"]), "waits: for another lane")
middle = listed["waits"][0]["start"] + lengths[0] // 2
halves = [view.Waits(server.ask(f"/api/1/waits?from={a}&to={b}")[2]) for a, b in ((0, middle), (middle, 1 << 40))]
tap.equal([sum(half.sums[kind][0] for half in halves) for kind in range(len(kinds))], [time for time, _ in waits.sums], "waits: two halves of the run are the whole, though one wait is in both")
tap.equal(view.Waits(server.ask("/api/1/waits?rows=2")[2]).merged, True, "waits: rows are merged, and say so")
tap.equal(server.json("/api/1/waits", list=1, most=3, lanes="1")["waits"], [wait for wait in listed["waits"] if wait["lane"] == 1][:3], "waits: of one lane, three")
tap.equal((server.ask("/api/1/waits?pixels=0")[0], server.ask("/api/1/waits?most=x")[0], server.ask("/api/1/waits?lanes=99")[0]), (400, 400, 400), "waits: wrong values")
tap.equal(view.Waits(server.ask("/api/0/waits")[2]).sums, [(0, 0)] * len(kinds), "waits: none without MPI")

# Source
file = next(i for i, path in enumerate(tables["files"]) if path.endswith("/a.c"))
source = server.json("/api/0/source", file=file)
tap.equal((source["lines"], source["copied"], source["language"]), (here.read("a.c").split("\n")[:-1], True, "c"), "source: lines")
costs = {(cost["kind"], cost["line"]): cost for cost in source["costs"]}
loop = next(row for row in report["loops"] if row["routine"] == "work")
tap.equal((costs["loop", loop["line"]]["visits"], costs["loop", loop["line"]]["trips"]), (loop["visits"], loop["trips"]), "source: visits and trips of a line")
routine = next(row for row in report["routines"] if row["name"] == "work")
tap.equal((costs["routine", routine["line"]]["inclusive"], costs["routine", routine["line"]]["exclusive"]), (routine["time_ns"], routine["exclusive_ns"]), "source: times of a line")
loops = {row["line"]: row for row in report["loops"]}
bounds = {cost["line"]: [cost[key] for key in ("trips_at_least", "at_least", "exclusive_at_least", "exclusive_at_most")]
          for cost in source["costs"] if cost["kind"] == "loop"}
tap.equal(bounds, {line: [loops[line][key] for key in ("trips_at_least", "time_at_least", "exclusive_at_least", "exclusive_at_most")] for line in bounds},
          "source: its numbers are marked as those of the report")
tap.check({"outside_loops_at_least", "outside_loops_at_most", "visits_at_least", "mean_trips_at_least"} < set(source["costs"][0]), "source: all of them", source["costs"][0])
tap.equal([server.ask(f"/api/0/source?file={name}")[0] for name in ("99", "-1", "", "../../etc/passwd")], [404] * 4, "source: nothing but files of regions")

# The rest


def without_scaling(comparison):
    return {key: value for key, value in comparison.items() if key != "scaling"}


tap.equal(plain(server.json("/api/0/compare", **{"with": 0})), without_scaling(plain(command("compare", "--as", "division", "--format", "json", "a.tri", "a.tri"))), "compare")
tap.equal(plain(server.json("/api/0/compare", **{"with": 0, "min_percent": 0})), without_scaling(plain(command("compare", "--as", "division", "--format", "json", "--min-percent", "0", "a.tri", "a.tri"))), "compare all loops")
for how, words in (("changes", []), ("paths", ["--paths"])):
    tap.equal(plain(server.json("/api/0/compare", **{"with": 0, "as": how})), plain(command("compare", "--as", "changes", *words, "--format", "json", "a.tri", "a.tri")), f"compare: {how}")
tap.equal(server.ask("/api/0/compare?with=0&as=guess")[0], 400, "compare for no purpose")
tap.equal(server.ask("/api/0/compare?with=7")[0], 404, "compare with nobody")
tap.equal(server.ask("/api/0/compare?with=0&min_percent=101")[0], 400, "compare with a wrong share")
loops = here.triptych("loops", "--format", "json", "a.tri", check=False)
tap.check(loops.err.strip().endswith(server.json("/api/0/loops")["error"]), "loops: none in this archive, as the command says", loops.err)
activities = server.json("/api/0/activities")
tap.equal((sorted(a["id"] for a in activities["activities"]), activities["total"], activities["waits"]), (["0-0", "0-1", "0-2", "0-3"], 4, []), "activities")
for path in ("/api/0/nothing", "/api/9/window", "/api/x/window", "/api/", "/api/0", "/api/-1/window", "/api/99999999999999999999/window"):
    tap.equal(server.ask(path)[0], 404, f"{path}: there is no such request")
near = [archive["name"] for archive in server.json("/api/near")["archives"]]
tap.check("part.tri" in near and "a.tri" not in near, "archives beside the open ones, without those")
opened = json.loads(server.ask("/api/open", "POST", json.dumps({"path": "part.tri"}))[2])
tap.equal((opened["run"], opened["name"], len(server.json("/api/runs"))), (2, "part.tri", 3), "another archive is opened")
tap.equal(json.loads(server.ask("/api/open", "POST", json.dumps({"path": "part.tri"}))[2])["run"], 2, "and not twice")
for body, status in {'{"path": "/etc"}': 404, '{"path": ""}': 404, "{}": 400, "nonsense": 400, '{"path": 5}': 400}.items():
    tap.equal(server.ask("/api/open", "POST", body)[0], status, f"open {body}: {status}")
tap.equal(server.ask("/api/0/filter", "POST", json.dumps({"filter": "e -> e.name == 'x'"}))[0], 409, "a filter for a running program: the run has ended")
tap.equal(server.ask("/api/0/stop", "POST", "{}")[0], 409, "stop: the run has ended")
tap.equal((server.ask("/api/0/stop")[0], server.ask("/api/0/window", "POST", "{}")[0]), (405, 405), "GET and POST are told apart")
rows = list(csv.reader(io.StringIO(server.ask("/api/0/query", values={"q": "regions", "format": "csv"})[2].decode())))
tap.check(len(rows) > 5, "query: any stream as CSV")
tap.equal((server.end(), os.listdir(here / "tmp")), (0, []), "a signal ends it, with status 0, and nothing is left behind")
tap.done()

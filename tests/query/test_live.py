"""triptych query --follow on a program that goes on step by step, as the test says; --save; Ctrl-C; broken pipes."""
import collections
import csv
import io
import json
import os
import signal
import subprocess

import program
import tap
import terminal

here = program.folder()
ENV = {"ASAN_OPTIONS": "detect_leaks=0"}
here.write("steps.c", """#include <stdlib.h>
#include <unistd.h>
static void work(int n) { volatile int sum = 0; for (int i = 0; i < n; i++) sum += i; }
static void other(void) { work(2); }
static void answer(char c) { while (write(1, &c, 1) != 1) ; }
int main(void)
{
    char c;
    while (read(0, &c, 1) == 1 && c != 'q') {
        if (c == 'w') work(5);
        if (c == 'o') other();
        if (c == 'm') for (int i = 0; i < 5000; i++) work(1);
        answer(c);
    }
    return 0;
}
""")
here.triptych("cc", "--every-probe", program.CC, *program.CFLAGS, "-g", "-O1", "steps.c", "-o", "steps")


class Run:
    """triptych run ./steps: each letter is a step, and answered when it was made."""

    def __init__(self, archive, *options):
        self.process = here.start(program.TRIPTYCH, "run", "-q", "--force", "--events", "--throttle", "off",
                                  "--collect", "none", *options, "-o", archive, "./steps", env=ENV, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def step(self, letters):
        self.process.stdin.write(letters.encode())
        self.process.stdin.flush()
        for letter in letters:
            assert self.process.stdout.read(1) == letter.encode()

    def end(self):
        self.process.stdin.write(b"q")
        self.process.stdin.close()
        return self.process.wait(60)


class Follow:
    def __init__(self, archive, query, *options):
        self.process = here.start(program.TRIPTYCH, "query", "--follow", *options, archive, query, env=ENV, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def lines(self, count):
        return [self.process.stdout.readline().rstrip("\n") for _ in range(count)]

    def waits(self):
        return self.process.stderr.readline()

    def end(self):
        out, err = self.process.stdout.read(), self.process.stderr.read()
        return out.splitlines(), err, self.process.wait(60)


WORK = 'events.filter(e -> e.name == "work").map(e -> {name: e.name, path: e.node.path})'

# Rows come while the program runs: the next step is made when they are there.
follow = Follow("a.tri", WORK, "--csv")
tap.contains(follow.waits(), "waiting for measurements in a.tri", "an archive that is not there yet is waited for")
run = Run("a.tri")
run.step("w")
tap.equal(follow.lines(2), ["name,path", "work,main/loop:9/work"], "the first match comes when it has ended")
run.step("ow")
tap.equal(follow.lines(2), ["work,main/loop:9/other/work", "work,main/loop:9/work"], "then the next ones")
tap.equal(run.end(), 0, "the program ends")
tap.equal(follow.end(), ([], "triptych query: 3 rows; the run has ended\n", 0), "and so does the query, with nothing more")

# Each event once, whatever happens between two looks: a thousand of them, the end of the run, sealing.
for how in ("sealed meanwhile", "not sealed", "killed"):
    run = Run("b.tri", *(["--no-seal"] if how == "not sealed" else []))
    run.step("w")
    follow = Follow("b.tri", "events.map(e -> {name: e.name, unfinished: e.unfinished, node: e.node.path})", "--json")
    rows = [json.loads(line) for line in follow.lines(2)]  # work, and the loop in it
    os.kill(follow.process.pid, signal.SIGSTOP)
    run.step("mo")
    if how == "killed":
        pid = json.loads(here.triptych("query", "--json", "b.tri", "places.map(p -> p.pid)").out)["pid"]
        os.kill(pid, signal.SIGKILL)
        run.process.stdin.close()
        run.process.wait(60)
    else:
        run.end()
    os.kill(follow.process.pid, signal.SIGCONT)
    out, err, status = follow.end()
    rows += [json.loads(line) for line in out]
    all_rows = [json.loads(line) for line in here.triptych(
        "query", "--json", "b.tri", "events.map(e -> {name: e.name, unfinished: e.unfinished, node: e.node.path})").out.splitlines()]
    tap.check(len(all_rows) > 10000, f"{how}: many events", len(all_rows))
    got, expected = collections.Counter(map(str, rows)), collections.Counter(map(str, all_rows))
    tap.equal((got - expected, expected - got), ({}, {}), f"{how}: each of them comes once")
    tap.equal([row["name"] for row in rows if row["unfinished"]], ["main", None, "read"] if how == "killed" else [],
              f"{how}: what had not ended comes in the end")
    tap.equal(status, 0, f"{how}: done")

# A log of which only the last part is kept: what was seen before is known again when the archive is sealed.
run = Run("e.tri", "--max-size", "1M", "--keep", "last")
run.step("mmmmmmo")
OTHER = 'events.filter(e -> e.name == "other").map(e -> {e.name, path: e.node.path})'
follow = Follow("e.tri", OTHER, "--csv")
tap.equal(follow.lines(2)[1:], ["other,main/loop:9/other"], "the last part of a log is followed")
os.kill(follow.process.pid, signal.SIGSTOP)
run.step("wowo")
run.end()
os.kill(follow.process.pid, signal.SIGCONT)
tap.equal(follow.end()[0], ["other,main/loop:9/other"] * 2, "and what comes later, once")
logs = json.loads(here.triptych("query", "--json", "e.tri", "events.count()").out)
tap.check(logs["count"] < 65536 + 100, "though its first part is gone", logs)

# Stages that remember: distinct, skip and limit go on from one look to the next.
run = Run("c.tri")
follow = Follow("c.tri", 'events.filter(e -> e.type == CALL && e.name != "answer").distinct(e -> e.region).map(e -> e.name)', "--csv")
limited = Follow("c.tri", 'events.filter(e -> e.name == "work").skip(1).limit(2).map(e -> e.name)', "--csv")
run.step("w")
tap.equal(follow.lines(2), ["name", "work"], "distinct: the first one")
run.step("wo")
tap.equal(follow.lines(1), ["other"], "and what was not there in looks before")
out, err, status = limited.end()
tap.equal((out, status), (["name", "work", "work"], 0), "a limit ends it, while the program runs on")
tap.contains(err, "the limit is reached", "and that is said")
stopped = Follow("c.tri", WORK)
tap.check(stopped.lines(1)[0].split() == ["name", "path"], "a table has its heading with the first rows")
stopped.process.send_signal(signal.SIGINT)
out, err, status = stopped.end()
tap.equal(status, 0, "Ctrl-C ends it well")
tap.contains(err, "3 rows so far; stopped following c.tri", "with a sentence")
whole = here.triptych("query", "--follow", "c.tri", "events.count()", check=False, env=ENV)
tap.check(whole.status == 1 and "updated every second" in whole.err, "sums need a terminal", whole)
screen = terminal.Terminal([program.TRIPTYCH, "query", "--follow", "c.tri", 'events.filter(e -> e.name == "work").count()'],
                           cwd=here.path, rows=24, columns=80)
screen.wait("    3")
tap.check(screen.row("count"), "on a terminal they are shown")
early = terminal.Terminal([program.TRIPTYCH, "query", "--follow", "early.tri", "places.count()"], cwd=here.path, rows=24, columns=80)
early.wait("waiting for measurements in early.tri")
soon = Run("early.tri")
soon.step("w")
early.wait("    1")
tap.check(early.row("count"), "an archive that is not there yet is waited for with sums, too")
soon.end()
early.wait("early.tri: the run has ended")
live = here.triptych("query", "--csv", "c.tri", 'events.filter(e -> e.name == "work").count()', env=ENV)
tap.equal(live.out, "count\n3\n", "without --follow it is what there is now")
run.step("w")
screen.wait("    4")
tap.check(screen.row("count"), "and renewed")
run.end()
screen.wait("c.tri: the run has ended")
tap.equal(follow.end()[0], ["main"], "main was there last")

# A part of an archive is an archive.
chosen = 'events.filter(e -> e.name == "work")'
saved = here.triptych("query", "b.tri", chosen, "--save", "part.tri", env=ENV)
tap.contains(saved.err, "part.tri has 5002 of ", "a part says how much of the whole it is")


def rows_of(archive, query):
    return list(csv.DictReader(io.StringIO(here.triptych("query", "--csv", archive, query, env=ENV).out)))


FIELDS = ".map(e -> {e.startTime, e.finishTime, e.name, e.activityNumber, path: e.node.path, file: e.file, line: e.line, r: e.lane.row})"
tap.equal(rows_of("part.tri", "events" + FIELDS), rows_of("b.tri", chosen + FIELDS), "its events are the same")
counts = {row["path"]: row["visits"] for row in rows_of("part.tri", "nodes.filter(n -> present(n.path)).map(n -> {n.path, n.visits})")}
tap.equal(counts, {"main": "0", "main/loop:9": "0", "main/loop:9/loop:12": "0", "main/loop:9/loop:12/work": "5000",
                   "main/loop:9/other": "0", "main/loop:9/other/work": "1", "main/loop:9/work": "1"},
          "nodes have their sums, and those around them are known by name")
report = here.report("part.tri")
tap.equal([(row["name"], row["visits"]) for row in report["routines"] if row["visits"]], [("work", 5002)], "the report has them alone")
tap.contains(here.triptych("report", "part.tri", env=ENV).out, ".tri: " + chosen, "and says that it is a selection")
tap.check(here.triptych("show", "part.tri", env=ENV).out.count("\n") > 5, "it can be shown")
tap.equal(os.path.exists(str(here / "part.tri") + "/source" + str(here / "steps.c")), True, "with its source")
again = here.triptych("query", "part.tri", "events.sorted(e -> desc(e.duration)).limit(10)", "--save", "ten.tri", env=ENV)
tap.equal(rows_of("ten.tri", "events.count()"), [{"count": "10"}], "a part has parts, too")

before = set(os.listdir(here.path))
for query, target, words in [
        ("nodes", "new.tri", "begin with `events`"), ("events.map(e -> e.name)", "new.tri", "`map` makes other rows"),
        ("events.count()", "new.tri", "aggregates and groups"), ("events.filter(e -> false)", "new.tri", "no event matches"),
        ("events", "part.tri", "--force replaces it"), ("events", "b.tri", "is the archive that is queried"),
        ("events", "nowhere/new.tri", "cannot be made"), ("events.limit(1); events.limit(2)", "twice.tri", "one query")]:
    wrong = here.triptych("query", "b.tri", query, "--save", target, check=False, env=ENV)
    tap.check(wrong.status == 1 and words in wrong.err, f"--save {target} of {query}", wrong)
tap.equal(set(os.listdir(here.path)) - before, {"twice.tri"}, "nothing is left behind")
tap.equal(here.triptych("query", "b.tri", "events.limit(3)", "--save", "part.tri", "--force", env=ENV).status, 0, "--force replaces it")
tap.equal(rows_of("part.tri", "events.count()"), [{"count": "3"}], "by the new one")
full = here.run("sh", "-c", 'trap "" XFSZ; ulimit -f 1; exec "$0" "$@"', program.TRIPTYCH, "query", "b.tri", "events", "--save",
                "full.tri", check=False, env=ENV)
tap.check(full.status == 1 and "full.tri" in full.err, "where there is no room, that is said", full)
tap.check(not os.path.exists(here / "full.tri"), "and nothing is left behind")

# A query that is ended from outside: also where whoever runs the tests has chosen to ignore that.
for signals in (signal.SIGINT, signal.SIGHUP):
    signal.signal(signals, signal.SIG_DFL)
for name in ("SIGINT", "SIGHUP", "SIGPIPE"):
    # far more rows than a pipe holds
    query = here.start(program.TRIPTYCH, "query", "--csv", "b.tri", "events.join(events.limit(200), e -> e.type)", env=ENV,
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    line = query.stdout.readline()
    if name != "SIGPIPE":
        query.send_signal(getattr(signal, name))
        query.stdout.read()
    else:
        query.stdout.close()
    err = query.stderr.read()
    tap.equal(query.wait(60), -getattr(signal, name), f"{name} ends a query")
    tap.equal(err, "triptych query: interrupted: this is not all of the result\n" if name != "SIGPIPE" else "", "with a sentence, or quietly")
everything = int(rows_of("b.tri", "events.join(regions, e -> 1).count()")[0]["count"])
follow = Follow("b.tri", "events.join(regions, e -> 1)", "--csv")
follow.lines(2)
follow.process.send_signal(signal.SIGINT)
out, err, status = follow.end()
tap.check(status == 0 and len(out) + 1 < everything and "stopped following b.tri" in err,
          "Ctrl-C ends a look that goes on, too", (status, len(out), everything, err))

# A log that was cut: what can be read is, and the rest is told of.
run = Run("d.tri", "--no-seal")
run.step("mm")
run.end()
size = os.path.getsize(here / "d.tri" / "places" / "0" / "events-0")
with open(here / "d.tri" / "places" / "0" / "events-0", "r+b") as log:
    log.seek(65536 + 64 + 16 * 40)
    log.write(b"\xff" * 64)
damaged = here.triptych("query", "--csv", "d.tri", 'events.filter(e -> e.name == "work").count()', check=False, env=ENV)
tap.check(damaged.status == 0 and "cannot be read and are dropped" in damaged.err, "a damaged log", damaged)
tap.check(9900 < int(damaged.out.split()[-1]) < 10000, "is read as far as it makes sense", damaged)
followed = here.triptych("query", "--follow", "--csv", "d.tri", "events.limit(20000)", check=False, env=ENV)
tap.equal((followed.status, followed.err.count("cannot be read and are dropped")), (0, 1), "--follow tells of it once")
with open(here / "d.tri" / "places" / "0" / "events-0", "r+b") as log:
    log.truncate(size // 2)
cut = here.triptych("query", "d.tri", "events.count()", check=False, env=ENV)
tap.check(cut.status == 0, "one that was cut", cut)
tap.equal([name for name in os.listdir("/tmp") if name.startswith("triptych-events-")], [], "no folder is left behind")
tap.done()

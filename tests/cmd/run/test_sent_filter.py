"""triptych filter: which events a running program logs is chosen while it runs."""
import json
import os
import pathlib
import shutil
import subprocess

import program
import tap

HERE = pathlib.Path(__file__).resolve().parent
if program.SANITIZED:
    tap.skip_all("sanitized programs run without the preloaded library, which this needs")

here = program.folder()
here.copy(HERE / "programs" / "obeys.c")
here.triptych("cc", program.CC, "-O1", "-g", *program.CFLAGS, "obeys.c", "-o", "obeys", "-lpthread")


class Obeys:
    """The program, which does one thing after another, and then tells."""

    def __init__(self, *options):
        shutil.rmtree(here / "a.tri", ignore_errors=True)
        self.running = here.start(program.TRIPTYCH, "run", "-q", "--throttle", "off", "--collect", "threads", "-o", "a.tri", *options, "./obeys",
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def do(self, line):
        self.running.stdin.write(line + "\n")
        self.running.stdin.flush()
        return self.running.stdout.readline()

    def filter(self, *words):
        return here.triptych("filter", "a.tri", *words)

    def end(self):
        self.running.stdin.close()
        err = self.running.stderr.read()
        tap.equal((self.running.wait(60), err), (0, ""), "the program ends as it would")


def logged():
    """Logged events by name."""
    rows = here.triptych("query", "--format", "json", "a.tri", "events.groupBy(e -> e.name).count()").out.splitlines()
    return {row["name"]: row["count"] for row in map(json.loads, rows)}


def whole(name, more=()):
    """Logged and filtered events together are the visits of the profile."""
    report = here.report("a.tri", "--top", "0")
    visits = sum(row["visits"] for row in report["routines"])
    found = logged()
    events = sum(count for region, count in found.items() if region in {row["name"] for row in report["routines"]})
    tap.equal(events + report["run"].get("filtered_events", 0), visits, f"{name}: logged and filtered events are all visits")
    return report


# One filter after another: both threads, a child, and a program that starts later
for options, first in (([], 20), (["--clock", "cpu"], 20)):
    name = " ".join(options) or "usual clock"
    run = Obeys("--events=routines", *options)
    run.do("10")
    said = run.filter('e -> e.name == "alpha"').out
    tap.check("1 process logs events by this filter from now on" in said, f"{name}: it says which processes were told", said)
    run.do("5")
    run.do("fork 7")
    run.do("start 3")
    run.filter("e -> false")
    run.do("100")
    run.filter("--all")
    run.do("2")
    run.end()
    found = logged()
    tap.equal((found.get("alpha"), found.get("beta")), (first + 10 + 7 + 3 + 4, first + 4), f"{name}: each filter holds from when it was sent, in all threads and processes")
    report = here.report("a.tri")
    tap.equal([row["filter"] for row in report["run"]["sent_filters"]], ['e -> e.name == "alpha"', "e -> false", "e -> true"], f"{name}: the archive keeps the filters")
    times = [row["sent_ns"] for row in report["run"]["sent_filters"]]
    tap.check(times == sorted(times) and 0 < times[0] and times[-1] <= report["run"]["time_ns"], f"{name}: and when they were sent", times)
    text = here.triptych("report", "a.tri").out
    tap.check('e -> e.name == "alpha"' in text and "sent at" in text, f"{name}: the head of the report lists them", text[:600])
    shutil.rmtree(here / "part.tri", ignore_errors=True)
    here.triptych("query", "a.tri", 'events.filter(e -> e.name == "alpha")', "--save", "part.tri")
    said = here.triptych("query", "a.tri", "events.count()").err
    tap.contains(" ".join(said.split()), " events were filtered (`triptych filter`)", f"{name}: a query says that it was sent")
    tap.equal(here.report("part.tri")["run"]["sent_filters"], report["run"]["sent_filters"], f"{name}: a part of the archive keeps the filters")
    tap.equal({path.name: path.read_bytes() for path in (here / "part.tri/filters").iterdir()},
              {path.name: path.read_bytes() for path in (here / "a.tri/filters").iterdir()}, f"{name}: all files of them")

# A visit is judged by the filter in force when it began
run = Obeys("--events=routines")
run.do("outer")
run.filter("e -> false")
run.do("3")
run.do("return")
run.do("outer")
run.filter("--all")
run.do("4")
run.do("return")
run.do("outer")
run.do("return")
run.end()
found = logged()
tap.equal((found.get("outer"), found.get("alpha")), (2, 8), "visits that were open when a filter was sent keep the one that they began with")
whole("open visits")

# A program that began with a filter
run = Obeys("--events=routines", "--filter", 'e -> e.name == "beta"')
run.do("10")
run.filter("--all")
run.do("6")
run.filter('e -> e.name in ["alpha", "work"] && e.duration >= 0')
run.do("1")
run.end()
found = logged()
tap.equal((found.get("alpha"), found.get("beta")), (12 + 2, 20 + 12), "a filter replaces that of `triptych run`")
whole("run --filter")
said = here.triptych("query", "a.tri", "events.count()").err
tap.contains(" ".join(said.split()), " events were filtered (--filter and `triptych filter`)", "a query says that there were both")

# What cannot be done
run = Obeys("--events=routines")
run.do("1")
for words, status, parts in (((), 2, ["name one archive and a condition"]), (("--all", "e -> true"), 2, ["--all takes one archive"]),
                             (("e -> e.nme > 3",), 2, ["no field of events is called `nme`", "^^^"]), (("events.count()",), 2, ["^"]), (("",), 2, ["triptych filter"])):
    result = here.triptych("filter", "a.tri", *words, check=False)
    tap.check(result.status == status and all(part in result.err for part in parts), f"filter {' '.join(words)}: {parts[0]}", result)
for number in range(1, 1001):
    here.write(f"a.tri/filters/{number}", "")
result = here.triptych("filter", "a.tri", "e -> true", check=False)
tap.check(result.status == 1 and "the limit" in result.err, "there is a limit of filters", result)
shutil.rmtree(here / "a.tri" / "filters")
here.write("a.tri/filters/1", "nonsense")
here.write("a.tri/filters/1.json", "{")
tap.check("logs events" in run.filter("e -> false").out, "another one follows a file that is damaged")
run.do("1")
run.end()
tap.equal(logged().get("alpha"), 2, "and is heeded")
result = here.triptych("filter", "a.tri", "--all", check=False)
tap.check(result.status == 1 and "its run has ended" in result.err, "a run that has ended", result)
for name in ("none.tri", "."):
    result = here.triptych("filter", name, "--all", check=False)
    tap.check(result.status == 1 and name in result.err, f"{name} is no run", result)
run = Obeys()
run.do("1")
result = here.triptych("filter", "a.tri", "--all", check=False)
tap.check(result.status == 1 and "logs no events" in result.err and "--events" in result.err, "a run without events", result)
run.end()
if os.geteuid() == 0 and shutil.which("setpriv"):
    run = Obeys("--events=routines")
    run.do("1")
    os.chmod(here.path, 0o755)
    result = here.run("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", program.TRIPTYCH, "filter", "a.tri", "--all", check=False)
    tap.check(result.status == 1 and ("another user" in result.err or "denied" in result.err.lower()), "a run of another user", result)
    run.end()
tap.done()

"""triptych run --filter: what is logged with a filter is what a query with it finds where everything was logged."""
import json
import re

import program
import tap

here = program.folder()
here.copy("tests/cmd/run/programs/filtered.c")
RUN = ["--throttle", "off", "--no-samples", "--no-seal"]


def count(archive, *conditions):
    queries = "".join(f"events.filter({condition}).count();" for condition in conditions)
    return [int(line) for line in here.triptych("query", archive, "--csv", queries).out.split("\n")[1::2]]


def record(binary, condition, *more):
    """How many acts were logged and left out."""
    ran = here.triptych("run", "--force", "-o", "f.tri", *RUN, *more, "--filter", condition, binary)
    told = re.search(r"([0-9,]+) events? (?:was|were) filtered \(--filter\)", ran.err)
    return count("f.tri", "e -> true")[0], int(told[1].replace(",", "")) if told else 0


# Conditions on what is the same in every run: not on how long things take, or on what took no time.
BOTH = [
    "e -> true",
    "e -> false",
    "e -> e.type == IO",
    "e -> e.bytes > 100B",
    "e -> !(e.bytes > 100B)",
    "e -> e.bytes == 0",
    "e -> present(e.bytes) && e.bytes <= 1kB || e.type == ATOMIC",
    "e -> e.type in [FINISH, ATOMIC] || e.type == IO && e.name.matches(/^f(open|close)$/)",
    "e -> e.lane.number == 0 && e.execPlace == 0",
    'e -> e.activityNumber == "0-1" || e.activityNumber in ["0-2", "none"]',
    "e -> e.duration >= 0s && e.startTime < 10h && e.finishTime > 0",
    "e -> (e.type == IO ? e.bytes : 5) % 2 == 1",
    "e -> e.bytes / 3 > 27.5 || e.region.writes",
    "e -> e.name.length() > 16 || e.name == \"fwrite\"",
]
PROBES = [
    "e -> e.type == LOOP && e.trips > 10",
    "e -> e.trips * 2 in [20, 30, 28] || abs(e.trips - 14) <= 1",
    'e -> e.name == "add"',
    'e -> e.name == "fscanf" && !present(e.bytes)',
    "e -> e.aborted",
    "e -> !present(e.trips) && e.type == LOOP || e.region.number == 1",
    "e -> max(e.trips, 12) == 12 && e.execPlace == 1",
]
# What is known of probes; of calls that are only listened to, it is found out later.
SOURCE = [
    'e -> e.methodName.startsWith("add") && e.type != LOOP',
    'e -> e.file.endsWith("filtered.c") && e.line < 25',
    'e -> e.className.contains("nothing") || e.region.kind == "routine" && e.endPosition - e.startPosition > 5',
]

flags = [*program.CFLAGS, "-g", "-O1", "-w", "filtered.c", "-pthread", "-o"]
here.triptych("cc", "--every-probe", program.CC, *flags, "probes")
here.run(program.CC, *flags, "plain")
PLAIN = [] if program.SANITIZED else [("./plain", BOTH, [], 40)]  # programs with sanitizers are not listened to
for binary, conditions, more, least in [("./probes", BOTH + PROBES, [], 150), *PLAIN,
                                        ("./probes", SOURCE, ["--collect", "none"], 150)]:
    here.triptych("run", "-q", "--force", "-o", "all.tri", *RUN, *more, "--events", binary)
    everything, *expected = count("all.tri", "e -> true", *conditions)
    tap.check(everything >= least, f"{binary} {' '.join(more)} has many acts", everything)
    for condition, number in zip(conditions, expected):
        kept, left_out = record(binary, condition, *more)
        if "matches" in condition:  # it is known only to the reader
            again, = count("f.tri", condition)
            tap.check(number == again <= kept <= everything and kept + left_out == everything, f"{binary}: at least {condition}",
                      (number, again, kept, left_out, everything))
            continue
        tap.equal((kept, kept + left_out), (number, everything), f"{binary}: {condition}")

# What is not known while recording leaves nothing out that would be wanted.
asked = 'e -> e.methodName == "work" && e.type == ATOMIC'
if PLAIN:
    record("./plain", asked)
    tap.equal(count("f.tri", asked), [30], "of plain calls, the routine is found out later")

for quiet in [], ["-q"]:
    ran = here.triptych("run", *quiet, "--force", "--no-seal", "-o", "m.tri", "--filter", "e -> e.name.matches(/x/)", "./plain")
    tap.equal(ran.err.count("`matches` is not evaluated while the program runs"), 0 if quiet else 1, f"it is said once {quiet}")

# The profile is the same; call paths are known below what was left out.
record("./probes", 'e -> e.type == LOOP && e.methodName == "add"')
here.triptych("run", "-q", "--force", "-o", "all.tri", *RUN, "--events", "./probes")
PATHS = "nodes.map(n -> {p: n.path, c: n.visits, t: n.trips})"  # which thread is which lane is left to chance
tap.equal(*(sorted(here.triptych("query", name, "--csv", PATHS).out.splitlines()) for name in ("f.tri", "all.tri")),
          "the profile has everything all the same")
path = here.triptych("query", "f.tri", "--csv", "events.map(e -> e.node.path).distinct()").out
tap.check("main/loop" in path and "add_twice/add/loop" in path, "and acts have their call paths", path)

# A sealed archive tells the same.
ran = here.triptych("run", "-o", "s.tri", "--throttle", "off", "--filter", "e -> e.bytes > 100B", "./probes")
tap.equal(count("s.tri", "e -> true"), [3], "sealed: what was logged")
report = here.triptych("report", "s.tri")
left_out = count("all.tri", "e -> true")[0] - 3
words = f"{left_out:,} events were filtered (--filter)"
tap.check(words in ran.err and words in " ".join(report.out.split()), "the summary and the report say how many were left out",
          ran.err + report.out)
tap.equal(json.loads(here.triptych("report", "s.tri", "--format", "json").out)["run"]["filtered_events"], left_out,
          "and tell machines")
tap.check('"filter": "e -> e.bytes > 100B"' in here.read("s.tri/run.json"), "the archive has the condition")

# Mistakes.
for condition, words in [
    ("e -> e.durration > 3ms", ["no field of events is called `durration`", "^^^^^^^^^", "Did you mean `duration`?"]),
    ('e -> e.parent == "0-1"', ["while recording, `parent` is not known when a visit ends", "Known fields: type name"]),
    ("e -> e.lane == 1", ["the row number of `lane` is not known", "lane.number is the number of a thread"]),
    ("e -> (e.duration > 1ms ? e.name : e.file) == \"x\"", ["a text can depend on the region only"]),
    ("e -> e.activityNumber < \"0-1\"", ["can only be compared with == != in"]),
    ("e -> e.bytes", ["must be true or false"]),
    ("e.bytes > 1kB", ["Write a condition as"]),
    ("e -> " + " || ".join(f"e.trips == {i}" for i in range(99)), ["too long to be evaluated while recording"]),
]:
    wrong = here.triptych("run", "--filter", condition, "./plain", check=False)
    tap.check(wrong.status == 2 and all(word in wrong.err for word in words), f"refused: {condition[:40]}", wrong.err)
twice = here.triptych("run", "--filter", "e -> true", "--filter", "e -> false", "./plain", check=False)
tap.check(twice.status == 2 and "&&" in twice.err, "two filters are to be one", twice.err)

# A program that is given nonsense as a filter logs everything, and says so.
here.write("nonsense", "nonsense")
ran = here.run("./probes", env={"TRIPTYCH_EVENTS": "all", "TRIPTYCH_FILTER": str(here / "nonsense"),
                                "TRIPTYCH_LIBRARY": None})
tap.check("the filter cannot be used" in ran.err and "all events are logged" in ran.err, "a file that is no filter", ran.err)
tap.done()

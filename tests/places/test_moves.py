"""What programs of places do is in the archive: as many events as the formulas of X-Eye's authors say, the variables that moves took along,
who took part in which finish, and activities that keep their names at other places."""
import json
import re
import xml.etree.ElementTree

import program
import tap

here = program.folder()
SOLUTIONS = 724
for folder, name in {"queens-places": "queens", "kmeans-places": "kmeans", "relay": "relay"}.items():
    flags = " ".join(["-O2", *program.CFLAGS])
    built = here.run("make", "-s", "-C", program.SOURCE / "examples" / folder, f"O={here / 'built'}", f"CC={program.TRIPTYCH} cc {program.CC}", f"CFLAGS={flags}")
    tap.equal(built.err, "", f"{folder}: built without a message")


def run(archive, places, name, *arguments):
    result = here.run(program.TRIPTYCH, "run", "-q", "--events=tasks,sync,comm", "-o", archive, f"built/{name}", *arguments, env={"TRI_PLACES": str(places), "TRI_COUNTS": "1"})
    tap.check("triptych: async" in result.err, f"{name} at {places} places is recorded", result)


def rows(archive, query):
    result = here.run(program.TRIPTYCH, "query", "--format", "json", archive, query)
    return [json.loads(line) for line in result.out.splitlines()]


def number(archive, query):
    return next(iter(rows(archive, query)[0].values()))


def counts(archive):
    """Directives of each kind, by their events."""
    return tuple(number(archive, f"events.filter(e -> {condition}).count()") for condition in (
        'e.type == EXEC && (e.name == "async" || e.name == "async at")', "e.type == MOVE", 'e.type == FINISH && e.name == "finish"', "e.type == ATOMIC"))


run("queens.tri", 1, "queens", "10")
tap.equal(counts("queens.tri"), (7, 0, 3, 3 * SOLUTIONS), "parallel queens")
tap.equal(sorted(row["participantCount"] for row in rows("queens.tri", "finishes")), [1, 2, 4], "and its finishes wait for 1, 2 and 4 activities")
run("spread.tri", 3, "queens", "8", "distributed")
tap.equal(counts("spread.tri"), (8, 8, 1, 92), "distributed queens")
k, p = 2, 4
run("kmeans.tri", p, "kmeans", "200", str(k))
tap.equal(counts("kmeans.tri"), (k * (200 + 2 * p), k * (200 + 3 * p), 3 * k, k * (200 + p)), "k-means")
tap.equal(number("kmeans.tri", "moves.count()"), k * (200 + 3 * p), "all moves are in their stream")
tap.check(number("kmeans.tri", "moves.filter(m -> m.sourcePlace == m.targetPlace).count()") >= k, "among them such that lead to the same place")

run("relay.tri", 3, "relay")
tap.equal([(row["sourcePlace"], row["targetPlace"], row["bytes"], row["activityNumber"], row["activityPath"]) for row in rows("relay.tri", "moves.sorted(m -> m.startTime).map(m -> {m.sourcePlace, m.targetPlace, m.bytes, m.activityNumber, m.activityPath})")],
          [(0, 1, 96, "0-0", "main"), (1, 2, 96, "0-0", "main")], "relay: the activity moves from 0 to 1 to 2, and keeps its name")
taken = rows("relay.tri", "moves.filter(m -> m.targetPlace == 2).flatMap(m -> m.variables).sorted(v -> v.name).map(v -> {v.name, v.type, v.bytes, v.how, v.use})")
tap.equal([tuple(row.get(key) for key in ("name", "type", "bytes", "how", "use")) for row in taken],
          [("factor", "long", 8, "copied", None), ("result", "double", 8, "copied-back", None), ("values", "double[10]", 80, "copied", "one-element")], "and takes these variables along")
tap.equal([row["path"] for row in rows("relay.tri", 'variables.filter(v -> v.name == "values").sorted(v -> v.startTime).map(v -> v.path)')], ["0 -> 1", "0 -> 1 -> 2"], "and their paths")
report = json.loads(here.run(program.TRIPTYCH, "report", "--moves", "--format", "json", "relay.tri").out)
tap.equal(sorted((row["remark"], row["path"]) for row in report["moved"] if row["variable"] == "values"),
          [("one element is used", "0 -> 1 -> 2"), ("only carried on", "0 -> 1")], "the report has the path of each")


def chart(archive, which, *options):
    """The marks of a chart: letter and tooltip, and the whole SVG."""
    result = here.run(program.TRIPTYCH, "show", archive, which, "--svg", "-", *options)
    root = xml.etree.ElementTree.fromstring(result.out)
    named = {"svg": "http://www.w3.org/2000/svg"}
    return [(group.find("svg:text", named).text, group.find("svg:title", named).text) for group in root.iterfind("svg:g", named) if group.find("svg:circle", named) is not None], result.out


marks, _ = chart("relay.tri", "movement")
tap.equal([letter for letter, tip in marks], ["D", "D"], "the Movement Chart of relay has two moves with data")
tap.contains(marks[1][1], "values: double[10], 80 bytes, copied, path 0 -> 1 -> 2", "whose tooltips have the variables and their paths")
marks, picture = chart("kmeans.tri", "movement")
tap.equal({letter for letter, tip in marks}, {"M", "D", "F"}, "that of k-means has all marks")
tap.check(any("(the same place)" in tip for letter, tip in marks), "and shows moves to the same place", marks)
tap.contains(picture, f"{k * (200 + 3 * p)} moves, {3 * k} finishes", "and counts all of them")
marks, picture = chart("queens.tri", "synchronization")
tap.equal([letter for letter, tip in marks], ["F"] * 3, "the Synchronization Chart of queens has three finishes")
tap.equal([re.search(r"for (\d+) activit", tip)[1] for letter, tip in marks], ["1", "2", "4"], "and says for how many activities each waited")
tap.contains(picture, "3 finishes, 8 activities", "and has all activities")
tap.contains(here.run(program.TRIPTYCH, "show", "relay.tri", "synchronization", "--svg", "-", check=False).err, "there are no finishes in this archive", "relay has no finish")
tap.contains(picture, f"{3 * SOLUTIONS:,} visits of atomic", "and all visits of atomic")
table = json.loads(here.run(program.TRIPTYCH, "show", "relay.tri", "movement", "--format", "json").out)["movement"]
tap.equal([(row["mark"], row["from_place"], row["to_place"], row["bytes"], row["line"]) for row in table], [("D", "0", "1", 96, 12), ("D", "1", "2", 96, 14)], "charts are tables, too")
table = json.loads(here.run(program.TRIPTYCH, "show", "queens.tri", "synchronization", "--format", "json").out)["synchronization"]
tap.equal((sorted(row["participants"] for row in table if row["directive"] == "finish"), sum(row["visits"] for row in table if row["directive"] == "atomic")), ([1, 2, 4], 3 * SOLUTIONS), "with finishes and atomics")
text = here.run(program.TRIPTYCH, "show", "relay.tri", "movement").out.splitlines()
tap.equal(([line.split()[0] for line in text[2:4]], here.run(program.TRIPTYCH, "show", "relay.tri", "movement", "--format", "csv").out.count("\n")), (["D", "D"], 3), "as text and CSV")
tap.contains(here.run(program.TRIPTYCH, "show", "relay.tri", "movement", "--top", "3", "--svg", "-", check=False).err, "no subject, display or other setting", "with few settings")
advice = json.loads(here.run(program.TRIPTYCH, "report", "--advice", "--format", "json", "relay.tri").out)
tap.check("needless_copy" in json.dumps(advice), "the advice for relay has the needless copies", advice)
advice = json.loads(here.run(program.TRIPTYCH, "report", "--advice", "--format", "json", "kmeans.tri").out)
tap.check("moves_to_same_place" in json.dumps(advice), "that for k-means has the moves to the same place", advice)
free = [one for one in advice["advice"] if not one["cost_ns"]]
text = here.run(program.TRIPTYCH, "report", "--advice", "kmeans.tri").out
tap.equal([one["finding"] for one in free], ["moves_to_same_place"] * 2, "of which the two of async at take no time")
tap.equal((text.count("costs     too little to be measured"), "costs     0 ns" in text), (len(free), False), "and never says that one costs 0 ns")


def hoisted(archive):
    """What the advice says of copies in loops: the routine, and the bytes that were copied again."""
    advice = json.loads(here.run(program.TRIPTYCH, "report", "--advice", "--format", "json", archive).out)["advice"]
    return sorted((re.search(r"`(\w+)` .* at of (\w+)", one["title"]).groups(), re.search(r"\d+ of \d+ moves", one["evidence"])[0]) for one in advice if one["finding"] == "hoist")


here.run(program.TRIPTYCH, "cc", program.CC, "-O2", "-g", *program.CFLAGS, "-I", program.SOURCE / "include", program.SOURCE / "tests/places/programs/hoist.c", "-o", "built/hoist")
here.run(program.TRIPTYCH, "run", "-q", "--events=tasks,sync,comm", "-o", "hoist.tri", "built/hoist", env={"TRI_PLACES": "3"})
tap.equal(hoisted("hoist.tri"), [(("numbers", "section"), "11 of 12 moves"), (("table", "unchanged"), "11 of 12 moves")],
          "copies that a loop repeats are to be hoisted: not if the loop changes them or may change them, nor if each place gets one")
tap.equal([hoisted(name) for name in ("relay.tri", "kmeans.tri", "queens.tri", "spread.tri")], [[]] * 4, "there is nothing to hoist in the examples")
tap.done()

"""triptych query of an archive that is always the same: what it writes and refuses."""
import csv
import io
import json
import os

import program
import tap

here = program.folder()
here.run(os.environ["WRITE_TRACE"], "a.tri")


def query(*words, **more):
    return here.triptych("query", *words, check=False, **more)


counted = query("a.tri", "events.count()")
tap.equal(counted.out, "count\n  500\n", "a table with a heading")
tap.equal(query("events.count()").out, counted.out, "without a name it is the newest archive")
tap.equal(query("events.count()", "a.tri").out, counted.out, "the name may come after the query")
wrong = query("a.tri", "events", ".count()")
tap.check(wrong.status == 2 and "put the query in quotes" in wrong.err, "a query without quotes is misuse", wrong)
tap.equal(query("a.tri", input="let a = events.skip(499); a.count(); a.skip(1).count();").out,
          "count\n    1\ncount\n    0\n", "statements from the standard input")

(here / "bytes.q").write_bytes(b'places.limit(1).map(p -> {t: "gr\xc3\xbcn \xff\xe2\x82\xac\xc3\t\xe2\x80\x8b"})')
QUERY = 'places.map(p -> {number: p.number, rank: p.rank, what: "a,\\"b\\"", half: p.number / 2, long: 3ms})'
rows = [json.loads(line) for line in query("a.tri", "--json", QUERY).out.splitlines()]
tap.equal([row["number"] for row in rows], [3, 4, 5], "a JSON object on each line")
tap.check(all(row["what"] == 'a,"b"' and row["long"] == 3000000 for row in rows), "with quotes, and times in ns", rows)
for form in ("csv", "json"):
    tap.equal(query("a.tri", "--format", form, QUERY).out, query("a.tri", f"--{form}", QUERY).out, f"--format {form}")
tap.equal(query("a.tri", "--csv", "--format=table", QUERY).out, query("a.tri", QUERY).out, "--format table")
tap.equal(query("a.tri", "--format", "xml", QUERY).status, 2, "other formats are misuse")
mixed = here.triptych("query", "a.tri", "--json", "--file", "bytes.q").out
tap.equal(json.loads(mixed)["t"], "gr\u00fcn ?\u20ac?\t\u200b", "JSON is UTF-8, and nothing else is lost")
lines = list(csv.DictReader(io.StringIO(query("a.tri", "--csv", QUERY).out)))
tap.equal([(line["number"], line["what"], line["half"]) for line in lines],
          [("3", 'a,"b"', "1.5"), ("4", 'a,"b"', "2"), ("5", 'a,"b"', "2.5")], "the same as CSV")
tap.equal([line["rank"] for line in lines], ["" if row["rank"] is None else str(row["rank"]) for row in rows],
          "what is absent is empty, or null")
tap.equal(query("a.tri", "--csv", "events.filter(e -> false)").out.count("\n"), 1, "CSV of no rows has its heading")

here.write("defs.q", "let few = events.limit(3); // of all\nlet fewer = few.limit(2)")
tap.equal(query("--load", "defs.q", "a.tri", "fewer.count()").out, "count\n    2\n", "definitions from a file")
tap.equal(query("--load", "nowhere.q", "a.tri", "events.count()").status, 1, "there is no such file")
NAMED = 'regions.filter(r -> r.name == "main" && present(r.file)).limit(1).map(r -> {where: r, r.file, r.line})'
row = json.loads(query("a.tri", "--json", NAMED).out)
tap.equal(query("a.tri", NAMED).out.splitlines()[1].split("  ")[0], f"main {row['file']}:{row['line']}",
          "a table shows a region by its name and place")
tap.check(isinstance(row["where"], int), "others get its number", row)

here.write("q.txt", "events\n  .filter(e -> e.durration > 3ms)\n")
wrong = query("a.tri", "--file", "q.txt")
tap.equal(wrong.status, 2, "what means nothing is misuse")
tap.check("q.txt" in wrong.err and "^^^^^^^^^" in wrong.err and "Did you mean `duration`?" in wrong.err,
          "with its place and what was meant", wrong.err)
explained = query("a.tri", "explain events.filter(e -> e.rank == 0)")
tap.check("once for each lane" in explained.out, "explain shows the plan", explained.out)
tap.equal(query("a.tri", "--nothing").status, 2, "there is no such option")
tap.equal(query("nowhere.tri", "events.count()").status, 1, "there is no such archive")
QUERY = "(events).filter(e -> e.row < 7)"
saved = query("a.tri", QUERY, "--save", "part.tri")
tap.contains(saved.err, "part.tri has 7 of 500 events", "--save of a query with brackets")
for words in (["let a = events;"], ["--load", "defs.q", "--file", "/dev/null"]):
    nothing = query("a.tri", *words, "--save", "none.tri")
    tap.check(nothing.status == 2 and "nothing is written" in nothing.err, f"--save of no query: {words}", nothing)
for words in "--csv events", "--csv 'events.count()'", "events", "--follow --csv events", "'explain events'":
    full = here.run("sh", "-c", f"exec {program.TRIPTYCH} query a.tri {words} > /dev/full", check=False)
    tap.check(full.status == 1 and "cannot be written" in full.err, f"a full disk is told of: {words}", full)
tap.done()

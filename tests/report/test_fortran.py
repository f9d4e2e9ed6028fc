"""Reports of a program in Fortran and C: units, internal files, routines of modules, what is not told."""
import json

import program
import sample
import tap

here = program.folder()
sample.make_fortran(here)
sample.make_fortran(here, "counts.tri", "counts")
sample.make(here, "c.tri")
UTF8 = {"LC_ALL": "C.UTF-8"}
MS = 1000000


def text(*options, archive="fortran.tri"):
    return here.triptych("report", *options, archive, env=UTF8).out


for width in (80, 120):
    sample.golden(f"fortran-{width}.txt", text("--width", str(width)), f"the report of Fortran and C, {width} wide")
sample.golden("fortran-routine.txt", text("--width", "100", "--routine", "grid::step"), "--routine grid::step")
sample.golden("fortran-tree.txt", text("--width", "100", "--tree", "--min-percent", "0"), "--tree")

data = here.report("fortran.tri")
tap.equal([(row["routine"], row["seq"], row["unit"], row["target"], row["bytes"]) for row in data["io"]], [
    ("output::step", 1, 10, "out.dat", None), ("output::step", 1, 11, "out.dat", None), ("SWIM", 2, -10, "in.dat", None),
    ("output::step", 1, 10, "second part.dat", None), ("checksum", 1, None, "out.dat", 4000), ("SWIM", 4, 6, "stdout", None),
    ("SWIM", 1, -10, "in.dat", None), ("SWIM", 3, None, "(internal file)", None), ("SWIM", 5, None, None, None)],
    "I/O statements have units")
tap.equal([(row["name"], row["visits"], row["written_bytes"], row["written_at_least"]) for row in data["files"]],
          [("out.dat", 5 + 3 + 1, 4000, True), ("in.dat", 4, 0, False), ("second part.dat", 2, None, False),
           ("stdout", 10, None, False), ("(internal file)", 10, None, False)],
          "a file is one row, whichever unit, or C code, it was used by")
tap.equal([[row[key] for key in ("unit", "files", "reads", "writes", "others", "visits", "time_ns")] for row in data["units"]],
          [[10, "out.dat, second part.dat", 0, 7, 0, 7, 40 * MS], [-10, "in.dat", 3, 0, 1, 4, 25 * MS],
           [11, "out.dat", 0, 3, 0, 3, 20 * MS], [6, "stdout", 0, 10, 0, 10, 6 * MS]], "totals of units")
tap.equal(sum(row["time_ns"] for row in data["files"]) + MS, sum(row["time_ns"] for row in data["io"]),
          "files have all of the I/O but what went to none")
csv = here.triptych("report", "--format", "csv", "--table", "units", "fortran.tri").out.splitlines()
tap.equal(csv[2], "-10,in.dat,3,0,1,4,25000000,2.5", "a unit below 0 in CSV")
query = "regions.filter(r -> r.kind == \"file\").map(r -> {name: r.name, unit: r.unit, line: r.line, end: r.endPosition})"
files = [(row["name"].rpartition("/")[2], row["unit"], row["line"], row["end"])
         for row in map(json.loads, here.triptych("query", "--json", "fortran.tri", query).out.splitlines())]
tap.equal(sorted(files, key=str), sorted([("in.dat", -10, None, None), ("stdout", 6, None, None), ("(internal file)", None, None, None),
          ("out.dat", 10, None, None), ("out.dat", 11, None, None), ("second part.dat", 10, None, None), ("out.dat", None, None, None)],
          key=str), "in queries, a data file has a unit and no line")
nodes = here.triptych("query", "--json", "fortran.tri", "nodes.filter(n -> n.region.kind == \"file\" && present(n.line)).count()").out
tap.equal(json.loads(nodes), {"count": 0}, "its nodes have no line either")
tap.check("Fortran units" not in text(archive="c.tri") and " unit " not in text("--io", archive="c.tri"),
          "no word of units where there are none")
tap.equal({row["unit"] for row in here.report("fortran.tri", "--lanes")["io"]}, {None}, "lanes are of all units together")
tap.check(all(row["time_ns"] is None for row in here.report("counts.tri")["units"]), "only counted: no times")

tap.equal([(row["routine"], row["seq"], row["reason"]) for row in data["unmeasured"]],
          [("grid::step", 4, "the loop comes from a macro")], "only what was left alone is listed as not measured")
notes = {row["note"] for row in data["io"]}
tap.equal(notes, {"", "bytes not counted: Fortran I/O does not report them"}, "what is not told of I/O")
tap.equal([(row["routine"], row["seq"], row["trips"], row["note"]) for row in data["loops"] if row["note"]],
          [("grid::step", 3, None, "trips not counted: the iterations are shared between threads"),
           ("output::step", 1, None, "trips not counted: nobody does")], "what is not told of loops")
tap.contains(text("--loops"), "- of trips: nobody does, in loop 1 (do) of output::step.\n"
             "- of trips: the iterations are shared between threads, in loop 3 (do) of grid::step.\n", "the table says why")
tap.contains(text("--io"), "- of bytes: Fortran I/O does not report them.\n", "that of I/O, too")
tap.equal([(row["routine"], row["seq"], row["label"], row["form"]) for row in data["loops"]],
          [("SWIM", 1, "100", "do"), ("grid::step", 1, "sweep", "do"), ("grid::step", 2, "", "do while"),
           ("grid::step", 3, "", "do"), ("SWIM", 2, "20", "do"), ("output::step", 1, "", "do")], "loops are called as in Fortran")


def routine(name):
    data = here.report("fortran.tri", "--routine", name)
    return data["routine"][0]["name"], [(row["part"], row["name"]) for row in data["parts"] if row["part"] != "call"]


loops = [("loop", "loop 1 (sweep: do)"), ("itself", "grid::step"), ("loop", "loop 2 (do while)"), ("loop", "loop 3 (do)")]
for name in ("grid::step", "Grid::STEP", "gr*::step"):
    tap.equal(routine(name), ("grid::step", loops), f"--routine {name}")
tap.equal(routine("swim")[0], "SWIM", "--routine swim")
tap.check(("loop", "loop 1 (do 100)") in routine("swim")[1], "a labelled loop", routine("swim"))
tap.equal(routine("RESTART"), ("grid::restart", [("itself", "grid::restart")]), "an ENTRY by the end of its name")


def fails(name, words):
    result = here.triptych("report", "--routine", name, "fortran.tri", check=False)
    tap.check(result.status == 1 and words in result.err, f"--routine {name}: {words}", result)


fails("step", "'step' matches 2 routines; name one of them: grid::step, output::step")
fails("grid::*", "'grid::*' matches 2 routines; name one of them: grid::step, grid::restart")
fails("flux", "the routine 'grid::flux' was never called, or not measured")
fails("tep", "there is no routine 'tep'")
fails("CHECKSUM", "there is no routine 'CHECKSUM'")  # that one is in C
tap.done()

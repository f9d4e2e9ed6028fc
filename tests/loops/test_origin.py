"""Loops that were inlined show the user's own line that they came from, and which function was called there."""
import json
import pathlib
import re

import engines
import program
import tap

here = program.folder()
if program.SANITIZED:
    tap.skip_all("sanitized programs are not counted in the binary")
if not program.have("g++") or not engines.have_native():
    tap.skip_all("there is no g++, or binaries are not counted on this machine")
here.copy(pathlib.Path(__file__).parent / "programs" / "origin.cc")
LINES = (here / "origin.cc").read_text().splitlines()


def line(comment):
    return next(number for number, text in enumerate(LINES, 1) if text.endswith("// " + comment))


here.run("g++", "-g", "-O2", "-fno-tree-vectorize", "origin.cc", "-o", "origin")
here.triptych("loops", "-o", "origin.tri", "./origin")
rows = json.loads(here.triptych("loops", "--format", "json", "origin.tri").out)["loops"]
FROM = {(row["from_line"], row["called"].split("<")[0], row["trips"]) for row in rows if row["function"] == "main" and row["from_line"]}
for comment, name, trips in (("accumulate", "std::accumulate", 1001), ("count", "std::count", 3001), ("in twice", "std::accumulate", 1001),
                             ("twice", "twice", 1001)):
    tap.check((line(comment), name, trips) in FROM, f"{comment}: the line that calls {name}", sorted(FROM))
tap.equal({trips for number, _, trips in FROM if number == line("first")}, {500}, "one call of a function is told from another one,")
tap.equal({trips for number, _, trips in FROM if number == line("second")}, {1500}, "by its line")
tap.check(all(pathlib.Path(row["from_file"]).name == "origin.cc" for row in rows if row["from_line"]), "it is the user's file", rows)

CALL = f"origin.cc:{line('accumulate')}"
for width in (60, 80, 100, 140):
    text = here.triptych("loops", "--width", width, "origin.tri").out
    table, tree = text.split("Hot loop-call-context tree")
    tap.check(CALL in table and CALL in tree, f"table and tree have it in {width} columns", text)
here.triptych("loops", "-q", "--time", "-o", "timed.tri", "./origin")
table = here.triptych("loops", "--table", "--width", 80, "origin.tri").out
tap.check(all(word in table for word in ("visits", "trips", "mean", "excl. %")), "it leaves counts their room in 80 columns", table)
table = here.triptych("loops", "--table", "--width", 80, "timed.tri").out
tap.check(all(re.search(rf"^function.* {word}( |$)", table, re.M) for word in ("visits", "trips", "mean", "time %", "excl. s")),
          "and the time by which it is sorted, too", table)
table, tree = here.triptych("loops", "--width", 60, "timed.tri").out.split("Hot loop-call-context tree")
tap.check(all(word in part for word in (CALL, "time %") for part in (table, tree)), "beside its time, too", table + tree)
tree = json.loads(here.triptych("loops", "--format", "json", "origin.tri").out)["tree"]
tap.check(any(each["from_line"] == line("accumulate") and "std::accumulate" in each["name"] for each in tree[0]["children"]),
          "the tree has the line, and is named after the function that is called there", tree)
tap.contains(here.triptych("loops", "--csv", "loops", "origin.tri").out.splitlines()[0], "from_line,from_file,called,inlined", "CSV has it")
text = here.triptych("report", "--loops", "--width", 140, "origin.tri").out
tap.check(CALL in text and "std::accumulate" in text, "so has triptych report", text)
outline = json.loads(here.triptych("loops", "--static", "--format", "json", "origin").out)["outline"]
origins = {(row["from_line"], row["called"].split("<")[0]) for row in outline if row["function"] == "main" and row["from_line"]}
tap.equal(origins, {(number, name) for number, name, _ in FROM}, "and loops --static")
text = here.triptych("loops", "--static", "--width", 80, "origin").out
tap.check(CALL in text and "loop line" in text, "which names the line of the library's loop, too", text)
tap.done()

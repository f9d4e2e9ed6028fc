"""`triptych loops --time`: which loops have a time, and that times fit into each other. How long anything takes is not asked: but
the loop of spin() ends only when it has seen the clock go on by so much."""
import csv
import io
import json
import pathlib

import program
import tap

here = program.folder()
here.copy(pathlib.Path(__file__).parent / "programs" / "timed.c")
here.run(program.CC, "-g", "-O1", "timed.c", "-o", "timed")
ENOUGH = 0.99  # the clocks' rates are not known to the last digit

result = here.triptych("loops", "--time", "-o", "timed.tri", "./timed", check=False)
if "libtriptych-loops.so is missing" in result.err:
    tap.skip_all("loops are not timed on this machine")
tap.equal((result.status, result.out), (0, "done\n"), "the program does what it does")
tap.contains(result.err, "inclusive time", "what is shown says what the times are")


def shown(archive):
    return json.loads(here.triptych("loops", "--format", "json", "--threshold", "0", archive).out)


def paths(nodes, above=()):
    for node in nodes:
        path = (*above, node["name"])
        yield path, node
        yield from paths(node["children"], path)


timed = shown("timed.tri")
tree = dict(paths(timed["tree"]))
times = {path: node["time_ns"] for path, node in tree.items()}
first, outer, nested = ("main", "loop 1"), ("main", "loop 1", "outer"), ("main", "loop 1", "nested")
tap.check(all(times[path] is None for path in tree if not path[-1].startswith("loop")), "functions have none")
known = {path for path in times if times[path] is not None}
tap.equal(known, {first, (*outer, "loop 1"), (*outer, "loop 1", "spin", "loop 1"), (*nested, "loop 1"),
                  (*nested, "loop 1", "spin", "loop 1"), ("main", "loop 2")},
          "loops have one unless they are short, or were left by longjmp or exit")
tap.check(times[(*outer, "loop 1", "spin", "loop 1")] >= 12 * 200000 * ENOUGH, "a loop takes what it takes")
tap.check(times[(*nested, "loop 1", "spin", "loop 1")] >= 40 * 50000 * ENOUGH, "one in another context, too")
for path in (outer, nested):
    tap.check(times[(*path, "loop 1")] >= times[(*path, "loop 1", "spin", "loop 1")], "a loop takes as long as those in it")
tap.check(times[first] >= times[(*outer, "loop 1")] + times[(*nested, "loop 1")],
          "all of them, also where a function calls itself: that counts once")
life = json.loads(here.triptych("query", "--format", "json", "timed.tri", "lanes.map(l -> {ns: l.duration})").out)["ns"]
tap.check(times[first] + times[("main", "loop 2")] <= life, "and no longer than the thread")

rows = {(row["function"], row["loop"]): row for row in timed["loops"]}
tap.equal(rows["spin", 1]["time_ns"], times[(*outer, "loop 1", "spin", "loop 1")] + times[(*nested, "loop 1", "spin", "loop 1")],
          "the table has the sum of all contexts")
tap.check(abs(rows["spin", 1]["mean_time_us"] * 52 * 1000 - rows["spin", 1]["time_ns"]) < 1, "and what an entry takes")
tap.equal([rows[name, 1]["time_ns"] for name in ("brief", "jumps", "ends")], [None] * 3, "or nothing")
table = {(row["function"], row["loop"]): row for row in
         csv.DictReader(io.StringIO(here.triptych("loops", "--csv", "loops", "timed.tri").out))}
tap.equal([table["spin", "1"]["time_ns"], table["brief", "1"]["time_ns"]], [str(rows["spin", 1]["time_ns"]), ""], "CSV")

here.triptych("loops", "-q", "-o", "plain.tri", "./timed")
plain = shown("plain.tri")
tap.check(all(node["time_ns"] is None for _, node in paths(plain["tree"])), "without --time there are none")
tap.check(all(row["mean_time_us"] is None for row in plain["loops"]), "nor means")
COUNTED = ("visits", "trips")
free = {("spin", 1)}  # it turns as often as it likes
for archive in (timed, plain):
    for row in archive["loops"]:
        if (row["function"], row["loop"]) in free:
            row["trips"] = 0
tap.equal(sorted([row["function"], row["loop"], *(row[key] for key in COUNTED)] for row in timed["loops"]),
          sorted([row["function"], row["loop"], *(row[key] for key in COUNTED)] for row in plain["loops"]),
          "what is counted is the same")

here.triptych("loops", "-q", "--time", "--no-seal", "-o", "raw.tri", "./timed")
tap.equal({path for path, node in paths(shown("raw.tri")["tree"]) if node["time_ns"] is not None}, known, "unsealed, too")
for command in (["report"], ["export", "--to", "callgrind", "-o", "out"]):
    tap.equal(here.triptych(*command, "raw.tri", check=False).status, 0, f"{command[0]} reads it")
result = here.triptych("loops", "--time", "--engine", "valgrind", "./timed", check=False)
tap.equal((result.status, "cannot be combined with --engine valgrind" in result.err.replace("\n", " ")), (2, True), "not with Valgrind")
result = here.triptych("loops", "--time", "timed.tri", check=False)
tap.equal((result.status, "is an option of a run" in result.err), (2, True), "nor of an archive")
tap.done()

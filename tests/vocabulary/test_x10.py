"""Native X10: a stand-in with the symbols of its run time (x10.cc). The counts are those that X10 programs have been measured to have
elsewhere; they follow from the numbers of solutions, points and places. The program is neither rebuilt nor linked with anything."""
import json
import os

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
CXX = os.environ.get("CXX", "g++").split()
here.copy("tests/vocabulary/x10.cc")
here.run(*CXX, "-O2", "-g", "-w", "x10.cc", "-o", "x10")


def rows(text):
    return [json.loads(line) for line in here.triptych("query", "a.tri", text, "--format", "json").out.splitlines()]


def run(*words):
    """Runs the stand-in, and returns visits and bytes by name."""
    native = here.run("./x10", *words)
    ran = here.triptych("run", "--quiet", "--events", "--force", "-o", "a.tri", "--vocabulary", "x10", "./x10", *words)
    if (ran.out, ran.err) != (native.out, ""):
        tap.check(False, f"{words}: the program does the same", ran)
    visits, size = {}, {}
    for row in rows("nodes.filter(n -> n.visits > 0)"):
        name = row["name"] or ""
        visits[name] = visits.get(name, 0) + row["visits"]
        size[name] = size.get(name, 0) + (row["bytes"] or 0)
    return visits, size


def counts(visits):
    return [visits.get(name, 0) for name in ("async", "at", "finish", "atomic")]


for n, atomics in ((10, 2172),):
    tap.equal(counts(run("par", str(n))[0]), [7, 0, 3, atomics], f"NQueensPar {n}: async, at, finish, atomic")
for n, places, atomics in ((10, 1, 724), (12, 4, 14200)):
    visits, size = run("dist", str(n), str(places))
    tap.equal(counts(visits), [n, n, 1, atomics], f"NQueensDist {n} on {places} places")
board = 18 * 4
tap.equal(size["at"], (12 - 3) * (board + 8), "bytes that were sent to other places")
tap.equal(visits["NQueensPar__closure__1"], 12, "activities by the class of their closure")
tap.equal(visits["NQueensDist__closure__1: board 72, from 4, to 4"], 12, "moves, with the names and sizes of the variables that they capture")
activities = [row["activity"] for row in rows("events.filter(e -> e.type == EXEC)")]
tap.equal(len(set(activities)), 12, "each activity has a number")
for places, rounds in ((1, 2), (4, 13)):
    k, p = rounds, places
    expected = [k * (2000 + 2 * p), k * (2000 + 3 * p), 3 * k, k * (2000 + p)]
    tap.equal(counts(run("kmeans", str(places), str(rounds))[0]), expected, f"KMeansDist on {places} places, {rounds} rounds")
visits, size = run("throw")
tap.equal([visits[name] for name in ("async", "Failing__closure__1", "finish", "atomic", "clock_advance_all")], [7, 7, 1, 21 + 2, 7 + 2],
          "activities that end by an exception")
tap.equal([row["visits"] for row in rows("nodes.filter(n -> n.path == \"at\")")], [2], "an exception ends a move that it leaves")
tap.done()

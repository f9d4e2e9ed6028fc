"""Native X10: a stand-in with the symbols of its run time (x10.cc). The counts are those that X10 programs have been measured to have
elsewhere; they follow from the numbers of solutions, points and places. The program is neither rebuilt nor linked with anything. Its run time is a
library, as X10's is, or inside of it."""
import json
import os

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
CXX = os.environ.get("CXX", "g++").split()
here.copy("tests/vocabulary/x10.cc")
here.run(*CXX, "-O2", "-g", "-w", "-pthread", "x10.cc", "-o", "whole")
here.run(*CXX, "-O2", "-g", "-w", "-pthread", "-DRUNTIME", "-fPIC", "-shared", "-Wl,-soname,libx10.so", "x10.cc", "-o", "libx10.so")
here.run(*CXX, "-O2", "-g", "-w", "-pthread", "-DPROGRAM", "x10.cc", "-o", "x10", "-L.", "-lx10", "-Wl,-rpath,$ORIGIN")


def rows(text):
    return [json.loads(line) for line in here.triptych("query", "a.tri", text, "--format", "json").out.splitlines()]


def run(*words, whole=False):
    """Runs the stand-in, and returns visits and bytes by name."""
    command = ["./whole" if whole else "./x10", *words]
    native = here.run(*command)
    choice = ["--vocabulary", "x10"] if whole else []  # a program that needs libx10.so uses it by itself
    ran = here.triptych("run", "--quiet", "--events", "--force", "-o", "a.tri", *choice, *command)
    if (ran.out, ran.err) != (native.out, ""):
        tap.check(False, f"{words}: the program does the same", ran)
    visits, size = {}, {}
    for row in rows("nodes.filter(n -> n.visits > 0)"):
        name = row["name"] or ""
        visits[name] = visits.get(name, 0) + row["visits"]
        size[name] = size.get(name, 0) + (row["bytes"] or 0)
    return visits, size


def counts(visits):
    """async, at, finish and atomic; `at (p) async` is one call, and both of them."""
    both = visits.get("async_at", 0)
    return [visits.get("async", 0) + both, visits.get("at", 0) + both, visits.get("finish", 0), visits.get("atomic", 0)]


for n, atomics in ((10, 2172),):
    tap.equal(counts(run("par", str(n))[0]), [7, 0, 3, atomics], f"NQueensPar {n}: async, at, finish, atomic")
board = 18 * 4
for whole in (True, False):
    for n, places, atomics in ((10, 1, 724), (12, 4, 14200)):
        visits, size = run("dist", str(n), str(places), whole=whole)
        tap.equal(counts(visits), [n, n, 1, atomics], f"NQueensDist {n} on {places} places")
    tap.equal(size["async_at"], (12 - 3) * (board + 8), "bytes that were sent to other places")
    tap.equal(visits["NQueensDist__Board__closure__2"], 12, "activities by the class of their closure, not that of the run time's around it")
    tap.equal(visits["NQueensDist__Board__closure__2: board 72, from 4, to 4"], 12, "moves, with the names and sizes of the variables that they capture")
sites = {(row["name"], row["methodName"], row["file"], row["line"])
         for row in rows("regions.filter(r -> r.visits > 0 && r.file.matches(/x10$/))")}
tap.equal(sites, {("async_at", "dist", "NQueensDist.x10", 96), ("finish", "dist", "NQueensDist.x10", 94),
                  ("NQueensDist__Board__closure__2", "__apply", "NQueensDist.x10", 98)}, "method and line of the X10 source")
activities = [row["activity"] for row in rows("events.filter(e -> e.type == EXEC)")]
tap.equal(len(set(activities)), 12, "each activity has a number")
tap.equal([row["rank"] for row in rows("places")], [0], "the number of the place is its rank")
for places, rounds in ((1, 2), (4, 3)):
    k, p = rounds, places
    visits, size = run("kmeans", str(places), str(rounds))
    tap.equal(counts(visits), [k * (2000 + 2 * p), k * (2000 + 3 * p), 3 * k, k * (2000 + p)], f"KMeansDist on {places} places, {rounds} rounds")
tap.equal(visits["KMeansDist__closure__9<x10::lang::Rail<float> >"], k * (2000 + 2 * p), "activities by their closure, not by what is called while it arrives")
tap.equal(visits["at_value"], 1, "the value of an expression at another place")
moves = k * (2000 + 3 * p) + 1
tap.equal(visits["KMeansDist__closure__9<x10::lang::Rail<float> >: points 8, atomics 4"], moves, "the fields of a class that is a template")
tap.equal(visits["Rail: 8 elements of 4 bytes"], moves, "arrays have the length that they have when they are sent")
tap.check(not any(name.startswith(("pthread", "mutex")) for name in visits), "the run time's locks are not recorded", visits)
for whole in (True, False):
    visits, size = run("move", "3", whole=whole)
    tap.equal([visits[name] for name in ("async", "at", "atomic", "Moving__closure__3", "Moving__closure__2", "Moving__closure__1")], [3, 6, 9, 3, 3, 3],
              "statements of at at another place and back")
    moves = [(row["name"], row["rank"], row["activityNumber"]) for row in rows("events.filter(e -> e.type == EXEC)")
             if (row["name"] or "").startswith("Moving")]
    numbers = sorted(number for name, rank, number in moves if name == "Moving__closure__3")
    tap.equal((len(set(numbers)), {number.split("-")[0] for number in numbers}), (3, {"0"}), "their activities have numbers of their place")
    tap.equal([sorted(number for name, rank, number in moves if name == f"Moving__closure__{i}" and rank == i - 1) for i in (1, 2)], [numbers] * 2,
              "an activity keeps its number at the other place, and when it comes back")
visits, size = run("wait", "4")
tap.equal([visits[name] for name in ("atomic", "when", "clock_advance", "clock_advance_all")], [4, 0 + 1 + 2 + 3, 4, 4],
          "a when is an atomic; each wait for its condition is a when")
visits, size = run("throw")
tap.equal([visits[name] for name in ("async", "Failing__closure__1", "finish", "atomic", "clock_advance_all")], [7, 7, 1, 21 + 2, 7 + 2],
          "activities that end by an exception")
tap.equal([row["visits"] for row in rows("nodes.filter(n -> n.path == \"at\")")], [2], "an exception ends a move that it leaves")
tap.done()

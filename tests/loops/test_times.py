"""`triptych loops --time`: the times of loops and functions, which are exact and which are sampled, and that they fit into each
other. How long anything takes is not asked: but the loop of spin() ends only when it has seen the clock go on by so much."""
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
tap.contains(result.err, "exclusive seconds", "what is shown says what the times are")


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
tap.check(all(time is not None for time in times.values()), "functions and loops have a time")
sampled = {path for path in tree if tree[path]["timing"] == "sampled"}
brief = ("main", "loop 2", "brief")
tap.equal(sampled, {brief, (*brief, "loop 1"), (*nested, "loop 1")},
          "those that are short are sampled, and the loop in which its function calls itself; those that longjmp or exit left are not")


def add_up(nodes, name):
    """Inclusive times are the exclusive ones and what is below."""
    wrong = [path for path, node in paths(nodes)
             if node["time_ns"] != node["exclusive_time_ns"] + sum(below["time_ns"] for below in node["children"])]
    tap.equal(wrong, [], name)


def check_sums(shown, name):
    add_up(shown["tree"], f"{name}: inclusive times are the sums of exclusive ones")
    tap.equal(sum(row["exclusive_time_ns"] for row in shown["functions"]), sum(node["time_ns"] for node in shown["tree"]),
              f"{name}: so are those of functions")


check_sums(timed, "one lane")
tap.check(times[(*outer, "loop 1", "spin", "loop 1")] >= 12 * 200000 * ENOUGH, "a loop takes what it takes")
tap.check(times[(*nested, "loop 1", "spin", "loop 1")] >= 40 * 50000 * ENOUGH, "one in another context, too")
for path in (outer, nested):
    tap.check(times[(*path, "loop 1")] >= times[(*path, "loop 1", "spin", "loop 1")], "a loop takes as long as those in it")
tap.check(times[first] >= times[(*outer, "loop 1")] + times[(*nested, "loop 1")],
          "all of them, also where a function calls itself: that counts once")
life = json.loads(here.triptych("query", "--format", "json", "timed.tri", "lanes.map(l -> {ns: l.duration})").out)["ns"]
tap.check(times[first] + times[("main", "loop 2")] <= life, "and no longer than the thread")

folded = dict(line.rsplit(" ", 1) for line in here.triptych("export", "--to", "folded", "timed.tri").out.splitlines())
folded.pop("(outside_of_all_regions)", None)
tap.equal(sum(map(int, folded.values())), sum(node["time_ns"] for node in timed["tree"]), "an export weighs by time")
callgrind = here.triptych("export", "--to", "callgrind", "timed.tri").out
tap.contains(callgrind, "events: Ns Ir Visits Trips", "also for KCachegrind, with instructions beside it")

rows = {(row["function"], row["loop"]): row for row in timed["loops"]}
tap.equal(rows["spin", 1]["time_ns"], times[(*outer, "loop 1", "spin", "loop 1")] + times[(*nested, "loop 1", "spin", "loop 1")],
          "the table has the sum of all contexts")
tap.check(abs(rows["spin", 1]["mean_time_us"] * 52 * 1000 - rows["spin", 1]["time_ns"]) < 1, "and what an entry takes")
tap.equal([rows[name, 1]["timing"] for name in ("spin", "brief", "jumps", "ends")], ["exact", "sampled", "exact", "exact"],
          "and how it was found")
functions = {row["function"]: row for row in timed["functions"]}
tap.equal([functions["spin"]["visits"], functions["spin"]["timing"]], [52, "exact"], "functions have a table")
tap.check(functions["spin"]["exclusive_time_ns"] >= (12 * 200000 + 40 * 50000) * ENOUGH, "with their own loops")
tap.check(timed["tree"][0]["time_ns"] >= (12 * 200000 + 40 * 50000) * ENOUGH, "main takes all of it")
table = {(row["function"], row["loop"]): row for row in
         csv.DictReader(io.StringIO(here.triptych("loops", "--csv", "loops", "timed.tri").out))}
tap.equal([table["spin", "1"]["time_ns"], table["brief", "1"]["time_ns"]], [str(rows["spin", 1]["time_ns"]), str(rows["brief", 1]["time_ns"])],
          "CSV")

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
tap.equal({path for path, node in paths(shown("raw.tri")["tree"]) if node["timing"] == "sampled"}, sampled, "unsealed, too")
for command in (["report"], ["export", "--to", "callgrind", "-o", "out"]):
    tap.equal(here.triptych(*command, "raw.tri", check=False).status, 0, f"{command[0]} reads it")
result = here.triptych("loops", "--time", "--engine", "valgrind", "./timed", check=False)
tap.equal((result.status, "cannot be combined with --engine valgrind" in result.err.replace("\n", " ")), (2, True), "not with Valgrind")
result = here.triptych("loops", "--time", "timed.tri", check=False)
tap.equal((result.status, "is an option of a run" in result.err), (2, True), "nor of an archive")

here.copy(pathlib.Path(__file__).parent / "programs" / "routines.cc")
here.run("g++", "-g", "-O1", "-foptimize-sibling-calls", "routines.cc", "-o", "routines", "-pthread")
here.triptych("loops", "-q", "--time", "-o", "routines.tri", "./routines")
all_of_it = shown("routines.tri")
check_sums(all_of_it, "threads, exceptions, recursion, a forked process")
functions = {row["function"].partition("(")[0]: row for row in all_of_it["functions"]}


def at_least(name, us, what):
    tap.check(functions[name]["time_ns"] >= us * 1000 * ENOUGH, what)


at_least("even", 900, "functions that call each other: the outermost takes all")
tap.equal((functions["even"]["visits"], functions["odd"]["visits"]), (3, 3), "both are counted")
tap.equal((functions["even"]["timing"], functions["odd"]["timing"]), ("excl. sampled", "sampled"), "the one below is sampled")
at_least("catches", 5 * 300 + 400, "a function in which an exception lands")
at_least("thrower", 5 * 300, "one that throws")
tap.equal([functions[name]["timing"] for name in ("catches", "passes", "thrower")], ["exact"] * 3, "all are exact")
at_least("works", 2000, "a thread")
at_least("in_child", 700, "a forked process")
tap.equal((functions["in_child"]["timing"], functions["works"]["timing"]), ("exact", "exact"), "exactly")
at_least("jumps", 2 * 600 + 500, "a function that jumps to another one takes as long as both")
at_least("last", 500, "that one, too")
tap.equal((functions["small"]["visits"], functions["small"]["timing"]), (200000, "sampled"), "a short one is sampled")
here.run("gcc", "-g", "-O1", pathlib.Path(__file__).parent / "programs" / "forked_ends.c", "-o", "forked_ends")
for how, times in (("_exit", 1), ("_Exit", 1), ("term", 1), ("abort", 1), ("kill", 1), ("nested", 2), ("loop", 3)):
    here.triptych("loops", "-q", "--time", "--force", "-o", "forked.tri", "./forked_ends", how)
    forked = shown("forked.tri")
    functions = {row["function"]: row for row in forked["functions"]}
    at_least("work", times * 20000, f"a forked process that ends by {how} has the time that it took")
    tap.equal(functions["work"]["timing"], "exact", f"{how}: exactly")
    check_sums(forked, how)
    lived = here.triptych("query", "--format", "csv", "forked.tri", "lanes.filter(l -> l.place.number > 0).map(l -> {ns: l.duration})").out
    lived = [int(line) for line in lived.split()[1:]]
    tap.check(len(lived) == times and min(lived) >= 20000000 * ENOUGH, f"{how}: so has its lane", lived)
    roots = here.triptych("query", "--format", "csv", "forked.tri", "nodes.filter(n -> n.depth == 0 && n.place.number > 0)"
                          ".map(n -> {ended: n.inclusiveTime, open: n.unfinishedTime})").out
    roots = [sum(map(int, line.split(","))) for line in roots.split()[1:]]
    tap.check(all(root >= lane * ENOUGH for root, lane in zip(sorted(roots), sorted(lived))), f"{how}: and the visit that is the lane", (roots, lived))
    reported = {(row["routine"], row["seq"]): row for row in json.loads(here.triptych("report", "--loops", "--format", "json", "forked.tri").out)["loops"]}
    found = {(row["function"], row["loop"]): row["time_ns"] for row in forked["loops"] if row["function"] == "main"}
    tap.equal({key: reported[key]["time_ns"] for key in found}, found, f"{how}: report has the same time for loops that were entered before the fork")
tap.contains(here.triptych("loops", "forked.tri").out, "The lanes took at least ", "that it may have been more is said")
here.write("brief.c", """#include <stdio.h>
#include <unistd.h>
static int __attribute__((noinline)) fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int __attribute__((noinline)) twice(int n) { return 2 * n; }
int main(void) { int sum = fib(20); usleep(20000); for (int i = 0; i < 10; i++) sum += twice(i); return printf("%d\\n", sum) < 0; }
""")
here.run("gcc", "-g", "-O1", "brief.c", "-o", "brief")
here.triptych("loops", "-q", "--time", "-o", "brief.tri", "./brief")
brief = {row["function"]: row for row in shown("brief.tri")["functions"]}
tap.check(all(0 < brief[name]["time_ns"] <= brief[name]["instructions"] for name in ("fib", "twice")),
          "without samples, short functions get a part by their instructions, but nothing of what main slept", brief)
here.write("short.c", """#include <math.h>
#include <stdio.h>
#include <time.h>
static volatile double values[3] = {1, 2, 3};
static double __attribute__((noinline)) powers(void)
{
    double sum = 0;
    while (clock() < CLOCKS_PER_SEC / 5)
        for (int i = 0; i < 10000; i++)
            for (int k = 0; k < 3; k++)
                sum += pow(values[k], 1.37) + sin(values[k]);
    return sum;
}
int main(void) { return printf("%d\\n", powers() > 0) < 0; }
""")
here.run("gcc", "-g", "-O1", "short.c", "-o", "short", "-lm")
here.triptych("loops", "-q", "--time", "-o", "short.tri", "./short")
inner = max(shown("short.tri")["loops"], key=lambda row: row["visits"])
others = [row["exclusive_time_ns"] for row in shown("short.tri")["loops"] if row is not inner and row["visits"] != inner["visits"]]
tap.check(inner["timing"] == "sampled" and inner["exclusive_time_ns"] > 2 * sum(others),
          "what a short loop calls in the C library is time of this loop", shown("short.tri")["loops"])
for place in ("0", "1"):
    here_only = json.loads(here.triptych("loops", "--format", "json", "--threshold", "0", "--rank", place, "routines.tri").out)
    check_sums(here_only, f"place {place}")
    tap.check(here_only["tree"][0]["timing"] != "sampled", "main is timed from its beginning, or the fork, to its end")
tap.done()

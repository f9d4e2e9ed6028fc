"""Distributed arrays: programs compute what the sequential ones do, at any number of places and with any distribution; accesses are recorded as formulas say."""
import json

import program
import tap

here = program.folder()
ARRAYS = program.SOURCE / "tests/places/programs/arrays.c"
HEAT = program.SOURCE / "examples/heat-places/heat.c"
INCLUDE = f"-I{program.SOURCE / 'include'}"
WARN = ["-Wall", "-Wextra", "-Wno-unknown-pragmas"]

for source, name in ((ARRAYS, "arrays"), (HEAT, "heat")):
    built = here.run(program.CC, *WARN, INCLUDE, source, "-o", f"{name}-sequential")
    tap.equal(built.err, "", f"{name}: compiled without a message, sequential")
expected = here.run("./arrays-sequential").out
tap.contains(expected, "\n0 wrong\n", "the sequential program")
for compiler in ("gcc", "clang"):
    if not program.have(compiler):
        tap.skip(compiler, "not installed")
        continue
    built = here.triptych("cc", compiler, "-O2", "-g", *WARN, *program.CFLAGS, ARRAYS, "-o", compiler)
    tap.equal(built.err, "", f"{compiler}: compiled without a message")
    for places, workers in ((1, 2), (2, 1), (4, 1)):
        result = here.run(f"./{compiler}", check=False, env={"TRI_PLACES": str(places), "TRI_WORKERS": str(workers)})
        tap.equal((result.status, result.out, result.err), (0, expected, ""), f"{compiler}: {places} places with {workers} workers")

here.triptych("cc", program.CC, "-O2", "-g", *program.CFLAGS, HEAT, "-o", "heat")
cells, rounds = 60, 4
expected = here.run("./heat-sequential", str(cells), str(rounds)).out


def blocks(places, distribution):
    block = {"block": -(-cells // places), "cyclic": 1}.get(distribution) or int(distribution)
    return -(-cells // block)


for distribution in ("block", "cyclic", "7"):
    result = here.run("./heat", str(cells), str(rounds), distribution, env={"TRI_PLACES": "3", "TRI_COUNTS": "1"})
    tap.equal((result.out, result.err), (expected, f"triptych: async {3 * rounds}, at {3 * rounds + 1}, finish {rounds}, atomic 0\n"),
              f"heat, {distribution}: its cells, and only its own directives are counted")

for places, distribution in ((1, "7"), (3, "block"), (3, "cyclic"), (3, "7")):
    archive = f"heat-{places}-{distribution}.tri"
    here.run(program.TRIPTYCH, "run", "-q", "--events=tasks,sync,comm", "-o", archive, "./heat", str(cells), str(rounds), distribution, env={"TRI_PLACES": str(places)})
    report = json.loads(here.run(program.TRIPTYCH, "report", "--moves", "--format", "json", archive).out)
    wanted = 2 * (blocks(places, distribution) - 1)
    rows = [row for row in report["arrays"] if row["routine"] == "step_block"]
    # `now` and `then` change roles in each round
    totals = {key: sum(row[key] for row in rows) for key in ("accesses", "local", "remote", "bytes")}
    remote = wanted * rounds if places > 1 else 0
    tap.equal(totals, {"accesses": wanted * rounds, "local": wanted * rounds - remote, "remote": remote, "bytes": 8 * remote},
              f"{distribution} at {places} places: 2(B - 1) elements of neighbours in each round")
    tap.equal({row["array"] for row in rows}, {"now", "then"}, f"{distribution} at {places} places: of both arrays")
    block = {"block": cells // places, "cyclic": 1}.get(distribution) or int(distribution)
    shape = "one place" if places == 1 else "cyclic" if block == 1 else f"blocks of {block}"
    tap.equal({(row["elements"], row["element_bytes"], row["distribution"]) for row in report["arrays"]}, {(cells, 8, shape)}, f"{distribution} at {places} places: the distribution")
    at = [row for row in report["arrays"] if row["name"] == "at"]
    tap.equal([(row["array"], row["accesses"]) for row in at], [("now", 1)], f"{distribution} at {places} places: at(tri_array_place(...)) is an access, too")
    tap.check(all(row["name"] not in ("get", "put") for row in report["moves"]), f"{distribution} at {places} places: gets are no moves of the program", report["moves"])
    result = here.run(program.TRIPTYCH, "query", "--format", "json", archive, 'moves.filter(m -> m.name == "get" && m.methodName == "step_block" && m.array != "").count()')
    tap.equal(next(iter(json.loads(result.out).values())), wanted * rounds, f"{distribution} at {places} places: the stream has them")

advice = json.loads(here.run(program.TRIPTYCH, "report", "--advice", "--format", "json", "heat-3-cyclic.tri").out)["advice"]
found = [row for row in advice if row["finding"] == "few_elements_at_a_time"]
tap.check(all("step_block" in row["title"] and f"{rounds * (cells - 1)} of {rounds * (cells - 1)} calls led to another place" in row["evidence"].replace(",", "") for row in found),
          "the advice, if copying took long enough, is about single elements", advice)

# Mistakes.
here.write("wrong.c", """
#include <stdio.h>
#include <stdlib.h>
#include <triptych/array.h>
int main(int argc, char **argv)
{
    int which = atoi(argv[argc - 1]), x[20] = {0};
    tri_array none = {0};
    tri_array a = tri_array_new("a", 10, sizeof(int), TRI_CYCLIC);
    if (which == 0)
        TRI_ELEMENT(int, a, 1) = 1;
    else if (which == 1)
        TRI_ELEMENT(int, a, 10) = 1;
    else if (which == 2)
        tri_array_get(a, 5, 6, x);
    else if (which == 3)
        tri_array_put(a, -1, 1, x);
    else if (which == 4) {
#pragma tri atomic
        tri_array_get(a, 0, 10, x);
    } else if (which == 5) {
#pragma tri atomic
        a = tri_array_new("b", 10, sizeof(int), TRI_BLOCK);
    } else if (which == 6) {
        tri_array_free(a);
        tri_array_get(a, 0, 1, x);
    } else if (which == 7) {
#pragma tri at(tri_array_place(none, 0))
        ;
    } else if (which == 8) {
        a = tri_array_new("huge", 1LL << 62, 64, TRI_BLOCK);
    } else if (which == 9) {
        a = tri_array_new("less", -1, 4, TRI_BLOCK);
    } else if (which == 10) {
#pragma tri at(tri_array_place(a, 10))
        ;
    }
    return 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "wrong.c", "-o", "wrong")
for number, text in enumerate(("element 1 of `a` is at place 1: use it inside `at(tri_array_place(...))`, or copy it by tri_array_get() and tri_array_put()",
                               "`a` has no element 10: the elements are 0 to 9", "wrong.c:15: `a` has no elements 5 to 10: they are 0 to 9",
                               "wrong.c:17: `a` has no elements -1 to -1: they are 0 to 9", "`tri_array_get` of elements of place 1 inside an atomic block",
                               "`tri_array_new` inside an atomic block", "an array is used that was freed", "an array is used that was never made",
                               "wrong.c:31: an array `huge` of 4611686018427387904 elements of 64 bytes in blocks of 0 cannot be made",
                               "wrong.c:33: an array `less` of -1 elements of 4 bytes in blocks of 0 cannot be made", "there is no place -1: the places are 0 to 1")):
    result = here.run("./wrong", str(number), check=False, env={"TRI_PLACES": "2"})
    tap.check(result.status == 1 and text in result.err, text, result)
tap.done()

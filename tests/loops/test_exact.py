"""Calls, entries and trips of loops of binaries are those of the source: as known by hand, and as the source instrumenter
counts them (the formulas of the examples, which tests/examples compares it with).

Without optimising, all loops. At -O1, those that the compiler left as they are: they are found by their lines."""
import json
import sys

import engines
import program
import tap

sys.path.insert(0, str(program.SOURCE / "tests" / "examples"))
import mpi_runs  # noqa: E402
from runs import RUNS, arguments, formulas, make  # noqa: E402

# (path, calls or entries, trips) of hand.c; a loop is called by its number in its function
HAND = {
    "main": (1, None),
    "main/1": (1, 20),
    "main/2": (1, 3),
    "main/2/search": (6, None),
    "main/2/search/1": (6, 1 + 6 + 11 + 3 * 20),
    "main/triangle": (1, None),
    "main/triangle/1": (1, 6),
    "main/triangle/1/2": (6, 15),
    "main/triangle/1/2/leaf": (9, None),
    "main/fib": (41, None),
    "main/even": (5, None),
    "main/even/odd": (5, None),
    "main/conditions": (1, None),
    "main/conditions/1": (1, 5),
    "main/conditions/2": (1, 4),
    "main/conditions/2/next": (5, None),
    "main/conditions/3": (1, 21),
    "main/conditions/4": (1, 6),
    "main/3": (1, 2),
    "main/3/jump": (6, None),
    "main/3/jump/1": (6, 2 * (5 + 5 + 3)),
}
# The same of caught.cc: exceptions that are caught in a loop do not enter it again, and what handlers do is done in the loop
CAUGHT = {
    "main": (1, None),
    "main/again": (1, None),
    "main/again/1": (1, 10),
    "main/again/1/work": (10, None),
    "main/go_on": (1, None),
    "main/go_on/1": (1, 10),
    "main/go_on/1/work": (10, None),
    "main/go_on_while": (1, None),
    "main/go_on_while/1": (1, 9),
    "main/go_on_while/1/work": (9, None),
    "main/go_on_while/1/guard::~guard": (9, None),
    "main/stop": (1, None),
    "main/stop/1": (1, 6),
    "main/stop/1/work": (6, None),
    "main/leave": (1, None),
    "main/leave/1": (1, 5),
    "main/leave/1/work": (5, None),
    "main/leave/1/guard::~guard": (4, None),
    "main/leave/guard::~guard": (1, None),
    "main/nest": (1, None),
    "main/nest/1": (1, 6),
    "main/nest/1/2": (6, 1 + 2 + 3 + 3 * 4),
    "main/nest/1/2/work": (18, None),
    "main/nest_on": (1, None),
    "main/nest_on/1": (1, 3),
    "main/nest_on/1/2": (3, 12),
    "main/nest_on/1/2/work": (12, None),
    "main/retry": (1, None),
    "main/retry/1": (1, 4),
    "main/retry/1/work": (4, None),
    "main/handler": (1, None),
    "main/handler/1": (1, 7),
    "main/handler/1/work": (7, None),
    "main/handler/1/2": (3, 1 + 3 + 5),
    "main/condition": (1, None),
    "main/condition/1": (1, 5),
    "main/condition/1/ask": (6, None),
    "main/condition/1/ask/work": (6, None),
}
TRANSFORMED = {("index", "words_end", 1)}  # one of its two conditions goes to its end


def nodes(here, archive):
    rows = here.triptych("query", "--format", "json", archive, "nodes.map(n -> {row: n.row, parent: n.parent.row, name: n.name, "
                         "type: n.type, routine: n.methodName, number: n.region.number, file: n.file, line: n.line, count: n.visits, "
                         "trips: n.trips})").out
    return [json.loads(row) for row in rows.splitlines()]


def count(here, archive, *command):
    here.triptych("loops", "-q", "--force", "-o", archive, *command)
    return nodes(here, archive)


def by_path(rows):
    """Of all lanes together."""
    paths, sums = {}, {}
    for row in rows:
        if row.get("parent") is None:
            paths[row["row"]] = ""
            continue
        path = paths[row["parent"]] + "/" + str(row["number"] if row["type"] == "LOOP" else row["name"])
        paths[row["row"]] = path
        calls, trips = sums.get(path[1:], (0, None))
        sums[path[1:]] = (calls + row["count"], trips if row.get("trips") is None else (trips or 0) + row["trips"])
    return sums


def differences(got, expected):
    return "\n".join(f"{key}: expected {expected.get(key)}, got {got.get(key)}" for key in sorted({*got, *expected}, key=str)
                     if got.get(key) != expected.get(key))


def check_hand(here, compiler):
    here.run(compiler, "-g", "-O0", program.SOURCE / "tests/loops/programs/hand.c", "-o", "hand")
    got = by_path(count(here, "hand.tri", "./hand"))
    compared = int(here.run("./hand").out.split()[1])
    expected = {**HAND, "main/3/compare": (compared, None)}
    wrong = differences(got, expected)
    tap.check(not wrong, f"hand.c, {compiler}: {len(expected)} functions and loops", wrong)


def check_caught(here, compiler):
    here.run(compiler, "-g", "-O0", program.SOURCE / "tests/loops/programs/caught.cc", "-o", "caught")
    wrong = differences(by_path(count(here, "caught.tri", "./caught")), CAUGHT)
    tap.check(not wrong, f"caught.cc, {compiler}: {len(CAUGHT)} functions and loops", wrong)


def check_atomic(here):
    """What gcc makes of a reduction: a loop that is left when nobody else has changed the sum meanwhile, which alone is at once."""
    here.write("atomic.c", """#include <stdio.h>
int main(void)
{
    double sum = 0;
    for (int i = 0; i < 5; i++) {
#pragma omp parallel reduction(+ : sum) num_threads(1)
        sum += i;
    }
    printf("%g\\n", sum);
    return 0;
}
""")
    here.run("gcc", "-g", "-O2", "-fopenmp", "atomic.c", "-o", "atomic")
    got = by_loop(count(here, "atomic.tri", "./atomic"), lambda row: row["routine"].partition("._omp_fn")[0] != row["routine"])
    tap.equal(got.get(True), (5, 5), "the loop of a reduction")


def by_loop(rows, key):
    sums = {}
    for row in rows:
        if row["type"] == "LOOP":
            entries, trips = sums.get(key(row), (0, 0))
            sums[key(row)] = (entries + row["count"], trips + row["trips"])
    return sums


def check_example(here, example, compiler, size):
    """Returns the lines of the loops, by name."""
    words = arguments(here, example, size)
    rows = count(here, "plain.tri", f"./{example}", *words)
    got = by_loop(rows, lambda row: (row["routine"], row["number"]))
    expected = {loop: value for loop, value in formulas(example)(words)["loops"].items() if value[0]}
    wrong = differences({loop: value for loop, value in got.items() if value[0]}, expected)
    tap.check(not wrong, f"{example} {' '.join(size)}, {compiler} -O0: entries and trips of {len(expected)} loops", wrong)
    return {(row["file"], row["line"]): (row["routine"], row["number"]) for row in rows if row["type"] == "LOOP"}


def check_optimised(here, example, compiler, size, lines):
    words = arguments(here, example, size)
    rows = count(here, "optimised.tri", f"./{example}", *words)
    got = by_loop(rows, lambda row: lines.get((row["file"], row["line"])))
    expected = formulas(example)(words)["loops"]
    found = {loop: trips for loop, (_, trips) in got.items() if loop and (example, *loop) not in TRANSFORMED}
    wrong = differences(found, {loop: expected[loop][1] for loop in found})
    tap.check(not wrong and len(found) > len(lines) // 2,
              f"{example} {' '.join(size)}, {compiler} -O1: trips of {len(found)} loops of {len(lines)}", wrong)


def check_examples(compiler, optimised):
    for example in ("heat", "cg", "queens", "index", "tasks"):
        here = program.folder()
        size = RUNS[example][0]
        make(here, example, (compiler, ""), "-g -O0")
        lines = check_example(here, example, compiler, size)
        if optimised:
            here.run("sh", "-c", "rm -f *.o")
            make(here, example, (compiler, ""), "-g -O1", "-B")
            check_optimised(here, example, compiler, size, lines)


def check_ranks(example):
    """All ranks together, as the formulas have them. Parts of parallel regions are functions of their own."""
    here, ranks, size = program.folder(), 2, mpi_runs.RUNS[example][0]
    mpi_runs.make(here, example, "openmpi", False, "-g -O0")
    here.triptych("loops", "-q", "-o", "ranks.tri", *mpi_runs.command(example, "openmpi", ranks, size), env=mpi_runs.ENVIRONMENT)
    got = by_loop(nodes(here, "ranks.tri"), lambda row: (row["routine"].partition("._omp_fn")[0], row["number"]))
    expected = formulas(example)(size.split(), ranks)["loops"]
    wrong = differences(got, {loop: value for loop, value in expected.items() if value[0]})
    tap.check(not wrong, f"{example} {size}, gcc -O0, {ranks} ranks: entries and trips of {len(expected)} loops", wrong)


def main():
    if program.SANITIZED:
        tap.skip_all("sanitizers have calls of their own")
    if not engines.have_native():
        tap.skip_all("there is no native engine for this machine")
    for compiler in ("gcc", "clang"):
        if program.have(compiler):
            check_hand(program.folder(), compiler)
            check_examples(compiler, compiler == "gcc")
    if program.have("gcc"):
        check_atomic(program.folder())
    for compiler in ("g++", "clang++"):
        if program.have(compiler):
            check_caught(program.folder(), compiler)
    for example in ("jacobi", "mandelbrot", "buckets", "hybrid"):
        if mpi_runs.missing(example, "openmpi"):
            tap.skip(f"{example}", "Open MPI is not there")
        else:
            check_ranks(example)
    tap.done()


main()

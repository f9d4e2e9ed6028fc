"""`triptych loops --dependences`: loops whose dependences between trips are counted by hand."""
import csv
import io
import json
import pathlib

import engines
import program
import tap

SOURCE = pathlib.Path(program.SOURCE) / "tests" / "loops" / "programs" / "carried.c"
N = 200

# By loop: whether it can be divided, and the rows without the loop's counter, at -O0: kind, role, variable, times, least and most trips apart.
PLAIN = {
    "independent": ("free", []),
    "recurrence": ("ordered", [("true", "dependence", "a", N - 2, 1, 1)]),
    "apart": ("ordered", [("true", "dependence", "a", N - 10, 5, 5)]),
    "reduction": ("changes", [("output", "reduction", "sum", N - 1, 1, 1), ("true", "reduction", "sum", N - 1, 1, 1)]),
    "shift": ("changes", [("anti", "private", "a", N - 1, 1, 1)]),
    "histogram": ("changes", [("output", "reduction", "bins", N - 16, 16, 16), ("true", "reduction", "bins", N - 16, 16, 16)]),
    "prefix": ("ordered", [("anti", "dependence", "sum", N - 1, 1, 1), ("output", "dependence", "sum", N - 1, 1, 1),
                           ("true", "dependence", "sum", N - 1, 1, 1)]),
    "gauss_seidel:1": ("ordered", [("anti", "dependence", "grid", 90, 1, 1), ("anti", "private", "j", 9, 1, 1),
                                   ("output", "private", "j", 9, 1, 1), ("true", "dependence", "grid", 90, 1, 1)]),
    "gauss_seidel:2": ("ordered", [("anti", "dependence", "grid", 90, 1, 1), ("true", "dependence", "grid", 90, 1, 1)]),
    "allocates": ("changes", [("anti", "private", "copy", N // 4 - 1, 1, 1), ("output", "private", "copy", N // 4 - 1, 1, 1)]),
    "calls": ("free", []),
    "chain": ("ordered", [("output", "dependence", "x", N - 1, 1, 1), ("true", "dependence", "x", N - 1, 1, 1)]),
    "temporary": ("changes", [("anti", "private", "pair", 2 * (N - 1), 1, 1), ("output", "private", "pair", 2 * (N - 1), 1, 1)]),
    "counts": ("changes", [("output", "reduction", "found", 192, 1, 2), ("true", "reduction", "found", 192, 1, 2)]),
    "never": ("never", []),
    "reads": ("ordered", [("true", "dependence", "", N - 1, 1, 1)]),
    "mixes": ("ordered", [("output", "dependence", "x", N - 1, 1, 1), ("true", "dependence", "x", N - 1, 1, 1)]),
    "mixes_last": ("ordered", [("output", "dependence", "x", N - 1, 1, 1), ("true", "dependence", "x", N - 1, 1, 1)]),
    "passes": ("ordered", [("output", "dependence", "x", N - 1, 1, 1), ("true", "dependence", "x", N - 1, 1, 1)]),
    "tallies": ("changes", [("output", "reduction", "tally", N - 1, 1, 1), ("true", "reduction", "tally", N - 1, 1, 1)]),
    "compacts": ("changes", [("output", "counter", "count", N - 1, 1, 1), ("true", "counter", "count", N - 1, 1, 1)]),
    "numbers": ("changes", [("output", "counter", "last", N - 1, 1, 1), ("true", "counter", "last", N - 1, 1, 1)]),
    "two_counters": ("changes", [("output", "counter", "at", N // 2 - 1, 1, 1), ("true", "counter", "at", 3 * (N // 2 - 1), 1, 1)]),
    "shared_counter": ("free", []),
    "last_values": ("changes", [("output", "private", "c", N - 10, 10, 10)]),
    "part": ("ordered", [("true", "dependence", "c", 4 * (N // 4 - 2), 1, 1)]),
}
WORDS = {"free": "can be divided: no trip depends on another one.", "ordered": "cannot be divided as it is: trips read what earlier trips wrote",
         "changes": "can be divided if ", "never": "whether it can be divided is not known."}
# By loop: how it can be divided.
CHANGES = {
    "tallies": "tally is made a reduction (+)",
    "compacts": "count is computed from the trip's number",
    "numbers": "last is computed from the trip's number",
    "two_counters": "at is computed from the trip's number",
    "last_values": "c is private to each thread, and its last values are kept if they are read after the loop",
}


def watch(here, binary, loop, *options):
    """The rows of a loop in a run, and the result of the run."""
    result = here.triptych("loops", "-q", "--force", "--dependences", loop, "-o", "watched.tri", *options, here / binary)
    text = here.triptych("loops", "--format", "json", "watched.tri").out
    return json.loads(text)["dependences"], result


def summary(rows):
    """Rows without induction variables, those of several lines added up. Some compilers read a counter once more after they have stored it."""
    found = {}
    for row in rows:
        if row["role"] not in ("induction", "") and (row["kind"], row["role"]) != ("anti", "counter"):
            key = (row["kind"], row["role"], row["variable"])
            times, low, high = found.get(key, (0, row["distance_min"], row["distance_max"]))
            found[key] = (times + row["occurrences"], min(low, row["distance_min"]), max(high, row["distance_max"]))
    return sorted(key + value for key, value in found.items())


def check_plain(here, compiler, output):
    name = pathlib.Path(compiler).name
    here.run(compiler, "-O0", "-g", "-pthread", SOURCE, "-o", "plain")
    for loop, (verdict, expected) in PLAIN.items():
        if compiler != program.CC and loop not in ("recurrence", "reduction", "gauss_seidel:1", "allocates", "shared_counter", *CHANGES):
            continue
        if compiler == "clang" and loop == "tallies":
            continue  # the updated value stays in the register of the result, as if the function returned it
        rows, result = watch(here, "plain", loop)
        tap.check(summary(rows) == expected and WORDS[verdict] in rows[0]["verdict"] and result.out == output,
                  f"{name} -O0: {loop}", f"{summary(rows)}\n{rows[0]['verdict']}\n{result.out}")
        if loop in CHANGES:
            tap.equal(rows[0]["verdict"], f"can be divided if {CHANGES[loop]}.", f"{name} -O0: how {loop} can be divided")
        if loop == "recurrence":
            counters = {(row["variable"], row["role"]) for row in rows if row["variable"] == "i"}
            tap.equal(counters, {("i", "induction")}, f"{name} -O0: the counter of the loop is named as induction variable")
            lines = [(row["from_line"], row["to_line"]) for row in rows if row["variable"] == "a"]
            tap.equal(lines, [(25, 25)], f"{name} -O0: the lines of both accesses")


def check_optimised(here, compiler, level, output):
    """The same answers, whatever the compiler made of the loops; it may keep values in registers."""
    name = pathlib.Path(compiler).name
    here.run(compiler, level, "-g", "-pthread", SOURCE, "-o", "fast")
    line = SOURCE.read_text().splitlines().index("        if (b[i] > 0)")  # the line of the loop, in front of it
    for loop in ("independent", "recurrence", "apart", "reduction", "shift", "histogram", "prefix", "calls", "chain", "temporary", "mixes", "reads", "passes",
                 "tallies", "compacts", "shared_counter"):
        rows, result = watch(here, "fast", f"carried.c:{line}" if loop == "compacts" else loop + ":1")  # gcc makes a copy with another name
        verdict = PLAIN[loop][0]
        tap.check(WORDS[verdict] in rows[0]["verdict"] and result.out == output, f"{name} {level}: {loop} is {verdict}",
                  f"{rows[0]['verdict']}\n{result.out}")


def check_command(here):
    rows, _ = watch(here, "plain", "carried.c:37")
    tap.equal({row["function"] for row in rows}, {"reduction"}, "a loop is found by its file and line")
    shown = here.triptych("loops", "--width", "100", "watched.tri").out
    tap.check("Loop 1 of reduction (carried.c:37), which made 200 trips in 1 visit of this run, can be divided if\n"
              "  sum is made a reduction (+)." in shown, "the answer is one sentence", shown)
    table = list(csv.DictReader(io.StringIO(here.triptych("loops", "--csv", "dependences", "watched.tri").out)))
    tap.equal([(row["kind"], row["variable"], row["operation"], row["distances"]) for row in table if row["role"] == "reduction"],
              [("true", "sum", "+", "1:199"), ("output", "sum", "+", "1:199")], "as CSV")
    asked = here.triptych("query", "watched.tri", "carried.filter(c -> c.role == \"reduction\" && c.kind == \"true\").sum(c -> c.occurrences)", check=False)
    tap.check("199" in asked.out, "by a query", asked)


def refuse(here, words, *arguments, status=1):
    result = here.triptych("loops", *arguments, check=False)
    tap.check(result.status == status and words in result.err and not (here / "refused.tri").exists(), " ".join(map(str, arguments[:2])), result)


def check_refusals(here):
    refuse(here, "has no loop 'nothing'; its loops: ", "--dependences", "nothing", "-o", "refused.tri", here / "plain")
    refuse(here, "has no loop 'prefix:2'; its loops: prefix:1 (carried.c:57)", "--dependences", "prefix:2", "-o", "refused.tri", here / "plain")
    refuse(here, "has several loops in 'gauss_seidel'; its loops: gauss_seidel:1 (carried.c:66), gauss_seidel:2 (carried.c:67)",
           "--dependences", "gauss_seidel", "-o", "refused.tri", here / "plain")
    refuse(here, "cannot be combined with --dependences", "--dependences", "prefix", "--time", "-o", "refused.tri", here / "plain", status=2)
    refuse(here, "--dependences is an option of a run", "--dependences", "prefix", "watched.tri", status=2)


def main():
    if program.SANITIZED:
        tap.skip_all("sanitizers have accesses of their own")
    if not engines.have_valgrind():
        tap.skip_all("Valgrind is needed")
    here = program.folder()
    here.run(program.CC, "-O0", "-g", "-pthread", SOURCE, "-o", "plain")
    output = here.run(here / "plain").out
    if program.have("clang") and program.CC != "clang":
        check_plain(here, "clang", output)
    check_plain(here, program.CC, output)
    check_command(here)
    check_refusals(here)
    check_optimised(here, program.CC, "-O2", output)
    tap.done()


main()

"""A trip is a pass through the body of a loop that was begun, also one that is left in its middle: so say probes in the source, the
native engine and Valgrind, of all compilers and levels, as known by hand."""
import csv
import io
import json
import re

import engines
import program
import tap

PROGRAMS = program.SOURCE / "tests" / "loops" / "programs"
LEVELS = ["-O0", "-O1", "-O2", "-O3"]
# (entries, trips) by function and number of the loop in it
C = {
    ("leaves", 1): (1, 51),
    ("returns", 1): (1, 51),
    ("endless", 1): (1, 51),
    ("rows", 1): (1, 100),
    ("rows", 2): (100, 5100),
    ("both", 1): (1, 50),
    ("four", 1): (1, 1000),
    ("four", 2): (1000, 4000),
    ("main", 1): (1, 2000),
}
CPP = {
    ("called", 1): (1, 200),
    ("inlined", 1): (1, 200),
    ("within", 1): (1, 200),
    ("nested", 1): (1, 200),
    ("nested", 2): (200, 200 * 3 - 2 - 1),  # in cycles 100 and 101 one and two passes are begun, in all others three
}


def lines_of(source, wanted):
    """The line of each loop, in the order of the text."""
    found, function, number = {}, None, 0
    names = {name for name, _ in wanted}
    for line, text in enumerate(source.read_text().splitlines(), 1):
        word = next((name for name in names if f" {name}(" in text and "APART" in text or text.startswith(f"int {name}(")), None)
        if word:
            function, number = word, 0
        if text.strip().startswith(("for (", "while (")) and function:
            number += 1
            found[line] = (function, number)
    return found


def by_probes(here, source):
    here.triptych("cc", "--every-probe", program.CC, "-O1", source, "-o", "probes")
    here.triptych("run", "-q", "--force", "-o", "probes.tri", "./probes")
    rows = json.loads(here.triptych("report", "--loops", "--format", "json", "probes.tri").out)["loops"]
    return {row["line"]: (row["visits"], row["trips"]) for row in rows}


def by_engine(here, *options):
    """By line; and lines that have several loops."""
    here.triptych("loops", "-q", "--force", "-o", "loops.tri", *options, "./program")
    rows = csv.DictReader(io.StringIO(here.triptych("loops", "--csv", "loops", "loops.tri").out))
    found, more = {}, []
    for row in rows:
        line, trips = int(row["line"] or 0), int(row["source_iterations"] or row["trips"])
        if line in found:
            more.append(line)
        found[line] = (int(row["visits"]), trips)
    return found, more


def differences(lines, wanted, found, level):
    """Loops of few trips may be dissolved in optimised code. Of `four`, two iterations may be one trip, whether that is told or not."""
    for line, loop in lines.items():
        entries, trips = wanted[loop]
        if line not in found:
            if level == "-O0" or loop not in (("four", 2), ("nested", 2)):
                yield f"{loop}: not there"
        elif found[line] != wanted[loop] and not (loop == ("four", 2) and level > "-O1" and found[line] == (entries, trips // 2)):
            yield f"{loop}: {found[line]}, not {wanted[loop]}"


def check(here, source, wanted, compilers):
    lines = lines_of(source, wanted)
    tap.equal(set(lines.values()), set(wanted), f"{source.name}: the loops of the source")
    if source.suffix == ".c":
        found = by_probes(here, source)
        tap.equal({lines[line]: counts for line, counts in found.items()}, wanted, f"{source.name}: by probes")
    for compiler in compilers:
        for level in LEVELS:
            here.run(compiler, level, "-g", source, "-o", "program")
            ways = {"natively": [], "by Valgrind": ["--engine", "valgrind"]}
            if not engines.have_valgrind() or level not in ("-O0", "-O2"):
                del ways["by Valgrind"]
            for name, options in ways.items():
                found, more = by_engine(here, *options)
                wrong = [*differences(lines, wanted, found, level), *(f"line {line} has several loops" for line in more)]
                tap.check(not wrong, f"{source.name}, {compiler} {level}, {name}: entries and trips", "\n".join(wrong))


def check_peeled(here, compiler):
    """A pass that was taken out of a loop is counted, or said to be missing."""
    for level in LEVELS:
        here.run(compiler, level, "-g", PROGRAMS / "peeled.c", "-o", "program")
        here.triptych("loops", "-q", "--force", "-o", "loops.tri", "./program")
        rows = list(csv.DictReader(io.StringIO(here.triptych("loops", "--csv", "loops", "loops.tri").out)))
        wrong = [f"{row['function']}: {row['trips']}, not 13" for row in rows
                 if int(row["source_iterations"] or row["trips"]) + (row["source_iterations_at_least"] == "1") != 13]
        tap.check(not wrong, f"peeled.c, {compiler} {level}: 13 passes, or 12 and more", "\n".join(wrong))
        unmarked = [row["function"] for row in rows if row["factor"] == "1" and row["source_iterations_at_least"] != row["trips_at_least"]]
        text = here.triptych("loops", "--width", 200, "loops.tri").out
        missing = {row["function"] for row in rows if row["trips_at_least"] == "1" and f"≥{row['trips']} ≥{row['trips']}.00 ≥{row['trips_min']}"
                   not in " ".join(text.split())}
        tap.check(not unmarked and not missing, f"peeled.c, {compiler} {level}: they are marked", [unmarked, missing])
        check_marks(here, f"peeled.c, {compiler} {level}", [row["trips_at_least"] == "1" for row in rows])


def check_marks(here, words, marked):
    """The tree, the pictures and `triptych report` mark as many loops as the table does."""
    loops = [row["trips_at_least"] for row in json.loads(here.triptych("report", "--loops", "--format", "json", "loops.tri").out)["loops"]]
    tap.equal(sum(loops), sum(marked), f"{words}: in the report, too")
    nodes = here.triptych("query", "--format", "csv", "loops.tri", "nodes.filter(n -> n.region.kind == \"loop\").map(n -> {least: n.tripsAtLeast})").out.split()[1:]
    tap.equal(nodes.count("true"), sum(marked), f"{words}: and in queries")
    text = here.triptych("report", "--loops", "--width", 200, "loops.tri").out
    tap.equal(len(re.findall(r"≥\d+ +≥\d+\.\d+ +≥\d+ +≥\d+", text)), sum(marked), f"{words}: with mean, min and max")
    tree = csv.DictReader(io.StringIO(here.triptych("loops", "--csv", "tree", "--threshold", 0, "loops.tri").out))
    tap.equal(sorted(row["trips_at_least"] == "1" for row in tree if row["kind"] == "loop"), sorted(marked), f"{words}: so does the tree")
    for form in ("dot", "svg"):
        here.triptych("loops", f"--{form}", f"tree.{form}", "--threshold", 0, "loops.tri")
        drawn = (here / f"tree.{form}").read_text().count("≥")
        tap.equal(drawn, sum(marked), f"{words}: and the picture, as {form}")


def by_function(here):
    """The trips of the loops of each function, in order."""
    here.triptych("loops", "-q", "--force", "-o", "loops.tri", "./program")
    found = {}
    for row in csv.DictReader(io.StringIO(here.triptych("loops", "--csv", "loops", "loops.tri").out)):
        found.setdefault(row["function"], {})[int(row["loop"])] = int(row["trips"])
    return {name: [trips for _, trips in sorted(loops.items())] for name, loops in found.items()}


def check_heads(here, compiler):
    """Without optimisation: a condition in front of the body is no trip, an `if` that breaks is in one."""
    wanted = {"nest": [8, 32, 128], "macro": [3], "macros": [3, 6], "loop": [3], "leaves": [4], "returns": [4], "jumps": [4],
              "chosen": [4], "last": [3], "main": [2]}
    for debug in ("-g", "-g0"):
        here.run(compiler, "-O0", debug, PROGRAMS / "heads.c", "-o", "program")
        tap.equal(by_function(here), wanted, f"heads.c, {compiler} -O0 {debug}: trips")


def check_uncounted(here, compiler):
    """That a program was optimised is known although no register counts its loops."""
    for level in (*LEVELS, "-Os"):
        here.run(compiler, level, "-g", PROGRAMS / "uncounted.c", "-o", "program")
        tap.equal(by_function(here), {"called": [27], "main": [9]}, f"uncounted.c, {compiler} {level}: trips")


def check_continues(here, compiler):
    """The code of a condition that several paths lead to has the line of the first one."""
    names = ("branches", "continues", "both", "either", "steps")
    for level in (*LEVELS, "-Os"):
        here.run(compiler, level, "-g", PROGRAMS / "continues.cc", "-o", "program")
        found = by_function(here)
        tap.equal({name: found.get(name) for name in names}, {name: [23] for name in names}, f"continues.cc, {compiler} {level}: trips")


def check_fortran(here):
    """DO CONCURRENT, implied DO and array expressions: gfortran tests them in front."""
    source, wanted = PROGRAMS / "concurrent.f90", {"one": [10], "masked": [10, 10], "two": [4, 20], "implied": [7],
                                                   "step": [4], "left": [6], "found": [3]}
    here.run("gfortran", "-O0", "-g", source, "-o", "program")
    found = by_function(here)
    tap.equal({name: found.get(name) for name in wanted}, wanted, "concurrent.f90, gfortran -O0: trips")


def main():
    if program.SANITIZED:
        tap.skip_all("sanitizers have calls of their own")
    if not engines.have_native():
        tap.skip_all("there is no native engine for this machine")
    here = program.folder()
    check(here, PROGRAMS / "trips.c", C, [name for name in ("gcc", "clang") if program.have(name)])
    check(here, PROGRAMS / "trips.cc", CPP, [name for name in ("g++", "clang++") if program.have(name)])
    for compiler in filter(program.have, ("gcc", "clang")):
        check_peeled(here, compiler)
        check_heads(here, compiler)
        check_uncounted(here, compiler)
    for compiler in filter(program.have, ("g++", "clang++")):
        check_continues(here, compiler)
    if program.have("gfortran"):
        check_fortran(here)
    tap.done()


main()

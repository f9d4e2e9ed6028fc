"""Random loops through arrays, of all compilers and levels: no number of iterations is wrong. What is said of a loop of the source is what
the program counted, or at least so many and not more, or that it is not known.

Some are tried here; by hand others, or more: LOOPS_SEEDS=1000-1300, and LOOPS_RATES=1 prints how many are known."""
import collections
import csv
import io
import os

import engines
import program
import random_loops
import tap

COMPILERS = [compiler for compiler in ("gcc", "clang") if program.have(compiler)]
LEVELS = ["-O2", "-O3"]
KEPT = program.SOURCE / "tests" / "loops" / "programs" / "iterations.c"  # those that were wrong once
FLAGS = ["-w", "-g", "-fwrapv"]
ARGUMENT = "589"

here = program.folder()


def seeds():
    """1-4 or 1-4,7,9."""
    for word in os.environ.get("LOOPS_SEEDS", "1-4").split(","):
        first, _, last = word.partition("-")
        yield from range(int(first), int(last or first) + 1)


def claims(binary, argument, lines):
    """By line of a loop of the source: rows of the table of loops."""
    here.triptych("loops", "-q", "--force", "-o", "random.tri", here / binary, argument)
    found = collections.defaultdict(list)
    table = here.triptych("loops", "--format", "csv", "--csv", "loops", "random.tri").out
    for row in csv.DictReader(io.StringIO(table)):
        if row["function"] != "main":
            found[random_loops.loop_around(lines, int(row["line"] or 0))].append(row)
    return found


def judge(rows, trips):
    """What is said of a loop: "exact", "at least", "unknown"; "wrong" if it is not true. Several rows are parts of its iterations,
    or, where the compiler has split its body, all of them each."""
    said, least, unknown, each = 0, False, False, True
    for row in rows:
        own = 0 if "rest of" in row["kind"] else int(row["factor"] or 0) * int(row["trips"])
        own = int(row["source_iterations"] or own)
        at_least = row["source_iterations_at_least"] == "1"
        each &= own == trips or (own < trips and at_least) or "rest of" in row["kind"]
        said += own
        least |= at_least
        unknown |= not row["factor"]
    if unknown:
        return "unknown"
    if least and (said <= trips or each):
        return "at least"
    return "exact" if said == trips or each else "wrong"


def count(argument, lines):
    """Trips by the line of the loop, as the program itself counts them."""
    here.run("gcc", "-O0", "-DCOUNT", *FLAGS, "loops.c", "-o", "counted")
    rows = (row.split() for row in here.run(here / "counted", argument).out.splitlines())
    return collections.Counter({random_loops.loop_around(lines, int(line)): int(trips) for line, trips in rows})


def check(name, text, compiler, level, rates):
    here.write("loops.c", text)
    wrong, lines = [], text.splitlines()
    expected = count(ARGUMENT, lines)
    here.run(compiler, level, *FLAGS, "loops.c", "-o", "loops")
    for line, rows in claims("loops", ARGUMENT, lines).items():
        verdict = judge(rows, expected[line]) if line else "without a line"
        rates[compiler, level, verdict] += 1
        if verdict == "wrong":
            wrong.append(f"line {line}, {lines[line - 1].strip()}: {expected[line]} trips; it is said: " + "; ".join(
                f"{row['function']}:{row['line']} {row['kind']} {row['trips']} x {row['factor']}, in source {row['source_iterations']}"
                f"{' at least' if row['source_iterations_at_least'] == '1' else ''}" for row in rows))
    tap.check(not wrong, f"{name}, {compiler} {level}: no wrong number", "\n".join(wrong))


ARRAYS = """program p
  real(8) :: x(1003), y(1003)
  complex(8) :: z(500)
  x = 1; y = 2; z = 1
  print *, sum(x), sum(y), sum(abs(z))
end program
"""


def check_arrays():
    """The two parts of complex numbers are no iterations, also where no loop is in the source."""
    if not program.have("gfortran"):
        return
    here.write("arrays.f90", ARRAYS)
    for level in LEVELS:
        here.run("gfortran", level, "-g", "arrays.f90", "-o", "arrays")
        here.triptych("loops", "-q", "--force", "-o", "arrays.tri", here / "arrays")
        table = here.triptych("loops", "--format", "csv", "--csv", "loops", "arrays.tri").out
        said = {row["source_iterations"] for row in csv.DictReader(io.StringIO(table)) if row["trips"] == "500"}
        tap.check("1000" not in said, f"gfortran {level}: an array of 500 complex numbers has no 1000 elements", table)


def main():
    if program.SANITIZED:
        tap.skip_all("sanitizers change the code")
    if not engines.have_native() or not COMPILERS:
        tap.skip_all("the native engine is needed, and gcc or clang")
    rates = collections.Counter()
    ways = [(compiler, level) for compiler in COMPILERS for level in LEVELS]
    if "LOOPS_SEEDS" not in os.environ:
        check_arrays()
    for compiler, level in ways if "LOOPS_SEEDS" not in os.environ else []:
        check(KEPT.name, KEPT.read_text(), compiler, level, rates)
    for seed in seeds():
        for number, (compiler, level) in enumerate(ways):
            if "LOOPS_SEEDS" in os.environ or number == seed % len(ways):
                check(f"program {seed}", random_loops.make(seed), compiler, level, rates)
    if "LOOPS_RATES" in os.environ:
        for key, count in sorted(rates.items()):
            print("#", *key, count)
    tap.done()


main()

"""The hand formulas of the examples against gcov, which counts by other means. Keeps the formulas honest: they must not
be bent to what Triptych says."""
import json
import re

import program
import tap
from runs import FORTRAN, RUNS, arguments, formulas, make

GCOV = "gcov"
MAIN_PROGRAMS = {"shallow": "SHALOW", "multigrid": "main"}
# What gfortran makes of names: __module_MOD_procedure, internal.3, external_; and what it makes by itself.
DECORATION = re.compile(r"^__\w+_MOD_|\.\d+$|_$")
MADE = re.compile(r"^__\w+_MOD___|^master\.")


def gcov_counts(here, example):
    """How often each routine ran, by its name."""
    found = {}
    for data in sorted(here.path.glob("*.gcda")):
        for file in json.loads(here.run(GCOV, "--json-format", "--stdout", data).out)["files"]:
            if not file["file"].endswith(".h"):
                found.update({entry["name"]: entry["execution_count"] for entry in file["functions"]})
    if "MAIN__" in found:
        del found["main"]
        found[MAIN_PROGRAMS[example]] = found.pop("MAIN__")
    if example in FORTRAN:
        found = {DECORATION.sub("", name): count for name, count in found.items() if not MADE.match(name)}
    return found


def expected(example, words):
    """The same of the formulas. gcov does not say what contains a procedure, nor how its name was written."""
    routines = formulas(example)(words)["routines"]
    return {name.rpartition("::")[2]: count for name, count in routines.items()}


def lower(counts):
    return {name.lower(): count for name, count in counts.items()}


if not program.have(GCOV):
    tap.skip_all("there is no gcov")
for example, sizes in RUNS.items():
    for size in sizes:
        name = f"{example} {' '.join(size)}: routines"
        if example in FORTRAN and not program.have("gfortran"):
            tap.skip(name, "there is no gfortran")
            continue
        here = program.folder()
        make(here, example, ("gcc", "gfortran"), "-O0 --coverage -Wno-unknown-pragmas", "OPENMP=")
        words = arguments(here, example, size)
        here.run(f"./{example}", *words)
        tap.equal(lower(gcov_counts(here, example)), lower(expected(example, words)), name)
tap.done()

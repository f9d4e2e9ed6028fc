"""Every count, trip and byte that Triptych reports of an example against the example's hand formulas, at -O0, -O2 and
-O3, with gcc and clang, or gfortran: test_counts.py EXAMPLE"""
import pathlib
import sys

import program
import tap
from runs import FORTRAN, RUNS, arguments, formulas, make


def unit_of(row):
    """What a Fortran I/O statement's row went to, as counts.py has it: a unit number, the file behind a unit that the
    runtime chose, or an internal file; None for C."""
    if row["target"] == "(internal file)":
        return "internal"
    if row["unit"] is not None and row["unit"] < 0:
        return pathlib.Path(row["target"]).name
    return row["unit"]


def measured(report):
    """The tables of a report in the form of counts.py. An I/O statement has a row for each file it went to."""
    io, units = {}, {}
    for row in report["io"]:
        unit = unit_of(row)
        if unit is not None:
            units[unit] = units.get(unit, 0) + row["visits"]
        times, size = io.get((row["routine"], row["seq"]), (0, 0))
        unknown = size is None or row["bytes"] is None
        io[row["routine"], row["seq"]] = (times + row["visits"], None if unknown else size + row["bytes"])
    return {
        "routines": {row["name"]: row["visits"] for row in report["routines"]},
        "loops": {(row["routine"], row["seq"]): (row["visits"], row["trips"]) for row in report["loops"]},
        "io": io,
        "units": units,
    }


def differences(got, expected):
    """One line each. What never ran may be listed with zeros or not at all."""
    def never(value):
        return value in (0, (0, 0), (0, None), None)

    return [f"{key}: expected {expected.get(key)}, got {got.get(key)}" for key in sorted({*got, *expected}, key=str)
            if got.get(key) != expected.get(key) and not (never(got.get(key)) and never(expected.get(key)))]


def compare(here, example, size, build):
    words = arguments(here, example, size)
    archive = f"{'-'.join(size)}.tri"
    run = here.triptych("run", "-o", archive, f"./{example}", *words, check=False)
    name = f"{example} {' '.join(size)} {build}"
    if not tap.check(run.status == 0, f"{name}: the program finds its results right", run):
        return
    got, expected = measured(here.report(archive)), formulas(example)(words)
    for table in expected:
        wrong = differences(got[table], expected[table])
        tap.check(not wrong, f"{name}: all {len(expected[table])} {table}", "\n".join(wrong))


def compilers(example):
    """Those to build it with: for C, for Fortran."""
    return [("gcc", "gfortran")] if example in FORTRAN else [("gcc", ""), ("clang", "")]


def builds(example):
    """Words for each way to build it, and what make is told."""
    for pair in compilers(example):
        for level in ("-O0", "-O2", "-O3"):
            yield pair, level, []
    if example == "multigrid":
        yield ("gcc", "gfortran"), "-O2", ["OPENMP=-fopenmp"]


def main():
    example = sys.argv[1]
    for (cc, fc), level, more in builds(example):
        build = " ".join([fc or cc, level, *more])
        missing = [compiler for compiler in (cc, fc) if compiler and not program.have(compiler)]
        if missing:
            tap.skip(f"{example} {build}", f"{missing[0]} cannot be used here")
            continue
        here = program.folder()
        built = make(here, example, (f"{program.TRIPTYCH} cc {cc}", f"{program.TRIPTYCH} fc {fc}"),
                     " ".join(["-g", level, *program.CFLAGS]), *more, check=False)
        if not tap.check(built.status == 0 and built.err == "", f"{example} {build}: builds in silence", built):
            continue
        for size in RUNS[example]:
            compare(here, example, size, build)
    tap.done()


main()

"""Every count, trip and byte that Triptych reports of an example against the example's hand formulas, at -O0, -O2 and
-O3, with gcc and clang: test_counts.py EXAMPLE"""
import sys

import program
import tap
from runs import RUNS, arguments, formulas


def measured(report):
    """The tables of a report in the form of counts.py. An I/O statement has a row for each file it went to."""
    io = {}
    for row in report["io"]:
        times, size = io.get((row["routine"], row["seq"]), (0, 0))
        io[row["routine"], row["seq"]] = (times + row["count"], size + row["bytes"])
    return {
        "routines": {row["name"]: row["count"] for row in report["routines"]},
        "loops": {(row["routine"], row["seq"]): (row["count"], row["trips"]) for row in report["loops"]},
        "io": io,
    }


def differences(got, expected):
    """One line each. What never ran may be listed with zeros or not at all."""
    def never(value):
        return value in (0, (0, 0), None)

    return [f"{key}: expected {expected.get(key)}, got {got.get(key)}" for key in sorted({*got, *expected}, key=str)
            if got.get(key) != expected.get(key) and not (never(got.get(key)) and never(expected.get(key)))]


def compare(here, example, size, build):
    words = arguments(example, size)
    archive = f"{'-'.join(size)}.tri"
    run = here.triptych("run", "-o", archive, f"./{example}", *words, check=False)
    name = f"{example} {' '.join(size)} {build}"
    if not tap.check(run.status == 0, f"{name}: the program finds its results right", run):
        return
    got, expected = measured(here.report(archive)), formulas(example)(words)
    for table in ("routines", "loops", "io"):
        wrong = differences(got[table], expected[table])
        tap.check(not wrong, f"{name}: all {len(expected[table])} {table}", "\n".join(wrong))


def main():
    example = sys.argv[1]
    for compiler in ("gcc", "clang"):
        for level in ("-O0", "-O2", "-O3"):
            build = f"{compiler} {level}"
            if not program.have(compiler):
                tap.skip(f"{example} {build}", f"{compiler} cannot be used here")
                continue
            here = program.folder()
            built = here.run("make", "-s", "-C", program.SOURCE / "examples" / example, f"O={here}",
                             f"CC={program.TRIPTYCH} cc {compiler}",
                             " ".join(["CFLAGS=-g", level, *program.CFLAGS]), check=False)
            if not tap.check(built.status == 0 and built.err == "", f"{example} {build}: builds in silence", built):
                continue
            for size in RUNS[example]:
                compare(here, example, size, build)
    tap.done()


main()

"""Counts, trips and units of whole Fortran programs against hand counts, which stand in their sources behind != :

    R times                    a routine
    L times trips min max D    a loop; ? ? ? where trips are not known; U instead of D: it can be left early
    IO times unit              an I/O statement; a number, internal, none, or new (some number that OPEN chose)

Several on a line are separated by semicolons. Behind !- stands why a region is left alone. Every region of a program has
such a mark. What an instrumented program prints is what it prints without probes, and the compiler says the same."""
import pathlib
import re
import sys

import program
import tap

HERE = pathlib.Path(__file__).parent
FLAGS = {"old.f": ["-std=legacy"], "heads.f": ["-std=legacy"], "openacc.f90": ["-fopenacc"], "openmp.f90": ["-fopenmp"]}
LEVELS = [([], ["-O0"]), ([], ["-O2"]), (["--no-loop-times"], ["-O2"])]


def marks(text):
    """[(line, words)] as the source says: R, L, IO, or - and a reason."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if " != " in line:
            for part in line.split(" != ")[-1].split(";"):
                words = part.split()
                found.append((number, [words[0], "0"] if words[1] == "0" else words))
        elif " !- " in line:
            found.append((number, ["-", line.split(" !- ")[1]]))
    return found


def unit_word(io, expected):
    if io["unit"] is None:
        return "internal" if "internal" in io["target"] else "none"
    return "new" if io["unit"] < 0 and expected == "new" else str(io["unit"])


def found_regions(report):
    """{line: [words]} as the report says."""
    regions = {}

    def add(line, words):
        regions.setdefault(line, []).append([str(word) for word in words])
    for routine in report["routines"]:
        add(routine["line"], ["R", routine["visits"]])
    for loop in report["loops"]:
        known = not loop["note"]
        trips = [loop[name] if known else "?" for name in ("trips", "trips_min", "trips_max")]
        add(loop["line"], ["L", loop["visits"]] + trips + [loop["type"]])
    for io in report["io"]:
        if io["routine"]:  # what the runtime library does by itself is listened to, and stands in no statement
            add(io["line"], ["IO", io["visits"], unit_word(io, "new")])
    for region in report["never"]:
        add(region["line"], [{"routine": "R", "loop": "L"}.get(region["kind"], "IO"), 0])
    for region in report["unmeasured"]:
        add(region["line"], ["-", region["reason"]])
    return regions


def agrees(expected, found):
    if expected[0] == "-":
        return found[0] == "-" and expected[1] in found[1]
    return expected == found


def compare(text, report, name):
    regions = found_regions(report)
    wrong = []
    for line, expected in marks(text):
        candidates = regions.get(line, [])
        match = next((found for found in candidates if agrees(expected, found)), None)
        if match is None:
            wrong.append(f"line {line}: expected {' '.join(expected)}, found {candidates}")
        else:
            candidates.remove(match)
    wrong += [f"line {line}: not expected: {found}" for line, all_ in sorted(regions.items()) for found in all_]
    tap.check(not wrong, f"{name}: all counts are those counted by hand", "\n".join(wrong))
    still_open = [region for kind in ("routines", "loops", "io") for region in report[kind]
                  if region["unfinished"] or region.get("aborted")]
    tap.check(not still_open, f"{name}: every visit has ended", still_open)


def check(source, options, level):
    here = program.folder()
    here.copy(source)
    name = " ".join([source.name] + options + level)
    flags = level + ["-Wall", "-Wextra"] + FLAGS.get(source.name, []) + program.CFLAGS
    plain = here.run("gfortran", *flags, source.name, "-o", "plain", timeout=600)
    measured = here.triptych("fc", "--verbose", *options, "gfortran", *flags, source.name, "-o", "measured", timeout=600)
    said = "".join(line for line in measured.err.splitlines(True) if not line.startswith("triptych fc:"))
    tap.equal(said, plain.err, f"{name}: the compiler says the same")
    tap.check("compiled but not measured" not in measured.err, f"{name}: the compiler takes it", measured.err)
    expected = here.run("./plain", check=False)
    got = here.triptych("run", "-o", "run.tri", "./measured", check=False)
    tap.equal((got.out, got.status), (expected.out, expected.status), f"{name}: it prints the same and ends the same")
    compare(source.read_text(), here.report("run.tri"), name)


for path in sorted((HERE / "cases").iterdir()):
    if len(sys.argv) == 1 or path.name in sys.argv[1:]:
        for options, flags in LEVELS:
            check(path, options, flags)
tap.done()

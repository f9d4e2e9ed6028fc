#!/usr/bin/env python3
"""GCC's own self-checking Fortran programs: what a program does plain it must do measured, and say the same.

usage: fortran.py TRIPTYCH CACHE [--dg] [--levels -O0,-O2] [--sample N] [--jobs N] [--only NAME]...

gfortran.fortran-torture/execute or, with --dg, those programs of gfortran.dg that are run and have no other files.
Prints TAP.
"""
import glob
import os
import re
import shutil
import sys
import tempfile

import programs
from programs import run

LEVELS = "-O0,-O2"
SUFFIXES = tuple(".f .for .f90 .f95 .f03 .f08 .f18 .F .F90 .F95 .F03 .F08 .F18 .fpp".split())
FLAGS = ["-w", "-fno-diagnostics-show-caret"]
DG_RUN = re.compile(r"\{\s*dg-do\s+run\s*(\{\s*target\s+(fd_truncate|c99_runtime)\s*\})?\s*\}")
# What these need is not at hand here, or is no matter of one program.
DG_NOT = re.compile(r"dg-additional-(sources|files)|dg-require-profiling|dg-set-target-env-var|-flto|-fcoarray=lib")
DG_OPTIONS = re.compile(r"\{\s*dg-(?:additional-)?options\s+(?:\"([^\"]*)\"|\{?([^{}]*?)\}?)\s*\}")
# Addresses, and backtraces, which have probes in them.
CHANGING = re.compile(r"0x[0-9a-f]+|Backtrace.*", re.DOTALL)


def text_of(source):
    with open(source, encoding="latin-1") as file:
        return file.read()


def options_of(source):
    """What the program's own directives say it must be compiled with."""
    return [word for found in DG_OPTIONS.findall(text_of(source)) for word in (found[0] or found[1]).split()]


def is_run_alone(source):
    text = text_of(source)
    return DG_RUN.search(text) and not DG_NOT.search(text)


def behaviour(folder, name):
    status, said = run(["./" + name], folder)
    return status, CHANGING.sub("", said).replace("./" + name, "program")


def plain(folder, common):
    """What it does without Triptych: (status, output), None when it cannot be compiled or takes too long. An output of
    None: it differs from run to run."""
    here = os.path.join(folder, "plain")
    os.mkdir(here)
    if run(["gfortran", *common, "-o", "program"], here)[0] != 0:
        return None
    first = behaviour(here, "program")
    second = behaviour(here, "program")
    if first[0] is None or first[0] != second[0]:
        return None
    return first if first == second else (first[0], None)


def try_level(triptych, source, level, options):
    """(verdict, why), the verdict being one of plain-fails, left-alone, empty, good, bad."""
    with tempfile.TemporaryDirectory() as folder:
        common = FLAGS + [level, *options, source]
        expected = plain(folder, common)
        if expected is None or expected[0] != 0 and not options and "dg-shouldfail" not in text_of(source):
            return "plain-fails", ""
        here = os.path.join(folder, "measured")
        os.mkdir(here)
        archive = os.path.join(here, "program.tri")
        status, built = run([triptych, "fc", "--verbose", "gfortran", *common, "-o", "program"], here)
        if status != 0:
            return "bad", "does not compile: " + built
        if "did not take" in built:
            return "bad", built
        shutil.rmtree(archive, ignore_errors=True)
        behaviour(here, "program")  # the plain one ran twice, too: some look for files of their own
        shutil.rmtree(archive, ignore_errors=True)
        got = behaviour(here, "program")
        if got[0] != expected[0]:
            return "bad", "ends with %s instead of %s: %s" % (got[0], expected[0], got[1])
        if expected[1] is not None and got[1] != expected[1]:
            return "bad", "says\n%s\ninstead of\n%s" % (got[1], expected[1])
        if "compiled but not measured" in built:
            return "left-alone", built
        if " routines, " not in built:
            return "empty", ""
        if not os.path.isdir(archive):
            return "bad", "left no archive: " + got[1]
    return "good", ""


def try_one(triptych, source, levels, dg):
    options = options_of(source) if dg else []
    # A level among the options is the program's own wish.
    if any(re.fullmatch(r"-O\w*", word) for word in options):
        levels = levels[:1]
    return [(level, *try_level(triptych, source, level, options)) for level in levels]


def main():
    words = programs.arguments(__doc__)
    dg = "--dg" in words
    levels = programs.option(words, "--levels", LEVELS).split(",")
    jobs = int(programs.option(words, "--jobs", os.cpu_count()))
    only = [words[i + 1] for i, word in enumerate(words) if word == "--only"]
    triptych = os.path.abspath(words[0])
    folder = programs.fetch(os.path.abspath(words[1]), "gfortran.dg" if dg else "gfortran.fortran-torture/execute")
    chosen = sorted(path for path in glob.glob(folder + "/**/*", recursive=True) if path.endswith(SUFFIXES))
    if dg:
        chosen = [path for path in chosen if is_run_alone(path)]
    if only:
        chosen = [path for path in chosen if os.path.splitext(os.path.basename(path))[0] in only]
    elif "--sample" in words:
        chosen = programs.sample(chosen, int(programs.option(words, "--sample")))
    known = programs.exceptions("exceptions-fortran.txt")
    tally = programs.try_all(chosen, folder, lambda source: try_one(triptych, source, levels, dg), known, jobs)
    print("# runs (%d programs times %s): %d really measured and alike, %d compiled as they are, %d with nothing to measure,"
          " %d failing plain, %d excepted, %d failed"
          % (len(chosen), " and ".join(levels), *(tally.get(verdict, 0) for verdict in
                                                  ("good", "left-alone", "empty", "plain-fails", "excepted", "bad"))))
    return 1 if tally.get("bad") else 0


if __name__ == "__main__":
    sys.exit(main())

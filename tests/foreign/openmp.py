#!/usr/bin/env python3
"""GCC's own self-checking OpenMP programs in C and Fortran: what one does by itself it must do measured, and say the same.

usage: openmp.py TRIPTYCH CACHE [--sample N] [--jobs N] [--instrument] [--times N] [--keep FOLDER] [--only NAME]...

libgomp.c, libgomp.c-c++-common and libgomp.fortran of GCC's libgomp/testsuite: those that are run, with the options and
environment that they ask for; everything is logged. Lines of output are compared in any order, since threads write them.
--sample takes some, evenly spread, --only those of a name. With --instrument they are built by `triptych cc` and `triptych
fc`; --times measures each several times; --keep keeps what was compiled for another time. Prints TAP.
"""
import glob
import os
import re
import shutil
import sys
import tempfile

import programs
from programs import run

C, FORTRAN = (".c",), tuple(".f .f90 .f95 .f03 .f08 .F .F90 .F95 .F03 .F08".split())
DIRECTIVE = re.compile(r"\{\s*(dg-[\w-]+)\s+(.*?)\s*\}\s*(?:\*/)?\s*$", re.MULTILINE)
TARGET = re.compile(r"\{\s*target\s+(.*)\}\s*$")
# Of the targets that options and programs are for, those that may be meant here.
MACHINE = os.uname().machine
TARGETS = {"c", "lp64", "tls_runtime", "tls", "lto", "fpic", "shared", "fd_truncate", "sync_int_long", "sync_char_short", "size32plus",
           "*-*-linux*", "*-*-linux* *-*-gnu*", "*-*-linux* *-*-gnu* *-*-freebsd*"}
if MACHINE == "x86_64":
    TARGETS |= {"sse2_runtime", "i?86-*-* x86_64-*-*", "__float128"}
# Addresses and the numbers of threads and processes.
CHANGING = re.compile(r"0x[0-9a-f]+|pid \d+|\b\d{5,}\b")


class Wanted:
    """What a program's directives ask for."""

    def __init__(self, source):
        with open(source, encoding="latin-1") as file:
            text = file.read()
        self.runs, self.fails = True, "dg-shouldfail" in text or "dg-xfail-run-if" in text
        self.env, self.level, self.options, self.sources = {}, "-O2", [], []
        for name, rest in DIRECTIVE.findall(text):
            target = TARGET.search(rest)
            meant = not target or target[1].strip() in TARGETS
            words = re.sub(r"\{\s*target.*", "", rest).strip().strip("{}\" ").split()
            if name == "dg-do":
                self.runs = words[:1] == ["run"] and meant
            elif name == "dg-options" and meant:
                self.level, self.options = None, [*self.options, *words]
            elif name == "dg-additional-options" and meant:
                self.options += words
            elif name == "dg-additional-sources":
                self.sources += [os.path.join(os.path.dirname(source), word) for word in words]
            elif name == "dg-set-target-env-var":
                variable, value = rest.split(None, 1)
                self.env[variable] = value.strip().strip('"')
            elif name == "dg-require-effective-target":
                self.runs &= words[:1] == [] or words[0] in TARGETS


def command(source, wanted, top, front):
    compiler = "gcc" if source.endswith(C) else "gfortran"
    level = [wanted.level] if wanted.level else ["-O2"] if source.endswith(FORTRAN) else []
    options = [word for word in wanted.options if not word.startswith(("-foffload", "-fdump"))]
    return [*front.get(compiler, []), compiler, "-w", "-g", "-fopenmp", *level, *options, "-I", top, "-I", os.path.dirname(source),
            source, *wanted.sources, "-o", "program", "-lm"]


def behaviour(words, folder, env):
    status, said = run(words, folder, env)
    return status, "\n".join(sorted(CHANGING.sub("", said).splitlines()))


def varies(here, env, expected):
    """Whether what it says by itself depends on which thread comes first."""
    return any(behaviour(["./program"], here, env) != expected for _ in range(20))


def once(triptych, here, env, expected):
    """What is wrong with a measured run; an empty text: nothing."""
    measured = [triptych, "run", "-q", "--no-seal", "--force", "--events=all", "-o", "program.tri", "./program"]
    status, said = behaviour(measured, here, env)
    if status != expected[0]:
        return f"ends with {status} instead of {expected[0]}: {said}"
    if expected[1] is not None and said != expected[1] and not varies(here, env, expected):
        return f"says\n{said}\ninstead of\n{expected[1]}"
    return "" if os.path.isdir(os.path.join(here, "program.tri/places")) else "left no archive: " + said


def plain(here, env, fails):
    """(status, output); None: it fails by itself. An output of None: it differs from run to run."""
    first, second = behaviour(["./program"], here, env), behaviour(["./program"], here, env)
    if first[0] is None or first[0] != second[0] or (first[0] != 0 and not fails):
        return None
    return first if first == second else (first[0], None)


def compiled(source, here, words):
    if os.path.exists(os.path.join(here, "failed")):
        return False
    if os.path.exists(os.path.join(here, "program")):
        return True
    os.makedirs(here, exist_ok=True)
    if run(words, here)[0] == 0:
        return True
    open(os.path.join(here, "failed"), "w", encoding="utf-8").close()
    return False


def try_one(options, top, source):
    """[(level, verdict, why)], the verdict being one of not-run, plain-fails, good, bad."""
    wanted = Wanted(source)
    if not wanted.runs:
        return [("", "not-run", "")]
    env = {**os.environ, **wanted.env}
    triptych = options["triptych"]
    front = {"gcc": [triptych, "cc"], "gfortran": [triptych, "fc"]} if options["instrument"] else {}
    with tempfile.TemporaryDirectory() as scratch:
        name = os.path.relpath(source, top).replace("/", "-")
        here = os.path.join(options["keep"], name) if options["keep"] else scratch
        if not compiled(source, here, command(source, wanted, top, {})):
            return [("", "not-run", "")]
        expected = plain(here, env, wanted.fails)
        if expected is None:
            return [("", "plain-fails", "")]
        if front:
            here = scratch
            status, said = run(command(source, wanted, top, front), here)
            if status != 0:
                return [("", "bad", "does not compile: " + said)]
        for _ in range(options["times"]):
            why = once(triptych, here, env, expected)
            shutil.rmtree(os.path.join(here, "program.tri"), ignore_errors=True)
            if why:
                return [("", "bad", why)]
    return [("", "good", "")]


def main():
    words = programs.arguments(__doc__)
    jobs = int(programs.option(words, "--jobs", os.cpu_count()))
    only = [words[i + 1] for i, word in enumerate(words) if word == "--only"]
    keep = programs.option(words, "--keep")
    options = {"triptych": os.path.abspath(words[0]), "instrument": "--instrument" in words,
               "times": int(programs.option(words, "--times", 1)), "keep": os.path.abspath(keep) if keep else None}
    programs.SECONDS = 300  # one of them makes 13 million tasks
    top = programs.fetch(os.path.abspath(words[1]), "libgomp")
    chosen = sorted(path for suite in programs.OPENMP for path in glob.glob(f"{top}/{suite}/**/*", recursive=True)
                    if path.endswith(FORTRAN if suite.endswith("fortran") else C))
    if only:
        chosen = [path for path in chosen if os.path.splitext(os.path.basename(path))[0] in only]
    elif "--sample" in words:
        chosen = programs.sample(chosen, int(programs.option(words, "--sample")))
    known = programs.exceptions("exceptions-openmp.txt")
    tally = programs.try_all(chosen, top, lambda source: try_one(options, top, source), known, jobs)
    print("# %d programs: %d behave alike, %d are not run or do not compile here, %d fail by themselves, %d excepted, %d failed"
          % (len(chosen), *(tally.get(verdict, 0) for verdict in ("good", "not-run", "plain-fails", "excepted", "bad"))))
    return 1 if tally.get("bad") else 0


if __name__ == "__main__":
    sys.exit(main())

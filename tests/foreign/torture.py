#!/usr/bin/env python3
"""GCC's own self-checking C programs, gcc.c-torture/execute: what passes plain must pass measured.

usage: torture.py TRIPTYCH CACHE [--all] [--jobs N] [--only NAME]...

Prints TAP.
"""
import glob
import os
import shutil
import sys
import tempfile

import programs
from programs import run

SAMPLE = 120
LEVELS = ["-O0", "-O2"]
FLAGS = ["-std=gnu89", "-w", "-fno-diagnostics-show-caret"]


def try_one(triptych, source):
    """[(level, verdict, why)], the verdict being one of plain-fails, unparsed, empty, good, bad."""
    results = []
    with tempfile.TemporaryDirectory() as folder:
        archive = os.path.join(folder, "measured.tri")
        for level in LEVELS:
            common = FLAGS + [level, source, "-o"]
            status, _ = run(["gcc"] + common + ["plain", "-lm"], folder)
            if status == 0:
                status, _ = run(["./plain"], folder)
            if status != 0:
                results.append((level, "plain-fails", ""))
                continue
            status, said = run([triptych, "cc", "--verbose", "gcc"] + common + ["measured", "-lm"], folder)
            if status != 0:
                results.append((level, "bad", "does not compile: " + said))
                continue
            if "compiled but not measured" in said:
                verdict = "bad" if "did not take" in said else "unparsed"
                results.append((level, verdict, said))
                if verdict == "bad":
                    continue
            probes = " routines, " in said
            shutil.rmtree(archive, ignore_errors=True)
            status, said = run(["./measured"], folder)
            if status != 0:
                results.append((level, "bad", "ends with %s: %s" % (status, said)))
            elif not probes and (not results or results[-1][0] != level):
                results.append((level, "empty", ""))
            elif probes and not os.path.isdir(archive):
                results.append((level, "bad", "left no archive: " + said))
            elif "triptych:" in said:
                results.append((level, "bad", said))
            elif not results or results[-1][0] != level:
                results.append((level, "good", ""))
    return results


def main():
    words = programs.arguments(__doc__)
    jobs = int(programs.option(words, "--jobs", os.cpu_count()))
    only = [words[i + 1] for i, word in enumerate(words) if word == "--only"]
    triptych = os.path.abspath(words[0])
    folder = programs.fetch(os.path.abspath(words[1]), "gcc.c-torture/execute")
    chosen = sorted(glob.glob(folder + "/*.c"))
    if only:
        chosen = [p for p in chosen if os.path.basename(p)[:-2] in only]
    elif "--all" not in words:
        chosen = programs.sample(chosen, SAMPLE)
    tally = programs.try_all(chosen, folder, lambda source: try_one(triptych, source),
                             programs.exceptions("exceptions.txt"), jobs)
    print("# runs (programs times %s): %d really measured and passing, %d not parsed by libclang and compiled"
          " as they are, %d with all their functions in included files, %d failing plain, %d excepted, %d failed"
          % (" and ".join(LEVELS), *(tally.get(verdict, 0) for verdict in
                                     ("good", "unparsed", "empty", "plain-fails", "excepted", "bad"))))
    return 1 if tally.get("bad") else 0


if __name__ == "__main__":
    sys.exit(main())

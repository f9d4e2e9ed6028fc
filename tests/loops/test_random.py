"""Programs with random loops, calls, jumps and exceptions, of all compilers and levels: natively they print what they print by
themselves, every count is Valgrind's, and without optimising the loops in the archive are those that the program counted.

Some are tried here; by hand others, or more: LOOPS_SEEDS=1000-1300."""
import collections
import json
import os
import platform
import random
import re

import engines
import program
import random_programs
import tap

COMPILERS = [pair for pair in (("gcc", "g++"), ("clang", "clang++")) if all(program.have(compiler) for compiler in pair)]
LEVELS = ["-O0", "-O1", "-O2", "-O3"]
MORE = ["-fno-omit-frame-pointer", "-fno-pie -no-pie", "-fomit-frame-pointer", "-fno-jump-tables", "-Os", "-ffunction-sections"]


def seeds():
    """1-8 or 1-8,39: 18, 39 and 1068 were wrong once."""
    for word in os.environ.get("LOOPS_SEEDS", "1-8,18,39,1068").split(","):
        first, _, last = word.partition("-")
        yield from range(int(first), int(last or first) + 1)


def expected(text, out):
    """(routine, entries, trips) of loops that ran, as the program says: those of `goto` may be written with their condition in front
    or behind, nobody can tell."""
    lines, routine, routines = text.splitlines(), None, {}
    for number, line in enumerate(lines, 1):
        found = re.match(r"(?:static |NOT_INLINED )*int (f\d+)\((?:volatile )?int y\)$", line)
        routine = found.group(1) if found else routine
        routines[number] = routine
    counts = collections.Counter()
    for line in out.splitlines():
        if line[0].isdigit():
            number, entries, trips = map(int, line.split())
            if entries and not re.match(r"\s*L\d+:", lines[number - 1]):
                counts[routines[number], entries, trips] += 1
    return counts


def in_archive(here):
    """The same of what the native engine left."""
    rows = json.loads(here.triptych("report", "--loops", "--format", "json", "native.tri").out)["loops"]
    return collections.Counter((row["routine"].split("(")[0], row["visits"], row["trips"]) for row in rows)


def check(here, seed):
    choice = random.Random(seed)
    cpp = choice.random() < 0.4
    compiler, level = choice.choice(COMPILERS)[cpp], LEVELS[seed % len(LEVELS)]
    flags = choice.choice(MORE).split() if choice.random() < 0.4 and level != "-O0" else []
    check_made(here, seed, compiler, level, flags, functions=choice.choice([6, 9, 12]), cpp=cpp, fuel=choice.choice([300, 1000, 3000]))


def check_made(here, seed, compiler, level, flags, functions, cpp, fuel):
    text = random_programs.make(seed, functions=functions, cpp=cpp, fuel=fuel)
    here.write("r.cc" if cpp else "r.c", text)
    here.run(compiler, level, *flags, "-g", "-w", "r.cc" if cpp else "r.c", "-o", "r")
    plain = here.run(here / "r")
    found, same = engines.differences(here, here / "r", check=False)
    native = here.run(here / "r", env={"LD_PRELOAD": engines.LIBRARY, "TRIPTYCH_ARCHIVE": here / "again.tri",
                                       "TRIPTYCH_LOOPS": engines.PLANNER}, check=False) if found else plain
    if native.out != plain.out:
        found.append(f"it prints {native.out[-200:]!r}, not {plain.out[-200:]!r}")
    if level == "-O0" and not cpp:  # an exception that lands in a loop counts as an entry of it
        missing = expected(text, plain.out) - in_archive(here)
        found += [f"no loop of {routine} has {entries} entries and {trips} trips" for routine, entries, trips in missing]
    tap.check(not found, f"program {seed}, {compiler} {level} {' '.join(flags)}: {same[0]} contexts, {same[1]} blocks, {same[2]} edges",
              "\n".join(found[:20]))


def main():
    if program.SANITIZED:
        tap.skip_all("sanitizers have calls of their own")
    if not engines.have_native() or not engines.have_valgrind() or not COMPILERS:
        tap.skip_all("both engines are needed, and C and C++ of gcc or clang")
    here = program.folder()
    for seed in seeds():
        check(here, seed)
    if program.have("clang++") and platform.machine() == "x86_64":  # each block is a part of its function, and others jump there, too
        check_made(here, 1041, "clang++", "-O3", ["-fbasic-block-sections=all"], functions=9, cpp=True, fuel=300)
    tap.done()


main()

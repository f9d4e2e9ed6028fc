"""The fewest and most trips of a visit: as known by hand, and the same by both engines, in optimised code too."""
import json

import engines
import program
import tap

PROGRAMS = program.SOURCE / "tests" / "loops" / "programs"
ONCE = {f"main:{i}": (1, trips, trips, trips) for i, trips in enumerate((6, 4, 9, 2, 2, 5), 1)}
KNOWN = {  # function and loop: visits, trips, fewest, most
    **ONCE, "nested:1": (1, 9, 9, 9), "nested:2": (9, 45, 1, 9), "nested:3": (1, 9, 9, 9), "nested:4": (9, 81, 5, 13),
    "leaves:1": (17, 78, 1, 8), "recursion:1": (64, 63, 0, 6), "jumps:1": (4, 44, 5, 17), "chain:1": (9, 63, 3, 11),
    "chain:2": (9, 63, 3, 11), "thread:1": (2, 11, 3, 8), "two_entries:1": (5, 25, 3, 7), "ends:1": (2, 9, 3, 6)}
THROWN = {"main:1": (1, 3, 3, 3), "main:2": (1, 9, 9, 9), "left:1": (3, 20, 4, 9), "catches:1": (9, 81, 5, 13), "deep:1": (41, 64, 1, 4)}


def counted(here, *engine):
    """(visits, trips, fewest, most) of each loop, as JSON tells them."""
    here.triptych("loops", "-q", "--force", "-o", "e.tri", *engine, here / "e")
    rows = json.loads(here.triptych("loops", "--format", "json", "e.tri").out)["loops"]
    return {f"{row['function'].split('(')[0]}:{row['loop']}": (row["visits"], row["trips"], row["trips_min"], row["trips_max"])
            for row in rows}


def check(here, name, known, *compiler):
    here.run(*compiler, "-g", PROGRAMS / name, "-o", "e", "-pthread")
    words, native = f"{name}, {' '.join(compiler)}", counted(here)
    if known is not None:
        found = [f"{loop}: {native.get(loop)}, not {known[loop]}" for loop in known if native.get(loop) != known[loop]]
        tap.check(not found, f"{words}: {len(known)} loops as known by hand", "\n".join(found))
    if engines.have_valgrind():
        oracle = counted(here, "--engine", "valgrind")
        found = [f"{loop}: {native[loop]}, {oracle.get(loop)} by Valgrind" for loop in native if native[loop] != oracle.get(loop)]
        tap.check(not found, f"{words}: {len(native)} loops as Valgrind counts them", "\n".join(found))
    found = [loop for loop, (_, _, least, _) in native.items() if known is not None and least is None]
    tap.check(not found, f"{words}: all of them are known", " ".join(found))


def check_teams(here):
    here.run("gcc", "-O0", "-g", "-fopenmp", PROGRAMS / "extremes.c", "-o", "e", "-pthread")
    teams = [found for loop, found in counted(here).items() if loop.startswith("teams")]
    tap.equal(teams, [(2, 10, 3, 7)], "threads of OpenMP: the fewest of one, and the most of another")


def main():
    if program.SANITIZED:
        tap.skip_all("sanitizers have calls of their own")
    if not engines.have_native():
        tap.skip_all("the native engine is needed")
    here = program.folder()
    for compiler in filter(program.have, ("gcc", "clang")):
        check(here, "extremes.c", KNOWN, compiler, "-O0")
        check(here, "extremes.c", None, compiler, "-O2")
    for compiler in filter(program.have, ("g++", "clang++")):
        check(here, "extremes.cc", THROWN, compiler, "-O0")
        check(here, "extremes.cc", None, compiler, "-O2")
    check_teams(here)
    tap.done()


main()

"""extremes.py: the loops of programs/extremes.c, switched.c and extremes.cc, with the trips of their visits as known by hand."""
import json

import program

PROGRAMS = program.SOURCE / "tests" / "loops" / "programs"
ONCE = {f"main:{i}": (1, trips, trips, trips) for i, trips in enumerate((6, 4, 9, 2, 2, 5), 1)}
KNOWN = {  # function and loop: visits, trips, fewest, most
    **ONCE, "nested:1": (1, 9, 9, 9), "nested:2": (9, 45, 1, 9), "nested:3": (1, 9, 9, 9), "nested:4": (9, 81, 5, 13),
    "leaves:1": (17, 78, 1, 8), "recursion:1": (64, 63, 0, 6), "jumps:1": (4, 44, 5, 17), "chain:1": (9, 63, 3, 11),
    "chain:2": (9, 63, 3, 11), "thread:1": (2, 11, 3, 8), "two_entries:1": (5, 25, 3, 7), "ends:1": (2, 9, 3, 6)}
SWITCHED = {"switched:1": (20, 210, 1, 20)}
THROWN = {"main:1": (1, 3, 3, 3), "main:2": (1, 9, 9, 9), "left:1": (3, 20, 4, 9), "catches:1": (9, 81, 5, 13), "deep:1": (41, 64, 1, 4)}


def counted(here, *engine):
    """(visits, trips, fewest, most) of each loop, as JSON tells them."""
    here.triptych("loops", "-q", "--force", "-o", "e.tri", *engine, here / "e")
    return shown(here, "e.tri")


def shown(here, archive):
    """The same of an archive."""
    rows = json.loads(here.triptych("loops", "--format", "json", archive).out)["loops"]
    return {f"{row['function'].split('(')[0]}:{row['loop']}": (row["visits"], row["trips"], row["trips_min"], row["trips_max"])
            for row in rows}

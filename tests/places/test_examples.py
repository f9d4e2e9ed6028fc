"""The examples with directives come to as many of them as their formulas say, and compute what the sequential programs do.

The numbers of N-queens and k-means are those that X-Eye's authors published. LONG=1 takes their larger sizes, too."""
import os
import re

import program
import tap

here = program.folder()
LONG = bool(os.environ.get("LONG"))
SOLUTIONS = {10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596, 15: 2279184}
EXAMPLES = {"queens-places": "queens", "kmeans-places": "kmeans", "scheduler-places": "scheduler", "heat-places": "heat", "relay": "relay"}

for folder, name in EXAMPLES.items():
    for kind, compiler in (("parallel", f"{program.TRIPTYCH} cc {program.CC}"), ("sequential", program.CC)):
        flags = " ".join(["-O2", "-Wall", "-Wextra", "-Wno-unknown-pragmas", *program.CFLAGS])
        built = here.run("make", "-s", "-C", program.SOURCE / "examples" / folder, f"O={here / kind}", f"CC={compiler}", f"CFLAGS={flags}")
        tap.equal(built.err, "", f"{folder}: built without a message, {kind}")


def counts(places, name, *arguments):
    """What the program counts, and what it prints. Its numbers must be those of the sequential program, at one place."""
    result = here.run(f"parallel/{name}", *arguments, env={"TRI_PLACES": str(places), "TRI_COUNTS": "1"})
    expected = here.run(f"sequential/{name}", *arguments).out
    tap.equal(re.sub(r"^\d+ places", "1 places", result.out), expected, f"{name} {' '.join(arguments)}: the result at {places} places")
    return tuple(int(number) for number in re.fullmatch(r"triptych: async (\d+), at (\d+), finish (\d+), atomic (\d+)\n", result.err).groups())


for n in (10, 11, 12, 13, 14) if LONG else (10, 11) if program.SANITIZED else (10, 11, 12, 13):
    tap.equal(counts(1, "queens", str(n)), (7, 0, 3, 3 * SOLUTIONS[n]), f"parallel queens: {n}")
for n in (12, 13, 14, 15) if LONG else (12,) if program.SANITIZED else (12, 13):
    for places in (1, 2, 4, 8):
        tap.equal(counts(places, "queens", str(n), "distributed"), (n, n, 1, SOLUTIONS[n]), f"distributed queens: {n} at {places} places")
for places, rounds in ((1, 13), (4, 13), (8, 13), (16, 13)) if LONG else ((1, 2), (4, 13), (8, 1), (16, 1)):
    k, p = rounds, places
    tap.equal(counts(places, "kmeans", "2000", str(rounds)), (k * (2000 + 2 * p), k * (2000 + 3 * p), 3 * k, k * (2000 + p)), f"kmeans: {rounds} rounds at {places} places")
for strategy, activities in (("one", 1), ("each", 150), ("some", 12)):
    tap.equal(counts(1, "scheduler", strategy, "150"), (activities, 0, 1, 150), f"scheduler: {strategy}")
tap.equal(counts(3, "relay"), (0, 2, 0, 0), "relay")
tap.done()

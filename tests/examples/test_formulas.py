"""The hand formulas of the examples against gcov, which counts by other means. Keeps the formulas honest: they must not
be bent to what Triptych says."""
import json

import program
import tap
from runs import RUNS, arguments, formulas

GCOV = "gcov"


def gcov_counts(here):
    """How often each routine ran, by its name."""
    found = {}
    for data in sorted(here.path.glob("*.gcda")):
        for file in json.loads(here.run(GCOV, "--json-format", "--stdout", data).out)["files"]:
            if not file["file"].endswith(".h"):
                found.update({entry["name"]: entry["execution_count"] for entry in file["functions"]})
    return found


if not program.have(GCOV):
    tap.skip_all("there is no gcov")
for example, sizes in RUNS.items():
    for size in sizes:
        here = program.folder()
        here.run("make", "-s", "-C", program.SOURCE / "examples" / example, "CC=gcc", "CFLAGS=-O0 --coverage", f"O={here}")
        words = arguments(example, size)
        here.run(f"./{example}", *words)
        tap.equal(gcov_counts(here), formulas(example)(words)["routines"], f"{example} {' '.join(size)}: routines")
tap.done()

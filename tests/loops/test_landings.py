"""Exceptions that land in loops: trips are as known by hand, of all compilers and levels, and the engines agree in every count.

LOOPS_ALL=1 compares the engines at all levels."""
import csv
import io

import contexts
import engines
import program
import tap

LEVELS = ["-O0", "-O1", "-O2", "-O3"]
IRREDUCIBLE = 1  # FORMAT_LOOP_IRREDUCIBLE
SOURCE = program.SOURCE / "tests" / "loops" / "programs" / "landings.cc"
# (entries, trips) of the loops of each function, in the order of the text
LOOPS = {
    "handled": [(1, 100)],
    "continues": [(1, 100)],
    "breaks": [(1, 28)],
    "again": [(1, 12), (11, 90)],  # the first and the last of the 12 make no trip of the inner one, which 10 exceptions leave
    "outer": [(1, 100), (100, 50 * 10 + 50 * 9)],
    "rethrows": [(1, 100), (100, sum(next((k + 1 for k in range(6) if (i + k) % 8 == 0), 6) for i in range(100)))],
    "twice": [(1, 2)],
    "passes": [(1, 50)],
}


def hand_counts():
    """By line."""
    found, left = {}, []
    for line, text in enumerate(SOURCE.read_text().splitlines(), 1):
        left = next((list(loops) for name, loops in LOOPS.items() if f" {name}(" in text and "APART" in text), left)
        if text.strip().startswith(("for (", "while (")):
            found[line] = left.pop(0)
    return found


def report(here):
    """(entries, trips) of the loops of each line."""
    here.triptych("loops", "-q", "--force", "-o", "loops.tri", "./landings")
    found = {}
    for row in csv.DictReader(io.StringIO(here.triptych("loops", "--csv", "loops", "loops.tri").out)):
        found.setdefault(int(row["line"] or 0), []).append((int(row["visits"]), int(row["source_iterations"] or row["trips"])))
    return found


def wrong_ones(found, level):
    """Optimised code may have a short loop no longer, or twice: of `twice`, another loop of each pass that is left in it."""
    for line, wanted in hand_counts().items():
        if level == "-O0" and line not in found:
            yield f"line {line}: not there"
        if line in found and wanted not in found[line]:
            yield f"line {line}: {found[line]}, not {wanted}"


def main():
    if program.SANITIZED:
        tap.skip_all("sanitizers have calls of their own")
    if not engines.have_native():
        tap.skip_all("there is no native engine for this machine")
    here = program.folder()
    for compiler in (name for name in ("g++", "clang++") if program.have(name)):
        for level in LEVELS:
            here.run(compiler, level, "-g", SOURCE, "-o", "landings")
            found = report(here)
            wrong = list(wrong_ones(found, level))
            tap.check(len(found) > 6 and not wrong, f"{compiler} {level}: entries and trips", "\n".join(wrong))
            if engines.have_valgrind() and (engines.several() or level == "-O2"):
                found, same = engines.differences(here, here / "landings")
                functions = {context.function for context in contexts.Run(here / "native.tri").contexts().values()}
                irreducible = sum(loop[3] & IRREDUCIBLE for function in functions for loop in function.loops)
                tap.check(not found, f"{compiler} {level}: {same[0]} contexts, {same[1]} blocks, {same[2]} edges, "
                          f"{irreducible} irreducible loops", "\n".join(found[:20]))
    tap.done()


main()

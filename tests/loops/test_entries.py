"""Loops that can be entered in several places: iterations are visits of the entry that was taken. Functions that are entered in
their middle do what they do by themselves."""
import platform

import engines
import program
import tap

PRINTED = "4003 4004\n24880 24879 24779\n28 30\n21 27 55\n3291\n"
# function: (entries, iterations) of its loops, for each call of it; those of irreducible ones are counted at the entry taken
LOOPS = {
    "main": [[]],
    "two": [[(1, 4)], [(1, 4)]],
    "three": [[(1, 4)], [(1, 3)], [(1, 3)]],
    "nest": [[(1, 4), (4, 4 * 3)], [(1, 3), (3, 3 * 3)]],
    "full": [[(1, 10)]],
}


def build(here):
    folder = program.SOURCE / "tests" / "loops" / "programs"
    here.run("gcc", "-O1", folder / "entries.c", folder / f"entries_{platform.machine()}.s", "-o", "entries")
    return here / "entries"


def main():
    if program.SANITIZED or not engines.have_native():
        tap.skip_all("there is nothing that counts natively")
    here = program.folder()
    path = build(here)
    alone = here.run(path)
    result, run = engines.natively(here, path)
    tap.check(alone.out == PRINTED, "the program prints what was found by hand", alone.out)
    tap.check((result.status, result.out) == (alone.status, alone.out), "and the same when its loops are counted", result.out)
    contexts = [context for place in run.places for context in place.contexts if context.function]
    for name, expected in LOOPS.items():
        found = [[loop[1:] for loop in context.loops()] for context in contexts if context.name == name]
        # Which call of an argument list comes first depends on the machine.
        tap.check(sorted(found) == sorted(expected), f"{name}: entries and iterations {expected}", f"found {found}")
    names = {context.name for context in contexts}
    tap.check(not names & {"seven", "nine"}, "what is entered in its middle is left as it is", str(names))
    tap.check(all(context.flow_is_whole() for context in contexts), "all flows are whole", "")
    if engines.have_valgrind():
        found, same = engines.differences(here, path)
        tap.check(not found, f"Valgrind counts the same in {same[0]} contexts", "\n".join(found[:20]))
    tap.done()


main()

"""runs.py: which sizes of the examples are run, how they are built, and what they must count."""
import importlib.util

import program

RUNS = {
    "heat": [["20", "13"], ["7", "4"]],
    "cg": [["15", "5"], ["12", "12"]],
    "queens": [["6"], ["3"]],
    "index": [["1"], ["3"]],
    "shallow": [["9", "7", "10", "4", "5", "END"], ["12", "5", "25", "10", "100"]],
    "multigrid": [["4", "3", "W"], ["5", "2", "V"]],
    "orbits": [["10", "45"], ["6", "20"]],
    "tasks": [["6", "3"], ["5", "8"]],
    "triangle": [["30", "4", "static"], ["17", "3", "dynamic"]],
}
FORTRAN = {"shallow", "multigrid", "orbits"}
CARDS = ("COLUMNS", "ROWS", "STEPS", "HISTORY", "RESTART")


def arguments(here, example, size):
    """The command line's words for a size; output goes to the folder that the program runs in."""
    if example == "heat":
        return [*size, "heat.pgm"]
    if example == "index":
        return [str(program.SOURCE / "examples/index/data"), "index.txt", *size]
    if example == "shallow":
        cards = ["* a deck", *(f"{key:<8}{value:>12}" for key, value in zip(CARDS, size)), *size[len(CARDS):]]
        return [str(here.write("deck.inp", "".join(card + "\n" for card in cards)))]
    if example == "multigrid":
        return [*size, "solution.dat"]
    if example == "orbits":
        return [*size, "."]
    return size


def make(here, example, compilers, flags, *more, check=True):
    """Builds an example in a folder. compilers: those for C and for Fortran, as words for make."""
    return here.run("make", "-s", "-C", program.SOURCE / "examples" / example, f"O={here}", f"CC={compilers[0]}",
                    f"FC={compilers[1]}", f"CFLAGS={flags}", f"FFLAGS={flags}", *more, check=check)


def formulas(example):
    """counts() of the example's counts.py."""
    spec = importlib.util.spec_from_file_location("counts", program.SOURCE / "examples" / example / "counts.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.counts

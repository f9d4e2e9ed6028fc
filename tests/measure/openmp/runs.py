"""runs.py: builds the programs of this folder with both compilers and runs them, listening to OpenMP."""
import pathlib

import program
import seen

HERE = pathlib.Path(__file__).resolve().parent
COMPILERS = ("clang", "gcc")
OPTIONS = {"clang": ["-fopenmp-version=50"], "gcc": [], "gfortran": []}
SUFFIX = {"gfortran": ".f90"}


def compilers():
    return [compiler for compiler in COMPILERS if program.have(compiler)]


def build(here, name, compiler, *options):
    built = f"{name}-{compiler}"
    source = HERE / "programs" / (name + SUFFIX.get(compiler, ".c"))
    here.run(compiler, "-g", "-O1", "-fopenmp", *OPTIONS[compiler], *options, source, "-o", built)
    return built


def line(name, mark, suffix=".c"):
    """The line of a program that is marked by L MARK in a comment."""
    for number, text in enumerate((HERE / "programs" / (name + suffix)).read_text().splitlines(), 1):
        if f"/* L {mark} */" in text:
            return number
    raise KeyError(mark)


def run(here, built, *arguments, options=("--events",), status=0, place=0, archive=None, env=None, timeout=60):
    """What was seen of a run, with its result."""
    archive = archive or f"{built}{'-'.join(arguments)}.tri"
    result = here.triptych("run", "-q", "--force", "--collect", "openmp", "--no-seal", *options, "-o", archive,
                           f"./{built}", *arguments, check=False, env=env, timeout=timeout)
    if result.status != status:
        raise program.Failed(f"exit status {status} was expected\n{result}")
    found = seen.Seen(here / archive, place)
    found.result = result
    return found

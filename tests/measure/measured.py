"""measured.py: builds a program of tests/measure/programs with hand-written probes, runs it, reads what it left."""
import os
import pathlib

import program
import raw

HERE = pathlib.Path(__file__).resolve().parent
LIBRARY = os.environ["TRIPTYCH_LIBRARY"]
INCLUDE = program.SOURCE / "include"


def flags():
    return ["-g", "-O1", *program.CFLAGS, "-Wall", "-Wextra", "-Werror", f"-I{INCLUDE}", f"-I{HERE / 'programs'}"]


def link():
    return [f"-L{LIBRARY}", f"-Wl,-rpath,{LIBRARY}", "-ltriptych", "-lpthread", "-ldl"]


def build(here, name, *extra, compiler=program.CC, suffix=".c", output=None):
    here.run(compiler, *flags(), HERE / "programs" / (name + suffix), "-o", output or name, *extra, *link())


def run(here, name, *arguments, status=0, env=None, archive=None, **options):
    """Runs the program in the test's folder and returns its archive. The first run makes NAME.tri."""
    # the library allocates nothing that could leak, and looking for leaks takes seconds on some machines
    env = {"ASAN_OPTIONS": "detect_leaks=0", **(env or {})}
    result = here.run(f"./{name}", *arguments, check=False, env=env, **options)
    if result.status != status:
        raise program.Failed(f"exit status {status} was expected\n{result}")
    archive = raw.Archive(here / (archive or f"{name}.tri"))
    archive.result = result
    return archive

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


def have_fortran():
    """Whether Fortran programs can be built and run here: one compiler's sanitizers do not link with the other's."""
    # ThreadSanitizer complains of what libgfortran itself does with its locks
    os.environ["TSAN_OPTIONS"] = ":".join([os.environ.get("TSAN_OPTIONS", ""), "detect_deadlocks=0",
                                           "report_mutex_bugs=0", "report_destroy_locked=0", f"suppressions={HERE / 'fortran.supp'}"])
    return program.have("gfortran") and not (program.SANITIZED and program.CC != "gcc")


# The symbol of a COMMON block depends on the compiler's options. The block is as long as regions.inc says.
TABLE = """#include "regions.h"
TRI_UNIT_BEGIN(40);
extern struct tri_region tri_test[40] __attribute__((alias("tri_regions")));
extern struct tri_region tri_test_[40] __attribute__((alias("tri_regions")));
extern struct tri_region tri_test__[40] __attribute__((alias("tri_regions")));
static struct tri_region tri_regions[40] = {
%(rows)s
};
TRI_UNIT_END(%(count)d, "%(file)s", "/nowhere");
"""
FLAGS = {"leaf": "TRI_LEAF", "": "0"}


def table(here, file, rows, names_runtime=False):
    """The object with the regions of a Fortran file, each "routine NAME", "loop NAME" or "io NAME", maybe with " leaf".
    The first is a routine that all the others are in. Fortran counts them from 1."""
    lines = []
    for number, row in enumerate(rows, 1):
        kind, name, *marks = row.split()
        seq, routine = (0, 0) if kind == "routine" else (number, 1)
        lines.append(f'TRI_ROW(TRI_NEW, TRI_KIND_{kind.upper()}, {FLAGS["".join(marks)]}, {seq}, {number}, {number},'
                     f' {routine}, "{name}", "{file}", 0),')
    here.write("table.c", TABLE % {"count": len(rows), "rows": "\n".join(lines), "file": file} +
               ("TRI_FORTRAN_IO;\n" if names_runtime else ""))
    here.run(program.CC, *flags(), "-fPIC", "-c", "table.c", "-o", "table.o")
    return here / "table.o"


def fortran_flags():
    return ["-g", "-O2", *program.CFLAGS, "-Wall", "-Wextra", "-Werror", "-Wno-maybe-uninitialized", "-fPIC",
            f"-I{INCLUDE}", f"-I{HERE / 'programs'}"]


def fortran(here, name, rows, *extra, output=None, library=None, names_runtime=False):
    """Builds programs/NAME.F90 with its regions. Other sources and options in `extra`."""
    here.run("gfortran", *fortran_flags(), HERE / "programs" / (name + ".F90"),
             table(here, name + ".F90", rows, names_runtime), "-o", output or name, *extra, *(library or link()))


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

"""sample.py: the archives that the tests of `triptych report` are about."""
import os
import shutil

import program
import tap

WRITE = os.environ["WRITE_SAMPLE"]  # the helper that writes the sample archive: tests/archive/write_sample.c
WRITE_FORTRAN = os.environ["WRITE_FORTRAN"]  # the one for Fortran: write_fortran.c


def make(here, name="sample.tri", *how, writer=WRITE):
    """The sample archive: two processes, one of them killed; three threads; every number is known."""
    if (here / name).exists():
        shutil.rmtree(here / name)
    here.run(writer, name, *how)
    return here / name


def make_fortran(here, name="fortran.tri", *how):
    """A program in Fortran and C: units, internal files, modules. how: "counts" or "huge"."""
    return make(here, name, *how, writer=WRITE_FORTRAN)


def expected(name):
    return (program.SOURCE / "tests/report/expected" / name).read_text()


def golden(name, text, what):
    """Compares with expected/NAME. When a change is meant, look at the difference and run the test with UPDATE=1."""
    if os.environ.get("UPDATE"):
        (program.SOURCE / "tests/report/expected" / name).write_text(text)
    tap.check(text == expected(name), f"{what} is {name}", text)

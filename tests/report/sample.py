"""sample.py: the archives that the tests of `triptych report` are about."""
import os
import shutil

import program

WRITE = os.environ["WRITE_SAMPLE"]  # the helper that writes the sample archive: tests/archive/write_sample.c


def make(here, name="sample.tri", *how):
    """The sample archive: two processes, one of them killed; three threads; every number is known."""
    if (here / name).exists():
        shutil.rmtree(here / name)
    here.run(WRITE, name, *how)
    return here / name


def expected(name):
    return (program.SOURCE / "tests/report/expected" / name).read_text()

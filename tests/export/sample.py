"""sample.py: the archives that these tests export, and what should come out."""
import os
import pathlib

EXPECTED = pathlib.Path(__file__).parent / "expected"


def write(here, name, *words):
    here.run(os.environ["WRITE_SAMPLE"], name, *words)


def golden(name, text):
    """What is expected; with UPDATE=1 it is what is there now."""
    if os.environ.get("UPDATE") == "1":
        (EXPECTED / name).write_text(text)
    return (EXPECTED / name).read_text()

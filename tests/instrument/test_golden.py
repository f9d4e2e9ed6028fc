"""Instrumented text, word for word: cases/X.c must become expected/X.c, and nothing of the user's may be lost.

With the word --update the expected files are written anew: read the difference before you keep it."""
import difflib
import pathlib
import re
import sys

import program
import tap

HERE = pathlib.Path(__file__).parent


def instrument(case):
    """The text for the case, without this folder's name in it, and what was said."""
    here = program.folder()
    (here / case.name).write_bytes(case.read_bytes())
    said = here.triptych("instrument", "-o", "out", case.name).out
    text = (here / "out" / case.name).read_bytes().decode().replace(str(here), "DIR")
    return text, said


def difference(expected, found):
    return "".join(difflib.unified_diff(expected.splitlines(True), found.splitlines(True), "expected", "found"))


def by_number(text):
    """What the compiler takes for each line of each file: (file, number) -> text. A part of a line may follow a part that
    was written twice."""
    lines, file, number = {}, None, 0
    for line in text.split("\n"):
        directive = re.match(r'#line (\d+)(?: "(.*)")?$', line)
        if directive:
            file, number = directive[2] or file, int(directive[1])
        elif file:
            lines[file, number] = lines.get((file, number), "") + line
            number += 1
    return lines


def lost_lines(old, new):
    """Each line of the user's must still hold its text, in order, beside the probes."""
    for (file, number), line in old.items():
        probed = new.get((file, number), "")
        rest = iter(probed)
        if not all(letter in rest for letter in line):
            yield f"line {number}: {line!r} is not in {probed!r}"


def check(case):
    text, said = instrument(case)
    files = [(HERE / "expected" / case.name, text), (HERE / "expected" / (case.stem + ".txt"), said)]
    for file, found in files:
        if "--update" in sys.argv:
            file.write_bytes(found.encode())
        expected = file.read_bytes().decode()
        tap.check(expected == found, file.name, difference(expected, found))
    old = case.read_bytes().decode("utf-8-sig")
    marker = f'#line 1 "{case.name}"\n'
    lost = list(lost_lines(by_number(marker + old), by_number(text if marker in text else marker + text)))
    tap.check(not lost, f"{case.name}: the user's lines are in their places", "\n".join(lost))


for path in sorted((HERE / "cases").glob("*.c")):
    check(path)
tap.done()

"""Instrumented Fortran, word for word: cases/X must become expected/X with the table expected/X.table.c. Line markers keep every
line of the user's in its place, and nothing of it is lost.

With the word --update the expected files are written anew: read the difference before you keep it."""
import difflib
import pathlib
import re
import sys

import program
import tap

HERE = pathlib.Path(__file__).parent
SYMBOL = re.compile(r"tri_[0-9a-f]{16}")
OPTIONS = {"openacc.f90": ["-fopenacc"], "openmp.f90": ["-fopenmp"]}


def instrument(case):
    """{name: text} of what is written, without this folder's name and the table's number in it, and what was said."""
    here = program.folder()
    here.copy(case)
    flags = OPTIONS.get(case.name, [])
    said = here.triptych("instrument", "--fc", "gfortran", "-o", "out", case.name, *(["--"] + flags if flags else [])).out
    texts = {file.name: SYMBOL.sub("tri_0123456789abcdef", file.read_text()).replace(str(here), "DIR")
             for file in (here / "out").iterdir()}
    texts[case.name + ".txt"] = "\n".join(said.splitlines()[:-3]) + "\n"
    return texts


def marked_lines(text):
    """(number, file, ours, text) of each line, as the compiler finds them."""
    number, name, ours = 1, "", True
    for line in text.splitlines():
        marker = re.fullmatch(r'# (\d+) "(.*)"( 3)?', line)
        if marker:
            number, name, ours = int(marker[1]), marker[2], bool(marker[3])
        else:
            yield number, name, ours, line
            number += 1


def lines_by_marker(text, name):
    """{number: text} of the user's lines. What follows a line of the user's in a line of ours belongs to it."""
    lines = {}
    for number, file, ours, line in marked_lines(text):
        if file != name:
            continue
        clause = re.match(r"!\$omp[ &](shared|private)\(tri_[^)]*\)", line)
        if clause:
            line = line[clause.end():]
        if not ours or clause or re.match(r" *& *(tri_a|then)", line):
            lines[number] = lines.get(number, "") + line
    return lines


def bare(line):
    """Without what may come or go: blanks, labels, THEN, the signs of a line that goes on or is OpenMP's, and what a call of a core
    has before the procedure's name."""
    return re.sub(r"[\s\d,&]|then|!\$|tri_c\d+_", "", line)


def is_kept(line, found, kept):
    """The line is as it was; or it is a DO whose bounds were evaluated before, or goes on with such a one."""
    if found is None:
        return kept
    if "tri_a" in found:
        return bare(line.split("=")[0]) == bare(found.split("=")[0])
    return bare(line) == bare(found)


def check_lines(case, text):
    found, wrong, kept = lines_by_marker(text, case.name), [], False
    for number, line in enumerate(case.read_text().splitlines(), 1):
        now = found.get(number)
        if not is_kept(line, now, kept):
            wrong.append(f"line {number}: {line!r} became {now!r}")
        kept = now is None and kept or now is not None and "tri_a" in now
    tap.check(not wrong, f"{case.name}: the user's lines are in their places", "\n".join(wrong))
    last = len(case.read_text().splitlines())
    lost = [line for number, file, ours, line in marked_lines(text) if ours and (file != case.name or number > last)]
    tap.check(not lost, f"{case.name}: every line of ours has the number of one of the user's", "\n".join(lost))
    most = 72 if case.suffix == ".f" else 132
    long = [line for line in text.splitlines() if len(line.split(" !")[0].rstrip()) > most and "tri_" in line]
    tap.check(not long, f"{case.name}: no line of ours is too long", "\n".join(long))


def check(case):
    texts = instrument(case)
    for name, found in sorted(texts.items()):
        file = HERE / "expected" / name
        if "--update" in sys.argv:
            file.write_text(found)
        expected = file.read_text() if file.exists() else ""
        tap.check(expected == found, name, "".join(difflib.unified_diff(
            expected.splitlines(True), found.splitlines(True), "expected", "found")))
    check_lines(case, texts[case.name])


for path in sorted((HERE / "cases").iterdir()):
    check(path)
tap.done()

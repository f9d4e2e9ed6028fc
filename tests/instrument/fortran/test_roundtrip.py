"""Thousands of random programs are read as what they were made from: kinds, labels, texts. The lines of all statements and
the comments between them, put together again, are the file, byte for byte. No program unit is unclear.

test_roundtrip.py STATEMENTS [SEED [COUNT]]"""
import os
import random
import subprocess
import sys

import generate
import program
import tap

COUNT = 1500  # of each form
TOGETHER = 100

statements = os.path.abspath(sys.argv[1])
seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
count = int(sys.argv[3]) if len(sys.argv) > 3 else COUNT
here = program.folder()


def run(option, paths):
    ended = subprocess.run([statements, option, *paths], cwd=here.path, stdout=subprocess.PIPE, check=False)
    if ended.returncode:
        return None
    return [part.splitlines() for part in ended.stdout.decode("latin1").split("==\n")]


def read(line):
    start, end, first, kind, label, text = line.split(" ", 5)
    return int(start), int(end), first == "1", (kind, int(label), text)


def differs(made, lines):
    """What is wrong with how the program was read, or None."""
    found = [read(line) for line in lines]
    for expected, (_, _, _, got) in zip(made.statements, found):
        if expected != got:
            return f"{expected} is read as {got}"
    if len(found) != len(made.statements):
        return f"{len(made.statements)} statements are read as {len(found)}"
    at, pieces, gaps = 0, [], b""
    for start, end, first, _ in found:
        if first:
            if start < at:
                return f"the lines from {start} on belong to two statements"
            gaps += made.text[at:start]
            pieces += [made.text[at:start], made.text[start:end]]
        else:  # a; b
            pieces.append(made.text[at:end])
        at = end
    gaps += made.text[at:]
    if b"".join(pieces) + made.text[at:] != made.text:
        return "the pieces are not the whole"
    if gaps != b"".join(made.comments):
        return "what is between the statements is not the comments"
    return None


def main():
    for free in (False, True):
        name = "free" if free else "fixed"
        wrong, number = [], 0
        chance = random.Random(f"{seed} {name}")
        for first in range(0, count, TOGETHER):
            made = [generate.Program(chance, free) for _ in range(min(TOGETHER, count - first))]
            paths = [f"{index}.{'f90' if free else 'f'}" for index in range(len(made))]
            for path, one in zip(paths, made):
                (here.path / path).write_bytes(one.text)
            spans, blocks = run("-spans", paths), run("-blocks", paths)
            if spans is None or blocks is None:
                wrong.append("the reader failed")
                break
            for one, lines, units in zip(made, spans, blocks):
                number += 1
                why = differs(one, lines) or next((line for line in units if "unclear" in line), None)
                if why:
                    wrong.append(f"{why}\n{one.text.decode('latin1')}")
        tap.check(not wrong and number == count, f"{number} programs in {name} form are read as they were meant",
                  f"{len(wrong)} are not; the first: " + (wrong[0] if wrong else ""))
    tap.done()


main()

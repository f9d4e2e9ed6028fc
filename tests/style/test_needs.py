"""No two files of a folder need each other: what both need has a file of its own.

A file needs another one when it uses a function that only the other one defines."""
import collections
import itertools
import os
import pathlib
import re

import tap

SOURCE = pathlib.Path(os.environ["TRIPTYCH_SOURCE"]) / "src"

# Pairs that do, by folder, and why.
ALLOWED = {
    "query/check": ({"call-expression", "call-stream", "expression-operator", "flat_map-stream", "group-stream", "join-stream", "stages-stream"},
                    "the checker goes down a tree as the grammar does: streams have expressions, which have streams"),
    "instrument/fortran/reader": ({"blocks-include"}, "an INCLUDE line is a text that is read like the one around it"),
}
# What is in no code; names of types may be those of functions, too.
DROPPED = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\])*"|^\s*#.*?$|\b(?:struct|enum|union)\s+\w+(?=\s*[*)\w])', re.DOTALL | re.MULTILINE)
DEFINITION = re.compile(r"^(?!static\b|typedef\b|extern\b|#|\s|\})[A-Za-z_ ][^;={}()]*?\b([a-z_][a-z0-9_]*)\(", re.MULTILINE)
WORD = re.compile(r"\b[a-z_][a-z0-9_]*\b")


def defined(text):
    """The functions that a file has for others."""
    for found in DEFINITION.finditer(text):
        at, depth = found.end(), 1
        while at < len(text) and depth:
            depth += (text[at] == "(") - (text[at] == ")")
            at += 1
        if re.match(r"\s*\{", text[at:at + 100]):
            yield found[1]


def pairs(folder):
    texts = {file.stem: DROPPED.sub(lambda found: "T" if found[0][0] in "seu" else " ", file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.c"))}
    owners = collections.defaultdict(set)
    for name, text in texts.items():
        for function in defined(text):
            owners[function].add(name)
    needs = {name: {owner for word in set(WORD.findall(text)) if len(owners.get(word, ())) == 1 for owner in owners[word]} - {name}
             for name, text in texts.items()}
    return {f"{a}-{b}" for a, b in itertools.combinations(sorted(texts), 2) if b in needs[a] and a in needs[b]}


seen = 0
for folder in sorted({file.parent for file in SOURCE.rglob("*.c")}):
    found, allowed = pairs(folder), ALLOWED.get(str(folder.relative_to(SOURCE)), (set(), ""))[0]
    seen += len(list(folder.glob("*.c")))
    tap.equal(sorted(found - allowed), [], f"{folder.relative_to(SOURCE)}: no two files need each other")
    tap.equal(sorted(allowed - found), [], f"{folder.relative_to(SOURCE)}: what is allowed is still there")
tap.check(seen > 500, "the sources were found", f"{seen} files")
tap.done()

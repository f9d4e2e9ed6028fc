"""Names that leave their sub-room carry their room: archive_text(), struct query_plan.

A name leaves its sub-room (src/ROOM/SUBROOM, or the files of src/ROOM itself) when a file elsewhere includes the header that declares it, and uses it.
No name begins with another room. The names of util/ carry the name of their type (buffer_add), as those of a standard library do; tri_ begins what instrumented programs call."""
import collections
import functools
import os
import pathlib
import re

import tap

SOURCE = pathlib.Path(os.environ["TRIPTYCH_SOURCE"]) / "src"
FREE_ROOMS, FREE_PREFIX = {"util"}, "tri_"
DROPPED = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*$', re.DOTALL | re.MULTILINE)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
FUNCTION = re.compile(r"^(?!typedef\b|\s|\}|#)[A-Za-z_][^;={}()]*?\b([a-z]\w*)\((?!\()", re.MULTILINE)
VARIABLE = re.compile(r"^extern [^;(){}]*?\b([a-z]\w*)(?:\[[^\]]*\])*;", re.MULTILINE)
TAG = re.compile(r"^(?:typedef )?(?:struct|enum|union) ([a-z]\w*) \{", re.MULTILINE)
USED_TAG = re.compile(r"\b(?:struct|enum|union) ([a-z]\w*)")
USED_NAME = re.compile(r"(?<![.>\w])[a-z]\w*")

raw = {str(file.relative_to(SOURCE)): file.read_text(encoding="utf-8") for file in sorted(SOURCE.rglob("*.[ch]"))}
code = {file: DROPPED.sub(" ", text) for file, text in raw.items()}


def sub_room(file):
    return "/".join(file.split("/")[:-1][:2])


@functools.lru_cache(maxsize=None)
def direct(file):
    return tuple(name for name in INCLUDE.findall(raw[file]) if name in raw)


@functools.lru_cache(maxsize=None)
def reached(file):
    """The headers that a file includes, directly or not."""
    found, new = set(), list(direct(file))
    while new:
        header = new.pop()
        if header not in found:
            found.add(header)
            new += direct(header)
    return frozenset(found)


def declared(header):
    """The names that a header has for others, and whether each is a tag."""
    tags = set(TAG.findall(code[header]))
    return {(name, False) for name in (*FUNCTION.findall(code[header]), *VARIABLE.findall(code[header]))} | {(name, True) for name in tags}


def leaving():
    """Names that leave their sub-room without their room, or carry another room: the header, the name, whether it is a tag."""
    used = {file: (set(USED_NAME.findall(USED_TAG.sub(" ", text))), set(USED_TAG.findall(text))) for file, text in code.items()}
    users = collections.defaultdict(list)
    for file in raw:
        for header in reached(file):
            if sub_room(file) != sub_room(header):
                users[header].append(file)
    others = tuple(room + "_" for room in {file.split("/", maxsplit=1)[0] for file in raw})
    for header in (file for file in raw if file.endswith(".h")):
        room = header.split("/", maxsplit=1)[0]
        for name, is_tag in sorted(declared(header)):
            if room in FREE_ROOMS or name == room or name.startswith((room + "_", FREE_PREFIX)):
                continue
            if name.startswith(others) or any(name in used[file][is_tag] for file in users[header]):
                yield header, name, is_tag


if __name__ == "__main__":
    names = collections.defaultdict(list)
    for place, word, _ in leaving():
        names[place.split("/", maxsplit=1)[0]].append(f"{place}: {word}")
    for folder in sorted({file.split("/", maxsplit=1)[0] for file in raw}):
        tap.equal(names[folder], [], f"src/{folder}: names that others use begin with {folder}_")
    tap.check(len(raw) > 1000, "the sources were found", f"{len(raw)} files")
    tap.done()

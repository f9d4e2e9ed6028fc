"""The lists of columns in doc/archive.md and of fields in doc/query.md are those of the schema. With UPDATE=1 they are written anew."""
import os
import pathlib
import re
import subprocess

import tap

SOURCE = pathlib.Path(os.environ["TRIPTYCH_SOURCE"])


def lists(what):
    """The list of each table or stream, by name."""
    out = subprocess.run([os.environ["PRINT_LISTS"], what], capture_output=True, text=True, check=True).stdout
    return dict(part.split("\n", 1) for part in out.split("== ")[1:])


def check(page, what):
    """Compares the first list below each heading, or replaces it."""
    path = SOURCE / "doc" / page
    text = path.read_text(encoding="utf-8")
    for name, wanted in lists(what).items():
        section = re.search(rf"(?ms)^### {name}\n(?:(?!^### ).)*?^(\| (?:column|field) \|.*?\n)(?!\|)", text)
        if section and os.environ.get("UPDATE") == "1":
            text = text[:section.start(1)] + wanted + text[section.end(1):]
            path.write_text(text, encoding="utf-8")
            continue
        tap.equal(section and section[1], wanted, f"{page} lists {what} of {name}; else run this test with UPDATE=1")


check("archive.md", "columns")
check("query.md", "fields")
tap.done()

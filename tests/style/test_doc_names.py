"""Files, functions and types that the documents for developers name exist."""
import pathlib
import re

import program
import tap

TOP = program.SOURCE
SOURCES = [path for folder in ("src", "include") for path in (TOP / folder).rglob("*") if path.is_file() and path.suffix in (".c", ".h", ".inc", ".build")]
KNOWN = set()
for path in SOURCES:
    KNOWN |= set(re.findall(r"\w+", path.read_text(encoding="utf-8", errors="replace")))


def links(page, text):
    """Links to files, and paths in backquotes that begin with a folder of the repository. NAME, ARCH and FOLDER stand for names of one's own."""
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        yield link, (page.parent / link)
    for path in re.findall(r"`((?:src|tests|doc|include|scripts|bench|examples)/[\w./-]+)`", text):
        if not re.search(r"NAME|ARCH|FOLDER|tests/x/", path):
            yield path, TOP / path


for name in ("README.md", "CONTRIBUTING.md", *(str(path.relative_to(TOP)) for path in sorted((TOP / "doc").glob("*.md")))):
    page = TOP / name
    text = page.read_text(encoding="utf-8")
    missing = sorted({link for link, path in links(page, text) if not pathlib.Path(path).exists()})
    tap.equal(missing, [], f"{name}: the files that it names exist")
for name in ("CONTRIBUTING.md", "doc/design.md", "doc/debugging.md"):
    text = (TOP / name).read_text(encoding="utf-8")
    words = set(re.findall(r"`([a-z_]\w+)\(\)`", text)) | set(re.findall(r"`(?:struct|enum) ([a-z]\w+)`", text))
    words |= set(re.findall(r"`((?:FORMAT|TRI|REPORT|SEALED)_\w*[A-Z])`", text)) | set(re.findall(r"`(?:break )?((?:measure|tri|format|archive)_\w+)`", text))
    gone = sorted(word for word in words - KNOWN if not re.search(r"NAME", word))
    tap.equal(gone, [], f"{name}: the functions and types that it names exist")
tap.done()

"""One word per idea: help, man pages, docs and the tables say visits, trips, exclusive and inclusive, and none of the words that
these replaced. doc/design.md has the glossary."""
import os
import pathlib
import re
import subprocess

import tap

SOURCE = pathlib.Path(os.environ["TRIPTYCH_SOURCE"])
TRIPTYCH = os.environ["TRIPTYCH"]

# What is out wherever people read it, and what is said instead.
OUT = {
    r"rotations?": "trips",
    r"how-many-th": "position within",
    r"(count|calls|times|entries)_at_least": "visits_at_least",
    r"(mean|min|max)_(iterations|rotations|trips)": "trips_mean, trips_min, trips_max",
    r"(own|all) ?%": "excl. %, incl. %",
    r"looks at where the program was": "samples",
    r"nobody can do any more": "something that can never happen",
    r"is said to the launcher": "set on the launcher",
    r"as far as they stay clear": "any unique prefix",
    r"left as they are: nothing": "not counted",
}
# In help, man pages and README also these, which docs of the code need in another sense.
OUT_FOR_USERS = {
    r"entries": "visits",
    r"(?<!source )iterations(?! of the source)": "trips; source iterations",
}
# Heads of columns, and keys of JSON and CSV.
HEADS = {"times", "count", "calls", "entries", "iterations", "rotations", "own", "all", "self", "what",
         "own %", "all %", "(all %)"}
KEY = re.compile(r"(count|entries|iterations|rotations)(_.*)?|(mean|min|max)_(count|entries|iterations|rotations|trips)|(own|all|self)_.*")

# Where a word that is out has to stand, by file: all of it, or a section of a man page.
KPX = "kpx's own words"
EXCEPT_FILES = {"doc/kpx.md": KPX}
EXCEPT_SECTIONS = {"doc/triptych-report.1": (".Sh THE STYLE OF KPX", KPX), "doc/triptych-run.1": (".Sh THE KPX WAY", KPX)}
EXCEPT = {
    ("doc/triptych-run.1", "iterations"): "those that OpenMP's `ordered depend` orders",
}

COLUMN = re.compile(r'\{\s*(NULL|"[^"]*"),\s*(NULL|"[^"]*"),\s*SHEET_[A-Z]+,')
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
HEADING = re.compile(r"(?<=  )(times|rotations|iterations|entries)(?=  |$)")


def sections_without(name, text):
    """A man page without the section that may have other words."""
    title, _ = EXCEPT_SECTIONS.get(name, (None, None))
    return "".join(part for part in re.split(r"(?m)^(?=\.S[hH] )", text) if not title or not part.startswith(title))


def words_out(name, text, *lists):
    """Each word that is out, with its line and what to say."""
    for words in lists:
        for word, instead in words.items():
            for found in re.finditer(rf"(?<![\w-]){word}(?!\w)", text, re.IGNORECASE):
                if (name, found[0].lower()) not in EXCEPT:
                    line = text.count("\n", 0, found.start()) + 1
                    yield f"{name}:{line}: '{found[0]}': say {instead}"


def headings_out(name, text):
    """Words that are out at the top of a column: in tables of Markdown, and in examples of output, whose columns are two blanks
    apart."""
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in line.split("|")[1:-1]] if line.startswith("|") else []
        example = HEADING.findall(line) if len(re.findall(r"\S(?=  +\S)", line)) > 2 else []
        for word in HEADS.intersection(cells).union(example) - {"what", "all", "count"}:
            yield f"{name}:{number}: '{word}' is no heading"


def columns_out(file):
    """Columns of the tables in a source file whose heading or key is out."""
    for key, head in COLUMN.findall(file.read_text(encoding="utf-8")):
        key, head = key.strip('"'), head.strip('"')
        if head in HEADS or KEY.fullmatch(key) or key in HEADS:
            yield f"{file.relative_to(SOURCE)}: the column '{key}', '{head}'"


def strings_out(file):
    """Sentences of a source file with words that are out; literals that follow each other are one."""
    text = re.sub(r'"\s*\n\s*"', "", file.read_text(encoding="utf-8"))
    return list(words_out(str(file.relative_to(SOURCE)), "\n".join(STRING.findall(text)), OUT))


def help_of(*command):
    words = [*command, "--help", *(["all"] if command else [])]
    shown = subprocess.run([TRIPTYCH, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return shown.stdout + shown.stderr


whole = help_of()
commands = re.findall(r"(?m)^  ([a-z]+) {3,}\S", whole.partition("Commands:")[2])
tap.check(len(commands) > 10, "the commands were found", whole)
for command in commands:
    text = help_of(command)
    tap.check("usage:" in text.lower() and not list(words_out(command, text, OUT, OUT_FOR_USERS)), f"triptych {command} --help",
              list(words_out(command, text, OUT, OUT_FOR_USERS)) or text)

pages = [SOURCE / "README.md", *sorted((SOURCE / "doc").glob("*.md")), *sorted((SOURCE / "doc").glob("*.1")),
         *sorted((SOURCE / "examples").glob("*/README.md"))]
tap.check(len(pages) > 30, "pages were found", pages)
wrong = []
for page in pages:
    name = str(page.relative_to(SOURCE))
    if name in EXCEPT_FILES:
        continue
    text = sections_without(name, page.read_text(encoding="utf-8"))
    for_users = [OUT_FOR_USERS] if name == "README.md" or name.endswith(".1") else []
    if not name.startswith("examples/"):  # they speak of their algorithms: a board has rotations
        wrong += words_out(name, text, OUT, *for_users)
    wrong += headings_out(name, text)
tap.check(not wrong, "README, man pages and docs", "\n".join(wrong))

sources = [file for folder in ("report", "cmd") for file in sorted((SOURCE / "src" / folder).rglob("*.[ch]"))
           if "kpx" not in file.relative_to(SOURCE).parts]
columns = sum(len(COLUMN.findall(file.read_text(encoding="utf-8"))) for file in sources)
tap.check(len(sources) > 100 and columns > 300, "the tables were found", f"{len(sources)} files, {columns} columns")
tap.equal([each for file in sources for each in columns_out(file)], [], "columns of tables: headings and keys")
tap.equal([each for file in sources for each in strings_out(file)], [], "sentences of tables and commands")

# Columns of the archive and fields of queries; fields are the same words as columns, in camel case.
ARCHIVE_COLUMN = re.compile(r"\bCOLUMN\(\w+, (\w+), [A-Z]+,")
QUERY_FIELD = re.compile(r'\b(?:COLUMN|MOMENT|VIA|COMPUTED|ALWAYS|ALWAYS_MOMENT)\("(\w+)"')
names = ARCHIVE_COLUMN.findall((SOURCE / "src/archive/table/columns.h").read_text(encoding="utf-8"))
fields = QUERY_FIELD.findall((SOURCE / "src/query/parse/stream_fields.c").read_text(encoding="utf-8"))
tap.check(len(names) > 200 and len(fields) > 150, "columns and fields were found", f"{len(names)}, {len(fields)}")
as_columns = [re.sub(r"(?<=[a-z])(?=[A-Z])", "_", field).lower() for field in fields]
tap.equal([name for name in names + as_columns if name in HEADS | {"min", "max", "left_out"} or KEY.fullmatch(name)], [],
          "columns of the archive and fields of queries")

# What a call of MPI does is a column of the regions (format/mpi.h): no other reader compares names.
BY_NAME = re.compile(r'(?:str\w*cmp|begins_with|strcasestr)\([^;]*?"MPI_')
readers = [file for folder in ("archive", "analysis", "cube", "query", "report", "export", "cmd")
           for file in sorted((SOURCE / "src" / folder).rglob("*.c"))]
tap.equal([str(file.relative_to(SOURCE)) for file in readers if BY_NAME.search(file.read_text(encoding="utf-8"))],
          ["src/archive/messages/mpi_calls.c", "src/export/otf2/trace_regions.c"], "functions of MPI are known by name in one place, and where traces are imported")

# The test sees what it is there for.
SEEN = {
    "a word": (words_out("x", "Rotations of it", OUT), 1),
    "source iterations": (words_out("x", "source iterations", OUT_FOR_USERS), 0),
    "a heading of Markdown": (headings_out("x", "| loop | times |"), 1),
    "a heading of an example": (headings_out("x", "a   b   times   seconds"), 1),
    "a sentence": (headings_out("x", "it runs three times as fast"), 0),
}
for what, (found, count) in SEEN.items():
    tap.equal(len(list(found)), count, f"{what}: seen if it is out")
tap.done()

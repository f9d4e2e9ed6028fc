"""The displays of projections made by hand: as text word for word, as SVG that is valid, whole and drawn.

When a change is meant, look at the difference and run the test with UPDATE=1."""
import csv
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import xml.etree.ElementTree

import program
import tap

EXPECTED = pathlib.Path(__file__).parent / "expected"
SVG = "{http://www.w3.org/2000/svg}"
DISPLAYS = ["what-when", "overall-what-when", "when-where", "what-where", "overall-what-where", "overview"]
SAMPLES = ["usual", "one-lane", "one-cycle", "many", "huge", "long", "zero", "empty", "nothing", "hostile", "bytes",
           "tiny", "late"]
DRAWN = [("usual", 0, "light"), ("usual", 2, "dark"), ("one-lane", 0, "light"), ("one-cycle", 0, "light"),
         ("many", 0, "dark"), ("huge", 0, "light"), ("long", 2, "light"), ("zero", 1, "light"), ("hostile", 0, "dark"),
         ("late", 0, "auto")]
here = program.folder()


def draw(*words):
    return subprocess.run([os.environ["DRAW_SAMPLE"], *map(str, words)], check=True, capture_output=True).stdout.decode()


def compare(name, text):
    file = EXPECTED / name
    if os.environ.get("UPDATE"):
        file.write_text(text)
    tap.equal(text, file.read_text() if file.exists() else None, name)


for number, display in enumerate(DISPLAYS):
    compare(f"utilisation-{display}.txt", draw("usual", 0, number, "text", 80, 0, 23))
compare("execution-overall-what-when.txt", draw("usual", 2, 1, "text", 120, 0, 30))
compare("communication-what-where.txt", draw("usual", 1, 3, "text", 80))
compare("late.txt", draw("late", 0, 2, "text", 80))
compare("many-lanes.txt", draw("many", 0, 2, "text", 80, 0, 20))
compare("long-names.txt", draw("long", 2, 4, "text", 60))
compare("ascii.txt", "".join(draw("usual", 0, number, "text", 80, "ascii", 16) for number in range(5)))
compare("nothing.txt", draw("nothing", 0, 2, "text", 60))
compare("empty.txt", draw("empty", 0, 0, "text", 80))

lines = draw("usual", 0, 5, "text", 80, 0, 23).splitlines()
tap.check(len(lines) <= 23 and max(map(len, lines)) <= 80, "the overview fits into 80 x 24, prompt and all")
for colours, code in (1, "\x1b[0;94m"), (2, "\x1b[0;38;5;"), (3, "\x1b[0;38;2;"):
    tap.contains(draw("usual", 0, 0, "text", 80, colours), code, f"colours: {colours}")
mono = draw("usual", 0, 2, "text", 80, 0)
tap.equal(re.sub("\x1b\\[[0-9;]*m", "", draw("usual", 0, 2, "text", 80, 3)), mono, "the same shapes with colours")
tap.check("\x1b" not in mono, "no escape codes without")

for sample in SAMPLES:
    wrong = []
    for subject in range(3):
        for number in range(6):
            text = draw(sample, subject, number, "svg", 920, "auto")
            try:
                root = xml.etree.ElementTree.fromstring(text)
            except xml.etree.ElementTree.ParseError as problem:
                wrong.append(f"{subject} {number}: {problem}")
                continue
            if root[0].tag != SVG + "title" or root[1].tag != SVG + "desc":
                wrong.append(f"{subject} {number}: no title or description")
            if any(word in text for word in ("nan", "inf\"", "<script", "http://www.w3.org/1999", "\x1b")):
                wrong.append(f"{subject} {number}: has what it must not have")
            ids = [node.get("id") for node in root.iter() if node.get("id")]
            if len(ids) != len(set(ids)):
                wrong.append(f"{subject} {number}: the same id twice")
            if len(text) > 600000:
                wrong.append(f"{subject} {number}: {len(text)} bytes")
    tap.check(not wrong, f"SVGs of {sample} are valid", "\n".join(wrong))

texts = "\n".join(draw("long", 2, number, "svg", 920) for number in range(5))
tap.check("a_very_long_name_&lt;of&gt;_&quot;a&quot;_routine_&amp;_its_?[31mparents_0" in texts,
          "names are escaped, and whole in tooltips")
tap.contains(draw("usual", 0, 2, "svg", 920, "auto"), "@media (prefers-color-scheme:dark)", "a picture for both pages")
tap.check("@media" not in draw("usual", 0, 2, "svg", 920, "dark"), "or for one of them")
stacks = xml.etree.ElementTree.fromstring(draw("usual", 0, 4, "svg", 920, "light"))
tap.equal(len(list(stacks.iter(SVG + "pattern"))), 5, "whats have patterns, but program and idle")

for way in ("svg", "text", "json", "csv"):
    tap.equal(draw("usual", 0, 1, way, 500), draw("usual", 0, 1, way, 500), f"{way}: the same twice")
data = json.loads(draw("hostile", 0, 2, "json", 0))["displays"][0]
tap.equal((len(data["rows"]), len(data["values"]), len(data["values"][0]), data["values"][0][0]), (8, 8, 120, None),
          "JSON: all values; what is no number is null")
rows = list(csv.DictReader(io.StringIO(draw("late", 0, 2, "csv", 0))))
tap.equal((len(rows), rows[240]["lane"], rows[240]["start_ns"], rows[240]["value"]),
          (8 * 120, "0.2", "1500000000", ""), "CSV: a line for each value; empty where the lane was not there")

if shutil.which("rsvg-convert"):
    for sample, subject, theme in DRAWN:
        sizes = []
        for number in range(5):
            (here / "a.svg").write_text(draw(sample, subject, number, "svg", 920, theme))
            made = here.run("rsvg-convert", "-o", "a.png", "a.svg", check=False)
            sizes.append((here / "a.png").stat().st_size if made.status == 0 and not made.err else made.err)
        tap.check(all(isinstance(size, int) and size > 4000 for size in sizes), f"{sample} can be drawn", sizes)
else:
    tap.skip("pictures can be drawn", "there is no rsvg-convert")
tap.done()

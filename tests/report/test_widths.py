"""Tables at widths from 60 to 200: shortening changes no meaning, and columns that are not shown are named."""
import re

import program
import sample
import tap
import terminal
import widths

here = program.folder()
sample.make(here)
sample.make(here, "threads.tri", "threads")
sample.make(here, "ranks.tri", "ranks")
sample.make_fortran(here)


def text_of(*words):
    return lambda width: here.triptych(*words, "--width", width, env={"LC_ALL": "C.UTF-8"}).out


for archive in ("sample.tri", "threads.tri", "ranks.tri", "fortran.tri"):
    widths.check(text_of("report", "--all", "--top", 0, archive), f"report {archive}", 5)
    widths.check(text_of("report", "--tree", archive), f"report --tree {archive}")
widths.check(text_of("report", "--routine", "solve", "sample.tri"), "report --routine", 3)
widths.check(text_of("report", "--lanes", "--routines", "--loops", "sample.tri"), "report --lanes", 2)

# Displays: names of a legend, and words around the picture.
for width in widths.WIDTHS:
    text = here.triptych("show", "ranks.tri", "comm", "all", "--width", width, env={"LC_ALL": "C.UTF-8"}).out
    legends = [re.findall(r"(\S)\1 (\S+(?: \S+)*)", line) for line in text.splitlines()]
    names = [name for legend in legends for _, name in legend if len(legend) > 1]
    cut = [line for line in text.splitlines() if re.search(r"\d…\d|…\w* (?:ms|s|kB|bytes)\b", line)]
    tap.check(max(map(len, text.splitlines())) <= width and not cut, f"show fits into {width}, and no number is cut", cut)


def on_terminal(width, *words):
    return terminal.written([program.TRIPTYCH, *words], here.path, 50, width)[1]


# Queries fit into a terminal: names of a column stay different, numbers stay whole, and columns that are not shown are named.
QUERY = "nodes.map(n -> {path: n.path, file: n.file, line: n.line, visits: n.visits, time: n.inclusiveTime})"
wide = on_terminal(1000, "query", "fortran.tri", QUERY).splitlines()
for width in widths.WIDTHS:
    lines = on_terminal(width, "query", "fortran.tri", QUERY).splitlines()
    named = lines.pop()[len("not shown: "):].split(";")[0].split(", ") if lines[-1].startswith("not shown: ") else []
    cell = lines[0].index("file")
    names = {}
    for row, line in zip(wide, lines):
        names.setdefault(line[:cell].rstrip(), set()).add(row.split("  ")[0])
    tap.equal(set(lines[0].split()) | set(named), {"path", "line", "file", "visits", "time"}, f"query at {width}: columns are shown or named")
    tap.check(len(lines) == len(wide) and all(len(whole) == 1 for whole in names.values()), f"query at {width}: different names look different",
              [whole for whole in names.values() if len(whole) > 1])
tap.done()

"""The text of `triptych report`, word for word, on an archive whose every number is known.

The expected texts are in expected/."""
import program
import sample
import tap

here = program.folder()
sample.make(here)
sample.make(here, "sealed.tri", "sealed")
UTF8 = {"LC_ALL": "C.UTF-8"}
ASCII = {"LC_ALL": "C"}


def golden(name, *options, env=UTF8, archive="sample.tri"):
    text = here.triptych("report", *options, archive, env=env).out.replace("archive  sealed.tri", "archive  sample.tri")
    sample.golden(name, text, f"report {' '.join(options)}")
    return text


for width in (80, 100, 200):
    text = golden(f"tables-{width}.txt", "--width", str(width))
    tap.check(max(map(len, text.splitlines())) <= width, f"no line is wider than {width}")
for width in (40, 50, 60):
    for what in (["--all"], ["--all", "--lanes"], ["--tree"], ["--routine", "solve"]):
        text = here.triptych("report", "--width", str(width), *what, "sample.tri", env=UTF8).out
        tap.check(max(map(len, text.splitlines())) <= width and ("inclusive" in text or "seconds" in text),
                  f"{' '.join(what)} has no line that is wider than {width}", text)
golden("tables-100.txt", "--width", "100", archive="sealed.tri")
golden("tables-100.txt")
golden("ascii.txt", "--width", "100", "--routines", "--loops", env=ASCII)
golden("everything.txt", "--width", "120", "--all", "--top", "3")
golden("lanes.txt", "--width", "100", "--lanes", "--routines", "--loops", "--io", "--lane-table")
golden("compensated.txt", "--width", "100", "--compensate", "--routines")
golden("tree.txt", "--width", "100", "--tree")
golden("tree-all.txt", "--width", "160", "--tree", "--min-percent", "0")
golden("tree-ascii.txt", "--width", "80", "--tree", "--min-percent", "10", env=ASCII)
golden("routine-solve.txt", "--width", "100", "--routine", "solve")
golden("routine-fib.txt", "--width", "80", "--routine", "fib")
golden("color.txt", "--width", "100", "--routines", "--color", "always")
for key in ("inclusive", "exclusive", "visits", "name", "trips", "line"):
    golden(f"sort-{key}.txt", "--width", "100", "--routines", "--loops", "--sort", key)

plain = here.triptych("report", "sample.tri", env={"COLUMNS": "80", **UTF8}).out
tap.equal(plain, sample.expected("tables-80.txt"), "COLUMNS is the width where there is no terminal")
tap.check("\033" not in plain, "no colours where there is no terminal")
tap.done()

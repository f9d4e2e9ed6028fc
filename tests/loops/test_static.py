"""`triptych loops --static`: which functions and loops a binary has, and where; what is no binary is told."""
import csv
import io
import json
import os
import pathlib

import program
import tap

here = program.folder()
PROGRAMS = pathlib.Path(__file__).parent / "programs"
here.copy(PROGRAMS / "nest.c")
SOURCE = (PROGRAMS / "nest.c").read_text().splitlines()


def line(text):
    return next(i for i, each in enumerate(SOURCE, 1) if text in each)


FIRST, SECOND = line("i < 3"), line("k < 5")
DO, MAIN = line("++i < n"), line("i < n; i++")


def outline(binary, *options):
    text = here.triptych("loops", "--static", "--format", "json", *options, binary).out
    return json.loads(text)["outline"]


def loops(rows, function):
    """(number, parent, depth, line) of each loop of a function."""
    return [(row["loop"], row["parent"], row["depth"], row["line"]) for row in rows
            if row["function"] == function and row["kind"] == "loop"]


here.run(program.CC, "-O1", PROGRAMS / "strides.c", "-o", "strides")


def strides(binary):
    return {row["function"]: row["strides"] for row in outline(binary) if row["kind"] == "loop"}


tap.equal(strides("strides"),
          {"unit": "2 l unit", "column": "1 l by 800", "scatter": "2 l unit, 1 l 1 s indirect", "list": "2 l indirect",
           "row": "1 l unit", "backward": "1 l unit"}, "how the addresses of loads and stores move")
here.run(program.CC, "-O0", PROGRAMS / "strides.c", "-o", "slow")
slow = strides("slow")
tap.check(all("not known" in slow[name] and "indirect" not in slow[name] for name in slow),
          "an index in memory is not known to move, nor is what is loaded by it", slow)
if program.have("clang"):
    here.run("clang", "-O3", PROGRAMS / "strides.c", "-o", "copied")
    found = [row["strides"] for row in outline("copied", "--function", "backward") if row["kind"] == "loop"]
    tap.check("1 l unit" in found, "an index may be copied to a register of 32 bits in each trip", found)

here.run(program.CC, "-g", "-O0", "nest.c", "-o", "plain")
rows = outline("plain")
tap.equal(loops(rows, "count"), [(1, None, 1, FIRST), (2, 1, 2, SECOND)], "a nest in a function")
tap.equal(loops(rows, "main"), [(1, None, 1, MAIN)], "a loop of main")
tap.equal([each[:3] for each in loops(rows, "inlined")], [(1, None, 1)], "what could be inlined is a function without -O")
tap.check({"add", "main"} <= {row["function"] for row in rows if row["kind"] == "function"}, "functions without loops")
tap.equal({row["line"] for row in rows if row["function"] == "main" and row["kind"] == "function"},
          {line("int main")}, "the line of a function")

here.run(program.CC, "-g", "-O2", "-fno-unroll-loops", "nest.c", "-o", "fast")
inlined = [row for row in outline("fast") if row["inlined"]]
tap.equal({(row["function"], row["inlined"], row["line"]) for row in inlined}, {("main", "inlined", DO)},
          "a loop that was inlined stands in its function's line")

here.run("strip", "-o", "stripped", "plain")
names = {row["function"] for row in outline("stripped")}
count = sum(row["kind"] == "loop" for row in outline("stripped"))
tap.check("main" not in names and count >= 4, "a stripped one has loops, too", f"{names} {count}")
tap.check(all(row["line"] in (0, None) for row in outline("stripped")), "but no lines")

here.run(program.CC, "-shared", "-fPIC", "-g", "-O0", "nest.c", "-o", "nest.so")
tap.equal(len(loops(outline("nest.so"), "count")), 2, "a shared object")

text = here.triptych("loops", "--static", "--function", "cou*", "plain", env={"LC_ALL": "C"}).out
shape = [" ".join(row.split()[:2]) if "loop" in row else row.split()[0] for row in text.splitlines()
         if row.startswith(("count", "  loop", "    loop", "main"))]
tap.equal(shape, ["count", "loop 1", "loop 2"], "only the function that was asked for, its loops below it")
tap.check("    loop 2" in text and f"nest.c:{SECOND}" in text, "what is inside is indented, with its line", text)
rows = list(csv.DictReader(io.StringIO(here.triptych("loops", "--static", "--format", "csv", "plain").out)))
tap.check(any(row["function"] == "count" and row["loop"] == "2" and row["depth"] == "2" for row in rows), "CSV")
result = here.triptych("loops", "--static", "--function", "nobody", "plain", check=False)
tap.check(result.status == 1 and "no function 'nobody'" in result.err, "a function that is not there", result)


def refused(name, words, *arguments, status=1):
    result = here.triptych("loops", *arguments, check=False)
    tap.check(result.status == status and words in result.err and not result.out, name, result)


refused("no file", "cannot be read", "--static", "nothing")
refused("a folder", "not a regular file", "--static", ".")
os.mkfifo(here / "pipe")
refused("a pipe", "not a regular file", "--static", "pipe")
refused("text", "not an ELF file", "--static", "nest.c")
here.run(program.CC, "-c", "nest.c", "-o", "nest.o")
refused("an object file", "Link it first", "--static", "nest.o")
refused("two", "one too many", "--static", "plain", "fast", status=2)
refused("a format", "--format takes", "--static", "--format", "xml", "plain", status=2)
refused("an option", "lists the options", "--static", "--nonsense", "plain", status=2)
refused("a width", "--width takes", "--static", "--width", "3", "plain", status=2)
whole = (here / "plain").read_bytes()
wrong = []
for size in [0, 4, 18, 63, *range(64, len(whole), len(whole) // 8)]:
    (here / "part").write_bytes(whole[:size])
    result = here.triptych("loops", "--static", "part", check=False)
    if result.status not in (0, 1) or (result.status == 1) != bool(result.err):
        wrong.append(str(result))
tap.check(not wrong, "a file that is cut off anywhere is told so, or is whole enough", "\n".join(wrong[:3]))
tap.done()

"""triptych show of ranks: messages by kind, the matrix and the timeline, of ranks made by hand, word for word.

When a change is meant, look at the difference and run the test with UPDATE=1."""
import csv
import io
import json
import os
import pathlib
import xml.etree.ElementTree

import program
import tap

EXPECTED = pathlib.Path(__file__).parent / "expected"
SVG = "{http://www.w3.org/2000/svg}"
here = program.folder()
here.run(os.environ["WRITE_SAMPLE"], "ranks.tri", "ranks")
here.run(os.environ["WRITE_SAMPLE"], "sealed.tri", "ranks", "sealed")
here.run(os.environ["WRITE_SAMPLE"], "threads.tri", "threads")


def show(*words, **more):
    return here.triptych("show", *words, check=False, env={"LC_ALL": "C.UTF-8", "COLUMNS": "80"}, **more)


def compare(name, text):
    file = EXPECTED / name
    if os.environ.get("UPDATE"):
        file.write_text(text)
    tap.equal(text, file.read_text() if file.exists() else None, name)


compare("ranks-matrix.txt", show("ranks.tri", "matrix").out)
compare("ranks-timeline.txt", show("ranks.tri", "timeline").out)
compare("ranks-communication.txt", "\n".join(show("ranks.tri", "comm", *words).out for words in (
    ["what-when"], ["overall-what-when"], ["when-where", "--measure", "sent"],
    ["what-where", "--measure", "bytes-received", "--by", "site"], ["overall-what-where", "--by", "size"])))
for words in ["matrix"], ["timeline"], ["comm", "what-when"]:
    tap.equal(show("sealed.tri", *words).out.replace("sealed.tri", "ranks.tri"), show("ranks.tri", *words).out,
              f"the same of a sealed archive: {' '.join(words)}")
for width in (40, 50, 60, 80, 100):
    drawn = show("ranks.tri", "timeline", "--width", str(width)).out
    waits = [line for line in drawn.splitlines() if " waited " in line]
    tap.check(waits and all((" for 0.0, until " if width > 40 else " for 0.0") in line and "…" not in line for line in waits), f"{width} columns: a wait says for whom", drawn)

data = json.loads(show("ranks.tri", "matrix", "--format", "json").out)["displays"]
tap.equal([(one["unit"], one["values"], [row["total"] for row in one["rows"]]) for one in data],
          [("bytes", [[0, 4112], [0, 0]], [4112, 0]), ("messages", [[0, 3], [0, 0]], [3, 0])], "the matrix as JSON")
lines = list(csv.DictReader(io.StringIO(show("ranks.tri", "matrix", "--measure", "bytes", "--format", "csv").out)))
tap.equal([(line["name"], line["lane"], line["value"]) for line in lines],
          [("0", "0", "0"), ("0", "1", "4112"), ("1", "0", "0"), ("1", "1", "0")], "as CSV: sender, receiver")
data = json.loads(show("ranks.tri", "timeline", "--format", "json").out)["displays"][0]
tap.equal(sum(message["waited_ns"] for message in data["messages"]), 150000000, "the timeline as JSON has waits")
tap.equal([sum(bar["end_ns"] - bar["start_ns"] for bar in lane["bars"]) for lane in data["lanes"]], [1000000000] * 2,
          "and all of the time of each lane")
lines = list(csv.DictReader(io.StringIO(show("ranks.tri", "timeline", "--format", "csv").out)))
tap.equal([(line["lane"], line["to"], line["bytes"], line["tag"]) for line in lines if line["type"] == "message"],
          [("0.0", "1.0", size, "7") for size in ("8", "8", "4096")], "as CSV")


def picture(*words):
    root = xml.etree.ElementTree.fromstring(show(*words, "--svg", "-").out)
    return root, [node.text for node in root.iter(SVG + "title")], [node.text for node in root.iter(SVG + "text")]


root, tips, texts = picture("ranks.tri", "timeline")
tap.equal(sum(1 for node in root.iter(SVG + "path") if node.get("class") == "late" and len(node)), 3,
          "a line for each message that was waited for")
tap.check("4,096 bytes with tag 7 from 0.0 at 0.300000 s, MPI_Send (ring.c:10), to 1.0 at 0.310000 s, MPI_Recv (ring.c:12), "
          "which waited 50.00 ms until it was sent" in tips, "which says all of it", "\n".join(tips))
tap.check("MPI_Barrier" in texts and "message that a rank waited for" in texts, "names in bars, and a legend", texts)
root, tips, texts = picture("ranks.tri", "matrix", "--measure", "bytes")
tap.check("from 0 to 1: 4.11 kB" in tips and "4.11 kB" in texts, "cells say who sent to whom", "\n".join(tips))
window = picture("ranks.tri", "timeline", "--from", "150ms", "--to", "250ms")[2]
tap.check("Activity of each lane from 150 ms to 250 ms, and the messages between them" in window, "a part of the time", window)
one = show("ranks.tri", "timeline", "--places", "1")
tap.contains(one.out, "3 more messages have an end on a lane that is not shown", "a part of the ranks")
show("ranks.tri", "matrix", "--svg", "pictures/")
tap.equal(sorted(os.listdir(here / "pictures")), ["matrix-bytes.svg", "matrix-messages.svg"], "a folder of matrices")

for words, status, why in [
        (["threads.tri", "timeline"], 1, "triptych run --events"),
        (["threads.tri", "matrix"], 1, "triptych run --events=comm mpirun"),
        (["threads.tri", "--measure", "sent"], 1, "triptych run --events=comm mpirun"),
        (["ranks.tri", "exec", "--measure", "sent"], 1, "measures of communication"),
        (["ranks.tri", "matrix", "--places", "9"], 1, "no such ranks"),
        (["ranks.tri", "--by", "colour"], 2, "--by takes kind, site or size"),
        (["ranks.tri", "matrix", "timeline"], 2, "one too many")]:
    refused = show(*words)
    tap.check(refused.status == status and why in refused.err and not refused.out, " ".join(words), refused)
tap.done()

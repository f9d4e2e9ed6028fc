"""compare matches activities of places by their paths, and finishes by the activity that waited: what moved elsewhere, what is new, what is gone."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("sanitized programs run without the preloaded library, which this needs")

here = program.folder()
SOURCE = """#include <stdlib.h>
#include <triptych/places.h>
static long sum;
static void work(int i)
{
#pragma tri atomic
    sum += i;
}
int main(int argc, char **argv)
{
    int shift = atoi(argv[1]), count = atoi(argv[2]);
#pragma tri finish
    for (int i = 0; i < count; i++) {
#pragma tri async at((i + (i > 1) * shift) % tri_places())
        work(i);
    }
    return argc != 3;
}
"""


def run(archive, text, *arguments):
    here.write("spread.c", text)
    here.triptych("cc", program.CC, "-O1", "-g", *program.CFLAGS, "-I", program.SOURCE / "include", "spread.c", "-o", "spread")
    here.triptych("run", "-q", "--events", "-o", archive, "./spread", *arguments, env={"TRI_PLACES": "3", "TRI_WORKERS": "1"})


def compare(*archives):
    """Rows of the table, without those that depend on time; and the sentence."""
    found = json.loads(here.triptych("compare", "--as", "changes", "--format", "json", *archives).out)
    rows = [(row["change"], row["directive"], row["activities"], row["path"], row["before"], row["after"]) for row in found["activities"] if row["change"] != "late"]
    return sorted(rows), next(note for note in found["notes"] if note.startswith("Activities are matched"))


run("a.tri", SOURCE, 0, 6)
run("same.tri", SOURCE, 0, 6)
run("moved.tri", SOURCE, 1, 6)
run("more.tri", SOURCE, 0, 8)
run("lines.tri", "/* a new\n * first line */\n" + SOURCE.replace("return argc", "/* another one */\n    return argc"), 1, 6)

rows, note = compare("a.tri", "same.tri")
tap.equal(rows, [], "two equal runs: nothing differs")
tap.contains(note, "6 are in both runs, of 6 before and 6 after", "all are matched")
moved = [("moves", "async at of main", 4, "main/spread.c:14#2", "1 move, 4 bytes, 0 -> 2", "1 move, 4 bytes, 0 -> 0")]
rows, note = compare("a.tri", "moved.tri")
tap.equal(rows, moved, "activities that moved elsewhere")
rows, note = compare("a.tri", "more.tri")
tap.equal(rows, [("new", "async at of main", 2, "main/spread.c:14#6", "", "1 move, 4 bytes, 0 -> 0"), ("participants", "finish of main", 1, "main", "6 activities", "8 activities")], "activities that are new, and the finish that waits for them")
tap.contains(note, "6 are in both runs, of 6 before and 8 after", "and how many there are")
rows, note = compare("more.tri", "a.tri")
tap.equal([row[:4] for row in rows], [("gone", "async at of main", 2, "main/spread.c:14#6"), ("participants", "finish of main", 1, "main")], "activities that are gone")
rows, note = compare("a.tri", "lines.tri")
tap.equal(rows, [tuple(word.replace("c:14", "c:16") if isinstance(word, str) else word for word in moved[0])], "directives are found again where lines have moved")
rows, note = compare("more.tri", "a.tri", "same.tri", "--", "moved.tri")
tap.equal(rows, moved, "a side has what most of its runs have")
tap.contains(note, "6 are in both runs, of 6 before and 6 after", "and so many activities")
rows, note = compare("a.tri", "--", "more.tri", "same.tri", "more.tri")
tap.equal([row[:3] for row in rows], [("new", "async at of main", 2), ("participants", "finish of main", 1)], "of several runs after the change, too")
text = here.triptych("compare", "--as", "changes", "a.tri", "moved.tri").out
tap.check("What activities did otherwise" in text and "Activities are matched by their paths" in text, "as text", text)
here.triptych("run", "-q", "-o", "unlogged.tri", "./spread", 0, 6, env={"TRI_PLACES": "3"})
tap.contains(here.triptych("compare", "--as", "changes", "a.tri", "unlogged.tri").out, "What activities did is not compared", "a run without a log")
tap.done()

"""Filters hold for the events of directives: those that a run begins with, and those that a running program gets."""
import json
import subprocess

import program
import tap

if program.SANITIZED:
    tap.skip_all("sanitized programs run without the preloaded library, which this needs")

here = program.folder()
here.triptych("cc", program.CC, "-O1", "-g", *program.CFLAGS, "-I", program.SOURCE / "include", program.SOURCE / "tests/places/programs/steps.c", "-o", "steps")
PLACES = {"TRI_PLACES": "3"}
USUAL = ("run", "-q", "--throttle", "off", "--events=tasks,sync,comm")


def logged(archive):
    """Logged events of directives: type, the place where, bytes, and how many."""
    rows = here.triptych("query", "--format", "json", archive, "events.groupBy(e -> e.type, place: e -> e.rank, b: e -> e.bytes).count()").out.splitlines()
    return sorted((row["type"], row["place"], row["b"] or 0, row["count"]) for row in map(json.loads, rows))


def run(archive, condition):
    here.triptych(*USUAL, "--filter", condition, "-o", archive, "./steps", input="ab\n", env=PLACES)
    return logged(archive)


tap.equal(run("target.tri", "e -> e.type == MOVE && e.target.rank == 2"), [("MOVE", 0, 0, 2)], "run --filter: moves to one place")
tap.equal(run("places.tri", "e -> e.type == MOVE && e.sourcePlace == 0 && e.targetPlace == 2"), [("MOVE", 0, 0, 2)], "moves by the numbers of their places")
tap.equal(run("own.tri", "e -> e.type == EXEC && e.sourcePlace == 2"), run("own-query.tri", "e -> e.type == EXEC && e.execPlace == 2"), "an event without a message has its own place as source")
tap.equal(run("bytes.tri", "e -> e.bytes >= 40B"), [("MOVE", 0, 40, 2)], "moves with many bytes")
tap.equal(run("routine.tri", 'e -> e.type == FINISH && e.methodName == "step"'), [("FINISH", 0, 0, 2)], "finishes of a routine")
tap.equal(run("activity.tri", 'e -> e.type == EXEC && e.activityNumber == "0-0"'), [("EXEC", 1, 0, 2), ("EXEC", 2, 0, 2)], "an activity at other places")

running = here.start(program.TRIPTYCH, *USUAL, "-o", "narrowed.tri", "./steps", env=PLACES, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def do(letter):
    running.stdin.write(letter + "\n")
    running.stdin.flush()
    tap.equal(running.stdout.readline(), letter + "\n", f"step {letter}")


do("a")
do("b")
wrong = here.triptych("stop", "--filter", "e -> e.nonsense", "narrowed.tri", check=False)
tap.equal((wrong.status, "nonsense" in wrong.err), (2, True), "stop --filter: a wrong condition is refused")
said = here.triptych("stop", "--filter", "e -> e.type == MOVE && e.bytes > 0B", "narrowed.tri").out
tap.contains(said, "3 processes log events by this filter from now on", "stop --filter: all places heed it")
for letter in "cde":
    do(letter)
running.stdin.close()
tap.equal((running.wait(60), running.stderr.read()), (0, ""), "the program ends as it would")
found = [row for row in logged("narrowed.tri") if row[1] == 0]
tap.equal([row for row in found if row[0] in ("MOVE", "FINISH")], [("FINISH", 0, 0, 2), ("MOVE", 0, 0, 2), ("MOVE", 0, 40, 5)], "afterwards only moves with data are logged")
visits = json.loads(here.triptych("query", "--format", "json", "narrowed.tri", 'nodes.filter(n -> n.name == "finish").sum(n -> n.visits)').out.splitlines()[0])
tap.equal(visits["sum"], 5, "and the profile has all visits")
tap.done()

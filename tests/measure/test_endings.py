"""However a program ends, what it did so far is there, with the open regions open."""
import signal
import subprocess

import measured
import program
import raw
import tap

here = program.folder()
measured.build(here, "endings")
OPEN = ["main", "main/last", "main/last/ending"]


def expect(archive, how, open_paths):
    counts = [archive.count(name) for name in ("main", "work", "step", "last", "ending")]
    tap.equal(counts, [1, 7, 35, 1, 1], f"{how}: all counts")
    tap.equal(archive.sum("trips", "", "loop"), 35, f"{how}: all trips")
    tap.equal(archive.open_paths(), open_paths, f"{how}: open regions")


def archive_of(number):
    return "endings.tri" if number == 1 else f"endings.{number}.tri"


number = 0
for how, status, open_paths in (("return", 0, []), ("exit", 8, []), ("_exit", 7, OPEN), ("quick_exit", 9, OPEN),
                                ("kill", -signal.SIGKILL, OPEN), ("abort", -signal.SIGABRT, OPEN),
                                ("segfault", -signal.SIGSEGV, OPEN)):
    number += 1
    if how == "segfault" and program.SANITIZED:
        number -= 1  # a sanitizer catches it and ends in another way
        continue
    archive = measured.run(here, "endings", how, status=status, archive=archive_of(number))
    expect(archive, how, open_paths)
    ended = archive.places[0].state == raw.EXITED
    tap.equal(ended, how in ("return", "exit"), f"{how}: the place knows whether it ended by itself")
    tap.equal(archive.result.out, "at the end\n", f"{how}: the program's own output")
    tap.equal(archive.result.err, "", f"{how}: and nothing else")
    if how == "exit":
        tap.equal([node.left for name in ("main", "last", "ending") for node in archive.nodes(name)], [1, 1, 1],
                  "exit: visits ended from outside are marked")

for how in ("endless", "deadlock"):
    number += 1
    running = here.start("./endings", how, stdout=subprocess.PIPE)
    running.stdout.readline()  # it is there
    live = raw.Archive(here / archive_of(number))
    expect(live, f"{how}, while it runs", OPEN)
    running.kill()
    running.wait()
    expect(raw.Archive(here / archive_of(number)), f"{how}, ended from outside", OPEN)
tap.done()

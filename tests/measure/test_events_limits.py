"""Limits of the event log: the first ones, the last ones, a full disk, a file that may not grow: what is dropped is counted."""
import os
import resource
import shutil
import subprocess

import acts
import measured
import program
import tap

PIECE = 4092  # acts
here = program.folder()
measured.build(here, "busy")
CALLS = 100000
DONE = {"main": 1, "body": 1, "step": CALLS, "": 1}


def count(path):
    """Acts by region, of all lanes; and records that make no sense."""
    ended = subprocess.run([os.environ["COUNT_ACTS"], path], capture_output=True, text=True, check=True)
    *lanes, damaged = ended.stdout.splitlines()
    sums = {}
    for lane in lanes:
        for word in lane.split(" ")[1:]:
            name, _, number = word.partition("=")
            sums[name] = sums.get(name, 0) + int(number)
    return sums, int(damaged)


def dropped(path):
    """From the header of every log, as src/format/event.h has it."""
    return sum(int.from_bytes(file.read_bytes()[48:56], "little") for file in path.glob("places/*/events-*"))


def run(limit=None, threads=1, folder=None, check=True, **options):
    folder = folder or here.path
    path = folder / "a.tri"
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir()
    env = {"TRIPTYCH_ARCHIVE": path, "TRIPTYCH_EVENTS": "all", "TRIPTYCH_THROTTLE": "off", "ASAN_OPTIONS": "detect_leaks=0"}
    if limit:
        env["TRIPTYCH_EVENTS_LIMIT"] = limit
    result = here.run("./busy", threads, here / "witness", CALLS, env=env, check=check, **options)
    return path, result


path, _ = run()
tap.equal(count(path), (DONE, 0), "without a limit, all is there")
size = (path / "places" / "0" / "events-1").stat().st_size
tap.check(CALLS * 16 < size < CALLS * 18, "16 bytes an act", size)

path, _ = run("first:262144")
sums, damaged = count(path)
FIRST = 4 * PIECE + 1  # one was going on when they were full
tap.equal((sums["step"], damaged), (FIRST, 0), "the first: four pieces of 64 kB")
tap.equal((sums["main"], sums["body"], sums[""]), (1, 1, 1), "and what is around them")
tap.equal(dropped(path), CALLS - FIRST, "the others are counted")
log = acts.Log(path)
tap.equal(log.dropped, CALLS - FIRST, "so the reader says")
acts.check_nesting(log, "the first")

path, _ = run("last:655360")
sums, damaged = count(path)
kept = (6 + 2) * PIECE  # places for six pieces, and two to four in their slots, the newest one not full
tap.check(kept < sums["step"] <= kept + 2 * PIECE and not damaged, "the last: ten pieces", (sums, damaged))
tap.equal((sums["body"], sums["main"], sums[""]), (1, 1, 1), "with all that is around them, whole")
size = (path / "places" / "0" / "events-1").stat().st_size
tap.check(size <= 655360 + 65536, "in no more room than that", size)
log = acts.Log(path)
acts.check_nesting(log, "the last")
steps = [act for act in log.acts if act.path.endswith("/step")]
body = [act for act in log.acts if act.path == "/body"]
tap.check(steps[-1].end <= body[0].end and body[0].trips is None, "a loop's trips are the loop's", body)
tap.equal([act.trips for act in log.acts if act.kind == "LOOP"], [CALLS], "and known")
tap.check(log.lost > 0 and log.dropped == CALLS - sums["step"], "what made room is counted", (log.lost, log.dropped, sums))
sealed = acts.Log(path, seal=True)
tap.check(sealed.text == log.text, "sealed, all is the same")


def expect_full(path, result, words):
    lines = result.err.splitlines()
    tap.check(result.status == 0 and len(lines) == 1 and words in lines[0] and "no more events" in lines[0],
              f"{words}: one line says so, and the program goes on", str(result))
    sums, damaged = count(path)
    # what does not fit any more: loop, body, main, too
    tap.check(sums["step"] >= 4 * PIECE and not damaged, f"{words}: what was there is kept", (sums, damaged))
    nodes = acts.Log(path).nodes.values()
    tap.equal([node.count for node in nodes if node.path.endswith("/step")], [CALLS], f"{words}: the profile is complete")
    tap.equal(sums["step"] + sums[""] + sums["body"] + dropped(path), CALLS + 2, f"{words}: the others are counted")


if not program.SANITIZED:
    path = here / "a.tri"
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir()
    ended = subprocess.run(["./busy", "1", here / "witness", str(CALLS)], cwd=here.path, capture_output=True, text=True,
                           env={**os.environ, "TRIPTYCH_ARCHIVE": str(path), "TRIPTYCH_EVENTS": "all", "TRIPTYCH_THROTTLE": "off"},
                           preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (600000, 600000)))
    expect_full(path, program.Result(["busy"], ended.returncode, ended.stdout, ended.stderr), "File too large")

small = here / "small"
small.mkdir()
if os.getuid() == 0 and subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1200k", "none", small], capture_output=True).returncode == 0:
    try:
        path, result = run(folder=small, check=False)
        expect_full(path, result, "No space left on device")
    finally:
        subprocess.run(["umount", small], check=True)
else:
    tap.skip("a full disk", "no file system can be mounted here")
tap.done()

"""An empty event log, as there was no room for it: what the lane did is unknown, not the program."""
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "measure"))
import measured
import program
import tap

here = program.folder()
measured.build(here, "busy")


def timeline(archive):
    """The lane that has the most unknown time, and what is said of events that are missing."""
    data = json.loads(here.triptych("show", archive, "timeline", "--format", "json").out)["displays"][0]
    return max((lane["time_ns"] for lane in data["lanes"]), key=lambda time: time["unknown"]), data.get("missing", "")


def check_limit():
    here.triptych("run", "-o", "limit.tri", "--events", "--throttle", "off", "--max-size", "64K", "./busy", 1, here / "witness", 50000)
    time, missing = timeline("limit.tri")
    tap.contains(missing, "events were dropped (--max-size was reached): ", "a limit is said")
    tap.check(time["unknown"] > 0, "what comes behind it is unknown", time)
    heat = here.triptych("show", "limit.tri", "execution", "when-where", "--format", "json")
    tap.check(json.loads(heat.out)["displays"][0]["values"], "other displays are drawn", heat.out[:200])


def check_unknown():
    """Where events were dropped, the lane was there all the same."""
    here.triptych("run", "-o", "none.tri", "--events", "--no-samples", "--throttle", "off", "--max-size", "64K", "./busy", 1, here / "witness", 50000)
    heat = here.triptych("show", "none.tri", "execution", "when-where").out
    tap.check("? unknown" in heat and "????" in heat, "When x Where: where events were dropped, it is unknown what the lane did", heat)
    here.triptych("show", "none.tri", "execution", "when-where", "--svg", "heat.svg")
    svg = here.read("heat.svg")
    tap.check("hatched: unknown" in svg and ": unknown</title>" in svg, "so they are in a picture", svg[-3000:])
    data = json.loads(here.triptych("show", "none.tri", "execution", "when-where", "--format", "json").out)["displays"][0]
    for lane, ranges in enumerate(data["unknown"]):
        values = data["values"][lane]
        tap.check(all(value is None for first, end in ranges for value in values[first:end]), f"lane {lane}: an unknown value is null", ranges)
    ends = [ranges[-1][1] for ranges in data["unknown"] if ranges]
    tap.check(len(ends) == 1 and ends[0] < len(data["values"][0]), "after the end of the lane it is not there", data["unknown"])


def check_full_disk():
    small = here / "small"
    small.mkdir()
    mounted = os.getuid() == 0 and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=300k", "none", small], capture_output=True).returncode == 0
    if not mounted:
        tap.skip("a full disk", "no file system can be mounted here")
        return
    try:
        ran = here.triptych("run", "-o", small / "full.tri", "--events", "--no-seal", "--no-samples", "--throttle", "off", "./busy", 1, here / "witness", 50000)
        tap.contains(ran.err, "the event log cannot be written", "there is no room for events")
        tap.contains(ran.err, "events were dropped (No space left on device): ", "how many there were is known")
        time, missing = timeline(small / "full.tri")
        tap.contains(missing, "No space left on device", "the timeline says it")
        tap.check(time["unknown"] > time["program"], "what was dropped is not drawn as program", time)
    finally:
        subprocess.run(["umount", small], check=True)


check_limit()
check_unknown()
check_full_disk()
tap.done()

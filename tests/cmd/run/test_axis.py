"""One zero of time: the start of the run, in every command, picture and export; and one end, the newest thing known."""
import json
import os
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import time

import program
import tap

here = program.folder()
here.copy("tests/cmd/run/programs/steps.c")
here.triptych("cc", program.CC, *program.CFLAGS, "-O1", "-g", "steps.c", "-o", "steps")
NO_LEAKS = {"ASAN_OPTIONS": "detect_leaks=0"}


def show(archive, *options):
    return json.loads(here.triptych("show", archive, "--format", "json", *options).out)["displays"]


def events(archive):
    """(startTime, finishTime) of all events, ns."""
    lines = here.triptych("query", "--csv", archive, "events.map(e -> {e.startTime, e.finishTime})").out.splitlines()
    return sorted(tuple(int(cell) for cell in line.split(",")) for line in lines[1:])


# The program begins later than the run: nobody counts from its own beginning.
here.triptych("run", "-q", "--events", "-o", "a.tri", "sh", "-c", "sleep 0.1; ./steps", env=NO_LEAKS)
asked = events("a.tri")
run = here.report("a.tri")["run"]
tap.check(asked[0][0] >= 100_000_000, "query counts from the start of the run", asked[0])
tap.check(max(end for _, end in asked) <= run["time_ns"], "and nothing ends after it", (asked[-1], run["time_ns"]))

timeline = show("a.tri", "timeline")[0]
begun = {bar["start_ns"] for lane in timeline["lanes"] for bar in lane["bars"]}
tap.check(asked[0][0] in begun, "a timeline has the same moments", (asked[0], sorted(begun)[:3]))
tap.equal(timeline["zero_ns"], json.loads(here.read("a.tri/run.json"))["start_ns"], "its zero is the start of the run")
drawn = here.triptych("show", "a.tri", "when-where", "--format", "csv").out.splitlines()
column = drawn[0].split(",").index("start_ns")
first = int(drawn[1].split(",")[column])
tap.check(100_000_000 <= first <= asked[0][0], "so do the other displays", (first, asked[0]))

here.triptych("export", "--to", "chrome", "-o", "a.json", "a.tri")
chrome = [event for event in json.loads(here.read("a.json"))["traceEvents"] if event.get("ph") == "X"]
tap.equal(min(round(event["ts"] * 1000) for event in chrome), asked[0][0], "Chrome has the same zero")
here.triptych("export", "--to", "sqlite", "-o", "a.db", "a.tri")
rows = sqlite3.connect(here / "a.db").execute("select start from events").fetchall()
tap.equal(sorted(row[0] for row in rows), [start for start, _ in asked], "SQLite has the same moments")
if shutil.which("otf2-print"):
    here.triptych("export", "--to", "otf2", "-o", "a.otf2", "a.tri")
    printed = here.run("otf2-print", "-G", "a.otf2/traces.otf2").out
    zero = int(re.search(r"CLOCK_PROPERTIES.*?Global Offset: (\d+)", printed, re.S).group(1))
    printed = here.run("otf2-print", "a.otf2/traces.otf2").out
    entered = min(int(line.split()[2]) for line in printed.splitlines() if line.startswith("ENTER"))
    tap.equal(entered - zero, asked[0][0], "OTF2's global offset is the same zero")
else:
    tap.skip("OTF2's global offset", "otf2-print is not installed")

# What a query prints can be typed behind --from and --to.
table = here.triptych("query", "a.tri", "events.filter(e -> e.name == 'step').sorted(e -> e.startTime)").out.splitlines()
cells = re.split(r"\s{2,}", table[3].strip())
start, length = cells[1], cells[2]
window = show("a.tri", "timeline", "--from", start, "--to", "100%")[0]
units = {"ns": 1, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9}
number, unit = re.fullmatch(r"([\d.e+-]+)(\D+)", start).groups()
tap.equal(window["start_ns"] - window["zero_ns"], round(float(number) * units[unit]), f"show --from {start}, as it was printed")

# A part of an archive is drawn where it is.
middle = asked[len(asked) // 2]
bounds = f"{middle[0]}ns, {middle[0] + 300_000}ns"
here.triptych("query", "--save", "part.tri", "a.tri", f"events.overlaps({bounds})")
part = show("part.tri", "timeline")[0]
tap.equal((part["start_ns"] - part["zero_ns"], part["length_ns"]), (middle[0], 300_000), "a saved window is drawn as long as it is")
here.triptych("query", "--save", "some.tri", "a.tri", f"events.filter(e -> e.startTime >= {middle[0]}ns && e.name == 'step')")
some = [span for span in events("some.tri")]
part = show("some.tri", "timeline")[0]
tap.equal((part["start_ns"] - part["zero_ns"], part["length_ns"]), (some[0][0], max(end for _, end in some) - some[0][0]),
          "so are saved events, from the first to the last")

# A process whose clock is a day ahead.
moved = here.run("unshare", "-T", "--monotonic", "86400", "--boottime", "3600", "true", check=False) \
    if shutil.which("unshare") else None
for clock in ("counter", "monotonic"):
    if not moved or moved.status != 0:
        tap.skip(f"another time namespace, {clock}", "it cannot be made here")
        continue
    name = f"moved-{clock}.tri"
    here.triptych("run", "-q", "--events", "--clock", clock, "-o", name, "./steps",
                  "unshare -T --monotonic 86400 --boottime 3600 ./steps", env=NO_LEAKS)
    spans, run = events(name), here.report(name)["run"]
    tap.check(0 < spans[0][0] and max(end for _, end in spans) <= run["time_ns"],
              f"a child in another time namespace is inside of the run, {clock}", (spans, run["time_ns"]))
    lanes = show(name, "timeline")[0]
    tap.check(lanes["length_ns"] <= run["time_ns"], f"and does not stretch the axis, {clock}", lanes["length_ns"])


def until(fact, what):
    for _ in range(3000):
        if fact():
            return
        time.sleep(0.01)
    raise program.Failed(f"waited in vain until {what}")


def kill_together(name, *options):
    """`triptych run` and its command are killed at the same time. Returns how long the run was seen to last, ns."""
    running = here.start(program.TRIPTYCH, "run", "-q", *options, "-o", name, "./steps", "-", stdout=subprocess.PIPE,
                         env=NO_LEAKS, start_new_session=True)
    running.stdout.readline()
    begun, pulse = time.monotonic_ns(), here / name / "pulse"

    def goes_on():
        told = pulse.read_bytes() if pulse.exists() else b""
        return len(told) == 16 and struct.unpack("<QQ", told)[1] >= begun + 500_000_000

    until(goes_on, "the run said that it goes on")
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    until(lambda: here.report(name)["run"]["state"] != "running", "the program was gone, too")
    return 500_000_000


for options in ((), ("--events",), ("--no-samples",)):
    name = "killed" + "".join(options) + ".tri"
    lasted = kill_together(name, *options)
    report = here.report(name)
    run = report["run"]
    tap.check(run["time_ns"] >= lasted and run["time_at_least"], f"{name}: the run lasted at least as long as it was seen", run)
    tap.check(run["overhead_percent"] < 100, f"{name}: measuring is a part of that", run["overhead_percent"])
    stay = next(row for row in report["routines"] if row["name"] == "stay")
    tap.check(stay["unfinished"] == 1 and stay["time_ns"] >= lasted, f"{name}: what was open is as long", stay)
    tap.contains(here.triptych("report", name).out, "time     at least ", f"{name}: and the report says so")
    if options != ("--no-samples",):
        display = show(name, "when-where")[0]
        tap.check(display["start_ns"] + display["length_ns"] * len(display["values"][0]) - display["zero_ns"] >= lasted,
                  f"{name}: show covers it", display["length_ns"])

# The times of files tell nothing when the archive was copied.
shutil.copytree(here / "killed.tri", here / "copied.tri", copy_function=shutil.copyfile)
later = time.time() + 5000
for path in [*(here / "copied.tri").rglob("*")]:
    os.utime(path, (later, later))
tap.equal(here.report("copied.tri")["run"]["time_ns"], here.report("killed.tri")["run"]["time_ns"],
          "a copy of a killed run is as long as the run")
tap.done()

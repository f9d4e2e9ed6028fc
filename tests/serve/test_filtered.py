"""Windows, tables and displays of `triptych view` under filters that keep few, half and nearly all events of a run with
many blocks of events: they agree with `triptych query`, and with the archive that it saves."""
import json
import os
import signal

import program
import tap
import view

EVENTS, LANES = 240000, 5
FILTERS = {
    "few": "events.filter(e -> e.duration > 100us)",
    "half": "events.filter(e -> e.duration > 6us)",
    "nearly all": "events.filter(e -> e.duration > 100ns)",
    "all": "events.filter(e -> e.duration >= 0ns)",
    "none": "events.filter(e -> e.duration > 1000s)",
    "text": 'events.filter(e -> e.name != "inner")',
    "inner visits only": 'events.filter(e -> e.name == "inner" || e.name == "solve")',
    "one lane": "events.filter(e -> e.lane == 3)",
    "some blocks": "events.overlaps(0.5ms, 40ms)",
    "the longest": "events.sorted(e -> desc(e.duration)).limit(70000)",
}

here = program.folder()
here.run(os.environ["MAKE_WINDOW"], "make", "run.tri", LANES, EVENTS)
(here / "tmp").mkdir()
server = view.Server(here, "run.tri", env={"TMPDIR": here / "tmp"})
length = server.json("/api/runs")[0]["length"]


def command(*words):
    return json.loads(here.triptych(*words).out)


def count(text):
    return command("query", "run.tri", text + ".count()", "--format", "json")["count"]


def window(**asked):
    return view.Window(server.ask("/api/0/window", values=asked)[2])


def tables(report):
    """What a report says of regions, without what depends on the time of the report."""
    return {name: rows for name, rows in report.items() if name in ("routines", "loops", "io", "comm_sites", "sync", "lanes")}


for name, text in FILTERS.items():
    kept = count(text)
    whole = window(filter=text, pixels=1000)
    tap.equal(sum(whole.begun().values()), kept, f"{name}: the window has the visits that pass ({kept} of {EVENTS})")
    for start, end, pixels in ((0, length // 3, 700), (length // 2, length // 2 + length // 50, 900), (length // 5, length // 5 + 20000, 300)):
        some = window(filter=text, pixels=pixels, **{"from": start, "to": end})
        began = f"e -> e.startTime >= {some.start}ns && e.startTime < {some.end}ns"
        tap.equal(sum(some.begun().values()), count(f"{text}.filter({began})"), f"{name}: from {start} to {end}")
    if not kept:
        status, _, body = server.ask("/api/0/report", values={"filter": text})
        tap.check(status == 200 and json.loads(body)["nothing"] == "no event passes the filter", f"{name}: tables say that nothing passes")
        continue
    part = f"{name.replace(' ', '-')}.tri"
    here.triptych("query", "run.tri", text, "--save", part)
    tap.equal(tables(server.json("/api/0/report", filter=text)), tables(command("report", part, "--format", "json")), f"{name}: tables are those of the saved part")
    shown = server.json("/api/0/show", subject="execution", axes="what-where", filter=text)
    saved = command("show", "--format", "json", part, "execution", "what-where")
    tap.equal([panel["rows"] for panel in shown["displays"]], [panel["rows"] for panel in saved["displays"]], f"{name}: displays are those of the saved part")

tap.equal(sum(1 for _ in (here / "tmp").glob("triptych-view-*/*")) <= 4, True, "only the last parts are kept")
tap.equal(server.end(), 0, "the server ends well")
tap.equal(list((here / "tmp").iterdir()), [], "and leaves nothing behind")
server = view.Server(here, "run.tri", env={"TMPDIR": here / "tmp"})
server.json("/api/0/report", filter=FILTERS["few"])
tap.check(list((here / "tmp").glob("triptych-view-*/*")), "a part is in a temporary folder")
server.end(signal.SIGKILL)
tap.check(program.wait_until(lambda: not list((here / "tmp").iterdir())), "which goes away even if the server is killed")
tap.done()

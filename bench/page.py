"""page: how fast the page of `triptych view` draws, in headless Chromium, and how large its heap is."""
import json
import os
import pathlib
import shutil
import sys

import bench

BUILD = pathlib.Path(bench.TRIPTYCH).parents[2]
MAKE = BUILD / "tests" / "cube" / "time_window"
EVENTS = [int(float(words)) for words in os.environ.get("PAGE_EVENTS", "1e7").split(",")]
LANES, STEPS = (64, 1000), 120
KEPT = os.environ.get("VIEW_ARCHIVES")  # a folder in which the archives stay from one run to the next

if not shutil.which("node") or not (bench.HERE.parent / "web" / "node_modules" / "playwright-core").exists() or not shutil.which("chromium"):
    print("page: nothing is measured: Node.js, the page's packages (scripts/page) or Chromium are missing")
    sys.exit(0)
if not MAKE.exists():
    sys.exit("bench: build the tests first: ninja -C build")

medians = {}
for lanes in LANES:
    for events in EVENTS:
        folder = pathlib.Path(KEPT) if KEPT else bench.WORK
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"view-{events}-{lanes}.tri"
        if not path.exists():
            bench.run(MAKE, "make", path, lanes, events)
        got = json.loads(bench.run("node", bench.HERE / "page.mjs", path, STEPS, env={"TRIPTYCH": bench.TRIPTYCH}))
        print(f"page: {events:.0e} events, {lanes} lanes".replace("e+0", "e"))
        bench.line("from opening to the first picture", got["first_ms"], "ms", got["first_ms"] / 1500, "1.5 s", 1)
        bench.line("key to frame: median", got["shown_median_ms"], "ms", got["shown_median_ms"] / 50, "50 ms", 1)
        bench.line("95th percentile", got["shown_95_ms"], "ms", got["shown_95_ms"] / 120, "120 ms", 1)
        bench.line("key to frame with the new data: median", got["whole_median_ms"], "ms", got["whole_median_ms"] / 50, "50 ms", 1)
        bench.line("95th percentile", got["whole_95_ms"], "ms", got["whole_95_ms"] / 120, "120 ms", 1)
        bench.line("heap", got["heap_mb"], "MB", got["heap_mb"] / 200, "200 MB", 1)
        medians[lanes, events] = got["whole_median_ms"]
        if not KEPT:
            shutil.rmtree(path)
    if len(EVENTS) > 1:
        ratio = medians[lanes, EVENTS[-1]] / medians[lanes, EVENTS[0]]
        bench.line(f"{lanes} lanes: the most events by the fewest", ratio, "x", ratio / 1.3, "1.3 x", 1)
bench.done()

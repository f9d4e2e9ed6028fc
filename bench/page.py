"""page: how fast the page of `triptych view` draws, in headless Chromium, and how large its heap is."""
import json
import math
import os
import pathlib
import shutil
import sys

import bench

BUILD = pathlib.Path(bench.TRIPTYCH).parents[2]
MAKE = BUILD / "tests" / "cube" / "time_window"
EVENTS = [int(float(words)) for words in os.environ.get("PAGE_EVENTS", "1e7").split(",")]
LANES, STEPS, ROUNDS = (64, 1000), 60, 3
KEPT = os.environ.get("VIEW_ARCHIVES")  # a folder in which the archives stay from one run to the next
PICTURE = os.environ.get("PAGE_PICTURE")  # an SVG file: drawing time over the number of events

if not shutil.which("node") or not (bench.HERE.parent / "web" / "node_modules" / "playwright-core").exists() or not shutil.which("chromium"):
    print("page: nothing is measured: Node.js, the page's packages (scripts/page) or Chromium are missing")
    sys.exit(0)
if not MAKE.exists():
    sys.exit("bench: build the tests first: ninja -C build")

def curve(points):
    """An SVG of points {lanes: [(events, ms), ...]}, with the number of events on a logarithmic axis."""
    width, height, left, right, top, bottom = 640, 300, 60, 20, 34, 46
    low = min(events for values in points.values() for events, _ in values)
    high = max(events for values in points.values() for events, _ in values)
    most = 120
    x = lambda events: left + (width - left - right) * (math.log10(events / low) / max(1e-9, math.log10(high / low)))
    y = lambda ms: height - bottom - (height - top - bottom) * min(ms, most) / most
    text = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" role="img" '
            'aria-label="Time from a key to the frame with the new data, over the number of events">',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            f'<text x="{left}" y="18" fill="#101820">from a key to the frame with the new data: median, ms</text>']
    for ms in range(0, most + 1, 20):
        text.append(f'<path d="M{left} {y(ms):.1f}H{width - right}" stroke="#d8dde3"/>'
                    f'<text x="{left - 8}" y="{y(ms) + 4:.1f}" text-anchor="end" fill="#445">{ms}</text>')
    for power in range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1):
        text.append(f'<path d="M{x(10**power):.1f} {height - bottom}v5" stroke="#445"/>'
                    f'<text x="{x(10**power):.1f}" y="{height - bottom + 20}" text-anchor="middle" fill="#445">10<tspan dy="-5" '
                    f'font-size="9">{power}</tspan></text>')
    text.append(f'<text x="{(left + width - right) / 2}" y="{height - 8}" text-anchor="middle" fill="#445">events of the run</text>')
    text.append(f'<path d="M{left} {y(50):.1f}H{width - right}" stroke="#b00020" stroke-dasharray="5 4"/>'
                f'<text x="{width - right}" y="{y(50) - 5:.1f}" text-anchor="end" fill="#b00020">limit: 50 ms</text>')
    for (lanes, values), colour, dash in zip(points.items(), ("#0072b2", "#d55e00", "#009e73"), ("", "7 3", "2 3")):
        path = " ".join(f"{'L' if i else 'M'}{x(events):.1f} {y(ms):.1f}" for i, (events, ms) in enumerate(values))
        text.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>')
        text += [f'<circle cx="{x(events):.1f}" cy="{y(ms):.1f}" r="3.5" fill="{colour}"><title>{events:,} events, {lanes:,} lanes: {ms:.1f} ms</title></circle>'
                 for events, ms in values]
        beside = 18 if lanes == min(points) else -8  # the lower line has its name below
        text.append(f'<text x="{x(values[0][0]) + 6:.1f}" y="{y(values[0][1]) + beside:.1f}" fill="{colour}">{lanes:,} lanes</text>')
    return "\n".join([*text, "</svg>", ""])


def measure(path):
    """The round in which the machine did least else: that with the shortest median."""
    rounds = [json.loads(bench.run("node", bench.HERE / "page.mjs", path, STEPS, env={"TRIPTYCH": bench.TRIPTYCH})) for _ in range(ROUNDS)]
    return {**min(rounds, key=lambda got: got["whole_median_ms"]), "first_ms": min(got["first_ms"] for got in rounds), "heap_mb": max(got["heap_mb"] for got in rounds)}


medians = {}
for lanes in LANES:
    for events in EVENTS:
        folder = pathlib.Path(KEPT) if KEPT else bench.WORK
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"view-{events}-{lanes}.tri"
        if not path.exists():
            bench.run(MAKE, "make", path, lanes, events)
        got = measure(path)
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
        ratio = medians[lanes, EVENTS[-1]] / medians[lanes, EVENTS[-2]]
        bench.line(f"{lanes} lanes: {EVENTS[-1]:.0e} by {EVENTS[-2]:.0e} events", ratio, "x", ratio / 1.3, "1.3 x", 1)
if PICTURE:
    points = {lanes: [(events, medians[lanes, events]) for events in EVENTS] for lanes in LANES}
    (bench.HERE.parent / PICTURE).write_text(curve(points), encoding="utf-8")
bench.done()

"""view: how fast `triptych view` answers on 10^7 and 10^8 events, with 64 and with 1,000 lanes, and how much memory it takes."""
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import time
import urllib.parse

import bench

BUILD = pathlib.Path(bench.TRIPTYCH).parents[2]
MAKE = BUILD / "tests" / "cube" / "time_window"
SIZES, LANES = (10**7, 10**8), (64, 1000)
STEPS, PIXELS, ROWS = 80, 1200, 200
KEPT = os.environ.get("VIEW_ARCHIVES")  # a folder in which the archives stay from one run to the next
# name -> the filter; the share of the events that it keeps is printed
FILTERS = {
    "few": "events.filter(e -> e.duration > 100us)",
    "about half": "events.filter(e -> e.duration > 2us)",
    "nearly all": "events.filter(e -> e.duration > 100ns)",
    "a condition on text": 'events.filter(e -> e.name == "solve")',
    "a type": "events.filter(e -> e.type == IO)",
    "one lane": "events.filter(e -> e.lane == 7)",
    "the 1,000 longest": "events.sorted(e -> desc(e.duration)).limit(1000)",
}


def archive(events, lanes):
    """A sealed archive of so many events."""
    folder = pathlib.Path(KEPT) if KEPT else bench.WORK
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"view-{events}-{lanes}.tri"
    if not path.exists():
        bench.run(MAKE, "make", path, lanes, events)
    return path


class Server:
    def __init__(self, path):
        self.child = subprocess.Popen([bench.TRIPTYCH, "view", str(path)], stdout=subprocess.PIPE, text=True)
        link = next(re.search(r"http://127.0.0.1:(\d+)/\?token=(\w+)", line) for line in self.child.stdout if "http" in line)
        self.port, self.token = int(link[1]), link[2]

    def ask(self, word, **values):
        """Seconds, and the answer."""
        begun = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("GET", f"/api/{word}?{urllib.parse.urlencode(values)}", headers={"Authorization": f"Bearer {self.token}"})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        if answer.status != 200:
            sys.exit(f"bench: {word} {values}: {answer.status} {body[:200]}")
        return time.monotonic() - begun, body

    def memory(self):
        """Megabytes in memory: at most, and now."""
        text = pathlib.Path(f"/proc/{self.child.pid}/status").read_text(encoding="utf-8")
        return tuple(int(re.search(rf"{name}:\s+(\d+)", text)[1]) / 1000 for name in ("VmHWM", "VmRSS"))

    def cpu(self):
        """Seconds of CPU time so far."""
        fields = pathlib.Path(f"/proc/{self.child.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        self.child.terminate()
        self.child.wait()


def steps(length):
    """Ranges of time as somebody zooms and pans, the same each time: from the whole run to a millionth of it."""
    choice = random.Random(1)
    middle, width = length / 2, length
    for _ in range(STEPS):
        if choice.random() < 0.5:
            width = min(length, max(length / 1e6, width * choice.choice((0.5, 0.5, 0.5, 0.7, 2, 2))))
        else:
            middle += width * choice.uniform(-0.3, 0.3)
        middle = min(max(middle, width / 2), length - width / 2)
        yield max(0, int(middle - width / 2)), int(middle + width / 2) + 1


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def one(events, lanes):
    """Measures one archive; returns the median and the 95th percentile of a step, in ms."""
    print(f"view: {events:.0e} events, {lanes} lanes".replace("e+0", "e"))
    path = archive(events, lanes)
    begun = time.monotonic()
    server = Server(path)
    length = json.loads(server.ask("runs")[1])[0]["length"]
    server.ask("0/tables")
    _, first = server.ask("0/window", pixels=PIXELS, rows=ROWS)
    bench.line("start, names and the first window", time.monotonic() - begun, "s", (time.monotonic() - begun) / 1.5, "1.5 s", 1)
    ranges = list(steps(length))
    times, cpu = [], server.cpu()
    for start, end in ranges:
        times.append(server.ask("0/window", pixels=PIXELS, rows=ROWS, **{"from": start, "to": end})[0] * 1000)
    cpu = (server.cpu() - cpu) / len(ranges) * 1000
    median, most = statistics.median(times), percentile(times, 0.95)
    bench.line("a zoom or pan step: median", median, "ms", median / 50, "50 ms", 1)
    bench.line("the 95th percentile", most, "ms", most / 120, "120 ms", 1)
    print(f"  {'CPU time of a step':<42} {cpu:>9.3f} ms; the first window has {len(first) / 1000:.0f} kB")
    for name, text in FILTERS.items():
        kept = json.loads(server.ask("0/query", q=f"{text}.count()")[1])["rows"][0][0]
        cpu = server.cpu()
        seconds = server.ask("0/window", pixels=PIXELS, rows=ROWS, filter=text)[0]
        bench.line(f"filter, {name}: its first picture", seconds, "s", seconds, f"1 s ({kept / events:.2%} kept, CPU {server.cpu() - cpu:.2f} s)", 1)
        times = [server.ask("0/window", pixels=PIXELS, rows=ROWS, filter=text, **{"from": start, "to": end})[0] * 1000 for start, end in ranges[::2]]
        bench.line("zoom and pan under it: median", statistics.median(times), "ms", statistics.median(times) / 50, f"50 ms (95th percentile {percentile(times, 0.95):.1f} ms)", 1)
    seconds = server.ask("0/report", filter=FILTERS["nearly all"], sections="routines")[0]
    print(f"  {'tables of nearly all events, the first time':<42} {seconds:>9.3f} s")
    highest, now = server.memory()
    bench.line("memory at most", highest, "MB", highest / 500, f"500 MB ({now:.0f} MB now)", 1)
    cpu = server.cpu()
    time.sleep(2)
    bench.line("CPU time with nothing to do", (server.cpu() - cpu) * 500, "ms", (server.cpu() - cpu) * 500 / 5, "5 ms per s", 1)
    server.end()
    if not KEPT:
        shutil.rmtree(path)
    return median, most


def page():
    """The page's own files, as the browser loads them."""
    files = BUILD / "src" / "serve" / "page.c"
    if not files.exists():
        print("view: this build has no page")
        return
    sizes = re.findall(r"static const unsigned char (file_\d+)\[\] = \{(.*?)\};", files.read_text(encoding="utf-8"), re.DOTALL)
    total = sum(text.count(",") for _, text in sizes) / 1000
    print("view: the page")
    bench.line("its files, compressed", total, "kB", total / 500, "500 kB", 1)


if not MAKE.exists():
    sys.exit("bench: build the tests first: ninja -C build")
page()
for count in LANES:
    found = [one(size, count) for size in SIZES]
    for what, small, large, limit in (("median", found[0][0], found[1][0], 1.3), ("95th percentile", found[0][1], found[1][1], None)):
        bench.line(f"{count} lanes: {what}, 10^8 against 10^7", large, "ms", large / small, f"{small:.3f} ms", limit)
bench.done()

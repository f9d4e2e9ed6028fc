"""query: how fast the filter language is on 10^7 and 10^8 events, beside sqlite3 and DuckDB on the same rows."""
import json
import os
import pathlib
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time

import bench

BUILD = pathlib.Path(bench.TRIPTYCH).parents[2]
COUNT, WRITE_TRACE = BUILD / "tests" / "query" / "count", BUILD / "tests" / "query" / "write_trace"
TIME_WINDOW = BUILD / "tests" / "cube" / "time_window"
SMALL, LARGE = 10**7, 10**8
ROUNDS = 3
FIELDS = "{start: e.startTime, duration: e.duration, region: e.region, lane: e.lane, name: e.name}"
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "triptych-bench"

# name -> the query; the same in SQL
QUERIES = {
    "two conditions on numbers": ("events.filter(e -> e.duration > 500 && e.startTime < 250ms).count()",
                                  "select count(*) from events where duration > 500 and start < 250000000"),
    "one condition on a number": ("events.filter(e -> e.duration > 500).count()",
                                  "select count(*) from events where duration > 500"),
    "one condition on text": ('events.filter(e -> e.name == "solve").count()',
                              "select count(*) from events where name = 'solve'"),
    "1,000 groups with a sum": ("events.groupBy(e -> e.region).sum(e -> e.duration)",
                                "select region, sum(duration) from events group by region"),
}
# How many times as fast as these it has to be.
LEAST = {"two conditions on numbers": {"sqlite3": 20, "DuckDB": 1}, "1,000 groups with a sum": {"sqlite3": 10, "DuckDB": 0.7}}


class Triptych:
    """Queries in one process, which has run them before."""

    def __init__(self, archive):
        self.archive = archive

    def answer(self, query):
        return bench.run(bench.TRIPTYCH, "query", self.archive, "--csv", query)

    def measure(self, query, runs=1):
        """Rows, seconds, blocks read, blocks."""
        words = bench.run(COUNT, self.archive, "--runs", runs, query).split()
        return int(words[0]), float(words[1]), int(words[4]) - int(words[5]), int(words[4])

    def seconds(self, query):
        return self.measure(query, 3)[1]


class Sqlite:
    """A database in a file, as large as a small archive."""
    NAME = "sqlite3"

    def __init__(self, rows):
        self.base = sqlite3.connect(bench.WORK / "events.sqlite")
        self.base.execute("pragma synchronous = off")
        self.base.execute("pragma cache_size = -1000000")  # all of it stays in memory,
        self.base.execute("pragma temp_store = memory")  # and so does what it sorts
        self.base.execute("create table events (start integer, duration integer, region integer, lane integer, name text)")
        self.base.executemany("insert into events values (?, ?, ?, ?, ?)", (line.rstrip("\n").split(",") for line in rows))
        self.base.commit()

    def answer(self, query):
        return self.base.execute(query).fetchall()

    def seconds(self, query):
        start = time.monotonic()
        self.answer(query)
        return time.monotonic() - start


DUCKDB = """
import { DuckDBInstance } from '@duckdb/node-api';
import readline from 'node:readline';
const instance = await DuckDBInstance.create(':memory:', {threads: process.argv[3]});
const connection = await instance.connect();
await connection.run(`create table events as select * from read_csv('${process.argv[2]}', header = true, columns =
  {'start': 'BIGINT', 'duration': 'BIGINT', 'region': 'INTEGER', 'lane': 'INTEGER', 'name': 'VARCHAR'})`);
console.log('ready');
for await (const query of readline.createInterface({input: process.stdin})) {
  const start = performance.now();
  const reader = await connection.runAndReadAll(query);
  const seconds = (performance.now() - start) / 1000;
  console.log(JSON.stringify({seconds, rows: reader.getRows().map((row) => row.map(String))}));
}
"""


class Duckdb:
    """The npm package, in a process of its own."""
    NAME = "DuckDB"

    def __init__(self, csv, threads):
        script = CACHE / "events.mjs"
        script.write_text(DUCKDB)
        self.child = subprocess.Popen(["node", script, csv, str(threads)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      text=True, cwd=CACHE)
        if self.child.stdout.readline().strip() != "ready":
            sys.exit("bench: DuckDB cannot read the rows")

    def ask(self, query):
        self.child.stdin.write(query + "\n")
        self.child.stdin.flush()
        return json.loads(self.child.stdout.readline())

    def answer(self, query):
        return [tuple(int(value) for value in row) for row in self.ask(query)["rows"]]

    def seconds(self, query):
        return statistics.median(self.ask(query)["seconds"] for _ in range(3))

    def end(self):
        self.child.stdin.close()
        self.child.wait()


def npm(*words):
    return subprocess.run(["npm", *words], cwd=CACHE, capture_output=True, text=True)


def duckdb_works():
    test = "import('@duckdb/node-api').then(() => process.exit(0), () => process.exit(1))"
    return subprocess.run(["node", "-e", test], cwd=CACHE, capture_output=True).returncode == 0


def install_duckdb():
    """Whether DuckDB is there: it is put into a cache folder if npm and its registry can be had. Not every version has its
    library for every machine."""
    if not bench.have("npm") or not bench.have("node"):
        return False
    CACHE.mkdir(parents=True, exist_ok=True)
    if duckdb_works():
        return True
    for _ in range(2):
        npm("install", "--no-audit", "--no-fund", "@duckdb/node-api")
        if duckdb_works():
            return True
    machine = {"aarch64": "arm64", "x86_64": "x64"}.get(os.uname().machine, os.uname().machine)
    versions = npm("view", f"@duckdb/node-bindings-linux-{machine}", "versions", "--json").stdout
    for version in reversed(json.loads(versions or "[]")):
        npm("install", "--no-audit", "--no-fund", f"@duckdb/node-api@{version}")
        if duckdb_works():
            return True
        break
    return False


def write(events):
    """An archive of so many events."""
    archive = bench.WORK / f"{events}.tri"
    bench.run(WRITE_TRACE, archive, events)
    return archive


def check(query, triptych, others):
    """All must say the same, or comparing times means nothing."""
    lines = triptych.answer(query[0]).split()[1:]
    rows = sorted(tuple(int(value) for value in line.split(",")) for line in lines)
    for other in others:
        if sorted(other.answer(query[1])) != rows:
            sys.exit(f"bench: {other.NAME} has another answer to {query[1]}")


def side_by_side(archive, threads):
    """The same rows in all of them."""
    print(f"query: {SMALL:.0e} events, {threads} threads; sqlite3 has one".replace("e+0", "e"))
    triptych = Triptych(archive)
    csv = bench.WORK / "events.csv"
    with open(csv, "w") as out:
        subprocess.run([bench.TRIPTYCH, "query", archive, "--csv", f"events.map(e -> {FIELDS})"], stdout=out, check=True)
    with open(csv) as rows:
        next(rows)
        others = [Sqlite(rows)]
    if install_duckdb():
        others.append(Duckdb(csv, threads))
    else:
        print("  DuckDB cannot be had (npm, its registry): left out")
    for name, query in QUERIES.items():
        check(query, triptych, others)
        times = {other.NAME: [] for other in others}
        own = []
        for _ in range(ROUNDS):  # in turn, so that what the machine does meanwhile hits all of them alike
            own.append(triptych.seconds(query[0]))
            for other in others:
                times[other.NAME].append(other.seconds(query[1]))
        for other, values in times.items():
            ratio = statistics.median(a / b for a, b in zip(own, values))
            least = LEAST.get(name, {}).get(other)
            bench.line(name, min(own) * 1000, "ms", ratio, f"{other}, {min(values) * 1000:.1f} ms", least and 1 / least)
    for other in others[1:]:
        other.end()
    (bench.WORK / "events.sqlite").unlink()
    csv.unlink()


def command(archive, query):
    """Seconds and megabytes of the command, its start included."""
    begun = time.monotonic()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execv(bench.TRIPTYCH, [bench.TRIPTYCH, "query", str(archive), "--csv", query])
    _, status, usage = os.wait4(child, 0)
    if status:
        sys.exit(f"bench: triptych query failed: {query}")
    return time.monotonic() - begun, usage.ru_maxrss / 1000


MEMORY = {
    "all of them sorted, the first 1,000": "events.sorted(e -> desc(e.duration)).limit(1000)",
    "groups by text and lane": "events.groupBy(e -> e.name, e -> e.lane).aggregate(count(), max(e -> e.duration))",
    "a median": "events.percentile(e -> e.duration, 50)",
    "a map of two fields": "events.map(e -> {n: e.name, d: e.duration}).skip(99000000)",
}


def large_archive():
    print(f"query: {LARGE:.0e} events".replace("e+0", "e"))
    archive = write(LARGE)
    triptych = Triptych(archive)
    for name, query in QUERIES.items():
        _, seconds, _, _ = triptych.measure(query[0], ROUNDS)
        print(f"  {name:<34} {seconds * 1000:>9.3f} ms", flush=True)
    number, text = (statistics.median(triptych.seconds(QUERIES[f"one condition on {what}"][0]) for _ in range(ROUNDS))
                    for what in ("a number", "text"))
    bench.line("a condition on text", text * 1000, "ms", text / number, "one on a number", 1.25)
    end = int(bench.run(bench.TRIPTYCH, "query", archive, "--csv", "events.max(e -> e.startTime)").split()[1])
    _, seconds, read, blocks = triptych.measure(
        f"events.filter(e -> e.startTime >= {end // 2} && e.startTime < {end // 2 + end // 100}).count()", ROUNDS)
    bench.line("a window of 1 % of the time: blocks", read, "", read / blocks, f"{blocks} blocks", 0.02)
    bench.run("sync")
    seconds, megabytes = command(archive, QUERIES["two conditions on numbers"][0])
    bench.line("the first answer, with the start", seconds, "s", seconds, "1 s", 1)
    most = megabytes
    for name, query in MEMORY.items():
        seconds, megabytes = command(archive, query)
        bench.line(name, seconds, "s", megabytes / 200, f"200 MB ({megabytes:.0f} MB)", 1)
        most = max(most, megabytes)
    bench.line("memory at most", most, "MB", most / 200, "200 MB", 1)
    shutil.rmtree(archive)


def windows():
    """1,000 lanes of 2,000 pixels, of any length."""
    if not TIME_WINDOW.exists():
        return
    print("query: windows for the page, 1,000 lanes of 2,000 pixels")
    bench.run(TIME_WINDOW, "make", "windows.tri", 1000, SMALL)
    lines = bench.run(TIME_WINDOW, "windows.tri", 2000)
    for zoom, median in re.findall(r"^(1/\d+) +\d+ +\d+ +([0-9.]+)", lines, re.MULTILINE):
        bench.line(f"{zoom} of the run", float(median), "ms", float(median) / 20, "20 ms", 1)


def apart(function, *words):
    """Runs it in a process of its own: what takes memory here would be counted as that of commands that are started later."""
    child = os.fork()
    if child == 0:
        function(*words)
        sys.stdout.flush()
        os._exit(min(bench.over, 100))
    bench.over += os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


apart(side_by_side, write(SMALL), len(os.sched_getaffinity(0)))
large_archive()
windows()
bench.done()

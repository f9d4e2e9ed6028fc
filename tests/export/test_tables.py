"""triptych export of tables: CSV, JSON lines and SQLite say the same, and what the archive says."""
import csv
import json
import os
import sqlite3

import program
import sample
import tap

here = program.folder()
ARCHIVES = {"sample": (), "threads": ("threads",), "ranks": ("ranks", "sealed"), "random": None}
for name, words in ARCHIVES.items():
    if words is None:
        here.run(os.environ["WRITE_TRACE"], f"{name}.tri")
    else:
        sample.write(here, f"{name}.tri", *words)


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def same(value, cell):
    """Whether CSV has the value that JSON has."""
    if isinstance(value, bool) or value is None:
        return cell == {True: "true", False: "false", None: ""}[value]
    return float(cell) == value if isinstance(value, float) else cell == str(value)


def golden_tables(name):
    """Those whose columns stay as they are, mostly."""
    tables = ("regions", "nodes", "objects", "waits", "activities", "communicators", "events")
    return "".join(f"== {table}\n" + (here / f"{name}.csv" / f"{table}.csv").read_text() for table in tables)


for name in ARCHIVES:
    here.triptych("export", f"{name}.tri", "--to", "csv", "-o", f"{name}.csv")
    here.triptych("export", f"{name}.tri", "--to", "json", "-o", f"{name}.json")
    here.triptych("export", f"{name}.tri", "--to", "sqlite", "-o", f"{name}.db")
    database = sqlite3.connect(here / f"{name}.db")
    tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    files = {path.name[:-4]: read_csv(path) for path in (here / f"{name}.csv").iterdir()}
    tap.equal(sorted(files), sorted(tables), f"{name}: the same tables as CSV and in the database")
    tap.equal(sorted(path.name[:-6] for path in (here / f"{name}.json").iterdir()), sorted(tables), f"{name}: and as JSON")
    wrong = []
    for table in tables:
        lines = [json.loads(line) for line in (here / f"{name}.json" / f"{table}.jsonl").read_text().splitlines()]
        cursor = database.execute(f'SELECT * FROM "{table}" ORDER BY row')
        keys = [column[0] for column in cursor.description]
        rows = [dict(zip(keys, row)) for row in cursor]
        if not len(lines) == len(rows) == len(files[table]):
            wrong.append(f"{table} has {len(lines)}, {len(rows)}, {len(files[table])} rows")
            continue
        for number, (line, row, cells) in enumerate(zip(lines, rows, files[table])):
            line = {**dict.fromkeys(keys), **line}
            if list(line) != keys or list(cells) != keys or row["row"] != number:
                wrong.append(f"{table} has other columns, or row {number} another number")
            wrong += [f"{table} {number} {key}: {line[key]!r}, {row[key]!r}, {cells[key]!r}" for key in keys
                      if line[key] != row[key] or not same(line[key], cells[key])]
    tap.equal(wrong[:5], [], f"{name}: with the same values")
    tap.equal(list(files["places"][0])[-1], "minor_faults", f"{name}: with all columns, however many a table has")
    tap.equal(list(database.execute("PRAGMA foreign_key_check")), [], f"{name}: rows that are named are there")
    tap.equal(list(database.execute("PRAGMA integrity_check")), [("ok",)], f"{name}: the database is whole")
    added = database.execute("""SELECT regions.row, regions.visits, total(nodes.visits) FROM regions LEFT JOIN nodes ON
                                nodes.region = regions.row GROUP BY regions.row HAVING regions.visits <> total(nodes.visits)""")
    if name != "random":
        tap.equal(list(added), [], f"{name}: the visits of a region are those of its nodes")
    references = sum(len(list(database.execute(f'PRAGMA foreign_key_list("{table}")'))) for table in tables)
    tap.check(references > 35, f"{name}: rows of other tables are foreign keys", references)
    database.close()

for name in ("threads", "ranks"):
    tap.equal(golden_tables(name), sample.golden(f"{name}.tables", golden_tables(name)), f"{name} as it should be")

database = sqlite3.connect(here / "random.db")
told = [json.loads(here.triptych("query", "random.tri", "--json", query).out) for query in
        ("events.count()", "events.sum(e -> e.duration)", "events.sum(e -> e.bytes)", "events.sum(e -> e.trips)",
         "messages.sum(m -> m.bytes)", "nodes.sum(n -> n.visits)")]
found = [database.execute(sql).fetchone()[0] for sql in
         ("SELECT count(*) FROM events", "SELECT sum(duration) FROM events", "SELECT sum(bytes) FROM events",
          "SELECT sum(trips) FROM events", "SELECT sum(bytes) FROM messages", 'SELECT sum(visits) FROM nodes')]
tap.equal(found, [next(iter(row.values())) for row in told], "SQL adds up to what queries do")
named = database.execute("SELECT count(*), count(DISTINCT name) FROM visits").fetchone()
tap.check(named[0] == found[0] and named[1] > 1, "the view visits has the names", named)
database.close()

# What is made when an archive is sealed is made for one that is not.
sample.write(here, "raw.tri", "ranks")
for table in ("cycles", "cycle_shape"):
    made = here.triptych("export", "raw.tri", "--to", "csv", "--table", table).out
    tap.equal(made, (here / "ranks.csv" / f"{table}.csv").read_text(), f"{table} of an archive that is not sealed")
    tap.check(made.count("\n") > 1, f"{table} has rows", made)

# The words of tables are those of queries.
database = sqlite3.connect(here / "ranks.db")
kinds = dict(database.execute("SELECT kind, count(*) FROM regions WHERE kind IS NOT NULL GROUP BY kind"))
database.close()
asked = {kind: here.triptych("query", "ranks.tri", "--json", f'regions.filter(r -> r.kind == "{kind}").count()').out for kind in kinds}
tap.equal({kind: next(iter(json.loads(text).values())) for kind, text in asked.items()}, kinds, "kinds are called as in queries")

# The visits of a region are all of them, not those after which it was last considered whether to time it.
here.write("calls.c", """
static volatile int sink;
static void step(int k) { sink += k; }
int main(void) { for (int k = 0; k < 20; k++) step(k); for (int k = 0; k < 777; k++) sink += k; return 0; }
""")
here.triptych("cc", program.CC, *program.CFLAGS, "-g", "calls.c", "-o", "calls")
for options in ((), ("--throttle", "off"), ("--count",)):
    here.triptych("run", "-q", "--force", "-o", "calls.tri", *options, "./calls")
    rows = list(csv.DictReader(here.triptych("export", "calls.tri", "--to", "csv", "--table", "regions").out.splitlines()))
    tap.equal({row["name"]: row["visits"] for row in rows if row["kind"] == "routine"}, {"step": "20", "main": "1"},
              f"visits of regions of a run {' '.join(options)}")

one = here.triptych("export", "ranks.tri", "--to", "csv", "--table", "lanes").out
tap.equal(one, (here / "ranks.csv" / "lanes.csv").read_text(), "one table goes to the standard output")
missing = here.triptych("export", "ranks.tri", "--to", "json", "--table", "lines", check=False)
tap.check(missing.status == 2 and "lanes" in missing.err, "what there is instead of a table is told", missing.err)
tap.done()

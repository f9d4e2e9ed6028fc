"""JSON and CSV of `triptych report`, and whether they say the same as the text."""
import csv
import io

import program
import sample
import tap

here = program.folder()
sample.make(here)
sample.make(here, "sealed.tri", "sealed")

data = here.report("sample.tri")
routines = {row["name"]: row for row in data["routines"]}
loops = {(row["routine"], row["seq"]): row for row in data["loops"]}
MS = 1000000
TITLES = {"routines": "Routines", "loops": "Loops", "sources": "Source files", "lanes": "Lanes (threads)", "places": "Places (processes)", "io": "I/O"}

tap.equal(data["run"]["command"], "./heat 500 'a b'", "the command")
tap.equal((data["run"]["exit_status"], data["run"]["signal"], data["run"]["state"]), (3, None, "ended"), "the end")
tap.equal((data["run"]["places"], data["run"]["lanes"]), (2, 3), "places and lanes")
tap.equal(data["run"]["time_ns"], 10000 * MS, "the time of the run")
tap.equal(data["run"]["lane_time_ns"], 13000 * MS, "the time of all lanes")
tap.equal(data["run"]["options"], {"exclude": ["kind:io"]}, "the options of the run")
tap.equal(routines["fib"]["visits"], 7, "visits of a recursive routine")
tap.equal((routines["fib"]["time_ns"], routines["fib"]["exclusive_ns"], routines["fib"]["loops_ns"]), (1500 * MS, 1500 * MS, 400 * MS), "its times")
tap.equal((routines["tiny"]["visits"], routines["tiny"]["time_ns"]), (123456789, None), "what is not timed is null")
tap.equal(routines["solve"]["unfinished"], 1, "an unfinished visit")
tap.equal(loops["solve", 1], {
    "routine": "solve", "seq": 1, "label": "sweep", "type": "D", "form": "for", "trips": 1300, "trips_at_least": True,
    "trips_mean": 1300 / 3, "trips_min": 300, "trips_max": 600, "visits": 4, "visits_at_least": False, "unfinished": 1, "aborted": 0,
    "time_ns": 7200 * MS, "percent": 100 * 7200 / 13000, "exclusive_ns": 2950 * MS, "exclusive_percent": 100 * 2950 / 13000,
    "line": 20, "file": "src/solve.c", "dir": "/home/someone", "note": "", "estimated": False, "derived": False, "untimed": 0,
    "time_at_least": True, "exclusive_at_least": True, "exclusive_at_most": False}, "a loop")
tap.equal([(row["function"], row["target"], row["bytes"], row["direction"]) for row in data["io"]],
          [("fread", "/data/field.bin", 4096000, "read"), ("printf", "stdout", 2000, "write")], "I/O")
tap.equal([(row["name"], row["read_bytes"], row["written_bytes"]) for row in data["files"]],
          [("/data/field.bin", 4096000, 0), ("stdout", 0, 2000)], "data files")
tap.equal([[row["name"] for row in data[table]] for table in ("untimed", "excluded", "hot", "never")],
          [["tiny"], ["trace"], ["swap"], ["usage"]], "what was left out")
tap.equal(data["unmeasured"][0]["reason"], "the loop comes from a macro", "why it was not measured")
tap.equal([row["state"] for row in data["places"]], ["ended", "unfinished"], "how the places ended")

# What the text marks with ≥ has a flag.
MARKS = {"routines": (("time_ns", "time_at_least"), ("exclusive_ns", "exclusive_at_least"), ("loops_ns", "loops_at_least"), ("max_ns", "time_at_least")),
         "loops": (("time_ns", "time_at_least"), ("exclusive_ns", "exclusive_at_least"), ("trips", "trips_at_least")), "sources": (("exclusive_ns", "exclusive_at_least"),),
         "lanes": (("time_ns", "time_at_least"),), "places": (("time_ns", "time_at_least"),), "io": (("time_ns", "time_at_least"),)}
for table, columns in MARKS.items():
    text = here.triptych("report", f"--{table}", "--width", 300, "sample.tri", env={"LC_ALL": "C.UTF-8"}).out.partition(f"\n{TITLES[table]}\n")[2]
    lines = text.partition("\n\n")[0].splitlines()[1:1 + len(data[table])]
    flags = sum(row[flag] for row in data[table] for _, flag in columns)
    tap.equal(sum(line.count("≥") for line in lines), flags, f"{table}: as many lower bounds as the text")

sealed = here.report("sealed.tri")
sealed["archive"], sealed["run"]["sealed"] = data["archive"], False
tap.equal(sealed, data, "sealing changes nothing")


def csv_rows(*options):
    text = here.triptych("report", "--format", "csv", *options, "sample.tri").out
    return list(csv.DictReader(io.StringIO(text)))


for table in ("places", "lanes", "routines", "loops", "io", "user", "files", "sources", "untimed", "never"):
    rows = csv_rows("--table", table)
    tap.check(len(rows) == len(data[table]) > 0, f"the CSV of {table} has as many rows as the JSON", rows)
    keys = [key for key, value in data[table][0].items() if isinstance(value, (int, str)) and not isinstance(value, bool)]
    tap.equal([[row[key] for key in keys] for row in rows],
              [[("" if row[key] is None else str(row[key])) for key in keys] for row in data[table]],
              f"the CSV of {table} has the same values")

parts = here.report("sample.tri", "--routine", "solve")
tap.equal(sum(row["time_ns"] or 0 for row in parts["parts"]), parts["routine"][0]["time_ns"], "the parts add up")
tap.equal([(row["part"], row["time_ns"]) for row in parts["kinds"]],
          [("loops", 6950 * MS), ("calls", 250 * MS), ("I/O", 0), ("communication", None), ("rest", 1600 * MS)],
          "and so do their kinds; communication is not collected")
tap.equal([(row["name"], row["time_ns"]) for row in parts["callers"]],
          [("main", 7000 * MS), ("(start of a lane)", 1800 * MS)], "the callers")
rows = csv_rows("--routine", "solve", "--table", "callers")
tap.equal([row["name"] for row in rows], ["main", "(start of a lane)"], "the CSV of the callers")
tap.equal(len(csv_rows("--routine", "solve")), len(parts["parts"]), "the CSV of the parts")
tap.equal([row["name"] for row in csv_rows("--tree") if row["depth"] == "1"], ["main", "solve"], "the CSV of the tree")
tree = here.report("sample.tri", "--tree")["tree"]
tap.equal([row["name"] for row in tree if row["depth"] == 1], ["main", "solve"], "the tree's first level")
every = here.triptych("report", "--tree", "--min-percent", "0", "sample.tri").out
tap.check("% not shown" not in every and "call path" in every, "--min-percent 0 leaves nothing to be said", every)
tap.equal([(row["name"], row["time_at_least"]) for row in parts["callers"]], [("main", True), ("(start of a lane)", False)], "whose times may be lower bounds")
by_lane = here.report("sample.tri", "--routine", "solve", "--lanes")
tap.equal([row for row in by_lane["parts"] if row["lane"] is None], [row | {"place": None, "lane": None} for row in parts["parts"]],
          "--routine --lanes: the sums stay")
for table in ("parts", "kinds"):
    for place, lane, whole in ((0, 0, 6000 * MS), (0, 1, 1800 * MS), (1, 0, 1000 * MS)):
        of_lane = [row for row in by_lane[table] if (row["place"], row["lane"]) == (place, lane)]
        tap.equal(sum(row["time_ns"] or 0 for row in of_lane), whole, f"{table} of lane {place}.{lane} add up to its time in the routine")
        tap.check(abs(sum(row["percent"] or 0 for row in of_lane) - 100) < 0.001, f"{table} of lane {place}.{lane} are 100 %")
lanes = [row for row in here.report("sample.tri", "--lanes")["routines"] if row["name"] == "solve"]
tap.equal([(row["place"], row["lane"], row["time_ns"]) for row in lanes],
          [(None, None, 8800 * MS), (0, 0, 6000 * MS), (0, 1, 1800 * MS), (1, 0, 1000 * MS)], "a routine by lanes")
less = here.report("sample.tri", "--compensate")
# but for 10 ns: in the second process, the regions around a visit have no time of their own
tap.equal((less["run"]["compensated"], less["run"]["lane_time_ns"]),
          (True, 13000 * MS - less["run"]["overhead_least_ns"] + 10), "compensation takes the least of the overhead out")
tap.check(0 < less["run"]["overhead_least_ns"] < less["run"]["overhead_ns"] < less["run"]["overhead_most_ns"],
          "the overhead is within its range", less["run"])
tap.done()

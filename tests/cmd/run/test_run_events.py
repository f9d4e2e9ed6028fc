"""triptych run --events: what is chosen is logged and sealed; the report is the same; what is dropped is said."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "measure"))
import acts
import measured
import program
import tap

here = program.folder()
ASAN = {"ASAN_OPTIONS": "detect_leaks=0"}
measured.build(here, "io")
measured.build(here, "busy")


def run(*arguments):
    return here.triptych("run", "--force", "-o", "a.tri", *arguments, check=False, env=ASAN)


def counts(archive):
    report = here.report(archive)
    return {table: [(row.get("name"), row["visits"]) for row in report[table]] for table in ("routines", "loops")}


here.triptych("run", "-q", "-o", "plain.tri", "./io", env=ASAN)
result = run("--events", "./io")
tap.equal(result.status, 0, "with events")
log = acts.Log(here / "a.tri")
acts.check(log, "with events")
tap.check((here / "a.tri" / "tables" / "events" / "start.u8").exists(), "they are sealed")
tap.equal(counts("a.tri"), counts("plain.tri"), "the report is the same with events and without")
tap.equal(json.loads((here / "a.tri" / "run.json").read_text())["options"], {"events": "all"}, "run.json says so")
written = [act for act in log.acts if act.kind == "IO" and act.bytes]
tap.check(written and all(act.file != "-" for act in written), "I/O has bytes, and the file they went to", written[:3])

run("--events=io,loops", "./io")
acts.check_counts(acts.Log(here / "a.tri"), "some kinds", kinds=("io", "loops"))
run("./io")
tap.check(not (here / "a.tri" / "tables" / "events").exists(), "without the option, there are no events")

result = run("--events", "--throttle", "off", "--max-size", "64K", "./busy", 1, here / "witness", 50000)
tap.contains(result.err, "events were dropped (--max-size was reached): ", "what was dropped is said")
result = run("--events", "--throttle", "off", "--max-size", "1M", "--keep", "last", "./busy", 1, here / "witness", 200000)
tap.contains(result.err, "events were dropped (--keep last: later events replaced them): ", "so is what made room")
result = run("--events", "--max-size", "100k", "--keep", "last", "./io")
tap.contains(result.err, "--max-size is raised to 384 kB, the least with --keep last", "a limit that is too low is raised, which is said")
tap.check("raised" not in run("--events", "--max-size", "64k", "./io").err, "not one that can be kept")

for words, why in ((["--events=nothing"], "--events takes"), (["--events=io,"], "--events takes"), (["--max-size", "1M"], "--events"),
                   (["--events", "--max-size", "0"], "--max-size takes"), (["--events", "--max-size", "5X"], "--max-size takes"),
                   (["--events", "--keep", "some"], "--keep takes"), (["--events", "--keep", "last"], "--max-size")):
    result = run(*words, "./io")
    tap.check(result.status == 2 and why in result.err, f"misused: {' '.join(words)}", str(result))
tap.done()

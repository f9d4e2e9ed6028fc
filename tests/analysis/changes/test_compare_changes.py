"""`triptych compare` before and after: what it writes, its exit status, and what it does not take."""
import csv
import io
import json
import os
import pathlib
import shutil
import subprocess

import program
import tap
import widths

WRITE = os.environ["WRITE_DOCTORED"]
here = program.folder()


def write(archive, **change):
    subprocess.run([WRITE, here / archive] + [f"{key}={value}" for key, value in change.items()], check=True)


for i in range(5):
    write(f"before{i}.tri", seed=i, noise=0.005, started=1)
    write(f"after{i}.tri", seed=10 + i, noise=0.005, slower=1.4, moved=5, name="relax", bytes=32000, gone=1, started=2)
    write(f"same{i}.tri", seed=20 + i, noise=0.005, started=3)
BEFORE, AFTER, SAME = ([f"{side}{i}.tri" for i in range(5)] for side in ("before", "after", "same"))


def compare(*words, check=True):
    return here.triptych("compare", *words, check=check)


def changes(*words):
    found = json.loads(compare("--format", "json", *words).out)
    return found, {(row["change"], row["region"], row["measure"]) for row in found["changes"] if row["kind"] != "run"}


EXPECTED = {("slower", "loop 2 of relax", "time"), ("renamed", "relax (was solve)", "time"),
            ("more", "MPI_Send of main", "bytes"), ("gone", "loop 2 of main", "time")}
found, rows = changes(*BEFORE, "--", *AFTER)
tap.equal(rows, EXPECTED, "what was changed is found, and nothing else")
slow = [row for row in found["changes"] if row["region"] == "loop 2 of relax"][0]
tap.check(1.35 < slow["ratio"] < 1.45 and slow["difference"] == slow["after"] - slow["before"] and slow["p"] < 1e-4 and
          slow["how"] == "tested" and slow["source"] == "made.c:48" and slow["source_before"] == "made.c:43" and
          15 < slow["percent"] < 25, "a row has the ratio, the difference, its share and where it is", slow)
sent = [row for row in found["changes"] if row["measure"] == "bytes"][0]
tap.equal((sent["before"], sent["after"], sent["how"]), (16000, 32000, "exact"), "bytes are exact")
whole = [row for row in json.loads(compare("--all", "--format", "json", *BEFORE, "--", *AFTER).out)["changes"] if (row["kind"], row["measure"]) == ("run", "time")][0]
tap.check(abs(whole["percent"] - 100 * (whole["ratio"] - 1)) < 0.01, "the share of the run is of its own time", whole)
tap.equal([run["side"] for run in found["runs"]], ["before"] * 5 + ["after"] * 5, "the runs are listed")
tap.equal(changes(*BEFORE, "--", *SAME)[1], set(), "equal runs do not differ")
tap.equal({row[1] for row in changes("--paths", *BEFORE, "--", *AFTER)[1]},
          {"main > loop 1 > relax (was solve) > loop 1 > loop 2", "main > loop 1 > relax (was solve)",
           "main > loop 1 > MPI_Send", "main > loop 2"}, "call paths")
everything = changes("--all", *BEFORE, "--", *AFTER)[0]["changes"]
tap.check(len(everything) > 30 and {row["change"] for row in everything} >= {"same", "slower"}, "--all shows what did not change")
tap.equal(len(changes("--top", 2, *BEFORE, "--", *AFTER)[1]), 2, "--top")
rows = list(csv.DictReader(io.StringIO(compare("--format", "csv", *BEFORE, "--", *AFTER).out)))
tap.equal({(row["change"], row["region"], row["measure"]) for row in rows if row["kind"] != "run"}, EXPECTED, "CSV has the same rows")
text = compare("--format", "markdown", *BEFORE, "--", *AFTER).out
tap.check("| slower | loop 2 of relax | made.c:48 | time |" in text and "| MPI\\_Send of main |" in text and
          "- The run took " in text, "Markdown", text)
text = compare("--width", 120, *BEFORE, "--", *AFTER).out
tap.check("slower   loop 2 of relax" in text and "(medians)" in text and "Mann-Whitney" in text, "text states the test", text)
widths.check(lambda width: here.triptych("compare", "--width", width, *BEFORE, "--", *AFTER, env={"LC_ALL": "C.UTF-8"}).out, "changes", 2)

_, rows = changes("before0.tri", "after0.tri")
tap.check(("slower?", "loop 2 of relax", "time") in rows and ("more", "MPI_Send of main", "bytes") in rows,
          "with one run on each side, a time has a question mark, a count has none", rows)
tap.check("Noise is unknown" in compare("before0.tri", "after0.tri").out, "and noise is said to be unknown")
tap.check("; none changed" in compare("before0.tri", "same0.tri").out, "equal runs, one on each side")

for condition, status in [("time > 1.05x", 3), ("time > 1.6x", 0), ("time > 5%", 3), ("relax inclusive > 1.2x", 3),
                          ("norm time > 1.0001x", 0), ("any bytes > 1x", 3), ("any trips > 1x", 0), ("any trips != 1x", 3), ("changes > 0", 3),
                          ("changes > 100", 0), ("time > 0.5s", 3), ("time < 1x", 0)]:
    result = compare("--fail-if", condition, *BEFORE, "--", *AFTER, check=False)
    tap.check(result.status == status and f"Fail if {condition}: {'yes' if status else 'no'}" in " ".join(result.out.split()),
              f"--fail-if '{condition}' ends with {status}", result)
result = compare("--fail-if", "any trips != 1x", *BEFORE, "--", *AFTER, check=False)
tap.check("loop 2 of main has 7 before and 0 after" in " ".join(result.out.split()), "a loop that is gone makes no trips", result)
write("added.tri", seed=0, noise=0.005, started=2, added=1)
found, rows = changes("before0.tri", "added.tri")
new = [row for row in found["changes"] if row["change"] == "new"]
tap.check([row["region"] for row in new] == ["extra"] and new[0]["after"] > 290e6 and new[0]["percent"] > 25,
          "a new routine has the time of its loops", new)
tap.check("2 more are new or gone with the routine around them, whose time or instructions include theirs." in found["notes"],
          "and that is said", found["notes"])
for condition, status in [("any visits != 1x", 3), ("any trips > 1x", 3), ("any bytes != 1x", 0), ("any trips < 1x", 0)]:
    result = compare("--fail-if", condition, "before0.tri", "added.tri", check=False)
    tap.equal(result.status, status, f"--fail-if '{condition}' and a new routine: {status}")
result = compare("--fail-if", "any visits > 1x", "before0.tri", "added.tri", check=False)
tap.check("has 0 before and 200 after; so have 2 more" in " ".join(result.out.split()), "its loops were not visited before", result)
result = compare("--fail-if", "time > 9x", "--fail-if", "any bytes > 1x", "--format", "json", *BEFORE, "--", *AFTER, check=False)
tap.equal((result.status, [check["holds"] for check in json.loads(result.out)["conditions"]]), (3, [False, True]), "several conditions")

# What it does not take, and says so.
write("other.tri", other="x_")
truncated = here.copy(str(here / "before0.tri"), "truncated.tri")
for path in pathlib.Path(truncated).rglob("*"):
    if path.is_file():
        path.write_bytes(path.read_bytes()[:10])
shutil.copytree(here / "before0.tri", here / "empty.tri")
shutil.rmtree(here / "empty.tri" / "places")
for words, status, part in [
        (["before0.tri"], 2, "at least two archives"), ([], 2, "at least two archives"),
        (["before0.tri", "--"], 2, "both sides of --"), (["--", "before0.tri", "after0.tri"], 2, "both sides of --"),
        (["before0.tri", "after0.tri", "same0.tri"], 2, "put -- between"),
        (["before0.tri", "--", "after0.tri", "--all"], 2, "write --all before it"),
        (["--fail-if", "time", "before0.tri", "after0.tri"], 2, "no operator"),
        (["--fail-if", "speed > 1x", "before0.tri", "after0.tri"], 2, "not a measure"),
        (["--significance", "2", "before0.tri", "after0.tri"], 2, "a probability"),
        (["--fail-if", "nowhere time > 1x", "before0.tri", "after0.tri"], 1, "no region matches"),
        (["--fail-if", "any instructions > 1x", "before0.tri", "after0.tri"], 1, "not measured on both"),
        (["before0.tri", "other.tri"], 1, "nothing in common"), (["before0.tri", "truncated.tri"], 1, "truncated.tri"),
        (["before0.tri", "empty.tri"], 1, "empty.tri"), (["before0.tri", "missing.tri"], 1, "missing.tri"),
        (["--as", "division", "before0.tri", "--", "after0.tri"], 2, "without --"),
        (["--as", "division", "--all", "before0.tri", "after0.tri"], 2, "are for changes")]:
    result = compare(*words, check=False)
    tap.check(result.status == status and part in result.err and not result.out, f"compare {' '.join(words)}: {part}", result)
tap.equal(compare("--as", "division", "before0.tri", "after0.tri").status, 0, "--as division compares loops of any runs")
tap.done()

"""`triptych history`: regions are followed through many runs, and their jumps are found."""
import json
import os
import subprocess
import xml.dom.minidom

import program
import tap

WRITE = os.environ["WRITE_DOCTORED"]
here = program.folder()
(here / "runs").mkdir()
(here / "flat").mkdir()
(here / "mixed").mkdir()
for i in range(1, 25):
    changed = [f"slower={1.3 if i < 17 else 1.1}", "moved=4", "name=relax"] if i >= 9 else []
    changed += ["trips=2500"] if i >= 17 else []
    subprocess.run([WRITE, here / "runs" / f"run{i}.tri", f"seed={i}", "noise=0.005", f"started={i}", *changed], check=True)
    subprocess.run([WRITE, here / "flat" / f"run{i}.tri", f"seed={i}", "noise=0.01", f"started={25 - i}"], check=True)
    # from run 13 on, a small routine is only counted: the loop around it has its time; from run 17 on, another loop is slower
    changed = (["counted=1"] if i >= 13 else []) + (["slower=1.3"] if i >= 17 else [])
    subprocess.run([WRITE, here / "mixed" / f"run{i}.tri", f"seed={i}", "noise=0.005", f"started={i}", *changed], check=True)


def history(*words):
    return json.loads(here.triptych("history", "--format", "json", *words).out)


def jumps(found):
    return [(row["run"], row["region"], row["measure"]) for row in found["jumps"] if row["kind"] != "run"]


found = history("runs")
tap.equal([run["run"] for run in found["runs"]], [f"run{i}.tri" for i in range(1, 25)], "runs are in the order of their dates")
tap.equal(jumps(found), [("run17.tri", "loop 2 of relax", "time"), ("run9.tri", "loop 2 of relax", "time")],
          "both jumps of the loop are found, and no others, although its routine was renamed and moved")
tap.check(1.25 < found["jumps"][-1]["ratio"] < 1.35 and found["jumps"][-1]["p"] < 0.001, "with the ratio", found["jumps"])
tap.equal(jumps(history("runs", "--measure", "trips")), [("run17.tri", "loop 1 of relax", "trips")], "trips jump exactly")
tap.equal(history("flat")["jumps"], [], "equal runs do not jump")
tap.equal(jumps(history("mixed")), [("run17.tri", "loop 2 of solve", "time")],
          "nor does a loop that includes the time of a routine in some runs only; another loop does")
tap.equal([run["run"] for run in history("flat")["runs"]][:2], ["run24.tri", "run23.tri"], "the order is that of time")
tap.equal([run["run"] for run in history("flat", "--order", "name")["runs"]][8:10], ["run9.tri", "run10.tri"], "or that of names")
chosen = history("runs", "--region", "norm", "--region", "loop:relax")
tap.equal(sorted(series["region"] for series in chosen["series"]), ["loop 1 of relax", "loop 2 of relax", "norm"], "regions by name and kind")
tap.equal(len(chosen["series"][0]["values"]), 24, "a value of each run")
for locale, mark in (("C", "|"), ("C.UTF-8", "┆")):
    text = here.triptych("history", "runs", "--plot", "--width", 90, "--region", "loop:relax", env={"LC_ALL": locale}).out
    tap.check("loop 2 of relax, made.c:47: time" in text and "jump at run 9, run9.tri: from" in text and mark in text and
              all(len(line) <= 90 for line in text.splitlines()), f"a picture for the terminal, {locale}", text)
here.triptych("history", "runs", "--svg", "picture.svg")
picture = xml.dom.minidom.parse(str(here / "picture.svg"))
tap.equal(len([line for line in picture.getElementsByTagName("line") if line.getAttribute("class") == "jump"]), len(found["jumps"]),
          "the picture as SVG marks the jumps")
tap.check(len(picture.getElementsByTagName("circle")) >= 48, "and has the values of each run")
(here / "runs" / "broken.tri").mkdir()
result = here.triptych("history", "runs")
tap.check("broken.tri is left out" in result.err and "run9.tri" in result.out, "what cannot be read is left out, and named", result)
for words, status, part in [([], 2, "name a folder"), (["nowhere"], 1, "nowhere cannot be read"), (["."], 1, "contains no archives"),
                            (["runs/run1.tri"], 1, "needs two runs"), (["runs", "--region", "foo"], 1, "matches 'foo'"),
                            (["runs", "--measure", "speed"], 2, "speed"), (["runs", "--significance", "0"], 2, "a probability"),
                            (["runs", "--svg", "no/such/folder.svg"], 1, "cannot be written")]:
    result = here.triptych("history", *words, check=False)
    tap.check(result.status == status and part in result.err, f"history {' '.join(words)}: {part}", result)

# The commit of a run is that of the folder in which it was started.
if program.have("git"):
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]
    (here / "repository").mkdir()
    where = here / "repository"
    here.write("repository/a.c", "int main(void) { return 0; }")
    for words in (["init", "-q"], ["add", "a.c"], ["commit", "-q", "-m", "a"]):
        here.run(*git, *words, cwd=where)
    commit = here.run("git", "rev-parse", "HEAD", cwd=where).out.strip()
    here.triptych("cc", program.CC, *program.CFLAGS, "a.c", "-o", "a", cwd=where)
    here.triptych("run", "-q", "-o", "one.tri", "./a", cwd=where)
    here.run("git", "pack-refs", "--all", cwd=where)
    here.triptych("run", "-q", "-o", "two.tri", "./a", cwd=where)
    here.triptych("run", "-q", "-o", "three.tri", "./a", cwd=where, env={"TRIPTYCH_COMMIT": "release-7"})
    tap.equal([run["commit"] for run in history("repository")["runs"]], [commit, commit, "release-7"],
              "a run has the commit that is checked out, or the one that it is told")
tap.done()

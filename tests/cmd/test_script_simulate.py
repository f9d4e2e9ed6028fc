"""triptych script --simulate: the tasks of a script on a platform that SimGrid simulates."""
import csv
import pathlib

import program
import tap

here = program.folder()
BUILD = pathlib.Path(program.TRIPTYCH).parents[1] / "script"
PLATFORM = pathlib.Path(program.SOURCE) / "tests" / "script" / "simulate" / "two-clusters.xml"
SCRIPT = """
parts = (1..40).map { |i| task "false", i, cost: 1 + i % 5, name: "part" }
sum = task "false", after: parts, cost: 3, name: "sum"
pipe = Stream.new
task "false", after: sum, out: pipe, cost: 4, name: "writer"
task "false", in: pipe, cost: 2, name: "reader"
"""
if not (BUILD / "ruby" / "triptych-script-reader").exists():
    tap.skip_all("without Ruby there are no scripts")
here.write("work.rb", SCRIPT)


def simulate(*options, platform=PLATFORM, check=True, **more):
    return here.triptych("script", "--simulate", platform, *options, "work.rb", check=check, **more)


def times(result):
    """The seconds that are printed, by their names."""
    return {line[:22].strip(): float(line[22:].split()[0]) for line in result.out.splitlines() if line.endswith(" s")}


if not (BUILD / "simulate" / "triptych-simulate").exists():
    result = simulate(check=False)
    tap.check(result.status == 1 and "libsimgrid-dev" in result.err, "without SimGrid, the command says what is missing", result)
    tap.done()

here.write("memory.xml", """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><zone id="world" routing="Full"><host id="here" speed="1Gf" core="4"><prop id="memory" value="4GiB"/></host></zone></platform>
""")
here.write("memory.rb", "8.times { task 'false', cost: 1, memory: '1500M' }\n")
tap.equal(times(here.triptych("script", "--simulate", "memory.xml", "memory.rb"))["simulated time"], 4.0, "hosts run no more tasks at a time than they have memory for")

result = simulate("--gantt", "work.svg")
seconds = times(result)
tap.check(abs(seconds["simulated time"] - seconds["planned time"]) < 0.02 * seconds["planned time"],
          "without much communication, the simulation takes as long as was planned", result)
tap.check("machines used          8 of 12" in result.out, "machines that were used are counted", result)
tap.check(not (here / "work.run").exists(), "nothing is run")
tap.check("<svg" in here.read("work.svg") and ">fast-0<" in here.read("work.svg"), "the chart is a picture")
tap.equal(simulate("--gantt", "again.svg").out, result.out, "every simulation is the same")

simulate("-o", "work.tri")
report = here.triptych("report", "work.tri").out
tap.check("8 places" in report and ["part", "40"] in [line.split()[:2] for line in report.splitlines()], "the archive has machines as places, and tasks as visits", report)
tap.check(simulate("-o", "work.tri", check=False).status == 1, "an existing archive is not replaced")
simulate("-o", "work.tri", "--force")

times_of = {}
for schedule in ("heft", "peft", "min-min", "random"):
    result = simulate("--schedule", schedule, "--gantt", "work.csv")
    rows = list(csv.DictReader(here.read("work.csv").splitlines()))
    ends = [float(row["end_s"]) for row in rows]
    times_of[schedule] = times(result)["simulated time"]
    tap.check(len(rows) == 43 and abs(max(ends) - times_of[schedule]) < 1e-4, f"{schedule}: the table has all tasks", result)
    tap.check(float(rows[40]["start_s"]) >= max(ends[:40]), f"{schedule}: dependencies are kept")
    tap.check(float(rows[42]["start_s"]) < ends[41] <= ends[42] + 1e-6, f"{schedule}: a reader runs beside its writer, and ends with it")
tap.check(times_of["heft"] < times_of["random"], "HEFT beats chance", times_of)
slow, fast = times(simulate("--speed", "2e9")), times(simulate("--speed", "1e9"))
tap.check(abs(slow["simulated time"] / fast["simulated time"] - 2) < 0.02, "costs are for a machine of that speed")

here.write("work.rb", "task 'false', cores: 64\n")
result = simulate(check=False)
tap.check(result.status == 1, "tasks that no machine has enough cores for are refused", result)
here.write("work.rb", "task 'false'\n")
result = simulate()
tap.check("1 of 1 tasks have no cost" in result.err, "tasks without a cost are named", result)
for name, platform, words in (("missing", "none.xml", "cannot read the platform none.xml"), ("no XML", "work.rb", "Parse error at")):
    result = simulate(platform=platform, check=False)
    tap.check(result.status == 1 and words in result.err, f"a platform that is {name}", result)
for name, options in (("an unknown algorithm", ("--schedule", "best")), ("no speed", ("--speed", "0")), ("no number", ("--speed", "fast"))):
    tap.check(simulate(*options, check=False).status == 2, f"{name} is refused")

# What tasks really take, and the correction of plans.
here.write("two.xml", '<?xml version="1.0"?><!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd"><platform version="4.1"><zone id="z" routing="Full"><host id="a" speed="1Gf"/><host id="b" speed="1Gf"/><link id="l" bandwidth="1GBps" latency="1us"/><route src="a" dst="b"><link_ctn id="l"/></route></zone></platform>')
here.write("wrong.rb", "8.times { |i| task('true', name: \"t#{i}\", cost: 1) }\n")
(here / "wrong.run" / "1").mkdir(parents=True)
here.write("wrong.run/1/journal", "".join(f'{{"task": {i}, "name": "t{i}", "seconds": {1 if i % 2 else 3}}}\n' for i in range(8)))
plain = here.triptych("script", "--simulate", "two.xml", "wrong.rb").out
tap.check("simulated time         4 s" in plain and "corrected" not in plain, "exact models need no correction", plain)
result = here.triptych("script", "--simulate", "two.xml", "--actual", "wrong.run", "wrong.rb")
figures = dict(line.rsplit(None, 2)[:2] for line in result.out.splitlines() if " time " in line)
tap.check("planned time           4 s" in result.out and 8 <= float(figures["simulated time"]) < 12, "tasks take what they took; idle machines steal: 12 s without correction, 8 at best", result)
tap.contains(result.out, "corrected", "the correction is told")
tap.equal(result.out, here.triptych("script", "--simulate", "two.xml", "--actual", "wrong.run", "wrong.rb").out, "the same each time")
tap.check(here.triptych("script", "--simulate", "two.xml", "--actual", "none", "wrong.rb", check=False).status == 1, "an earlier run that is not there is refused")
tap.check(here.triptych("script", "--actual", "wrong.run", "wrong.rb", check=False).status == 2, "--actual needs a simulation")
tap.check(here.triptych("script", "--gantt", "a.svg", "work.rb", check=False).status == 2, "a chart needs a simulation")
tap.done()

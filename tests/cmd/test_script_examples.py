"""The examples of task scripts run, and give what they promise: here, on unequal nodes, and on a Slurm of one machine."""
import math
import os
import pathlib
import shutil

import program
import slurm
import tap

READER = pathlib.Path(program.TRIPTYCH).parents[1] / "script" / "ruby" / "triptych-script-reader"
if not READER.exists():
    tap.skip("examples", "Ruby is missing")
    tap.done()
here = program.folder()
for file in (program.SOURCE / "examples" / "script").iterdir():
    here.copy(file)


def check_all(where, run):
    """Runs each example, and checks what it gives."""
    result = run("sweep.rb")
    tap.equal(result.out, f"64 parts, pi = {math.pi:.8f}\n", f"{where}: sweep.rb")
    result = run("filters.rb")
    lines = [" ".join(line.split()) for line in result.out.splitlines()]
    tap.equal((lines[:3], here.read("filters.count").strip()), (["200000 and", "200000 of", "200000 the"], "1000000"), f"{where}: filters.rb, with both readers")
    result = run("mandelbrot.rb", "64", "8")
    rows = [line.split() for line in here.read("mandelbrot.rows").splitlines()]
    tap.check([int(row[0]) for row in rows] == list(range(64)) and result.out == f"{sum(int(row[1]) for row in rows)} points inside\n", f"{where}: mandelbrot.rb: every row once, in order, and their points", result)
    (here / "failures.attempts").unlink(missing_ok=True)
    result = run("failures.rb", check=False)
    tap.equal((result.status, sorted(result.out.splitlines())), (1, ["after optional", "cleaned up", "read: flaky works", "slow works"]), f"{where}: failures.rb")
    tap.check("1 failed, 1 not run" in result.err and "time limit" in result.err and "tried again" in result.err, f"{where}: and what it says", result)


check_all("here", lambda *words, check=True: here.triptych("script", *words, check=check))
tap.equal(here.triptych("script", "-q", "--jobs", "1", "sweep.rb", "5").out, f"5 parts, pi = {math.pi:.8f}\n", "with an argument, on one core")
here.write("text", "a b a\nc a\n")
result = here.triptych("script", "-q", "filters.rb", "text")
tap.equal([line.split() for line in result.out.splitlines()], [["3", "a"], ["1", "b"], ["1", "c"]], "with a text of one's own")
if shutil.which("taskset"):
    expected = here.triptych("script", "-q", "--again", "mandelbrot.rb", "128", "16").out
    result = here.run(program.TRIPTYCH, "script", "--again", "--backend", "slurm", "--agents", "3", "--jobs", "1", "mandelbrot.rb", "128", "16", env={"PATH": f"{here}/nodes:{os.environ['PATH']}"})
    tap.check(result.out == expected and "Nodes" in result.err, "Mandelbrot's set on three unequal nodes", result)

cluster = program.folder()
if slurm.is_missing() or not slurm.start(cluster):
    tap.skip("on Slurm", slurm.is_missing() or "Slurm does not start here")
else:
    check_all("Slurm", lambda *words, check=True: here.run(program.TRIPTYCH, "script", "--again", "--backend", "slurm", "--agents", "1", *words, check=check, env=slurm.environment()))
    result = here.run(program.TRIPTYCH, "script", "--again", "--backend", "slurm", "--array", "--submit-rate", "5", "sweep.rb", "8", env=slurm.environment())
    tap.equal(result.out, f"8 parts, pi = {math.pi:.8f}\n", "Slurm: sweep.rb as a job array")
tap.done()

"""The examples of task scripts run, and give what they promise."""
import math
import pathlib

import program
import tap

READER = pathlib.Path(program.TRIPTYCH).parents[1] / "script" / "ruby" / "triptych-script-reader"
if not READER.exists():
    tap.skip("examples", "Ruby is missing")
    tap.done()
here = program.folder()
for file in (program.SOURCE / "examples" / "script").iterdir():
    here.copy(file)

result = here.triptych("script", "sweep.rb")
tap.equal(result.out, f"64 parts, pi = {math.pi:.8f}\n", "sweep.rb")
tap.equal(here.triptych("script", "-q", "--jobs", "1", "sweep.rb", "5").out, f"5 parts, pi = {math.pi:.8f}\n", "with an argument, on one core")
result = here.triptych("script", "filters.rb")
lines = [" ".join(line.split()) for line in result.out.splitlines()]
tap.equal(lines[:3], ["200000 and", "200000 of", "200000 the"], "filters.rb")
tap.equal(here.read("filters.count").strip(), "1000000", "and its other reader")
here.write("text", "a b a\nc a\n")
result = here.triptych("script", "-q", "filters.rb", "text")
tap.equal([line.split() for line in result.out.splitlines()], [["3", "a"], ["1", "b"], ["1", "c"]], "with a text of one's own")
result = here.triptych("script", "mandelbrot.rb", "64", "8")
rows = [line.split() for line in here.read("mandelbrot.rows").splitlines()]
tap.equal([int(row[0]) for row in rows], list(range(64)), "mandelbrot.rb: every row once, in order")
tap.equal(result.out, f"{sum(int(row[1]) for row in rows)} points inside\n", "and its points")
result = here.triptych("script", "failures.rb", check=False)
tap.equal((result.status, sorted(result.out.splitlines())), (1, ["after optional", "cleaned up", "read: flaky works", "slow works"]), "failures.rb")
tap.check("1 failed, 1 not run" in result.err and "time limit" in result.err and "tried again" in result.err, "and what it says", result)
tap.done()

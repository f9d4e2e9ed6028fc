"""report --advice of serial runs: which loops are worth dividing. What is checked does not depend on how fast the machine is."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("the example is not built with the sanitizers")

here = program.folder()
here.run("make", "-s", "-C", program.SOURCE / "examples/heat", f"O={here}", f"CC={program.TRIPTYCH} cc gcc")
here.triptych("run", "-q", "-o", "heat.tri", "./heat", 200, 60)
answer = json.loads(here.triptych("report", "--advice", "--format", "json", "heat.tri").out)
loops = {row["loop"]: row for row in answer["divide"]}
step = loops.get("loop 1 of step", {})
tap.check(step, "the loop over rows is chosen", loops)
tap.check(step.get("around") == "loop 1 of solver_run: trips not known on entry", "the loop over time steps is not, as it is a do loop", step)
tap.check("loop 2 of step" not in loops, "nor is the loop over columns, inside of the chosen one", loops)
tap.equal((step.get("visits"), step.get("trips"), step.get("determined")), (60, 60 * 200, True), "visits and trips are those of the report")
shares = [row["share_percent"] for row in answer["divide"]]
tap.check(shares == sorted(shares, reverse=True), "the largest share comes first", shares)
for row in answer["divide"]:
    parts = min(row["trips_mean"], 4) if row["layer"] == "SIMD" else row["trips_mean"]
    bound = 1 / (1 - row["share_percent"] / 100 * (1 - 1 / parts))
    tap.check(abs(row["alone"] - bound) < 1e-6 * bound, f"{row['loop']}: Amdahl's bound", (row, bound))
together = [row["combined"] for row in answer["divide"]]
tap.check(together == sorted(together) and abs(together[0] - answer["divide"][0]["alone"]) < 1e-9, "the bounds together grow", together)
text = here.triptych("report", "--advice", "--width", 200, "heat.tri").out
tap.check("Loops worth dividing" in text and "loop 1 of solver_run: trips not known on entry" in text, "the text says so, too", text)
lines = here.triptych("report", "--advice", "--table", "divide", "--format", "csv", "heat.tri").out.splitlines()
tap.check(lines[0].startswith("loop,share_percent,layer,alone,combined") and len(lines) == 1 + len(loops), "CSV has the same rows", lines)

(here.path / "open.c").write_text("""#include <stdio.h>
static volatile double sum;
static void work(int n) { for (int i = 0; i < n; i++) sum += i; }
int main(void)
{
    int left = 50;
    while (left-- > 0)
        work(200000);
    for (int i = 0; i < 3; i++)
        work(2000000);
    return sum < 0;
}
""")
here.run(program.TRIPTYCH, "cc", "gcc", "open.c", "-o", "open")
here.triptych("run", "-q", "-o", "open.tri", "./open")
loops = {row["loop"]: row for row in json.loads(here.triptych("report", "--advice", "--format", "json", "open.tri").out)["divide"]}
tap.check(list(loops) == ["loop 1 of work"], "neither a while loop nor one with three trips is chosen", loops)
tap.check(loops["loop 1 of work"]["around"].split(": ")[1] in ("trips not known on entry", "fewer than 4 trips"), "it says why", loops)

(here.path / "steps.c").write_text("""#include <stdio.h>
static volatile double sum;
static void work(int n) { for (int i = 0; i < n; i++) sum += i; }
int main(void)
{
    for (int step = 0; step < 50; step++) {
        work(200000);
        if (step % 100 == 99)
            printf("%d\\n", step);
    }
    return sum < 0;
}
""")
here.run(program.TRIPTYCH, "cc", "gcc", "steps.c", "-o", "steps")
here.triptych("run", "-q", "-o", "steps.tri", "./steps")
loops = json.loads(here.triptych("report", "--advice", "--format", "json", "steps.tri").out)["divide"]
tap.equal([(row["loop"], row["around"]) for row in loops], [("loop 1 of work", "loop 1 of main: repeats the same work")],
          "a loop over time steps is not chosen, as its variable selects no data")

(here.path / "plain.c").write_text("int main(void) { return 0; }\n")
here.run("gcc", "plain.c", "-o", "plain")
here.triptych("run", "-q", "-o", "plain.tri", "./plain")
text = here.triptych("report", "--advice", "plain.tri").out
tap.check("Loops worth dividing: unknown" in text, "a program without probes: it says what is missing", text)
# A macro of a header, in small letters, uses the variable of the loop around: then its trips do not repeat the same work.
(here.path / "grid.h").write_text('#include "cells.h"\n#define sweep_row(grid) work_on(200000, cell(grid))\n')
(here.path / "cells.h").write_text("#define cell(grid) &(grid)[row]\n")
(here.path / "rows.c").write_text("""#include "grid.h"
static double grid[50];
static void work_on(int n, double *sum) { volatile double *to = sum; for (int i = 0; i < n; i++) *to += i; }
int main(void)
{
    for (int row = 0; row < 50; row++) {
        sweep_row(grid);
    }
    return grid[0] < 0;
}
""")
here.run(program.TRIPTYCH, "cc", "gcc", "rows.c", "-o", "rows")
here.triptych("run", "-q", "-o", "rows.tri", "./rows")
loops = {row["loop"]: row for row in json.loads(here.triptych("report", "--advice", "--format", "json", "rows.tri").out)["divide"]}
tap.check(list(loops) == ["loop 1 of main"], "a loop whose variable is used by macros of headers is chosen", loops)
tap.done()

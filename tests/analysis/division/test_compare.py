"""`triptych compare`: an unmodified OpenMP program, by one thread and by four; and what the command does not take."""
import json

import program
import tap
import widths

if program.SANITIZED:
    tap.skip_all("a sanitized program is not patched")

# Trips of all loops are known, and which thread has which: chunks are static.
SOURCE = r"""
#include <stdio.h>
static double a[40000], b[40000];
int main(void)
{
    double sum = 0;
    for (int i = 0; i < 39999; i++)
        a[i] = i % 7 ? a[(i * 7) % 100] + i : 1;
    for (int round = 0; round < 3; round++) {
#pragma omp parallel for schedule(static)
        for (int i = 0; i < 40000; i++)
            b[i] = a[i] / (i + 1);
#pragma omp parallel for schedule(static) reduction(+ : sum)
        for (int i = 0; i < 400; i++)
            for (int k = 0; k < (i < 100 ? 200 : 20); k++)
                sum += b[i] / (k + 1);
    }
    printf("%.10g\n", sum);
    return 0;
}
"""

here = program.folder()
here.write("a.c", SOURCE)
here.run(program.CC, "-g", "-O1", "-fopenmp", "a.c", "-o", "a")
for threads in (1, 4):
    here.triptych("loops", "-q", "-o", f"{threads}.tri", "./a",
                  env={"OMP_NUM_THREADS": threads, "OMP_DYNAMIC": "false"})


def is_reduction(row):
    """The loop that adds up the sums of the threads, each for itself: the compiler makes it."""
    return row["routine"] != "main" and row["before"] < 100


def compare(*words):
    found = json.loads(here.triptych("compare", "--format", "json", "--min-percent", 0, *words).out)
    return found, [row for row in found["loops"] if row["kind"] == "loop" and not is_reduction(row)]


result, rows = compare("1.tri", "4.tri")
tap.equal(result["work"], "instructions", "work is weighed by instructions")
tap.equal([row["workers"] for row in result["runs"]], [1, 4], "one thread and four")
for before, verdict, trips in [(39999, "done by one", [0, 0, 0, 39999]), (3, "done by one", [0, 0, 0, 3]),
                               (120000, "divided", [30000] * 4), (1200, "divided", [300] * 4),
                               (78000, "unevenly divided", [6000, 6000, 6000, 60000])]:
    found = [row for row in rows if row["before"] == before]
    tap.equal([(row["verdict"], sorted(map(int, row["trips"].split()))) for row in found], [(verdict, trips)],
              f"the loop with {before} trips is {verdict}")
bound = result["runs"][1]
tap.check(0 < bound["alone_percent"] < 100 and bound["limit"] > bound["limit_here"] > 1,
          "what one thread does alone bounds all of it", bound)
tap.check(abs(bound["limit"] * (bound["alone_percent"] + bound["replicated_percent"]) - 100) < 1e-6, "by Amdahl's law", bound)

# Built without OpenMP: the parallel loops are in main itself, and in other lines.
here.run(program.CC, "-g", "-O1", "a.c", "-o", "serial")
here.triptych("loops", "-q", "-o", "serial.tri", "./serial")
result, rows = compare("serial.tri", "4.tri")
for before, verdict in [(39999, "done by one"), (120000, "divided"), (1200, "divided"), (78000, "unevenly divided")]:
    tap.equal([row["verdict"] for row in rows if row["before"] == before], [verdict], f"the serial build's loop with {before} trips is {verdict}")
tap.check(result["runs"][1]["matched_percent"] > 99 and result["runs"][1]["limit"], "all of the serial build's work is matched", result["runs"])

_, rows = compare("4.tri", "1.tri")
tap.check({row["verdict"] for row in rows} - {""} == {"same"}, "one thread has as many trips as four together", rows)

widths.check(lambda width: here.triptych("compare", "1.tri", "4.tri", "1.tri", "--width", width, env={"LC_ALL": "C.UTF-8"}).out, "compare", 3)
text = here.triptych("compare", "1.tri", "4.tri", "1.tri", "--width", 120)
tap.check("uneven 3.08" in text.out and "Amdahl's law" in text.out and
          "Trips of all workers" in text.out, "as text, of several runs", text)
csv = here.triptych("compare", "--format", "csv", "1.tri", "4.tri").out.splitlines()
tap.check(csv[0].startswith("archive,depth,kind,") and len(csv) > 5, "as CSV", csv)

for words, status, says in [(["1.tri"], 2, "two archives"), ([], 2, "two archives"), (["1.tri", "none.tri"], 1, "none.tri"),
                            (["--by", "magic", "1.tri", "4.tri"], 2, "magic"), (["--nonsense", "1.tri", "4.tri"], 2, "--nonsense"),
                            (["1.tri", "4.tri", "--top"], 2, "--top"), (["--top", "-1", "1.tri", "4.tri"], 2, "-1"),
                            (["1.tri", "a.c"], 1, "a.c")]:
    result = here.triptych("compare", *words, check=False)
    tap.check(result.status == status and says in result.err and not result.out, f"compare {' '.join(words)}", result)
tap.check("usage: triptych compare" in here.triptych("compare", "--help").out, "help")
tap.done()

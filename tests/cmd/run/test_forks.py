"""Forked children: times count from the fork, visits and trips are the child's own, and sums over processes can be
counted by hand. The parent has always left what it forked in before the child looks at it."""
import json

import program
import tap

here = program.folder()
here.copy("tests/cmd/run/programs/forks.c")
here.triptych("cc", program.CC, *program.CFLAGS, "-O1", "-g", "forks.c", "-o", "forks")

# visits and trips in each process: the first, and its children in the order of the functions
LOOPS = {
    ("leave_at_once", 1): [(1, 1), (0, 0), None, None],
    ("go_on", 1): [(1, 10), None, (0, 6), None],
    ("go_on", 2): [(10, 20), None, (7, 14), None],  # the child is forked before the fourth of these visits
    ("go_on", 3): [(20, 100), None, (14, 70), None],
    ("by_another", 1): [(1, 4), None, None, (0, 2)],
}
ROUTINES = {"main": (1, 0, 0, 0), "leave_at_once": (1, 0, None, None), "go_on": (1, None, 0, None),
            "by_another": (1, None, None, 0), "starts": (1, None, None, 0)}


def of_lane(rows, key, names):
    """The rows of each process by the values of some columns."""
    found = {}
    for row in rows:
        if row["place"] is not None:
            found.setdefault(tuple(row[name] for name in names), {})[row["place"]] = key(row)
    return {what: [places.get(place) for place in range(4)] for what, places in found.items()}


def check(name, *options, timed=True):
    here.triptych("run", "-q", "-o", name, *options, "./forks", env={"ASAN_OPTIONS": "detect_leaks=0"})
    report = json.loads(here.triptych("report", "--format", "json", "--lanes", "--all", name).out)
    loops = of_lane(report["loops"], lambda row: (row["visits"], row["trips"]), ("routine", "seq"))
    for loop, expected in LOOPS.items():
        tap.equal(loops[loop], expected, f"{name}: visits and trips of loop {loop[1]} of {loop[0]} in each process")
    counts = of_lane(report["routines"], lambda row: row["visits"], ("name",))
    for routine, expected in ROUTINES.items():
        tap.equal(tuple(counts[routine,]), expected, f"{name}: visits of {routine} in each process")
    sums = {(row["routine"], row["seq"]): (row["visits"], row["trips"]) for row in report["loops"] if row["place"] is None}
    tap.equal((sums["leave_at_once", 1], sums["go_on", 1], sums["by_another", 1]), ((1, 1), (1, 16), (1, 6)),
              f"{name}: visits and trips in all")
    if not timed:
        return
    life = {row["place"]: row["time_ns"] for row in report["lanes"]}
    longer = [row for table in ("routines", "loops") for row in report[table]
              if (row["time_ns"] or 0) > (sum(life.values()) if row["place"] is None else life[row["place"]])]
    tap.equal(longer, [], f"{name}: nothing lasts longer than the process that it is in")


check("times.tri")
check("counts.tri", "--count", timed=False)
check("events.tri", "--events")
check("cpu.tri", "--clock", "cpu")
check("raw.tri", "--no-seal")

# A short loop behind a fork that no loop is around: both processes make its trips.
here.write("behind.c", """#include <sys/wait.h>
#include <unistd.h>
static volatile double sum;
int main(void)
{
    pid_t child = fork();
    for (int i = 0; i < 20; i++)
        sum += i;
    if (child)
        wait(NULL);
    return 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "-O1", "-g", "behind.c", "-o", "behind")
here.triptych("run", "-q", "-o", "behind.tri", "./behind", env={"ASAN_OPTIONS": "detect_leaks=0"})
[loop] = here.report("behind.tri")["loops"]
tap.equal((loop["visits"], loop["trips"], loop["visits_at_least"]), (2, 40, False), "a loop behind a fork, in both processes")

# A child that inherits thousands of open visits.
here.write("deep.c", """#include <sys/wait.h>
#include <unistd.h>
static volatile int sum;
static int __attribute__((noinline)) even(int n);
static int __attribute__((noinline)) odd(int n)
{
    return even(n - 1) + sum;
}
static int __attribute__((noinline)) even(int n)
{
    if (n > 0)
        return odd(n - 1) + sum;
    if (fork())
        wait(NULL);
    return sum;
}
int main(void)
{
    return even(3000);
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "-O1", "-g", "deep.c", "-o", "deep")
here.triptych("run", "-q", "-o", "deep.tri", "./deep", env={"ASAN_OPTIONS": "detect_leaks=0"})
counts = {row["name"]: row["visits"] for row in here.report("deep.tri")["routines"]}
tap.equal((counts["even"], counts["odd"]), (1501, 1500), "a fork below 3,001 open visits: these are the parent's")

# Where nothing tells that a call forks, the trips since then are not known, and that is said.
here.write("other.c", "#include <unistd.h>\nint other(void) { return fork() == 0; }\n")
here.write("unseen.c", """#include <stdlib.h>
#include <sys/wait.h>
int other(void);
int main(void)
{
    int is_child = 0;
    for (int k = 0; k < 3; k++)
        is_child |= k == 0 && other();
    if (!is_child)
        wait(NULL);
    return 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "-g", "unseen.c", "other.c", "-o", "unseen")
here.triptych("run", "-q", "-o", "unseen.tri", "./unseen", env={"ASAN_OPTIONS": "detect_leaks=0"})
loop = next(row for row in here.report("unseen.tri", "--loops")["loops"] if row["routine"] == "main")
tap.equal((loop["visits"], loop["trips"], loop["aborted"]), (1, 3, 1), "the trips of a child that cannot be known are not told")
tap.contains(here.triptych("report", "--loops", "unseen.tri").out, "≥3", "and the sum is said to be a lower bound")

# A child comes back from the routine that forked it, and then visits that routine again.
here.write("again.c", """#include <sys/wait.h>
#include <unistd.h>
__attribute__((noinline)) int handle(int first) { if (first) return fork(); usleep(1000); return 0; }
int main(void)
{
    if (handle(1) == 0) {
        for (int i = 0; i < 3; i++)
            handle(0);
        return 0;
    }
    wait(NULL);
    return 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "-g", "again.c", "-o", "again")
here.triptych("run", "-q", "--events", "-o", "again.tri", "./again", env={"ASAN_OPTIONS": "detect_leaks=0"})
report = here.report("again.tri")
handle = next(row for row in report["routines"] if row["name"] == "handle")
tap.equal((handle["visits"], handle["untimed"], handle["estimated"]), (4, 0, False), "all visits of a child are timed")
tap.check(handle["time_ns"] >= 3000000, "and their time is there")
tap.equal([row["name"] for row in report.get("untimed", []) if row["name"] in ("handle", "main")], [], "none is said to be short")
logged = here.triptych("query", "again.tri", "events.filter(e -> e.region.name == 'handle' && !e.continued).count()").out.split()
tap.equal(logged[-1], "4", "and all are logged")
tap.done()

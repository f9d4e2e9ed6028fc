"""Regions of which only some visits are timed: what the trips of the others tell of their time."""
import program
import tap

here = program.folder()
here.write("work.c", """
extern volatile double v;
void work(int n) { for (int i = 0; i < n; i++) { v += i; if (v < 0) break; } }
""")
here.write("main.c", """
#include <stdlib.h>
volatile double v;
void work(int n);
int main(int argc, char **argv)
{
    int rare = argc > 1 ? atoi(argv[1]) : 0;
    for (int k = 0; k < 100000; k++)
        work(rare && k % rare == rare - 1 ? 100000 : 10);
    if (!rare)
        work(10000000);
    return 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "main.c", "work.c", "-o", "a")


def rows(rare):
    here.triptych("run", "--force", "-o", "a.tri", "./a", str(rare))
    found = {row["name"]: row for row in here.report("a.tri")["routines"]}
    return found["main"], found["work"], " ".join(here.triptych("report", "--routines", "a.tri").out.split())


# (With a sanitizer on a slow machine, no visit is short.)
for rare, what in ((5000, "20 long visits of 100,000"), (0, "one long visit on a call path of its own")):
    main, work, text = rows(rare)
    if program.SANITIZED and not work["untimed"]:
        continue
    # (A loop in which the estimates leave no time adds none that could be too much.)
    none = not main["loops_ns"]
    tap.equal((work["time_at_least"], main["exclusive_at_most"] or none, main["time_at_least"]), (True, True, False),
              f"{what}: the time of work is a lower bound, that of main alone an upper one")
    tap.check("≥" in text and ("≤" in text or none), f"{what}: and is marked so", text)
    tap.contains(text, "number of trips than the timed ones", f"{what}: with the reason")
    sources = here.triptych("report", "--sources", "a.tri").out
    tap.check([line for line in sources.splitlines() if line.startswith("main.c") and "≤" in line]
              and [line for line in sources.splitlines() if line.startswith("work.c") and "≥" in line], f"{what}: so are those of the source files", sources)
    tap.check("~0" not in text, f"{what}: the time of work's loop is in that of work, whatever it is", text)

here.triptych("run", "--events", "--force", "-o", "b.tri", "./a", "5000")
query = here.triptych("query", "b.tri", "events.count()")
if here.report("b.tri")["routines"][0]["untimed"] or not program.SANITIZED:
    tap.contains(query.err, "events were not logged (throttling:", "query: visits that were not logged are named")
tap.check("throttling" not in here.triptych("query", "b.tri", "messages.count()").err, "query: not where messages are asked for")

main, work, text = rows(1 << 30)
tap.equal((work["time_at_least"], main["exclusive_at_most"]), (False, False), "all visits are short: an estimate")
tap.check("≤" not in text, "and is not marked as a bound")

here.write("own.c", """
volatile double v;
__attribute__((noinline)) void other(void) { for (int i = 0; i < 20000; i++) v += i; }
__attribute__((noinline)) void step(int n)
{
    other();
    for (int i = 0; i < n; i++) { v += i; if (v < 0) break; }
}
int main(void)
{
    for (int k = 0; k < 100000; k++) {
        int n = k % 5000 == 4999 ? 100000 : 10;
        for (int i = 0; i < n; i++) { v += i; if (v < 0) break; }
    }
    for (int k = 0; k < 4000; k++)
        step(k % 2000 == 1999 ? 100000 : 5);
    return 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "own.c", "-o", "own")
here.triptych("run", "-o", "own.tri", "./own")
report = here.report("own.tri")
found = {row["name"]: row for row in report["routines"]}
loops = {(row["routine"], row["seq"]): row for row in report["loops"]}
if loops["main", 2]["untimed"] or not program.SANITIZED:
    tap.equal((loops["main", 2]["time_at_least"], loops["main", 1]["exclusive_at_most"]), (True, True),
              "a loop with a time that is a lower bound: that of the loop around it alone is an upper one")
    tap.equal((found["main"]["exclusive_at_most"], found["step"]["exclusive_at_most"]), (False, False),
              "not that of their routine, which both loops are of")
tap.done()

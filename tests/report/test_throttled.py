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
    tap.equal((work["time_at_least"], main["exclusive_at_most"], main["time_at_least"]), (True, True, False),
              f"{what}: the time of work is a lower bound, that of main alone an upper one")
    tap.check("≥" in text and "≤" in text, f"{what}: and is marked so")
    tap.contains(text, "number of trips than the timed ones", f"{what}: with the reason")

here.triptych("run", "--events", "--force", "-o", "b.tri", "./a", "5000")
query = here.triptych("query", "b.tri", "events.count()")
if here.report("b.tri")["routines"][0]["untimed"] or not program.SANITIZED:
    tap.contains(query.err, "events were not logged (throttling:", "query: visits that were not logged are named")

main, work, text = rows(1 << 30)
tap.equal((work["time_at_least"], main["exclusive_at_most"]), (False, False), "all visits are short: an estimate")
tap.check("≤" not in text, "and is not marked as a bound")
tap.done()

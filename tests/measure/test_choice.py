"""What is measured is chosen when the program runs."""
import measured
import program
import tap

here = program.folder()
measured.build(here, "paths")
number = 0


def run(**environment):
    global number
    number += 1
    return measured.run(here, "paths", env={"TRIPTYCH_" + name.upper(): value for name, value in environment.items()},
                        archive="paths.tri" if number == 1 else f"paths.{number}.tri")


def visited(archive):
    return sorted({node.region.name or "loop" for node in archive.places[0].nodes})


tap.equal(visited(run(exclude="fact\nfind")), ["a", "b", "c", "grid", "loop", "main"], "--exclude, by routine")
tap.equal(visited(run(exclude="kind:loop")), ["a", "b", "c", "fact", "find", "grid", "main"], "--exclude, by kind")
tap.equal(visited(run(exclude="file:*paths.c")), [], "--exclude, by file")
archive = run(only="grid")
tap.equal(visited(archive), ["grid", "loop"], "--only: a routine with its loops")
tap.equal(archive.region("fact").reason, 1, "the rest is marked as excluded")
tap.equal(archive.count("grid"), 3, "and its counts are right")
tap.equal(visited(run(only="file:paths.c\nkind:io", exclude="routine:?")),
          ["fact", "find", "grid", "loop", "main"], "patterns together")

source = measured.HERE / "programs" / "paths.c"
skip = here.write("skip", f"routine\t{source}\t10\t0\tc\tc\nloop\t{source}\t4\t1\tfind\t\n")
archive = run(skip=skip)
tap.equal(visited(archive), ["a", "b", "fact", "find", "grid", "loop", "main"], "--skip-hot: a routine is off")
tap.equal((archive.region("c").reason, archive.region("c").mode), (2, 0), "and marked as hot")
tap.check(not any(node.parent.region.name == "find" for node in archive.nodes("", "loop")), "a loop is off")

clock, pair, inside, count = run(count="1").places[0].costs
tap.check((pair, inside) == (0, 0) and clock > 0 and count > 0, "--count: what timed visits cost is not rehearsed", (clock, pair, inside, count))

archive = run(throttle="0")
tap.equal(archive.region("c").mode, 3, "no throttling: c is timed")

here.write("phases.c", """
#include "regions.h"
enum { MAIN, SOLVE, COUNT };
TRI_UNIT_BEGIN(COUNT);
static volatile long sink;
static void solve(long n) { TRI_ROUTINE(SOLVE); for (long i = 0; i < n; i++) sink += i; }
int main(void) { TRI_ROUTINE(MAIN);
    { TRI_ROUTINE(MAIN); for (int k = 0; k < 10; k++) solve(10000000); }
    for (int k = 0; k < 20000; k++) solve(3);
    return 0; }
static struct tri_region tri_regions[COUNT] = {ROUTINE(MAIN, "main"), ROUTINE(SOLVE, "solve")};
TRI_UNIT_END(COUNT, __FILE__, "/nowhere");
""".replace("{ TRI_ROUTINE(MAIN); for", "{ struct tri_node *inner TRI_CLEANUP(tri_close_frame) = tri_enter(&tri_regions[MAIN]); for"))
here.run(program.CC, *measured.flags(), "phases.c", "-o", "phases", *measured.link())
archive = measured.run(here, "phases")
tap.equal((archive.region("solve").reason, archive.region("solve").mode), (0, 3),
          "the mean is over all call paths: what takes long on one of them is timed on all")

measured.build(here, "large")
archive = measured.run(here, "large", "wide", 12, env={"TRIPTYCH_THROTTLE": "1000,1000000000"})
tap.equal(archive.region("left").reason, 3, "throttled, though no call path alone has many visits")
tap.equal(archive.count("left"), 4095, "with its count exact")
archive = measured.run(here, "large", "wide", 12, archive="large.2.tri",
                       env={"TRIPTYCH_THROTTLE": "1000,1000000000", "TRIPTYCH_CLOCK": "monotonic"})
tap.equal(archive.region("left").reason, 3, "by another clock, too")

here.write("calls.c", """
#include "regions.h"
enum { MAIN, SHORT, LONG, COUNT };
TRI_UNIT_BEGIN(COUNT);
static volatile int sink;
static void brief(void) { TRI_ROUTINE(SHORT); sink++; }
static void lengthy(void) { TRI_ROUTINE(LONG); for (int i = 0; i < 2000; i++) brief(); }
int main(void) { TRI_ROUTINE(MAIN); for (int i = 0; i < 90; i++) lengthy(); return 0; }
static struct tri_region tri_regions[COUNT] = {ROUTINE(MAIN, "main"), ROUTINE(SHORT, "brief"), ROUTINE(LONG, "lengthy")};
TRI_UNIT_END(COUNT, __FILE__, "/nowhere");
""")
here.run(program.CC, *measured.flags(), "calls.c", "-o", "calls", *measured.link())
archive = measured.run(here, "calls", env={"TRIPTYCH_THROTTLE": "10000,1000000000"})
tap.equal((archive.region("brief").reason, archive.region("brief").mode), (3, 6), "throttled by its visits: sampled")
tap.equal(archive.count("brief"), 180000, "and its count stays exact")
tap.equal((archive.region("lengthy").reason, archive.region("lengthy").mode), (0, 3), "under the limit: timed")
archive = measured.run(here, "calls", env={"TRIPTYCH_THROTTLE": "10000,0"}, archive="calls.2.tri")
tap.equal(archive.region("brief").reason, 0, "no mean is under 0 ns: never throttled")
archive = measured.run(here, "calls", env={"TRIPTYCH_THROTTLE": "1000000,1000000000"}, archive="calls.3.tri")
tap.equal(archive.region("brief").reason, 3, "far under the limit of time: a 40th of the visits is enough")
archive = measured.run(here, "calls", env={"TRIPTYCH_THROTTLE": "1000000,4"}, archive="calls.4.tri")
tap.equal(archive.region("brief").reason, 0, "not by a factor of 4: it is not")

# One visit is far longer than all others together, as if the thread had been interrupted in it.
here.write("once.c", """
#include "regions.h"
#include <time.h>
enum { MAIN, STEP, COUNT };
TRI_UNIT_BEGIN(COUNT);
static void step(int k) { TRI_ROUTINE(STEP); if (k == 100) nanosleep(&(struct timespec){0, 500000000}, 0); }
int main(void) { TRI_ROUTINE(MAIN); for (int k = 0; k < 5000; k++) step(k); return 0; }
static struct tri_region tri_regions[COUNT] = {ROUTINE(MAIN, "main"), ROUTINE(STEP, "step")};
TRI_UNIT_END(COUNT, __FILE__, "/nowhere");
""")
here.run(program.CC, *measured.flags(), "once.c", "-o", "once", *measured.link())
archive = measured.run(here, "once", env={"TRIPTYCH_THROTTLE": "1000,20000"})
tap.equal((archive.region("step").reason, archive.count("step")), (3, 5000), "one long visit does not keep a region timed")

# The program waits until the library throttles `solve`, then makes its visits long until it is timed again.
here.write("later.c", """
#include "regions.h"
#include <time.h>
enum { MAIN, SOLVE, COUNT };
TRI_UNIT_BEGIN(COUNT);
static volatile long sink;
static void solve(int pause) { TRI_ROUTINE(SOLVE); sink++; if (pause) nanosleep(&(struct timespec){0, 50000}, 0); }
static int throttled(void) { return *(volatile unsigned *)&tri_regions[SOLVE].share != 0; }
int main(void) { TRI_ROUTINE(MAIN);
    for (int k = 0; k < 100000000 && !throttled(); k++) solve(0);
    if (!throttled()) return 1;
    for (int k = 0; k < 1000; k++) solve(0);
    for (int k = 0; k < 100000 && throttled(); k++) solve(1);
    if (throttled()) return 2;
    for (int k = 0; k < 100; k++) solve(1);
    return 0; }
static struct tri_region tri_regions[COUNT] = {ROUTINE(MAIN, "main"), ROUTINE(SOLVE, "solve")};
TRI_UNIT_END(COUNT, __FILE__, "/nowhere");
""")
here.run(program.CC, *measured.flags(), "later.c", "-o", "later", *measured.link())
archive = measured.run(here, "later", env={"TRIPTYCH_THROTTLE": "1000,20000"})
tap.equal(archive.region("solve").mode, 3, "what becomes long in a later phase is timed again")
tap.check(sum(node.time for node in archive.nodes("solve")) * 1e9 / archive.places[0].ticks_per_second >= 100 * 50000,
          "each visit from then on")

# Visits of a sampled loop that are counted together: the profile says of each of them that it was not timed.
here.write("together.c", """
#include "regions.h"
TRI_UNIT_BEGIN(1);
int main(void) {
    for (int k = 0; k < 1000; k++) tri_leave_loop(tri_enter(&tri_regions[0]), 3);
    if (!*(volatile unsigned *)&tri_regions[0].share) return 1;
    for (int k = 0; k < 100; k++) tri_count_loops(&tri_regions[0], k % 2 * 1000, k % 2 * 3000, 3, 3);
    return 0; }
static struct tri_region tri_regions[1] = {TRI_ROW(TRI_NEW, TRI_KIND_LOOP, 0, 1, 5, 5, 0, "", "together.c", 0)};
TRI_UNIT_END(1, "together.c", "/nowhere");
""")
here.run(program.CC, *measured.flags(), "together.c", "-o", "together", *measured.link())
archive = measured.run(here, "together", env={"TRIPTYCH_THROTTLE": "100,100000000"})
node, = archive.places[0].nodes
untimed = archive.places[0].untimed[node.row]
tap.equal((node.count, node.trips), (51000, 153000), "visits that are counted together are counted")
tap.check(50000 <= untimed < 51000, "and none of them was timed", untimed)
tap.done()

"""What cannot be known is not shown as if it were: trips of loops that were left, seconds and bytes of I/O."""
import program
import tap

here = program.folder()
UTF8 = {"LC_ALL": "C.UTF-8"}


def measured(name, text):
    here.write(f"{name}.c", text)
    here.triptych("cc", program.CC, *program.CFLAGS, "-O1", f"{name}.c", "-o", name)
    here.triptych("run", "-q", f"./{name}", env={"ASAN_OPTIONS": "detect_leaks=0"})
    return f"{name}.tri"


archive = measured("jumps", r"""
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;
static volatile int sink;

static void jump(int i) { if (i == 50) longjmp(back, 1); sink++; }

static void turn(int jumps)
{
    for (int i = 0; i < 100; i++)
        jump(jumps ? i : -1);
}

static void end(int i) { if (i == 3) exit(0); sink++; }

int main(void)
{
    for (volatile int i = 0; i < 10; i++)
        if (!setjmp(back))
            turn(i == 7);
    for (int i = 0; i < 10; i++)
        end(i);
}
""")
loops = {(row["routine"], row["seq"]): row for row in here.report(archive)["loops"]}


def trips(row):
    return [row[key] for key in ("count", "left", "trips", "trips_at_least", "mean_trips", "min_trips", "max_trips")]


tap.equal(trips(loops["turn", 1]), [10, 1, 900, True, 100, 100, 100], "one of ten visits was left by longjmp")
tap.equal(trips(loops["main", 1]), [1, 0, 10, False, 10, 10, 10], "a loop that ended by itself")
tap.equal(trips(loops["main", 2]), [1, 1, None, False, None, None, None], "a loop that only exit ended")
text = here.triptych("report", "--loops", archive, env=UTF8).out
tap.contains(text, "≥900", "at least 900 rotations")
tap.contains(" ".join(text.split()), "not known of visits that longjmp, exit or the end of the thread ended", "and why")
tap.contains(here.triptych("report", "--tree", "--min-percent", "0", "--width", "160", archive, env=UTF8).out, "≥900",
             "in the tree, too")
parts = {row["name"]: row for row in here.report(archive, "--routine", "main")["parts"]}
tap.equal([parts[name]["trips"] for name in ("loop 1", "loop 2")], [10, None], "and in the parts of a routine")
tap.done()

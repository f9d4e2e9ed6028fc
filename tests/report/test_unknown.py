"""What cannot be known is not shown as if it were: trips of loops that were left, seconds and bytes of I/O."""
import program
import tables
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
    return [row[key] for key in ("visits", "aborted", "trips", "trips_at_least", "trips_mean", "trips_min", "trips_max")]


tap.equal(trips(loops["turn", 1]), [10, 1, 900, True, 100, 100, 100], "one of ten visits was left by longjmp")
tap.equal(trips(loops["main", 1]), [1, 0, 10, False, 10, 10, 10], "a loop that ended by itself")
tap.equal(trips(loops["main", 2]), [1, 1, None, False, None, None, None], "a loop that only exit ended")
text = here.triptych("report", "--loops", archive, env=UTF8).out
tap.contains(text, "≥900", "at least 900 trips")
tap.contains(" ".join(text.split()), "unknown for visits that were ended by longjmp, exit or the end of the thread", "and why")
tap.contains(here.triptych("report", "--tree", "--min-percent", "0", "--width", "160", archive, env=UTF8).out, "≥900",
             "in the tree, too")
parts = {row["name"]: row for row in here.report(archive, "--routine", "main")["parts"]}
tap.equal([parts[name]["trips"] for name in ("loop 1", "loop 2")], [10, None], "and in the parts of a routine")

archive = measured("prints", r"""
#include <stdio.h>
#include <unistd.h>

static int slow(int n) { usleep(20000); return n ? slow(n - 1) : 7; }

int main(void)
{
    for (int i = 0; i < 3; i++)
        printf("%d\n", slow(i));
    return 0;
}
""")
data = here.report(archive)
slow = next(row for row in data["routines"] if row["name"] == "slow")
tree = here.report(archive, "--tree", "--min-percent", "0")["tree"]
whole = next(row["time_ns"] for row in tree if row["name"] == "printf")
tap.check(slow["time_ns"] >= 120000000, "the routine in the argument takes its time", slow)
tap.equal(data["io"][0]["time_ns"], whole - slow["time_ns"], "which is not the time of the I/O")
tap.equal([(row["name"], row["time_ns"]) for row in data["files"]], [("stdout", data["io"][0]["time_ns"])],
          "nor of the file, whose time is the I/O's own")
by_lane = here.report(archive, "--lanes")["io"]
tap.equal([row["time_ns"] for row in by_lane], [data["io"][0]["time_ns"]] * 2, "nor of the I/O of a lane")
part = next(row for row in here.report(archive, "--routine", "main")["parts"] if row["part"] == "I/O")
tap.equal(part["time_ns"], data["io"][0]["time_ns"], "and --routine says the same")
less = here.report(archive, "--compensate")
rows = [row for table in ("routines", "loops", "io", "files", "sources", "lanes") for row in less[table]]
tap.check(rows and all(row["percent"] <= 100 for row in rows), "no share is above 100 % with --compensate", rows)
tap.check(less["files"][0]["time_ns"] == less["io"][0]["time_ns"] <= data["io"][0]["time_ns"],
          "files are compensated as their I/O is", less["files"])

archive = measured("untold", r"""
#include <stdio.h>

int main(void)
{
    int a;
    char rest[10];
    FILE *file = fopen("numbers", "w");
    fputs("12 34\n", file);
    fclose(file);
    if (!freopen("numbers", "r", stdin) || scanf("%d", &a) != 1 || !fgets(rest, sizeof rest, stdin))
        return 1;
    perror("perhaps");
    return 0;
}
""")
data = here.report(archive)
calls = {row["function"]: row["bytes"] for row in data["io"]}
tap.equal([calls[name] for name in ("scanf", "perror", "fputs", "fgets")], [None, None, 6, 4], "bytes that calls tell")
files = {row["name"].split("/")[-1]: row for row in data["files"]}
tap.equal([(files["stderr"][key], files["stderr"][f"{key.split('_')[0]}_at_least"])
           for key in ("read_bytes", "written_bytes")], [(0, False), (None, False)], "of a file, nothing is known")
known = [(row["read_bytes"], row["read_at_least"]) for row in data["files"] if row["read_at_least"]]
tap.equal(known, [(4, True)], "of another, only a part")
text = here.triptych("report", "--files", archive, env=UTF8).out
tap.contains(text, "≥4", "at least 4 bytes")
tap.contains(text, "some calls do not report their bytes", "and why")
parts = {row["name"]: row["bytes"] for row in here.report(archive, "--routine", "main")["parts"]}
tap.equal((parts["scanf"], parts["fgets"]), (None, 4), "and in the parts of a routine")

# Costs of probes that were measured while the thread was interrupted again and again.
tap.check(here.report(archive)["run"]["overhead_most_ns"] is not None, "the overhead of a run")
tables.set_cell(here / archive, "places", "cost_pair_most", 0, 1e6)
run = here.report(archive)["run"]
tap.equal([run[key] is None for key in ("overhead_ns", "overhead_percent", "overhead_most_ns", "overhead_least_ns")], [True] * 3 + [False],
          "of a busy machine, only the least overhead is known")
text = " ".join(here.triptych("report", "--notes", archive).out.split())
tap.check("overhead unknown: the machine was busy when the costs of probes were measured; measuring added at least" in text
          and " to " not in text.split("overhead unknown")[1], "and nothing else is said", text)
tap.done()

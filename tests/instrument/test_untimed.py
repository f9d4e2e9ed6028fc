"""--no-loop-times: the same counts and trips as always, no times, and nothing in the way of the optimiser."""
import program
import tap

LOOPS = program.SOURCE / "bench" / "loops"
KEYS = ("routine", "seq", "visits", "trips", "trips_min", "trips_max", "line")

here = program.folder()
here.write("early.c", """
#include <stdio.h>
#include <stdlib.h>

/* Inner loops that are left by break, by continue of the outer loop, by goto and by return. */
static int leave(int how, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
            if (how == 1 && k == 2)
                break;
            if (how == 2 && i == 1 && k == 3)
                goto out;
            if (how == 3 && i == 2 && k == 1)
                return sum;
            sum += k;
        }
        int k = 0;
        while (k < i)
            k++;
        do
            sum++;
        while (sum % 3);
    }
out:
    for (int i = 0; i < 3; i++)
        sum++;
    return sum;
}

int main(void)
{
    int sum = 0;
    for (int how = 0; how < 4; how++)
        sum += leave(how, 5 + how);
    printf("%d\\n", sum);
    return 0;
}
""")


def loops(name, *options):
    """The program's output, and its loops as the report lists them."""
    folder = here.path / name
    folder.mkdir()
    here.triptych("cc", *options, program.CC, *program.CFLAGS, "-O2", "../early.c", "-o", "early", cwd=folder)
    out = here.triptych("run", "-q", "./early", cwd=folder, env={"ASAN_OPTIONS": "detect_leaks=0"}).out
    return out, here.report(folder / "early.tri")["loops"]


out, timed = loops("timed", "--every-probe")
untimed_out, untimed = loops("untimed", "--no-loop-times")
tap.equal(untimed_out, out, "the program does the same")


def known(rows):
    return sorted(tuple(row[key] for key in KEYS) for row in rows)


tap.equal(known(untimed), known(timed), "counts and trips are the same, with the smallest and the largest")
tap.check(all(row["time_ns"] is not None for row in timed), "with a probe of their own, loops are timed")
tap.check(all(row["time_ns"] is None for row in untimed), "with it they are not, and not shown as zero")

here.triptych("instrument", "--no-loop-times", "-o", "out", "kernels.c", cwd=here.copy(LOOPS, "loops"))
flags = ["-O3", "-fopt-info-loop", f"-I{program.SOURCE / 'include'}", "-Iloops", "-c", "-o", "kernels.o"]
if program.have("gcc"):
    def jams(file):
        return here.run("gcc", *flags, file).err.count("unroll and jam")

    tap.equal(jams("loops/out/kernels.c"), jams("loops/kernels.c"), "gcc unrolls and jams a product as without probes")
    tap.check(jams("loops/kernels.c") > 0, "which it does")
else:
    tap.skip("unroll and jam", "there is no gcc")
tap.done()

"""A measured program, what runs it, or both are killed by signal 9 at any moment: nothing that was counted is lost.

SEED and DRILLS choose another, or a larger drill."""
import os
import random
import signal
import subprocess

import program
import tap

SEED, DRILLS = int(os.environ.get("SEED", "1501")), int(os.environ.get("DRILLS", "9"))
# Each step tells its number after it has been counted. The program ends by itself when nobody reads any more.
STEPS = """
#include <unistd.h>
static long step(long n)
{
    volatile long sum = 0;
    for (long i = 0; i < 50; i++)
        sum += i * n;
    return sum;
}
int main(void)
{
    for (long n = 1;; n++) {
        step(n);
        if (write(1, &n, sizeof n) != sizeof n)
            return 1;
    }
}
"""


def until(pipe, last):
    """Reads the numbers up to this one; the last that was read."""
    number = 0
    while number < last:
        number = int.from_bytes(pipe.read(8), "little")
    return number


def drain(pipe, number):
    """The last number that was told."""
    rest = pipe.read()
    whole = len(rest) // 8
    return int.from_bytes(rest[8 * (whole - 1):8 * whole], "little") if whole else number


def drill(here, name, who, chance):
    """Kills after a random step; the report must have counted every step that was told, and at most one more."""
    archive = f"{name}.tri"
    run = subprocess.Popen([program.TRIPTYCH, "run", "--quiet", "-o", archive, "./steps"], cwd=here.path, stdout=subprocess.PIPE,
                           start_new_session=True)
    number = until(run.stdout, chance.randrange(1, 400))
    children = [int(word) for word in here.run("ps", "-o", "pid=", "--ppid", run.pid, check=False).out.split()]
    if who == "both":
        os.killpg(run.pid, signal.SIGKILL)
    else:
        os.kill(children[0] if who == "program" else run.pid, signal.SIGKILL)
    if who == "run":  # the program goes on, and must be measured to its end
        number = until(run.stdout, number + 100)
        os.kill(children[0], signal.SIGKILL)
    number = drain(run.stdout, number)
    run.wait()
    report = here.report(archive)
    steps = sum(row["visits"] for row in report["routines"] if row["name"] == "step")
    trips = sum(row["trips"] for row in report["loops"] if row["routine"] == "step")
    # A step that was going on when the end came is a visit, too, with the trips of loops that it had finished.
    return number <= steps <= number + 1 and 50 * number <= trips <= 50 * (number + 1), f"{number} steps told, {steps} counted, {trips} trips"


here = program.folder()
here.write("steps.c", STEPS)
here.triptych("cc", "--every-probe", program.CC, "-O1", *program.CFLAGS, "steps.c", "-o", "steps")
chance = random.Random(SEED)
for number in range(DRILLS):
    who = ("program", "run", "both")[number % 3]
    good, text = drill(here, f"{number}", who, chance)
    tap.check(good, f"drill {number}: {who} killed", text)
tap.done()

"""triptych run: cycles from events and from samples of the same program: whole lives, the same sums, the same order;
live, killed, forked, and without either."""
import json
import os
import signal
import subprocess
import time

import program
import tables
import tap

here = program.folder()
ASAN = {"ASAN_OPTIONS": "detect_leaks=0"}
PRINT = os.environ["PRINT_PROJECTION"]
UTILISATION, COMMUNICATION, EXECUTION = range(3)
WHAT_WHEN, WHEN_WHERE, WHAT_WHERE = range(3)
TIME, VISITS = 1, 2

here.write("phases.c", """#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile double sum;

static void __attribute__((noinline)) work(long n)
{
    double s = 0;
    for (long i = 1; i < 100000; i++)
        s += 1.0 / (double)(i + n);
    sum = s;
}

static void __attribute__((noinline)) alpha(long n)
{
    for (long i = 0; i < n; i++)
        work(i);
}

static void __attribute__((noinline)) beta(long n)
{
    for (long i = 0; i < n; i++)
        work(i);
}

/* Until three samples were taken meanwhile: which of them saw what does not depend on time then. */
static void be_seen(void)
{
    char path[4096];
    struct stat last = {0}, now;
    snprintf(path, sizeof path, "%s/places/0/samples", getenv("TRIPTYCH_ARCHIVE"));
    for (int seen = 0; seen < 3; usleep(1000)) {
        if (stat(path, &now) || now.st_size == last.st_size)
            continue;
        last = now;
        seen++;
    }
}

static void *other(void *with)
{
    beta(*(long *)with);
    return NULL;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 100;
    if (n == 0)
        for (;;)
            alpha(1);
    pthread_t thread;
    pthread_create(&thread, NULL, other, &n);
    if (argc > 2 && !strcmp(argv[2], "fork")) {
        pid_t child = fork();
        if (child == 0) {
            beta(n);
            exit(0);
        }
        waitpid(child, NULL, 0);
    }
    alpha(n);
    if (argc > 2 && !strcmp(argv[2], "seen"))
        be_seen();
    beta(n);
    pthread_join(thread, NULL);
    printf("%d\\n", sum > 0);
    return 0;
}
""")
here.triptych("cc", program.CC, "-O1", *program.CFLAGS, "phases.c", "-o", "phases", "-lpthread")


def run(*arguments):
    return here.triptych("run", "--force", "-q", "-o", "a.tri", *arguments, env=ASAN)


def projection(archive, *arguments):
    result = here.run(PRINT, archive, *arguments, check=False, env=ASAN)
    return json.loads(result.out) if result.status == 0 else result.err


def column(table, name):
    return tables.column(here / "a.tri", table, name)


def sums(table):
    """Time by region, of a table."""
    total = {}
    for region, time_ in zip(column(table, "region"), column(table, "exclusive_time")):
        total[region] = total.get(region, 0) + time_
    return total


def lives():
    return [end - start for start, end in zip(column("lanes", "start"), column("lanes", "end"))]


def check_lives(name, source):
    """The classes of each lane add up to its life."""
    all_ = projection("a.tri", UTILISATION, WHAT_WHERE, 0)
    if not tap.check(isinstance(all_, dict), f"{name}: there is something to draw", all_):
        return
    tap.equal(all_["source"], source, f"{name}: {source} are used")
    seconds = [round(column["total"] * 1e9) for column in all_["column"]]
    tap.equal(seconds, lives(), f"{name}: the classes of a lane add up to its life")
    heat = projection("a.tri", UTILISATION, WHEN_WHERE, 0)
    values = [value for row in heat["value"] for value in row if value is not None]
    tap.check(values and all(0 <= value <= 1 for value in values), f"{name}: shares are between 0 and 1", values)


def check_order(name):
    """On the first lane alpha comes before beta: in no cycle but one there are both."""
    all_ = projection("a.tri", EXECUTION, WHAT_WHERE, VISITS)
    when = {}
    for routine in ("alpha", "beta"):
        heat = projection("a.tri", EXECUTION, WHEN_WHERE, TIME, 0, 0, 0, 0, 0, routine)
        cycles = [i for i, value in enumerate(heat["value"][0]) if value]
        when[routine] = (min(cycles), max(cycles)) if cycles else None
    alpha, beta = when["alpha"], when["beta"]
    tap.check(alpha and beta and alpha[1] <= beta[0] + 1, f"{name}: alpha is before beta", when)
    visits = {row["label"].split()[0]: row["total"] for row in all_["row"]}
    tap.equal((visits.get("alpha"), visits.get("work")), (1, 3 * N), f"{name}: visits are counted")


N = 100
run("--events", "--throttle", "off", "--collect", "none", "./phases", N)
check_lives("with events", "events")
check_order("with events")
tap.equal(sum(sums("cycles").values()), sum(lives()), "the table of cycles has all the time")


def are_events_like_samples():
    """Of a new run: but for what the system took from a thread between two readings of the clock."""
    run("--events", "--throttle", "off", "--collect", "none", "./phases", N)
    events, samples = sums("cycles"), sums("samples")
    apart = sum(abs(events.get(region, 0) - samples.get(region, 0)) for region in {*events, *samples})
    return apart < sum(lives()) / 50


tap.check(any(are_events_like_samples() for _ in range(10)), "events and samples of one run tell the same")

run("--throttle", "off", "--collect", "none", "./phases", N, "seen")
tap.check(not (here / "a.tri" / "tables" / "events").exists(), "without events there are none")
check_lives("without events", "samples")
check_order("without events")

run("./phases", N)
check_lives("with threads listened to", "samples")
run("--collect", "none", "--events=routines", "./phases", N)
tap.equal(projection("a.tri", UTILISATION, WHAT_WHEN, 0)["source"], "samples", "a log without loops is not used")
run("--collect", "none", "./phases", N, "fork")
check_lives("with a fork", "samples")
tap.equal(len(set(column("lanes", "place"))), 2, "both places have lanes")

run("--no-samples", "./phases", 1)
tap.contains(str(projection("a.tri", UTILISATION, WHAT_WHEN, 0)), "triptych run", "without samples and events: what to do")
run("--clock", "cpu", "./phases", 1)
tap.contains(str(projection("a.tri", UTILISATION, WHAT_WHEN, 0)), "--clock cpu", "CPU time has no When")
for words in (["--interval", "soon"], ["--interval", "1ns"], ["--interval", "10"], ["--interval", "-5ms"]):
    result = here.triptych("run", *words, "./phases", check=False, env=ASAN)
    tap.check(result.status == 2 and "--interval takes" in result.err, f"misused: {words}", str(result))


def wait_for(condition):
    for _ in range(600):
        if condition():
            return True
        time.sleep(0.1)
    return False


# While it runs, and when triptych itself is killed.
here.run("rm", "-rf", "a.tri")
running = here.start(program.TRIPTYCH, "run", "-q", "-o", "a.tri", "--interval", "1ms", "./phases", 0, env=ASAN,
                     stdout=subprocess.DEVNULL)
file = here / "a.tri" / "places" / "0" / "samples"
tap.check(wait_for(lambda: file.exists() and file.stat().st_size > 1000), "samples are written while it runs")
live = projection("a.tri", EXECUTION, WHAT_WHEN, 0)
tap.check(isinstance(live, dict) and live["columns"] > 1, "they can be drawn meanwhile", live)
pid = int(subprocess.run(["pgrep", "-P", str(running.pid)], capture_output=True, text=True).stdout.split()[0])
os.kill(running.pid, signal.SIGKILL)
running.wait()
os.kill(pid, signal.SIGKILL)
dead = projection("a.tri", EXECUTION, WHAT_WHEN, 0)
tap.check(isinstance(dead, dict) and dead["columns"] > 1, "and when triptych was killed", dead)
tap.done()

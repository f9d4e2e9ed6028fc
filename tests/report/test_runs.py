"""Reports of programs that really run: while they do, after kill -9, sealed, forked."""
import os
import signal

import program
import tap

LIBRARY = os.environ["TRIPTYCH_LIBRARY"]
here = program.folder()
here.write("waits.c", r"""
#include <stdio.h>
#include <sys/wait.h>
#include <triptych/triptych.h>
#include <unistd.h>

static void work(void) { TRI_REGION("work") { usleep(1000); } }

int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < 5; i++)
        work();
    TRI_REGION("wait") {
        if (argc > 1) {
            pid_t child = fork();
            for (int i = 0; i < 3; i++)
                work();
            if (child)
                wait(NULL);
            return 0;
        }
        puts("waiting");
        fflush(stdout);
        getchar();
    }
    return 0;
}
""")
here.run(program.CC, *program.CFLAGS, "-g", f"-I{program.SOURCE / 'include'}", "waits.c", "-o", "waits",
         f"-L{LIBRARY}", f"-Wl,-rpath,{LIBRARY}", "-ltriptych", "-lpthread", "-ldl")


def regions(archive):
    data = here.report(archive)
    return data, {row["name"]: row for row in data["user"]}


def start():
    process = here.start("./waits", stdin=-1, stdout=-1)
    process.stdout.readline()
    return process


process = start()
data, user = regions("waits.tri")
tap.equal(data["run"]["state"], "running", "it is still running")
tap.equal((user["work"]["visits"], user["work"]["unfinished"]), (5, 0), "what has ended")
tap.equal((user["wait"]["visits"], user["wait"]["unfinished"]), (1, 1), "what goes on")
first = user["wait"]["time_ns"]
_, user = regions("waits.tri")
tap.check(user["wait"]["time_ns"] > first > 0, "its time grows", (first, user["wait"]["time_ns"]))
process.communicate(b"\n")
data, user = regions("waits.tri")
tap.equal((data["run"]["state"], user["wait"]["unfinished"], user["wait"]["aborted"]), ("ended", 0, 0), "it has ended")
tap.check(user["work"]["time_ns"] >= 5000000, "five times a millisecond", user["work"])
tap.check(user["work"]["time_ns"] + user["wait"]["time_ns"] <= data["run"]["lane_time_ns"] <= data["run"]["time_ns"],
          "the parts are no longer than the whole", data)

process = start()
os.kill(process.pid, signal.SIGKILL)
process.communicate()
data, user = regions("waits.2.tri")
tap.equal(data["run"]["state"], "unfinished", "killed")
tap.equal((user["work"]["visits"], user["wait"]["visits"], user["wait"]["unfinished"]), (5, 1, 1), "nothing is lost")
tap.check(user["work"]["time_ns"] >= 5000000, "nor the time", user["work"])
tap.contains(here.triptych("report", "waits.2.tri", env={"LC_ALL": "C.UTF-8"}).out, "unfinished: killed, crashed",
             "and the text says so")

here.triptych("run", "-o", "forked.tri", "./waits", "fork")
tap.check((here / "forked.tri/tables").is_dir() and not (here / "forked.tri/places").exists(), "`run` seals")
data, user = regions("forked.tri")
tap.equal((data["run"]["places"], data["run"]["lanes"], data["run"]["sealed"]), (2, 2, True), "two places")
tap.equal((user["work"]["visits"], user["wait"]["visits"], user["wait"]["aborted"]), (5 + 3 + 3, 1, 0), "counts of both")
tap.done()

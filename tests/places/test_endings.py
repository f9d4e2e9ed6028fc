"""exit() and crashes end all places, with a message that says which place and activity."""
import os
import signal
import subprocess
import time

import program
import tap

here = program.folder()
here.write("end.c", """
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <triptych/places.h>
static int deep(int n)
{
    char room[4096];
    memset(room, n, sizeof room);
    return n ? deep(n + 1) + room[n % 4096] : 0;
}
static void end(int how)
{
    if (how == 's')
        raise(SIGSEGV);
    if (how == 'o')
        exit(deep(1));
    if (how == 'a')
        abort();
    if (how == 'x')
        exit(3);
    if (how == 'w') {
        printf("%d\\n", (int)getpid());
        fflush(stdout);
        for (;;)
            pause();
    }
}
int main(int argc, char **argv)
{
    int how = argc > 1 ? argv[1][0] : 0, place = argc > 2 ? atoi(argv[2]) : 0;
    if (how == 'm')
        exit(4);
    printf("begun\\n");
#pragma tri finish
    {
#pragma tri async at(place)
        end(how);
#pragma tri async at(0)
        usleep(100);
    }
    return 0;
}
""")
here.triptych("cc", program.CC, "-O1", "-g", *program.CFLAGS, "end.c", "-o", "end")
LINE = 1 + here.read("end.c").splitlines().index("#pragma tri async at(place)")


def where(place):
    return f"place {place}, activity 0-1 (end.c:{LINE}, async at)"


if program.SANITIZED:
    tap.skip("crashes", "the sanitizer has its own messages")
else:
    for how, said, status in (("s", "Segmentation fault", 139), ("o", "Segmentation fault", 139), ("a", "Aborted", 134), ("x", "it called exit(3)", 3)):
        result = here.run("./end", how, "1", check=False, env={"TRI_PLACES": "3"})
        tap.equal((result.status, result.err, result.out), (status, f"triptych: {where(1)}: {said}; all places end\n", "begun\n"), f"{how}: {said} at place 1")
    result = here.run("./end", "s", "0", check=False, env={"TRI_PLACES": "2"})
    tap.check(result.status == -signal.SIGSEGV and f"triptych: {where(0)}: Segmentation fault; all places end" in result.err,
              "a crash of place 0", result)
    result = here.run("./end", "a", "0", check=False)
    tap.check(result.status == -signal.SIGABRT and f"triptych: {where(0)}: Aborted\n" in result.err, "a crash of the only place", result)
result = here.run("./end", "m", check=False, env={"TRI_PLACES": "3"})
tap.equal((result.status, result.err), (4, ""), "exit() of main itself is no failure")
result = here.run("./end", "n", "99", check=False)
tap.equal((result.status, result.out, result.err),
          (1, "begun\n", f"triptych: place 0, activity 0-0 (main): end.c:{LINE}: there is no place 99: the places are 0 to 0\n"),
          "an error of the run time keeps what was printed before")
if not program.SANITIZED:
    result = here.triptych("run", "-o", "sites.tri", "./end", "n", "0", env={"TRI_WORKERS": "3"})
    tap.check("1 place" in result.err and ", 1 synchronisation site," in result.err,
              "the finish is the program's, locks of the run time are not", result)


def state(pid):
    """The state letter of a process; Z if there is none."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0]
    except OSError:
        return "Z"


def begin():
    """Starts three places, of which place 1 waits. Returns the process, and the process numbers of places 1 and 2."""
    process = here.start("./end", "w", "1", env={"TRI_PLACES": "3"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    first = int(next(line for line in process.stdout if line.strip().isdigit()))
    with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="utf-8") as file:
        return process, first, [int(pid) for pid in file.read().split() if int(pid) != first][0]


for victim in (1, 0, 2):
    process, *others = begin()
    os.kill([process.pid, *others][victim], signal.SIGKILL)
    err = process.communicate(timeout=60)[1]
    if victim == 0:  # main may still run the activity that sleeps
        err = err.replace(f"activity 0-2 (end.c:{LINE + 2}, async at)", "activity 0-0 (main)")
    deadline = time.monotonic() + 30
    while any(state(pid) != "Z" for pid in others) and time.monotonic() < deadline:
        time.sleep(0.02)
    tap.equal([state(pid) for pid in others], ["Z", "Z"], f"kill -9 of place {victim}: no place is left")
    said = {0: "place 0, activity 0-0 (main): the process is gone", 1: f"{where(1)}: Killed", 2: "place 2, no activity: Killed"}[victim]
    tap.equal((process.returncode, err), (137 if victim else -9, f"triptych: {said}; all places end\n"), f"kill -9 of place {victim}: what is said")
tap.done()

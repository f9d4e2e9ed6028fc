"""Places on several machines: what they compute, their counts, their clocks, and how they end."""
import os
import re
import shutil
import signal
import socket
import subprocess
import threading

import machines
import program
import random_places
import tap

here = program.folder()
INCLUDE = f"-I{program.SOURCE / 'include'}"
SPREADS = ((2, 2), (1, 1, 2))


def build(source, name):
    here.triptych("cc", program.CC, "-O1", "-g", *program.CFLAGS, source, "-o", name)
    here.run(program.CC, "-w", INCLUDE, source, "-o", f"{name}-sequential")


# What is computed is what the sequential program computes.
for name in ("forms", "arrays"):
    build(program.SOURCE / f"tests/places/programs/{name}.c", name)
here.write("random.c", random_places.Writer(11, 5).write())
build("random.c", "random")
for folder, name in {"queens-places": "queens", "kmeans-places": "kmeans", "heat-places": "heat", "relay": "relay"}.items():
    build(program.SOURCE / f"examples/{folder}/{name}.c", name)
for name, *arguments in (("forms",), ("arrays", "23"), ("random",), ("queens", "8", "distributed"), ("kmeans", "400", "2"), ("heat", "100", "10", "cyclic"), ("relay",)):
    expected = here.run(f"./{name}-sequential", *arguments).out
    for spread in SPREADS if name in ("forms", "random") else SPREADS[:1]:
        result = machines.run(here, f"./{name}", *arguments, spread=spread, env={"TRI_COUNTS": "1"})
        out = re.sub(r"^\d+ places", "1 places", result.out)
        tap.equal((result.status, sorted(out.splitlines())), (0, sorted(expected.splitlines())), f"{name} on {len(spread)} machines")
        if name == "queens":
            tap.equal(result.err, "triptych: async 8, at 8, finish 1, atomic 92\n", "counts of all machines")

# More data than sockets hold, to and fro at the same time.
here.write("flood.c", """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/places.h>
enum { SIZE = 3000000 };
static long sum;
static void fill(char *bytes, int with)
{
    memset(bytes, with, SIZE);
}
int main(void)
{
    long all = 0;
    char *bytes = malloc(SIZE);
    fill(bytes, 1);
#pragma tri finish
    for (int p = 0; p < tri_places(); p++)
#pragma tri async at(p) copy(bytes[0:SIZE])
        for (int q = 0; q < tri_places(); q++)
#pragma tri async at(q) copy(bytes[0:SIZE])
        {
            long here = 0;
            for (int i = 0; i < SIZE; i++)
                here += bytes[i];
#pragma tri atomic
            sum += here;
        }
    for (int p = 0; p < tri_places(); p++)
#pragma tri at(p) reduction(+:all)
        all += sum;
    printf("%ld\\n", all);
    free(bytes);
    return 0;
}
""")
build("flood.c", "flood")
result = machines.run(here, "./flood")
tap.equal((result.status, result.out, result.err), (0, f"{16 * 3000000}\n", ""), "large data in all directions")

# Ends.
here.write("end.c", """
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <triptych/places.h>
static void end(int how)
{
    if (how == 'x')
        exit(3);
    if (how == 'a')
        abort();
    printf("begun\\n");
    fflush(stdout);
    for (;;)
        pause();
}
int main(int argc, char **argv)
{
    int how = argc > 1 ? argv[1][0] : 0, who = argc > 2 ? atoi(argv[2]) : 0;
#pragma tri finish
    for (int p = 0; p < tri_places(); p++)
#pragma tri async at(p)
        if (how == 'w' || (how != 'k' && tri_here() == who))
            end(how);
    if (how == 'k') {
        int pid = 0;
#pragma tri at(who) copyback(pid)
        pid = getpid();
        kill(pid, SIGKILL);
    }
    return 0;
}
""")
build("end.c", "end")
LINE = 1 + here.read("end.c").splitlines().index("#pragma tri async at(p)")
for how, said, status in (("x", "it called exit(3)", 3), ("a", "Aborted", 134)):
    if how == "a" and program.SANITIZED:
        tap.skip("abort()", "the sanitizer has its own messages")
        continue
    for place in (0, 3):
        running = machines.start(here, "./end", how, place)
        result = machines.end(["./end"], running)
        others = [process.returncode for number, process in enumerate(running) if number != place]
        tap.equal((others, result.err), ([status] * 3, f"triptych: place {place} on m{place // 2}, activity 0-{place + 1} (end.c:{LINE}, async at): {said}; all places end\n"),
                  f"{said} at place {place}")
for spread, victim, said in (((2, 2), 3, f"place 3 on m1, activity 0-4 (end.c:{LINE}, async at): the process is gone"), ((1, 1), 1, "place 1 on m1: the connection is gone"),
                             ((1, 1), 0, "place 0 on m0: the connection is gone")):
    running = machines.start(here, "./end", "w", spread=spread)
    for process in running:
        process.stdout.readline()
    os.kill(running[victim].pid, signal.SIGKILL)
    result = machines.end(["./end"], running)
    tap.equal([process.returncode for process in running], [-9 if place == victim else 1 for place in range(sum(spread))], f"kill -9 of place {victim} of {spread} ends all")
    # Neighbours know more about it, and mostly speak first.
    cut = f"triptych: place {victim} on m{victim and 1}: the connection is gone; all places end"
    lines = result.err.splitlines()
    tap.check(lines and set(lines) <= {f"triptych: {said}; all places end", cut} and len(lines) == len(set(lines)), f"kill -9 of place {victim} of {spread}: what is said", result)

# A place that is gone shortly before the program ends is not waited for.
here.write("gone.c", """
#include <stdio.h>
#include <unistd.h>
#include <triptych/places.h>
int main(void)
{
    char line[9];
#pragma tri at(1)
    {
        printf("begun\\n");
        fflush(stdout);
    }
    if (read(0, line, sizeof line) < 0)
        return 2;
    usleep(50000);
    return 0;
}
""")
build("gone.c", "gone")
running = machines.start(here, "./gone", spread=(1, 1), stdin=subprocess.PIPE)
running[1].stdout.readline()
running[1].kill()
running[1].wait()
running[0].communicate("go\n", timeout=60)
tap.check(running[0].returncode in (0, 1), "a place that is gone before the end is not waited for", running[0].returncode)

# A place that is gone shortly before the end, and whose parent does not ask for it: whether it is missed or not, the others end.
for victim in (1, 3):
    running = machines.start(here, "./end", "k", victim)
    machines.end(["./end"], running)
    tap.check({process.returncode for place, process in enumerate(running) if place != victim} <= {0, 1}, f"place {victim} is gone shortly before the end", running)

# A place that is gone when all have met, but before it has come into the memory that it shares with its neighbours: nobody waits for it.
here.write("early.c", """
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <triptych/places.h>
int ftruncate(int file, off_t size)
{
    const char *victim = getenv("VICTIM"), *self = getenv("TRI_PLACE");
    if (victim && self && !strcmp(victim, self))
        kill(getpid(), SIGKILL);
    return (int)syscall(SYS_ftruncate, file, size);
}
int ftruncate64(int file, off_t size)
{
    return ftruncate(file, size);
}
int main(void)
{
    return 0;
}
""")
build("early.c", "early")
for victim in range(4):
    running = machines.start(here, "./early", env={"VICTIM": victim})
    result = machines.end(["./early"], running)
    tap.equal([process.returncode for process in running], [-9 if place == victim else 1 for place in range(4)], f"place {victim} is gone before all have begun")
    tap.check(f"place {victim} on m{victim // 2}: the process is gone before all places have begun; all places end\n" in result.err or victim < 2 and f"cannot connect to place {victim}" in result.err,
              f"place {victim} is gone before all have begun: what is said", result)

# Mistakes.
NOBODY = 70 * "x"  # longer than a name may be: no server is asked
for env, said in (({"TRI_PLACES_SECRET": ""}, "TRI_PLACES_MEET is set: TRI_PLACES must be the number of places"), ({"TRI_PLACE": "2"}, "TRI_PLACES_MEET is set: TRI_PLACES must be the number of places"),
                  ({"TRI_PLACES_MEET": "nowhere"}, "TRI_PLACES_MEET=nowhere: it must be HOST:PORT"), ({"TRI_PLACES_MEET": f"{NOBODY}:7"}, f"the host {NOBODY} of TRI_PLACES_MEET is not known")):
    result = here.run("./relay", check=False, env={"TRI_PLACES_MEET": "127.0.0.1:9", "TRI_PLACES_SECRET": "x", "TRI_PLACES": "2", "TRI_PLACE": "1", **env})
    tap.check(result.status in (1, 2) and said in result.err, f"{env}", result)


def differ(programs, env, said, what):
    """Two places that do not fit together: both end, and one of them says why."""
    running = [here.start(*words, env={"TRI_PLACES_MEET": f"127.0.0.1:{PORT}", "TRI_PLACES_SECRET": "x", "TRI_PLACES": 2, "TRI_PLACE": place, "TRI_MACHINE": place, **env[place]},
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for place, words in enumerate(programs)]
    result = machines.end(["two places"], running[1:])
    if env[1]:  # place 0 would wait for another one
        running[0].kill()
    result.err += running[0].communicate()[1]
    tap.check(result.status == 1 and said in result.err, what, result)


PORT = machines.free_port()
differ((["./relay"], ["./queens"]), ({}, {}), "runs another program, or another build of it", "two programs")
differ((["./relay"], ["./relay"]), ({"TRI_PLACES": 3}, {}), "place 1 has TRI_PLACES=2, place 0 has TRI_PLACES=3", "two numbers of places")
differ((["./relay"], ["./relay"]), ({}, {"TRI_PLACES_SECRET": "y"}), "its TRI_PLACES_SECRET is another one", "two secrets")

# All addresses of a host are tried, and what has failed is told. Nobody can listen at the first one.
here.write("names.c", """
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <triptych/places.h>
static struct sockaddr_in addresses[2];
static struct addrinfo found[2];
int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **list)
{
    const char *numbers[] = {"255.255.255.255", "127.0.0.1"};
    if (service || hints->ai_socktype != SOCK_STREAM || strcmp(host, "two"))
        return EAI_NONAME;
    for (int i = 0; i < 2; i++) {
        addresses[i].sin_family = AF_INET;
        inet_pton(AF_INET, numbers[i], &addresses[i].sin_addr);
        found[i] = (struct addrinfo){.ai_family = AF_INET, .ai_addrlen = sizeof addresses[i], .ai_addr = (void *)&addresses[i], .ai_next = i ? NULL : &found[1]};
    }
    *list = found;
    return 0;
}
void freeaddrinfo(struct addrinfo *list)
{
    (void)list;
}
int main(void)
{
    return 0;
}
""")
build("names.c", "names")
result = machines.run(here, "./names", spread=(1, 1), host="two")
tap.equal((result.status, result.err), (0, ""), "the second address of a host")
PORT = machines.free_port()
running = [here.start("./names", env={"TRI_PLACES_MEET": f"two:{PORT}", "TRI_PLACES_SECRET": secret, "TRI_PLACES": 2, "TRI_PLACE": place}, stderr=subprocess.PIPE, text=True)
           for place, secret in enumerate("xy")]
said = running[1].communicate(timeout=60)[1]
running[0].kill()
running[0].communicate()
tap.check(re.fullmatch(rf"triptych: place 1: cannot meet the places of other machines: cannot meet place 0 at two, port {PORT} "
                       r"\(255\.255\.255\.255: [^;]+; 127\.0\.0\.1: its TRI_PLACES_SECRET is another one\)\n", said), "all addresses that failed are told", said)

# Strangers that connect to the meeting are left alone.
running = machines.start(here, "./relay", spread=(1, 2), env={"TRI_PLACES": 4})
port = int(next(value for value in open(f"/proc/{running[0].pid}/environ", encoding="utf-8").read().split("\0") if value.startswith("TRI_PLACES_MEET=")).rsplit(":", 1)[1])
stop = threading.Event()


def knock():
    """Sends nonsense until the meeting is over."""
    while not stop.is_set():
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1) as stranger:
                stranger.sendall(b"GET / HTTP/1.0\r\n\r\n" + b"x" * 200)
                stranger.recv(100)
        except OSError:
            pass
        stop.wait(0.05)


thread = threading.Thread(target=knock, daemon=True)
thread.start()
env = dict(pair.split("=", 1) for pair in open(f"/proc/{running[0].pid}/environ", encoding="utf-8").read().split("\0") if pair.startswith("TRI_"))
last = here.start("./relay", env={**env, "TRI_PLACE": 3, "TRI_MACHINE": "m1"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
result = machines.end(["./relay"], [*running, last])
stop.set()
thread.join()
tap.equal((result.status, result.out, result.err), (0, "10\n", ""), "strangers do not disturb the meeting")

# The clocks of machines are compared, and what is recorded is one archive.
if program.SANITIZED:
    tap.skip("recording", "nothing is preloaded into programs with a sanitizer")
else:
    os.mkdir(here / "all.tri")
    result = machines.run(here, "./kmeans", "200", "2", spread=(1, 2), env={"TRIPTYCH_ARCHIVE": here / "all.tri", "TRIPTYCH_EVENTS": "all", "TRIPTYCH_ALIGN": "always"})
    text = here.triptych("report", "--mpi", "all.tri", check=False)
    compared = re.findall(r"^ +([12])  \S+ +(\d+) ", text.out, re.MULTILINE)
    tap.equal((result.status, compared), (0, [("1", "2"), ("2", "2")]), "clocks are compared at the beginning and at the end")
    moves = here.triptych("query", "all.tri", "moves.filter(m -> m.name == \"async at\").count()", check=False)
    tap.check("406" in moves.out, "the moves of all machines", moves)
    # Without a disk that both machines have, the folders of places are copied together. One of them alone lacks what the other one did.
    for name in ("one.tri", "other.tri"):
        os.mkdir(here / name)
    result = machines.run(here, "./kmeans", "200", "2", spread=(1, 1), env={"TRIPTYCH_EVENTS": "all"},
                          before=[["env", f"TRIPTYCH_ARCHIVE={here / name}"] for name in ("one.tri", "other.tri")])
    query = "events.filter(e -> e.name == \"atomic\").count()"
    alone = here.triptych("query", "one.tri", query).out.split()[-1]
    shutil.copytree(here / "other.tri/places/0", here / "one.tri/places/1")
    tap.equal((result.status, alone, here.triptych("query", "one.tri", query).out.split()[-1]), (0, "204", "404"), "archives of two machines are one when the folders of places are copied together")
tap.done()

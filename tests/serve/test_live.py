"""`triptych view` of a running program: it grows, it is stopped, it ends; and a deadlocked one."""
import http.client
import json
import os
import time

import program
import tap
import view

here = program.folder()
here.write("steps.c", """
#include <stdio.h>
static double work(int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += i;
    return s;
}
int main(void)
{
    char line[10];
    double s = 0;
    while (fgets(line, sizeof line, stdin))
        for (int i = 0; i < 50; i++)
            s += work(1000);
    return s < 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "steps.c", "-o", "steps")


def wait_for(fact, what):
    """Waits until something is true, at most a minute."""
    for _ in range(1200):
        if found := fact():
            return found
        time.sleep(0.05)
    raise program.Failed(f"never: {what}")


def begin(name):
    """A program that does a step for each line of its input."""
    running = here.start(program.TRIPTYCH, "run", "-q", "--events", "-o", name, "./steps", stdin=-1, text=True)
    wait_for(lambda: here.triptych("query", "--csv", name, "lanes.count()", check=False).out.split()[1:] == ["1"], "a lane")
    return running


def step(running):
    running.stdin.write("x\n")
    running.stdin.flush()


class Stream:
    """The server-sent events of a run."""

    def __init__(self, server, run):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.connection.request("GET", f"/api/{run}/live", headers={"Authorization": f"Bearer {server.token}"})
        self.answer = self.connection.getresponse()

    def until(self, fact):
        """Reads events until one has what is wanted, and returns it."""
        while line := self.answer.readline():
            if line.startswith(b"data: ") and fact(entry := json.loads(line[6:])):
                return entry
        raise program.Failed("the stream ended")


def visits(server, run):
    """Visits of `work` so far, as a window counts them."""
    tables = server.json(f"/api/{run}/tables")
    name = tables["regions"]["name"]
    works = {node for node, region in enumerate(tables["nodes"]["region"]) if name[region] == "work"}
    answer = server.json(f"/api/{run}/query", q='events.filter(e -> e.name == "work").count()')["rows"][0][0]
    return answer if works else 0


first, second = begin("first.tri"), begin("second.tri")
server = view.Server(here, "first.tri", "second.tri")
stream = Stream(server, 0)
tap.equal(stream.answer.getheader("Content-Type"), "text/event-stream", "events of a running program come as a stream")
entry = stream.until(lambda entry: True)
tap.equal((entry["state"], entry["live"], entry["complete"], entry["name"]), ("running", True, False, "first.tri"), "the first one tells the state")
before = visits(server, 0)
step(first)
wait_for(lambda: visits(server, 0) == before + 50, "50 visits more")
tap.check(True, "views grow while it runs")
later = stream.until(lambda new: new["length"] > entry["length"])
tap.check(later["length"] > entry["length"], "the stream tells that it has grown")
window = view.Window(server.ask("/api/0/window")[2])
tap.check(window.live and window.nodes(), "a window of a running program says that it is incomplete")
source = server.json("/api/0/source", file=0)
tap.equal((source["copied"], any("work" in line for line in source["lines"])), (False, True), "the source of a running program is its file as it is")
step(first)
wait_for(lambda: visits(server, 0) == before + 100, "100 visits more")
first.stdin.close()
first.wait(60)
entry = stream.until(lambda entry: not entry["live"])
tap.equal((entry["state"], entry["events"] is not None, entry["complete"]), ("ended", True, True), "the stream tells the end")
tap.equal(visits(server, 0), before + 100, "all is there")
tap.check(not view.Window(server.ask("/api/0/window")[2]).live, "a window of an ended program is complete")

# A filter for the running program
def send(run, **body):
    status, _, answer = server.ask(f"/api/{run}/filter", "POST", json.dumps(body))
    return status, json.loads(answer)


def step_and_wait():
    """A step of the second program; returns when all its visits have ended."""
    def done():
        return sum(row["visits"] for row in server.json("/api/1/report")["routines"] if row["name"] == "work")
    target = done() + 50
    step(second)
    wait_for(lambda: done() == target, "a step")


step_and_wait()
before = visits(server, 1)
status, answer = send(1, filter='e -> e.name == "nothing"')
tap.equal((status, answer["processes"], answer["filter"]), (200, 1, 'e -> e.name == "nothing"'), "filter: one process was told")
step_and_wait()
tap.equal(visits(server, 1), before, "filter: nothing passes")
tap.equal(send(1, all=True)[0], 200, "filter: log everything")
step_and_wait()
wait_for(lambda: visits(server, 1) == before + 50, "50 visits more, and not those that were filtered")
status, answer = send(1, filter="e -> e.nme > 3")
tap.equal((status, answer["at"], answer["end"], "nme" in answer["error"]), (400, 7, 10, True), "filter: an error and where it is")
tap.equal([send(1)[0], send(1, filter=7)[0], send(0, all=True)[0], send(9, all=True)[0]], [400, 400, 409, 404], "filter: no condition; an ended run; no run")
tap.equal([server.ask("/api/1/filter", "POST", '{"all": true}', **more)[0] for more in ({"token": False}, {"headers": {"Origin": "http://evil.example"}}, {"headers": {"Content-Type": "text/plain"}})],
          [403, 403, 415], "filter: guarded as every POST")
tap.equal(server.ask("/api/1/filter")[0], 405, "filter: not by GET")
tap.equal([row["filter"] for row in server.json("/api/1/report")["run"]["sent_filters"]], ['e -> e.name == "nothing"', "e -> true"], "filter: the report lists them")

# Stop
status, _, body = server.ask("/api/1/stop", "POST", "{}")
tap.equal((status, json.loads(body)["processes"]), (200, 1), "stop: one process is no longer measured")
step(second)
tap.check(second.poll() is None, "the program runs on")
wait_for(lambda: "measuring stopped" in server.json("/api/runs")[1]["state_text"], "it is stopped")
tap.equal(server.ask("/api/1/stop", "POST", "{}")[0], 409, "stop: a second time")
second.stdin.close()
tap.equal(second.wait(60), 0, "it ends as it would have")

# Many clients that only listen cost nothing
streams = [Stream(server, 0) for _ in range(50)]
for stream in streams:
    stream.until(lambda entry: True)
tap.check(server.is_alive(), "50 streams, and others are answered")


def cpu():
    """User and system time of the server, in ticks of the system."""
    with open(f"/proc/{server.running.pid}/stat", encoding="utf-8") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def rests():
    """True if the server takes next to no CPU time for a second."""
    used = cpu()
    time.sleep(1)
    return cpu() - used <= 5


tap.check(wait_for(rests, "a second without work"), "with nothing to do, it takes next to no time")
tap.equal(server.end(), 0, "it ends with 50 streams open")

# A deadlock: who waits for whom
if program.SANITIZED:
    tap.skip("a deadlocked program", "a sanitized program cannot be listened to")
    tap.done()
here.write("lock.c", """
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;
static void *run(void *of)
{
    pthread_mutex_t *first = of ? &a : &b, *second = of ? &b : &a;
    pthread_mutex_lock(first);
    pthread_barrier_wait(&both);
    pthread_mutex_lock(second);
    return 0;
}
int main(void)
{
    pthread_t threads[2];
    pthread_barrier_init(&both, 0, 2);
    pthread_create(&threads[0], 0, run, &a);
    pthread_create(&threads[1], 0, run, 0);
    pthread_join(threads[0], 0);
    return 0;
}
""")
here.run(program.CC, *program.CFLAGS, "-g", "-pthread", "lock.c", "-o", "lock")
running = here.start(program.TRIPTYCH, "run", "-q", "-o", "lock.tri", "./lock", stderr=-3)
wait_for(lambda: os.path.exists(here / "lock.tri/places"), "the archive")
server = view.Server(here, "lock.tri")


def stuck():
    waits = server.json("/api/0/activities").get("waits", [])
    return waits if sum(wait["stuck"] for wait in waits) == 3 else None


waits = {wait["activity"]: wait for wait in wait_for(stuck, "three lanes that cannot continue")}
tap.equal((waits["0-1"]["for"], waits["0-2"]["for"], waits["0-1"]["in"], waits["0-0"]["for"]), (["0-2"], ["0-1"], "mutex", ["0-1"]), "a deadlocked program: who waits for whom")
tap.equal((waits["0-1"]["circle"], waits["0-2"]["circle"], waits["0-0"]["circle"]), (1, 1, 0), "and in which circle")
server.end()
program.end(running)
tap.done()

"""What is known of the machine, and of what processes and threads used of it: facts that hold however busy the machine is."""
import json
import os
import subprocess
import time

import program
import tap

if program.SANITIZED:
    tap.skip_all("a sanitized program is not listened to")

MEGABYTES, SLEEPS = 60, 40
here = program.folder()
here.write("used.c", """
#include <stdio.h>
#include <stdlib.h>
#include <pthread.h>
#include <time.h>

static void *sleeps(void *times)
{
    for (int i = 0; i < *(int *)times; i++)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    return NULL;
}

int main(int count, char **words)
{
    size_t bytes = (size_t)atoi(words[1]) << 20;
    int times = atoi(words[2]);
    volatile char *memory = malloc(bytes);
    pthread_t other;
    for (size_t i = 0; i < bytes; i += 512)
        memory[i] = 1;
    free((char *)memory); /* what counts is the most that was there */
    pthread_create(&other, NULL, sleeps, &times);
    pthread_join(other, NULL);
    struct timespec used = {0, 0};
    while (!used.tv_sec && used.tv_nsec < 50000000)
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    puts("ready");
    fflush(stdout);
    while (count > 3) { /* until it is killed */
        fputs(".", stdout);
        fflush(stdout);
        nanosleep(&(struct timespec){0, 20000000}, NULL);
    }
    return 0;
}
""")
here.run(program.CC, "-O1", "-pthread", *program.CFLAGS, "used.c", "-o", "used")


def report(*command, archive="a.tri"):
    here.triptych("run", "-q", "--force", "-o", archive, *command)
    return here.report(archive)


found = report("./used", MEGABYTES, SLEEPS)
place = found["places"][0]
tap.equal((place["cores"], place["cores_online"]), (len(os.sched_getaffinity(0)), os.cpu_count()), "cores are those of the machine")
tap.check(place["memory_bytes"] >= MEGABYTES << 20 and place["memory_bytes"] < (MEGABYTES + 40) << 20,
          "memory is the most that was resident at a time", place)
tap.check(place["voluntary_switches"] >= SLEEPS, "who sleeps gives up the core", place)
tap.check(place["cpu_user_ns"] + place["cpu_system_ns"] >= 40_000_000, "CPU time of the process", place)
tap.check(place["involuntary_switches"] >= 0 and place["minor_faults"] > 0 and place["load_start"] >= 0, "the other numbers are known", place)
lanes = {lane["lane"]: lane for lane in found["lanes"]}
tap.check(lanes[0]["cpu_ns"] >= 50_000_000 and lanes[0]["queued_ns"] is not None, "CPU time of the first thread", lanes)
tap.check(lanes[1]["cpu_ns"] < 50_000_000 and lanes[1]["cpu_in_mpi_ns"] is None, "and of one that only sleeps; no MPI", lanes)
tap.check(sum(lane["cpu_ns"] for lane in lanes.values()) <= place["cpu_user_ns"] + place["cpu_system_ns"] + 30_000_000,
          "those of all threads are that of the process", (place, lanes))

place = report("taskset", "-c", min(os.sched_getaffinity(0)), "./used", 1, 1)["places"][-1]
tap.equal((place["cores"], place["cores_online"]), (1, os.cpu_count()), "a process that is bound to a core")

# The same by queries.
wanted = report("./used", MEGABYTES, SLEEPS)["places"][0]
asked = here.triptych("query", "--format", "json", "a.tri",
                      "places.map(p -> {cores: p.cores, memory: p.memoryPeak, switches: p.voluntarySwitches})").out
tap.check(all(str(wanted[key]) in asked for key in ("cores", "memory_bytes", "voluntary_switches")), "the same by a query", (wanted, asked))
text = here.triptych("report", "--places", "--width", 200, "a.tri").out
tap.check("memory MB" in text and "forced" in text and "CPU s" in text, "the same as text", text)

# Of a process that is killed, what was known a moment before.
running = here.start(program.TRIPTYCH, "run", "-q", "--force", "-o", "killed.tri", "./used", MEGABYTES, 1, "on", stdout=subprocess.DEVNULL)
place, end = {}, time.monotonic() + 60
while time.monotonic() < end:
    result = here.triptych("report", "--format", "json", "killed.tri", check=False)
    places = json.loads(result.out)["places"] if result.status == 0 else []
    place = places[0] if places else {}
    if (place.get("memory_bytes") or 0) >= MEGABYTES << 20:
        break
    time.sleep(0.1)
os.kill(place["pid"], 9)
running.wait()
place = here.report("killed.tri")["places"][0]
tap.check(place["state"] == "unfinished" and place["memory_bytes"] >= MEGABYTES << 20, "a process that was killed", place)
tap.done()

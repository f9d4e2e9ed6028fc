"""Calls that run activities, are regions, open or only set states take the quick way, too (src/measure/vocabulary/quick_run.c), and count what the
others do: with threads, with calls that are left by longjmp, and with events."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
CALLS = 300
here.write("jobs.c", """
#include <setjmp.h>
void job_ready(int is) { (void)is; }
int job_run(void *job, int (*body)(int), int value) { (void)job; return body(value) + 1; }
int job_alone(void *job, int (*body)(int), int value) { (void)job; return body(value) + 2; }
int job_pack(int rows, int (*body)(int), int value) { (void)rows; return body(value) + 3; }
int job_move(int to, int (*body)(int), int value) { (void)to; return body(value) + 4; }
int job_point(int value) { return value; }
void job_leave(jmp_buf *to) { longjmp(*to, 1); }
""")
here.write("main.c", f"""
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
enum {{ CALLS = {CALLS} }};
void job_ready(int is);
int job_run(void *job, int (*body)(int), int value);
int job_alone(void *job, int (*body)(int), int value);
int job_pack(int rows, int (*body)(int), int value);
int job_move(int to, int (*body)(int), int value);
int job_point(int value);
void job_leave(jmp_buf *to);
static __thread jmp_buf landing;
static int point(int value) {{ return job_point(value); }}
static int leaves(int value)
{{
    if (value % 5 == 0)
        job_leave(&landing);
    return job_point(value);
}}
static int packs(int value) {{ return job_pack(value % 3, point, value) + job_pack(7, point, value); }}
static void *all(void *data)
{{
    volatile double sum = 0;
    for (volatile int i = 0; i < CALLS; i++) {{
        char job[2];
        job_ready(i % 4 != 0);
        sum += job_run(&job[0], point, i); /* an activity, unless i % 4 is 0 */
        sum += job_run(&job[1], point, i); /* no activity */
        sum += job_alone(&job[0], packs, i);
        sum += job_move(i, packs, i);
        if (!setjmp(landing))
            sum += job_alone(&job[1], leaves, i);
        if (!setjmp(landing))
            sum += job_move(1, leaves, i);
    }}
    *(double *)data = sum;
    return NULL;
}}
int main(void)
{{
    pthread_t thread;
    double one, two;
    pthread_create(&thread, NULL, all, &two);
    all(&one);
    pthread_join(thread, NULL);
    printf("%.17g %.17g\\n", one, two);
    return 0;
}}
""")
here.write("jobs.vocabulary", """
vocabulary jobs
library libjobs.so
state thread ready
void job_ready(int is)
    opens
    before set ready = is
int job_run(void *job, int (*body)(int), int value)
    run activity job, name "job", code function when ready
    before set ready = 0
int job_alone(void *job, int (*body)(int), int value)
    run activity job, name "alone"
int job_pack(int rows, int (*body)(int), int value)
    before hundreds = value / 100
    region name "{rows} rows of {hundreds}"
int job_move(int to, int (*body)(int), int value)
    opens
    move to to, bytes value
int job_point(int value)
    visit
""")
here.run(program.CC, "-shared", "-fPIC", "jobs.c", "-o", "libjobs.so")
here.run(program.CC, "main.c", "-o", "main", "-L.", "-ljobs", "-lpthread", f"-Wl,-rpath,{here}")
here.run(program.CC, "-rdynamic", "main.c", "jobs.c", "-o", "whole", "-lpthread")
native = here.run("./main")


def profile(archive):
    """By name: visits and bytes."""
    found = {}
    for line in here.triptych("query", archive, "nodes", "--format", "json").out.splitlines():
        row = json.loads(line)
        if " rows of " in (row["name"] or "") or row["name"] in ("job", "alone", "job_move", "job_point"):
            visits, size = found.get(row["name"], (0, 0))
            found[row["name"]] = visits + row["visits"], size + (row["bytes"] or 0)
    return found


numbers = range(CALLS)
left = len([i for i in numbers if i % 5 == 0])
expected = {"job": (2 * len([i for i in numbers if i % 4]), 0), "alone": (4 * CALLS, 0),
            "job_move": (4 * CALLS, 2 * sum(numbers) + 2 * sum(i for i in numbers if i % 5)),
            "job_point": (2 * (2 * CALLS + 4 * CALLS + 2 * (CALLS - left)), 0)}
for i in numbers:
    for rows in (i % 3, 7):
        name = f"{rows} rows of {i // 100}"
        expected[name] = (expected.get(name, (0, 0))[0] + 4, 0)
for program_file in ("./main", "./whole"):
    ran = here.triptych("run", "--force", "-o", "a.tri", "--vocabulary", "./jobs.vocabulary", program_file)
    tap.equal(ran.out, native.out, f"{program_file}: the program does the same")
    tap.equal(profile("a.tri"), expected, f"{program_file}: visits and bytes, by hand count")
here.triptych("run", "--events", "-o", "b.tri", "--vocabulary", "./jobs.vocabulary", "./main")
tap.equal(profile("b.tri"), expected, "the same when they are logged")
events = [json.loads(line) for line in here.triptych("query", "b.tri", "events", "--format", "json").out.splitlines()]
jobs = [row["activity"] for row in events if row["name"] in ("job", "alone")]
tap.equal((len(jobs), len(set(jobs))), (expected["job"][0] + 4 * CALLS,) * 2, "each activity has a number of its own")
inside = {row["activity"] for row in events if row["name"] == "job_point"} - set(jobs)
tap.equal(len(inside), 2, "outside of them, a thread has its own number")
tap.done()

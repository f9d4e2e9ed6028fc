"""Tasks of a library of threads, examples/crew, by its vocabulary: who spawned what, what it ran, and who waited, by the formulas of its README."""
import collections
import json
import os

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
FOLDER = program.SOURCE / "examples/crew"
VOCABULARY = FOLDER / "crew.vocabulary"
CXX = os.environ.get("CXX", "g++").split()
PIECES = 10
TASKS = PIECES + PIECES // 4
here.run("make", "-C", FOLDER, f"O={here}", f"CC={program.CC}")
native = here.run("./primes", "20000", str(PIECES), "3")
tap.equal(native.out, "2262 primes below 20000\n", "the example counts right")
inside, function_of = None, {}
for number, text in enumerate((FOLDER / "primes.c").read_text().splitlines(), 1):
    inside = text.split("(")[0].split()[-1] if text.startswith("static") else inside
    function_of[number] = inside


def rows(archive, what):
    return [json.loads(line) for line in here.triptych("query", archive, what, "--format", "json").out.splitlines()]


for members in (0, 3):
    name = f"{members}.tri"
    result = here.triptych("run", "--events", "-o", name, "--vocabulary", VOCABULARY, "./primes", "20000", str(PIECES), str(members))
    tap.equal(result.out, native.out, f"{members} threads: the program prints the same")
    events = rows(name, "events")
    spawned = [event for event in events if event["name"] == "crew_spawn"]
    ran = [event for event in events if event["type"] == "EXEC" and event["name"] in ("count", "split", "count half")]
    tap.equal(collections.Counter(event["methodName"] for event in spawned), {"main": PIECES, "split": PIECES // 4}, f"{members} threads: tasks that were spawned, and where")
    tap.equal(collections.Counter((event["name"], event["methodName"]) for event in ran),
              {("count", "count"): PIECES - PIECES // 4, ("split", "split"): PIECES // 4, ("count half", "count"): PIECES // 4},
              f"{members} threads: tasks that ran: their names, and the functions that did their work")
    tap.check(all(function_of[event["line"]] == event["methodName"] for event in ran), f"{members} threads: with lines of these", [event["line"] for event in ran])
    tap.equal(sorted(event["about"] for event in spawned), sorted(event["activity"] for event in ran), f"{members} threads: every task ran as the activity that was spawned")
    tap.equal(len({event["activity"] for event in ran}), TASKS, f"{members} threads: and no other")
    waits = collections.Counter(event["name"] for event in events if event["type"] == "FINISH")
    tap.check(waits["crew_wait"] == 1 and (members > 0 or waits["crew_take"] == 0), f"{members} threads: who waited", waits)
    halves = {event["about"] for event in spawned if event["methodName"] == "split"}
    tap.equal({event["activity"] for event in ran if event["name"] == "count half"}, halves, f"{members} threads: also those inside of tasks")

here.triptych("run", "-o", "profile.tri", "--vocabulary", VOCABULARY, "./primes", "20000", str(PIECES), "3")
visits = collections.Counter()
for node in rows("profile.tri", "nodes"):
    visits[node["name"]] += node["visits"]
tap.equal({name: visits[name] for name in ("crew_spawn", "count", "split", "count half", "crew_wait")},
          {"crew_spawn": TASKS, "count": PIECES - PIECES // 4, "split": PIECES // 4, "count half": PIECES // 4, "crew_wait": 1}, "the same without events")

# Waits that take the quick way, and the tasks inside of them.
here.write("rounds.c", """
#include <crew.h>
static int done;
static void work(struct crew_task *task) { (void)task; done++; }
int main(void)
{
    for (int i = 0; i < 50; i++) {
        struct crew_task tasks[5];
        for (int k = 0; k < 5; k++) {
            tasks[k] = (struct crew_task){work, "work", 0};
            crew_spawn(&tasks[k]);
        }
        crew_wait();
    }
    return done != 250;
}
""")
here.run(program.CC, "-g", f"-I{FOLDER}", "rounds.c", "-o", "rounds", "-L.", "-lcrew", f"-Wl,-rpath,{here}")
for options in ((), ("--events",)):
    here.triptych("run", "--force", *options, "-o", "rounds.tri", "--vocabulary", VOCABULARY, "./rounds")
    visits = collections.Counter()
    for node in rows("rounds.tri", "nodes"):
        visits[node["name"]] += node["visits"]
    tap.equal({name: visits[name] for name in ("crew_spawn", "work", "crew_wait")}, {"crew_spawn": 250, "work": 250, "crew_wait": 50}, f"tasks inside of quick waits {options}")

# A function that runs an activity now and then, and is a region otherwise. One that has no act opens: what it calls is recorded.
here.write("turns.c", """
#define KEEP __attribute__((noinline, used))
static volatile int done;
KEEP void act(void) { done++; }
KEEP void turn(int i) { act(); done += i; }
KEEP void begin(int i) { turn(i); turn(i); done++; }
KEEP void last(int i) { done += i; act(); }
int main(void)
{
    for (int i = 0; i < 7; i++)
        begin(i);
    turn(1);
    last(1);
    return done < 0;
}
""")
here.write("turns.vocabulary", """vocabulary turns
without threads io
state thread fresh
void begin(int i)
    opens
    before set fresh = 1
void turn(int i)
    run activity i, name "turn", code function when fresh
    region name "again" when !fresh
    before set fresh = 0
void last(int i)
    region
void act(void)
    atomic
""")
here.run(program.CC, "-O2", "-g", "turns.c", "-o", "turns")
here.triptych("run", "--events", "-o", "turns.tri", "--vocabulary", "./turns.vocabulary", "./turns")
events = rows("turns.tri", "events")
tap.equal(collections.Counter((event["name"], event["type"]) for event in events), {("turn", "EXEC"): 7, ("again", "CALL"): 8, ("last", "CALL"): 1, ("act", "ATOMIC"): 16}, "an activity that is run under a condition")
tap.equal({(event["methodName"], event["line"]) for event in events if event["name"] == "turn"}, {("turn", 5)}, "it has the line of the function itself")
tap.equal(collections.Counter(event["methodName"] for event in events if event["name"] == "act"), {"turn": 15, "last": 1}, "a call with which a described function ends has that function")
tap.equal(json.loads((here / "turns.tri" / "run.json").read_text())["options"]["collect"], "openmp,mpi,vocabulary", "the vocabulary does without some collectors")
here.triptych("run", "--collect", "all", "-o", "all.tri", "--vocabulary", "./turns.vocabulary", "./turns")
tap.check("collect" not in json.loads((here / "all.tri" / "run.json").read_text())["options"], "unless these are asked for")
for line, why in (("void turn(int i)\n    run activity i for k below 3\n", "`run` cannot be repeated"), ("without threads locks\n", "`locks` is not one of threads, openmp, io, mpi")):
    here.write("wrong.vocabulary", f"vocabulary wrong\n{line}")
    result = here.triptych("vocabulary", "check", "./wrong.vocabulary", check=False)
    tap.check(result.status == 1 and why in result.err, why, result)

# Exceptions that leave a task, and the wait that it runs inside of.
if program.have(CXX[0]):
    here.write("jobs.cpp", 'extern "C" void job_run(int *job) { if (++*job % 2) throw *job; }\nextern "C" void job_wait(void (*run)(int *), int *job) { run(job); }\n')
    here.write("throw.cpp", """
extern "C" void job_run(int *job);
extern "C" void job_wait(void (*run)(int *), int *job);
int main()
{
    int job = 0, caught = 0;
    for (int i = 0; i < 20; i++) {
        try {
            i < 10 ? job_run(&job) : job_wait(job_run, &job);
        } catch (int) {
            caught++;
        }
    }
    return caught != 10;
}
""")
    here.write("jobs.vocabulary", "vocabulary jobs\nlibrary libjobs.so\nvoid job_run(int *job)\n    run activity job\nvoid job_wait(void *run, int *job)\n    finish\n")
    here.run(*CXX, "-shared", "-fPIC", "jobs.cpp", "-o", "libjobs.so")
    here.run(*CXX, "-g", "throw.cpp", "-o", "throw", "-L.", "-ljobs", f"-Wl,-rpath,{here}")
    here.triptych("run", "--events", "-o", "throw.tri", "--vocabulary", "./jobs.vocabulary", "./throw")
    visits = {node["path"]: node["visits"] for node in rows("throw.tri", "nodes") if node["name"] in ("job_run", "job_wait")}
    tap.equal(visits, {"job_run": 10, "job_wait": 10, "job_wait/job_run": 10}, "activities that exceptions leave have ended: none is inside of another")
    parents = {event["parent"] for event in rows("throw.tri", "events") if event["name"] == "job_run"}
    tap.equal(parents, {"0-0"}, "and all are of the activity that ran them")
else:
    tap.skip("exceptions", "there is no C++ compiler")
tap.done()

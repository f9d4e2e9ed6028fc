"""What `triptych report` says of threads, locks and tasks, on an archive whose every number is known."""
import json

import program
import sample
import tap

here = program.folder()
sample.make(here, "threads.tri", "threads")
sample.make(here, "sealed.tri", "threads", "sealed")
UTF8 = {"LC_ALL": "C.UTF-8"}


def report(*options, archive="threads.tri"):
    return here.triptych("report", *options, archive, env=UTF8).out.replace("archive  sealed.tri", "archive  threads.tri")


for width in (80, 120):
    text = report("--width", str(width))
    sample.golden(f"threads-{width}.txt", text, f"the report at {width} columns")
    tap.check(max(map(len, text.splitlines())) <= width, f"no line is wider than {width}")
    tap.equal(report("--width", str(width), archive="sealed.tri"), text, "the same when it is sealed")
sample.golden("threads-tree.txt", report("--width", "100", "--tree", "--min-percent", "0"), "the tree has no objects")
tap.check("Deadlock" not in report("--routines"), "the deadlock is left out where other tables were asked for")
tap.check("Deadlock" in report("--waits") and "Routines" not in report("--waits"), "--waits is the deadlock alone")

for archive in ("threads.tri", "sealed.tri"):
    data = json.loads(report("--format", "json", archive=archive))
    waits = {row["lane"]: row for row in data["waits"]}
    tap.equal(sorted(waits), [0, 1, 2, 3, 4, 5, 6], f"{archive}: lanes that wait")
    tap.equal([lane for lane in waits if waits[lane]["stuck"]], [1, 2, 0, 3, 4, 6], "those that cannot go on, circles first")
    tap.equal({lane for lane in waits if waits[lane]["circle"]}, {1, 2}, "those in a circle")
    tap.equal((waits[1]["object"], waits[1]["kind"], waits[1]["holder_lane"], waits[1]["line"], waits[1]["file"],
               waits[1]["routine"], waits[1]["since_ns"], waits[1]["time_ns"]),
              ("mutex right", "mutex", 2, 31, "src/meals.c", "eat", 500_000_000, 1_500_000_000), "what lane 1 waits for")
    tap.equal((waits[3]["there"], waits[3]["needed"]), (2, 4), "a barrier")
    sync = {(row["name"], row["line"]): row for row in data["sync"]}
    tap.equal(sync["pthread_mutex_lock", 25]["visits"], 7, "locks of one line are one row")
    tap.equal(sync["pthread_mutex_lock", 25]["time_ns"], 61_000_000, "and their time")
    objects = {row["name"]: row for row in data["objects"]}
    tap.equal((objects["mutex left"]["got"], objects["mutex left"]["waited"], objects["mutex left"]["held_ns"],
               objects["mutex left"]["held_mean_ns"]), (5, 3, 300_000_000, 75_000_000), "how long a mutex was held")
    tap.equal(objects["mutex left"]["wait_ns"], 30_000_000 + 1_400_000_000, "waited for, and still")
    tasks = {(row["kind"], row["name"]): row for row in data["tasks"]}
    tap.equal(tasks["task", "omp task"]["visits"], 8, "tasks")
    tap.equal(tasks["work", "omp for"]["time_ns"], 40_000_000, "worksharing")

rows = report("--format", "csv", "--table", "waits").splitlines()
tap.equal(len(rows), 8, "CSV has a row for each lane that waits")
for table in ("sync", "objects", "tasks"):
    tap.check(len(report("--format", "csv", "--table", table).splitlines()) > 1, f"CSV has the table {table}")

# Locks that nobody waits for: one thread alone takes them.
here.write("alone.c", r"""
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *ends(void *argument)
{
    return argument;
}
int main(int argc, char **argv)
{
    pthread_t thread;
    for (int i = 0; i < 10; i++) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    }
    if (argc > 1) {
        pthread_create(&thread, 0, ends, argv);
        pthread_join(thread, 0);
    }
    return 0;
}
""")
if program.SANITIZED:
    tap.skip("locks that nobody waited for", "a sanitized program is not listened to")
    tap.done()
here.run(program.CC, *program.CFLAGS, "-g", "alone.c", "-o", "alone", "-pthread")
here.triptych("run", "-q", "-o", "alone.tri", "./alone")
here.triptych("run", "-q", "-o", "joined.tri", "./alone", "and join")
text = report(archive="alone.tri")
tap.check("pthread_mutex_lock" not in text and "Synchronisation" not in text and "Objects that threads waited for" not in text,
          "locks that nobody waited for are not listed", text)
tap.contains(text, "10 calls could have waited for other threads, and never did; --sync lists them", "but counted")
text = report(archive="joined.tri")
tap.check("pthread_join" in text and "pthread_mutex_lock" not in text, "other calls that wait are listed", text)
tap.contains(text, "1 call site of locks that were always free is not listed; --sync lists it.", "the others are counted")
tap.check("mutex" in report("--sync", archive="joined.tri") and "mutex" in report("--objects", archive="joined.tri"), "they are listed if one asks")
data = json.loads(report("--format", "json", archive="joined.tri"))
tap.check([row["visits"] for row in data["sync"] if row["name"] == "pthread_mutex_lock"] == [10] and data["objects"], "and for machines", data["sync"])
tap.done()

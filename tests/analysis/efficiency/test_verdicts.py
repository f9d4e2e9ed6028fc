"""Verdicts on programs made for them: threads that spin, ranks that poll, ranks that share a core. What is compared holds however busy the machine is."""
import json
import os
import shutil

import program
import tap

LIBRARY = os.environ["TRIPTYCH_LIBRARY"]
ENV = {"OMPI_ALLOW_RUN_AS_ROOT": 1, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": 1, "OMPI_MCA_rmaps_base_oversubscribe": 1,
       "OMPI_MCA_btl_vader_single_copy_mechanism": "none", "OMPI_MCA_hwloc_base_binding_policy": "none"}
here = program.folder()


def line(file, text):
    found = [number for number, each in enumerate(here.read(file).splitlines(), 1) if text in each]
    assert len(found) == 1, (text, found)
    return found[0]


def advice(*command, options=()):
    """Findings by their words, and what is said as text."""
    here.triptych("run", "-q", "--force", *options, "-o", "a.tri", *command, env=ENV, timeout=300)
    rows = json.loads(here.triptych("report", "--advice", "--format", "json", "a.tri").out)["advice"]
    tap.check([row["cost_ns"] for row in rows] == sorted((row["cost_ns"] for row in rows), reverse=True),
              "the most expensive first, whatever its share is of", rows)
    found = {}
    for row in rows:
        found.setdefault(row["finding"], []).append(row)
    return found, " ".join(here.triptych("report", "--advice", "a.tri").out.split())


# A thread waits for a flag while another computes ten times as long as itself.
here.write("spin.c", """
#include <pthread.h>
#include <stdlib.h>
static volatile int flag, seen;
static double work(int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += 1.0 / (i + 1);
    return sum;
}
static void *consumer(void *rounds)
{
    double sum = 0;
    for (int k = 1; k <= *(int *)rounds; k++) {
        while (flag < k) /* waits */
            ;
        sum += work(20000);
        seen = k;
    }
    return sum > 0 ? NULL : rounds;
}
int main(void)
{
    int rounds = 30;
    double sum = 0;
    pthread_t other;
    pthread_create(&other, NULL, consumer, &rounds);
    for (int k = 1; k <= rounds; k++) {
        sum += work(400000);
        flag = k;
    }
    int last = 0;
    while (last < rounds) /* looks for the end */
        last = seen;
    pthread_join(other, NULL);
    return sum < 1;
}
""")
here.triptych("cc", program.CC, "-O2", "-g", "-pthread", *program.CFLAGS, "spin.c", "-o", "spin")
found, text = advice("./spin")
rows = found.get("spinning_loop", [])
tap.equal([(row["routine"], row["line"], row["of"]) for row in rows], [("consumer", line("spin.c", "waits */"), "lanes")],
          "a loop that waits for a flag, and no other")
tap.check("trips in each of 30 visits" in text and ", 0 ns each" not in text and "neither its condition nor its body changes anything" in text, "trips tell", text)

# The same where the loop is all that a small function has: it is only counted, and its time is the function's.
here.write("flag.c", here.read("spin.c").replace("static void *consumer", """static void wait_for(int k)
{
    while (flag < k) /* calls to wait */
        ;
}
static void *consumer""").replace("""        while (flag < k) /* waits */
            ;
""", "        wait_for(k);\n"))
here.triptych("cc", program.CC, "-O2", "-g", "-pthread", *program.CFLAGS, "flag.c", "-o", "flag")
found, text = advice("./flag")
tap.equal([(row["routine"], row["line"], row["of"]) for row in found.get("spinning_loop", [])],
          [("wait_for", line("flag.c", "calls to wait */"), "lanes")], "a loop that is a function's only one, and is not timed by itself")


def path():
    """What is known of the critical path, and the report."""
    report = json.loads(here.triptych("report", "--format", "json", "a.tri").out)
    return report["critical"][0], report


# Two threads, each of which has more to do than the other in one of two parts.
here.write("parts.c", """
#include <omp.h>
static double work(int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += 1.0 / (i + 1);
    return sum;
}
int main(void)
{
    double sum = work(100000);
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
        sum += work(omp_get_thread_num() ? 4000000 : 100000);
#pragma omp barrier
        sum += work(omp_get_thread_num() ? 100000 : 4000000);
    }
    return sum < 1;
}
""")
if not program.SANITIZED:
    here.run(program.CC, "-O2", "-g", "-fopenmp", "parts.c", "-o", "parts")
    here.triptych("run", "-q", "--force", "--events=sync,tasks", "-o", "a.tri", "./parts")
    known, report = path()
    first = next(row["time_ns"] for row in report["lanes"] if row["lane"] == 0)
    tap.check(known["state"] == "known" and abs(known["time_ns"] - first) <= 2, "threads: the critical path is as long as the first thread",
              (known, first))  # each moment is rounded to a nanosecond
    tap.equal(sum(row["time_ns"] for row in report["critical_path"]), known["time_ns"], "threads: regions have all of it")

MPI = next((name for name in ("openmpi", "mpich") if shutil.which(f"mpirun.{name}") and shutil.which(f"mpicc.{name}")
            and os.path.exists(f"{LIBRARY}/libtriptych-{name}.so")), None)
if program.SANITIZED or not MPI:
    tap.done()
    raise SystemExit

# Rank 0 asks MPI for a message that comes when rank 1 has used 100 ms of CPU time.
here.write("poll.c", """
#include <mpi.h>
#include <time.h>
static long long cpu(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}
int main(int count, char **words)
{
    int rank, flag = 0, value = 1;
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Request request;
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        while (!flag)
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    } else {
        long long start = cpu();
        while (cpu() - start < 300000000)
            continue;
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
""")
here.triptych("cc", f"mpicc.{MPI}", "-O2", "-g", "poll.c", "-o", "poll")
found, text = advice(f"mpirun.{MPI}", "-n", 2, "./poll", options=["--events=comm"])
tap.equal([(row["routine"], row["line"]) for row in found.get("polling_mpi", [])], [("main", line("poll.c", "MPI_Test("))],
          "a rank that asks MPI again and again")
tap.check("spinning_loop" not in found, "its loop does something: it calls MPI", text)

# The critical path of a run that came to its end; of one in which a rank was killed; and where events were dropped.
here.write("turns.c", """
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
int main(int count, char **words)
{
    int rank, value = 0, dies = atoi(words[1]);
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 3000; i++) {
        if (rank == dies && i == 1500)
            raise(SIGKILL);
        if (rank == 0) {
            MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        }
    }
    MPI_Finalize();
    return 0;
}
""")
here.run(f"mpicc.{MPI}", "-O2", "-g", "turns.c", "-o", "turns")
for dies, options, state, words in ((-1, (), "known", ""), (1, (), "killed", "rank 1 ended early"),
                                    (-1, ("--max-size", "64k"), "dropped", " events are missing, on rank ")):
    here.triptych("run", "-q", "--force", "--events=comm", *options, "-o", "a.tri", f"mpirun.{MPI}", "-n", 2, "./turns", dies,
                  env=ENV, timeout=300, check=False)
    known, report = path()
    tap.check(known["state"] == state and words in known["sentence"], f"the critical path is {state}", known)
    tap.equal([sum(row["time_ns"] for row in report[key]) for key in ("critical_path", "critical_places")], [known["time_ns"] or 0] * 2,
              f"{state}: regions and ranks have all of it, or there is none")

# Three ranks that use the same CPU time share a core.
here.write("share.c", """
#include <mpi.h>
#include <time.h>
static long long cpu(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}
int main(int count, char **words)
{
    int one = 1, sum;
    MPI_Init(&count, &words);
    for (int turn = 0; turn < 6; turn++) {
        long long start = cpu();
        while (cpu() - start < 30000000)
            continue;
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
""")
for name in ("openmpi", "mpich"):
    if not (shutil.which(f"mpirun.{name}") and shutil.which(f"mpicc.{name}") and os.path.exists(f"{LIBRARY}/libtriptych-{name}.so")):
        continue
    here.run(f"mpicc.{name}", "-O2", "-g", "share.c", "-o", "share")
    found, text = advice("taskset", "-c", min(os.sched_getaffinity(0)), f"mpirun.{name}", "-n", 3, "./share", options=["--events=comm"])
    tap.check([row["title"] for row in found.get("oversubscribed", [])] == ["Oversubscribed: 3 ranks share 1 core"], f"{name}: ranks share a core", text)
    tap.check("load_imbalance" not in found and "Give it less to do" not in text, f"{name}: to wait for a core is no imbalance", text)
    tap.check("data transfer takes" not in text, f"{name}: nor is it a slow network", text)
    brief = " ".join(here.triptych("report", "--mpi", "a.tri").out.split())
    tap.check("The load is uneven" not in brief, f"{name}: nor is it in short", brief)
tap.done()

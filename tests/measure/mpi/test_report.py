"""What is shown of an MPI program: ranks instead of places, call sites by rank, messages; sealed or not."""
import collections
import re

import mpi
import program
import tables
import tap

RANKS = 3
SITES = [("MPI_Init", "other", 1, 0), ("MPI_Comm_rank", "communicator", 1, 0),
         ("MPI_Comm_size", "communicator", 1, 0),
         ("MPI_Irecv", "receive", 10, 0), ("MPI_Send", "send", 10, 40), ("MPI_Wait", "wait", 10, 40),
         ("MPI_Allreduce", "collective", 1, 8), ("MPI_Bcast", "collective", 1, 40), ("MPI_Gather", "collective", 1, 12),
         ("MPI_Sendrecv", "exchange", 1, 56), ("MPI_Barrier", "collective", 1, 0), ("MPI_Finalize", "other", 1, 0)]


def bytes_of(function, rank, size):
    """The root gathers from all."""
    return size + 12 * RANKS if function == "MPI_Gather" and rank == 0 else size


def check_sites(report, name, fortran):
    rows = [(row["function"], row["kind"], row["rank"], row["visits"], row["bytes"]) for row in report["comm"]]
    wanted = [(function, kind, rank, count, bytes_of(function, rank, size))
              for function, kind, count, size in SITES for rank in range(RANKS)]
    tap.equal(sorted(rows), sorted(wanted), f"{name}: each call site on each rank")
    tap.check(fortran or [row["line"] for row in report["comm"]] == sorted(row["line"] for row in report["comm"]),
              f"{name}: in the order of the source", report["comm"])
    tap.check(all(row["routine"] and row["line"] and row["file"] for row in report["comm"]),
              f"{name}: every site has its routine, line and file", report["comm"])
    sites = [(row["function"], row["ranks"], row["visits"]) for row in report["comm_sites"]]
    tap.equal(sorted(sites), sorted((function, RANKS, RANKS * count) for function, _, count, _ in SITES),
              f"{name}: the call sites")


def check_sums(report, name):
    calls, every = sum(count for _, _, count, _ in SITES), report["comm_ranks"]
    tap.equal([(row["rank"], row["visits"]) for row in every],
              [(rank, calls) for rank in range(RANKS)] + [(None, RANKS * calls)], f"{name}: sums of the ranks, and of all")
    tap.equal(every[-1]["time_ns"], sum(row["time_ns"] for row in report["comm"]), f"{name}: the time in MPI")
    times = collections.defaultdict(list)
    for row in report["comm"]:
        times[row["site"]].append(row["time_ns"])
    tap.equal({row["site"]: (row["mean_ns"], row["min_ns"], row["max_ns"]) for row in report["comm_means"]},
              {site: (sum(each) // RANKS, min(each), max(each)) for site, each in times.items()},
              f"{name}: mean, least and most of the ranks")
    tap.equal([(row["sites"], row["visits"]) for row in report["comm_files"]], [(len(SITES), RANKS * calls)],
              f"{name}: the source file")


def check_messages(report, name):
    tap.equal([(row["source"], row["target"], row["messages"], row["bytes"], row["unmatched"])
               for row in report["comm_matrix"]],
              [(rank, (rank + 1) % RANKS, 11, 68, 0) for rank in range(RANKS)], f"{name}: who sent to whom")
    tap.equal([(row["from"], row["to"], row["messages"], row["bytes"]) for row in report["comm_sizes"]],
              [(4, 7, 10 * RANKS, 40 * RANKS), (16, 31, RANKS, 28 * RANKS)], f"{name}: sizes of messages")


# Most visits of `work` are neither timed nor logged; all messages are.
SHORT = """
#include <mpi.h>
volatile double v;
__attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) { v += i; if (v < 0) break; } }
int main(int argc, char **argv)
{
    int rank, x = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < 100000; k++)
        work(2);
    if (rank == 0)
        MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""


def check_logged(here, name):
    here.write("short.c", SHORT)
    here.triptych("cc", f"mpicc.{name}", "-g", "-O1", "short.c", "-o", f"short.{name}")
    here.triptych("run", "-q", "--force", "--events", "-o", "short.tri", f"mpirun.{name}", "-n", 2, f"./short.{name}", env=mpi.ENV)
    text = " ".join(here.triptych("report", "--mpi", "short.tri").out.split())
    tap.check("messages from rank to rank" in text and "they are missing in this table" not in text, f"{name}: no message is missing, whatever else was not logged", text)


def check_table(path, report, name):
    """Both calls of every message, and nothing arrives before it was sent: the ranks have one clock here."""
    region, names = tables.column(path, "nodes", "region"), tables.column(path, "regions", "name")
    offsets, text = tables.column(path, "strings", "offset"), (path / "tables/strings/bytes.u8").read_bytes()
    calls = [tuple(text[offsets[names[region[node]]]:].split(b"\0")[0].decode() for node in pair)
             for pair in zip(tables.column(path, "messages", "send"), tables.column(path, "messages", "receive"))]
    tap.equal(collections.Counter(calls), {("MPI_Send", "MPI_Wait"): 10 * RANKS, ("MPI_Sendrecv", "MPI_Sendrecv"): RANKS},
              f"{name}: the two calls of every message")
    late = zip(tables.column(path, "messages", "send_start"), tables.column(path, "messages", "receive_end"))
    tap.check(all(sent < received for sent, received in late), f"{name}: sent before received")


def check_text(here, archive, name):
    text = here.triptych("report", "--mpi", archive).out
    titles = [line for line in text.splitlines() if line.startswith("MPI: ")]
    tap.equal(titles[:7], ["MPI: call sites", "MPI: source files", "MPI: call sites by rank", "MPI: time by rank",
                       "MPI: mean time of a rank at each call site", "MPI: messages from rank to rank",
                       "MPI: data of messages"], f"{name}: the parts of the text")  # late senders, if there are any
    lanes = here.triptych("report", "--lanes", "--sync", "--width", 200, archive).out
    tap.check(all(f"  {rank}.0 ring" in lanes for rank in range(RANKS)),
              f"{name}: lanes are named by rank", lanes)


def check_places(report, name):
    tap.equal([row["rank"] for row in report["places"]], list(range(RANKS)), f"{name}: places in the order of ranks")
    tap.equal([(row["rank"], row["lane"]) for row in report["lanes"]], [(rank, 0) for rank in range(RANKS)],
              f"{name}: one lane of each rank; the library's own threads are none")


def check(here, mpi_name, source):
    built = mpi.build(here, mpi_name, source)
    run = mpi.run(here, mpi_name, RANKS, built, events=True)
    name = f"{mpi_name} {source}"
    report = here.report(run.path)
    check_messages(report, f"{name}, not sealed")
    here.triptych("run", "-q", "--force", "--events=all", "-o", "sealed.tri", f"mpirun.{mpi_name}", "-n", RANKS, built,
                  env=mpi.ENV, timeout=300)
    report = here.report("sealed.tri")
    check_places(report, name)
    check_sites(report, name, source.endswith((".f", ".f90")))
    check_sums(report, name)
    check_messages(report, name)
    check_table(here / "sealed.tri", report, name)
    check_text(here, "sealed.tri", name)


def check_brief(here, mpi_name, built):
    """What is said right after a run, and of runs that were not started as they should have been."""
    said = here.triptych("run", "--force", "-o", "brief.tri", f"mpirun.{mpi_name}", "-n", 2, built, env=mpi.ENV).err
    tap.check(re.search(r"on 2 ranks with 2 lanes", said) and f"{len(SITES)} MPI call sites" in said
              and re.search(r"triptych: MPI took \d+\.\d % of the time of the ranks", said)
              and re.search(r"triptych: most of that: \d+\.\d % MPI_\w+ of \w+ \(\S*ring\.c:\d+\)", said)
              and "triptych: the load is " in said, f"{mpi_name}: the run in short", said)
    alone = here.triptych("run", "--force", "-o", "alone.tri", built, env=mpi.ENV).err
    tap.contains(alone, "this was one rank; `triptych run mpirun -n 4 PROGRAM`", f"{mpi_name}: without mpirun")
    inside = here.run(f"mpirun.{mpi_name}", "-n", 2, program.TRIPTYCH, "run", built, env=mpi.ENV).err
    tap.contains(inside, "only 1 of 2 ranks", f"{mpi_name}: triptych run behind mpirun")
    for words, message in (((f"mpirun.{mpi_name}", "-n", 2), "does it work without triptych run?"),
                           (("mpirun.nowhere", "-n", 2, built), "install openmpi-bin or mpich"),
                           ((f"mpirun.{mpi_name} -n 2 {built}",), "leave the quotes out"),
                           (("-n", 2, built), "triptych run mpirun -n 4")):
        wrong = here.triptych("run", *words, env=mpi.ENV, check=False)
        tap.check(wrong.status != 0 and message in wrong.err, f"{mpi_name}: {' '.join(map(str, words))}", wrong)


if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
home = program.folder()
for each in mpi.INSTALLED:
    check_logged(home, each)
    check_brief(home, each, mpi.build(home, each, "ring.c"))
    check(home, each, "ring.c")
    check(home, each, "ring08.f90")
tap.done()

"""An MPI example, most with both MPIs: it finds its results right, natively and measured; every count and trip of its routines
and loops, all ranks together, its calls of MPI, its messages and their bytes are those of its formulas, and the same in
both MPIs: test_mpi.py EXAMPLE"""
import sys

import program
import tap
from mpi_runs import ENVIRONMENT, MISUSED, MPIS, ONE, RANKS, RUNS, command, make, missing, result
from runs import formulas

NATIVE = 4  # ranks
TABLE = "comm"  # of a report: a row per call site, with the function's name, its count and bytes


def native(example, mpi):
    """Builds and runs it as it is. Returns what the runs said, by size."""
    here, said = program.folder(), {}
    built = make(here, example, mpi, measured=False, check=False)
    if not tap.check(built.status == 0 and built.err == "", f"{example} {mpi}: builds in silence", built):
        return said
    for size in RUNS[example]:
        run = here.run(*command(example, mpi, NATIVE, size), env=ENVIRONMENT, check=False)
        tap.check(run.status == 0 and "right" in run.out, f"{example} {size} {mpi}, {NATIVE} ranks: right", run)
        said[size] = result(run.out)
    misused = here.run(*command(example, mpi, 2, MISUSED), env=ENVIRONMENT, check=False)
    tap.check(misused.status == 2 and "usage: " in misused.err, f"{example} {mpi}: says how it is used", misused)
    return said


def differences(got, expected):
    """One line each. What never ran may be listed with zeros or not at all."""
    return [f"{key}: expected {expected.get(key)}, got {got.get(key)}" for key in sorted({*got, *expected}, key=str)
            if got.get(key) != expected.get(key) and {got.get(key), expected.get(key)} - {None, 0, (0, 0)}]


def compare_source(report, expected, name):
    """Open MPI's mpif.h has interfaces in it, which triptych fc takes for ends of the routine that includes it; it says
    so and leaves that routine alone."""
    routines = {row["name"]: row["visits"] for row in report["routines"]}
    loops = {(row["routine"], row["seq"]): (row["visits"], row["trips"]) for row in report["loops"]}
    unseen = {row["name"] for row in report["unmeasured"] if "INCLUDE file" in row["reason"]}
    if unseen:
        tap.skip(f"{name}: {', '.join(sorted(unseen))}", "triptych fc does not measure what includes this mpif.h")
    for table, got in (("routines", routines), ("loops", loops)):
        seen = {key: value for key, value in expected[table].items() if {key, key[0]}.isdisjoint(unseen)}
        wrong = differences(got, seen)
        tap.check(not wrong, f"{name}: all {len(seen)} {table}", "\n".join(wrong))


def moved(function, given, ranks):
    """The bytes that a report has for a function, all ranks together, from those that the program gives it: also what
    the ranks get out of it, each in its own buffer."""
    if function == "MPI_Bcast":
        return given * ranks  # the root gives, all others get
    if function == "MPI_Reduce":
        return given + given // ranks  # the root gets as much as each gives
    if function in ("MPI_Allgather", "MPI_Allgatherv"):
        return given * (1 + ranks)
    if function == "MPI_Exscan":
        return given * 2 - given // ranks  # the first gets nothing
    twice = ("MPI_Allreduce", "MPI_Alltoall", "MPI_Alltoallv", "MPI_Gather", "MPI_Gatherv", "MPI_Scatter", "MPI_Scatterv",
             "MPI_Scan", "MPI_Sendrecv", "MPI_Sendrecv_replace")
    return given * 2 if function in twice else given


def compare_calls(report, expected, name, ranks):
    """Calls of every MPI function, and the bytes of those that send."""
    calls, given = {}, {}
    for row in report[TABLE]:
        function = row["function"]
        calls[function] = calls.get(function, 0) + row["visits"]
        given[function] = given.get(function, 0) + (row["bytes"] or 0)
    wrong = differences(calls, {function: count for function, (count, _) in expected["mpi"].items()})
    wrong += [f"{function}: expected {moved(function, size, ranks)} bytes, got {given.get(function)}"
              for function, (_, size) in expected["mpi"].items()
              if size and given.get(function) != moved(function, size, ranks)]
    tap.check(not wrong, f"{name}: all {len(expected['mpi'])} MPI functions", "\n".join(wrong))


def compare_messages(report, expected, name):
    """Who sent to whom, and the sizes: all that was sent, and every message was found where it was received."""
    for table in ("comm_matrix", "comm_sizes"):
        rows = report[table]
        tap.equal((sum(row["messages"] for row in rows), sum(row["bytes"] for row in rows)), expected["messages"],
                  f"{name}: messages and bytes of {table}")
    tap.check(all(row["unmatched"] == 0 for row in report["comm_matrix"]), f"{name}: all are matched",
              report["comm_matrix"])


def by_site(report, size):
    """What must be the same in both MPIs: by call site and rank; where workers take what there is, of all ranks."""
    found = {}
    for row in report[TABLE]:
        rank = None if "workers" in size else row["rank"]
        site = (row["file"], row["line"], row["routine"], row["function"], rank)
        count, moved_bytes = found.get(site, (0, 0))
        found[site] = (count + row["visits"], moved_bytes + row["bytes"])
    return found


def measured(example, mpi, said, seen):
    """seen: by size and ranks, what the other MPI's runs had."""
    here = program.folder()
    built = make(here, example, mpi, measured=True, check=False)
    if not tap.check(built.status == 0 and built.err == "", f"{example} {mpi}: builds with probes in silence", built):
        return
    for size, some in zip(RUNS[example], RANKS):
        for ranks in some:
            name = f"{example} {size} {mpi}, {ranks} ranks, measured"
            run = here.triptych("run", "-q", "--force", "--events=comm", "-o", "a.tri",
                                *command(example, mpi, ranks, size), env=ENVIRONMENT, check=False)
            right = run.status == 0 and "right" in run.out and (ranks != NATIVE or result(run.out) == said.get(size))
            if not tap.check(right, f"{name}: right, and the same results", run):
                continue
            report, expected = here.report("a.tri"), formulas(example)(size.split(), ranks)
            compare_source(report, expected, name)
            compare_calls(report, expected, name, ranks)
            compare_messages(report, expected, name)
            wrong = differences(by_site(report, size), seen.setdefault((size, ranks), by_site(report, size)))
            tap.check(not wrong, f"{name}: every call site on every rank as in the other MPI", "\n".join(wrong))


def main():
    example = sys.argv[1]
    if program.SANITIZED:
        tap.skip_all("the sanitizers find what is wrong in the MPI libraries")
    seen = {}
    for mpi in ONE.get(example, MPIS):
        lacking = missing(example, mpi)
        if lacking:
            tap.skip(f"{example} {mpi}", f"there is no {lacking}")
            continue
        measured(example, mpi, native(example, mpi), seen)
    tap.done()


main()

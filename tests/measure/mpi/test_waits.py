"""Who waited for whom, and because that one did what: the causes of known waits, never their lengths; and who waits for ever."""
import mpi
import program
import tap

if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
SOURCE = (mpi.SOURCES / "waits.c").read_text().splitlines()


def at(mark):
    """The line with that comment."""
    return next(number for number, line in enumerate(SOURCE, 1) if line.endswith(f"/* {mark} */"))


# kind; who waits where; for whom, late to what
WAITS = [
    ("late sender", 1, "MPI_Recv", "receive", 0, "MPI_Send", "send"),
    ("late sender", 1, "MPI_Wait", "end of receive", 0, "MPI_Ssend", "second send"),
    ("late receiver", 0, "MPI_Ssend", "early send", 1, "MPI_Recv", "late receive"),
    ("late receiver", 0, "MPI_Wait", "end of send", 1, "MPI_Irecv", "late post"),
    ("wait at barrier", 0, "MPI_Barrier", "barrier", 2, "MPI_Barrier", "barrier"),
    ("wait at barrier", 1, "MPI_Barrier", "barrier", 2, "MPI_Barrier", "barrier"),
    ("wait at NxN", 0, "MPI_Allreduce", "allreduce", 1, "MPI_Allreduce", "allreduce"),
    ("wait at NxN", 2, "MPI_Allreduce", "allreduce", 1, "MPI_Allreduce", "allreduce"),
    ("early reduce", 0, "MPI_Reduce", "reduce", 2, "MPI_Reduce", "reduce"),
    ("late broadcast", 0, "MPI_Bcast", "bcast", 1, "MPI_Bcast", "bcast"),
    ("late broadcast", 2, "MPI_Bcast", "bcast", 1, "MPI_Bcast", "bcast"),
    ("early scan", 1, "MPI_Scan", "scan", 0, "MPI_Scan", "scan"),
    ("early scan", 2, "MPI_Scan", "scan", 0, "MPI_Scan", "scan"),
    ("wait at barrier", 0, "MPI_Wait", "end of ibarrier", 2, "MPI_Ibarrier", "ibarrier"),
    ("wait at barrier", 1, "MPI_Wait", "end of ibarrier", 2, "MPI_Ibarrier", "ibarrier"),
    ("wait at NxN", 0, "MPI_Wait", "end of iallreduce", 1, "MPI_Iallreduce", "iallreduce"),
    ("wait at NxN", 2, "MPI_Wait", "end of iallreduce", 1, "MPI_Iallreduce", "iallreduce"),
]
EXPECTED = sorted((kind, rank, call, at(mark), cause, late, at(late_mark)) for kind, rank, call, mark, cause, late, late_mark in WAITS)
LINES = {row[3] for row in EXPECTED}


def found(report):
    """The longest wait of each rank at each of these lines, and all that it says."""
    first = {}
    for row in report["comm_waits"]:
        if row["line"] in LINES:
            first.setdefault((row["rank"], row["line"]), row)
    return list(first.values())


def check(report, what, doing):
    rows = found(report)
    sites = sorted((row["kind"], row["rank"], row["function"], row["line"], row["cause_rank"], row["cause_function"], row["cause_line"])
                   for row in rows if (row["rank"], row["line"]) in {(each[1], each[3]) for each in EXPECTED})
    tap.equal(sites, EXPECTED, f"{what}: who waits where for whom, and what that one came late to")
    tap.check(all(doing(row) for row in rows if row["time_ns"] > 80_000_000), f"{what}: what that one did instead", rows)
    calls = {(row["rank"], row["line"]): row for row in report["comm"]}
    tap.check(all(calls[row["rank"], row["line"]]["waited_ns"] >= row["time_ns"] for row in rows)
              and all(row["waited_ns"] <= row["time_ns"] for row in report["comm"]),
              f"{what}: the time waited is a part of that of the calls", report["comm"])


here = program.folder()
for name in mpi.INSTALLED:
    run = mpi.run(here, name, 3, mpi.build(here, name, "waits.c"), events=True)
    check(here.report(run.path), f"{name}, not instrumented",
          lambda row: row["doing_before_line"] == row["cause_line"] and row["doing_after_line"] in (at("between"), at("send"), at("late receive"),
                                                                                                    at("barrier")))
    here.triptych("cc", f"mpicc.{name}", "-g", "-O1", mpi.SOURCES / "waits.c", "-o", f"traced.{name}")
    run = mpi.run(here, name, 3, f"./traced.{name}", events=True)
    check(here.report(run.path), f"{name}, instrumented", lambda row: row["doing_name"] == "lag")
    run = mpi.run(here, name, 2, mpi.build(here, name, "deadlock.c"), check=False, options=["--events=comm", "--for", "5s"])
    stalls = here.report(run.path)["comm_stalls"]
    tap.equal([(row["rank"], row["function"], row["for_rank"], row["tag"], row["stuck"], row["circle"]) for row in stalls],
              [(rank, "MPI_Recv", 1 - rank, 0, True, 1) for rank in range(2)], f"{name}, a deadlock: who waits for whom")
    tap.contains(here.triptych("report", run.path).out, "Deadlock: ranks 0 and 1 wait for each other", f"{name}, a deadlock: the text says it")
# A lane that comes to an earlier line of a routine may have left it, and come again.
here.write("steps.c", (mpi.SOURCES / "steps.c").read_text())
lines = [number for number, line in enumerate(here.read("steps.c").splitlines(), 1) if line.endswith(("/* first */", "/* last */"))]
calls = f"between MPI_Waitall of exchange (steps.c:{lines[1]}) and MPI_Irecv of exchange (steps.c:{lines[0]})"
name = mpi.INSTALLED[0]
here.run(f"mpicc.{name}", "-g", "-O1", "steps.c", "-o", "steps")
here.triptych("cc", f"mpicc.{name}", "-g", "-O1", "steps.c", "-o", "steps.traced")
for steps, where, mostly in (("./steps", "code", ""), ("./steps.traced", "loop 1 of main,", "lag (steps.c:6)")):
    report = here.report(mpi.run(here, name, 2, steps, options=["--events=comm"]).path)
    longest = max(report["comm_doing"], key=lambda row: row["time_ns"])
    tap.equal((longest["doing"], longest["worst_rank"]), (f"{where} {calls}", 1), f"{steps}: a routine that was left is not what made others wait")
    most = max(report["critical_path"], key=lambda row: row["time_ns"])
    tap.equal((most["where"], most["mostly"]), (f"{where} {calls}", mostly), f"{steps}: nor is it on the critical path")
# Two calls of a function in the same routine are told apart by their lines.
LINES = [number for number, line in enumerate((mpi.SOURCES / "held.c").read_text().splitlines(), 1) if line.endswith(("/* first */", "/* second */"))]
run = mpi.run(here, mpi.INSTALLED[0], 3, mpi.build(here, mpi.INSTALLED[0], "held.c"), events=True)
report = here.report(run.path)
for table in ("comm_causes", "comm_doing"):
    tap.equal(sorted(row["doing"] for row in report[table] if row["doing_line"] in LINES),
              [f"MPI_Ssend of give, line {line}" for line in LINES], f"{table}: what rank 0 is in, with its line")
text = here.triptych("report", "--mpi", "--width", "80", run.path).out
tap.check(all(f"of give, line {line}" in text for line in LINES), "the lines are in the text, however narrow it is", text)
tap.done()

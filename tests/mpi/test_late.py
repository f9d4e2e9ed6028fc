"""Who waited for whom: the cause of a known wait, never its length."""
import mpi
import program
import tap

if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
here = program.folder()
for name in mpi.INSTALLED:
    run = mpi.run(here, name, 2, mpi.build(here, name, "late.c"), events=True)
    late = here.report(run.path)["comm_waits"]
    sites = [(row["rank"], row["function"], row["line"], row["cause_rank"], row["cause_function"], row["cause_line"], row["count"])
             for row in late]
    tap.equal(sorted(sites), [(1, "MPI_Recv", 23, 0, "MPI_Send", 19, 1), (1, "MPI_Wait", 25, 0, "MPI_Ssend", 21, 1)],
              f"{name}: who waits where for whom, and where that one sends")
    tap.check(all(row["time_ns"] > 0 for row in late), f"{name}: the waits took time", late)
tap.done()

"""CPU time of ranks, in calls of MPI and outside of them: it is the same on a machine that is busy with other things."""
import mpi
import program
import tap

OTHER = 60_000_000  # ns at most that a rank uses outside of its loops, before MPI begins and after it has ended
if not mpi.INSTALLED or program.SANITIZED:
    tap.skip_all("no MPI is installed" if not mpi.INSTALLED else "the sanitizers find what is wrong in the MPI libraries")
here = program.folder()
for name in mpi.INSTALLED:
    built = mpi.build(here, name, "cpu.c")
    run = mpi.run(here, name, 3, built)
    used = [int(line) for line in run.result.out.split()]
    lanes = {lane["rank"]: lane for lane in here.report(run.path)["lanes"]}
    outside = [lanes[rank]["cpu_ns"] - lanes[rank]["cpu_in_mpi_ns"] for rank in range(3)]
    tap.check(all(u * 0.98 <= o <= u + OTHER for u, o in zip(used, outside)), f"{name}: CPU time outside of MPI is what the program says it used",
              (used, outside, lanes))
    tap.check(all(lanes[rank]["cpu_in_mpi_ns"] > 0 for rank in range(3)), f"{name}: and some was in MPI", lanes)
tap.done()

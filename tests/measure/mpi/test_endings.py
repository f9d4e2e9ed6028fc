"""Ranks that do not end well: what was measured is there."""
import mpi
import program
import tap

if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
here = program.folder()
for name in mpi.INSTALLED:
    built = mpi.build(here, name, "ending.c")
    for how in ("abort", "kill", "crash", "nothing", "exit", "_exit"):
        run = mpi.run(here, name, 2, built, how, check=False)
        counts = [run.total("MPI_Sendrecv", rank) for rank in range(2)]
        tap.equal(counts, [(25, 200)] * 2, f"{name}, {how}: all calls of all ranks")
        tap.equal(sum(node.count for node in run.nodes("MPI_Barrier")), 2, f"{name}, {how}: up to the last one")
        if how == "abort":
            tap.equal(run.total("MPI_Abort", 1)[0], 1, f"{name}: MPI_Abort itself")
            tap.check(run.result.status != 0, f"{name}: the exit status is the launcher's", run.result)
            said = " ".join(here.triptych("report", run.path).out.split())
            tap.check("rank 1 ended the run after" in said and "ending.c:25)" in said, f"{name}: the report says who ended the run", said)
        if how in ("kill", "crash", "nothing"):
            tap.check(any(node.open for node in run.nodes("MPI_Recv", 0)), f"{name}, {how}: what rank 0 was in is known")

other = {"openmpi": "mpich", "mpich": "openmpi"}
for name in mpi.INSTALLED:
    if other[name] in mpi.INSTALLED:
        result = here.triptych("run", "-q", "--force", "-o", "mixed.tri", f"mpirun.{other[name]}", "-n", 1,
                               f"./ending.c.{name}", "exit", env=mpi.ENV, check=False)
        tap.contains(result.err, "each process will run as a single rank", f"{name} under {other[name]}: a message")
here.write("mpirun", "#!/bin/sh\nshift 2\nexec \"$@\"\n", mode=0o755)
result = here.triptych("run", "-q", "--force", "-o", "none.tri", "./mpirun", "-n", 1, "true", check=False)
tap.contains(result.err, "./mpirun belongs to an unknown MPI", "an unknown launcher: a message")
tap.done()

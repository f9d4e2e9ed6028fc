"""All threads of a rank call MPI at the same time."""
import mpi
import program
import tap

if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
here = program.folder()
LANES = 5  # main and four threads
for name in mpi.INSTALLED:
    built = mpi.build(here, name, "threads.c", "-pthread")
    run = mpi.run(here, name, 2, built, events=True)
    for rank in range(2):
        tap.equal((run.total("MPI_Send", rank), run.total("MPI_Irecv", rank)[0]), ((2000, 8000), 2000),
                  f"{name}, rank {rank}: calls and bytes")
        tap.equal(run.total("MPI_Wait", rank)[1] + run.total("MPI_Waitall", rank)[1], 8000,
                  f"{name}, rank {rank}: bytes received")
    lanes = {len(place.lanes) for place in run.places.values()}
    tap.equal(lanes, {LANES}, f"{name}: the library's own threads are no lanes")
    messages, alone = run.messages()
    tap.equal((len(messages), alone), (4000, []), f"{name}: every receive has its send")
tap.done()

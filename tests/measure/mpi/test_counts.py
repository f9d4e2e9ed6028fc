"""The same calls from C and from three kinds of Fortran, with each MPI: calls and bytes by formula, on every rank."""
import mpi
import program
import tap


def expected(ranks):
    found = {}
    for rank in range(ranks):
        root = rank == 0
        for name, count, size in [("Init", 1, 0), ("Comm_rank", 1, 0), ("Comm_size", 1, 0), ("Irecv", 10, 0),
                                  ("Send", 10, 40), ("Wait", 10, 40), ("Allreduce", 1, 8), ("Bcast", 1, 40),
                                  ("Gather", 1, 12 + 12 * ranks * root), ("Sendrecv", 1, 56), ("Barrier", 1, 0),
                                  ("Finalize", 1, 0)]:
            found[rank, "MPI_" + name] = (count, size)
    return found


if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
here = program.folder()
sources = ["ring.c"] + (["ring77.f", "ring90.f90", "ring08.f90"] if program.have("gfortran") else [])
for name in mpi.INSTALLED:
    for source in sources:
        built = mpi.build(here, name, source)
        for ranks in (2, 4):
            run = mpi.run(here, name, ranks, built, events=ranks == 2)
            title = f"{name}, {source}, {ranks} ranks"
            tap.equal(run.totals(), expected(ranks), f"{title}: calls and bytes")
            tap.equal(run.result.out.strip(), str(ranks * (ranks - 1) // 2), f"{title}: the program's result")
            tap.equal((sorted(run.places), {place.ranks for place in run.places.values()},
                       len({place.job for place in run.places.values()}), len(run.archive.places)),
                      (list(range(ranks)), {ranks}, 1, ranks), f"{title}: a rank is a place")
            sites = {node.region.file for place in run.places.values() for node in place.nodes
                     if node.region.name.startswith("MPI_")}
            tap.equal(sites, {str((here / built).resolve())}, f"{title}: call sites are the program's")
            if ranks == 2:
                messages, alone = run.messages()
                tap.equal((len(messages), alone), (22, []), f"{title}: every receive has its send")
tap.done()

"""What is special in Fortran, with three kinds of it and each MPI: constants that are addresses, missing error codes, text,
parts of arrays, callbacks. Calls and bytes are counted by hand; programs say with Triptych what they say without."""
import mpi
import program
import tap

RANKS = 2
ONCE = ("Init Comm_rank Comm_size Irecv Get_address Type_create_hindexed Type_commit Type_free Op_create Op_free "
        "Comm_create_keyval Comm_set_attr Comm_dup Comm_get_attr Comm_set_name Comm_get_name Info_create Info_set Info_get "
        "Info_free Comm_free Comm_set_errhandler Send Wtime Barrier Finalize").split()
MODULES = "Get_count Comm_delete_attr Comm_free_keyval".split()  # with those there is more of it


def expected(source):
    modern = source.endswith(".f90")
    wanted = {f"MPI_{name}": (1, 0) for name in ONCE + (MODULES if modern else [])}
    wanted.update({"MPI_Isend": (1, 20), "MPI_Waitall": (1, 20), "MPI_Allreduce": (1, 16),
                   "MPI_Sendrecv": (2, 56) if modern else (1, 8)})
    return {(rank, name): each for rank in range(RANKS) for name, each in wanted.items()}


if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
if not program.have("gfortran"):
    tap.skip_all("gfortran is not installed")
here = program.folder()
for name in mpi.INSTALLED:
    for source in ("odd77.f", "odd90.f90", "odd08.f90"):
        built = mpi.build(here, name, source, "-fallow-argument-mismatch", "-w")
        title = f"{name}, {source}"
        plain = here.run(f"mpirun.{name}", "-n", RANKS, built, env=mpi.ENV)
        tap.equal(sorted(plain.out.splitlines()), [f"rank {rank} is well" for rank in range(RANKS)], f"{title}: right by itself")
        run = mpi.run(here, name, RANKS, built, events=True, check=False)
        tap.equal((run.result.status, sorted(run.result.out.splitlines())), (0, sorted(plain.out.splitlines())),
                  f"{title}: the same when it is measured")
        found, wanted = run.totals(), expected(source)
        wrong = [f"{key}: {found.get(key)} instead of {wanted.get(key)}" for key in sorted(found.keys() | wanted.keys())
                 if found.get(key) != wanted.get(key)]
        tap.check(not wrong, f"{title}: calls and bytes", "\n".join(wrong))
        messages, alone = run.messages()
        tap.equal((len(messages), alone), (RANKS * (3 if source.endswith(".f90") else 2), []), f"{title}: messages")
tap.done()

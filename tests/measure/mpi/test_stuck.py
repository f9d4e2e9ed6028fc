"""Deadlocks are said to be ones, and calls of MPI that only take long are not: a slow disk, functions of the program that MPI calls."""
import mpi
import program
import tap

if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
here = program.folder()

# argument; messages are logged; what the text says; the calls that ranks are in
WORKS = [
    ("file", True, "does not wait: it is in MPI_File_write"),
    ("operation", True, "in MPI_Reduce of reduce_slowly", "it may run a function of the program that MPI calls"),
    ("operation", False, "in MPI_Reduce", "it may run a function of the program that MPI calls"),
    ("handler", True, "in MPI_Send of fail_slowly", "it may run a function of the program that MPI calls"),
    ("before", True, "this may be a deadlock", "in MPI_Send of fail_slowly", "it may run a function of the program that MPI calls"),
]
STUCK = [
    ("tags", True, "Deadlock: ranks 0 and 1 wait for each other", "in MPI_Sendrecv"),
    ("tags", False, "Deadlock: both ranks wait in MPI", "in MPI_Sendrecv"),
    ("send", True, "Deadlock: ranks 0 and 1 wait for each other", "which should receive a message with tag 1, but also waits"),
    ("barriers", True, "Deadlock: both ranks wait in MPI", "in MPI_Barrier"),
    ("mixed", True, "Deadlock: both ranks wait in MPI", "in MPI_Allreduce"),
    ("mixed", False, "Deadlock: both ranks wait in MPI", "in MPI_Allreduce"),
]


def check(name, stuck, ways):
    source = mpi.build(here, name, "stuck.c", "-rdynamic")
    for way, logged, *words in ways:
        archive, what = f"{way}.tri", f"{name}, {way}, {'with' if logged else 'without'} events"
        here.triptych("run", "-q", "--force", "--for", "4s", *(["--events=comm"] if logged else []), "-o", archive, f"mpirun.{name}", "-n", 2, source,
                      way, env=mpi.ENV, check=False, timeout=300)
        text = " ".join(here.triptych("report", "--waits", archive).out.split())
        tap.equal("Deadlock" in text, stuck, f"{what}: a deadlock, or none")
        for word in words:
            tap.contains(text, word, f"{what}: {word}")
        tap.equal({row["stuck"] for row in here.report(archive)["comm_stalls"]}, {stuck}, f"{what}: who is stuck")
        tap.check("about to" not in text, f"{what}: nobody is about to do anything", text)


for name in mpi.INSTALLED:
    check(name, False, WORKS)
    check(name, True, STUCK)
tap.done()

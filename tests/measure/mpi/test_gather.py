"""What rank 0 gathers from the others through MPI: the same as their own files say."""
import json
import os
import shutil
import sys

import mpi
import program
import tap

if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
SEAL = os.path.abspath(sys.argv[1])
here = program.folder()
KIND = {"": [], ", source-instrumented": ["cc"], ", with threads": ["-fopenmp"]}
# Most visits of `grow` are only counted as repetitions.
REPEATS = """
subroutine grow(a, n)
  integer, intent(in) :: n
  integer, intent(inout) :: a
  integer :: i, j
  do i = 1, n
    do j = 1, n + 1
      a = a + 1
    end do
  end do
  do i = 1, 2 * n
    a = a + 1
  end do
end subroutine
program repeats
  use mpi
  implicit none
  integer :: a, i, error
  call mpi_init(error)
  a = 0
  do i = 1, 50
    call grow(a, 3 + i / 40)
  end do
  call mpi_barrier(mpi_comm_world, error)
  call mpi_finalize(error)
end program
"""
# Most visits of `work` are not timed, and only those have trips. The timed ones are short, whatever the clock says.
UNLIKE = """
#include <mpi.h>
volatile double v;
__attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) { v += i; if (v < 0) break; } }
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int k = 0; k < 100000; k++)
        work(k % 5000 == 4999 ? 100000 : 0);
    MPI_Finalize();
    return 0;
}
"""


def report(path):
    return here.triptych("report", "--format", "json", path).out + here.triptych("report", "--tree", path).out


def trips(path):
    return [loop["trips"] for loop in json.loads(here.triptych("report", "--format", "json", path).out)["loops"]]


def time_of_work(path):
    work, = (row for row in json.loads(here.triptych("report", "--format", "json", path).out)["routines"] if row["name"] == "work")
    return work["time_ns"], work["time_at_least"]


def folders(path):
    return [place for place in (path / "places").iterdir() if place.is_dir()]


def keep_gathered(path):
    """Takes away the places that are gathered: their disk is another machine's."""
    there = [place for place in folders(path) if not (place / "gathered").exists()]
    for place in there:
        shutil.rmtree(place)
    return len(there)


def build(name, halts, *options):
    compiler = f"mpicc.{name}"
    target = here / f"bounce{'-halts' * halts}{''.join(options)}.{name}"
    library = []
    if halts:
        library = [f"./libhalt.{name}.so"]
        here.run(compiler, "-shared", "-fPIC", mpi.SOURCES / "halt.c", "-o", library[0])
    arguments = ["-g", "-O1", mpi.SOURCES / "bounce.c", "-o", target, *library]
    if "cc" in options:
        here.triptych("cc", compiler, *arguments)
    else:
        here.run(compiler, *arguments, *options)
    return f"./{target.name}"


for name in mpi.INSTALLED:
    for kind, options in KIND.items():
        ranks = 3 if kind else 9
        run = mpi.run(here, name, ranks, build(name, True, *options), 5, check=False, env={"TRIPTYCH_GATHER": "last"})
        title = f"{name}, {ranks} ranks{kind}"
        expected = report(run.path)
        tap.contains(expected, "MPI_Barrier", f"{title}: there is something to report")
        tap.equal(keep_gathered(run.path), ranks - 1, f"{title}: one of the places stays")
        tap.check(report(run.path) == expected, f"{title}: what was gathered is the same, byte for byte")
    if shutil.which(f"mpifort.{name}"):
        here.write("repeats.f90", REPEATS)
        here.triptych("fc", f"mpifort.{name}", "-O1", "repeats.f90", "-o", f"repeats.{name}")
        repeats = mpi.run(here, name, 2, f"./repeats.{name}", env={"TRIPTYCH_GATHER": "last", "TRIPTYCH_COUNT": "1"})
        for where in ("in their own files", "gathered"):
            tap.equal(trips(repeats.path), [100, 322, 1376, 644], f"{name}: trips of visits that repeat, {where}")
            keep_gathered(repeats.path)
    here.write("unlike.c", UNLIKE)
    here.triptych("cc", f"mpicc.{name}", "-g", "-O1", "unlike.c", "-o", f"unlike.{name}")
    unlike = mpi.run(here, name, 2, f"./unlike.{name}", env={"TRIPTYCH_GATHER": "last"})
    expected = time_of_work(unlike.path)
    keep_gathered(unlike.path)
    tap.equal(time_of_work(unlike.path), expected, f"{name}: visits that were timed and had no trips, unlike others: the same, gathered")
    here.run(SEAL, run.path)
    tap.check(not (run.path / "places").exists(), f"{name}: sealed, it is all in the tables")

    run = mpi.run(here, name, 3, build(name, True), 5, check=False, env={"HALT_AT_SEND": 1})
    tap.equal(list(run.path.glob("places/*/gathered")), [], f"{name}: ranks killed while they are gathered: nothing is")
    tap.equal([run.total("MPI_Recv", rank) for rank in range(3)], [(5, 20)] * 3, f"{name}: but their files are there")
    here.triptych("report", run.path)

    built = build(name, False)
    run = mpi.run(here, name, 3, built, 5, env={"TRIPTYCH_GATHER": "never"})
    tap.equal(list(run.path.glob("places/*/gathered")), [], f"{name}: nothing is gathered if it is not wanted")

    # Each rank has a disk of its own.
    here.write("local", "#!/bin/sh\nrank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}\n"
               "[ $rank = 0 ] || export TRIPTYCH_ARCHIVE=$PWD/disk$rank.tri\nexec \"$@\"\n", mode=0o755)
    run = mpi.run(here, name, 3, "./local", built, 5)
    tap.equal([place.name for place in folders(run.path)], ["0"], f"{name}: one place on rank 0's disk")
    text = here.triptych("report", "--mpi", run.path).out
    tap.contains(text, "3 places (processes)", f"{name}: all ranks are in its report")
    tap.contains(" ".join(text.split()), "known up to the end of MPI", f"{name}: which says how far")
    local = mpi.Run(here / "disk2.tri", None)
    tap.equal(local.total("MPI_Recv", 2), (5, 20), f"{name}: the others have theirs")

    # One rank has nowhere to write: it takes part in what all do, and the others do not wait for it.
    for who in (0, 1):
        here.write("nowhere", "#!/bin/sh\nrank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}\n"
                   f"[ $rank != {who} ] || export TRIPTYCH_ARCHIVE=/nonexistent/a.tri\nexec \"$@\"\n", mode=0o755)
        alone = mpi.run(here, name, 3, "./nowhere", built, 15, env={"TRIPTYCH_ALIGN": "always"})
        tap.equal([alone.total("MPI_Barrier", rank)[0] for rank in range(3)], [2 * (rank != who) for rank in range(3)],
                  f"{name}: rank {who} cannot be measured, but the others are")

    gathered = run.path / "places/0/gathered"
    whole = gathered.read_bytes()
    for size in range(0, len(whole), 101):
        gathered.write_bytes(whole[:size])
        result = here.triptych("report", run.path, check=False)
        if result.status not in (0, 1):
            break
    tap.check(result.status in (0, 1), f"{name}: a file that was cut can be read, or is said to be damaged", result)
tap.done()

"""triptych script: tasks with places, which mpirun starts: both MPIs, measured, and none."""
import os
import pathlib
import shutil

import program
import tap

here = program.folder()
READER = pathlib.Path(program.TRIPTYCH).parents[1] / "script" / "ruby" / "triptych-script-reader"
if not READER.exists():
    tap.skip_all("Ruby is missing")
LIBRARY = os.environ["TRIPTYCH_LIBRARY"]
ENV = {"OMPI_ALLOW_RUN_AS_ROOT": 1, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": 1, "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}
PROGRAM = """#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("%d %d\\n", rank, sum);
    MPI_Finalize();
}
"""


def launcher(name, text):
    """A folder with an mpirun and the shell."""
    file = here.write(f"{name}/mpirun", f"#!/bin/sh\n{text}\n", mode=0o755)
    return str(file.parent)


here.write("a.rb", "task './a', 'x', places: 3, name: 'ranks'\n")
fake = launcher("fake", 'echo "$OMPI_MCA_rmaps_base_oversubscribe" "$@"')
tap.equal(here.triptych("script", "-q", "--jobs", "4", "a.rb", env={"PATH": fake}).out, "1 -n 3 ./a x\n", "places: mpirun starts them, on as many cores")
(here / "none").mkdir()
result = here.triptych("script", "-q", "a.rb", env={"PATH": str(here / "none")}, check=False)
tap.check(result.status == 1 and "a.rb:1:" in result.err and "openmpi-bin" in result.err, "without an MPI, the message names one", result)


def check(mpi):
    path = {**ENV, "PATH": launcher(mpi, f'exec {shutil.which(f"mpirun.{mpi}")} "$@"') + ":" + os.environ["PATH"]}
    here.write("p.c", PROGRAM)
    here.run(f"mpicc.{mpi}", "-g", "p.c", "-o", f"p-{mpi}")
    here.write(f"{mpi}.rb", f"task('./p-{mpi}', places: 3) >> task('sort')\n")
    tap.equal(here.triptych("script", "-q", f"{mpi}.rb", env=path).out, "0 3\n1 3\n2 3\n", f"{mpi}: the ranks of a task, and a stream of their lines")
    here.write(f"{mpi}m.rb", f"task './p-{mpi}', places: 2, measure: true\n")
    here.triptych("script", "-q", f"{mpi}m.rb", env=path)
    calls = [row["visits"] for row in here.report(f"{mpi}m.run/1/measured/0.tri")["comm"] if row["function"] == "MPI_Allreduce"]
    tap.equal(sum(calls), 2, f"{mpi}: measured, with all ranks in one archive")


for one in ("openmpi", "mpich"):
    if not program.SANITIZED and shutil.which(f"mpicc.{one}") and os.path.exists(f"{LIBRARY}/libtriptych-{one}.so"):
        check(one)
    else:
        tap.skip(one, "it is not installed, or sanitizers would find its own mistakes")
tap.done()

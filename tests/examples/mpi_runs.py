"""mpi_runs.py: which sizes of the MPI examples are run, on how many ranks, with which MPI, and how they are built."""
import re

import program

# The first size of each is run on 2 and on 4 ranks, the second one on 9.
RUNS = {
    "jacobi": ["20 8 7", "31 12 4"],
    "conjugate": ["20 3", "33 4"],
    "ring": ["30 3", "47 2"],
    "mandelbrot": ["30 blocks 50", "21 workers 60"],
    "buckets": ["1000 2", "777 1"],
    "hybrid": ["40 3 2", "33 9 3"],
}
MISUSED = "nonsense"  # is no size
FORTRAN = {"conjugate", "ring"}
RANKS = [(2, 4), (9,)]
MPIS = ("openmpi", "mpich")
ONE = {"jacobi": MPIS[:1], "mandelbrot": MPIS[1:], "conjugate": MPIS[1:]}  # the others are run with both
# Open MPI starts nothing for root, nor more ranks than there are cores, unless it is told to. Threads that wait busily
# for each other would take the cores from those they wait for.
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": 1, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": 1,
               "OMPI_MCA_rmaps_base_oversubscribe": 1, "OMP_WAIT_POLICY": "passive"}


def missing(example, mpi):
    """What would be needed and is not installed, or None."""
    needed = (f"{'mpifort' if example in FORTRAN else 'mpicc'}.{mpi}", f"mpirun.{mpi}")
    return next((command for command in needed if not program.have(command)), None)


def make(here, example, mpi, measured, flags="-O2 -g -Wall", check=True):
    """Builds an example in a folder, with probes if it is to be measured."""
    variable, compiler, driver = ("FC", "mpifort", "fc") if example in FORTRAN else ("CC", "mpicc", "cc")
    words = [program.TRIPTYCH, driver] if measured else []
    return here.run("make", "-s", "-C", program.SOURCE / "examples" / example, f"O={here}",
                    f"{variable}={' '.join([*words, f'{compiler}.{mpi}'])}", f"CFLAGS={flags}", f"FFLAGS={flags}",
                    check=check)


def command(example, mpi, ranks, size):
    return [f"mpirun.{mpi}", "-n", str(ranks), f"./{example}", *size.split()]


def result(out):
    """What a run must say each time: all but the digits of rounding errors, and how workers shared the rows."""
    return re.sub(r"\d\.\d+(E[-+]\d+)?(e[-+]\d+)?", "#", out)

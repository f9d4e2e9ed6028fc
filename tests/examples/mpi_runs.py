"""mpi_runs.py: which sizes of the MPI examples are run, on how many ranks, with which MPI, and how they are built."""
import re

import program

RUNS = {
    "jacobi": ["20 3 7", "31 5 10"],
    "conjugate": ["20 4", "33 6"],
    "ring": ["30 3", "47 2"],
    "mandelbrot": ["30 blocks 50", "21 workers 60"],
    "buckets": ["1000 2", "777 1"],
    "hybrid": ["40 3 2", "33 9 3"],
}
MISUSED = "nonsense"  # is no size
FORTRAN = {"conjugate", "ring"}
RANKS = (2, 4, 9)
MPIS = ("openmpi", "mpich")
# Open MPI starts nothing for root, nor more ranks than there are cores, unless it is told to. Threads that wait busily
# for each other would take the cores from those they wait for.
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": 1, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": 1,
               "OMPI_MCA_rmaps_base_oversubscribe": 1, "OMP_WAIT_POLICY": "passive"}


def missing(example, mpi):
    """What would be needed and is not installed, or None."""
    needed = (f"{'mpifort' if example in FORTRAN else 'mpicc'}.{mpi}", f"mpirun.{mpi}")
    return next((command for command in needed if not program.have(command)), None)


def behind(here, wrapper):
    """The compiler that mpicc or mpifort stands for, and the words that it adds when it compiles and when it links."""
    compiler, *words = here.run(wrapper, "-show").out.split()
    return (compiler, " ".join(word for word in words if word[:2] in ("-I", "-f")),
            " ".join(["-Wl,--no-as-needed", *(word for word in words if word[:2] in ("-L", "-l"))]))


def make(here, example, mpi, measured, flags="-O2 -g -Wall", check=True):
    """Builds an example in a folder, with probes if it is to be measured: the probes then go in front of the compiler
    behind mpicc or mpifort."""
    variable, wrapper, driver = ("FC", "mpifort", "fc") if example in FORTRAN else ("CC", "mpicc", "cc")
    compiler, linking = f"{wrapper}.{mpi}", ""
    if measured:
        compiler, compiling, linking = behind(here, compiler)
        compiler, flags = f"{program.TRIPTYCH} {driver} {compiler}", f"{flags} {compiling}"
    return here.run("make", "-s", "-C", program.SOURCE / "examples" / example, f"O={here}", f"{variable}={compiler}",
                    f"CFLAGS={flags}", f"FFLAGS={flags}", f"LDFLAGS={linking}", check=check)


def command(example, mpi, ranks, size):
    return [f"mpirun.{mpi}", "-n", str(ranks), f"./{example}", *size.split()]


def result(out):
    """What a run must say each time: all but the digits of rounding errors, and how workers shared the rows."""
    return re.sub(r"\d\.\d+(E[-+]\d+)?(e[-+]\d+)?", "#", out)

"""Programs built by `triptych cc mpicc` and `triptych fc mpifort`, with each MPI that is installed."""
import program
import tap

MPIS = ("openmpi", "mpich")
RANKS = 2
CACHE = ["ccache"] if program.have("ccache") else []
# Open MPI starts nothing for root, nor more ranks than there are cores, unless it is told to.
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": 1, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": 1, "OMPI_MCA_rmaps_base_oversubscribe": 1}

C = {"sum.h": """
#include <mpi.h>
long sum(long n, MPI_Comm comm);
""", "sum.c": """
#include "sum.h"

static long part(long n, int rank, int ranks)
{
    long x = 0;
    for (long i = rank; i < n; i += ranks)
        x += i;
    return x;
}

long sum(long n, MPI_Comm comm)
{
    int rank, size;
    long all = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    long x = part(n, rank, size);
    MPI_Allreduce(&x, &all, 1, MPI_LONG, MPI_SUM, comm);
    return all;
}
""", "main.c": """
#include "sum.h"
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 1; i <= 3; i++) {
        long all = sum(10 * i, MPI_COMM_WORLD);
        if (rank == 0)
            printf("%ld\\n", all);
    }
    MPI_Finalize();
    return 0;
}
"""}

# The names of interface bodies in Open MPI's mpif.h mean something else here: x, size, ierror.
OLD = {"sum.f": """
      INTEGER FUNCTION PART(N, RANK, RANKS)
      IMPLICIT NONE
      INTEGER N, RANK, RANKS, I, X
      X = 0
      DO 10 I = RANK, N - 1, RANKS
        X = X + I
   10 CONTINUE
      PART = X
      END

      SUBROUTINE SUM0(N, ALL)
      INCLUDE 'mpif.h'
      INTEGER N, ALL, RANK, SIZE, IERROR, PART, X, K
      EXTERNAL PART
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERROR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, SIZE, IERROR)
      DO 10 K = 1, SIZE
        X = PART(N, RANK, SIZE)
   10 CONTINUE
      CALL MPI_ALLREDUCE(X, ALL, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, IERROR)
      END
""".replace("MPI_INTEGER, MPI_SUM,", "MPI_INTEGER,\n     & MPI_SUM,"), "main.f": """
      PROGRAM MAIN
      IMPLICIT NONE
      INCLUDE 'mpif.h'
      INTEGER ALL, I, IERROR, RANK
      CALL MPI_INIT(IERROR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERROR)
      DO 20 I = 1, 3
        CALL SUM0(10 * I, ALL)
        IF (RANK .EQ. 0) PRINT '(I0)', ALL
   20 CONTINUE
      CALL MPI_FINALIZE(IERROR)
      END
"""}


def modern(module, communicator):
    return {"sums.f90": f"""
module sums
  use {module}
  implicit none
contains
  integer function part(n, rank, ranks)
    integer, intent(in) :: n, rank, ranks
    integer :: i
    part = 0
    do i = rank, n - 1, ranks
      part = part + i
    end do
  end function part

  subroutine sum_all(n, comm, all)
    integer, intent(in) :: n
    {communicator}, intent(in) :: comm
    integer, intent(out) :: all
    integer :: rank, size, ierror, x
    call MPI_Comm_rank(comm, rank, ierror)
    call MPI_Comm_size(comm, size, ierror)
    x = part(n, rank, size)
    call MPI_Allreduce(x, all, 1, MPI_INTEGER, MPI_SUM, comm, ierror)
  end subroutine sum_all
end module sums
""", "main.f90": f"""
program main
  use {module}
  use sums
  implicit none
  integer :: all, i, ierror, rank
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  do i = 1, 3
    call sum_all(10 * i, MPI_COMM_WORLD, all)
    if (rank == 0) print '(i0)', all
  end do
  call MPI_Finalize(ierror)
end program main
"""}


OUTPUT = "45\n190\n435\n"
TURNS = 10 // RANKS + 20 // RANKS + 30 // RANKS  # of the loop in `part`, in each place
# kind: (driver, wrapper, sources, {routine: times}, {(routine, loop): (times, turns)}), in each place
KINDS = {
    "C": ("cc", "mpicc", C, {"main": 1, "sum": 3, "part": 3}, {("main", 1): (1, 3), ("part", 1): (3, TURNS)}),
    "mpif.h": ("fc", "mpifort", OLD, {"MAIN": 1, "SUM0": 3, "PART": 3 * RANKS},
               {("MAIN", 1): (1, 3), ("SUM0", 1): (3, 3 * RANKS), ("PART", 1): (3 * RANKS, TURNS * RANKS)}),
}
for MODULE, COMMUNICATOR in (("mpi", "integer"), ("mpi_f08", "type(MPI_Comm)")):
    KINDS["use " + MODULE] = ("fc", "mpifort", modern(MODULE, COMMUNICATOR),
                              {"main": 1, "sums::sum_all": 3, "sums::part": 3},
                              {("main", 1): (1, 3), ("sums::part", 1): (3, TURNS)})


def build(here, driver, compiler, sources, at_once):
    """What the driver said."""
    def run(*words):
        return here.triptych(driver, *compiler, *program.CFLAGS, "-O2", *words, env={"CCACHE_DIR": here / "cache"}).err

    names = [name for name in sources if not name.endswith(".h")]
    for name, text in sources.items():
        here.write(name, text)
    if at_once:
        return run("-Wall", *names, "-o", "program")
    objects = [name.rpartition(".")[0] + ".o" for name in names]
    return "".join(run("-Wall", "-c", name) for name in names) + run(*objects, "-o", "program")


def measure(here, mpi):
    environment = dict(ENVIRONMENT, ASAN_OPTIONS="detect_leaks=0")
    return here.triptych("run", "-q", "--force", "-o", "a.tri", f"mpirun.{mpi}", "-n", RANKS, "./program", env=environment)


def in_each_place(rows, key, value):
    """{place: {key: value}} of the rows that belong to one lane each."""
    places = {}
    for row in rows:
        if row["place"] is not None:
            places.setdefault(row["place"], {})[key(row)] = value(row)
    return places


def check(name, mpi, driver, compiler, sources, routines, loops, at_once=False):
    here = program.folder()
    tap.equal(build(here, driver, compiler, sources, at_once), "", f"{name}: is built without a word")
    tap.equal(measure(here, mpi).out, OUTPUT, f"{name}: its output")
    report = here.report("a.tri", "--lanes")
    tap.equal(in_each_place(report["routines"], lambda row: row["name"], lambda row: row["visits"]),
              {place: routines for place in range(RANKS)}, f"{name}: routines in each place")
    tap.equal(in_each_place(report["loops"], lambda row: (row["routine"], row["seq"]), lambda row: (row["visits"], row["trips"])),
              {place: loops for place in range(RANKS)}, f"{name}: loops in each place")


def missing(here, mpi, kind):
    """Why the kind of program cannot be tried with that MPI, or None."""
    _, wrapper, sources = KINDS[kind][:3]
    for command in (f"{wrapper}.{mpi}", f"mpirun.{mpi}"):
        if not program.have(command):
            return f"there is no {command}"
    for name, text in sources.items():
        here.write(name, text)
    names = [name for name in sources if not name.endswith(".h")]
    works = here.run(f"{wrapper}.{mpi}", "-c", *names, check=False).status == 0
    return None if works else f"{wrapper}.{mpi} does not compile it without probes, either"


def main():
    if program.SANITIZED and program.CC != "gcc":
        tap.skip_all("the wrappers' compiler has other sanitizers")
    for mpi in MPIS:
        for kind, (driver, wrapper, *expected) in KINDS.items():
            why = missing(program.folder(), mpi, kind)
            if why:
                tap.skip(f"{mpi}: {kind}", why)
                continue
            compiler = f"{wrapper}.{mpi}"
            check(f"{mpi}: {kind}", mpi, driver, [compiler], *expected)
            check(f"{mpi}: {kind}, at once", mpi, driver, [*CACHE, compiler], *expected, at_once=True)
    tap.done()


main()

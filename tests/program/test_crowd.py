"""64 ranks on the cores that there are, with both MPIs: the program finds its result right, every call and message is
counted as its formulas say, and the archive is sealed."""
import os
import shutil
import sys

import program
import tap

sys.path.insert(0, str(program.SOURCE / "examples" / "jacobi"))
from counts import counts  # noqa: E402

RANKS, SIZE = 64, ["64", "30", "10"]
LIBRARY = os.environ["TRIPTYCH_LIBRARY"]
ENV = {"OMPI_ALLOW_RUN_AS_ROOT": 1, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": 1, "OMPI_MCA_rmaps_base_oversubscribe": 1,
       "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}


def check(mpi):
    here, name = program.folder(), f"{RANKS} ranks with {mpi}"
    here.run("make", "-s", "-C", program.SOURCE / "examples" / "jacobi", f"O={here}", f"CC=mpicc.{mpi}", "CFLAGS=-O2 -g")
    run = here.triptych("run", "--events=comm", "-o", "a.tri", f"mpirun.{mpi}", "-n", RANKS, "./jacobi", *SIZE, env=ENV,
                        check=False, timeout=300)
    if not tap.check(run.status == 0 and "right: 10 steps" in run.out, f"{name}: right", run):
        return
    tap.check((here / "a.tri/tables").is_dir() and not (here / "a.tri/places").exists(), f"{name}: sealed", run)
    report, expected = here.report("a.tri"), counts(SIZE, RANKS)
    calls = {}
    for row in report["comm"]:
        calls[row["function"]] = calls.get(row["function"], 0) + row["visits"]
    tap.equal(calls, {function: count for function, (count, _) in expected["mpi"].items()}, f"{name}: calls")
    ways = report["comm_matrix"]
    tap.equal((sum(row["messages"] for row in ways), sum(row["bytes"] for row in ways)), expected["messages"],
              f"{name}: messages and bytes")
    tap.equal(sum(row["unmatched"] for row in ways), 0, f"{name}: every message was received")


if program.SANITIZED:
    tap.skip_all("the sanitizers find what is wrong in the MPI libraries")
for mpi in ("openmpi", "mpich"):
    if shutil.which(f"mpicc.{mpi}") and os.path.exists(f"{LIBRARY}/libtriptych-{mpi}.so"):
        check(mpi)
    else:
        tap.skip(mpi, "it is not installed")
tap.done()

"""mpi: what measuring adds to a call of MPI, its call site included, against two bare reads of the clock."""
import os
import shutil

import bench

LIBRARIES = {"openmpi": "libmpi.so.40", "mpich": "libmpich.so.12"}
WORDS = {"rank": "MPI_Comm_rank", "nowhere": "MPI_Send to MPI_PROC_NULL", "exchange": "MPI_Sendrecv with itself",
         "post": "MPI_Irecv, MPI_Send, MPI_Wait with itself", "ping": "ping-pong of two ranks"}
LIMIT = 2  # times two reads of the clock, for profiles
ENV = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}


def costs(name, ranks, *options):
    """By kind of call: how many calls, ns of the native one, ns of the measured one, in one process in turn."""
    out = bench.run(bench.TRIPTYCH, "run", "--quiet", "--no-seal", "--force", "-o", "bench.tri", *options,
                    f"mpirun.{name}", "-n", ranks, f"./calls.{name}", LIBRARIES[name], env=ENV)
    rows = [line.split() for line in out.splitlines()]
    return {kind: (int(calls), float(native), float(called)) for kind, calls, native, called in rows}


print("mpi: what measuring adds to a call, native beside measured, 10^6 small messages each")
for name in LIBRARIES:
    if not shutil.which(f"mpicc.{name}"):
        print(f"  {name} is not installed")
        continue
    bench.run(f"mpicc.{name}", "-O2", bench.HERE / "mpi" / "calls.c", "-o", f"calls.{name}", "-ldl")
    profiled, logged = costs(name, 1), costs(name, 1, "--events=comm")
    clock = profiled.pop("clock")[1]
    logged.pop("clock")
    if (os.cpu_count() or 1) > 1:
        profiled.update(costs(name, 2))
        logged.update(costs(name, 2, "--events=comm"))
    for kind, (calls, native, called) in profiled.items():
        added = (called - native) / calls
        bench.line(f"{name}: {WORDS[kind]}", added, "ns a call", added / clock, f"two clock reads ({clock:.1f} ns)", LIMIT)
        added = (logged[kind][2] - logged[kind][1]) / calls
        bench.line("  and logged", added, "ns a call", added / clock, "two clock reads")
peers = [tool for tool in ("mpiP", "scorep", "tau_exec", "extrae-config") if shutil.which(tool)]
print(f"  other tools on this machine: {', '.join(peers) or 'none (Debian 12 has no mpiP, Score-P, TAU or Extrae)'}")
bench.done()

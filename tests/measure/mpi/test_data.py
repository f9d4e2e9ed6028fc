"""Which data messages carry: the arguments of the calls as the source writes them, of plain and instrumented programs in C and
Fortran, optimised or not, sealed or not; and not known without debugging information, or when the source has changed."""
import json
import os
import time

import mpi
import program
import tap

# (function, data, received data) of the call sites with buffers
C = [("MPI_Allreduce", "&one", "&all"), ("MPI_Allreduce", "&one", "&one"), ("MPI_Bcast", "(char *)heap", "(char *)heap"),
     ("MPI_Irecv", None, "&grid[N - 1][0]"), ("MPI_Recv", None, "halo.right"), ("MPI_Reduce", "local", "sum"),
     ("MPI_Send", "row", None), ("MPI_Sendrecv", "heap + N", "local"), ("MPI_Ssend", "&halo.left[1]", None)]
C_MESSAGES = [("&halo.left[1]", "halo.right", 56), ("heap + N", "local", 64), ("heap + N", "local", 64),
              ("row", "&grid[N - 1][0]", 64)]
FORTRAN = [("MPI_Allreduce", "total", "total"), ("MPI_Irecv", None, "row"), ("MPI_Recv", None, "edge%left"),
           ("MPI_Send", "row(1)", None), ("MPI_Send", "u(1,j)", None)]
FORTRAN_MESSAGES = [("row(1)", "row", 64), ("u(1,j)", "edge%left", 64)]
BUFFERS = {function for function, _, _ in C + FORTRAN}


def report(here, archive):
    return json.loads(here.triptych("report", "--mpi", "--format", "json", "--top", "0", archive).out)


def sites(found):
    return sorted({(row["function"], row["data"], row["received_data"]) for row in found["comm_sites"]
                   if row["function"] in BUFFERS}, key=str)


def measure(here, name, ranks, binary, *options):
    here.triptych("run", "-q", "--force", *options, "-o", "data.tri", f"mpirun.{name}", "-n", ranks, binary, env=mpi.ENV,
                  timeout=300)
    return "data.tri"


def build(here, name, source, *options, compiler=None):
    tool = compiler or [f"mpifort.{name}" if source.endswith(".f90") else f"mpicc.{name}"]
    here.run(*tool, *options, here.path / source, "-o", "data")
    return "./data"


def copy(here, source):
    (here.path / source).write_text((mpi.SOURCES / source).read_text())
    os.utime(here.path / source, (time.time() - 100, time.time() - 100))


def check(here, name, what, archive, wanted, wanted_messages):
    found = report(here, archive)
    tap.equal(sites(found), sorted(set(wanted), key=str), f"{name}: {what}: data of the call sites")
    sums = {}
    for data, received, size in wanted_messages:
        count, bytes_ = sums.get((data, received), (0, 0))
        sums[data, received] = (count + 1, bytes_ + size)
    tap.equal({(row["data"], row["received_data"]): (row["messages"], row["bytes"]) for row in found["comm_data"]}, sums,
              f"{name}: {what}: messages and bytes by data")


def unknown(wanted):
    return [(function, None, None) for function, _, _ in wanted]


def nothing_known(wanted_messages):
    return [(None, None, size) for _, _, size in wanted_messages]


def plain(here, name, source, wanted, wanted_messages):
    for options in (["-g", "-O0"], ["-g", "-O2"]):
        archive = measure(here, name, 2, build(here, name, source, *options), "--events=comm")
        check(here, name, f"{source} {' '.join(options)}", archive, wanted, wanted_messages)
    for data, received, _ in set(wanted_messages):
        chosen = f'messages.filter(m -> m.data == "{data}" && m.receivedData == "{received}").count()'
        tap.equal(int(here.triptych("query", archive, chosen).out.split()[-1]),
                  sum((data, received) == each[:2] for each in wanted_messages), f"{name}: {source}: {chosen}")
    archive = measure(here, name, 2, build(here, name, source, "-O1"), "--events=comm")
    check(here, name, f"{source} without -g", archive, unknown(wanted), nothing_known(wanted_messages))


def instrumented(here, name, source, wanted, wanted_messages):
    tool = ["fc", f"mpifort.{name}"] if source.endswith("90") else ["cc", f"mpicc.{name}"]
    binary = build(here, name, source, "-g", "-O2", compiler=[program.TRIPTYCH, *tool])
    check(here, name, f"{source}, instrumented", measure(here, name, 2, binary, "--events=comm"), wanted, wanted_messages)


def states(here, name):
    """Profiles only; not sealed; killed; instrumented, without debugging information; a source that was changed."""
    binary = build(here, name, "data.c", "-g", "-O1")
    check(here, name, "profile only", measure(here, name, 2, binary), C, [])
    check(here, name, "not sealed", measure(here, name, 2, binary, "--events=comm", "--no-seal"), C, C_MESSAGES)
    here.triptych("run", "-q", "--force", "--no-seal", "--for", "1.5", "--events=comm", "-o", "killed.tri", f"mpirun.{name}", "-n", 2,
                  binary, "wait", env=mpi.ENV, check=False)
    check(here, name, "killed", "killed.tri", C, C_MESSAGES)
    bare = build(here, name, "data.c", "-O0", compiler=[program.TRIPTYCH, "cc", f"mpicc.{name}"])
    merged = [each for each in C if each[0] != "MPI_Allreduce"] + [("MPI_Allreduce", "&one", "&one or &all")]
    check(here, name, "instrumented, without -g", measure(here, name, 2, bare), merged, [])
    build(here, name, "data.c", "-g")
    os.utime(here.path / "data.c", (time.time() + 1000, time.time() + 1000))
    check(here, name, "a source that was changed after the start", measure(here, name, 2, "./data"), unknown(C), [])


here = program.folder()
for name in mpi.INSTALLED:
    for source, wanted, wanted_messages in (("data.c", C, C_MESSAGES), ("data.f90", FORTRAN, FORTRAN_MESSAGES)):
        copy(here, source)
        plain(here, name, source, wanted, wanted_messages)
        instrumented(here, name, source, wanted, wanted_messages)
for name in mpi.INSTALLED[:1]:
    states(here, name)
if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
tap.done()

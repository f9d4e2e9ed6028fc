"""NX, on a small one of the tests' own (nx/nx.c, on MPI): messages by type and by node, requests, global operations, in C and Fortran, counted by hand."""
import collections
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")
if not program.have("mpicc.openmpi") or not program.have("mpirun.openmpi"):
    tap.skip_all("Open MPI is missing: libopenmpi-dev, openmpi-bin")

NODES = 3
ENV = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}
FOLDER = program.SOURCE / "tests/vocabulary/nx"
here = program.folder()
LINK = ("-L.", "-lnx", f"-Wl,-rpath,{here}")
here.run("mpicc.openmpi", "-shared", "-fPIC", FOLDER / "nx.c", "-o", "libnx.so", env={"OMPI_CC": program.CC})


def measure(name, expected):
    """Runs a program with and without Triptych; returns a function that asks the archive."""
    native = here.run("mpirun.openmpi", "-n", str(NODES), f"./{name}", env=ENV, timeout=250)
    result = here.triptych("run", "--events", "-o", f"{name}.tri", "mpirun.openmpi", "-n", str(NODES), f"./{name}", env=ENV, timeout=250)
    tap.equal((native.out.split(), result.out.split()), (expected, expected), f"{name}: the program prints the same")
    return lambda what: [json.loads(line) for line in here.triptych("query", f"{name}.tri", what, "--format", "json").out.splitlines()]


def messages(rows):
    return sorted((m["sourceRank"], m["targetRank"], m["tag"], m["bytes"]) for m in rows("messages"))


def together(rows):
    found = collections.defaultdict(list)
    for one in rows("collectives"):
        found[one["instance"], one["kind"]].append((one["rank"], one["given"], one["taken"]))
    return sorted((kind, sorted(parts)) for (instance, kind), parts in found.items())


def ring(*what):
    return [(node, (node + 1) % NODES, *what) for node in range(NODES)]


def of_all(kind, given, taken):
    return kind, [(node, given(node), taken) for node in range(NODES)]


here.run(program.CC, "-g", f"-I{FOLDER}", FOLDER / "nodes.c", "-o", "nodes", *LINK)
rows = measure("nodes", ["12", "2", "6"])
tap.equal([(place["rank"], place["ranks"]) for place in rows("places")], [(node, NODES) for node in range(NODES)], "nodes are the places of one archive")
tap.equal(messages(rows), sorted(
    ring(10, 100) + ring(11, 101) + ring(12, 102) + ring(20, 40) + [(0, 1, 30, 7), (0, 2, 30, 7)] + ring(41, 33) + ring(40, 22) +
    [(1, 0, 3, 3), (1, 0, 5, 5), (1, 0, 2, 2)] + [(a, b, 50, 9) for a in range(NODES) for b in range(NODES) if a != b]),
          "every message, by type and node: of csend, also to all, csendrecv, isend, gsendx; received by type, by node, by mask, by request")
tap.equal(together(rows), sorted([of_all("barrier", lambda node: 0, 0)] * 5 + [of_all("n-to-n", lambda node: 32, 32), of_all("n-to-n", lambda node: 16, 16)] +
                                 [of_all("n-to-n", lambda node: 3 + 2 * node, 15), of_all("n-to-n", lambda node: node + 1, 6)]), "gsync, gdsum, gihigh, gcolx, gcol: bytes")
tap.equal({part["size"] for part in rows("collectives")}, {NODES}, "all nodes should take part in each")
visits = collections.Counter(event["name"] for event in rows("events"))
tap.equal({name: visits[name] for name in ("csend", "crecv", "crecvx", "csendrecv", "isend", "irecv", "irecvx", "msgwait", "gsync", "cprobe", "gsendx", "MPI_Send", "MPI_Recv", "MPI_Barrier")},
          {"csend": 3 * 3 + 1 + 3 + 3, "crecv": 3 * 3 + 2 + 2 + 6, "crecvx": 1, "csendrecv": 3, "isend": 3, "irecv": 3, "irecvx": 3, "msgwait": 6, "gsync": 15, "cprobe": 1,
           "gsendx": 3, "MPI_Send": 0, "MPI_Recv": 0, "MPI_Barrier": 0}, "visits: the MPI calls inside of NX are not counted again")
lines = {event["line"] for event in rows("events") if event["name"] == "csendrecv"}
tap.equal(lines, {number for number, text in enumerate((FOLDER / "nodes.c").read_text().splitlines(), 1) if "csendrecv(" in text}, "calls have their lines")

if program.have("gfortran"):
    here.run("gfortran", "-g", FOLDER / "nodes.f90", "-o", "fortran", *LINK)
    rows = measure("fortran", ["4.5"])
    tap.equal(messages(rows), sorted(ring(7, 24) + ring(8, 36) + [(1, 0, 9, 4), (1, 2, 9, 4)]), "messages of Fortran")
    tap.equal(together(rows), [of_all("barrier", lambda node: 0, 0), of_all("n-to-n", lambda node: 24, 24)], "global operations of Fortran")
else:
    tap.skip("Fortran", "gfortran is missing")
tap.done()

"""Four PEs of OpenSHMEM (Open MPI's): puts, gets, atomics, locks, waits and collective operations of shmem.c, counted by hand."""
import collections
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")
if not program.have("oshcc") or not program.have("oshrun"):
    tap.skip_all("OpenSHMEM is missing: libopenmpi-dev, openmpi-bin")

PES = 4
ENV = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}
here = program.folder()
here.run("oshcc", "-g", program.SOURCE / "tests/vocabulary/shmem.c", "-o", "pes", env={"OMPI_CC": program.CC, "OSHMEM_CC": program.CC})
native = here.run("oshrun", "-n", str(PES), "./pes", env=ENV, check=False, timeout=250)
if native.status or native.out != "34\n":
    tap.skip_all(f"programs of OpenSHMEM cannot run here: {native.err[:200]}")
result = here.triptych("run", "--events", "-o", "a.tri", "oshrun", "-n", str(PES), "./pes", env=ENV, timeout=250)
tap.equal(result.out, "34\n", "the program prints the same")


def rows(what):
    return [json.loads(line) for line in here.triptych("query", "a.tri", what, "--format", "json").out.splitlines()]


tap.equal([(place["rank"], place["ranks"]) for place in rows("places")], [(pe, PES) for pe in range(PES)], "PEs are the places of one archive")
found = collections.Counter()
visits = collections.Counter()
for event in rows("events"):
    if event["name"].startswith("shmem_"):
        visits[event["name"]] += 1
        if event["bytes"] and event["type"] == "COMM" and event["name"].split("_")[-1] not in ("all", "broadcast64", "alltoall32"):
            found[event["rank"], event["name"], event["source"], event["target"], event["bytes"]] += 1
expected = collections.Counter()
for pe in range(PES):
    right, left = (pe + 1) % PES, (pe - 1) % PES
    for name, size, times in (("long_put", 80, 3), ("double_put_nbi", 128, 1), ("float_iput", 20, 1), ("put32", 24, 1), ("putmem", 100, 1), ("double_p", 8, 1),
                              ("ctx_long_put", 16, 1)):
        expected[pe, f"shmem_{name}", pe, right, size] += times
    for name, size in (("getmem", 50), ("float_get", 28), ("get128_nbi", 32), ("double_g", 8)):
        expected[pe, f"shmem_{name}", left, pe, size] += 1
    expected[pe, "shmem_long_atomic_fetch_add", pe, 0, 8] += 5
    expected[pe, "shmem_long_atomic_inc", pe, 0, 8] += 1
expected[2, "shmem_long_atomic_fetch", 0, 2, 8] += 1
expected[0, "shmem_long_p", 0, 3, 8] += 1
tap.equal(found, expected, "every move: who, from where, to where, how many bytes")
tap.equal({name: visits[f"shmem_{name}"] for name in ("init", "barrier_all", "quiet", "set_lock", "clear_lock", "long_sum_to_all", "double_max_to_all", "broadcast64", "alltoall32",
                                                      "barrier", "long_wait_until", "my_pe")},
          {"init": 4, "barrier_all": 32, "quiet": 8, "set_lock": 4, "clear_lock": 4, "long_sum_to_all": 4, "double_max_to_all": 2, "broadcast64": 4, "alltoall32": 4,
           "barrier": 2, "long_wait_until": 1, "my_pe": 0}, "visits")
together = collections.defaultdict(list)
for one in rows("collectives"):
    together[one["instance"], one["kind"]].append((one["rank"], -1 if one["root"] is None else one["root"], one["given"], one["taken"]))
found = sorted((kind, sorted(parts)) for (instance, kind), parts in together.items())
everyone = range(PES)
tap.equal([parts for kind, parts in found if kind == "barrier"],
          sorted([[(pe, -1, 0, 0) for pe in everyone]] * 8 + [[(1, -1, 0, 0), (3, -1, 0, 0)]]), "barriers of all PEs, and of an active set")
tap.equal(sorted(parts for kind, parts in found if kind != "barrier"),
          sorted([[(pe, -1, 32, 32) for pe in everyone], [(0, -1, 16, 16), (2, -1, 16, 16)],
                  [(pe, 1, 24 if pe == 1 else 0, 0 if pe == 1 else 24) for pe in everyone], [(pe, -1, 16, 16) for pe in everyone]]),
          "reductions, a broadcast with its root, an exchange: bytes")
moved = collections.Counter()
for (rank, name, source, target, size), times in expected.items():
    moved[source, target] += size * times
shown = here.triptych("show", "a.tri", "matrix", "--measure", "bytes", "--format", "json").out
matrix = next(one for one in json.loads(shown)["displays"] if not one["collective"])
tap.equal({(row, column): value for row, values in enumerate(matrix["values"]) for column, value in enumerate(values) if value}, dict(moved), "the matrix has the moves")
locks = [event for event in rows("events") if event["name"] == "shmem_clear_lock"]
tap.check(len(locks) == PES and all(event["held"] is not None for event in locks), "locks tell how long they were held", locks)
whole = here.report("a.tri", "--critical")
texts = [whole["critical"][0]["sentence"], here.triptych("report", "a.tri", "--critical").out]
tap.check(not any("MPI" in text for text in texts), "reports do not speak of MPI", texts)
listed = here.triptych("vocabulary", "show", "openshmem").out
here.write("stop.c", """
#include <shmem.h>
int main(void)
{
    shmem_init();
    shmem_barrier_all();
    if (shmem_my_pe() == 1)
        shmem_global_exit(3);
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
""")
here.run("oshcc", "-g", "stop.c", "-o", "stop", env={"OMPI_CC": program.CC, "OSHMEM_CC": program.CC})
result = here.triptych("run", "--force", "-o", "a.tri", "oshrun", "-n", "2", "./stop", env=ENV, timeout=250, check=False)
tap.equal(result.status, 3, "a program that ends by shmem_global_exit has its status")
tap.contains(result.err, "rank 1 in shmem_global_exit of main (stop.c:8), which ended the run", "the summary says so")
death = here.report("a.tri")["run"]["first_death"]
tap.equal((death["how"], death["rank"]), ("abort", 1), "and the report which PE did it")
tap.check("family     BITS: 8 16 32 64 128\n" in listed and listed.count("shmem_{TYPE}_{PUT} ") == 1, "families are shown once", listed)
tap.done()

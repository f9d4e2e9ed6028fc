"""Ranks whose clocks differ, in namespaces of their own: times are on the clock of rank 0 and messages in order."""
import json
import os
import struct
import subprocess
import sys

import mpi
import program
import tables
import tap

if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
SEAL = os.path.abspath(sys.argv[1])
AHEAD = 1000  # seconds per rank
WRONG = 100 * 10**9  # ns: far more than any message takes
if subprocess.run(["unshare", "-T", "--monotonic", str(AHEAD), "true"], capture_output=True).returncode:
    tap.skip_all("clocks of processes cannot be set here")
here = program.folder()
here.write("ahead", "#!/bin/sh\nrank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}\n"
           f"exec unshare -T --monotonic $((rank * {AHEAD})) -- \"$@\"\n", mode=0o755)
OFFSETS = 152 + 64 + 40 + 1024 + 2048 + 256 + 40


def column(path, table, name):
    return tables.column(path, table, name.split(".")[0])


def clocks(path):
    text = here.triptych("report", "--mpi", "--format", "json", path).out
    return {row["rank"]: row for row in json.loads(text)["comm_clocks"]}


def check_order(path, title):
    starts, ends = column(path, "messages", "send_start.u64"), column(path, "messages", "receive_end.u64")
    tap.equal(len(starts), 400, f"{title}: messages")
    tap.check(all(end >= start for start, end in zip(starts, ends)), f"{title}: none came before it was sent")
    first, last = column(path, "lanes", "start.u64"), column(path, "lanes", "end.u64")
    tap.check(max(first) < min(last), f"{title}: all lanes are there at the same time", (list(first), list(last)))
    barriers = [i for i, kind in enumerate(column(path, "collectives", "kind.u32")) if kind == 1]
    which = column(path, "collectives", "instance.u32")
    begins, done = column(path, "collectives", "begin_start.u64"), column(path, "collectives", "end_end.u64")
    late = {which[i]: max(begins[j] for j in barriers if which[j] == which[i]) for i in barriers}
    tap.check(len(late) == 20 and all(done[i] >= late[which[i]] for i in barriers),
              f"{title}: nobody leaves a barrier before all have come")


for name in mpi.INSTALLED:
    built = mpi.build(here, name, "bounce.c")
    run = mpi.run(here, name, 2, "./ahead", built, events=True, options=["--clock=monotonic"],
                  env={"TRIPTYCH_ALIGN": "always"})
    page = bytearray((run.places[1].folder / "place").read_bytes())
    offsets = [struct.unpack_from("<3Q", page, OFFSETS + 24 * i) for i in range(8)]
    known = [offset for offset in offsets if offset[0]]
    tap.equal(len(known), 7, f"{name}: clocks are compared when MPI begins and ends, and at barriers 1, 2, 4, 8, 16")
    tap.check(all(abs(own - zero - AHEAD * 10**9) <= within for own, zero, within in known),
              f"{name}: what is found is how far the clock is ahead", known)
    found = clocks(run.path)
    tap.check(list(found) == [1] and 1 <= found[1]["compared"] <= 7, f"{name}: the report has one clock to tell of", found)

    for i, (own, zero, within) in enumerate(known):  # as if rank 1 were behind
        struct.pack_into("<3Q", page, OFFSETS + 24 * i, own + WRONG, zero, 600)
    (run.places[1].folder / "place").write_bytes(page)
    (run.path / "manifest").unlink(missing_ok=True)  # as if the run had left it so
    found = clocks(run.path)
    most = WRONG + 1000 + max(within for _, _, within in known)
    tap.check(found[1]["early"] > 0 and WRONG / 2 < found[1]["moved_ns"] < most,  # but for the time that messages take
              f"{name}: offsets that are wrong are seen, and times moved by as much", found)
    text = here.triptych("report", "--mpi", run.path).out
    tap.contains(" ".join(text.split()), "messages and parts of collective operations ended too early",
                 f"{name}: the report says so")
    here.run(SEAL, run.path)
    check_order(run.path, f"{name}, moved and sealed")
    tap.equal(clocks(run.path), found, f"{name}: the same when it is sealed")
tap.done()

"""Ranks that call nothing but MPI heed `triptych filter` and `triptych stop`."""
import json
import subprocess
import time

import mpi
import program
import tap

if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
here = program.folder()


def wait_for(condition, seconds=120):
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            raise program.Failed("what was waited for does not come")
        time.sleep(0.01)


for name in mpi.INSTALLED:
    binary, archive = mpi.build(here, name, "staged.c"), f"{name}.tri"
    for stage in ("stage1", "stage2", "did"):
        (here / stage).unlink(missing_ok=True)
    running = here.start(program.TRIPTYCH, "run", "-q", "--events", "-o", archive, f"mpirun.{name}", "-n", 2, binary, env=mpi.ENV, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: len(list((here / archive / "places").glob("*/events-*"))) == 2)
    said = here.triptych("filter", archive, 'e -> e.name == "MPI_Bcast"').out
    tap.check("2 processes log" in said and "no probe" not in said, f"{name}: both ranks heed a filter", said)
    (here / "stage1").touch()
    wait_for(lambda: (here / "did").exists())
    said = here.triptych("stop", archive).out
    tap.check("2 processes are no longer measured" in said and "no probe" not in said, f"{name}: both ranks heed `triptych stop`", said)
    (here / "stage2").touch()
    err = running.stderr.read()
    tap.equal((running.wait(60), err), (0, ""), f"{name}: the program ends as it would")
    rows = [json.loads(line) for line in here.triptych("query", "--format", "json", archive, "events.filter(e -> e.type == COMM || e.type == CLOCK).groupBy(e -> e.name).count()").out.splitlines()]
    found = {row["name"]: row["count"] for row in rows}
    tap.equal((found.get("MPI_Bcast"), found.get("MPI_Barrier")), (100, None), f"{name}: only what passes is logged")
tap.done()

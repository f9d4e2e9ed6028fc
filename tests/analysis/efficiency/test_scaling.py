"""The speed-up of runs with different numbers of ranks and threads: factors side by side, and which one fell."""
import json
import os
import subprocess

import program
import tap
import widths

here = program.folder()
for kind in ("fine", "advised", "hybrid", "threads", "unseen", "begun", "partly", "apart", "alone"):
    subprocess.run([os.environ["WRITE_ADVISED"], here / f"{kind}.tri", kind, "sealed"], check=True)


def scaling(*words):
    return json.loads(here.triptych("compare", "--as", "division", "--format", "json", *words).out)["scaling"]


rows = scaling("fine.tri", "advised.tri", "hybrid.tri", "threads.tri")
tap.equal([(row["ranks"], row["lanes"]) for row in rows], [(2, 2), (4, 4), (2, 4), (1, 2)], "ranks and lanes")
for row in rows:
    product = row["parallel_efficiency"] / rows[0]["parallel_efficiency"] * row["computation_scaling"]
    tap.check(abs(row["efficiency"] - product) < 1e-6 and abs(row["speed_up"] * 2 / row["lanes"] - product) < 1e-6,
              f"{row['archive']}: the efficiency is the product of its factors", row)
tap.equal([row["fell"] for row in rows], [None, "load_balance", "transfer", "thread_communication_efficiency"], "which factor fell most")
weak = scaling("--weak", "fine.tri", "advised.tri")[1]
tap.check(abs(weak["efficiency"] - 2 * rows[1]["efficiency"]) < 1e-6, "with weak scaling, the problem was twice as large", weak)
text = here.triptych("compare", "fine.tri", "advised.tri", "--width", 100).out
tap.check("load balance" in text and "From 2 ranks to 4 ranks" in text and "What fell most is load balance: from 0.99 to 0.69" in " ".join(text.split()),
          "text names it; runs that differ in ranks need no option", text)
widths.check(lambda width: here.triptych("compare", "--as", "division", "fine.tri", "advised.tri", "hybrid.tri", "--width", width,
                                         env={"LC_ALL": "C.UTF-8"}).out, "scaling", 3)
mixed = scaling("fine.tri", "unseen.tri", "advised.tri")
tap.equal([(row["speed_up"] is None, row["efficiency"] is None) for row in mixed], [(False, False), (True, True), (False, False)],
          "a time with MPI_Init is not compared with one that is without it")
for archives in (("fine.tri", "unseen.tri", "advised.tri"), ("unseen.tri", "fine.tri")):
    text = " ".join(here.triptych("compare", "--as", "division", *archives).out.split())
    said = f"The speed-up of {archives[1]} is unknown: the time of unseen.tri has MPI_Init and MPI_Finalize, as its MPI calls were not measured; that of fine.tri has not."
    tap.check(said in text, f"{' '.join(archives)}: and it is said why", text[:900])
same = scaling("unseen.tri", "unseen.tri")
tap.equal([row["speed_up"] for row in same], [1, 1], "two times that both have it are compared")
rows = {row["archive"]: row for row in scaling(*(f"{kind}.tri" for kind in ("begun", "partly", "apart", "alone")))}
WHOLE, INIT = 160050000, 60000000  # ns
for kind, lanes, time, why in (
        ("begun", 2, WHOLE - INIT, "without MPI_Init, where that was seen in all ranks"),
        ("partly", 2, WHOLE, "with it, where it was not seen in one"),
        ("apart", 2, WHOLE, "and where it is not known which processes are ranks"),
        ("alone", 1, WHOLE - INIT, "without that of the rank alone, beside a process that is none")):
    row = rows[f"{kind}.tri"]
    tap.equal((row["lanes"], row["time_ns"]), (lanes, time), f"{kind}: the time is {why}")
    tap.equal(row["speed_up"] is None, time == WHOLE, f"{kind}: and it is compared with a time of the same things only")
tap.equal([scaling("partly.tri", "apart.tri")[1]["speed_up"], rows["alone.tri"]["speed_up"]], [1, 1], "which may be with it or without it")
result = here.triptych("compare", "--weak", "fine.tri", "fine.tri", check=False)
tap.check(result.status == 2 and "--weak is for" in result.err, "--weak has no meaning for changes", result)
tap.done()

"""Advice on programs that are known: which patterns are found, and at which lines; never how long anything took."""
import json
import os
import shutil

import program
import tap

LIBRARY = os.environ["TRIPTYCH_LIBRARY"]
MPI = next((name for name in ("openmpi", "mpich") if shutil.which(f"mpirun.{name}") and shutil.which(f"mpicc.{name}")
            and os.path.exists(f"{LIBRARY}/libtriptych-{name}.so")), None)
ENV = {"OMPI_ALLOW_RUN_AS_ROOT": 1, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": 1, "OMPI_MCA_rmaps_base_oversubscribe": 1,
       "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}
if program.SANITIZED or not MPI:
    tap.skip_all("no MPI is installed" if not MPI else "the sanitizers find what is wrong in the MPI libraries")


def line(example, file, text):
    """The number of the only line of an example's source that has the text."""
    lines = (program.SOURCE / "examples" / example / file).read_text().splitlines()
    found = [number for number, each in enumerate(lines, 1) if text in each]
    assert len(found) == 1, (text, found)
    return found[0]


def advice(example, *arguments, measured=False):
    """Findings by their words, and the factors; the archive stays."""
    global here_of_last
    here = here_of_last = program.folder()
    fortran = example == "ring"
    compiler = f"{'mpifort' if fortran else 'mpicc'}.{MPI}"
    if measured:
        compiler = f"{program.TRIPTYCH} cc {compiler}"
    here.run("make", "-s", "-C", program.SOURCE / "examples" / example, f"O={here}",
             f"{'FC' if fortran else 'CC'}={compiler}", "CFLAGS=-O2 -g", "FFLAGS=-O2 -g")
    here.triptych("run", "-q", "--events=comm,io", "-o", "a.tri", f"mpirun.{MPI}", "-n", 4, f"./{example}", *arguments,
                  env=ENV, timeout=300)
    report = json.loads(here.triptych("report", "--advice", "--format", "json", "a.tri").out)
    text = here.triptych("report", "--advice", "a.tri").out
    return ({row["finding"]: row for row in report["advice"]},
            {row["factor"]: row["percent"] for row in report["efficiency"]}, text)


# Rows in blocks: those of ranks 1 and 2 take 26 times the steps of the others.
found, factors, text = advice("mandelbrot", 400, "blocks", 1500, measured=True)
row = found.get("load_imbalance", {})
site = row.get("routine"), row.get("line")
# (With other work on the cores, the times of regions say little: then the finding names none.)
names_none = row.get("routine") is None and "oversubscribed" in found
tap.check(row.get("rank") in (1, 2) and (names_none or site == ("blocks_run", line("mandelbrot", "blocks.c", "for (int row = first;"))),
          "mandelbrot: load imbalance, in the loop over the rows", text)
tap.check(names_none or f"loop 1 of blocks_run ({row.get('file')}:{row.get('line')})" in text, "mandelbrot: the text names the loop", text)
tap.check(None not in factors.values() and min(factors, key=factors.get) in ("parallel_efficiency", "load_balance"),
          "mandelbrot: all factors are known, and the load balance is the smallest", factors)
product = factors["load_balance"] * factors["serialisation"] * factors["transfer"] / 1e4
tap.check(abs(product - factors["parallel_efficiency"]) < 1e-6, "mandelbrot: the factors multiply to the whole", factors)

path = json.loads(here_of_last.triptych("report", "--format", "json", "a.tri").out)
rows = [row for row in path["critical_path"] if row["name"] == "blocks_run" and row["mostly"].startswith("loop 1 of blocks_run")]
tap.check(len(rows) == 1 and rows[0]["rank"] in (1, 2), "mandelbrot: the critical path goes through the rows of the busiest rank", path["critical_path"][:5])
total = sum(row["time_ns"] for row in path["critical_path"])
tap.equal(sum(row["time_ns"] for row in path["critical_places"]), total, "mandelbrot: regions and ranks have all of the path")
tap.check("The critical path is" in " ".join(text.split()), "mandelbrot: the advice tells of it", text)

if shutil.which(f"mpifort.{MPI}"):
    found, _, text = advice("ring", 200, 50)
    row = found.get("blocking_ring", {})
    begins = line("ring", "pass.f", "CALL MPI_SEND(")  # and goes on in the next line
    tap.check(row.get("routine", "").lower().strip("_") == "give" and row["line"] in (begins, begins + 1),
              "ring: blocking sends around a ring", text)
    tap.check("MPI_Recv of" in row.get("where", ""), "ring: and where they are received", row)
else:
    tap.skip("ring", f"there is no mpifort.{MPI}")

# A halo exchange as it should be, an MPI_Allreduce every tenth step, and one line of output.
found, factors, text = advice("jacobi", 400, 40, 10)
severe = {"blocking_ring", "one_rank_makes_all_work", "many_small_messages", "messages_to_itself", "one_rank_does_io",
          "io_one_after_another", "barrier_only_waits"}
tap.check(not severe & set(found), "jacobi: none of these", text)
tap.check(None not in factors.values(), "jacobi: all factors are known", factors)
tap.done()

"""How ranks divide the loops of the bucket sort, an unmodified binary: doc/loops-study.md, smaller."""
import json
import shutil

import program
import tap

MPI = next((name for name in ("openmpi", "mpich") if shutil.which(f"mpirun.{name}") and shutil.which(f"mpicc.{name}")), None)
ENV = {"OMPI_ALLOW_RUN_AS_ROOT": 1, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": 1, "OMPI_MCA_rmaps_base_oversubscribe": 1,
       "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}
if program.SANITIZED or not MPI:
    tap.skip_all("no MPI is installed" if not MPI else "the sanitizers find what is wrong in the MPI libraries")

KEYS, ROUNDS = 40000, 2
here = program.folder()
here.run("make", "-s", "-C", program.SOURCE / "examples/buckets", f"O={here}", f"CC=mpicc.{MPI}", "CFLAGS=-O1 -g")
for ranks in (1, 2, 4):
    here.triptych("loops", "-q", "-o", f"{ranks}.tri", f"mpirun.{MPI}", "-n", ranks, "./buckets", KEYS, ROUNDS, env=ENV, timeout=300)
result = json.loads(here.triptych("compare", "--format", "json", "--min-percent", 0, "1.tri", "2.tri", "4.tri").out)
tap.equal([row["workers"] for row in result["runs"]], [1, 2, 4], "ranks are known")


def line(file, text):
    lines = (program.SOURCE / "examples/buckets" / file).read_text().splitlines()
    return next(number for number, each in enumerate(lines, 1) if text in each)


# By hand: see the example's README.
ALL, VALUES = KEYS * ROUNDS, 2 ** 20 * ROUNDS
for file, text, before, verdict in [("main.c", "round < rounds", ROUNDS, "replicated"), ("keys.c", "i < end", ALL, "divided"),
                                    ("exchange.c", "for (int i = 0; i < count", ALL, "divided"),
                                    ("sort.c", "for (int i = 0", ALL, "unevenly divided"), ("sort.c", "key < end", VALUES, "divided"),
                                    ("sort.c", "left > 0", ALL, "unevenly divided"),
                                    ("verify.c", "for (int i = 0", ALL, "unevenly divided")]:
    rows = [row for row in result["loops"] if row["source"] == f"{file}:{line(file, text)}" and row["archive"] == "4.tri"]
    expected = before * (4 if verdict == "replicated" else 1)
    tap.equal([(row["before"], row["verdict"], row["sum"], sum(map(int, row["trips"].split()))) for row in rows],
              [(before, verdict, expected, expected)], f"{file}: {text} is {verdict}, and sums up")
runs = {row["archive"]: row for row in result["runs"]}
tap.check(abs(runs["4.tri"]["work_percent"] - 100) < 0.1, "four ranks execute as many instructions as one", runs)
tap.check(runs["4.tri"]["busiest"] in ("1", "2") and runs["4.tri"]["uneven"] > 1.05, "the ranks in the middle have most", runs)
tap.done()

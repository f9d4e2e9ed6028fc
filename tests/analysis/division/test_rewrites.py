"""`triptych compare` of serial programs and of parallel ones that were written anew: other files, names, lines and loops."""
import json
import shutil

import program
import tap

MPI = next((name for name in ("openmpi", "mpich") if shutil.which(f"mpirun.{name}") and shutil.which(f"mpicc.{name}")), None)
ENV = {"OMPI_ALLOW_RUN_AS_ROOT": 1, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": 1, "OMPI_MCA_rmaps_base_oversubscribe": 1,
       "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}
if program.SANITIZED or not MPI:
    tap.skip_all("no MPI is installed" if not MPI else "the sanitizers find what is wrong in the MPI libraries")

PAIRS = {"sort": ["parallel.c"], "heat": ["parallel.c", "field.c", "relax.c"], "particles": ["parallel.c"]}
here = program.folder()
for name, files in PAIRS.items():
    source = program.SOURCE / "tests/analysis/division/rewrites" / name
    here.run(program.CC, "-g", "-O1", source / "serial.c", "-o", f"{name}-one", "-lm")
    here.run(f"mpicc.{MPI}", "-g", "-O1", *(source / file for file in files), "-o", f"{name}-four", "-lm")
    here.triptych("loops", "-q", "-o", f"{name}-one.tri", f"./{name}-one")
    here.triptych("loops", "-q", "-o", f"{name}-four.tri", f"mpirun.{MPI}", "-n", 4, f"./{name}-four", env=ENV)


def line(name, file, text):
    """Lines of that text in a source file, as `compare` names them."""
    lines = (program.SOURCE / "tests/analysis/division/rewrites" / name / file).read_text().splitlines()
    return [f"{file}:{number}" for number, each in enumerate(lines, 1) if text in each]


def compare(one, four, *options):
    return json.loads(here.triptych("compare", "--format", "json", "--min-percent", 0, *options, f"{one}-one.tri", f"{four}-four.tri").out)


def loops(result, source):
    return [(row["source_now"], row["verdict"], row["before"], row["sum"]) for row in result["loops"]
            if row["kind"] == "loop" and row["source"] == source]


KEYS = 4096 * 10
result = compare("sort", "sort")
keys = [("counts[key[i] >> SHIFT]++", "bucket_size[key_array[i] >> SHIFT]++"), ("int k = key[i];", "int k = key_array[i];"),
        ("ranked[moved[i]]++", "ranked[key_buff2[i]]++"), ("key[--ranked[moved[i]]] = moved[i]", "sorted[--ranked[key_buff2[i]]]")]
for before, after in keys:
    # The loop's head stands in the line before its first statement.
    was, now = (f"{file}:{int(line('sort', file, text)[0].split(':')[1]) - 1}" for file, text in
                (("serial.c", before), ("parallel.c", after)))
    found = loops(result, was)
    tap.check(found and found[0][0] == now and found[0][1] in ("divided", "unevenly divided") and found[0][2:] == (KEYS, KEYS),
              f"sort: `{before}` is `{after}`, divided", [was, now, found])
run = result["runs"][1]
tap.check(run["matched_percent"] > 95 and run["matched_of_run_percent"] > 95 and run["limit_here"] > 3.5, "sort: nearly all is matched", run)

result = compare("heat", "heat")
for was, now in [("v[i][j] = 0.25", "AT(b, row, col) ="), ("double d = v[i][j]", "double diff"), ("u[i][j] = v[i][j]", "AT(a, i, j) =")]:
    file = "field.c" if "AT(a, i" in now else "relax.c"
    inner = int(line("heat", "serial.c", was)[0].split(":")[1]) - 1
    other = int(line("heat", file, now)[0].split(":")[1]) - 1
    found = [loops(result, f"serial.c:{at}") for at in (inner - 1, inner)]
    tap.equal(found, [[(f"{file}:{other - 1}", "divided", 20 * 64, 20 * 64)], [(f"{file}:{other}", "divided", 20 * 64 * 64, 20 * 64 * 64)]],
              f"heat: the loops around `{was}` are found in {file} under another name")
run = result["runs"][1]
tap.check(run["matched_percent"] > 90 and run["matched_of_run_percent"] > 90, "heat: most is matched", run)

result = compare("particles", "particles")
for was, now, verdict in [("vx[i] += dt * fx[i]", "vx[i] += dt * fx[i]", "divided"), ("x[i] += dt * vx[i]", "x[i] += dt * vx[i]", "divided"),
                          ("x[i] = cos(i", "x[i] = cos(i", "replicated")]:
    was, now = (f"{file}:{int([at for at in line('particles', file, text)][0].split(':')[1]) - 1}" for file, text in
                (("serial.c", was), ("parallel.c", now)))
    found = [(row[0], row[1]) for row in loops(result, was)]
    tap.equal(found, [(now, verdict)], f"particles: {was} is {now}, {verdict}, though many loops are of that size")
# Loops that only one of the two has are nobody's partner: clearing the forces, packing the places.
for text, file in [("fx[i] = fy[i] = 0", "serial.c"), ("vx[i] = vy[i] = 0", "serial.c")]:
    at = f"{file}:{int(line('particles', file, text)[0].split(':')[1]) - 1}"
    tap.equal([row[1] for row in loops(result, at)], ["not matched"], f"particles: {at} is in one program only")
at = f"parallel.c:{int(line('particles', 'parallel.c', 'out[2 * (i - lo)] = x[i]')[0].split(':')[1]) - 1}"
tap.check(at not in [row["source_now"] for row in result["loops"]] and [row[1] for row in loops(result, at)] == ["not matched"],
          "particles: so is what is sent", at)

for one, four in [("sort", "heat"), ("heat", "particles"), ("particles", "sort")]:
    result = compare(one, four)["runs"][1]
    text = here.triptych("compare", f"{one}-one.tri", f"{four}-four.tri").out
    tap.check(min(result["matched_percent"], result["matched_of_run_percent"]) < 50 and
              all(result[key] is None for key in ("replicated_percent", "alone_percent", "limit_here", "limit_balance", "limit")) and
              "too little to judge" in " ".join(text.split()) and "the speed-up" not in text and "no speed-up" not in text and "Amdahl" not in text,
              f"{one} and {four} have little in common, and nothing is concluded", text)
tap.done()

"""triptych run: the command's output, signals and exit status are its own; archives are never lost."""
import json
import os
import pathlib
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "measure"))
import measured
import program
import tap

here = program.folder()
ASAN = {"ASAN_OPTIONS": "detect_leaks=0"}
for name in ("paths", "endings", "processes"):
    measured.build(here, name)


def run(*arguments, **options):
    return here.triptych("run", *arguments, check=False, env={**ASAN, **options.pop("env", {})}, **options)


def report(archive):
    return here.report(archive)


def times(archive):
    return {row["name"]: row["visits"] for row in report(archive)["routines"]}


result = run("./paths")
tap.equal((result.status, result.out), (0, ""), "a plain run")
tap.equal(len(result.err.splitlines()), 3 + program.SANITIZED, "a summary of three lines")
tap.check("paths.tri" in result.err and "exit status 0" in result.err, "which says where the archive is", result.err)
tap.equal(times("paths.tri")["fact"], 10, "the archive can be reported")
tap.check((here / "paths.tri/tables/nodes.npy").exists() and not (here / "paths.tri/places").exists(), "it is sealed")

result = run("-o", "short.tri", "true")
files = [path for path in (here / "short.tri").rglob("*") if path.is_file()]
tap.check(result.status == 0 and len(files) <= 12, "the archive of a short run has few files", sorted(map(str, files)))



def ranks(size, variables, *words):
    """`triptych run` behind a launcher: once for each rank, all at the same time. What each said."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PMI", "OMPI_", "SLURM_"))}
    started = [subprocess.Popen([program.TRIPTYCH, "run", *words, "./paths"], cwd=here.path, stderr=subprocess.PIPE, text=True,
                                env={**environment, **ASAN, **variables(rank)}) for rank in range(size)]
    said = [process.communicate(timeout=60)[1] for process in started]
    tap.equal([process.returncode for process in started], [0] * size, f"{size} ranks, {' '.join(words)}: all run")
    return ["".join(line for line in text.splitlines(True) if "Sanitizer" not in line) for text in said]  # of the sanitizer's build


def pmi(rank):
    return {"PMI_RANK": str(rank), "PMI_SIZE": "3"}


def slurm(rank):
    return {"SLURM_PROCID": str(rank), "SLURM_NTASKS": "3", "SLURM_STEP_NUM_TASKS": "3", **pmi(rank)}


for launcher, variables in (("mpirun", pmi), ("srun", slurm)):
    said = ranks(3, variables, "-o", f"{launcher}.tri")
    tap.contains(said[0], f"the launcher started it once for each rank, so rank 0 of 3 writes the archive {launcher}.tri, and the other ranks write "
                 f"archives of their own; to measure all ranks and their messages in one archive, run: triptych run {launcher} -n 3 ./paths\n",
                 f"behind {launcher}, the first rank says what to do")
    tap.equal(said[1:], [f"triptych: rank {rank} writes the archive {launcher}.{rank}.tri\n" for rank in (1, 2)], "the others say where theirs is")
    tap.equal([times(launcher + name)["fact"] for name in (".tri", ".1.tri", ".2.tri")], [10] * 3, "each has its archive")
said = ranks(3, pmi, "-o", "mpirun.tri")
tap.check(all("exists; --force replaces it" in text and text.endswith("the command runs unmeasured\n") for text in said),
          "a rank whose archive exists does not keep the others waiting", said)
ranks(3, pmi, "--force", "-o", "mpirun.tri")
tap.equal([times("mpirun" + name)["fact"] for name in (".tri", ".1.tri", ".2.tri")], [10] * 3, "with --force, each replaces its own")
ranks(3, pmi)
tap.equal([times(f"paths.{rank}.tri")["fact"] for rank in range(3)], [10] * 3, "without a name, each has its rank in it")
for rank in range(3):
    here.run("rm", "-r", f"paths.{rank}.tri")
said = ranks(1, lambda rank: {"PMI_RANK": "0", "PMI_SIZE": "1"}, "-o", "one.tri")
tap.check((here / "one.tri").exists() and "launcher" not in said[0], "one rank is nothing special", said)
said = ranks(1, lambda rank: {"SLURM_PROCID": "0", "SLURM_NTASKS": "3"}, "-o", "script.tri")
tap.check((here / "script.tri").exists() and "launcher" not in said[0], "nor is a job script of Slurm", said)
ranks(1, lambda rank: pmi(2), "-o", "named-02.tri")
tap.check((here / "named-02.tri").exists(), "a name with the rank in it is kept")

before = (here / "paths.tri/run.json").read_text()
result = run("./paths")
tap.check(result.status == 0 and (here / "paths.2.tri").is_dir(), "the next one gets a number", result)
result = run("-o", "paths.tri", "./paths")
tap.check(result.status == 1 and "--force" in result.err, "an archive is not overwritten", result)
tap.equal((here / "paths.tri/run.json").read_text(), before, "and is as it was")
result = run("-o", "paths.tri", "--force", "./paths")
tap.check(result.status == 0 and (here / "paths.tri/run.json").read_text() != before, "except with --force", result)
(here / "precious").mkdir()
here.write("precious/letter", "dear")
result = run("-o", "precious", "--force", "./paths")
tap.check(result.status == 1 and (here / "precious/letter").exists(), "--force replaces nothing but archives", result)
result = run("-q", "-o", "quiet.tri", "./paths")
said = [line for line in result.err.splitlines() if "Sanitizer" not in line]
tap.equal((result.status, said), (0, []), "--quiet says nothing")
result = run("-q", "--no-seal", "-o", "raw.tri", "./paths")
tap.check((here / "raw.tri/places/0/profile-0").exists() and times("raw.tri")["fact"] == 10, "--no-seal", result)

for how, status in (("_exit", 7), ("exit", 8)):
    tap.equal(run("-q", "-o", f"{how}.tri", "./endings", how).status, status, f"exit status of {how}")
for how, number in (("kill", signal.SIGKILL), ("abort", signal.SIGABRT)):
    result = run("-o", f"{how}.tri", "./endings", how)
    tap.equal(result.status, -number, f"a program ended by signal {number}: so is triptych run")
    tap.check(f"signal {int(number)}" in result.err, "and it is said", result.err)
    tap.equal(result.out, "at the end\n", "the program's output is there")
    tap.equal(json.loads((here / f"{how}.tri/run.json").read_text())["signal"], int(number), "and it is written down")
    tap.equal([times(f"{how}.tri")[name] for name in ("work", "step", "ending")], [7, 35, 1], "with all counts")

running = here.start(program.TRIPTYCH, "run", "-o", "term.tri", "./endings", "endless", stdout=subprocess.PIPE,
                     stderr=subprocess.PIPE, env=ASAN, text=True)
running.stdout.readline()
live = report("term.tri")
tap.equal({row["name"]: row["visits"] for row in live["routines"]}["step"], 35, "a run that goes on can be reported")
running.send_signal(signal.SIGTERM)
_, err = running.communicate(timeout=60)
tap.equal(running.returncode, -signal.SIGTERM, "a signal is passed on")
tap.equal(times("term.tri")["step"], 35, "and what was measured is kept")

result = run("sh", "-c", "cat; ./paths; exit 5", input="through\n")
tap.equal((result.status, result.out), (5, "through\n"), "standard input and a shell between")
tap.equal(times("sh.tri")["fact"], 10, "a program that is started by another is measured")
(here / "exec.tri").exists()
result = run("-o", "exec.tri", "./processes", "exec")
tap.equal(times("exec.tri"), {"main": 2, "again": 1}, "exec: both programs are in the archive")
result = run("-o", "fork.tri", "./processes", "fork")
summary = [line for line in result.err.splitlines() if " visits" in line]
tap.check("4 places" in result.err and summary and "thread" not in summary[0], "forked children are places, not threads", result.err)

result = run("true")
tap.check(result.status == 0 and "no probes" in result.err and "used no threads, OpenMP or I/O" in result.err,
          "a program without probes that does nothing", result)
result = run("--collect=none", "true")
tap.check(result.status == 0 and "nothing was measured" in result.err and "triptych cc" in result.err,
          "a program without probes that nobody listens to", result)
for command, how in (("ls > listed; kill -9 $$", "was ended by signal 9 (Killed), and ran no program with probes"),
                     ("ls > listed; exit 3", "ended with exit status 3, and ran no program with probes")):
    result = run("bash", "-c", command)
    tap.check(f"nothing was measured: the command {how}, and none that is measured without them (shells and launchers never are" in result.err
              and "does it work without triptych run?" in result.err, f"{how}: nothing of it was measured", result)
result = run("./nonexistent")
tap.check(result.status == 127 and "cannot be started" in result.err, "no such program", result)
tap.check(not (here / "nonexistent.tri").exists(), "and no archive of it")
here.write("text", "no program")
result = run("./text")
tap.check(result.status == 126 and "Permission denied" in result.err, "a file that is no program", result)

for wrong in (["--nonsense", "./paths"], ["--limit", "many", "./paths"], ["--clock", "sundial", "./paths"],
              ["--throttle", "soon", "./paths"], []):
    result = run(*wrong)
    tap.check(result.status == 2 and result.err, f"misused: {wrong}", result)
result = run("-o", "/nonexistent/x.tri", "./endings", "exit")
tap.check(result.status == 8 and "/nonexistent/x.tri" in result.err and "unmeasured" in result.err,
          "where no archive can be written, the command runs all the same", result)
result = run("--exclude", "kind:bogus", "./paths")
tap.check(result.status == 2 and "loop" in result.err, "a kind that does not exist", result)
result = run("-o", "none.tri", "--only", "nosuch", "./paths")
tap.check("--only" in result.err, "a pattern that nothing matches is pointed out", result)

# --force never leaves less than there was
run("-q", "-o", "good.tri", "./paths")
for command, name in ((["./nonexistent"], "a command that cannot be started"),
                      (["--collect=none", "true"], "nothing to measure")):
    run("--force", "-o", "good.tri", *command)
    tap.equal(times("good.tri")["fact"], 10, f"--force and {name}: the old archive is still there")
result = run("-o", "good.tri", "--force", "--skip-hot", "good.tri", "--limit", "100", "./paths")
tap.check(result.status == 0 and "c" not in times("good.tri"), "--force and --skip-hot of the same archive", result)
running = here.start(program.TRIPTYCH, "run", "-q", "-o", "busy.tri", "./endings", "endless", stdout=subprocess.PIPE,
                     env=ASAN, text=True)
running.stdout.readline()
result = run("--force", "-o", "busy.tri", "./paths")
tap.check(result.status == 1 and "still writes" in result.err, "--force does not replace the archive of a run that goes on",
          result)
os.rename(here / "busy.tri", here / "moved.tri")
run("-q", "-o", "busy.tri", "./paths")
running.send_signal(signal.SIGTERM)
running.communicate(timeout=60)
tap.equal(times("busy.tri")["fact"], 10, "an archive that took the place of another is not touched")
tap.equal([file.name for file in here.path.glob("*.replaced-*")], [], "nothing is left lying about")
tap.check("triptych run" in run("--help").out, "--help")

run("-q", "-o", "counted.tri", "--count", "./paths")
result = run("-o", "cold.tri", "--skip-hot", "counted.tri", "--limit", "100", "./paths")
tap.check("had over 100 visits" in result.err, "--skip-hot says what it does", result.err)
tap.equal(times("cold.tri"), {"main": 1, "fact": 10, "grid": 3, "a": 50, "b": 100}, "--skip-hot switches off what ran over the limit")
here.write("named.c", """
#include <triptych/triptych.h>
int main(void)
{
    for (int i = 0; i < 10; i++) {
        tri_begin("often");
        tri_end();
    }
    tri_begin("once");
    tri_end();
    return 0;
}
""")
here.run(program.CC, *measured.flags(), "named.c", "-o", "named", *measured.link())
run("-q", "-o", "named.tri", "./named")
run("-q", "-o", "named2.tri", "--skip-hot", "named.tri", "--limit", "5", "./named")
tap.equal([row["name"] for row in report("named2.tri")["user"]], ["once"],
          "--skip-hot tells regions that the program named from each other")
tap.equal(run("--skip-hot", "nothing.tri", "./paths").status, 1, "--skip-hot without such an archive")
run("-q", "-o", "only.tri", "--only", "grid", "--only", "fact", "./paths")
tap.equal(times("only.tri"), {"fact": 10, "grid": 3}, "--only, twice")
run("-q", "-o", "exclude.tri", "--exclude", "kind:loop", "./paths")
tap.equal(report("exclude.tri")["loops"], [], "--exclude kind:loop")
tap.done()

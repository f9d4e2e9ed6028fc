"""triptych script --backend slurm, on a Slurm of one machine that the test starts: agents, and job arrays."""
import os
import pathlib
import signal
import subprocess

import program
import slurm
import tap

if slurm.is_missing():
    tap.skip_all(slurm.is_missing())
if not (pathlib.Path(program.TRIPTYCH).parents[1] / "script" / "ruby" / "triptych-script-reader").exists():
    tap.skip_all("Ruby is missing")
here = program.folder()
if not slurm.start(here):
    tap.skip_all("Slurm does not start here")

here.write("work.rb", "(1..20).map { |i| sh \"echo #{i} $SLURM_STEP_ID\" } >> task('awk', '{ s += $1; k[$2] = 1 } END { n = 0; for (x in k) n++; print s, n }', out: 'sum')\nsh 'echo said >&2'\n")
result = slurm.run("salloc", "-Q", "-N", "1", program.TRIPTYCH, "script", "--backend", "slurm", "work.rb")
tap.equal(here.read("sum"), "210 1\n", "in an allocation, one srun starts the agents")
tap.check("said" in result.err and "22 of 22 tasks done" in result.err, "errors of tasks are the command's", result)
result = slurm.run(program.TRIPTYCH, "script", "--again", "--backend", "slurm", "--agents", "1", "-j", "1", "work.rb")
tap.check("22 of 22 tasks done" in result.err, "without an allocation, srun makes one", result)
result = slurm.run(program.TRIPTYCH, "script", "--again", "--backend", "slurm", "work.rb", check=False)
tap.check(result.status == 1 and "--agents" in result.err, "and must be told how many nodes", result)

here.write("work.rb", "sh 'touch begun; sleep 96711'\n")
for number in (signal.SIGINT, signal.SIGKILL):
    running = here.start(program.TRIPTYCH, "script", "--again", "--backend", "slurm", "--agents", "1", "work.rb", env=slurm.environment(), stderr=subprocess.DEVNULL)
    program.wait_until(lambda: (here / "begun").exists())
    os.remove(here / "begun")
    os.kill(running.pid, number)
    running.wait(60)
    gone = program.wait_until(lambda: subprocess.run(["pgrep", "-f", "^sleep 96711"], stdout=subprocess.DEVNULL, check=False).returncode != 0)
    idle = program.wait_until(lambda: not slurm.run("squeue", "-h").out.strip())
    tap.check(gone and idle, f"{number.name} ends the tasks, the agents and the allocation")

# Job arrays.
ARRAY = ("--backend", "slurm", "--array", "--submit-rate", "5")


def array(text, *options, check=True):
    here.write("work.rb", text)
    return slurm.run(program.TRIPTYCH, "script", "--again", *ARRAY, *options, "work.rb", check=check)


result = array("""parts = (1..6).map { |i| sh "echo $SLURM_ARRAY_JOB_ID $SLURM_ARRAY_TASK_ID #{i}", name: "part" }
parts >> task("sort", "-k3n", out: "parts")
sh "cat > copy; echo to stderr >&2; pwd", in: "work.rb", folder: ".", env: {"A" => 1}
sh "printf abc", out: "abc"
sh "test -e again && echo kept; echo lost; test -e again || { touch again; exit 3; }", retries: 1, name: "again"
""")
rows = [line.split() for line in here.read("parts").splitlines()]
tap.check([row[2] for row in rows] == [str(i) for i in range(1, 7)] and len({row[0] for row in rows}) == 1 and len({row[1] for row in rows}) == 6, "independent tasks are elements of one job array; a reader gets their lines", rows)
tap.equal(sorted(result.out.split()), sorted([str(here), "kept", "lost"]), "output of elements is the command's, that of a failed attempt is not")
tap.check(here.read("copy") == here.read("work.rb") and here.read("abc") == "abc" and "to stderr" in result.err and "10 of 10 tasks done" in result.err, "files, and standard error", result)
result = array("""sh 'sleep 100', time: '1s', name: 'slow'
sh 'exit 5'
task 'nosuch'
sh 'scancel ${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}; sleep 96712', name: 'cancelled'
sh 'kill -9 $PPID', name: 'lost'
""", check=False)
tap.check(result.status == 1 and all(part in result.err for part in ("its time limit", "exit status 5", "no program nosuch", "cancelled (task 4) failed", "lost (task 5) failed: Slurm's job", "left no result")), "failures are told", result)
tap.check(not slurm.run("squeue", "-h").out.strip(), "nothing is left in the queue")
result = here.triptych("script", "--array", "work.rb", check=False)
tap.check(result.status == 2 and "--backend slurm" in result.err, "job arrays need Slurm", result)
here.write("work.rb", "50.times { sh 'touch begun; sleep 96711' }\n")
for number in (signal.SIGINT, signal.SIGKILL):
    if (here / "begun").exists():
        os.remove(here / "begun")
    running = here.start(program.TRIPTYCH, "script", "--again", *ARRAY, "work.rb", env=slurm.environment(), stderr=subprocess.DEVNULL)
    program.wait_until(lambda: (here / "begun").exists())
    os.kill(running.pid, number)
    running.wait(60)
    gone = program.wait_until(lambda: subprocess.run(["pgrep", "-f", "^sleep 96711"], stdout=subprocess.DEVNULL, check=False).returncode != 0)
    idle = program.wait_until(lambda: not slurm.run("squeue", "-h").out.strip())
    tap.check(gone and idle, f"{number.name} cancels the array")
tap.done()

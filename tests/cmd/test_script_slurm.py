"""triptych script --backend slurm, on a Slurm of one machine that the test starts."""
import atexit
import os
import pathlib
import shutil
import signal
import socket
import subprocess

import program
import tap

NEEDED = ["munged", "slurmctld", "slurmd", "srun", "salloc", "sinfo"]
PATH = os.environ["PATH"] + ":/usr/sbin:/sbin"
if not all(shutil.which(name, path=PATH) for name in NEEDED):
    tap.skip_all("Slurm is missing: slurmctld, slurmd, slurm-client, munge")
if os.getuid() != 0:
    tap.skip_all("only root can start a Slurm of its own")
if not (pathlib.Path(program.TRIPTYCH).parents[1] / "script" / "ruby" / "triptych-script-reader").exists():
    tap.skip_all("Ruby is missing")

here = program.folder()
host = socket.gethostname().split(".")[0]
started = []


def stop():
    for running in reversed(started):
        program.end(running)


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def serve(*command):
    with open(here / f"{command[0]}.out", "w", encoding="utf-8") as log:
        found = shutil.which(command[0], path=PATH)
        started.append(here.start(found, *command[1:], stdout=log, stderr=log, env={"SLURM_CONF": here / "slurm.conf"}))


def slurm(*command, check=True):
    return here.run(*command, check=check, env={"SLURM_CONF": here / "slurm.conf", "PATH": PATH})


control, daemon = free_ports(2)
for name in ("state", "spool", "munge"):
    os.mkdir(here / name)
os.chmod(str(here), 0o755)
(here / "munge.key").write_bytes(os.urandom(128))
os.chmod(here / "munge.key", 0o600)
here.write("slurm.conf", f"""ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={control}
SlurmdPort={daemon}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={here}/munge/socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
StateSaveLocation={here}/state
SlurmdSpoolDir={here}/spool
SlurmctldPidFile={here}/slurmctld.pid
SlurmdPidFile={here}/slurmd.pid
NodeName={host} NodeAddr=127.0.0.1 CPUs={os.cpu_count()}
PartitionName=all Nodes=ALL Default=YES State=UP
""")
atexit.register(stop)
serve("munged", "--foreground", "--force", f"--socket={here}/munge/socket", f"--key-file={here}/munge.key", f"--pid-file={here}/munge/pid", f"--log-file={here}/munge.log", f"--seed-file={here}/munge/seed")
program.wait_until(lambda: (here / "munge" / "socket").exists(), 10)
serve("slurmctld", "-D")
serve("slurmd", "-D")
if not program.wait_until(lambda: "idle" in slurm("sinfo", "-h", "-o", "%t", check=False).out, 20):
    tap.skip_all("Slurm does not start here")

here.write("work.rb", "(1..20).map { |i| sh \"echo #{i} $SLURM_STEP_ID\" } >> task('awk', '{ s += $1; k[$2] = 1 } END { n = 0; for (x in k) n++; print s, n }', out: 'sum')\nsh 'echo said >&2'\n")
result = slurm("salloc", "-Q", "-N", "1", program.TRIPTYCH, "script", "--backend", "slurm", "work.rb")
tap.equal(here.read("sum"), "210 1\n", "in an allocation, one srun starts the agents")
tap.check("said" in result.err and "22 of 22 tasks done" in result.err, "errors of tasks are the command's", result)
result = slurm(program.TRIPTYCH, "script", "--again", "--backend", "slurm", "--agents", "1", "-j", "1", "work.rb")
tap.check("22 of 22 tasks done" in result.err, "without an allocation, srun makes one", result)
result = slurm(program.TRIPTYCH, "script", "--again", "--backend", "slurm", "work.rb", check=False)
tap.check(result.status == 1 and "--agents" in result.err, "and must be told how many nodes", result)

here.write("work.rb", "sh 'touch begun; sleep 96711'\n")
for number in (signal.SIGINT, signal.SIGKILL):
    running = here.start(program.TRIPTYCH, "script", "--again", "--backend", "slurm", "--agents", "1", "work.rb", env={"SLURM_CONF": here / "slurm.conf"}, stderr=subprocess.DEVNULL)
    program.wait_until(lambda: (here / "begun").exists())
    os.remove(here / "begun")
    os.kill(running.pid, number)
    running.wait(60)
    gone = program.wait_until(lambda: subprocess.run(["pgrep", "-f", "^sleep 96711"], stdout=subprocess.DEVNULL, check=False).returncode != 0)
    idle = program.wait_until(lambda: not slurm("squeue", "-h").out.strip())
    tap.check(gone and idle, f"{number.name} ends the tasks, the agents and the allocation")
tap.done()

"""slurm.py: a Slurm of one machine, for tests.

    import slurm

    here = program.folder()
    slurm.start(here)                  # skips the whole test where it is not possible
    slurm.run("sbatch", ...)           # as program.Folder.run, with the environment that it needs
"""
import atexit
import os
import shutil
import socket

import program
import tap

NEEDED = ["munged", "slurmctld", "slurmd", "srun", "salloc", "sbatch", "sinfo", "squeue", "scancel"]
PATH = os.environ["PATH"] + ":/usr/sbin:/sbin"
host = socket.gethostname().split(".")[0]
_started = []
_here = None


def _stop():
    for running in reversed(_started):
        program.end(running)


def _free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def _serve(*command):
    with open(_here / f"{command[0]}.out", "w", encoding="utf-8") as log:
        found = shutil.which(command[0], path=PATH)
        _started.append(_here.start(found, *command[1:], stdout=log, stderr=log, env=environment()))


def environment():
    return {"SLURM_CONF": _here / "slurm.conf", "PATH": PATH}


def run(*command, check=True):
    return _here.run(*command, check=check, env=environment())


def is_missing():
    """Says why Slurm cannot be started here; "": it can."""
    if not all(shutil.which(name, path=PATH) for name in NEEDED):
        return "Slurm is missing: slurmctld, slurmd, slurm-client, munge"
    return "only root can start a Slurm of its own" if os.getuid() != 0 else ""


def start(here, cpus=os.cpu_count()):
    """Starts it. False if it does not start here."""
    global _here
    _here = here
    control, daemon = _free_ports(2)
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
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0,defer_batch
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
StateSaveLocation={here}/state
SlurmdSpoolDir={here}/spool
SlurmctldPidFile={here}/slurmctld.pid
SlurmdPidFile={here}/slurmd.pid
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus}
PartitionName=all Nodes=ALL Default=YES State=UP
""")
    atexit.register(_stop)
    _serve("munged", "--foreground", "--force", f"--socket={here}/munge/socket", f"--key-file={here}/munge.key", f"--pid-file={here}/munge/pid", f"--log-file={here}/munge.log", f"--seed-file={here}/munge/seed")
    program.wait_until(lambda: (here / "munge" / "socket").exists(), 10)
    _serve("slurmctld", "-D")
    _serve("slurmd", "-D")
    return program.wait_until(lambda: "idle" in run("sinfo", "-h", "-o", "%t", check=False).out, 20)

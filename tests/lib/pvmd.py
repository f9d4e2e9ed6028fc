"""pvmd.py: a PVM daemon of its own for a test."""
import atexit
import os
import shutil
import subprocess

import program
import tap


def start(here):
    """Starts a daemon in the folder, which is halted at the end; returns the environment of its tasks. Skips the test where there is no PVM."""
    if not shutil.which("pvmd") or not shutil.which("pvmgs") or not os.path.exists("/usr/include/pvm3.h"):
        tap.skip_all("PVM is missing: pvm, pvm-dev")
    (here / "tmp").mkdir()
    env = {
        "PVM_ROOT": "/usr/lib/pvm3",
        "PVM_ALLOW_ROOT": "1",
        "PVM_TMP": str(here / "tmp"),
        "PVM_VMID": f"triptych{os.getpid()}",
        "PVM_ARCH": subprocess.run(["pvmgetarch"], capture_output=True, text=True, check=False).stdout.strip(),
        "PVM_EXPORT": None,
    }
    here.write("hosts", f"* ep={os.path.dirname(shutil.which('pvmgs'))}\n")
    daemon = here.start("pvmd", "hosts", env={name: value for name, value in env.items() if value is not None},
                        stdin=subprocess.DEVNULL, stdout=open(here / "pvmd.log", "w"), stderr=subprocess.STDOUT)
    atexit.register(lambda: here.run("pvm", input="halt\n", env=env, check=False, timeout=20) if daemon.poll() is None else None)
    if not program.wait_until(lambda: "/" in here.read("pvmd.log") or daemon.poll() is not None, 30) or daemon.poll() is not None:
        tap.skip_all(f"pvmd cannot be started here: {here.read('pvmd.log')[:200]}")
    return env

"""The ranks that a launcher of an MPI starts are places, for programs with MPI and without."""
import os
import signal
import subprocess
import time

import program
import tap

here = program.folder()
FORMS = program.SOURCE / "tests/places/programs/forms.c"
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
here.run(program.CC, "-w", f"-I{program.SOURCE / 'include'}", FORMS, "-o", "sequential")
expected = here.run("./sequential").out
here.triptych("cc", program.CC, *program.CFLAGS, FORMS, "-o", "forms")
ARRAYS = program.SOURCE / "tests/places/programs/arrays.c"
here.run(program.CC, "-w", f"-I{program.SOURCE / 'include'}", ARRAYS, "-o", "arrays-sequential")
elements = here.run("./arrays-sequential").out
here.triptych("cc", program.CC, *program.CFLAGS, ARRAYS, "-o", "arrays")
here.write("ranks.c", """
#include <mpi.h>
#include <stdio.h>
#include <triptych/places.h>
int main(int argc, char **argv)
{
    int sum = 0;
    for (int p = 0; p < tri_places(); p++)
#pragma tri at(p) reduction(+:sum)
        sum += tri_here();
    printf("%d %d\\n", tri_places(), sum);
    return 0;
}
""")
# Here each place uses MPI, too, when all have met already.
EACH = "#pragma tri finish\n    for (int p = 0; p < tri_places(); p++)\n#pragma tri async at(p)\n        MPI_{};\n"
here.write("calls.c", here.read("ranks.c").replace("    for", EACH.format("Init(0, 0)") + "    for", 1).replace("    return 0;", EACH.format("Finalize()") + "    return 0;"))
here.write("end.c", """
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <triptych/places.h>
static void end(int how)
{
    if (how == 'x')
        exit(3);
    printf("%d\\n", (int)getpid());
    fflush(stdout);
    for (;;)
        pause();
}
int main(int argc, char **argv)
{
    int how = argc > 1 ? argv[1][0] : 0;
#pragma tri finish
    for (int p = 0; p < tri_places(); p++)
#pragma tri async at(p)
        if (how == 'w' || tri_here() == 1)
            end(how);
    return 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "end.c", "-o", "end")


def is_alive(pid):
    """Whether a process runs; one that has ended and that nobody has waited for does not."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def kill_one(*command):
    """Kills one of three ranks. Returns the launcher's status, and the ranks that are left in the end."""
    process = here.start(*command, env=AS_ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    ranks = [int(process.stdout.readline()) for _ in range(3)]
    os.kill(ranks[1], signal.SIGKILL)
    process.communicate(timeout=100)
    deadline = time.monotonic() + 60
    while any(map(is_alive, ranks)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return process.returncode, [rank for rank in ranks if is_alive(rank)]


# A machine of any name is this one: its agent runs the command here, under that name. Each machine has its own
# folder of temporary files: two daemons of Open MPI that share one overwrite each other's topology and crash.
here.write("agent", """#!/bin/sh
TRI_MACHINE=$1
TMPDIR=$(mktemp -d -p "${0%/*}" machine-XXXXXX)
export TRI_MACHINE TMPDIR
shift
exec sh -c "$*"
""")
os.chmod(here / "agent", 0o755)
here.write("machines", "one:2\ntwo:2\n")
# Open MPI's daemons talk through the loopback interface alone: a firewall may stand before any other.
LOOPBACK = ["--mca", "oob_tcp_if_include", "lo", "--mca", "btl_tcp_if_include", "lo"]
SPREAD = {"Open MPI": ["--host", "one:2,two:2", "--mca", "plm_rsh_agent", here / "agent", *LOOPBACK], "MPICH": ["-f", "machines", "-launcher", "rsh", "-launcher-exec", here / "agent"]}

for name, compiler, launcher, options in (("Open MPI", "mpicc.openmpi", "mpirun.openmpi", ["--oversubscribe"]), ("MPICH", "mpicc.mpich", "mpirun.mpich", [])):
    if not (program.have(compiler) and program.have(launcher)):
        tap.skip(name, "not installed")
        continue
    result = here.run(launcher, *options, "-n", "3", "./forms", check=False, env=AS_ROOT)
    # The launcher passes on the lines of several ranks as they come.
    tap.equal((result.status, sorted(result.out.splitlines())), (0, sorted(expected.splitlines())), f"{name}: a program without MPI")
    result = here.run(launcher, *options, "-n", "2", "./arrays", check=False, env=AS_ROOT)
    tap.equal((result.status, result.out), (0, elements), f"{name}: distributed arrays")
    for source in ("ranks", "calls"):
        here.triptych("cc", compiler, *program.CFLAGS, f"{source}.c", "-o", source)
    result = here.run(launcher, *options, "-n", "4", "./ranks", check=False, env=AS_ROOT)
    tap.equal((result.status, result.out), (0, "4 6\n"), f"{name}: a program linked with MPI")
    result = here.run(launcher, *options, "-n", "3", "./end", "x", check=False, env=AS_ROOT)
    tap.check(result.status == 3 and result.err.count("triptych: place 1, activity 0-2 (end.c:") == 1 and "it called exit(3); all places end" in result.err,
              f"{name}: exit() at place 1", result)
    for command, wanted in ((["./forms"], expected), (["./arrays"], elements), (["./ranks"], "4 6\n"), (["./calls"], "4 6\n")):
        result = here.run(launcher, *SPREAD[name], "-n", "4", *command, check=False, env={**AS_ROOT, "TRI_WORKERS": "1"})
        tap.equal((result.status, sorted(result.out.splitlines())), (0, sorted(wanted.splitlines())), f"{name}: two machines, {command[0]}")
    result = here.run(launcher, *SPREAD[name], "-n", "4", "./end", "x", check=False, env=AS_ROOT)
    # MPICH kills the other ranks, and may be faster than they are.
    tap.check(result.status and result.err.count("triptych: place 1 on one, activity 0-2 (end.c:") == 1 and "it called exit(3); all places end" in result.err,
              f"{name}: exit() at place 1 of two machines", result)
    status, left = kill_one(launcher, *options, "-n", "3", "./end", "w")
    tap.check(status != 0 and not left, f"{name}: kill -9 of one rank ends all", (status, left))
tap.done()

"""How programs are started: levels of threads, scripts, other processes, Python; what has no MPI; what never ends."""
import pathlib
import re
import shutil

import mpi
import program
import tap


def start(here, name, ranks, *command):
    """What it says and does by itself, and the measured run."""
    plain = here.run(f"mpirun.{name}", "-n", ranks, *command, env=mpi.ENV, check=False)
    run = mpi.run(here, name, ranks, *command, check=False)
    return plain, run


def said(result):
    return result.status, sorted(result.out.splitlines())


def check_levels(here, name):
    built = mpi.build(here, name, "level.c")
    for level in ("funneled", "multiple", "twice"):
        plain, run = start(here, name, 2, built, level)
        if level == "twice":  # Open MPI's launcher may crash by itself then
            tap.check(run.result.status and plain.status, f"{name}, twice: it fails, measured or not", (run.result, plain))
            tap.check(run.total("MPI_Init")[0] >= 2, f"{name}, twice: both were seen", run.totals())
        else:
            tap.equal(said(run.result), said(plain), f"{name}, {level}: the same when it is measured")
            tap.equal(plain.status, 0, f"{name}, {level}: right by itself")
            tap.equal([run.total("MPI_Allreduce", rank) for rank in range(2)], [(1, 8)] * 2, f"{name}, {level}: it is measured")


def check_scripts(here, name):
    built = mpi.build(here, name, "ring.c")
    here.write("between", '#!/bin/sh\n# mpirun\nexec "$@"\n', mode=0o755)
    run = mpi.run(here, name, 2, "./between", built)
    tap.equal([run.total("MPI_Send", rank) for rank in range(2)], [(10, 40)] * 2, f"{name}: a script between launcher and program")
    here.write("job", f"#!/bin/sh\nLAUNCH=mpirun.{name}\n$LAUNCH -n 2 {built}\n", mode=0o755)
    here.triptych("run", "-q", "--force", "--no-seal", "-o", "job.tri", "./job", env=mpi.ENV)
    run = mpi.Run(here / "job.tri", None)
    tap.equal([run.total("MPI_Send", rank) for rank in range(2)], [(10, 40)] * 2, f"{name}: a script that calls the launcher")
    here.write("outer.sh", "./job\n", mode=0o755)
    here.write("job.mk", f"all:\n\t@mpirun.{name} -n 2 {built}\n")
    for command in (("sh", "-c", "sh outer.sh"), ("make", "-s", "-f", "job.mk")):
        here.triptych("run", "-q", "--force", "--no-seal", "-o", "job.tri", *command, env=mpi.ENV)
        run = mpi.Run(here / "job.tri", None)
        tap.equal([run.total("MPI_Send", rank) for rank in range(2)], [(10, 40)] * 2, f"{name}: {' '.join(command)}")
    for shell in (("sh", "-c"), ("env", "A=1", "/bin/bash", "-e", "-uc")):
        here.triptych("run", "-q", "--force", "--no-seal", "-o", "job.tri", *shell, f"cd .\nmpirun.{name} -n 2 {built}", env=mpi.ENV)
        run = mpi.Run(here / "job.tri", None)
        tap.equal([run.total("MPI_Send", rank) for rank in range(2)], [(10, 40)] * 2, f"{name}: {' '.join(shell)}")


def check_relatives(here, name):
    """Libraries that keep to MPICH's binary interface have other names: Intel MPI's and MVAPICH's, Cray's."""
    if name != "mpich":
        return
    here.run(f"mpicc.{name}", "-g", "-c", mpi.SOURCES / "ring.c", "-o", "ring.o")
    called = re.findall(r"U (MPI_\w+)", here.run("nm", "-u", "ring.o").out)
    here.write("called.c", "".join(f"void {function}(void) {{}}\n" for function in called))
    here.write("nothing.c", "")
    for library in ("libmpi.so.12", "libmpi_cray.so.12", "libmpi_gnu_112.so.12"):
        shared = [program.CC, "-shared", "-fPIC", f"-Wl,-soname,{library}", "-o", library]
        here.run(*shared, "called.c")  # to link with
        here.run(program.CC, "ring.o", library, "-Wl,-rpath,.", "-o", "relative")
        here.run(*shared, "nothing.c", "-Wl,--no-as-needed", "-lmpich")  # to run with
        run = mpi.run(here, name, 2, "./relative")
        tap.equal([run.total("MPI_Send", rank) for rank in range(2)], [(10, 40)] * 2, f"{library}: it is measured as MPICH")


def check_unseen(here, name):
    """A launcher that neither the command nor a script in it names: the program's probes are seen, its MPI is not."""
    here.triptych("cc", "mpicc." + name, "-g", mpi.SOURCES / "ring.c", "-o", "unseen")
    here.write("unseen.py", f"import subprocess\nsubprocess.run(['mpirun.{name}', '-n', '2', './unseen'], check=True)\n")
    result = here.triptych("run", "--force", "-o", "unseen.tri", "python3", "unseen.py", env=mpi.ENV)
    said = "MPI calls of 2 processes were not traced"
    tap.contains(result.err, said, f"{name}: a launcher that Python calls: run says what was not seen")
    tap.contains(" ".join(here.triptych("report", "unseen.tri").out.split()), said, f"{name}: and so does the report")
    result = here.triptych("run", "--force", "-o", "unseen.tri", f"mpirun.{name}", "-n", 2, "./unseen", env=mpi.ENV)
    tap.check("not seen" not in result.err, f"{name}: the launcher itself: nothing of that", result.err)


def check_unmeasured(here, name):
    """One rank is not measured; those that are must not wait for what it does not know of."""
    built = mpi.build(here, name, "comms.c", "-O0", "-w")
    here.write("half", '#!/bin/sh\n[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 1 ] && unset TRIPTYCH_ARCHIVE\nexec "$@"\n', mode=0o755)
    run = mpi.run(here, name, 3, "./half", built, events=True, check=False)
    tap.equal(said(run.result), (0, [f"rank {rank} is well" for rank in range(3)]), f"{name}: one rank is not measured")
    tap.equal(sorted(run.places), [0, 2], f"{name}: the others are")


def check_plain(here, name):
    here.write("plain.c", '#include <stdio.h>\nint main(void) { puts("no MPI"); return 0; }\n')
    here.run(program.CC, "plain.c", "-o", "plain")
    result = here.triptych("run", "-q", "--force", "-o", "plain.tri", f"mpirun.{name}", "-n", 2, "./plain", env=mpi.ENV)
    tap.equal((result.status, result.out), (0, "no MPI\n" * 2), f"{name}: a program without MPI runs as ever")
    tap.contains(result.err, "nothing was measured", f"{name}: a program without MPI: a message")


def check_spawn(here, name):
    built = mpi.build(here, name, "spawn.c")
    plain = here.run(f"mpirun.{name}", "-n", 2, built, "all", env=mpi.ENV, check=False)
    if plain.status != 0:
        tap.skip(f"{name}: processes that start others", "this MPI cannot do it here")
        return
    run = mpi.run(here, name, 2, built, "all", events=True, check=False)
    tap.equal(said(run.result), said(plain), f"{name}: processes that start others do the same")
    places = run.archive.places
    counts = sorted(sum(node.count for node in place.nodes if node.region.name == "MPI_Recv") for place in places)
    tap.equal(counts, [0, 1, 1, 1, 1, 4], f"{name}: all of them are places")
    report = here.report(run.path)
    tap.equal(sum(row["visits"] for row in report["comm"] if row["function"] == "MPI_Comm_spawn"), 2, f"{name}: the report has them")


def check_deadlock(here, name):
    built = mpi.build(here, name, "deadlock.c")
    archive = f"deadlock.{name}.tri"
    result = here.triptych("run", "--force", "--for", "3s", "-o", archive, f"mpirun.{name}", "-n", 2, built, env=mpi.ENV,
                           check=False)
    tap.contains(result.err, "(--for)", f"{name}, a deadlock: it was ended")
    lines = [number for number, line in enumerate((mpi.SOURCES / "deadlock.c").read_text().splitlines(), 1)
             if "MPI_Recv" in line]
    rows = [(row["rank"], row["function"], row["line"]) for row in here.report(archive)["comm"] if row["unfinished"]]
    tap.equal(sorted(rows), [(rank, "MPI_Recv", lines[rank]) for rank in range(2)], f"{name}, a deadlock: where each rank is")
    text = here.triptych("report", "--mpi", archive).out
    tap.check(all(re.search(rf"deadlock\.c:{line}\b", text) for line in lines), f"{name}, a deadlock: the text names both", text)
    tap.check("POP metrics" not in text, f"{name}, a deadlock: no efficiency of what was not seen to end", text)


def check_missing(here, name):
    """An installed Triptych without the collector's library."""
    libraries = pathlib.Path(mpi.LIBRARY)
    for folder in ("lib", "lib/" + here.run("gcc", "-print-multiarch").out.strip()):
        (here / f"less/{folder}").mkdir(parents=True, exist_ok=True)
        for library in ("libtriptych.so", "libtriptych-listen.so"):
            shutil.copy(libraries / library, here / f"less/{folder}/{library}")
    (here / "less/bin").mkdir()
    shutil.copy(program.TRIPTYCH, here / "less/bin/triptych")
    result = here.run(here / "less/bin/triptych", "run", "-q", "--force", "-o", "less.tri", f"mpirun.{name}", "-n", 1,
                      f"./ring.c.{name}", env=mpi.ENV)
    tap.contains(result.err, "MPI calls are not measured", f"{name}: a message when the collector is missing")
    tap.equal(result.out.strip(), "0", f"{name}: the program runs all the same")
    shutil.rmtree(here / "less")


def check_python(here, name):
    here.write("talk.py", "from mpi4py import MPI\ncomm = MPI.COMM_WORLD\nprint(comm.allreduce(comm.rank + 1))\n"
                          "comm.Barrier()\n")
    python = next((path for path in ("/usr/bin/python3", "python3")
                   if here.run(path, "-c", "import mpi4py", check=False).status == 0), None)
    plain = here.run(f"mpirun.{name}", "-n", 2, python, "talk.py", env=mpi.ENV, check=False) if python else None
    if not python or plain.out != "3\n3\n":
        tap.skip(f"{name}: Python", "mpi4py is not there, or is built with another MPI")
        return
    run = mpi.run(here, name, 2, python, "talk.py", check=False)
    tap.equal(run.result.out, plain.out, f"{name}: Python says the same")
    tap.equal([run.total("MPI_Barrier", rank)[0] for rank in range(2)], [1, 1], f"{name}: Python is measured")


if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
home = program.folder()
for each_mpi in mpi.INSTALLED:
    for check in (check_levels, check_scripts, check_relatives, check_unseen, check_unmeasured, check_plain, check_spawn, check_deadlock, check_missing,
                  check_python):
        check(home, each_mpi)
tap.done()

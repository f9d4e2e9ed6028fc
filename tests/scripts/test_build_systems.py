"""The commands of doc/build-systems.md work as they are printed there."""
import os
import pathlib
import re

import program
import tap

PAGE = (program.SOURCE / "doc/build-systems.md").read_text()
BIN = pathlib.Path(program.TRIPTYCH).parent
SOURCES = "grid.c main.c modes.c picture.c solver.c"
FILES = {
    "CMake": {"CMakeLists.txt": "cmake_minimum_required(VERSION 3.16)\nproject(heat C)\n"
              f"add_executable(heat {SOURCES})\ntarget_link_libraries(heat m)\n"},
    "Meson": {"meson.build": "project('heat', 'c')\nexecutable('heat', " + ", ".join(f"'{name}'" for name in SOURCES.split()) +
              ", dependencies: meson.get_compiler('c').find_library('m'))\n"},
    "Autotools": {"configure.ac": "AC_INIT([heat],[1])\nAM_INIT_AUTOMAKE([foreign])\nAC_PROG_CC\nAC_CONFIG_FILES([Makefile])\nAC_OUTPUT\n",
                  "Makefile.am": f"bin_PROGRAMS = heat\nheat_SOURCES = {SOURCES}\nheat_LDADD = -lm\n"},
}
RING = '''#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, size, from = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 10; i++)
        MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &from, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return MPI_Finalize();
}
'''
NEEDED = {"Make": "make", "CMake": "cmake", "Meson": "meson", "Autotools": "automake"}


def commands(section):
    """The lines behind a prompt in a section of the page."""
    text = re.search(rf"^## {section}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S).group(1)
    return re.findall(r"^    \$ (.*)$", text, re.M)


def run(here, words):
    """In a shell, as a reader would."""
    return here.run("bash", "-ec", words, check=False, timeout=300,
                    env={"PATH": f"{here / 'bin'}:{BIN}:{os.environ['PATH']}", "LD_LIBRARY_PATH": None})


def build(section):
    here = program.folder()
    for name in [*SOURCES.split(), "grid.h", "modes.h", "picture.h", "solver.h", "Makefile"]:
        here.copy(f"examples/heat/{name}")
    for name, text in FILES.get(section, {}).items():
        here.write(name, text)
    if section == "Autotools":
        (here / "Makefile").unlink()
        here.run("autoreconf", "-i", timeout=300)
    for words in commands(section):
        result = run(here, words)
        tap.check(result.status == 0, f"{section}: {words}", result)
    archives = sorted(here.path.glob("*.tri"))
    if tap.equal(len(archives), 1, f"{section}: an archive is there"):
        found = {row["name"]: row["visits"] for row in here.report(archives[0])["routines"]}
        tap.equal(found.get("step"), 20, f"{section}: the program is measured")


def slurm():
    """With a stand-in for srun that hands the tasks to an MPI of this machine."""
    here = program.folder()
    here.write("ring.c", RING)
    compiled = run(here, "mpicc -O2 -g ring.c -o ring -lm")
    if not program.have("mpicc") or not program.have("mpirun") or compiled.status:
        tap.skip("Slurm", "there is no MPI")
        return
    here.write("bin/srun", "#!/bin/sh\nexec mpirun --allow-run-as-root --oversubscribe \"$@\"\n", mode=0o755)
    for words in commands("Slurm"):
        result = run(here, words)
        tap.check(result.status == 0, f"Slurm: {words}", result)
    tap.equal(len(here.report("ring.tri")["places"]), 4, "Slurm: four ranks are measured")


for name, command in NEEDED.items():
    if program.have(command):
        build(name)
    else:
        tap.skip(name, f"there is no {command}")
slurm()
tap.done()

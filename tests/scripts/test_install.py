"""What is installed works where it was put, without the folder it was built in: test_install.py BUILD-FOLDER"""
import json
import os
import pathlib
import sys

import program
import tap

here = program.folder()
if not program.have("meson"):
    tap.skip_all("there is no meson command")
here.run("meson", "install", "-C", sys.argv[1], "--no-rebuild", "--quiet", env={"DESTDIR": here / "moved"})
found = sorted((here / "moved").rglob("bin/triptych"))
if not tap.equal(len(found), 1, "bin/triptych is installed"):
    tap.done()
prefix = found[0].parents[1]
for name in ("include/triptych/probes.h", "include/triptych/triptych.h", "share/man/man1/triptych.1",
             "share/man/man1/triptych-report.1", "share/triptych/examples/heat/Makefile",
             "share/triptych/examples/index/data/contents"):
    tap.check((prefix / name).exists(), f"{name} is installed")
tap.equal(len(list(prefix.rglob("libtriptych.*"))), 2, "the library is installed, shared and static")

here.write("a.c", "#include <triptych/triptych.h>\n"
                  "int main(void)\n{\n    for (int i = 0; i < 7; i++)\n        TRI_REGION(\"inner\") { }\n    return 0;\n}\n")
here.run(found[0], "cc", "gcc", *program.CFLAGS, "a.c", "-o", "a")
libraries = here.run("ldd", "a", env={"LD_LIBRARY_PATH": None}).out  # Meson sets it for its own tests
tap.contains(libraries, str(prefix), "a program built with it uses the installed library")
here.run(found[0], "run", "-o", "a.tri", "./a", env={"LD_LIBRARY_PATH": None})
report = here.report("a.tri")
tap.equal([(row["visits"], row["trips"]) for row in report["loops"]], [(1, 7)], "and is measured")
tap.equal([(row["name"], row["visits"]) for row in report["user"]], [("inner", 7)], "so is a region that it names")

where = {"PATH": f"{prefix / 'bin'}:{os.environ['PATH']}", "LD_LIBRARY_PATH": None}
here.run("triptych-gcc", *program.CFLAGS, "a.c", "-o", "word", env=where)
here.run("./word", env=where)
tap.equal([row["visits"] for row in here.report("word.tri")["user"]], [7], "triptych-gcc is triptych cc gcc in one word")
if program.have("pkg-config"):
    folder = next(prefix.rglob("triptych.pc")).parent
    flags = here.run("pkg-config", "--cflags", "--libs", "triptych", env={"PKG_CONFIG_PATH": folder}).out.split()
    tap.check(f"-I{prefix / 'include'}" in [os.path.normpath(flag) for flag in flags] and "-ltriptych" in flags,
              "pkg-config tells where it was moved to", flags)
modules = "/usr/share/modules/init/bash"
if os.path.exists(modules):
    shown = here.run("bash", "-c", f". {modules}; module use {prefix / 'share/modulefiles'}; module load triptych && command -v triptych"
                     " && triptych --version && echo $TRIPTYCH_ROOT")
    tap.equal(shown.out.splitlines(), [str(found[0]), here.run(found[0], "--version").out.strip(), str(prefix)],
              "module load triptych finds it where it was moved to")
else:
    tap.skip("module load triptych", "there is no environment-modules")


def build_collector():
    """The collector of an MPI that came later is built when it is needed. The wrappers are those of the build, which take long to compile."""
    made = pathlib.Path(sys.argv[1]) / "src/measure"
    here.write("sends.c", "#include <mpi.h>\nint main(int argc, char **argv)\n{\n    MPI_Init(&argc, &argv);\n    MPI_Barrier(MPI_COMM_WORLD);\n"
                          "    return MPI_Finalize();\n}\n")
    here.run("mpicc.mpich", "sends.c", "-o", "sends")
    here.write("quick-cc", f"""#!/bin/sh
for word; do
    case $word in
    */wrappers.c) name=wrappers-mpich.c generated=$word ;;
    */fortran.c) name=wrappers-mpich-fortran.c generated=$word ;;
    esac
done
[ "$name" ] || exec gcc -O0 "$@"
cmp "$generated" {made}/mpi/$name && exec cp {made}/libtriptych-mpich.so.p/meson-generated_.._mpi_$name.o "$word"
""", mode=0o755)
    kept = next(prefix.rglob("libtriptych-mpich.so")).rename(here / "kept.so")
    there = {"LD_LIBRARY_PATH": None, "TRIPTYCH_CACHE": here / "cache", "CC": here / "quick-cc"}
    for line in ("has no collector for this MPICH: it is built now, once", None):
        result = here.run(found[0], "run", "--force", "-o", "sends.tri", "mpirun.mpich", "-n", 1, "./sends", env=there)
        tap.check(line in result.err if line else "collector" not in result.err, "the collector of another MPI is built" if line else "once", result)
        tap.equal([row["visits"] for row in here.report("sends.tri")["comm"] if row["function"] == "MPI_Barrier"], [1], "and MPI is measured")
    (here / "bin").mkdir()
    (here / "bin/python3").symlink_to(os.path.realpath(sys.executable))
    result = here.run(found[0], "run", "-o", "none.tri", "./sends", env={**there, "PATH": here / "bin"})
    tap.contains(result.err, "no mpicc of MPICH is in PATH to build one with", "without an mpicc, what to do is said")
    kept.rename(next(prefix.rglob("libtriptych-listen.so")).parent / "libtriptych-mpich.so")


if not program.SANITIZED and list(prefix.rglob("libtriptych-mpich.so")) and program.have("mpicc.mpich") and program.have("mpirun.mpich"):
    build_collector()
else:
    tap.skip("the collector of another MPI", "there is no MPICH")

if not program.SANITIZED and list(prefix.rglob("libtriptych-loops.so")):
    here.write("b.c", "int main(void)\n{\n    volatile int sum = 0;\n    for (int i = 0; i < 9; i++)\n        sum += i;\n    return 0;\n}\n")
    here.run("gcc", "-g", "-O1", "b.c", "-o", "b")
    here.run(found[0], "loops", "-q", "-o", "b.tri", "./b", env={"LD_LIBRARY_PATH": None})
    loops = json.loads(here.run(found[0], "loops", "--format", "json", "b.tri").out)["loops"]
    tap.equal([(row["function"], row["trips"], row["line"]) for row in loops], [("main", 9, 4)],
              "loops of a binary are counted by what is installed")
tap.done()

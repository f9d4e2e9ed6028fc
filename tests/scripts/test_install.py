"""What is installed works where it was put, without the folder it was built in: test_install.py BUILD-FOLDER"""
import json
import os
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
tap.equal([(row["count"], row["trips"]) for row in report["loops"]], [(1, 7)], "and is measured")
tap.equal([(row["name"], row["count"]) for row in report["user"]], [("inner", 7)], "so is a region that it names")

where = {"PATH": f"{prefix / 'bin'}:{os.environ['PATH']}", "LD_LIBRARY_PATH": None}
here.run("triptych-gcc", *program.CFLAGS, "a.c", "-o", "word", env=where)
here.run("./word", env=where)
tap.equal([row["count"] for row in here.report("word.tri")["user"]], [7], "triptych-gcc is triptych cc gcc in one word")
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

if not program.SANITIZED and list(prefix.rglob("libtriptych-loops.so")):
    here.write("b.c", "int main(void)\n{\n    volatile int sum = 0;\n    for (int i = 0; i < 9; i++)\n        sum += i;\n    return 0;\n}\n")
    here.run("gcc", "-g", "-O1", "b.c", "-o", "b")
    here.run(found[0], "loops", "-q", "-o", "b.tri", "./b", env={"LD_LIBRARY_PATH": None})
    loops = json.loads(here.run(found[0], "loops", "--format", "json", "b.tri").out)["loops"]
    tap.equal([(row["function"], row["iterations"], row["line"]) for row in loops], [("main", 9, 4)],
              "loops of a binary are counted by what is installed")
tap.done()

"""What a program says by itself, in C, C++ and Fortran."""
import measured
import program
import tap

here = program.folder()
measured.build(here, "user")
archive = measured.run(here, "user")
tap.equal(archive.count("early", "user"), 10, "TRI_REGION, also left by return")
tap.equal([archive.count("assembly", "user"), archive.count("numbering", "user")], [1, 1], "tri_begin and tri_end")
paths = sorted((node.path(), node.count) for node in archive.nodes("inner"))
tap.equal(paths, [("main/assembly/inner", 1), ("main/assembly/numbering/inner", 1), ("main/early/inner", 5),
                  ("main/inner", 2)], "what is called inside stands inside; what is paused is not counted")
tap.equal(sorted(node.path() for node in archive.nodes("(paused)", "pause")), ["main/(paused)", "main/pausing/(paused)"],
          "a pause goes on in the caller and is listed")
tap.equal(archive.open_paths(), [], "nothing is open after the end")

off = here.run(program.CC, *measured.flags(), "-DTRIPTYCH_OFF", "-c", "-x", "c", "-", "-o", "off.o",
               input='#include <triptych/triptych.h>\nvoid f(void);void f(void) { TRI_REGION("x") { tri_pause(); } }\n')
tap.check("tri_" not in here.run("nm", "-u", "off.o").out, "with -DTRIPTYCH_OFF nothing remains")

if program.have("g++"):
    measured.build(here, "user", compiler="g++", suffix=".cc", output="usercc")
    archive = measured.run(here, "usercc")
    tap.equal([archive.count("from C++", "user"), archive.count("named", "user")], [9, 1], "C++")
else:
    tap.skip("C++", "there is no g++")

if measured.have_fortran():
    for options in ([], ["-fsecond-underscore"]):
        here.run("gfortran", *program.CFLAGS, *options, measured.HERE / "programs" / "user.f90", "-o", "userf",
                 *measured.link())
        archive = measured.run(here, "userf", archive="userf.2.tri" if options else None)
        paths = sorted((node.path(), node.count) for node in archive.places[0].nodes)
        tap.equal(paths, [("(paused)", 1), ("setting up", 1), ("solve", 4), ("solve/inner", 4)],
                  " ".join(["Fortran", *options]))
else:
    tap.skip("Fortran", "there is no gfortran")
tap.done()

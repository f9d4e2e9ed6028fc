"""In a build with AddressSanitizer: one run of each command, with LeakSanitizer looking on."""
import shutil

import program
import tap

here = program.folder()
quiet = {"ASAN_OPTIONS": "detect_leaks=0"}
here.copy("examples/queens")


def leaks(name, *words, env=None):
    result = here.triptych(*words, check=False, env=env, cwd=here / "queens")
    tap.check(result.status == 0 and "Sanitizer:" not in result.err, name, result)


leaks("cc, compiling", "cc", "gcc", "-g", *program.CFLAGS, "-c", "board.c")
here.triptych("cc", "gcc", *program.CFLAGS, "main.c", "search.c", "board.o", "-o", "queens", env=quiet, cwd=here / "queens")
leaks("instrument", "instrument", "-o", here / "readable", "board.c", "search.c")
if shutil.which("gfortran"):
    here.copy("examples/shallow/step.f", "queens/step.f")
    here.copy("examples/shallow/shallow.inc", "queens/shallow.inc")
    leaks("fc, compiling", "fc", "gfortran", "-g", "-std=legacy", "-c", "step.f")
    leaks("instrument, Fortran", "instrument", "-o", here / "readable", "step.f")
else:
    tap.skip("fc", "there is no gfortran")
leaks("run", "run", "-o", "q.tri", "./queens", "6")
leaks("report", "report", "q.tri")
leaks("report of a routine, as JSON", "report", "--format", "json", "--routine", "place", "q.tri")
leaks("report, call paths", "report", "--tree", "q.tri")
tap.done()

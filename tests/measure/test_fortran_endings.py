"""However a Fortran program ends, what it did is there, and its output, messages and status are its own."""
import re
import signal

import measured
import program
import tap

if not measured.have_fortran():
    tap.skip("endings of Fortran programs", "there is no gfortran")
    tap.done()

here = program.folder()
OPTIONS = ["-fcheck=bounds", "-ffpe-trap=zero"]
REGIONS = ["routine main", "routine work", "routine step", "loop 10", "routine last", "routine ending", "io READ"]
measured.fortran(here, "endings", REGIONS, *OPTIONS)
here.run("gfortran", *measured.fortran_flags(), *OPTIONS, "-DPLAIN", measured.HERE / "programs" / "endings.F90", "-o",
         "plain", "-Wno-unused-variable")
ENDING = ["main", "main/last", "main/last/ending"]


def said(result):
    """Without the traceback, where calls that the optimiser made jumps of are missing, and names made at random."""
    errors = re.sub(r"(?m)^(#|\tat ).*\n", "", re.sub("gfortrantmp[A-Za-z0-9]*", "", result.err))
    return result.status, result.out, errors


number = 0
for how, status, open_paths in (("end", 0, []), ("stop", 0, []), ("stop 3", 3, []), ("stop text", 0, []),
                                ("error stop", 1, []), ("exit", 8, []), ("abort", -signal.SIGABRT, ENDING[:2]),
                                ("bounds", 2, []), ("eof", 2, []), ("format", 2, []), ("allocate", 2, []),
                                ("float", None, None), ("integer", None, None), ("trap", -signal.SIGFPE, ENDING),
                                ("kill", -signal.SIGKILL, ENDING)):  # None: some processors cannot trap
    if program.SANITIZED and how in ("abort", "float", "integer", "trap"):
        continue  # a sanitizer's handlers answer these signals
    number += 1
    plain = here.run("./plain", how, check=False)
    archive = measured.run(here, "endings", how, status=plain.status,
                           archive="endings.tri" if number == 1 else f"endings.{number}.tri")
    tap.equal(said(archive.result), said(plain), f"{how}: output, messages and status are the program's own")
    if status is not None:
        tap.equal(plain.status, status, f"{how}: it ends as it is meant to")
        tap.equal(archive.open_paths(), open_paths, f"{how}: open regions")
    counts = [archive.count(name) for name in ("main", "work", "step", "last", "ending")]
    tap.equal(counts, [1, 7, 35, 1, 1], f"{how}: all counts")
    tap.equal((archive.count("10", "loop"), archive.sum("trips", "10", "loop")), (7, 35), f"{how}: all trips")
    if how in ("eof", "format"):
        tap.equal((archive.count("READ", "io"), archive.sum("left", "READ", "io")), (1, 1),
                  f"{how}: the statement that failed is there, ended from outside")
tap.done()

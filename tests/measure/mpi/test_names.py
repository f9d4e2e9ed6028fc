"""Every function of MPI that a program may call has a wrapper: names of the libraries beside those of the collectors."""
import re
import subprocess

import mpi
import tap

LIBRARIES = {"openmpi": ["libmpi.so.40", "libmpi_mpifh.so.40", "libmpi_usempif08.so.40", "libmpi_usempi_ignore_tkr.so.40"],
             "mpich": ["libmpich.so.12", "libmpichfort.so.12"]}

# What is exported and not wrapped, and why.
EXCEPTIONS = [
    (r"(?i)mpix?_.*_(null_)?(copy|delete|dup)_fn_{0,2}", "predefined callbacks: MPI calls them, programs only name them"),
    (r"(?i)mpi_(dup|null_copy|null_delete|conversion)_fn(_null)?(_c)?_{0,2}", "the same"),
    (r"(?i)mpi_fortran_\w+", "constants, not functions"),
    (r"mpi_sizeof\w*|MPI_SIZEOF\w*|mpi_.*sizeof\w*", "the size of a variable, decided when compiling"),
    (r"P?MPIX?_[A-Za-z0-9_]+_f(08)?|mpi_conversion_fn_null_f", "C names inside of Open MPI's Fortran layer"),
    (r"(?i)mpi_(wtime|wtick|aint_add|aint_diff)_f90_{0,2}", "the same, of its module mpi"),
    (r"(?i)mpi_aint_(add|diff)(_f08)?_{0,2}", "adds two numbers"),
    (r"(?i)mpi_f_sync_reg(_f08(ts)?)?_{0,2}", "does nothing: it is there for the compiler"),
    (r"mpi_delete_error_(class|code|string)_f08_", "MPICH's own, which has no name in C"),
    (r"mpi_(types|f08|c_interface|constants|base|sizeofs)\w*", "modules' own names"),
    (r"mpi_(comm|datatype|errhandler|file|group|info|message|op|request|win|status|session)\w*(_eq|_ne|eq_|neq_|op_)\w*",
     "operators of handles"),
]


def exported(path):
    out = subprocess.run(["nm", "-D", "--defined-only", path], capture_output=True, text=True, check=True).stdout
    found = set()
    for line in out.splitlines():
        _, kind, name = line.rsplit(None, 2)
        if kind in "TWi":
            found.add(name.split("@")[0])
    return found


if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
for name in mpi.INSTALLED:
    wrapped = exported(f"{mpi.LIBRARY}/libtriptych-{name}.so")
    for library in LIBRARIES[name]:
        paths = subprocess.run(["sh", "-c", f"ldconfig -p | sed -n 's/.* => //p' | grep /{library}$"],
                               capture_output=True, text=True).stdout.split()
        if not paths:
            tap.skip(f"{library}", "it is not there")
            continue
        names = {each for each in exported(paths[0]) if re.match(r"(?i)p?mpix?_", each)}
        called = {each for each in names if re.match(r"P?MPIX?_[A-Z][a-z]", each) or re.match(r"(?i)mpix?_", each)}
        missing = sorted(each for each in called - wrapped
                         if not any(re.fullmatch(pattern, each) for pattern, _ in EXCEPTIONS))
        tap.check(not missing, f"{name}: all {len(called)} names of {library} have a wrapper",
                  f"{len(missing)} have none: {' '.join(missing)}")
        tap.check(len(called & wrapped) > 300 or "tkr" in library, f"{name}: {library} was looked at",
                  f"{len(called & wrapped)} of {len(called)}")
tap.done()

"""scripts/mpi finds the MPI whose mpicc is in PATH, wherever that is installed: with stand-ins for mpicc and its libraries."""
import os

import program
import tap

here = program.folder()


def mpi(folder, soname, *fortran, words="-lmpi", library="libmpi.so"):
    """A stand-in in a prefix of its own."""
    prefix = here / folder
    (prefix / "lib").mkdir(parents=True)
    for name in (library, *fortran):
        here.run(program.CC, "-shared", "-x", "c", "/dev/null", f"-Wl,-soname,{soname if name == library else name}", "-o", prefix / "lib" / name)
    here.write(f"{folder}/bin/mpicc", f"#!/bin/sh\necho gcc -I{prefix}/include -L{prefix}/lib {words}\n", mode=0o755)
    return prefix


def found(*prefixes):
    path = ":".join([*(str(prefix / "bin") for prefix in prefixes), os.environ["PATH"]])
    lines = here.run(program.SOURCE / "scripts/mpi", env={"PATH": path}).out.splitlines()
    return {line.split()[0]: line.split() for line in lines}


intel = mpi("intel", "libmpi.so.12", "libmpifort.so", words="-lmpifort -lmpi")
tap.equal(found(intel)["mpich"], ["mpich", "libmpi.so.12", f"{intel}/include", f"{intel}/lib/libmpi.so,{intel}/lib/libmpifort.so"],
          "what keeps to MPICH's binary interface is of its family")
cray = mpi("cray", "libmpi_gnu_112.so.12", words="-lmpi_gnu_112 -lpmi", library="libmpi_gnu_112.so")
tap.equal(found(cray)["mpich"], ["mpich", "libmpi_gnu_112.so.12", f"{cray}/include", f"{cray}/lib/libmpi_gnu_112.so"], "so is Cray's")
five = mpi("five", "libmpi.so.40", "libmpi_mpifh.so")
tap.equal(found(five)["openmpi"], ["openmpi", "libmpi.so.40", f"{five}/include", f"{five}/lib/libmpi.so,{five}/lib/libmpi_mpifh.so"],
          "an Open MPI outside Debian's folders")
other = mpi("other", "libvendor.so.1")
tap.check("libvendor" not in str(found(other)), "an MPI that is not known is left alone")
here.write("broken/bin/mpicc", "#!/bin/sh\nexit 1\n", mode=0o755)
tap.check(isinstance(found(here / "broken"), dict), "a broken mpicc is left alone")
tap.done()

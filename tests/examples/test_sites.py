"""The examples, with probes and without: every site of OpenMP, MPI, threads and I/O has the same line, in the same routine."""
import re

import mpi_runs
import program
import runs
import sites
import tap

FLAGS = "-O2 -g"
# Name -> command line's words. Which thread waits, and at which lock, differs from run to run: those sites must be in the source.
PLAIN = {"heat": None, "index": None, "tasks": None, "triangle": None, "multigrid": None, "orbits": None,
         "pipeline": ["500", "3"], "philosophers": ["3", "5", "--polite"]}
MORE = {"multigrid": ["OPENMP=-fopenmp"]}
MPI = ("mpich", "openmpi")


def build(here, example, measured, mpi=None):
    if mpi:
        return mpi_runs.make(here, example, mpi, measured, FLAGS)
    drivers = [f"{program.TRIPTYCH} {word} " if measured else "" for word in ("cc", "fc")]
    return runs.make(here, example, (drivers[0] + "gcc", drivers[1] + "gfortran"), FLAGS, *MORE.get(example, []))


def words_of(here, example, mpi):
    if mpi:
        return mpi_runs.command(example, mpi, 2, mpi_runs.RUNS[example][0])
    known = PLAIN[example]
    return [f"./{example}", *(known if known is not None else runs.arguments(here, example, runs.RUNS[example][0]))]


def run(example, measured, mpi):
    here = program.folder()
    build(here, example, measured, mpi)
    here.triptych("run", "-q", "-o", "a.tri", *words_of(here, example, mpi), env={**mpi_runs.ENVIRONMENT, "OMP_NUM_THREADS": 2})
    source = program.SOURCE / "examples" / example
    found = {site for site in sites.of_source(sites.of(here, "a.tri")) if (source / site.file).exists()}
    fortran = {site for site in found if site.kind == "io" and not site.file.endswith(".c")}
    return found - fortran  # its statements have probes; without them, only the runtime library's own calls are seen


def is_of_threads(site):
    return site.name.startswith(("pthread_", "sem_"))


def is_written(example, site):
    line = (program.SOURCE / "examples" / example / site.file).read_text().splitlines()[site.line - 1]
    return re.search(rf"\b{site.name}\b", line)


def compare(example, mpi=None):
    name = f"{example}, {mpi}" if mpi else example
    plain, probes = run(example, False, mpi), run(example, True, mpi)
    one, other = ({site for site in found if not is_of_threads(site)} for found in (plain, probes))
    tap.check((one or plain) and one == other, f"{name}: all {len(one)} sites are the same with probes and without",
              sites.difference(one, other))
    threads = {site for site in plain | probes if is_of_threads(site)}
    if threads:
        wrong = [site for site in threads if not is_written(example, site)]
        tap.check(not wrong, f"{name}: all {len(threads)} calls for threads are where they are written", wrong)


def main():
    for example in PLAIN:
        if program.have("gfortran") or example not in runs.FORTRAN:
            compare(example)
    for number, example in enumerate(mpi_runs.RUNS):
        mpi = MPI[number % 2]  # one each: what differs between the two is tested elsewhere
        if mpi_runs.missing(example, mpi):
            tap.skip(example, f"{mpi_runs.missing(example, mpi)} is not installed")
        else:
            compare(example, mpi)
    tap.done()


main()

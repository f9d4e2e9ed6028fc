"""Callers of call sites in programs without probes: one site told apart by the routines that led to it."""
import collections
import re
import shutil

import mpi
import program
import tap

RANKS = 2


def line(source, mark):
    """The number of the line that has the mark in a comment."""
    found = [number for number, text in enumerate((mpi.SOURCES / source).read_text().splitlines(), 1)
             if re.search(rf": {re.escape(mark)}( \*/)?$", text)]
    assert len(found) == 1, mark
    return found[0]


def c_paths():
    """Visits of the call in `reduce` on each rank, by the callers."""
    at = {mark: f"(callers.c:{line('callers.c', mark)})" for mark in (
        "first", "second", "through", "recursive", "recursion ends", "compare", "with_array", "aligned", "aligned_array",
        "main to first", "main to second", "main to first, again", "main to through", "main to recursive", "main to qsort",
        "main to with_array", "main to aligned", "main to aligned_array", "main to last_deed")}
    return {
        f"main {at['main to first']} -> first {at['first']}": 5,
        f"main {at['main to second']} -> second {at['second']}": 3,
        f"main {at['main to first, again']} -> first {at['first']}": 1,
        f"main {at['main to through']} -> through {at['through']}": 1,
        f"main {at['main to recursive']} -> recursive {at['recursion ends']}": 1,
        f"main {at['main to recursive']} -> recursive {at['recursive']} -> recursive {at['recursion ends']}": 3,
        f"main {at['main to qsort']} -> * -> compare {at['compare']}": 1,
        f"main {at['main to with_array']} -> with_array {at['with_array']}": 5,
        f"main {at['main to aligned']} -> aligned {at['aligned']}": 4,
        f"main {at['main to aligned_array']} -> aligned_array {at['aligned_array']} -> aligned {at['aligned']}": 5,
    }, f"main {at['main to last_deed']}"


def visits(report, function):
    """By callers; what libc calls its own routines is its own affair."""
    found = collections.Counter()
    for row in report["comm_callers"]:
        if row["function"] == function:
            found[re.sub(r"^(main \S+ -> )(?:.* -> )?(compare \S+)$", r"\1* -> \2", row["callers"])] += row["visits"]
    return dict(found)


def check_c(here, name, options, words, env=None):
    wanted, last = c_paths()
    here.run(f"mpicc.{name}", "-g", *options, mpi.SOURCES / "callers.c", "-o", "callers", env=env)
    run = mpi.run(here, name, RANKS, "./callers")
    report = here.report(run.path)
    tap.equal(visits(report, "MPI_Allreduce"), {callers: RANKS * count for callers, count in wanted.items()},
              f"{name}, {words}: callers of a site")
    barrier = [row for row in report["comm_callers"] if row["function"] == "MPI_Barrier"]
    tap.equal([(row["callers"], row["routine"], row["line"]) for row in barrier],
              [(last, "last_deed", line("callers.c", "last_deed"))], f"{name}, {words}: a call that is a jump")
    sites = [row["visits"] for row in report["comm_sites"] if row["function"] == "MPI_Allreduce"]
    tap.equal(sites, [RANKS * sum(wanted.values())], f"{name}, {words}: it is one site all the same")
    return run


def check_sealed(here, name, run):
    """The same in an archive that is sealed, in the text and in queries."""
    wanted, _ = c_paths()
    here.triptych("run", "-q", "--force", "-o", "sealed.tri", f"mpirun.{name}", "-n", RANKS, "./callers", env=mpi.ENV, timeout=300)
    tap.equal(visits(here.report("sealed.tri"), "MPI_Allreduce"),
              {callers: RANKS * count for callers, count in wanted.items()}, f"{name}: sealed")
    text = here.triptych("report", "--mpi", "--width", 160, "sealed.tri").out
    shown = re.findall(r"MPI_Allreduce +reduce +\d+ +(\d+) .*  (main:\d+ -> first:\d+)$", text, re.MULTILINE)
    tap.equal(sorted(int(count) for count, _ in shown), [RANKS, 5 * RANKS], f"{name}: as text")
    first = line("callers.c", "main to first")
    asked = here.triptych("query", run.path, "--format", "csv",
                          f'nodes.filter(n -> n.callers == "main (callers.c:{first}) -> first (callers.c:{line("callers.c", "first")})")'
                          ".map(n -> {n.rank, n.name, n.visits})").out.split()
    tap.equal(sorted(asked[1:]), [f"{rank},MPI_Allreduce,5" for rank in range(RANKS)], f"{name}: in a query")


def check_fortran(here, name):
    here.run(f"mpifort.{name}", "-g", "-O1", "-fno-inline", mpi.SOURCES / "callers.f90", "-o", "callers.f")
    run = mpi.run(here, name, RANKS, "./callers.f")
    report = here.report(run.path)
    found = visits(report, "MPI_Allreduce")
    at = {mark: f"(callers.f90:{line('callers.f90', mark)})" for mark in ("first", "second", "to inner", "in inner", "in inner, again")}
    tap.equal(found, {f"callers {at['first']}": 3 * RANKS, f"callers {at['second']}": RANKS,
                      f"callers {at['to inner']} -> callers::inner {at['in inner']}": RANKS,
                      f"callers {at['to inner']} -> callers::inner {at['in inner, again']}": RANKS}, f"{name}: Fortran")


def check_program(here, name):
    """The main program has its own name, not that of the C main which gfortran makes to call it; nobody calls it."""
    wanted = {"MPI_Init": "callers", "MPI_Comm_rank": "callers", "MPI_Finalize": "callers", "MPI_Allreduce": "sums::reduce"}
    for level in ("-O0", "-O2"):
        for words, compile in {"plain": here.run, "with probes": lambda *command: here.triptych("fc", *command)}.items():
            compile(f"mpifort.{name}", "-g", level, mpi.SOURCES / "callers.f90", "-o", "callers.f")
            report = here.report(mpi.run(here, name, RANKS, "./callers.f").path)
            found = {row["function"]: row["routine"] for row in report["comm_sites"]}
            called = [row for row in report.get("comm_callers", []) if row["routine"] == "callers" and row["callers"]]
            tap.equal((found, called), (wanted, []), f"{name} {level}, {words}: routines of call sites")


def check_one_file(here, name, binary):
    """The addresses of calls are no part of their file: in the table of files and in patterns."""
    report = here.report("bare.tri")
    files = [row for row in report["comm_files"] if row["file"].rpartition("/")[2].startswith(binary)]
    tap.equal([(row["file"].rpartition("/")[2], row["sites"], row["visits"]) for row in files],
              [(binary, sum(binary in row["file"] for row in report["comm_sites"]), 8 + 4 * 2 + 3 * RANKS)], f"{name}: {binary} is one file")
    shown = [here.triptych("show", "bare.tri", "comm", "what-where", "--region", f"file:{words}").out for words in (binary, f"*/{binary}", f"{binary}+0x*")]
    tap.check(all("MPI_Send" in text and "MPI_Recv" in text for text in shown), f"{name}: it is found as a file", shown)


def check_bare(here, name):
    """Without debugging information, calls of one routine differ in their addresses."""
    wanted = [("MPI_Recv", 4, 40), ("MPI_Recv", 4, 2000000), ("MPI_Send", 4, 40), ("MPI_Send", 4, 2000000)]
    here.run(f"mpicc.{name}", "-O2", mpi.SOURCES / "twice.c", "-o", "twice")
    here.run("strip", "twice", "-o", "stripped")
    for binary, routine in {"twice": "exchange", "stripped": ""}.items():
        here.triptych("run", "-q", "--force", "-o", "bare.tri", f"mpirun.{name}", "-n", RANKS, f"./{binary}", env=mpi.ENV, timeout=300)
        rows = [row for row in here.report("bare.tri")["comm_sites"] if row["function"] in ("MPI_Send", "MPI_Recv")]
        tap.equal(sorted((row["function"], row["visits"], row["bytes"]) for row in rows), wanted, f"{name}: each call of {binary}")
        tap.equal({row["routine"] or "" for row in rows}, {routine}, f"{name}: its routine")
        check_one_file(here, name, binary)
        tap.equal(len({row["file"] for row in rows if re.search(rf"{binary}\+0x[0-9a-f]+$", row["file"])}), 4, f"{name}: and its address")
    text = " ".join(here.triptych("report", "--mpi", "bare.tri").out.split())
    tap.check(re.search(r"Most of that: .*MPI_\w+ \(stripped\+0x", text), f"{name}: sentences tell it", text[:600])


if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
home = program.folder()
for each in mpi.INSTALLED:
    made = check_c(home, each, ["-O2", "-fomit-frame-pointer"], "no frame pointers")
    check_sealed(home, each, made)
    check_bare(home, each)
    if shutil.which("clang-14"):
        check_c(home, each, ["-O2"], "clang", env={"OMPI_CC": "clang-14", "MPICH_CC": "clang-14"})
    if shutil.which(f"mpifort.{each}"):
        check_fortran(home, each)
        check_program(home, each)
tap.done()

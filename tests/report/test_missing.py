"""A table that is asked for by name, of which the run has nothing, says so, and what would record it."""
import program
import tap

here = program.folder()
here.write("none.c", "int main(void) { return 0; }\n")
here.triptych("cc", "cc", "none.c", "-o", "none")
here.triptych("run", "--quiet", "-o", "none.tri", "./none")
here.triptych("run", "--quiet", "-o", "true.tri", "true")
here.triptych("run", "--quiet", "--exclude", "main", "-o", "without.tri", "./none")


def said(archive, *tables):
    """The lines between the head and the overhead, joined."""
    text = here.triptych("report", *(f"--{table}" for table in tables), "--width", 200, archive).out
    return " ".join(text.split("\n\n", 1)[1].split("overhead ")[0].split())


CC = "`triptych cc` or `triptych fc` in front of the compiler records them"
for archive, table, expected in (
        ("true.tri", "routines", f"The run has no routines: {CC}, and `triptych run --sample` samples those of any program."),
        ("true.tri", "loops", f"The run has no loops: {CC}, and `triptych loops` counts those of any program."),
        ("none.tri", "loops", f"The run has no loops: {CC}, and `triptych loops` counts those of any program."),
        ("none.tri", "sampled", "The run has no sampled call paths: `triptych run --sample` takes them."),
        ("none.tri", "io", "The run has no I/O statements: `triptych run` records them unless --collect leaves out io."),
        ("none.tri", "mpi", "The run has no calls of MPI: `triptych run mpirun -n 4 ./program` records them unless --collect leaves out mpi."),
        ("none.tri", "moves", "The run has no moves between places: programs with `#pragma tri` directives that `triptych cc` compiles have them."),
        ("none.tri", "waits", "The run has no lanes that still waited when it ended."),
        ("none.tri", "critical-path", "The critical path is not known: the run has one lane, which is the whole path."),
        ("none.tri", "sync", "The run has no calls that synchronise threads: `triptych run` records them unless --collect leaves out threads or openmp."),
        ("none.tri", "objects", "The run has no locks, barriers or threads that were waited for: `triptych run` records them unless --collect leaves out "
         "threads or openmp."),
        ("none.tri", "tasks", "The run has no tasks, threads or parallel regions: `triptych run` records them unless --collect leaves out threads or openmp."),
        ("none.tri", "user", 'The run has no regions that the program names: TRI_REGION("assembly") of <triptych/triptych.h> makes one.'),
        ("none.tri", "files", "The run has no files: `triptych run` records them unless --collect leaves out io."),
        ("none.tri", "units", "The run has no Fortran units: `triptych fc` in front of the compiler records them."),
        ("true.tri", "sources", f"The run has no source files: {CC}."),
        ("none.tri", "notes", "The run has no regions that were not timed, excluded, skipped or not measured."),
        ("none.tri", "never", "The run has no regions that were never visited: only a program compiled with `triptych cc` or `triptych fc` lists its "
         "regions beforehand."),
        ("without.tri", "routines", "The run visited no routines; --never lists those that were measured, and --notes those that were not.")):
    tap.equal(said(archive, table), expected, f"--{table} of {archive}")
both = said("none.tri", "routines", "loops")
tap.check(both.startswith("Routines") and "has no loops" in both and "has no routines" not in both, "one table of two that are asked for", both)
usual = said("none.tri")
tap.check("The run has no" not in usual and "The run has no" not in said("none.tri", "all"), "nothing is said of tables that nobody asked for", usual)
tap.done()

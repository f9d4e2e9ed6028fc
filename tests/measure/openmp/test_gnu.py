"""Constructs whose calls are special in gcc's code, on libgomp: each program does what it does by itself, and every act has its
count."""
import runs
import tap


def region(regions, threads):
    """A parallel region that several threads share, so often."""
    return {("PARALLEL", "omp parallel"): regions, ("TASK", "implicit task"): regions * threads,
            ("FINISH", "end of parallel"): regions * threads}


def single(threads):
    return {("WORK", "omp single"): 1, ("WORK", "omp single (of another thread)"): threads - 1}


def tasks(count):
    return {("SPAWN", "omp task"): count, ("TASK", "omp task"): count}


CASES = {
    "copyprivate": {**region(1, 3), **single(3), ("CLOCK", "implicit barrier"): 3},
    "shrinking": {("PARALLEL", "omp parallel"): 3, ("TASK", "implicit task"): 3 + 2 + 1, ("FINISH", "end of parallel"): 3 + 2},
    "taskloops": {**region(1, 2), **single(2), **tasks(3 + 6 + 11), ("WORK", "omp taskloop"): 3, ("FINISH", "omp taskgroup"): 2},
    "data": {**region(1, 2), **single(2), **tasks(3)},
    "serial": {**tasks(3), ("FINISH", "omp taskwait"): 1},
    "detached": {**region(1, 2), **single(2), **tasks(1), ("FINISH", "omp taskwait"): 1},
    # the wait for the tasks of the taskloop is in the call that makes them
    "reduced": {**region(2, 2), ("WORK", "omp single"): 2, ("WORK", "omp single (of another thread)"): 2, **tasks(10 + 5),
                ("WORK", "omp taskloop"): 1},
    "teams": {**region(3, 2), ("PARALLEL", "omp teams"): 1},
    "worksharing": {**region(2, 2), ("WORK", "omp for"): 2, ("WORK", "omp sections"): 2},
}


def check_numbers(found, name):
    made = [act.values["activity"][0] for act in found.acts if act.kind == "SPAWN"]
    ran = [act.values["activity"][0] for act in found.acts if act.kind == "TASK" and act.name == "omp task"]
    tap.equal((len(set(made)), sorted(ran)), (len(made), sorted(made)), f"{name}: each task that was made ran, by its own number")


def check_lines(found):
    for kind, name, mark in (("WORK", "omp for", "combined"), ("WORK", "omp sections", "sections")):
        tap.equal(found.lines(kind, name), [runs.line("gnu", mark)], f"line of {name}")


def main():
    if "gcc" not in runs.compilers():
        tap.skip_all("there is no gcc")
    here = runs.program.folder()
    built = runs.build(here, "gnu", "gcc")
    for name, expected in CASES.items():
        plain = here.run(f"./{built}", name)
        found = runs.run(here, built, name)
        tap.equal((found.result.out, found.result.err), (plain.out, ""), f"{name}: the program's output is the same")
        counts = found.counts()
        counts.pop(("CLOCK", "omp barrier"), None)  # gcc leaves out some of those that nobody wrote
        tap.equal(counts, expected, f"{name}: all counts")
        tap.equal((found.open(), found.left()), ([], []), f"{name}: everything has ended by itself")
        check_numbers(found, name)
        if name == "worksharing":
            check_lines(found)
    tap.done()


main()

"""Nested regions, tasks with dependences, untied, cancelled and detached ones, many of them; in Fortran, too."""
import collections

import program
import runs
import seen
import tap


def numbers(found, kind, name):
    return [act.values["activity"][0] for act in found.acts if act.kind == kind and act.name == name]


def check_output(here, built, found, name, env=None):
    tap.equal(found.result.out, here.run(f"./{built}", env=env).out, f"{name}: the program's output is the same")
    tap.equal((found.result.err, found.open()), ("", []), f"{name}: nothing is said, all has ended")


def check_nested(here, compiler):
    built = runs.build(here, "nested", compiler)
    found = runs.run(here, built)
    check_output(here, built, found, f"nested, {compiler}")
    # 2 threads, each with 3; then teams of 1 to 4, of which that of one waits for nobody
    tap.equal(found.counts(), {
        ("PARALLEL", "omp parallel"): 1 + 2 + 4, ("TASK", "implicit task"): 2 + 6 + 10,
        ("FINISH", "end of parallel"): 2 + 6 + 9, ("CLOCK", "omp barrier"): 6}, f"nested, {compiler}: all counts")
    tap.equal(found.lines("PARALLEL", "omp parallel"), [runs.line("nested", mark) for mark in ("outer", "inner", "sized")],
              f"nested, {compiler}: lines")
    tap.check("omp parallel/implicit task/omp parallel/implicit task/omp barrier" in found.paths("CLOCK", "omp barrier"),
              f"nested, {compiler}: the inner region is in the outer one", found.paths("CLOCK", "omp barrier"))
    inner = [act for act in found.acts if act.path.endswith("implicit task/omp parallel")]
    makers = collections.Counter(act.values["holder"][0] for act in found.acts if act.name == "implicit task")
    outer = {act.values["activity"][0] for act in found.acts if act.name == "implicit task" and act.values["holder"][0] == 0}
    tap.equal((len(inner), sorted(makers.values())), (2, [3, 3, 12]), f"nested, {compiler}: who began which")
    tap.check(set(makers) - {0} < outer, f"nested, {compiler}: inner regions are begun by tasks of the outer one", makers)


def check_depend(here, compiler):
    built = runs.build(here, "depend", compiler)
    found = runs.run(here, built)
    name = f"depend, {compiler}"
    check_output(here, built, found, name)
    tasks = 10 + 3 + 10 + 2
    made, ran = numbers(found, "SPAWN", "omp task"), numbers(found, "TASK", "omp task")
    tap.equal(found.count("SPAWN", "omp task"), tasks, f"{name}: tasks that were made")
    tap.equal((len(made), set(ran)), (tasks, set(made)), f"{name}: each ran by its own number")
    again = 20 if compiler == "clang" else 0  # untied tasks of clang are in three parts
    tap.equal(len(ran), tasks + again, f"{name}: how often one ran")
    after = [(act.values["after"][0], act.values["activity"][0]) for act in found.acts if act.name == "omp depend"]
    if compiler == "clang":
        lines = [runs.line("depend", mark) for mark in ("chain", "left", "right", "join")]
        tap.check(set(found.lines("SPAWN", "omp depend")) <= set(lines), f"{name}: where it does", found.lines("SPAWN", "omp depend"))
    order = {number: place for place, number in enumerate(made)}
    # those that had ended by then are not told of
    possible = {(i, i + 1) for i in range(9)} | {(9, 10), (9, 11), (10, 12), (11, 12)}
    got = {(order[source], order[sink]) for source, sink in after}
    tap.check(got <= possible and len(after) == len(got), f"{name}: what depends on what", got - possible)


def check_cancel(here, compiler):
    built = runs.build(here, "cancel", compiler)
    env = {"OMP_CANCELLATION": "true"}
    found = runs.run(here, built, env=env)
    name = f"cancel, {compiler}"
    check_output(here, built, found, name, env)
    tap.equal(found.count("WORK", "omp cancel"), 2, f"{name}: two constructs were cancelled")
    tap.equal(found.count("SPAWN", "omp task"), 100, f"{name}: tasks that were made")
    ran = found.count("TASK", "omp task")
    tap.check(1 <= ran <= 100 and found.left() == [], f"{name}: those that ran have ended", (ran, found.left()))


def check_detach(here):
    built = runs.build(here, "detach", "clang")
    found = runs.run(here, built)
    check_output(here, built, found, "detach")
    tap.equal((found.count("TASK", "omp task"), found.count("SPAWN", "omp task")), (2, 2), "detach: each task ran once")


def check_many(here, compiler):
    built = runs.build(here, "many", compiler)
    found = runs.run(here, built, options=(), env={"OMP_NUM_THREADS": "2"}, timeout=120)
    tap.equal(found.result.out, "499999500000\n", f"many, {compiler}: right")
    tap.equal((found.count("SPAWN", "omp task"), found.count("TASK", "omp task")), (1000000, 1000000),
              f"many, {compiler}: a million tasks")
    found = runs.run(here, built, "1000", env={"OMP_NUM_THREADS": "1"})
    tap.equal((found.count("SPAWN", "omp task"), found.count("TASK", "omp task")), (1000, 1000),
              f"many, {compiler}: by one thread")
    tap.equal(len(found.lanes), 1, f"many, {compiler}: which is one lane")


def check_fortran(here):
    if not program.have("gfortran"):
        tap.skip("Fortran", "gfortran cannot be used here")
        return
    built = runs.build(here, "loops", "gfortran")
    found = runs.run(here, built)
    check_output(here, built, found, "Fortran")
    tap.equal(found.openmp, seen.SEEN, "Fortran: on libgomp")
    tap.equal(found.counts(), {
        ("PARALLEL", "omp parallel"): 1, ("TASK", "implicit task"): 2, ("FINISH", "end of parallel"): 2,
        ("WORK", "omp for"): 2, ("CLOCK", "implicit barrier"): 2, ("CLOCK", "omp barrier"): 4,
        ("ATOMIC", "omp critical"): 2, ("RELEASE", "omp end critical"): 2, ("ATOMIC", "omp_set_lock"): 2,
        ("RELEASE", "omp_unset_lock"): 3, ("ATOMIC", "omp_test_lock"): 2, ("WORK", "omp single"): 1,
        ("WORK", "omp single (of another thread)"): 1, ("SPAWN", "omp task"): 12, ("TASK", "omp task"): 12,
        ("FINISH", "omp taskwait"): 1}, "Fortran: all counts")


def main():
    here = program.folder()
    for compiler in runs.compilers():
        check_nested(here, compiler)
        check_depend(here, compiler)
        check_cancel(here, compiler)
        check_many(here, compiler)
    if "clang" in runs.compilers():
        check_detach(here)
    check_fortran(here)
    tap.done()


main()

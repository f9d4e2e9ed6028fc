"""Every construct of OpenMP is seen as often as it was met, with clang and with gcc, at its line; with gcc on libgomp and on
LLVM's library."""
import program
import runs
import seen
import tap

TRIPS = 12
TASKS = TRIPS + 1 + 1 + TRIPS // 3  # in a loop, in a taskgroup, undeferred, of a taskloop


def expected(threads):
    """Of constructs.c, by both compilers alike."""
    team = 1 if threads > 1 else 0
    return {
        ("PARALLEL", "omp parallel"): 1,
        ("TASK", "implicit task"): threads,
        ("FINISH", "end of parallel"): threads * team,
        ("TASK", "omp task"): TASKS, ("SPAWN", "omp task"): TASKS,
        ("FINISH", "omp taskwait"): 1,
        ("FINISH", "omp taskgroup"): 2,  # its own, and the taskloop's
        ("WORK", "omp taskloop"): 1,
        ("WORK", "omp single"): 2, ("WORK", "omp single (of another thread)"): 2 * (threads - 1),
        ("ATOMIC", "omp critical"): 2 * threads, ("RELEASE", "omp end critical"): 2 * threads,
        ("ATOMIC", "omp ordered"): TRIPS, ("RELEASE", "omp end ordered"): TRIPS,
        ("ATOMIC", "omp_set_lock"): threads, ("RELEASE", "omp_unset_lock"): threads + 1,
        ("ATOMIC", "omp_set_nest_lock"): 2 * threads, ("RELEASE", "omp_unset_nest_lock"): 2 * threads + 1,
        ("ATOMIC", "omp_test_lock"): 1, ("ATOMIC", "omp_test_nest_lock"): 1,
    }


def expected_of(compiler, threads):
    """What the compilers do in different ways."""
    if compiler == "clang":
        tree = threads if threads > 4 else 0  # threads that sum up by a barrier; few of them do it by atomic operations
        return {("WORK", "omp reduction"): max(tree - 1, 0), ("WORK", "omp for"): 4 * threads, ("WORK", "omp sections"): threads, ("WORK", "omp master"): 2,
                ("CLOCK", "implicit barrier"): 5 * threads + tree, ("CLOCK", "omp barrier"): 2 * threads}
    # the static loop is not told of, master is an if; all but three barriers are the same call
    return {("WORK", "omp for"): 3 * threads, ("WORK", "omp sections"): threads, ("CLOCK", "implicit barrier"): 3 * threads,
            ("CLOCK", "omp barrier"): 4 * threads}


def check_lines(found, compiler):
    """gcc tells nothing of a static loop."""
    tasks = ["task", "grouped", "undeferred", "taskloop"]
    loops = ["dynamic", "guided", "ordered loop"] + (["static"] if compiler == "clang" else [])
    wanted = [("PARALLEL", "omp parallel", ["parallel"]), ("TASK", "implicit task", ["parallel"]),
              ("FINISH", "end of parallel", ["parallel"]), ("ATOMIC", "omp critical", ["critical", "named"]),
              ("ATOMIC", "omp_set_lock", ["lock"]), ("ATOMIC", "omp_test_lock", ["test"]),
              ("ATOMIC", "omp_set_nest_lock", ["nest", "again"]), ("WORK", "omp for", loops),
              ("CLOCK", "omp barrier", ["barrier", "second barrier"]), ("FINISH", "omp taskwait", ["taskwait"]),
              ("SPAWN", "omp task", tasks), ("TASK", "omp task", tasks), ("WORK", "omp taskloop", ["taskloop"]),
              ("ATOMIC", "omp ordered", ["ordered"]), ("WORK", "omp sections", ["sections"])]
    for kind, name, marks in wanted:
        lines = sorted(runs.line("constructs", mark) for mark in marks)
        tap.equal(found.lines(kind, name), lines, f"{compiler}: lines of {name}")
    tap.check(runs.line("constructs", "unlock") in found.lines("RELEASE", "omp_unset_lock"), f"{compiler}: line of omp_unset_lock")


def check_activities(found, threads, name):
    """Each task has a number of its own; who made it is known."""
    made = [act.values["activity"][0] for act in found.acts if act.kind == "SPAWN"]
    ran = [act.values["activity"][0] for act in found.acts if act.kind == "TASK" and act.name == "omp task"]
    implicit = [act for act in found.acts if act.name == "implicit task"]
    tap.equal(len(set(made)), TASKS, f"{name}: each task has another number")
    tap.equal(sorted(ran), sorted(made), f"{name}: the tasks that ran are those that were made")
    tap.equal({act.values["holder"][0] for act in implicit}, {0}, f"{name}: the first thread began the parallel region")
    tap.equal(found.activities, threads + threads + TASKS, f"{name}: threads, implicit tasks and tasks are all activities")
    tap.equal(sorted(lane.pool for lane in found.lanes), [False] + [True] * (threads - 1), f"{name}: workers are a pool")
    tap.equal([lane.runs for lane in found.lanes], [lane.activity for lane in found.lanes], f"{name}: they end as themselves")


def check_nesting(found, name):
    """Acts of a lane are inside of one another, or apart."""
    wrong = []
    for lane in found.lanes:
        stack = []
        for act in sorted((act for act in found.acts if act.lane == lane.number), key=lambda act: (act.start, -act.end, len(act.path))):
            while stack and (stack[-1].end <= act.start and not act.path.startswith(stack[-1].path + "/")):
                stack.pop()
            if stack and act.end > stack[-1].end:
                wrong.append(f"{act}\nis not in\n{stack[-1]}")
            stack.append(act)
    tap.check(not wrong, f"{name}: acts are inside of one another, or apart", "\n".join(wrong[:3]))


def check_ends(found, name):
    """A worker's part of a parallel region ends with the region, not when the runtime library has something new for it."""
    end = max(act.end for act in found.acts if act.kind == "PARALLEL")
    late = [act for act in found.acts if act.name in ("implicit task", "end of parallel") and act.end > end]
    tap.check(not late, f"{name}: no thread is in a parallel region that has ended", "\n".join(map(str, late[:3])))


def check(here, compiler, threads, library="own"):
    name = f"{compiler}, {threads} threads, {library}"
    built = runs.build(here, "constructs", compiler)
    plain = here.run(f"./{built}", str(threads))
    found = runs.run(here, built, str(threads), options=("--events", "--openmp", library))
    wanted = {key: count for key, count in {**expected(threads), **expected_of(compiler, threads)}.items() if count}
    got = found.counts()
    wrong = [f"{key}: expected {wanted.get(key, 0)}, got {got.get(key, 0)}" for key in sorted({*wanted, *got})
             if wanted.get(key, 0) != got.get(key, 0)]
    tap.check(not wrong, f"{name}: all {len(wanted)} counts", "\n".join(wrong))
    tap.equal(found.result.out, plain.out, f"{name}: the program's output is the same")
    tap.equal(found.result.err, "", f"{name}: nothing else is said")
    tap.equal(found.openmp, seen.SEEN if library == "own" else seen.MOVED, f"{name}: how it was seen")
    tap.equal((found.open(), found.left()), ([], []), f"{name}: everything has ended by itself")
    logged = {}
    for act in found.acts:
        logged[act.kind, act.name] = logged.get((act.kind, act.name), 0) + 1
    tap.equal(logged, got, f"{name}: the log has each of them")
    tap.equal({item.holder for item in found.objects}, {seen.NO_ACTIVITY}, f"{name}: nothing is held at the end")
    check_activities(found, threads, name)
    check_nesting(found, name)
    check_ends(found, name)
    return found


def main():
    here = program.folder()
    for compiler in runs.compilers():
        check_lines(check(here, compiler, 3), compiler)
        check(here, compiler, 2)
        check(here, compiler, 16)
    if "gcc" in runs.compilers() and program.have("clang"):
        check_lines(check(here, "gcc", 3, "llvm"), "gcc")
    tap.done()


main()

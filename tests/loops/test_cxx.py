"""C++ with C in it: `triptych cc g++` marks the program, and `triptych run` measures the C by probes and counts the C++ in the binary, each
routine once, with call paths that lead from one to the other and back. All numbers are known by hand (programs/mixed.cpp)."""
import collections
import json
import pathlib

import engines
import program
import tap

PROGRAMS = pathlib.Path(__file__).parent / "programs"
MARKED = "counts and times the C++ routines and loops of"

here = program.folder()
for name in ("mixed.cpp", "mixed_c.c", "handlers.cpp"):
    here.copy(PROGRAMS / name)
if program.SANITIZED:
    tap.skip_all("sanitized programs are not counted in the binary")
if not program.have("g++") or not engines.have_native():
    tap.skip_all("there is no g++, or binaries are not counted on this machine")


def build(name, cxx, cc, *flags, static=False):
    """As CMake does it: compiled apart, with -o, then linked; the C may be in an archive."""
    here.triptych("cc", cc, "-g", "-fexceptions", *flags, "-o", f"{name}_c.o", "-c", "mixed_c.c")
    said = here.triptych("cc", cxx, "-g", *flags, "-o", f"{name}.o", "-c", "mixed.cpp").err
    tap.equal(said, "", f"{name}: compiling C++ prints nothing")
    part = f"{name}_c.o"
    if static:
        here.run("ar", "rcs", f"lib{name}.a", part)
        part = f"lib{name}.a"
    linked = here.triptych("cc", cxx, f"{name}.o", part, "-o", name, "-lpthread")
    tap.contains(linked.err, f"{MARKED} {name} in the binary", f"{name}: the linking says how it is measured")


def tree(archive):
    """Path of names -> (visits, trips) of routines and loops, of all lanes and places together."""
    found, path = collections.defaultdict(lambda: [0, 0]), []
    for node in json.loads(here.triptych("report", "--tree", "--format", "json", "--min-percent", "0", "--top", "0", archive).out)["tree"]:
        del path[node["depth"] - 1:]
        path.append("loop" if node["kind"] == "loop" else node["name"])
        if node["kind"] in ("routine", "loop") and not any(name.startswith("std::") for name in path[:1]):
            found[tuple(path)][0] += node["visits"]
            found[tuple(path)][1] += node["trips"] or 0
    return {path: tuple(numbers) for path, numbers in found.items()}


def below(path, visits, n):
    """What is below visits of both(n): C that calls C++ that calls C."""
    nested, loop = (*path, "nested"), (*path, "nested", "loop")
    calls = sum(range(n))
    return {
        path: (visits, 0),
        nested: (visits, 0),
        (*nested, "plain"): (2 * visits, 0),
        (*nested, "plain", "loop"): (2 * visits, 2 * visits * n),
        loop: (visits, visits * n),
        (*loop, "plain"): (visits * n, 0),
        (*loop, "plain", "loop"): (visits * n, 2 * visits * n),
        (*loop, "again"): (visits * n, 0),
        (*loop, "again", "loop"): (visits * n, 2 * visits * n),
        (*loop, "again", "loop", "plain"): (2 * visits * n, 0),
        (*loop, "again", "loop", "plain", "loop"): (2 * visits * n, 2 * visits * calls),
        (*path, "plain"): (visits, 0),
        (*path, "plain", "loop"): (visits, visits * n),
    }


def worker(above, runs, n):
    """What is below runs of worker::work(n)."""
    work = (*above, "space::worker<int>::work")
    return {work: (runs, 0), (*work, "loop"): (runs, runs * n), **below((*work, "loop", "both"), runs * n, 2)}


def guarded():
    path = ("main", "loop", "guarded")
    through = (*path, "through")
    return {
        ("main",): (1, 0),
        ("main", "loop"): (3, 6),  # all loops of main together: two of them make no trips
        path: (6, 0),
        through: (6, 0),
        (*through, "thrower"): (6, 0),
        (*through, "plain"): (3, 0),
        (*through, "plain", "loop"): (3, 3),
        (*path, "plain"): (3, 0),
        (*path, "plain", "loop"): (3, 9),
    }


def joined(*parts):
    return {path: numbers for part in parts for path, numbers in part.items()}


def known(found, expected):
    """The part of what was found that is known by hand: the C++ library is not."""
    return {path: numbers for path, numbers in found.items() if path in expected or path[-1] in ("plain", "nested", "through", "both")}


def without_loops(paths):
    """Visits of routines by their callers: optimisers unroll short loops."""
    found = collections.Counter()
    for path, numbers in paths.items():
        if path[-1] != "loop":
            found[tuple(name for name in path if name != "loop")] += numbers[0]
    return found


def check(name, archive, expected, has_loops=True):
    found = tree(archive)
    if has_loops:
        tap.equal(known(found, expected), expected, f"{name}: each routine and loop is counted once, on its call path")
    else:
        expected = without_loops(expected)
        tap.equal(known(without_loops(found), expected), expected, f"{name}: each routine is counted once, on its call path")


def check_times(name, archive):
    """Nothing takes longer than what called it; exclusive times are what the routines below leave."""
    rows = json.loads(here.triptych("report", "--tree", "--format", "json", "--min-percent", "0", "--top", "0", archive).out)["tree"]
    path, wrong = [], []
    for node in rows:
        del path[node["depth"] - 1:]
        if path and node["time_ns"] > path[-1]["time_ns"] * 1.01 + 1000:
            wrong.append((path[-1]["name"], node["name"], path[-1]["time_ns"], node["time_ns"]))
        path.append(node)
    tap.equal(wrong, [], f"{name}: nothing takes longer than what called it")


COMPILERS = [("g++", "gcc")] + ([("clang++", "clang")] if program.have("clang++") else [])
ALONE = joined(guarded(), worker(("main",), 1, 4))
for cxx, cc in COMPILERS:
    for level in ("-O0", "-O2") if cc == "gcc" else ("-O2",):
        name = f"{cc}{level[1:]}"
        build(name, cxx, cc, level, static=level == "-O2")
        plain = here.run(f"./{name}", env={"TRIPTYCH": "off"})
        run = here.triptych("run", "-o", f"{name}.tri", f"./{name}", check=False)
        tap.equal((run.status, run.out), (0, plain.out), f"{name}: the program does what it does")
        check(name, f"{name}.tri", ALONE, has_loops=level == "-O0")
        check_times(name, f"{name}.tri")

# The same by `triptych loops`, with and without times: what has probes is not counted twice.
for options in ((), ("--time",)):
    archive = f"loops{len(options)}.tri"
    here.triptych("loops", *options, "-o", archive, "./gccO0")
    check(f"loops {' '.join(options)}", archive, ALONE)

# Threads, and a process that is forked: the tree is that of all of them.
run = here.triptych("run", "-o", "threads.tri", "./gccO2", "3")
found = tree("threads.tri")
tap.equal(sum(numbers[0] for path, numbers in found.items() if path[-1] == "both"), 4 + 3 * 5, "threads: both() is counted in each")
tap.equal(sum(numbers[0] for path, numbers in found.items() if path[-2:] == ("loop", "again")), 2 * (4 + 3 * 5),
          "threads: C++ that C calls is below its loop")
here.triptych("run", "-o", "fork.tri", "./gccO0", "0", "fork")
forked = known(tree("fork.tri"), {})
tap.equal(sum(numbers[0] for path, numbers in forked.items() if path[-1] == "both"), 4 + 7, "fork: both() is counted in both processes")
tap.equal(sum(numbers[0] for path, numbers in forked.items() if path[-1] == "plain"),
          3 + 3 + (4 + 7) * (2 + 2 + 4 + 1), "fork: so is what it calls, once")

here.run("strip", "-o", "stripped", "gccO0")
here.triptych("run", "-o", "stripped.tri", "./stripped")
tap.equal(sum(1 for path in tree("stripped.tri") if path[-1] == "nested"), 1, "a stripped program is counted, too")


# Handlers of exceptions that call C: in the loop, or beside it if they leave it; no time is counted twice.
def handlers():
    inside, across, outside, between = ("main", "inside"), ("main", "across"), ("main", "outside"), ("main", "between")
    through, outer = (*across, "loop", "through"), (*between, "loop")
    return joined(
        called((*inside, "loop"), 2), called((*across, "loop"), 2), called(outside, 1), called((*outer, "loop"), 10),
        {inside: (1, 0), (*inside, "loop"): (1, 8), (*inside, "loop", "thrower"): (8, 0),
         across: (1, 0), (*across, "loop"): (1, 8), through: (8, 0), (*through, "thrower"): (8, 0),
         (*through, "plain"): (6, 0), (*through, "plain", "loop"): (6, 6),
         outside: (1, 0), (*outside, "loop"): (1, 4), (*outside, "loop", "thrower"): (4, 0),
         between: (1, 0), outer: (1, 2), (*outer, "loop"): (2 + 2, 8 + 10), (*outer, "loop", "thrower"): (8, 0)})


def called(path, visits):
    """plain(1000)"""
    return {(*path, "plain"): (visits, 0), (*path, "plain", "loop"): (visits, 1000 * visits)}


for cxx, cc in COMPILERS:
    name = f"handlers_{cc}"
    here.triptych("cc", cc, "-g", "-fexceptions", "-O0", "-c", "mixed_c.c", "-o", f"{name}_c.o")
    here.triptych("cc", cxx, "-g", "-O0", "handlers.cpp", f"{name}_c.o", "-o", name)
    here.triptych("run", "-o", f"{name}.tri", f"./{name}")
    check(name, f"{name}.tri", handlers())

# The same with the C in a shared library, which is not counted: what it calls after a C++ function has returned to it is not below that one.
here.triptych("cc", "gcc", "-g", "-fexceptions", "-O0", "-fPIC", "-shared", "mixed_c.c", "-o", "libmixed.so")
here.triptych("cc", "g++", "-g", "-O0", "handlers.cpp", "./libmixed.so", "-o", "handlers_shared")
here.triptych("run", "-o", "handlers_shared.tri", "./handlers_shared")
check("handlers_shared", "handlers_shared.tri", handlers())


# Threads of OpenMP, and one that is cancelled, begin outside of counted code.
here.write("team.cpp", """#include <cstdio>
#include <pthread.h>
#include <unistd.h>
static double part(int n)
{
    double sum = 0;
    for (int k = 0; k < 10; k++)
        sum += n + k;
    return sum;
}
static void *wait(void *)
{
    for (;;)
        pause();
}
int main()
{
    pthread_t thread;
    double sum = 0;
    pthread_create(&thread, nullptr, wait, nullptr);
#pragma omp parallel for reduction(+ : sum) num_threads(3)
    for (int i = 0; i < 60; i++)
        sum += part(i);
    pthread_cancel(thread);
    pthread_join(thread, nullptr);
    std::printf("%.0f\\n", sum);
}
""")
here.triptych("cc", "g++", "-O0", "-fopenmp", "team.cpp", "-o", "team")
result = here.triptych("run", "-q", "-o", "team.tri", "./team", check=False)
tap.equal((result.status, result.out), (0, "20400\n"), "OpenMP and pthread_cancel: the program does what it does")
parts = [(path[-1], numbers) for path, numbers in tree("team.tri").items() if "part(int)" in path]
for name, wanted in ("part(int)", (60, 0)), ("loop", (60, 600)):
    tap.equal(tuple(map(sum, zip(*[numbers for last, numbers in parts if last == name]))), wanted, f"all threads of OpenMP are counted: {name}")

# Fortran that C++ calls: visits that are only counted are below the routine that called them, too.
here.write("caller.cpp", """extern "C" {
void work_(int *n, double *a);
void grid_(int *n, int *m, double *a);
}
static double one(int n)
{
    double a = 0;
    for (int i = 0; i < 3; i++) {
        work_(&n, &a);
        grid_(&n, &i, &a);
    }
    return a;
}
static double two(int n)
{
    double a = 0;
    for (int i = 0; i < 5; i++) {
        grid_(&n, &n, &a);
        work_(&n, &a);
    }
    return a;
}
int main()
{
    double sum = 0;
    for (int i = 0; i < 400; i++)
        sum += one(7) + two(4);
    return sum < 0;
}
""")
here.write("work.f90", """subroutine work(n, a)
  integer n, i
  double precision a
  do i = 1, n
    a = a + i
  end do
  if (n < 0) call grid(n, n, a)
end subroutine
""")
here.write("grid.f90", """subroutine grid(n, m, a)
  integer n, m, i, j
  double precision a
  do i = 1, n
    do j = 1, m
      a = a + i * j
    end do
  end do
end subroutine
""")
BELOW = {  # (C++ routine, Fortran routine or a loop in it) -> (visits, trips)
    ("one", "work", 0): (1200, 0), ("one", "work", 1): (1200, 8400),
    ("one", "grid", 0): (1200, 0), ("one", "grid", 1): (1200, 8400), ("one", "grid", 2): (8400, 8400),
    ("two", "work", 0): (2000, 0), ("two", "work", 1): (2000, 8000),
    ("two", "grid", 0): (2000, 0), ("two", "grid", 1): (2000, 8000), ("two", "grid", 2): (8000, 32000),
}
if program.have("gfortran"):
    for name in "work", "grid":
        here.triptych("fc", "gfortran", "-O2", "-c", f"{name}.f90")
    here.triptych("cc", "g++", "-g", "-O0", "caller.cpp", "work.o", "grid.o", "-o", "caller", "-lgfortran")
    for options in (), ("--count",), ("--throttle", "off"):
        here.triptych("run", "-q", *options, "-o", f"caller{len(options)}.tri", "./caller")
        found = collections.defaultdict(lambda: (0, 0))
        for path, (visits, trips) in tree(f"caller{len(options)}.tri").items():
            routine = next((name for name in path if name in ("work", "grid")), None)
            if routine:
                key = (path[2].partition("(")[0], routine, len(path) - 1 - path.index(routine))
                found[key] = (found[key][0] + visits, found[key][1] + trips)
        tap.equal(dict(found), BELOW, f"Fortran that C++ calls {' '.join(options)}: counted below its caller")
tap.done()

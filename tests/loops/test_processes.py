"""Loops of programs that have processes, threads, libraries and ranks of all kinds: every one is counted in its place, exactly, and
the program does what it does by itself."""
import collections
import struct

import engines
import program
import tap

if program.SANITIZED or not engines.have_native():
    tap.skip_all("sanitizers have calls of their own" if program.SANITIZED else "not on this machine")
here = program.folder()
PROGRAMS = program.SOURCE / "tests" / "loops" / "programs"


def compile(name, *more, to=None, compiler="gcc", source=None):
    here.run(compiler, "-O1", "-g", PROGRAMS / f"{source or name}.c", *more, "-o", to or name)


def turns(place, function="work"):
    """Iterations of the one loop of a function, in all contexts of a place."""
    return sum(loops[0][2] for loops in (context.loops() for context in place.contexts if context.name == function) if loops)


def by_lane(place, function="work"):
    found = collections.Counter()
    for context in place.contexts:
        if context.name == function:
            found[context.lane] += context.loops()[0][2]
    return found


def check_same(how, *command, env=None, libs=None, status=0, **options):
    """Runs it as it is, and counted: both must do the same. What was counted. It is none that a launcher named."""
    env = {"TRIPTYCH_COMMAND": 1, **(env or {})}
    alone = here.run(*command, check=False, env=env, **options)
    result, run = engines.natively(here, *command, check=False, env=env, libs=libs, **options)
    tap.equal((result.status, result.out, result.err), (alone.status, alone.out, alone.err), f"{how}: does what it does alone")
    tap.equal(result.status, status, f"{how}: exit status")
    broken = [context.path() for place in run.places for context in place.contexts if not context.flow_is_whole()]
    tap.equal(broken, [], f"{how}: the flow of every context is whole")
    return run


def plans(run):
    return sorted(path.name.rsplit("-", 1)[0] for path in (here / "native.tri" / "loops").iterdir())


compile("processes", "-pthread")
compile("processes", "-pthread", to="next")
run = check_same("processes", here / "processes", status=6)
tap.equal(sorted(turns(place) for place in run.places), sorted([100 + 3 + 2 * (10 + 20 + 30) + 2, 1000, 1001, 1002, 55, 14, 12, 13,
                                                                 14, 15]), "processes: each has its own counts")
first = next(place for place in run.places if turns(place) == 225)
tap.equal(sorted(by_lane(first).values()), [0, 20, 40, 60, 105], "processes: each thread has its own")
tap.equal(plans(run), ["next", "processes"], "processes: a plan for each executable, and no lock is left")

compile("paths")
run = check_same("a large family", here / "paths", "fork")
levels = {n: sum(bin(path).count("1") for path in range(2 ** n)) for n in range(11)}
tap.equal(collections.Counter(turns(place, "f0") for place in run.places),
          {2 * 512 + levels[9] + 128 + levels[7]: 12, 256 + levels[8] + 2 * 64 + levels[6] + 1024 + levels[10]: 1},
          "a large family: all children, and their parent")

run = check_same("a chain of programs", here / "processes", "21", "./next", "22", "./processes", "23", status=5)
tap.equal([turns(place) for place in run.places], [21, 22, 23], "a chain of programs: each is a place")

run = check_same("a shell", "sh", "-c", "./processes 31 | cat; ./next 32; exit 4", status=4)
tap.equal(sorted(turns(place) for place in run.places if turns(place)), [31, 32], "a shell: what it starts is counted")

# Padding behind functions: into the shortest ones of x86-64, a jump does not fit without it.
here.run("gcc", "-O1", "-g", "-falign-functions=16", "-shared", "-fPIC", PROGRAMS / "plugin.c", "-o", "libplugin.so")
here.copy(here / "libplugin.so", "libloaded.so")
compile("plugins", "-L.", "-lplugin", "-Wl,-rpath,$ORIGIN", "-Wl,--enable-new-dtags")
run = check_same("libraries", here / "plugins", libs="libplug*,libloaded.so", status=3)
counted = collections.Counter()
for context in run.places[0].contexts:
    if context.name == "turn":
        counted[context.plan.path.rsplit("/", 1)[1], context.parent.name] += context.loops()[0][2]
tap.equal(dict(counted), {("libplugin.so", "plugin_work"): 200, ("libplugin.so", "end"): 5, ("libloaded.so", "begin"): 44,
                          ("libloaded.so", "plugin_work"): 2 * 4006, ("libloaded.so", "end"): 20},
          "libraries: wherever they were loaded, initialisers included")
run = check_same("libraries that nobody asked for", here / "plugins", status=3)
tap.equal(plans(run), ["plugins"], "libraries that nobody asked for are left alone")

compile("team", "-fopenmp")
run = check_same("OpenMP", here / "team")
tap.equal(turns(run.places[0]), sum(range(31)) + 3 * 50, "OpenMP: all iterations of all threads")
tap.equal(len(by_lane(run.places[0])), 3, "OpenMP: a tree for each thread")

compile("small_threads", "-pthread")
run = check_same("threads with the smallest stacks", here / "small_threads")
tap.equal(turns(run.places[0]), sum(range(20)), "threads with the smallest stacks: all iterations")

for mpi in ("openmpi", "mpich"):
    if not (program.have(f"mpicc.{mpi}") and program.have(f"mpirun.{mpi}")):
        tap.skip(f"{mpi}: ranks", "it is not installed")
        continue
    compile("ranks", to=f"ranks.{mpi}", compiler=f"mpicc.{mpi}")
    as_root = {"OMPI_ALLOW_RUN_AS_ROOT": 1, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": 1, "OMPI_MCA_rmaps_base_oversubscribe": 1}
    run = check_same(mpi, f"mpirun.{mpi}", "-n", "3", here / f"ranks.{mpi}", env=as_root)
    found = {}
    for place in run.places:
        page = (here / "native.tri" / "places" / str(place.number) / "place").read_bytes()
        rank, ranks = struct.unpack_from("<II", page, 152 + 64 + 40 + 1024 + 2048 + 256 + 8 + 16)
        found[rank, ranks] = turns(place)
    tap.equal(found, {(0, 3): 401, (1, 3): 402, (2, 3): 403}, f"{mpi}: each rank is a place, launchers are none")
    tap.equal(plans(run), [f"ranks.{mpi}"], f"{mpi}: they share a plan")
    here.triptych("loops", "-q", "--force", "-o", "alone.tri", here / f"ranks.{mpi}", env=as_root, check=False)
    places = here.triptych("query", "--format", "json", "alone.tri", "places.map(p -> {pid: p.pid})").out.splitlines()
    tap.equal(len(places), 1, f"{mpi}: one without mpirun is one place")
tap.done()

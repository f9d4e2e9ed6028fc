"""Events: for every program, as many acts as visits, nested, with the profile's times; the same after sealing."""
import os
import shutil

import acts
import measured
import program
import tap

here = program.folder()
EVENTS = {"TRIPTYCH_EVENTS": "all", "TRIPTYCH_THROTTLE": "off"}


def run(name, *arguments, status=0, env=None, **options):
    """Runs it with events and checks what it left, raw and sealed."""
    what = " ".join([name, *map(str, arguments)])
    path = here / "a.tri"
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir()
    archive = measured.run(here, name, *arguments, status=status, archive="a.tri",
                           env={**EVENTS, "TRIPTYCH_ARCHIVE": path, **(env or {})}, **options)
    log = acts.Log(path)
    acts.check(log, what)
    sealed = acts.Log(path, seal=True)
    tap.check(sealed.text == log.text, f"{what}: sealed, all is the same")
    tap.check(not (path / "places").exists(), f"{what}: and the logs are gone")
    return archive, log


for name in ("paths", "jumps", "user", "threads", "processes", "io", "signals", "large"):
    measured.build(here, name)

run("paths")
_, log = run("jumps")
tap.check(any(act.flags & acts.LEFT for act in log.acts), "acts that a longjmp ended are marked")
run("user")
# pthread_cancel leaves frames that the sanitizers still believe in
for how in ("return", "exit") if program.SANITIZED else ("return", "exit", "cancel"):
    _, log = run("threads", 2, 5, how)
    tap.equal(len({act.lane for act in log.acts}), 11, f"threads {how}: a lane for each")
    tap.equal(sorted({act.trips for act in log.acts if act.kind == "LOOP"}), [1, 2, 3, 4, 5], f"threads {how}: trips of each")
_, log = run("threads", 1, 64)
tap.equal(sorted(act.activity for act in log.acts if act.kind == "EXEC"), sorted(f"0-{i}" for i in range(65)), "64 threads")
_, log = run("threads", 1, 3, "run")
tap.equal(sum(bool(act.flags & acts.OPEN) for act in log.acts if act.path == "/body"), 3, "threads that still ran: open acts")
_, log = run("processes", "fork")
tap.equal(log.count("/main/outer/inner/child"), 1 + 2 + 3, "forked processes log for themselves")
tap.check(any(act.flags & acts.CONTINUED for act in log.acts), "what a child did not begin is marked")
run("processes", "exec")
run("io")

# Millions of acts. A handler that interrupts a probe is measured below the region that begins or ends, outside of its time.
path = here / "signals.tri"
path.mkdir()
archive = measured.run(here, "signals", archive="signals.tri", env={**EVENTS, "TRIPTYCH_ARCHIVE": path})
nodes = [node for place in archive.places for node in place.nodes]
expected = {name: sum(node.count for node in nodes if node.region.name == name) for name in {node.region.name for node in nodes}}
for sealed in (False, True):
    if sealed:
        here.run(acts.PRINT_ACTS, "--seal", path, 0, 1)
    *lanes, damaged = here.run(os.environ["COUNT_ACTS"], path, "loose").out.splitlines()
    counts = {name: sum(int(number) for lane in lanes for name_, _, number in (word.rpartition("=") for word in lane.split()[1:])
                        if name_ == name) for name in expected}
    tap.equal((counts, damaged), (expected, "0"), f"signals, {'sealed' if sealed else 'raw'}: as many acts as visits")

depth = 500
_, log = run("large", "deep", depth)
levels = 10
run("large", "wide", levels)

for clock in ("monotonic", "cpu"):
    run("threads", 2, 3, env={"TRIPTYCH_CLOCK": clock})

for kinds in ("routines", "loops", "io", "routines,io"):
    path = here / "kinds.tri"
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir()
    here.run("./io", env={**EVENTS, "TRIPTYCH_EVENTS": kinds, "TRIPTYCH_ARCHIVE": path, "ASAN_OPTIONS": "detect_leaks=0"})
    acts.check_counts(acts.Log(path), kinds, kinds=kinds.split(","))

path = here / "off.tri"
path.mkdir()
here.run("./paths", env={"TRIPTYCH_ARCHIVE": path, "ASAN_OPTIONS": "detect_leaks=0"})
tap.equal([name for name in os.listdir(path / "places" / "0") if name.startswith("events")], [], "without events, no log")
tap.done()

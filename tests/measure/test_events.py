"""Events: for every program, as many acts as visits, nested, with the profile's times; the same after sealing."""
import os
import shutil

import acts
import measured
import program
import tap

here = program.folder()
EVENTS = {"TRIPTYCH_EVENTS": "all", "TRIPTYCH_THROTTLE": "off"}


def run(name, *arguments, status=0, env=None, nested=True, **options):
    """Runs it with events and checks what it left, raw and sealed."""
    what = " ".join([name, *map(str, arguments)])
    path = here / "a.tri"
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir()
    archive = measured.run(here, name, *arguments, status=status, archive="a.tri",
                           env={**EVENTS, "TRIPTYCH_ARCHIVE": path, **(env or {})}, **options)
    log = acts.Log(path)
    acts.check(log, what, nested=nested)
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
for how in ("return", "exit", "cancel"):
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
run("signals", nested=False)  # a handler that interrupts a probe is measured below the region that begins or ends
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

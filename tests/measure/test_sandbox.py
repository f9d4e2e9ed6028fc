"""A program whose filter of system calls (seccomp) kills it for any that it does not make itself: it runs on, measuring ends.
So does one that may not read the hardware counter any more."""
import measured
import program
import raw
import tap

here = program.folder()
SOURCE = measured.HERE / "programs" / "sandbox.c"
WHY = "the program restricts its system calls (seccomp)"
WHY_COUNTER = "the program makes the time-stamp counter unreadable (PR_SET_TSC)"

if program.SANITIZED:
    tap.skip("sandboxes", "a sanitizer makes system calls of its own")
    tap.done()
here.run("gcc", "-O1", "-pthread", SOURCE, "-o", "plain")
here.triptych("cc", "gcc", "-O1", "-pthread", SOURCE, "-o", "sandbox")


def check(how, why=WHY):
    if here.run("./plain", how, check=False).status != 0:
        tap.skip(how, "the kernel does not allow it here")
        return
    archive = here / f"{how}.tri"
    result = here.run("./sandbox", how, check=False, env={"TRIPTYCH_ARCHIVE": archive})
    tap.equal((result.status, result.out), (0, "done\n"), f"{how}: the program runs to its end")
    tap.check(result.err.count("\n") == 1 and why in result.err, f"{how}: one line says why measuring ends", result)
    run = raw.Archive(archive)
    place = run.places[0]
    tap.equal((place.state, place.why), (raw.STOPPED, why), f"{how}: so does the archive")
    found = {name: sum(node.count for node in run.nodes(name)) for name in ("main", "work", "late")}
    tap.equal(found, {"main": 1, "work": 8 if how == "threads" else 4, "late": 0}, f"{how}: what was measured before is kept")


for how in ("prctl", "seccomp", "strict", "threads"):
    check(how)
check("tsc", WHY_COUNTER)

result = here.run("./sandbox", "try", check=False, env={"TRIPTYCH_ARCHIVE": here / "try.tri"})
tap.equal((result.status, result.out, result.err), (0, "done\n", ""), "a program that only asks for filters is measured")
tap.equal(sum(node.count for node in raw.Archive(here / "try.tri").nodes("late")), 1, "to its end")
result = here.triptych("run", "-o", "run.tri", "./sandbox", "threads", check=False)
tap.check(result.status == 0 and result.out == "done\n" and WHY in result.err, "below triptych run, too", result)
tap.contains(" ".join(here.triptych("report", "run.tri").out.split()), WHY, "whose report says it")
tap.done()

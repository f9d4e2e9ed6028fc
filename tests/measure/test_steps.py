"""A signal handler with probes comes in at each instruction of the probes: every visit is counted, once."""
import measured
import program
import raw
import tap

here = program.folder()
if program.SANITIZED:
    tap.skip_all("a sanitizer runs signal handlers when it chooses")
measured.build(here, "stepped")
here.run("gcc", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", measured.HERE / "programs" / "step.c", "-o", "step")
SKIPPED, OVER = 77, 78
ENDED = 1
ROUTINES = ("handler", "routine", "leaf", "other", "third", "deep")


def check(what, archive):
    """Compares the archive with the hand count that the program printed."""
    printed, sent = archive.result.out.splitlines()
    handled, routine, leaf, other, third, deep, fresh, loop, trips, loops, all_trips = map(int, printed.split())
    counted = [archive.count(name) for name in ROUTINES]
    found = [handled, *counted, archive.count("fresh", "user")]
    expected = [int(sent), handled, routine, leaf, other, third, deep, fresh]
    for seq in (1, 2):
        found += [archive.count("", "loop", seq), archive.sum("trips", "", "loop", seq)]
    expected += [loop, trips, loops, all_trips]
    return found == expected or f"{what}: expected {expected}, got {found}"


def everywhere(name, **env):
    archive = measured.run(here, "step", "all", "./stepped", archive=f"{name}.tri",
                           env={**env, "TRIPTYCH_ARCHIVE": here / f"{name}.tri"})
    tap.equal(check(name, archive), True, f"{name}: every visit is counted, wherever the handler comes in")
    nodes = archive.nodes("", "loop", 2)
    tap.equal((min(node.trips_min for node in nodes), max(node.trips_max for node in nodes)), (2, 15),
              f"{name}: and the least and most trips are right")


def at_lane():
    """The visit with which a thread's lane begins is interrupted once in each run."""
    steps, wrong = 0, []
    while True:
        archive = f"lane{steps}.tri"
        (here / archive).mkdir()
        result = here.run("./step", steps, "./stepped", "lane", check=False, env={"TRIPTYCH_ARCHIVE": here / archive})
        if result.status == OVER:
            break
        found = raw.Archive(here / archive)
        lanes = [lane.state for place in found.places for lane in place.lanes]
        handled, _, leaf = map(int, result.out.split()[:3]) if result.status == 0 else (0, 0, 0)
        if (handled, found.count("leaf"), lanes) != (1, leaf, [ENDED] * 2):
            wrong.append((steps, result.status, handled, found.count("leaf"), leaf, lanes))
        steps += 1 + steps // 16
    tap.equal(wrong, [], "a lane begins once, and all is counted, wherever the handler comes in")
    tap.check(steps > 100, "the lane began between the marks", steps)


if here.run("./step", "0", "./stepped", "lane", check=False, env={"TRIPTYCH_ARCHIVE": here / "try.tri"}).status == SKIPPED:
    tap.skip_all("programs cannot be traced here")
everywhere("timed")
everywhere("counted", TRIPTYCH_COUNT="1")
at_lane()
tap.done()

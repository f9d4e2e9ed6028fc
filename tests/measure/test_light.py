"""Light regions: counted by the anchor around them, exactly, on every call path, however a visit ends."""
import os
import subprocess

import measured
import program
import tap

here = program.folder()
measured.build(here, "light")
number = 0
# a visit of the anchor: 12 visits of `inner` with 4, 5, 6, 4 ... trips, each with 5 of `tiny`; 6 of `small`
INNER, TRIPS, SMALL = 12, 60, 6
ALL = "/main/step/anchor"


class Node:
    def __init__(self, fields):
        (self.place, self.path, visits, trips, self.least, self.most, opened, left, timed, how, untimed, time) = fields
        self.visits, self.trips, self.open, self.left, self.untimed = (int(x) for x in (visits, trips, opened, left, untimed))
        self.timed, self.time = int(timed), int(time)
        self.how = set(how.split(",")) - {""}


def nodes(path, *options):
    lines = here.run(os.environ["PRINT_NODES"], *options, path).out.splitlines()
    tap.equal([line for line in lines if line.startswith("damage") and line != "damage\t"], [], f"{path}: nothing is damaged")
    found = {}
    for line in lines:
        if not line.startswith("damage"):
            node = Node(line.split("\t"))
            found.setdefault((node.place, node.path), []).append(node)
    return found


def archive_name():
    global number
    number += 1
    return "light.tri" if number == 1 else f"light.{number}.tri"


def run(how, *arguments, status=0, **env):
    name = archive_name()
    result = here.run("./light", how, *arguments, check=False, env={"ASAN_OPTIONS": "detect_leaks=0", **env})
    tap.equal(result.status, status, f"{how}: status")
    return nodes(name), name


def counts(found, path, place="0"):
    """Visits and trips of all lanes."""
    return (sum(node.visits for node in found.get((place, path), [])), sum(node.trips for node in found.get((place, path), [])))


def expect(found, visits, what, place="0", above=ALL):
    tap.equal([counts(found, above + below, place) for below in ("", "/inner", "/inner/tiny", "/small", "/small/few")],
              [(visits, 12 * visits), (INNER * visits, TRIPS * visits), (TRIPS * visits, 5 * TRIPS * visits),
               (SMALL * visits, 0), (SMALL * visits, 3 * SMALL * visits)], f"{what}: visits and trips")


def one(found, path, place="0"):
    return found[(place, path)][0]


for env in ({"TRIPTYCH_COUNT": "1"}, {}, {"TRIPTYCH_CLOCK": "cpu"}, {"TRIPTYCH_EVENTS": "all"}):
    found, name = run("return", **env)
    what = " ".join(f"{key}={value}" for key, value in env.items()) or "with times"
    expect(found, 10, what)
    tap.equal((one(found, ALL + "/inner").least, one(found, ALL + "/inner").most), ("4", "6"), f"{what}: least and most")
    tap.equal((one(found, ALL + "/small/few").least, one(found, ALL + "/small/few").most), ("3", "3"), f"{what}: the same")
    tap.equal(one(found, ALL + "/inner").timed, 0 if "TRIPTYCH_COUNT" in env else 1, f"{what}: the loop inside is timed")
    tap.equal(one(found, ALL + "/inner/tiny").how, {"light", "visits", "trips"}, f"{what}: what is derived is said to be")
    tap.equal(one(found, ALL + "/small").how, {"light"}, f"{what}: what is counted without a probe")
    tap.equal([one(found, ALL + below).timed for below in ("/small", "/inner/tiny")], [0, 0], f"{what}: has no time")
    # its 40 sums take three records: 1 x 1 + 2 x 1 visits, 1 x 39 + 2 x 39 trips
    tap.equal(counts(found, "/main/wide/tiny"), (3, 117), f"{what}: an anchor with many values")
    sealed = nodes(name, "--seal")
    tap.equal({key: [vars(node) for node in all] for key, all in sealed.items()},
              {key: [vars(node) for node in all] for key, all in found.items()}, f"{what}: the same when it is sealed")

# after many short visits the loop inside is timed in few visits of the anchor: all are counted
found, _ = run("return", "5000")
expect(found, 5000, "many visits")
inner = one(found, ALL + "/inner")
# (With a sanitizer on a slow machine, no visit is short.)
slow = program.SANITIZED and not inner.untimed
tap.check(slow or (0 < inner.untimed < INNER * 5000 and "light" in inner.how), "most of them without a probe")
tap.check(slow or inner.timed == 2 or "short" in inner.how, "their time is estimated, or said to be too short")
found, _ = run("return", "5000", TRIPTYCH_THROTTLE="off")
tap.equal((one(found, ALL + "/inner").untimed, one(found, ALL + "/inner").timed), (0, 1), "--throttle off: all are timed")

found, _ = run("threads")
expect(found, 10, "threads: the first")
expect(found, 30, "threads: the others", above="/step/anchor")

found, _ = run("jump", TRIPTYCH_COUNT="1")
jumped = "/main/busy/step/anchor"
tap.equal(counts(found, jumped + "/inner"), (INNER, TRIPS), "longjmp: what the visit left behind is not known")
# the tally of the visit that was jumped over goes to the next anchor that ends around it: none
tap.equal(one(found, jumped).left, 1, "longjmp: that it was left is")
tap.check("least" in one(found, jumped + "/inner").how, "longjmp: so there may be more")
tap.check("least" not in one(found, ALL + "/inner").how, "longjmp: not elsewhere")

for how, status in (("exit", 0), ("kill", -9)):
    found, _ = run(how, status=status, TRIPTYCH_COUNT="1")
    expect(found, 10, how)
    middle = "/main/anchor"
    tap.equal(counts(found, middle + "/inner"), (7, 35), f"{how}: what was published is there")
    tap.equal(counts(found, middle + "/inner/tiny"), (35, 175), f"{how}: and what is derived from it")
    tap.check("least" in one(found, middle + "/inner/tiny").how, f"{how}: at least")

found, _ = run("fork", TRIPTYCH_COUNT="1")
tap.equal(counts(found, "/main/anchor/inner"), (7, 35), "fork: the visit around it is the parent's")
tap.equal(counts(found, "/main/anchor/inner", "1"), (0, 0), "fork: and not the child's")
tap.check("least" in one(found, "/main/anchor/inner", "1").how, "fork: which knows that it does not know")
expect(found, 1, "fork: what the child begins itself", "1")

name = archive_name()
running = here.start("./light", "wait", stdout=subprocess.PIPE, env={**os.environ, "TRIPTYCH_COUNT": "1"})
running.stdout.readline()
found = nodes(name)
expect(found, 10, "while it runs")
tap.equal(counts(found, "/main/anchor/inner"), (7, 35), "while it runs: what was published")
running.kill()
running.wait()

found, _ = run("return", TRIPTYCH_COUNT="1", TRIPTYCH_EXCLUDE="step")
tap.equal(sorted(path for _, path in found), ["/main", "/main/small", "/main/small/few", "/main/wide"],
          "an anchor that is not wanted counts light regions that are")
tap.equal(counts(found, "/main/small/few"), (60, 180), "and all of them")
found, _ = run("return", TRIPTYCH_COUNT="1", TRIPTYCH_ONLY="small")
tap.equal(sorted(path for _, path in found), ["/small", "/small/few"], "--only a light region")
found, _ = run("return", TRIPTYCH_COUNT="1", TRIPTYCH_EXCLUDE="small")
tap.equal(sorted(path for _, path in found if "small" in path), [], "--exclude a light region")

# what the report and the query language say of them
found, name = run("return")
report = here.report(name)
rows = {row["name"]: row for table in ("routines",) for row in report[table]}
loops = {row["label"]: row for row in report["loops"]}
reasons = {row["name"]: row["reason"] for row in report["untimed"]}
tap.equal((rows["small"]["visits"], rows["small"]["time_ns"], rows["small"]["untimed"]), (60, None, 60), "a light routine has no time")
tap.equal(reasons["small"], "counted, not timed: its time is in loop 1 anchor of step", "and it is said which has it")
tap.equal(reasons["few"], "derived: its time is in loop 1 anchor of step", "what is derived is said to be")
tap.equal((loops["few"]["trips"], loops["few"]["derived"], loops["few"]["visits_at_least"]), (180, True, False), "its trips")
tap.equal((loops["inner"]["time_ns"] is not None, loops["inner"]["estimated"]), (True, False), "a loop that is always timed")
step = rows["step"]
tap.equal(step["exclusive_ns"], step["time_ns"], "a routine's exclusive time includes its loops: it calls nothing that is timed")
tap.check(0 < step["loops_ns"] <= step["exclusive_ns"], "which are shown beside it", step)
tap.equal(loops["anchor"]["exclusive_ns"] + loops["inner"]["exclusive_ns"], step["loops_ns"], "and are the sum of theirs")
text = here.triptych("report", name, "--width", "120").out
tap.contains(text, "  counted, not timed: its time is in loop 1 anchor of step", "as text")
asked = here.triptych("query", name, "--csv", "nodes.filter(n -> n.light).groupBy(n -> n.derived).sum(n -> n.visits)").out
tap.equal(sorted(asked.split()), ["derived,sum", "false,63", "true,660"], "the query language knows them")

found, name = run("kill", status=-9)
text = here.triptych("report", name, "--tree", "--min-percent", "0", env={"LC_ALL": "C.UTF-8"}).out
tap.contains(text, "≥35", "visits that are not all known are marked")
tap.contains(text, "≥ of visits: a lower bound; the visit that counts them has not ended, or not by itself.", "and it is said why")

# visits that take much longer than reading the clock, but far less than the limit of throttling
found, name = run("return", "2000", "300", TRIPTYCH_THROTTLE="100,1000000")
inner = {row["label"]: row for row in here.report(name)["loops"]}["inner"]
tap.equal((inner["estimated"], inner["visits"], 0 < inner["untimed"] < inner["visits"]), (True, INNER * 2000, True), "an estimated time")
text = here.triptych("report", name, "--loops", env={"LC_ALL": "C.UTF-8"}).out
tap.contains(text, "~: estimated from the visits that were timed.", "is marked")
tap.contains(" ".join(text.split()), "`triptych run --throttle off` times all.", "and what times all visits is named")

# of what was called often, the first visits on another call path are timed: they may be longer
found, name = run("elsewhere", "2000", "300", TRIPTYCH_THROTTLE="100,1000000000")
other = "/main/busy/step"
expect(found, 10, "another call path", above=other + "/anchor")
tap.equal([(one(found, path).untimed > 0, one(found, path).timed) for path in ("/main/step", ALL, ALL + "/inner")], [(True, 2)] * 3,
          "estimated where most visits are")
tap.equal((one(found, other).untimed, one(found, other).timed), (0, 1), "another call path: its first visits are timed")
tap.equal((one(found, other + "/anchor").untimed, one(found, other + "/anchor").timed), (0, 1), "another call path: of an anchor, too")
inner = one(found, other + "/anchor/inner")
tap.check(inner.visits - inner.untimed >= 16 and inner.timed == 2, "another call path: and of the loops inside it", vars(inner))
# a leaf is counted when its visit has ended: of a single one nothing else is known
leaf = one(found, "/main/busy/leaf")
tap.equal((leaf.visits, leaf.untimed, leaf.timed), (1, 1, 0), "a single visit of a leaf is only counted")
row = {row["name"]: row for row in here.report(name)["routines"]}["leaf"]
tap.equal((row["visits"], row["time_at_least"], row["time_ns"] > 0), (2001, True, True), "so the time of the leaf is one at least")
text = here.triptych("report", name, "--routines", "--notes", "--width", "200", env={"LC_ALL": "C.UTF-8"}).out
tap.check([line for line in text.splitlines() if line.startswith("leaf ") and " 2,001 " in line and "≥" in line and "~" not in line],
          "it is marked so", text)
tap.contains(text, "≥ of seconds: a lower bound; on some call paths no visit was timed.", "and it is said why")
tap.contains(text, "; 1 not included: it is on a call path where none was timed", "and how many visits that are")
tap.done()

"""Counts, trips and call paths of a program whose every number is known by hand."""
import measured
import program
import tap

here = program.folder()
measured.build(here, "paths")


def expect(archive, timed):
    tap.equal(archive.count("main"), 1, "main ran once")
    tap.equal(archive.count("fact"), 10, "fact(10) has ten visits")
    tap.equal(len(archive.nodes("fact")), 10, "each depth of a recursion is a call path of its own")
    tap.equal(archive.count("find"), 120, "find was called 120 times")
    # find(i) leaves after i + 1 trips; from 100 on it runs to the end
    loop = next(node for node in archive.nodes("", "loop") if node.parent.region.name == "find")
    tap.equal((loop.count, loop.trips), (120, sum(range(1, 101)) + 20 * 100), "trips of a loop left by return")
    tap.equal((loop.trips_min, loop.trips_max), (1, 100), "smallest and largest trips")
    outer, inner = archive.nodes("", "loop", 1), archive.nodes("", "loop", 2)
    outer = next(node for node in outer if node.parent.region.name == "grid")
    tap.equal((outer.count, outer.trips, outer.trips_min, outer.trips_max), (3, 3 + 4, 0, 4), "the outer loop left by goto")
    tap.equal((inner[0].count, inner[0].trips), (3 + 4, 3 * 7 + 3 * 10 + 6), "the inner loop left by goto")
    tap.equal(archive.count("c"), 50 * 4, "c was called on four paths")
    paths = sorted(node.path() for node in archive.nodes("c"))
    tap.equal(paths, ["main//a/b/c", "main//a/c", "main//b/c", "main//c"], "each path has its node")
    tap.equal({node.count for node in archive.nodes("c")}, {50}, "with its count")
    tap.equal(archive.open_paths(), [], "nothing is open after the end")
    main = archive.nodes("main")[0]
    if timed:
        children = sum(node.time for node in archive.places[0].nodes if node.parent is main)
        tap.check(0 < children <= main.time, "main's time covers its children's", f"{children} of {main.time}")
        tap.check(all(node.min <= node.max <= node.time for node in archive.places[0].nodes), "min <= max <= sum")
    else:
        tap.equal(sum(node.time for node in archive.places[0].nodes), 0, "no times are taken")


expect(measured.run(here, "paths"), timed=True)
expect(measured.run(here, "paths", env={"TRIPTYCH_COUNT": 1}, archive="paths.2.tri"), timed=False)
for clock, file in (("cpu", "paths.3.tri"), ("monotonic", "paths.4.tri")):
    archive = measured.run(here, "paths", env={"TRIPTYCH_CLOCK": clock}, archive=file)
    expect(archive, timed=True)
tap.equal(measured.run(here, "paths", env={"TRIPTYCH": "off"}).result.err, "", "switched off, nothing is said")
tap.check(not (here / "paths.5.tri").exists(), "and no archive is made")
place = archive.places[0]
tap.check(place.costs[0] > 0 and place.costs[1] > place.costs[2] > 0, "the cost of a probe is known", place.costs)

# Regions that are visited in an irregular order: most visits search for their node.
measured.build(here, "siblings")
VISITED = ["a", "b", "leaf", "", "nest", "main"]


def below(archive, caller):
    """The visits of each region directly below a caller."""
    counts = {node.path(): node.count for node in archive.places[0].nodes if node.region}
    return [counts[f"main/{caller}/{name}"] for name in VISITED]


for number, (env, how) in enumerate([({"TRIPTYCH_COUNT": 1}, "counted"), ({"TRIPTYCH_THROTTLE": "100,1000000000"}, "sampled"),
                                     ({"TRIPTYCH_THROTTLE": "off"}, "timed")]):
    archive = measured.run(here, "siblings", env=env, archive="siblings.tri" if number == 0 else f"siblings.{number + 1}.tri")
    printed = [int(word) for word in archive.result.out.split()]
    tap.equal(below(archive, "first") + below(archive, "second"), printed, f"{how} visits in irregular order are exact")
    loops = [node for node in archive.nodes("", "loop") if node.count]
    tap.equal([node.trips for node in loops], [2 * node.count for node in loops], "with the trips of each visit")
    tap.equal(len(archive.places[0].nodes), 1 + 2 + 2 * len(VISITED), "and each call path has one node")
tap.done()

"""Deep stacks, millions of nodes, ten thousand threads, closed descriptors: no limits met."""
import measured
import program
import raw
import tap

here = program.folder()
large = dict(timeout=300)
measured.build(here, "large")
deep = 5000 if program.SANITIZED else 100000
archive = measured.run(here, "large", "deep", deep)
tap.equal((archive.count("deep"), len(archive.nodes("deep"))), (2 * deep, deep), f"a stack {deep} deep")

levels = 12 if program.SANITIZED else 20
archive = measured.run(here, "large", "wide", levels, archive="large.2.tri", **large)
nodes = archive.places[0].nodes
tap.equal(len(nodes), 2 ** (levels + 1) - 2 + 1, "two million call paths, each with its node")
tap.check(all(node.count == 1 for node in nodes), "each visited once")

archive = measured.run(here, "large", "flat", 20000, archive="large.3.tri", **large)
tap.equal(len(archive.nodes("one of many")), 20000, "twenty thousand regions below one node")
tap.check(all(node.count == 3 for node in archive.nodes("one of many")), "each visited three times")

measured.build(here, "threads")
waves, width = (20, 20) if program.SANITIZED else (100, 100)
archive = measured.run(here, "threads", waves, width, **large)
place = archive.places[0]
tap.equal(len(place.lanes), 1 + waves * width, "a lane for each of ten thousand threads")
tap.check(len(place.files) <= width + 1, "and as many files as there were threads at a time", len(place.files))
tap.equal(archive.count("body"), waves * width, "each ran its body once")
tap.equal(archive.sum("trips", "", "loop"), waves * width * (width + 1) // 2, "trips of all threads")
tap.equal(archive.count("leaf"), waves * width * (width + 1) // 2, "calls of all threads")
tap.equal(sum(lane.state for lane in place.lanes), 1 + waves * width, "all lanes have ended")

measured.build(here, "early")
archive = measured.run(here, "early")
tap.equal(archive.count("before"), 1, "a probe in a constructor")
tap.equal(archive.count("after"), 1, "a probe in an exit handler")
tap.equal(archive.count("deep"), 5000, "a profile grows after the program closed all descriptors")
tap.done()

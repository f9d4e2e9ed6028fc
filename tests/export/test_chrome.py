"""triptych export --to chrome: every event, in the documented format."""
import collections
import json
import os

import chrome_format
import program
import sample
import tap

here = program.folder()
sample.write(here, "ranks.tri", "ranks", "sealed")
sample.write(here, "raw.tri", "ranks")
here.run(os.environ["WRITE_TRACE"], "random.tri")

ranks = here.triptych("export", "ranks.tri", "--to", "chrome").out
tap.equal(ranks, sample.golden("ranks.chrome.json", ranks), "two ranks as they should be")
raw = here.triptych("export", "raw.tri", "--to", "chrome").out
tap.equal(json.loads(raw)["traceEvents"], json.loads(ranks)["traceEvents"], "the same before sealing")

# The validator finds what is wrong.
for change in ({"ph": "Y"}, {"ts": "1"}, {"dur": -1}, {"tid": True}, {"extra": 1}, {"dur": 1e9}, {"pid": 99}):
    trace = json.loads(ranks)
    visits = [event for event in trace["traceEvents"] if event["ph"] == "X"]
    visits[2].update(change)
    tap.check(chrome_format.check(trace), f"the format forbids {change}", "")

for name in ("ranks", "raw", "random"):
    trace = json.loads(here.triptych("export", f"{name}.tri", "--to", "chrome").out)
    tap.equal(chrome_format.check(trace), [], f"{name} is as the format says")


def visits_of(archive):
    """(name, start, duration, bytes) of all events, as queries tell them."""
    asked = "events.map(e -> {name: e.name, start: e.startTime, long: e.duration, bytes: e.bytes})"
    rows = [json.loads(line) for line in here.triptych("query", archive, "--json", asked).out.splitlines()]
    return collections.Counter((row["name"], row["start"], row["long"], row["bytes"]) for row in rows)


def exported_of(archive):
    events = [event for event in json.loads(here.triptych("export", archive, "--to", "chrome").out)["traceEvents"]
              if event["ph"] == "X"]
    return collections.Counter((event["name"].split(" of ")[0], chrome_format.nanoseconds(event["ts"]),
                                chrome_format.nanoseconds(event["dur"]), event["args"].get("bytes"))
                               for event in events)


tap.equal(exported_of("ranks.tri"), visits_of("ranks.tri"), "all events are there, to the nanosecond")
here.write("raw.tri/run.json", '{"triptych": "1", "command": ["ring"], "start_ns": 999000000}')
tap.equal(exported_of("raw.tri"), visits_of("raw.tri"), "times count from the start of the run, as in queries")

sample.write(here, "profile.tri")
refused = here.triptych("export", "profile.tri", "--to", "chrome", "-o", "profile.json", check=False)
tap.equal(refused.status, 1, "a profile alone has no events")
tap.check("no events" in refused.err and "--events" in refused.err, "what to do is said", refused.err)
tap.check(not (here / "profile.json").exists(), "and nothing is left")
tap.done()

"""Events that were dropped, at a limit or by a ring: how many, where and when is said with every number that they
touch, what a lane did then is unknown, and messages are matched within what is kept."""
import json
import re

import mpi
import program
import tap

if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
here = program.folder()
EACH = 8000  # messages in each direction


def ask(archive, query):
    result = here.triptych("query", archive, "--json", query)
    return [json.loads(line) for line in result.out.splitlines()], result.err


def count(archive, query):
    return ask(archive, query)[0][0]["count"]


def timeline(archive):
    return json.loads(here.triptych("show", archive, "timeline", "--format", "json").out)["displays"][0]


def check_timeline(archive, name):
    lanes, _ = ask(archive, "lanes.map(l -> {start: l.startTime, end: l.finishTime, from: l.droppedFrom, to: l.droppedTo})")
    data = timeline(archive)
    tap.check(all(lane["from"] < lane["to"] for lane in lanes), f"{name}: the lanes know when", lanes)
    for lane, known in zip(data["lanes"], lanes):
        inside = [bar for bar in lane["bars"] if bar["start_ns"] < known["to"] and bar["end_ns"] > known["from"] and
                  bar["class"] != "unknown" and bar["end_ns"] - bar["start_ns"] > data["length_ns"] // 50]
        tap.equal(inside, [], f"{name}: nothing is drawn there but what is unknown")
        tap.check(any(bar["class"] == "unknown" and bar["region"] is None for bar in lane["bars"]), f"{name}: which is drawn")
        tap.equal(lane["time_ns"]["unknown"], known["to"] - known["from"], f"{name}: the sum of what is unknown")
        tap.equal(sum(lane["time_ns"].values()), known["end"] - known["start"], f"{name}: with the rest it is all of the time")
    return data


def check(mpi_name, binary, keep, more=()):
    name, archive = f"{mpi_name}, --keep {keep}{' '.join(('', *more))}", "d.tri"
    ran = here.triptych("run", "--force", "-o", archive, "--events=comm", "--max-size", "64K", "--keep", keep, "--no-samples",
                        *more, f"mpirun.{mpi_name}", "-n", 2, binary, EACH, env=mpi.ENV)
    said = re.search(r"([0-9,]+) events were dropped \((.*?)\): ([0-9,]+) of rank 0 from [0-9.]+ \S+ to [0-9.]+ \S+, "
                     r"([0-9,]+) of rank 1 from ", ran.err)
    tap.check(said, f"{name}: the run says how many, where and when", ran.err)
    dropped = [int(said[i].replace(",", "")) for i in (1, 3, 4)] if said else [0, 0, 0]
    tap.equal(dropped[0], dropped[1] + dropped[2], f"{name}: the sum of the ranks")
    visits = ask(archive, "nodes.filter(n -> n.type == COMM || n.type == CLOCK).sum(n -> n.visits)")[0][0]["sum"]
    tap.equal(count(archive, "events.filter(e -> e.type == COMM || e.type == CLOCK).count()") + dropped[0], visits,
              f"{name}: what was logged and what was dropped are all")
    data = check_timeline(archive, name)
    words = said[0][:-len(" from ")] if said else "?"
    tap.contains(data["missing"], words, f"{name}: the timeline says it")
    tap.contains(" ".join(here.triptych("show", archive, "timeline", env={"COLUMNS": "80"}).out.split()), words, f"{name}: in a terminal, too")
    for query, touched in ("events.count()", True), ("messages.sum(m -> m.bytes)", True), ("nodes.count()", False):
        tap.equal(words in ask(archive, query)[1], touched, f"{name}: {query} {'says' if touched else 'need not say'} it")
    report = " ".join(here.triptych("report", archive).out.split())
    tap.contains(report, f"{words} from", f"{name}: the report says it")
    tap.contains(report, "they are missing in this table", f"{name}: at each table that is made of events")
    classes = json.loads(here.triptych("show", archive, "utilisation", "overall-what-when", "--format", "json").out)["displays"][0]
    tap.check("unknown" in [row["class"] for row in classes["rows"]], f"{name}: a class of its own", classes["rows"])
    return archive


for mpi_name in mpi.INSTALLED:
    binary = mpi.build(here, mpi_name, "dropped.c")
    if mpi_name == mpi.INSTALLED[0]:
        check(mpi_name, binary, "first")
    for more in [()] if mpi_name == mpi.INSTALLED[0] else [("--no-seal",)]:
        archive = check(mpi_name, binary, "last", more)
        both, _ = ask(archive, "messages.filter(m -> present(m.send) && present(m.receive)).groupBy(m -> m.sourceRank).count()")
        ends = {rank: [count(archive, f'events.filter(e -> e.name == "{call}" && e.rank == {who}).count()')
                       for call, who in (("MPI_Send", rank), ("MPI_Recv", 1 - rank))] for rank in (0, 1)}
        tap.equal({row["sourceRank"]: row["count"] for row in both}, {rank: min(of) for rank, of in ends.items() if min(of)},
                  f"{mpi_name}, --keep last: messages are matched within what is kept")
tap.done()

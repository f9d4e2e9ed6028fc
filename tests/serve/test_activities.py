"""Activities of ranks are RANK-N, whatever the numbers of their places are: page, query, export and filters say the same."""
import ast
import json
import struct

import mpi
import program
import tap
import view

if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
RANKS = 3
here = program.folder()
name = mpi.INSTALLED[0]
ring = mpi.build(here, name, "ring.c")


def record(archive, *options):
    """Rank 0 begins last, so that its place most likely has the largest number."""
    here.triptych("run", "-q", "-o", archive, "--events=all", *options, f"mpirun.{name}", "-n", 1, "sh", "-c", f"sleep 1; exec {ring}", ":",
                  "-n", RANKS - 1, ring, env=mpi.ENV)


def ask(archive, query):
    return [json.loads(line) for line in here.triptych("query", "--json", archive, query).out.splitlines()]


record("a.tri")
ranks = [row["rank"] for row in ask("a.tri", "places.map(p -> {p.rank})")]
tap.equal(sorted(rank for rank in ranks if rank is not None), list(range(RANKS)), "three ranks were measured")
# The numbers of the places are turned round, so that they differ from the ranks in any case.
table = here / "a.tri/tables/places.npy"
data = bytearray(table.read_bytes())
head = 10 + int.from_bytes(data[8:10], "little")
columns = ast.literal_eval(data[10:head].decode())["descr"]
sizes = [int(kind[2:]) for _, kind in columns]
column = [called for called, _ in columns].index("number")
for row, rank in enumerate(ranks):
    if rank is not None:
        struct.pack_into("<I", data, head + row * sum(sizes) + sum(sizes[:column]), 100 + RANKS - rank)
table.write_bytes(data)
(here / "a.tri/manifest").unlink()  # it has the checksum of what was written

names = {f"{rank}-0" for rank in range(RANKS)}
rows = ask("a.tri", "events.filter(e -> present(e.rank)).groupBy(e -> {e.activityNumber, e.rank, e.execPlace}).count()")
tap.equal({(row["activityNumber"], row["rank"], row["execPlace"]) for row in rows}, {(f"{rank}-0", rank, 100 + RANKS - rank) for rank in range(RANKS)},
          "query: the rank, not the place's number")
tap.equal({row["activityNumber"] for row in ask("a.tri", "lanes.filter(l -> present(l.place.rank)).map(l -> {l.activityNumber})")}, names, "query: of lanes")
tap.equal({row["activityNumber"] for row in ask("a.tri", "activities.filter(a -> present(a.place.rank)).map(a -> {a.activityNumber})")}, names, "query: of activities")
server = view.Server(here, "a.tri")
activities = {one["id"] for one in server.json("/api/0/activities")["activities"]}
tap.equal({one for one in activities if not one.startswith("p")}, names, "page: the same names")
lanes = server.json("/api/0/tables")["lanes"]
tap.equal({label.replace(".", "-") for label in lanes["label"] if not label.startswith("p")}, names, "page: as its lanes")
server.end()

for condition in ('e -> e.activityNumber == "1-0"', 'e -> e.activityNumber != "0-0"', 'e -> e.activityNumber in ["0-0", "2-0"]'):
    record("f.tri", "--force", "--filter", condition)
    began = 'e.name in ["MPI_Init", "main"]'
    count = [ask(archive, f"{chain}.filter(e -> !({began})).groupBy(e -> {{e.rank}}).count()") for archive, chain in (("f.tri", "events"), ("a.tri", f"events.filter({condition})"))]
    tap.equal(*[sorted((row["rank"], row["count"]) for row in rows) for rows in count], f"{condition}: the events that a query finds")
# Each rank first runs a program without MPI, which begins before all ranks and so has one of the lowest place numbers.
here.write("plain.c", "#include <stdio.h>\nvoid say(void) { puts(\"plain\"); }\nint main(void) { say(); return 0; }\n")
here.triptych("cc", program.CC, "plain.c", "-o", "plain")
for condition, expected in (("", True), ('e -> e.activityNumber == "0-0"', False), ('e -> e.activityNumber in ["0-0", "1-0"]', False), ('e -> e.activityNumber != "0-0"', True)):
    here.triptych("run", "-q", "-o", "m.tri", "--force", "--events=all", *(["--filter", condition] if condition else []), f"mpirun.{name}", "-n", 2, "sh", "-c", f"{here / 'plain'}; exec {ring}", env=mpi.ENV)
    kept = ask("m.tri", 'events.filter(e -> e.name == "say").groupBy(e -> {e.activityNumber}).count()')
    tap.equal(bool(kept), expected, f"a program without MPI beside ranks, {condition or 'no filter'}: {'its events are kept' if expected else 'it is no rank'}")
    tap.check(all(row["activityNumber"].startswith("p") for row in kept), "it is named by its place", kept)
wrong = here.triptych("run", "--filter", 'e -> e.activityNumber == "p0-0"', "true", check=False)
tap.check(wrong.status == 2 and "Use execPlace and activity.number" in wrong.err, "a filter on a process that is no rank says what to do", wrong.err)
tap.done()

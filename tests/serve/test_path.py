"""The path that the data of a message travelled, in a pipeline of ranks: messages and a broadcast, before and after it."""
import json

import mpi
import program
import tap
import view

if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
RANKS, ROUNDS = 4, 3
here = program.folder()
name = mpi.INSTALLED[0]
binary = mpi.build(here, name, "pipeline.c")
here.triptych("run", "-q", "-o", "p.tri", "--events=all", f"mpirun.{name}", "-n", RANKS, binary, env=mpi.ENV)
rows = [json.loads(line) for line in
        here.triptych("query", "--json", "p.tri", "messages.sorted(m -> m.startTime).map(m -> {m.row, m.sourceRank, m.targetRank, m.tag, m.startTime, m.finishTime, m.bytes})").out.splitlines()]
server = view.Server(here, "p.tri")
tables = server.json("/api/0/tables")
rank_of = tables["places"]["rank"]


def path(message):
    answer = server.json("/api/0/path", message=message["row"])
    tap.check(not answer["cut"], "the path is whole")
    return answer["hops"]


def steps(hops):
    """Distance, sender and receiver of each step; a broadcast has no row."""
    return [(hop["distance"], rank_of[hop["from"]], rank_of[hop["to"]], hop["message"] is not None) for hop in hops]


def call(region):
    return tables["regions"]["name"][region], tables["regions"]["line"][region]


tap.equal(len(rows), ROUNDS * RANKS + 1, "all messages were logged")
pipe = [[row for row in rows if row["tag"] == 7 and row["sourceRank"] == rank] for rank in range(RANKS - 1)]
broadcast = [(RANKS - 1, rank, False) for rank in range(RANKS - 1)]
sent_on = (1, 2, True)
for which in range(ROUNDS):
    chain = [(rank, rank + 1, True) for rank in range(RANKS - 1)]
    for rank in range(RANKS - 1):
        wanted = [(at - rank, *hop) for at, hop in enumerate(chain)]
        if which == ROUNDS - 1:  # the last block is broadcast, and rank 1 sends it on
            wanted += [(RANKS - 1 - rank, *hop) for hop in broadcast] + [(RANKS - rank, *sent_on)]
        tap.equal(steps(path(pipe[rank][which])), wanted, f"round {which}: the block that rank {rank} sends")
hops = path(pipe[1][0])
tap.equal([(hop["sent"], hop["received"], hop["bytes"]) for hop in hops], [(pipe[rank][0]["startTime"], pipe[rank][0]["finishTime"], 800) for rank in range(3)],
          "times and sizes are those of the messages")
tap.equal({(hop["data"], hop["received_data"]) for hop in hops}, {("own->block (pipe)", "&own->block[0] (pipe)")}, "the variables, as the source writes them, and whose they are")
tap.equal({(call(hop["send"])[0], call(hop["receive"])[0]) for hop in hops}, {("MPI_Send", "MPI_Recv")}, "the calls")
last = next(row for row in rows if row["tag"] == 11)
hops = path(last)
tap.equal(steps(hops), [(-4, 0, 1, True), (-3, 1, 2, True), (-2, 2, 3, True), (-1, 3, 1, False), (0, 1, 2, True)], "what was broadcast before it was sent")
tap.equal(call(hops[3]["send"])[0], "MPI_Bcast", "the broadcast is named")
tap.equal([steps(path(row)) for row in rows if row["tag"] == 9], [[(0, 0, RANKS - 1, True)]] * ROUNDS, "other data have their own path")
listed = server.json("/api/0/path", list=1)
tap.equal((listed["looked_at"], listed["messages"]), (len(rows), len(rows)), "the list has all of few messages")
own = [next(hop["message"] for hop in one["hops"] if hop["distance"] == 0) for one in listed["paths"]]
tap.equal(listed["paths"], [server.json("/api/0/path", message=message) for message in own], "the same paths")
tap.equal((server.json("/api/0/path", list=1, most=1)["looked_at"], server.ask("/api/0/path?list=1&most=0")[0]), (1, 400), "fewer of them")
for wrong in ("", "?message=x", f"?message={len(rows)}", "?message=-1"):
    tap.equal(server.ask(f"/api/0/path{wrong}")[0], 400, f"path{wrong}: refused")
server.end()
tap.done()

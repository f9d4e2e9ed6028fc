"""triptych show of programs with MPI: what it counts is what the program sends, by formula, in both MPIs."""
import json

import mpi
import program
import tap

RANKS = 4
here = program.folder()
# Rank r sends r + 1 messages of 100 (r + 1) bytes to the next one, half of them by MPI_Ssend; rank 0 broadcasts 64 bytes.
here.write("turn.c", r"""
#include <mpi.h>
int main(int argc, char **argv)
{
    static char out[4096], in[4096];
    int rank, size;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int from = (rank + size - 1) % size, to = (rank + 1) % size;
    for (int i = 0; i <= rank || i <= from; i++) {
        if (i <= from)
            MPI_Irecv(in, sizeof in, MPI_CHAR, from, i, MPI_COMM_WORLD, &request);
        if (i <= rank && i % 2)
            MPI_Ssend(out, 100 * (rank + 1), MPI_CHAR, to, i, MPI_COMM_WORLD);
        else if (i <= rank)
            MPI_Send(out, 100 * (rank + 1), MPI_CHAR, to, i, MPI_COMM_WORLD);
        if (i <= from)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Bcast(out, 64, MPI_CHAR, 0, MPI_COMM_WORLD);
    return MPI_Finalize();
}
""")
sent = {(f"{rank}.0", name): count for rank in range(RANKS)
        for name, count in (("MPI_Send", (rank + 2) // 2), ("MPI_Ssend", (rank + 1) // 2)) if count}
matrix = [[100 * (rank + 1) ** 2 if to == (rank + 1) % RANKS else 0 for to in range(RANKS)] for rank in range(RANKS)]


def by_lane(data):
    return {(column["label"], row["label"]): value for row, values in zip(data["rows"], data["values"])
            for column, value in zip(data["columns"], values) if value}


for name in mpi.INSTALLED:
    here.run(f"mpicc.{name}", "-g", "turn.c", "-o", f"turn.{name}")
    run = mpi.run(here, name, RANKS, f"./turn.{name}", events=True)

    def show(*words):
        return json.loads(here.triptych("show", run.path, *words, "--format", "json").out)["displays"]

    of_mine = show("comm", "what-where", "--measure", "sent")[0]
    tap.equal(by_lane(of_mine), {**sent, ("0.0", "MPI_Bcast"): 1}, f"{name}: messages sent, by lane and kind")
    got = show("comm", "what-where", "--measure", "received")[0]
    tap.equal(by_lane(got), {**{(f"{(int(lane[0]) + 1) % RANKS}.0", kind): count for (lane, kind), count in sent.items()},
                             **{(f"{rank}.0", "MPI_Bcast"): 1 for rank in range(1, RANKS)}}, f"{name}: received")
    data = show("comm", "what-when", "--measure", "bytes-sent", "--by", "size")[0]
    tap.equal(sum(row["total"] for row in data["rows"]), sum(map(sum, matrix)) + 64, f"{name}: bytes, by size")
    bytes_sent, messages, collective = show("matrix")
    tap.equal(bytes_sent["values"], matrix, f"{name}: the matrix of bytes")
    for width in (60, 80, 100, 132, 200):
        drawn = here.triptych("show", run.path, "matrix", "--measure", "bytes", "--width", width, env={"LC_ALL": "C.UTF-8"}).out
        tap.check("…" not in drawn and (width < 80 or drawn.count("400 bytes") == 3), f"{name}: {width} columns: no number of the matrix is cut", drawn)
    tap.equal((collective["collective"], collective["values"]),
              (True, [[64 if rank == 0 and to else 0 for to in range(RANKS)] for rank in range(RANKS)]), f"{name}: the broadcast goes from its root to all others")
    data = show("utilisation", "overall-what-where")[0]
    tap.equal({row["class"] for row in data["rows"]} - {"io", "runtime", "sync"}, {"program", "mpi_point_to_point", "mpi_collective", "mpi_setup"},
              f"{name}: MPI's time is in three classes")
    tap.equal(sum(map(sum, messages["values"])), RANKS * (RANKS + 1) / 2, f"{name}: and of messages")
    timeline = show("timeline")[0]
    tap.equal(sorted((line["from"], line["to"], line["bytes"], line["tag"]) for line in timeline["messages"]),
              sorted((f"{rank}.0", f"{(rank + 1) % RANKS}.0", 100 * (rank + 1), tag) for rank in range(RANKS)
                     for tag in range(rank + 1)), f"{name}: lines of the timeline")
    tap.check(all(line["sent_ns"] <= line["received_ns"] for line in timeline["messages"]), f"{name}: none comes too early")
    tap.equal([(one["given"], len(one["parts"])) for one in timeline["operations"]], [(64, RANKS)], f"{name}: the broadcast")
if not mpi.INSTALLED:
    tap.skip("messages", "no MPI is installed")
tap.done()

"""Every way to send and receive: each receive finds the send whose message it got, which its size tells."""
import collections

import mpi
import program
import tap

if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
here = program.folder()
for name in mpi.INSTALLED:
    built = mpi.build(here, name, "requests.c")
    for ranks in (2, 4):
        run = mpi.run(here, name, ranks, built, events=True)
        title = f"{name}, {ranks} ranks"
        messages, alone = run.messages()
        tap.equal(alone, [], f"{title}: every receive has a send, and none is left over")
        wrong = [message for message in messages
                 if dict(message.sender.values).get("size") != message.bytes and len(message.sender.values) <= 6]
        tap.check(not wrong, f"{title}: it is the one with its size", "\n".join(map(str, wrong[:5])))
        per_rank = 6 * 3 + 40 + 4 + 3 + 1 + 1 + 1 + 1 + 1
        tap.equal(len(messages), per_rank * ranks, f"{title}: so many messages")
        sizes = collections.Counter(message.bytes for message in messages if message.tag == 2 and message.communicator == 0)
        tap.equal(sizes, {i: ranks for i in range(1, 41)}, f"{title}: each of the many once a rank")
        profiled = sum(run.total(each)[1] for each in ("MPI_Wait", "MPI_Waitall", "MPI_Waitany", "MPI_Waitsome", "MPI_Test",
                                                       "MPI_Testany", "MPI_Testsome", "MPI_Testall", "MPI_Recv", "MPI_Mrecv"))
        tap.equal(profiled, sum(message.bytes for message in messages if message.receiver.name not in
                                ("MPI_Sendrecv", "MPI_Sendrecv_replace")), f"{title}: bytes received are in the profile")
        cancelled = sum(what == "cancelled" for rank in run.places for event in run.events(rank) for what, _ in event.values)
        tap.check(cancelled >= ranks, f"{title}: a cancelled receive is told", cancelled)
        ids = [{each.id: (each.kind, each.size, each.remote_size) for each in run.communicators(rank).values()}
               for rank in sorted(run.places)]
        shared = [ids[0].keys() & other.keys() for other in ids[1:]]
        tap.check(all(len(each) >= 4 for each in shared), f"{title}: members agree on names of communicators", ids)
        leaders = collections.Counter(each.id for rank in run.places for each in run.communicators(rank).values()
                                      if each.members)
        every = {number for each in ids for number in each}
        tap.equal((set(leaders), set(leaders.values())), (every, {1}), f"{title}: one of them lists the members of each")
        worlds = [each.members for rank in run.places for each in run.communicators(rank).values() if each.id == 0]
        tap.check(tuple(range(ranks)) in worlds, f"{title}: those of MPI_COMM_WORLD", worlds)
        united = collections.Counter(value for rank in run.places for event in run.events(rank)
                                     for what, value in event.values if what == "together")
        tap.check(united and set(united.values()) >= {ranks}, f"{title}: barriers are counted alike on all ranks", united)
    aligned = mpi.run(here, name, 4, mpi.build(here, name, "ring.c"), env={"TRIPTYCH_ALIGN": "always"})
    tap.check(all(place.offsets[i][0] and abs(place.offsets[i][0] - place.offsets[i][1]) <= place.offsets[i][2]
                  for place in aligned.places.values() for i in range(2)),
              f"{name}: messages to and fro find that all have one clock",
              [place.offsets for place in aligned.places.values()])
tap.done()

"""KL1 programs whose nodes are tasks of PVM: the same counts as on nodes that are forked, the spawned tasks are the ranks, and PVM's own work is no I/O
of the program."""
import kl1_stream
import program
import pvmd
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
PVM = pvmd.start(here)
kl1_stream.run(here, "pvm", "-lpvm3", env=PVM)
visits = kl1_stream.check(here)
places = [(row["rank"], row["ranks"]) for row in kl1_stream.rows(here, "places")]
tap.equal(places, [(0, 2), (1, 2), (None, None)], "spawned tasks are ranks; the process that prints for them is none")
# Each node is told who they are. To node 0 come 19 packets, to node 1 10; they go inside of KLIC's messages. Both nodes finish, node 0 prints.
tap.equal([visits[rank, name] for rank in (0, 1) for name in ("pvm_recv", "pvm_send")], [1, 2, 1, 1], "calls of PVM, without those inside of messages")
received = kl1_stream.rows(here, 'nodes.filter(n -> n.name == "pvm_nrecv" && n.rank >= 0).groupBy(n -> n.rank).aggregate(bytes: sum(n -> n.bytes))')
tap.equal([row["bytes"] for row in received], [19 * 64, 10 * 64], "their bytes")
complaints = [line for path in (here / "tmp").glob("pvml*") for line in path.read_text().splitlines() if "bufinfo" in line]
tap.equal(complaints, [], "PVM is not asked about messages that are not there")
tap.done()

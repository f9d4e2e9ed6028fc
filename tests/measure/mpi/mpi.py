"""mpi.py: compiles and measures MPI programs with each MPI that is installed, and reads what their messages say.

    for name in mpi.INSTALLED:
        program = mpi.build(here, name, "ring.c")
        run = mpi.run(here, name, 4, program, events=True)
        run.total("MPI_Send"), run.messages()
"""
import collections
import os
import shutil
import struct

import program
import raw

SOURCES = program.SOURCE / "tests/measure/mpi/programs"
LIBRARY = os.environ["TRIPTYCH_LIBRARY"]
INSTALLED = [name for name in ("openmpi", "mpich")
             if shutil.which(f"mpicc.{name}") and shutil.which(f"mpirun.{name}")
             and os.path.exists(f"{LIBRARY}/libtriptych-{name}.so")]
ENV = {"OMPI_ALLOW_RUN_AS_ROOT": 1, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": 1, "OMPI_MCA_rmaps_base_oversubscribe": 1,
       "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}

ACT, LEFT, VALUE, MORE = 1, 2, 3, 4
NAMES = {9: "sent", 10: "to", 11: "size", 12: "posted", 13: "asked", 14: "received", 15: "from", 16: "got",
         17: "finished", 18: "cancelled", 19: "together", 20: "root", 21: "given", 22: "taken", 23: "united",
         1: "length", 3: "bytes", 4: "file"}
ANY = 2**32 - 1
PIECE, SLOTS = 65536, 4

Event = collections.namedtuple("Event", "name start type values")
Message = collections.namedtuple("Message", "communicator source target tag bytes sender receiver")
Communicator = collections.namedtuple("Communicator", "id kind rank size remote_size members")


def build(here, name, source, *options):
    compiler = f"mpifort.{name}" if source.endswith((".f", ".f90")) else f"mpicc.{name}"
    target = f"{source.split('.')[0]}.{source.split('.')[1]}.{name}"
    here.run(compiler, "-g", "-O1", SOURCES / source, "-o", target, *options)
    return f"./{target}"


def run(here, name, ranks, *command, events=False, check=True, env=None, options=()):
    archive = f"{os.path.basename(command[0])}.{ranks}.tri"
    more = ["--events=all"] if events else []
    result = here.triptych("run", "-q", "--force", "--no-seal", *more, *options, "-o", archive, f"mpirun.{name}", "-n",
                           ranks, *command, env={**ENV, **(env or {})}, check=check, timeout=300)
    return Run(here / archive, result)


class Run:
    def __init__(self, path, result):
        self.path, self.result = path, result
        self.archive = raw.Archive(path)
        self.places = {}
        for place in self.archive.places:
            page = (place.folder / "place").read_bytes()
            at = 152 + 64 + 40 + 1024 + 2048 + 256 + 24
            place.rank, place.ranks = struct.unpack_from("<II", page, at)
            place.job, = struct.unpack_from("<Q", page, at + 8)
            place.offsets = [struct.unpack_from("<3Q", page, at + 16 + 24 * i) for i in range(2)]
            if place.ranks:
                self.places[place.rank] = place

    def nodes(self, name, rank=None):
        return [node for place in self.places.values() if rank in (None, place.rank)
                for node in place.nodes if node.region.name == name]

    def total(self, name, rank=None):
        """Visits and bytes of a function, on one rank or on all."""
        nodes = self.nodes(name, rank)
        return sum(node.count for node in nodes), sum(node.bytes for node in nodes)

    def totals(self):
        """The same for all functions of MPI, by rank and name."""
        names = {node.region.name for place in self.places.values() for node in place.nodes}
        return {(rank, name): self.total(name, rank) for rank in sorted(self.places) for name in sorted(names)
                if name.startswith("MPI_") and self.total(name, rank)[0]}

    def communicators(self, rank):
        folder = self.places[rank].folder
        data, members = (folder / "communicators").read_bytes(), (folder / "members").read_bytes()
        used, = struct.unpack_from("<Q", data, 16)
        found = {}
        for row in range(1, used):
            number, kind, own, size, remote, where = struct.unpack_from("<QIIIIQ", data, row * 64)
            ranks = None
            if where != 2**64 - 1:
                ranks = struct.unpack_from(f"<{size + remote}I", members, where * 4)
            found[row] = Communicator(number, kind, own, size, remote, ranks)
        return found

    def events(self, rank):
        """What the logs of a rank hold, in order, each with its values as (name, number)."""
        place, found = self.places[rank], []
        for file in sorted(place.folder.glob("events-*")):
            nodes = self.node_names(place, file.name.replace("events", "profile"))
            found += read_log(file.read_bytes(), nodes)
        return found

    def node_names(self, place, profile):
        data = (place.folder / profile).read_bytes()
        names = {}
        for row in range(1, len(data) // 128):
            kind, region = struct.unpack_from("<II", data, row * 128)
            if kind == 3 and region:
                names[row] = place.regions[region].name
        return names

    def messages(self):
        """All messages, each receive matched with its send by the orders alone; and what found no partner."""
        sends, receives = collections.defaultdict(list), collections.defaultdict(list)
        for rank in self.places:
            rows = self.communicators(rank)
            for event in self.events(rank):
                values = event.values
                for i, (what, value) in enumerate(values):
                    if what == "sent":
                        peer, tag = address(values[i + 1][1])
                        sends[rows[value >> 40].id, rank, peer, tag].append((value % 2**40, values[i + 2][1], event))
                    elif what == "received":
                        peer, tag = address(values[i + 1][1])
                        receives[rows[value >> 40].id, peer, rank, tag].append((value % 2**40, values[i + 2][1], event))
        messages, alone = [], []
        for key in sends.keys() | receives.keys():
            sent = sorted(sends[key], key=lambda each: each[0])
            received = sorted(receives[key], key=lambda each: each[0])
            for (_, size, sender), (_, got, receiver) in zip(sent, received):
                messages.append(Message(*key, got, sender, receiver))
                if got > size:
                    alone.append((key, size, got))
            if len(sent) != len(received):
                alone.append((key, len(sent), len(received)))
        return messages, alone


def address(value):
    tag = value >> 32
    return value % 2**32, tag - 2**32 if tag >= 2**31 else tag


def read_log(data, nodes):
    pieces, written = struct.unpack_from("<QQ", data, 32)
    found = []
    for number in range(pieces):
        at = PIECE * (1 + SLOTS + number) if number < written else PIECE * (1 + number % SLOTS)
        assert struct.unpack_from("<Q", data, at)[0] == number + 1, "a piece is missing"
        event = None
        for value, rest in raw.records(data, at):
            kind, what = rest >> 60, rest >> 32 & (2**28 - 1)
            if kind in (ACT, LEFT, MORE):
                event = Event(nodes.get(what, "?"), value, kind, [])
                found.append(event)
            elif kind == VALUE:
                event.values.append((NAMES.get(what, what), value))
    return found

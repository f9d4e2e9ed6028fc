"""heard.py: builds programs without probes, runs them by `triptych run`, and reads what was heard of their threads.

    archive = heard.run(here, "counts")
    archive.count("pthread_mutex_lock", heard.ATOMIC), archive.lanes, archive.objects, archive.acts
"""
import os
import pathlib
import struct

import program
import raw

HERE = pathlib.Path(__file__).resolve().parent
TASK, SPAWN, PARALLEL, WORK, FINISH, CLOCK, ATOMIC, RELEASE, COMM, OBJECT = range(7, 17)
(GONE, MUTEX, RWLOCK, SPIN, CONDITION, BARRIER, SEMAPHORE, THREAD) = range(8)
NO_ACTIVITY = 0xffffffff
LENGTH, TRIPS, BYTES, FILE, ACTIVITY, HOLDER, HELD = range(1, 8)
PIECE, SLOTS = 65536, 4
QUIET = ["--quiet", "--no-seal", "--force", "--collect=threads"]


class Lane:
    def __init__(self, data, row):
        (self.start, self.end, self.number, self.state) = struct.unpack_from("<QQII", data, row * 128 + 8)
        (self.activity, self.parent, self.flags, self.runs, self.waits_for) = struct.unpack_from("<4IQ", data, row * 128 + 64)


class Object:
    def __init__(self, fields):
        (self.id, self.kind, self.region, holder, self.readers, self.since, self.waiting, self.needed, self.got,
         self.waited, self.flags, _) = fields
        self.holder = holder - 1 if holder else None


class Act:
    """One record of a log; `values` has what is known of it."""

    def __init__(self, node, start, left):
        self.node, self.start, self.left, self.values = node, start, left, {}
        self.name, self.kind = node.region.name, node.region.kind


class Place(raw.Place):
    def __init__(self, folder):
        self.by_file = {}
        super().__init__(folder)
        self.own_lanes = []
        for file in self.files:
            data = file.read_bytes()
            used, = struct.unpack_from("<Q", data, 16)
            self.own_lanes += [Lane(data, row) for row in range(1, min(used, len(data) // 128))
                               if struct.unpack_from("<I", data, row * 128) == (2,)]
        self.own_lanes.sort(key=lambda lane: lane.number)
        self.objects = self.read_objects()
        self.acts = [act for file in sorted(folder.glob("events-*")) for act in self.read_events(file)]

    def read_profile(self, file):
        before = len(self.nodes)
        super().read_profile(file)
        self.by_file[file.name.split("-")[1]] = {node.row: node for node in self.nodes[before:]}

    def read_objects(self):
        if not (self.folder / "objects").exists():
            return []
        data = (self.folder / "objects").read_bytes()
        used, = struct.unpack_from("<Q", data, 16)
        return [Object(struct.unpack_from("<QIIIIQIIQQII", data, row * 64)) for row in range(1, used)]

    def read_events(self, file):
        data, acts = file.read_bytes(), []
        nodes = self.by_file[file.name.split("-")[1]]
        pieces, written = struct.unpack_from("<QQ", data, 32) if data else (0, 0)  # it is just being made
        for piece in range(pieces):
            at = PIECE * (1 + SLOTS + piece) if piece < written else PIECE * (1 + piece % SLOTS)
            for start, rest in raw.records(data, at):
                kind, what = rest >> 60, rest >> 32 & 0xfffffff
                if kind in (1, 2) and what in nodes:
                    acts.append(Act(nodes[what], start, kind == 2))
                    acts[-1].length = rest & 0xffffffff
                elif kind == 3:
                    acts[-1].values[what] = start
        return acts


class Archive:
    def __init__(self, path):
        folders = [folder for folder in (pathlib.Path(path) / "places").iterdir() if (folder / "place").exists()]
        self.places = sorted((Place(folder) for folder in folders), key=lambda place: place.number)
        self.place = self.places[0]
        self.lanes, self.objects, self.acts = self.place.own_lanes, self.place.objects, self.place.acts

    def nodes(self, name, kind, place=None):
        return [node for node in (place or self.place).nodes if node.region.name == name and node.region.kind == kind]

    def count(self, name, kind, place=None):
        return sum(node.count for node in self.nodes(name, kind, place))

    def counts(self, place=None):
        """(kind, name) -> visits, of all that is no object."""
        sums = {}
        for node in (place or self.place).nodes:
            if node.region.kind in range(TASK, COMM):
                key = node.region.kind, node.region.name
                sums[key] = sums.get(key, 0) + node.count
        return sums

    def of(self, kind):
        return [thing for thing in self.objects if thing.kind == kind]

    def name_of(self, thing):
        return self.place.regions[thing.region].name if thing.region else ""


def read_live(path):
    """The archive of a program that runs; None while it is being made."""
    try:
        return Archive(path)
    except (OSError, LookupError, ValueError, AssertionError, struct.error):
        return None


def build(here, name, *extra, suffix=".c", compiler=None, output=None):
    compiler = compiler or {".c": "gcc", ".cpp": "g++", ".f90": "gfortran"}[suffix]
    strict = [] if suffix == ".f90" else ["-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror"]
    here.run(compiler, "-g", "-O1", *strict, HERE / "programs" / (name + suffix), "-o", output or name, "-pthread", *extra)


def command(name, *words, archive=None):
    return [program.TRIPTYCH, "run", *QUIET, "-o", archive or f"{name}.tri", *words]


def run(here, name, *arguments, options=("--events",), status=0, env=None, **more):
    """Runs ./NAME; the archive has the result of the command."""
    result = here.run(*command(name, *options), f"./{name}", *arguments, check=False, env=env, **more)
    if result.status != status:
        raise program.Failed(f"exit status {status} was expected\n{result}")
    archive = Archive(here / f"{name}.tri")
    archive.result = result
    return archive


def is_usable():
    """Sanitized programs are not listened to."""
    return not program.SANITIZED and os.path.exists(
        pathlib.Path(program.TRIPTYCH).parents[1] / "measure" / "libtriptych-listen.so")

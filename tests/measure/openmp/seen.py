"""seen.py: what the OpenMP collector wrote, read from the raw files of an archive: acts by kind, name and line.

    seen = seen.Seen(path)                  # of triptych run --no-seal
    seen.count("PARALLEL", "omp parallel"), seen.lines("TASK", "omp task")
    seen.acts                               # from the event log, with their values
"""
import collections
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import program  # noqa: E402
import raw  # noqa: E402
import sites  # noqa: E402

KINDS = {1: "ROUTINE", 2: "LOOP", 3: "IO", 4: "USER", 5: "FILE", 6: "PAUSE", 7: "TASK", 8: "SPAWN", 9: "PARALLEL",
         10: "WORK", 11: "FINISH", 12: "CLOCK", 13: "ATOMIC", 14: "RELEASE", 15: "COMM", 16: "OBJECT"}
VALUES = {1: "length", 2: "trips", 3: "bytes", 4: "file", 5: "activity", 6: "holder", 7: "held", 8: "after"}
NONE, SEEN, MOVED, UNSEEN = range(4)
NO_ACTIVITY = 0xFFFFFFFF
ACT, LEFT, VALUE = 1, 2, 3
PIECE, SLOTS = 65536, 4

Act = collections.namedtuple("Act", "lane kind name path start end values")
Lane = collections.namedtuple("Lane", "number activity parent pool runs waits_for")
Object = collections.namedtuple("Object", "id kind region holder waiting needed got waited")


class Seen:
    def __init__(self, path, place=0):
        self.path = pathlib.Path(path)
        self.archive = raw.Archive(path)
        self.place = self.archive.places[place]
        page = (self.place.folder / "place").read_bytes()
        at = 152 + 64 + 40 + 1024 + 2048 + 256
        self.events, self.collects, self.stop, self.openmp, self.activities = struct.unpack_from("<4BI", page, at)
        self.nodes = [node for node in self.place.nodes if node.region.kind != 16]
        self.lanes = [lane for file in self.place.files for lane in lanes_of(file)]
        self.acts = sorted((act for file in self.place.files for act in self.acts_of(file)), key=lambda act: act.start)
        self.objects = list(objects_of(self.place))

    def counts(self):
        """Visits by kind and name."""
        sums = collections.Counter()
        for node in self.nodes:
            sums[KINDS[node.region.kind], node.region.name] += node.count
        return dict(sums)

    def count(self, kind, name):
        return self.counts().get((kind, name), 0)

    def open(self):
        return sorted(node.path() for node in self.nodes if node.open)

    def left(self):
        return sorted(node.path() for node in self.nodes if node.left)

    def lines(self, kind, name):
        """Lines of the source where it happened, each once, as whoever reads the archive finds them."""
        found = sites.of(program.Folder(self.path.parent), self.path.name, [kind.lower()])
        return sorted({site.line for site in found if site.name == name})

    def paths(self, kind, name):
        return {node.path() for node in self.nodes if KINDS[node.region.kind] == kind and node.region.name == name}

    def acts_of(self, profile):
        log = profile.with_name(profile.name.replace("profile", "events"))
        if not log.exists():
            return
        by_row = nodes_of(profile)
        for event, values in events_of(log.read_bytes()):
            start, rest = event
            region, parents, lane = by_row[rest >> 32 & (1 << 28) - 1]
            names = [self.place.regions[row].name for row in parents]
            length = values.get("length", [rest & 0xFFFFFFFF])[0]
            known = self.place.regions[region]
            yield Act(lane, KINDS[known.kind], known.name, "/".join(names), start, start + length, values)


def lanes_of(profile):
    data = profile.read_bytes()
    for row in range(1, len(data) // 128):
        fields = struct.unpack_from("<IIQQIIQ16sQIIIIQ", data, row * 128)
        if fields[0] == 2:
            _, _, _, _, number, _, _, _, _, activity, parent, flags, runs, waits_for = fields
            yield Lane(number, activity, parent, bool(flags & 1), runs, waits_for)


def nodes_of(profile):
    """region, regions from the root, and lane's number, by row."""
    data, known, lane = profile.read_bytes(), {}, None
    for row in range(1, len(data) // 128):
        kind, region = struct.unpack_from("<II", data, row * 128)
        if kind == 2:
            lane, = struct.unpack_from("<I", data, row * 128 + 24)
        elif kind in (3, 4):  # an anchor is a node, too
            parent, = struct.unpack_from("<I", data, row * 128 + 76)
            above = known[parent][1] if region else []
            known[row] = region, above + [region] if region else [], lane
    return known


def events_of(data):
    if len(data) < PIECE:
        return  # the program ended while it was made
    pieces, written = struct.unpack_from("<QQ", data, 32)
    for piece in range(pieces):
        slot = 1 + piece % SLOTS if piece >= written else 1 + SLOTS + piece
        last = None
        for start, rest in raw.records(data, slot * PIECE):
            kind = rest >> 60
            if kind == VALUE and last:
                last[1][VALUES[rest >> 32 & (1 << 28) - 1]].append(start)
                continue
            if last:
                yield last
            last = ((start, rest), collections.defaultdict(list)) if kind in (ACT, LEFT) else None
        if last:
            yield last


def objects_of(place):
    file = place.folder / "objects"
    if not file.exists():
        return
    data = file.read_bytes()
    used, = struct.unpack_from("<Q", data, 16)
    for row in range(1, used):
        ident, kind, region, holder, _, _, waiting, needed, got, waited = struct.unpack_from("<QIIIIQIIQQ", data, row * 64)
        name = place.regions[region].name if region else ""
        yield Object(ident, kind, name, holder - 1 if holder else NO_ACTIVITY, waiting, needed, got, waited)

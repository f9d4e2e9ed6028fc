"""raw.py: reads the files of a place with nothing but the layouts in src/format: a second opinion.

    archive = raw.Archive(path)
    archive.count("solve"), archive.trips("solve", 1), archive.places[0].lanes
"""
import pathlib
import struct

ROUTINE, LOOP, IO, USER, FILE, PAUSE = range(1, 7)
KINDS = {"routine": ROUTINE, "loop": LOOP, "io": IO, "user": USER, "file": FILE, "pause": PAUSE}
RUNNING, EXITED, STOPPED = range(3)
UNTIMED = 1


def records(data, at, size=65536):
    """The records of the piece of an event log that is there. An act with its activity in one record (format/activity_record.h) is an act and a value."""
    base, = struct.unpack_from("<Q", data, at + 24)
    for offset in range(at + 64, at + size, 16):
        start, rest = struct.unpack_from("<QQ", data, offset)
        if rest >> 60 != 12:
            yield start, rest
            continue
        length = start & (1 << 30) - 1
        yield base + (start >> 30) - length, 1 << 60 | rest & (1 << 60) - (1 << 32) | length
        yield rest & 0xFFFFFFFF, 3 << 60 | 5 << 32


class Region:
    def __init__(self, place, row, fields):
        (self.kind, self.flags, self.mode, self.reason, self.seq, self.line, self.end_line, self.routine, name, file,
         directory, note, self.visits, _) = fields
        self.row = row
        self.name, self.file, self.dir, self.note = (place.text(offset) for offset in (name, file, directory, note))


class Lane:
    def __init__(self, fields):
        (_, self.row, self.start, self.end, self.number, self.state, self.tid, name, self.inherited) = fields
        self.name = name.split(b"\0")[0].decode()
        self.root = None


class Node:
    def __init__(self, fields):
        (_, self.region_row, _, _, self.open, self.count, self.time, self.min, self.max, _, self.row, self.parent_row,
         self.trips, self.trips_min, self.trips_max, self.bytes, self.left, _) = fields
        self.parent = self.region = self.lane = None

    def path(self):
        names, at = [], self
        while at is not None and at.region is not None:
            names.append(at.region.name)
            at = at.parent
        return "/".join(reversed(names))


class Place:
    def __init__(self, folder):
        self.folder = folder
        page = (folder / "place").read_bytes()
        (magic, self.version, self.number, self.pid, self.parent_pid, self.process_start, self.parent_place, self.clock,
         self.ticks_per_second) = struct.unpack_from("<8sIIIIQiIQ", page)
        assert magic == b"TRIPLAC1", magic
        moments = struct.unpack_from("<6Q", page, 48)
        self.start, self.last = moments[:3], moments[3:]
        self.costs = struct.unpack_from("<4Q", page, 96)
        self.state, self.error, self.end, self.lane_count = struct.unpack_from("<IiQQ", page, 128)
        self.why = page[152 + 64 + 40 + 1024 + 2048:][:256].split(b"\0")[0].decode()
        self.strings = (folder / "strings").read_bytes()
        self.read_regions()
        self.lanes, self.nodes, self.making = [], [], 0
        self.untimed = {}  # by the row of a node, in a program with one lane: its visits that were only counted
        self.files = sorted(folder.glob("profile-*"))
        for file in self.files:
            self.read_profile(file)

    def text(self, offset):
        return self.strings[offset:self.strings.index(b"\0", offset)].decode()

    def read_regions(self):
        data = (self.folder / "regions").read_bytes()
        magic, _, _, used, _ = struct.unpack_from("<8sIIQQ", data)
        assert magic == b"TRIREGN1", magic
        self.regions = {row: Region(self, row, struct.unpack_from("<12IQQ", data, row * 64)) for row in range(1, used)}

    def read_profile(self, file):
        data = file.read_bytes()
        kind, _, magic, used, making = struct.unpack_from("<II8sQQ", data)
        assert (kind, magic) == (1, b"TRIPROF1"), (kind, magic)
        self.making += making
        lanes, nodes = {}, {}
        for row in range(1, min(used, len(data) // 128)):
            kind, = struct.unpack_from("<I", data, row * 128)
            if kind == 2:
                lanes[row] = Lane(struct.unpack_from("<IIQQIIQ16sQ", data, row * 128))
            elif kind in (3, 4):  # an anchor is a node, too
                node = Node(struct.unpack_from("<II7QQIIQQQQII", data, row * 128))
                assert node.parent_row < node.row == row, "a parent comes before its child"
                if node.region_row == 0:
                    node.lane = lanes[node.parent_row]
                    node.lane.root = node
                else:
                    node.parent = nodes[node.parent_row]
                    node.lane = node.parent.lane
                    node.region = self.regions[node.region_row]
                nodes[row] = node
            elif kind == 6:  # of a node that is timed in some of its visits
                of, untimed = struct.unpack_from("<IQ", data, row * 128 + 4)
                self.untimed[of] = untimed
        self.lanes += lanes.values()
        self.nodes += (node for node in nodes.values() if node.region)


class Archive:
    def __init__(self, path):
        folders = [folder for folder in (pathlib.Path(path) / "places").iterdir() if folder.is_dir()]
        self.places = sorted((Place(folder) for folder in folders), key=lambda place: place.number)

    def nodes(self, name, kind="routine", seq=None):
        return [node for place in self.places for node in place.nodes
                if node.region.kind == KINDS[kind] and node.region.name == name and seq in (None, node.region.seq)]

    def sum(self, field, name, kind="routine", seq=None):
        return sum(getattr(node, field) for node in self.nodes(name, kind, seq))

    def count(self, name, kind="routine", seq=None):
        return self.sum("count", name, kind, seq)

    def region(self, name, kind="routine"):
        found = [region for place in self.places for region in place.regions.values()
                 if region.kind == KINDS[kind] and region.name == name]
        return found[0] if found else None

    def open_paths(self):
        return sorted(node.path() for place in self.places for node in place.nodes if node.open)

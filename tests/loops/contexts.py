"""contexts.py: reads the contexts that an engine counted, with nothing but the layouts in src/format/loops.h: a second opinion.

    run = contexts.Run(archive)
    for place in run.places: for context in place.contexts: context.path, context.edges, context.blocks, context.loops
    contexts.differences(native, oracle)
"""
import pathlib
import struct

NONE = 0xffffffff
ROOT, SIGNAL = NONE, NONE - 1
NATIVE, NOTES = 1, 4
OPENS, CALLS = 64, 128  # of loops
NOTED = 1 << 31  # of sites
ENTER, NEXT, TAKEN, TABLE, BACK, LEAVE, LOST = range(7)
MOVES, PATCHES, FUNCTIONS, SLOTS, BLOCKS, EDGES, LOOPS, TEXTS, ORIGINS, MIXES = range(1, 11)
FLOPS = 16  # of the operations of a mix, the first that counts these


def signed(value):
    value &= 2 ** 64 - 1
    return value - 2 ** 64 if value >= 2 ** 63 else value


class Function:
    def __init__(self, plan, fields):
        (self.start, self.end, name, why, self.flags, self.counters, self.cells, self.slots, first_slot, first_block, first_edge,
         first_loop, blocks, edges, loops, _, first_mix, mixes) = fields
        self.name, self.why = plan.text(name), plan.text(why)
        self.is_native = bool(self.flags & NATIVE)
        self.callees = [plan.element(SLOTS, first_slot + i, "<II") for i in range(self.slots)]
        self.blocks = [plan.element(BLOCKS, first_block + i, "<QIIII") for i in range(blocks)]
        self.edges = [plan.element(EDGES, first_edge + i, "<5I") for i in range(edges)]
        self.loops = [plan.element(LOOPS, first_loop + i, "<16I") for i in range(loops)]
        self.mixes = [plan.element(MIXES, first_mix + i, "<IHH") for i in range(mixes)]
        self.order = None
        # nodes without code, in which ways join: node -> where it leads to
        self.joints = {edge[0]: edge[1] for edge in self.edges if edge[0] and not self.blocks[edge[0] - 1][1] and edge[2] != TABLE}
        # nodes without code, in which jumps meet that read the same table
        self.hubs = {edge[0] for edge in self.edges if edge[0] and not self.blocks[edge[0] - 1][1] and edge[2] == TABLE}

    def loops_of(self, node):
        found = set()
        loop = self.blocks[node - 1][3] if node else NONE
        while loop != NONE:
            found.add(loop)
            loop = self.loops[loop][1]
        return found

    def constant(self):
        """The edges of blocks to themselves that are known from how often their loop was entered: edge -> loop."""
        found = {}
        for number, loop in enumerate(self.loops):
            if loop[5]:
                found.update({i: number for i, edge in enumerate(self.edges) if edge[0] == edge[1] == loop[0]})
        return found

    def solving(self):
        """The order in which edges without a counter follow from the others: (edge, node, whether it leads away from it)."""
        if self.order is None:
            constant = self.constant()
            unknown = {i for i, edge in enumerate(self.edges) if edge[3] == NONE and edge[2] != LOST and i not in constant}
            at = {node: set() for node in range(len(self.blocks) + 1)}
            for i in unknown:
                at[self.edges[i][0]].add(i)
                at[self.edges[i][1]].add(i)
            self.order = []
            ready = [node for node in at if len(at[node]) == 1]
            while ready:
                node = ready.pop()
                if len(at[node]) != 1:
                    continue
                edge = at[node].pop()
                leads_away = self.edges[edge][0] == node
                other = self.edges[edge][1 if leads_away else 0]
                at[other].discard(edge)
                self.order.append((edge, node, leads_away))
                if len(at[other]) == 1:
                    ready.append(other)
            assert not any(at.values()), f"{self.name}: its flow cannot be solved"
        return self.order

    def solve(self, values, lost):
        """How often each edge was taken: those with a counter are known, the others follow."""
        taken = [0] * len(self.edges)
        balance = [0] * (len(self.blocks) + 1)

        def put(i, count):
            taken[i] = count
            balance[self.edges[i][0]] -= count
            balance[self.edges[i][1]] += count
        for i, (_, _, kind, counter, step) in enumerate(self.edges):
            if kind == LOST:
                taken[i] = lost.get(self.edges[i][0], 0)
            elif counter != NONE:
                assert step and signed(values[counter]) % step == 0, f"{self.name}: {values[counter]} is not {step} times a number"
                put(i, signed(values[counter]) // step)
        for node, count in lost.items():
            balance[node] -= count
            balance[0] += count
        for i, node, leads_away in self.solving():
            put(i, balance[node] if leads_away else -balance[node])
        for i, loop in self.constant().items():
            taken[i] = (self.loops[loop][5] - 1) * self.entries(taken, lost, loop)
        return taken, balance

    def entries(self, taken, lost, loop):
        inside = {node for node in range(1, len(self.blocks) + 1) if loop in self.loops_of(node)}
        count = 0
        for i, (start, end, kind, _, _) in enumerate(self.edges):
            if end in inside and start not in inside:
                count += taken[i] - (self.thrown(taken[i], lost, end, inside) if kind == ENTER and i else 0)
        return count

    def thrown(self, landed, lost, pad, inside):
        """How many of the exceptions that landed came out of calls of some nodes."""
        calls = {node for node in range(1, len(self.blocks) + 1) if self.blocks[node - 1][4] == pad}
        return landed if calls and calls <= inside else min(landed, sum(max(0, lost.get(node, 0)) for node in calls & inside))


def extremes(loop, values):
    """How often the visits of a loop led back to its head: (least, most) by the edge that left it, None if none did; the last one is of
    visits that ended otherwise. None if it is not known."""
    flags, first, exits, unit, backs = loop[3], loop[8] - 1, loop[9], loop[10], loop[11:13]
    pairs = [values[first + 2 * i:first + 2 * i + 2] for i in range(exits)]
    assert all(value % unit == 0 for least, most in pairs if most for value in (least, most - 1)), f"{pairs} are not multiples of {unit}"
    pairs = [(least // unit, (most - 1) // unit) if most else None for least, most in pairs]
    gone = None
    if flags & OPENS and flags & CALLS:
        base, stack, outer, least, most = values[first + 2 * exits:first + 2 * exits + 5]
        gone = [least, most - 1] if most else []
        if outer:
            return None
        if stack:  # it was never left
            gone.append(sum(values[i] for i in backs if i != NONE) - base)
        gone = (min(gone), max(gone)) if gone else None
    return pairs + [gone]


class Plan:
    def __init__(self, path):
        self.data = path.read_bytes()
        assert self.data[:8] == b"TRIPLAN1", path
        self.sections = [struct.unpack_from("<QQ", self.data, 64 + 16 * i) for i in range(11)]
        self.path = self.text(struct.unpack_from("<I", self.data, 48)[0])
        self.functions = {}

    def text(self, offset):
        start = self.sections[TEXTS][0] + offset
        return self.data[start:self.data.index(b"\0", start)].decode(errors="replace")

    def element(self, section, number, layout):
        sizes = {FUNCTIONS: 88, MIXES: 8, SLOTS: 8, BLOCKS: 24, EDGES: 20, LOOPS: 64}
        assert number < self.sections[section][1]
        return struct.unpack_from(layout, self.data, self.sections[section][0] + number * sizes[section])

    def function(self, number):
        if number not in self.functions:
            self.functions[number] = Function(self, self.element(FUNCTIONS, number, "<QQ16I"))
        return self.functions[number]


class Context:
    """A function that was called on one path. Its key tells it from others: lane, then function and the caller's node, or loop, from
    the outermost one on."""
    def __init__(self, place, fields, values, parent, lost):
        number, site, self.lane = fields[0], fields[1], fields[2]
        self.parent, self.function, self.taken, self.balance = parent, None, [], []
        if number in (ROOT, SIGNAL):
            self.key = (parent.key if parent else (self.lane,)) + ((("signal", site),) if number == SIGNAL else ())
            self.name = "root" if number == ROOT else f"signal {site}"
            return
        self.plan, self.function = place.function(number)
        self.name = self.function.name
        caller = parent.function
        self.node = caller.callees[site][1] if site < NOTED else NONE  # of the caller, that calls it
        self.noted = site - NOTED - 2 if NOTED < site < NONE else NONE  # called by others, which it called in that loop; -1: in none
        if self.noted != NONE:
            assert caller.flags & NOTES and self.noted < len(caller.loops), f"{caller.name} has no such loop"
        if self.node != NONE:
            called = caller.callees[site][0]
            assert parent.plan.function(called) is self.function, f"{caller.name} calls another function than {self.name} there"
        self.key = parent.key + ((self.plan.path, self.function.start, self.node, self.noted),)
        self.taken, self.balance = self.function.solve(values, lost)
        self.lost = {node: count for node, count in lost.items() if count}
        self.timers = {i: values[loop[7] - 1:loop[7] + 3] for i, loop in enumerate(self.function.loops) if loop[7]}
        self.visits = {i: signed(values[loop[4]]) for i, loop in enumerate(self.function.loops) if loop[4] != NONE}
        self.extremes = {i: found for i, loop in enumerate(self.function.loops) if loop[8] for found in [extremes(loop, values)] if found}
        self.extremes |= {i: [(loop[15] - 1, loop[15] - 1), None] for i, loop in enumerate(self.function.loops)
                          if loop[15] and self.function.entries(self.taken, lost, i) > 0}

    def path(self):
        return (self.parent.path() + "/" if self.parent else "") + self.name

    def way(self):
        """The path with the loops in which calls are, by their numbers: main/2/3/leaf."""
        if not self.parent or not self.parent.function:
            return self.name
        caller, loops = self.parent.function, []
        loop = caller.blocks[self.node - 1][3] if self.node != NONE else self.noted
        while loop not in (NONE, -1):
            loops.insert(0, str(loop + 1))
            loop = caller.loops[loop][1]
        return "/".join([self.parent.way(), *loops, self.name])

    def edges(self):
        """(from, to, kind) -> how often; those from and to the same nodes together, since it may not be known which was taken."""
        found = {}
        for (start, end, kind, _, _), count in zip(self.function.edges, self.taken):
            if start in self.function.joints:
                continue
            key = (start, self.function.joints.get(end, end), LOST if kind == LOST else NEXT)
            found[key] = found.get(key, 0) + count
        return found

    def blocks(self):
        counts = [0] * (len(self.function.blocks) + 1)
        for (_, end, _, _, _), count in zip(self.function.edges, self.taken):
            counts[end] += count
        return counts[1:len(counts) - len(self.function.joints)]

    def instructions(self):
        return sum(count * block[2] for count, block in zip(self.blocks(), self.function.blocks))

    def loops(self):
        """(address of the head, entries, iterations) of each."""
        blocks, found = self.blocks(), []
        for i, loop in enumerate(self.function.loops):
            entries = self.function.entries(self.taken, self.lost, i)
            trips = self.visits[i] + entries if i in self.visits else blocks[loop[0] - 1]
            found.append((self.function.blocks[loop[0] - 1][0], entries, trips))
        return found

    def flow_is_whole(self):
        return not any(self.balance)

    def ran(self):
        return any(self.taken)


class Place:
    def __init__(self, archive, folder):
        self.number, self.modules, self.contexts = int(folder.name), [], []
        self.closed = True  # all calls that did not come back are known
        data = (folder / "modules").read_bytes()
        for first, count, _, name in struct.iter_unpack("<IIQ112s", data[:len(data) // 128 * 128]):
            if first:
                self.modules.append((first, count, Plan(archive / "loops" / name.split(b"\0")[0].decode())))
        for file in sorted(folder.glob("loops-*")):
            self.read(file, self.read_lost(folder / file.name.replace("loops", "lost")))

    def function(self, number):
        for first, count, plan in self.modules:
            if first <= number < first + count:
                return plan, plan.function(number - first)
        raise AssertionError(f"function {number} belongs to no module")

    def read_lost(self, path):
        lost = {}
        if path.exists():
            data = path.read_bytes()
            used = struct.unpack_from("<Q", data, 16)[0]
            for i in range(1, used):
                context, node, count = struct.unpack_from("<IIQ", data, 32 * i)
                if context:
                    lost.setdefault(context, {})[node] = lost.get(context, {}).get(node, 0) + signed(count)
        return lost

    def read(self, path, lost):
        data = path.read_bytes()
        assert data[:8] == b"TRILOOP1", path
        used, at, records = struct.unpack_from("<Q", data, 16)[0], 1, {}
        while at < used:
            function, closed, *others = struct.unpack_from("<8I", data, 64 * at)
            fields = (function, *others)
            if not function:
                at += 1
                continue
            values = struct.unpack_from(f"<{fields[4]}Q", data, 64 * at + 64)
            parent = records.get(fields[6]) if fields[0] != ROOT else None
            records[at] = Context(self, fields, values, parent, lost.get(at, {}))
            self.closed &= function != ROOT or bool(closed)
            at += fields[3]
        self.contexts += [context for context in records.values() if context.function and context.ran()]


class Run:
    def __init__(self, archive):
        archive = pathlib.Path(archive)
        folders = [folder for folder in (archive / "places").iterdir() if folder.name.isdigit()]
        self.places = [Place(archive, folder) for folder in sorted(folders, key=lambda folder: int(folder.name))
                       if (folder / "modules").exists()]

    def contexts(self):
        return {(place.number,) + context.key: context for place in self.places for context in place.contexts}


# Programs that switch stacks: what they print, and loops_of() their functions.
STACKS = [("stacks", "62 switches, 60\n", {"round_of": [(20, 60)], "add": [(120, 180)]}),
          ("own_jump", "360, 120\n", {"catching": [(60, 300)], "add": [(240, 360)], "main": [(1, 60)]})]


def loops_of(run, name):
    """(entries, iterations) of a function's loops, in all contexts."""
    all_of = [context.loops() for place in run.places for context in place.contexts if context.name == name]
    return sorted((sum(one[1] for one in loop), sum(one[2] for one in loop)) for loop in zip(*all_of))


def calls(run):
    """How often what is on which way was called."""
    found = {}
    for context in run.contexts().values():
        found[context.way()] = found.get(context.way(), 0) + context.taken[0]
    return found


def compare(native, oracle):
    """What differs between two contexts of the same path, as lines."""
    found, left, right = [], native.edges(), oracle.edges()
    if left.keys() != right.keys():
        return ["their functions have different edges"]
    found += [f"edge {edge}: {left[edge]}, not {right[edge]}" for edge in right if left[edge] != right[edge]]
    left, right = native.blocks(), oracle.blocks()
    found += [f"block {i + 1} at {oracle.function.blocks[i][0]:#x}: {left[i]}, not {right[i]}" for i in range(len(left))
              if left[i] != right[i]]
    for left, right in zip(native.loops(), oracle.loops()):
        if left != right:
            found.append(f"loop {left[0]:#x}: {left[1]} entries {left[2]} trips, not {right[1]} and {right[2]}")
    for i, pairs in native.extremes.items():
        known = oracle.extremes.get(i, pairs)
        if len(pairs) != len(known):  # counted ahead, for all exits
            pairs, known = ([(min(least for least, _ in all), max(most for _, most in all))] if all else []
                            for all in ([pair for pair in found if pair] for found in (pairs, known)))
        if pairs != known:
            found.append(f"loop {oracle.loops()[i][0]:#x}: it went back {pairs}, not {known} times")
    if not oracle.flow_is_whole():
        found.append("the oracle's own flow is not whole")
    return found


def differences(native, oracle):
    """What differs between two runs, as lines; how many contexts, blocks and edges are the same."""
    left, right = native.contexts(), oracle.contexts()
    found, blocks, edges = [], 0, 0
    for key in sorted(left.keys() | right.keys(), key=str):
        if key not in left or key not in right:
            context = right.get(key) or left[key]
            found.append(f"{context.path()}: only {'Valgrind' if key in right else 'the native engine'} has it, "
                         f"{context.blocks()[0]} times")
            continue
        found += [f"{right[key].path()}: {line}" for line in compare(left[key], right[key])]
        blocks += len(right[key].function.blocks)
        edges += len(right[key].function.edges)
    return found, (len(right), blocks, edges)

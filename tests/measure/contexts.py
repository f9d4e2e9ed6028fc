"""contexts.py: reads the contexts of `triptych loops` with nothing but the layouts in src/format, and solves their flow.

    run = contexts.Run(archive)
    run.calls("solve"), run.complaints(), run.places[0].contexts
"""
import pathlib
import struct

ROOT, SIGNAL, NONE = 0xffffffff, 0xfffffffe, 0xffffffff
NATIVE, LEAF = 1, 2
ENTER, NEXT, TAKEN, TABLE, BACK, LEAVE, LOST = range(7)
RECORD = 64


def elements(data, layout, offset, count):
    size = struct.calcsize(layout)
    return [struct.unpack_from(layout, data, offset + i * size) for i in range(count)]


class Function:
    def __init__(self, plan, fields):
        (self.start, self.end, name, why, self.flags, self.counters, self.cells, self.slot_count, first_slot, first_block,
         first_edge, first_loop, blocks, edges, loops, _) = fields
        self.name = plan.text(name)
        self.slots = plan.slots[first_slot:first_slot + self.slot_count]
        self.blocks = plan.blocks[first_block:first_block + blocks]
        self.edges = plan.edges[first_edge:first_edge + edges]
        self.loops = plan.loops[first_loop:first_loop + loops]
        self.plan = plan


class Plan:
    def __init__(self, file):
        self.data = file.read_bytes()
        assert self.data[:8] == b"TRIPLAN1"
        sections = elements(self.data, "<QQ", 64, 9)
        self.texts = sections[8][0]
        self.slots = elements(self.data, "<II", *sections[4])
        self.blocks = elements(self.data, "<QIIII", *sections[5])
        self.edges = elements(self.data, "<IIIII", *sections[6])
        self.loops = elements(self.data, "<8I", *sections[7])
        self.functions = [Function(self, fields) for fields in elements(self.data, "<QQ14I", *sections[3])]

    def text(self, at):
        return self.data[self.texts + at:self.data.index(b"\0", self.texts + at)].decode()


class Context:
    def __init__(self, place, number, data, at, fields):
        (self.function_number, self.site, self.lane, self.records, counted, _, self.above, self.closed) = fields
        self.number = number
        self.function = place.functions.get(self.function_number)
        self.values = struct.unpack_from(f"<{counted}Q", data, at + RECORD)
        self.parent, self.lost, self.skipped = None, {}, 0

    def path(self):
        names, at = [], self
        while at is not None:
            if at.function:
                names.append(at.function.name)
            at = at.parent
        return "/".join(reversed(names))

    def solve(self):
        """How often each edge was taken: those of the plan, then one for each node that was left without any."""
        edges = [edge[:2] for edge in self.function.edges] + [(node, 0) for node in self.lost]
        known = {}
        for i, (_, _, kind, counter, step) in enumerate(self.function.edges):
            if counter != NONE:
                assert self.values[counter] % (step or 1) == 0, (self.path(), i)
                known[i] = self.values[counter] // (step or 1)
            elif kind == LOST or step == 0:
                known[i] = 0
        for i, count in enumerate(self.lost.values()):
            known[len(self.function.edges) + i] = count
        at_node = {}
        for i, (start, end) in enumerate(edges):
            at_node.setdefault(start, set()).add(i)
            at_node.setdefault(end, set()).add(i)
        ready = list(at_node)
        while ready:
            node = ready.pop()
            unknown = [i for i in at_node[node] if i not in known and edges[i][0] != edges[i][1]]
            if len(unknown) != 1:
                continue
            i = unknown[0]
            surplus = sum(known[k] * ((edges[k][1] == node) - (edges[k][0] == node)) for k in at_node[node] if k != i)
            known[i] = surplus if edges[i][0] == node else -surplus
            ready += [end for end in edges[i] if end != node]
        return [known.get(i) for i in range(len(edges))]

    def complaints(self):
        taken = self.solve()
        edges = self.function.edges
        said = [f"{self.path()}: edge {edge[:3]} was taken {taken[i]} times" for i, edge in enumerate(edges)
                if taken[i] is None or taken[i] < 0]
        return said

    def enters(self):
        return self.solve()[0]

    def executions(self, node):
        """Of a block: as often as it was entered."""
        return sum(count for edge, count in zip(self.function.edges, self.solve()) if edge[1] == node)

    def instructions(self):
        return sum(self.executions(i + 1) * block[2] for i, block in enumerate(self.function.blocks)) - self.skipped


class Place:
    def __init__(self, folder):
        self.folder, self.functions = folder, {}
        modules = (folder / "modules").read_bytes()
        for first, count, _, name in elements(modules, "<IIQ112s", 0, len(modules) // 128):
            if first:
                plan = Plan(folder.parent.parent / "loops" / name.split(b"\0")[0].decode())
                self.functions.update((first + i, function) for i, function in enumerate(plan.functions[:count]))
        self.contexts = [context for file in sorted(folder.glob("loops-*")) for context in self.read(file)]

    def read(self, file):
        data, found, at = file.read_bytes(), {}, 1
        magic, _, _, used = struct.unpack_from("<8sIIQ", data)
        assert magic == b"TRILOOP1", magic
        while at < used:
            fields = struct.unpack_from("<8I", data, at * RECORD)
            if not fields[0]:
                at += 1
                continue
            found[at] = Context(self, at, data, at * RECORD, fields)
            at += fields[3]
        for context in found.values():
            context.parent = found.get(context.above)
        lost = file.parent / file.name.replace("loops-", "lost-")
        if lost.exists():
            self.read_lost(lost.read_bytes(), found)
        return list(found.values())

    @staticmethod
    def read_lost(data, contexts):
        magic, _, _, used = struct.unpack_from("<8sIIQ", data)
        assert magic == b"TRILOST1", magic
        for number, node, count, skipped, _ in elements(data, "<IIqqQ", 32, used - 1):
            assert node not in contexts[number].lost, "a node was written down twice"
            contexts[number].lost[node] = count
            contexts[number].skipped += skipped


class Run:
    def __init__(self, archive):
        places = sorted((pathlib.Path(archive) / "places").glob("[0-9]*"), key=lambda folder: int(folder.name))
        self.places = [Place(folder) for folder in places]
        self.contexts = [context for place in self.places for context in place.contexts if context.function]

    def named(self, name):
        return [context for context in self.contexts if context.function.name.split("(")[0] == name]

    def calls(self, name):
        return sum(context.enters() for context in self.named(name))

    def open_lanes(self):
        """Roots of lanes whose end nobody saw."""
        return sum(context.function_number == ROOT and not context.closed
                   for place in self.places for context in place.contexts)

    def complaints(self):
        """What cannot be: flow that is less than nothing, and calls that did not arrive where they were made to."""
        said = [line for context in self.contexts for line in context.complaints()]
        if said:
            return said
        for context in self.contexts:
            parent = context.parent
            if context.site == NONE or not parent or not parent.function:
                continue
            function, node = parent.function.slots[context.site]
            made, arrived = parent.executions(node), context.enters()
            if arrived < made - max(0, parent.lost.get(node, 0)):  # it may have been left before the call
                said.append(f"{context.path()}: called {made} times, entered {arrived} times")
        return said

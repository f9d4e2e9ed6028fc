"""acts.py: what the event logs of an archive say, as print_acts prints it, and whether it can be true.

    log = acts.Log(path)
    log.count("/main/step"), log.acts, log.dropped
"""
import collections
import os
import subprocess

import tap

PRINT_ACTS = os.environ["PRINT_ACTS"]
OPEN, LEFT, CONTINUED = 1, 2, 4
FILE = 5
LOGGED = {1: "routines", 2: "loops", 3: "io", 4: "routines", 6: "routines"}

Act = collections.namedtuple("Act", "lane start end kind flags trips bytes file activity node method line path")
Node = collections.namedtuple("Node", "count open kind time path")


class Log:
    def __init__(self, path, *window, seal=False):
        words = [PRINT_ACTS, *(["--seal"] if seal else []), str(path), *map(str, window)]
        ended = subprocess.run(words, capture_output=True, text=True, errors="replace")
        if ended.returncode != 0:
            raise RuntimeError(f"{words}: {ended.returncode}\n{ended.stderr}")
        self.text = ended.stdout
        self.acts, self.nodes = [], {}
        for line in ended.stdout.splitlines():
            fields = line.split("\t")
            if fields[0] == "node":
                self.nodes[int(fields[1])] = Node(*map(int, fields[2:6]), fields[6])
            elif fields[0] in ("dropped", "lost", "damage"):
                setattr(self, fields[0], int(fields[1]))
            else:
                lane, start, end, kind, flags, trips, size, file, activity, node, method, at, path = fields
                self.acts.append(Act(int(lane), int(start), int(end), kind, int(flags), None if trips == "-" else int(trips),
                                     int(size), file, activity, int(node), method, int(at), path))

    def count(self, path):
        return sum(act.path == path for act in self.acts)

    def by_node(self):
        """Acts that began in this process, by node."""
        return collections.Counter(act.node for act in self.acts if not act.flags & CONTINUED)


def is_inside(path, outer):
    return path.startswith(outer + "/")


def check_nesting(log, name):
    """Every act is covered by what is around it, in order."""
    wrong, stack, last = [], [], None
    for act in log.acts:
        if last and act.lane == last.lane and act.start < last.start:
            wrong.append(f"out of order: {act}")
        if act.kind == "EXEC":
            stack = [act]
            last = act
            continue
        while len(stack) > 1 and not is_inside(act.path, stack[-1].path):
            stack.pop()
        around = stack[-1]
        if act.lane != around.lane or act.start < around.start or act.end > around.end:
            wrong.append(f"{act}\nis not in\n{around}")
        stack.append(act)
        last = act
    return tap.check(not wrong, f"{name}: acts are in order, and inside of what is around them", "\n".join(wrong[:3]))


def check_counts(log, name, kinds=("routines", "loops", "io"), slack=0):
    """The log and the profile agree on every node."""
    acts, wrong = log.by_node(), []
    for row, node in log.nodes.items():
        expected = node.count if LOGGED.get(node.kind) in kinds else 0
        if node.kind != 0 and not expected - slack <= acts[row] <= expected:
            wrong.append(f"{node}: {acts[row]} acts")
    ended = sum(not act.flags & OPEN for act in log.acts)
    return tap.check(not wrong and ended, f"{name}: as many acts as visits, at every node", "\n".join(wrong[:5]) or "no acts")


def check_times(log, name):
    """Times of acts add up to those of the profile; each is rounded to ns by itself."""
    time, ended, wrong = collections.Counter(), collections.Counter(), []
    for act in log.acts:
        if not act.flags & OPEN:
            time[act.node] += act.end - act.start
            ended[act.node] += 1
    for row, node in log.nodes.items():
        if node.kind not in (0, FILE) and abs(time[row] - node.time) > ended[row] + 1:
            wrong.append(f"{node}: acts have {time[row]}")
    return tap.check(not wrong, f"{name}: times of acts add up to the profile's", "\n".join(wrong[:5]))


def check(log, name, **options):
    check_counts(log, name, **options)
    check_nesting(log, name)
    check_times(log, name)
    tap.equal(log.damage, 0, f"{name}: nothing is damaged")

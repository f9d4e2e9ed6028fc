"""triptych export of call paths: callgrind, folded and dot say what the report says."""
import re

import program
import sample
import tap

here = program.folder()
ARCHIVES = {"sample": (), "sealed": ("sealed",), "threads": ("threads",), "ranks": ("ranks", "sealed")}
for name, words in ARCHIVES.items():
    sample.write(here, f"{name}.tri", *words)


def export(archive, form, *options):
    return here.triptych("export", f"{archive}.tri", "--to", form, *options).out


def tree_of(archive):
    """(time, own time, visits) of each call path, as the report has it."""
    rows, path, tree = here.report(f"{archive}.tri", "--tree", "--min-percent", "0")["tree"], [], {}
    for row in rows:
        path = path[:row["depth"] - 1] + [row]
        key = tuple(label(step) for step in path)
        time, own, visits = tree.get(key, (0, 0, 0))
        tree[key] = (time + (row["time_ns"] or 0), own + (row["exclusive_ns"] or 0) - (row["loops_ns"] or 0), visits + row["visits"])
    return tree


def label(row):
    return re.sub("[; ]", "_", row["name"]) if row["kind"] != "loop" else None


def plain(frame):
    return None if frame.startswith("loop_") else frame


for archive in ARCHIVES:
    tree = tree_of(archive)
    for measure, which in (("time", 1), ("visits", 2)):
        stacks = {}
        for line in export(archive, "folded", "--measure", measure).splitlines():
            frames, number = line.rsplit(" ", 1)
            key = tuple(plain(frame) for frame in frames.split(";"))
            stacks[key] = stacks.get(key, 0) + int(number)
        stacks.pop(("(outside_of_all_regions)",), None)
        tap.equal(stacks, {key: row[which] for key, row in tree.items() if row[which]},
                  f"{archive}: folded stacks have the {measure} of the report")
    lanes = export(archive, "folded", "--lanes")
    total = sum(int(line.rsplit(" ", 1)[1]) for line in lanes.splitlines())
    tap.equal(total, sum(int(line.rsplit(" ", 1)[1]) for line in export(archive, "folded").splitlines()),
              f"{archive}: those of lanes add up to the same")
    tap.check(all(line.startswith("lane_") for line in lanes.splitlines()), f"{archive}: and name their lanes", lanes)

for name, form, options in (("sample.callgrind", "callgrind", ()), ("sample.folded", "folded", ()),
                            ("sample.dot", "dot", ()), ("threads.callgrind", "callgrind", ()),
                            ("threads.lanes.folded", "folded", ("--lanes",)),
                            ("sample.visits.dot", "dot", ("--measure", "visits", "--min-percent", "0"))):
    text = export(name.split(".")[0], form, *options)
    tap.equal(text, sample.golden(name, text), f"{name} as it should be")
tap.contains(export("sample", "dot", "--min-percent", "5"), ", 1 only counted not shown; ",
             "what was only counted is not taken for little")
tap.equal(export("sealed", "callgrind"), export("sample", "callgrind"), "sealing changes nothing")

COSTS = re.compile(r"^ *(?P<cost>[\d,.]+) \(")


def annotated(archive, *options):
    """Ns of each function, by its name, as callgrind_annotate reads them."""
    here.triptych("export", f"{archive}.tri", "--to", "callgrind", "-o", f"{archive}.out", "--force")
    read = here.run("callgrind_annotate", "--auto=no", "--threshold=100", *options, f"{archive}.out")
    tap.equal(read.err, "", f"{archive}: callgrind_annotate {' '.join(options)} has nothing to say")
    found = {}
    for line in read.out.splitlines():
        cost, name = COSTS.match(line), line.rsplit("  ", 1)[-1]
        if cost and ":" in name:
            found[name.split(":", 1)[1]] = int(cost["cost"].replace(",", ""))
        elif cost and name == "PROGRAM TOTALS":
            found[name] = int(cost["cost"].replace(",", ""))
    return found


if program.have("callgrind_annotate"):
    for archive in ARCHIVES:
        report = here.report(f"{archive}.tri")
        routines = {}
        for row in report["routines"]:
            if row["time_ns"]:
                before = routines.get(row["name"], (0, 0))
                routines[row["name"]] = (before[0] + row["time_ns"], before[1] + row["exclusive_ns"])
        whole, own = annotated(archive, "--inclusive=yes"), annotated(archive)
        tap.equal({name: whole.get(name) for name in routines}, {name: row[0] for name, row in routines.items()},
                  f"{archive}: with what they call, routines take as long as in the report")
        tap.equal({name: own.get(name, 0) for name in routines}, {name: row[1] for name, row in routines.items()},
                  f"{archive}: and by themselves")
        tap.equal(own["PROGRAM TOTALS"], sum(cost for name, cost in own.items() if name != "PROGRAM TOTALS"),
                  f"{archive}: the parts add up to the whole")
else:
    tap.skip("callgrind_annotate reads it", "it is not installed")

if program.have("dot"):
    for archive in ARCHIVES:
        here.triptych("export", f"{archive}.tri", "--to", "dot", "-o", f"{archive}.dot", "--min-percent=0")
        drawn = here.run("dot", "-Tsvg", f"{archive}.dot")
        tap.equal(drawn.err, "", f"{archive}: Graphviz draws it")
        tap.equal(drawn.out.count('class="node"'), here.read(f"{archive}.dot").count("label=\""),
                  f"{archive}: with all its nodes")
else:
    tap.skip("Graphviz draws it", "it is not installed")
tap.done()

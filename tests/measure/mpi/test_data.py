"""Which data messages carry: the arguments of the calls as the source writes them, of plain and instrumented programs in C and
Fortran, optimised or not, sealed or not; and the names of the variables that the buffers are in, where the source is not there or
shows only a routine's own argument.

All variants of a program run at once, each as a pair of ranks that has a folder of its own: starting MPI takes longest."""
import collections
import json
import os
import shutil
import time

import mpi
import program
import tap

# (function, data, received data) of the call sites with buffers
C = [("MPI_Allreduce", "&one", "&all"), ("MPI_Allreduce", "&one", "&one"), ("MPI_Bcast", "(char *)heap", "(char *)heap"),
     ("MPI_Irecv", None, "&grid[N - 1][0]"), ("MPI_Recv", None, "halo.right"), ("MPI_Reduce", "local", "sum"),
     ("MPI_Send", "row (grid)", None), ("MPI_Sendrecv", "heap + N", "local"), ("MPI_Ssend", "&halo.left[1]", None)]
C_MESSAGES = [("&halo.left[1]", "halo.right", 56), ("heap + N", "local", 64), ("heap + N", "local", 64),
              ("row (grid)", "&grid[N - 1][0]", 64)]
# The same by debugging information alone, without optimisation; and by symbols alone
C_NAMED = [("MPI_Allreduce", "one", "all"), ("MPI_Allreduce", "one", "one"), ("MPI_Bcast", "heap", "heap"),
           ("MPI_Irecv", None, "grid"), ("MPI_Recv", None, "halo.right"), ("MPI_Reduce", "local", "sum"),
           ("MPI_Send", "grid", None), ("MPI_Sendrecv", "heap", "local"), ("MPI_Ssend", "halo.left", None)]
C_NAMED_MESSAGES = [("halo.left", "halo.right", 56), ("heap", "local", 64), ("heap", "local", 64), ("grid", "grid", 64)]
C_BARE = [("MPI_Allreduce", None, None), ("MPI_Bcast", None, None), ("MPI_Irecv", None, "grid"), ("MPI_Recv", None, "halo"),
          ("MPI_Reduce", None, None), ("MPI_Send", "grid", None), ("MPI_Sendrecv", None, None), ("MPI_Ssend", "halo", None)]
C_BARE_MESSAGES = [("halo", "halo", 56), (None, None, 64), (None, None, 64), ("grid", "grid", 64)]
FORTRAN = [("MPI_Allreduce", "total", "total"), ("MPI_Irecv", None, "row (u)"), ("MPI_Recv", None, "edge%left"),
           ("MPI_Send", "row(1) (u)", None), ("MPI_Send", "u(1,j)", None)]
FORTRAN_MESSAGES = [("row(1) (u)", "row (u)", 64), ("u(1,j)", "edge%left", 64)]
FORTRAN_BARE = [("MPI_Allreduce", None, None), ("MPI_Irecv", None, "u"), ("MPI_Recv", None, "edge"), ("MPI_Send", "u", None)]
FORTRAN_BARE_MESSAGES = [("u", "u", 64), ("u", "edge", 64)]
BUFFERS = {function for function, _, _ in C + FORTRAN}

# Data and received data by tag, in buffers.c and buffers.f90 with -O2, of which the source is not there
NAMES = {1: ("grid", None), 2: ("cells[].flux", None), 3: ("mesh.values", None), 4: ("mesh.rows[]", None),
         5: ("several[].b", None), 6: ("old", "first"), 7: ("grid", "second"), 8: ("first or second", "second or grid"),
         9: ("first or second", "second or grid"), 10: (None, "grid"), 11: (None, "grid")}
FORTRAN_NAMES = {21: ("/edges/", "fixed"), 22: ("u", "fixed"), 23: ("window", "/edges/"), 24: ("own%v", "own%v"), 25: ("u", "u")}
FORTRAN_PLAIN_NAMES = {**FORTRAN_NAMES, 21: ("right", "fixed"), 23: ("window", "left")}


def sites(rows):
    return sorted({(row["function"], row["data"], row["received_data"]) for row in rows if row["function"] in BUFFERS}, key=str)


def sites_without_line(report):
    return sites(row for row in report["comm_sites"] if not row["line"])


class Variant:
    """A program in a folder of its own. `source_is`: there, gone, or changed after the start of the run."""

    def __init__(self, what, source, options, wanted=None, messages=None, tool=None, source_is="there", names=None):
        self.what, self.source, self.options, self.tool, self.source_is = what, source, options, tool, source_is
        self.wanted, self.messages, self.names = wanted, messages, names

    def build(self, here, name):
        self.folder = here.path / f"{name}-{self.what.replace(' ', '_')}"
        self.folder.mkdir()
        source = self.folder / self.source
        source.write_text((mpi.SOURCES / self.source).read_text())
        when = time.time() + (1000 if self.source_is == "changed" else -100)
        os.utime(source, (when, when))
        compiler = [f"mpifort.{name}" if self.source.endswith(".f90") else f"mpicc.{name}"]
        if self.tool:
            compiler = [program.TRIPTYCH, self.tool, *compiler]
        here.run(*compiler, *self.options, source, "-o", self.folder / "data", cwd=self.folder)
        if self.source_is == "gone":
            source.unlink()

    def sites(self, report):
        return sites(row for row in report["comm_sites"] if row["dir"] == str(self.folder))


VARIANTS = [
    Variant("data.c -g -O0", "data.c", ["-g", "-O0"], C, C_MESSAGES),
    Variant("data.c -g -O2", "data.c", ["-g", "-O2"], C, C_MESSAGES),
    Variant("data.c without -g", "data.c", ["-O1"], C_BARE, C_BARE_MESSAGES),
    Variant("data.c instrumented", "data.c", ["-g", "-O2"], C, C_MESSAGES, tool="cc"),
    Variant("data.c without its source", "data.c", ["-g", "-O0"], C_NAMED, C_NAMED_MESSAGES, source_is="gone"),
    Variant("data.c changed after the start", "data.c", ["-g", "-O0"], C_NAMED, C_NAMED_MESSAGES, source_is="changed"),
    Variant("buffers.c", "buffers.c", ["-g", "-O2"], names=NAMES, source_is="gone"),
    Variant("data.f90 -g -O0", "data.f90", ["-g", "-O0"], FORTRAN, FORTRAN_MESSAGES),
    Variant("data.f90 -g -O2", "data.f90", ["-g", "-O2"], FORTRAN, FORTRAN_MESSAGES),
    Variant("data.f90 without -g", "data.f90", ["-O1"], FORTRAN_BARE, FORTRAN_BARE_MESSAGES),
    Variant("data.f90 instrumented", "data.f90", ["-g", "-O2"], FORTRAN, FORTRAN_MESSAGES, tool="fc"),
    Variant("buffers.f90", "buffers.f90", ["-g", "-O2"], names=FORTRAN_NAMES, source_is="gone"),
    Variant("buffers.f90 -O0", "buffers.f90", ["-g", "-O0"], names=FORTRAN_PLAIN_NAMES, source_is="gone"),
]


def report(here, archive):
    return json.loads(here.triptych("report", "--mpi", "--format", "json", "--top", "0", archive).out)


def measure(here, name, binaries, *options, archive="data.tri", check=True):
    command = []
    for binary in binaries:
        command += ([":"] if command else []) + ["-n", 2, *binary]
    here.triptych("run", "-q", "--force", *options, "-o", archive, f"mpirun.{name}", *command, env=mpi.ENV, timeout=300, check=check)
    return archive


def messages_of(here, archive):
    """The messages of each pair of ranks: (data, received data, bytes), and the data by tag."""
    pairs, tags = {}, {}
    for line in here.triptych("query", "--format", "json", archive, "messages").out.splitlines():
        row = json.loads(line)
        pair, data = row["sourceRank"] // 2, (row["data"] or None, row["receivedData"] or None)
        pairs.setdefault(pair, []).append((*data, row["bytes"]))
        tags.setdefault(pair, {}).setdefault(row["tag"], set()).add(data)
    return pairs, tags


def sums_of(messages):
    """(messages, bytes) by data and received data."""
    sums = {}
    for data, received, size in messages:
        count, bytes_ = sums.get((data, received), (0, 0))
        sums[data, received] = (count + 1, bytes_ + size)
    return sums


def check_data(found, messages, what):
    tap.equal({(row["data"], row["received_data"]): (row["messages"], row["bytes"]) for row in found["comm_data"]},
              sums_of(messages), what)


def variants(here, name):
    for variant in VARIANTS:
        variant.build(here, name)
    archive = measure(here, name, [[variant.folder / "data"] for variant in VARIANTS], "--events=comm")
    found, (pairs, tags) = report(here, archive), messages_of(here, archive)
    for number, variant in enumerate(VARIANTS):
        what = f"{name}: {variant.what}"
        if variant.names:
            tap.equal(tags[number], {tag: {data} for tag, data in variant.names.items()}, f"{what}: names of the data, by tag")
            continue
        if "-g" in variant.options:
            tap.equal(variant.sites(found), sorted(set(variant.wanted), key=str), f"{what}: data of the call sites")
        tap.equal(sums_of(pairs[number]), sums_of(variant.messages), f"{what}: messages and bytes by data")
    tap.equal(sites_without_line(found), sorted({*C_BARE, *FORTRAN_BARE}, key=str), f"{name}: without -g: data of the call sites")
    check_data(found, sum(pairs.values(), []), f"{name}: the report adds up the same messages by data")
    shown(here, name, archive)
    for data, received, _ in sorted({*C_MESSAGES, *FORTRAN_MESSAGES}):
        chosen = f'messages.filter(m -> m.data == "{data}" && m.receivedData == "{received}").count()'
        count = sum(each[:2] == (data, received) for each in sum(pairs.values(), []))
        tap.equal(int(here.triptych("query", archive, chosen).out.split()[-1]), count, f"{name}: {chosen}")


def shown(here, name, archive):
    """What `show matrix` and the exports say about data is what the table of messages says."""
    rows = [json.loads(line) for line in here.triptych("query", "--format", "json", archive, "messages").out.splitlines()]
    cells = collections.defaultdict(collections.Counter)
    for row in rows:
        cells[row["sourceRank"], row["targetRank"]][row["data"] or None] += row["bytes"]
    display = json.loads(here.triptych("show", "--format", "json", archive, "matrix").out)["displays"][0]
    wrong = [(source, target, data) for source, line in enumerate(display["data"]) for target, data in enumerate(line)
             if cells[source, target][data] != max(cells[source, target].values(), default=0)]
    tap.equal(wrong, [], f"{name}: show matrix: the data that most bytes of each pair are of")
    total = sum(row["bytes"] for row in rows)
    most, bytes_ = sum(cells.values(), collections.Counter()).most_common(1)[0]
    picture = " ".join(here.triptych("show", archive, "matrix").out.split())
    tap.contains(picture, f"data: {most} {100 * bytes_ / total:.0f} %", f"{name}: show matrix: data of all messages")
    here.triptych("show", "--svg", "matrix.svg", archive, "matrix")
    tap.contains((here / "matrix.svg").read_text(), "mostly row (grid)</title>", f"{name}: show matrix: SVG")
    trace = json.loads(here.triptych("export", "--to", "chrome", archive).out)["traceEvents"]
    arrows = collections.Counter((event["args"].get("data"), event["args"].get("received_data"), event["args"]["bytes"])
                                 for event in trace if event["ph"] == "s" and event["cat"] == "message")
    tap.equal(arrows, collections.Counter((row["data"] or None, row["receivedData"] or None, row["bytes"]) for row in rows),
              f"{name}: export to Chrome: data of messages")
    if shutil.which("otf2-print"):
        here.triptych("export", "--to", "otf2", "-o", f"otf2-{name}", archive)
        printed = here.run("otf2-print", "-G", next((here / f"otf2-{name}").glob("*.otf2"))).out
        for words in ("sends row (grid)", "receives halo.right", "sends heap + N, receives local"):
            tap.contains(printed, f'Descr.: "{words}"', f"{name}: export to OTF2: {words}")


def waits(here, name):
    """Waits and the sentence on them name the variables of a program without its source."""
    late = Variant("late", "late_data.c", ["-g", "-O2"], source_is="gone")
    late.build(here, name)
    archive = measure(here, name, [[late.folder / "data"]], "--events=comm")
    found = report(here, archive)
    tap.equal({(row["kind"], row["data"]) for row in found["comm_waits"] if row["rank"] == 1 and row["cause_rank"] == 0} &
              {("late sender", "grid"), ("wait at NxN", "sum")}, {("late sender", "grid"), ("wait at NxN", "sum")},
              f"{name}: waits name their data")
    text = " ".join(here.triptych("report", "--advice", archive).out.split())
    tap.check(", data: grid, for rank 0" in text or ", data: sum, for rank 0" in text, f"{name}: the sentence on waits names its data", text)


def states(here, name):
    """Profiles only; not sealed; killed; instrumented, without debugging information."""
    plain = Variant("plain", "data.c", ["-g", "-O1"])
    bare = Variant("instrumented without -g", "data.c", ["-O0"], tool="cc")
    for variant in (plain, bare):
        variant.build(here, name)
    found = report(here, measure(here, name, [[bare.folder / "data"]]))
    merged = [each for each in C if each[0] != "MPI_Allreduce"] + [("MPI_Allreduce", "&one", "&one or &all")]
    tap.equal(sites_without_line(found), sorted(merged, key=str), f"{name}: instrumented, without -g: data of the call sites")
    found = report(here, measure(here, name, [[plain.folder / "data"]]))
    tap.equal(plain.sites(found), sorted(C, key=str), f"{name}: profile only: data of the call sites")
    tap.equal(found["comm_data"], [], f"{name}: profile only: no messages")
    killed = measure(here, name, [[plain.folder / "data", "wait"]], "--no-seal", "--for", "1", "--events=comm", check=False,
                     archive="killed.tri")
    for what, archive in (("not sealed", measure(here, name, [[plain.folder / "data"]], "--events=comm", "--no-seal")),
                          ("killed", killed)):
        found = report(here, archive)
        tap.equal(plain.sites(found), sorted(C, key=str), f"{name}: {what}: data of the call sites")
        check_data(found, C_MESSAGES, f"{name}: {what}: messages and bytes by data")


here = program.folder()
for name in mpi.INSTALLED:
    variants(here, name)
for name in mpi.INSTALLED[:1]:
    states(here, name)
    waits(here, name)
if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
tap.done()

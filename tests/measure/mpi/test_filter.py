"""Messages of which a filter left out an end: they are matched all the same, and told apart from those that were lost."""
import csv
import io

import mpi
import program
import tap

if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
here = program.folder()
name = mpi.INSTALLED[0]
binary = mpi.build(here, name, "filtered.c")
FIELDS = "{source: m.sourceRank, target: m.targetRank, tag: m.tag, bytes: m.bytes, sent: present(m.send), got: present(m.receive)}"


def ask(archive, *queries):
    out = here.triptych("query", archive, "--csv", "".join(f"{query};" for query in queries)).out
    return [row for row in csv.reader(io.StringIO(out))]


def record(archive, *options):
    here.triptych("run", "-q", "--force", "-o", archive, *options, f"mpirun.{name}", "-n", 2, binary, env=mpi.ENV)


def messages(archive, condition="true"):
    rows = ask(archive, f"messages.filter(m -> {condition}).map(m -> {FIELDS})")[1:]
    return sorted(tuple(row) for row in rows)


record("all.tri", "--events")
everything = messages("all.tri")
tap.equal((len(everything), {row[4:] for row in everything}), (52, {("true", "true")}), "all messages have both ends")

# Condition on acts, on the messages that are left with both ends, how many have only one of them.
for condition, both, sends, receives in [
    ("e -> e.type == COMM && e.bytes > 1kB", "m.bytes > 1kB", 0, 0),
    ('e -> e.name == "MPI_Send"', "false", 20, 0),
    ('e -> e.name == "MPI_Waitall" && e.bytes < 1kB', "false", 0, 16),
    ("e -> e.rank == 0 && e.bytes >= 0", "false", 36, 16),
    ("e -> e.tag == 1 && e.target.rank == 1 && e.communicator.number == 1", "m.tag == 1", 0, 0),
]:
    record("f.tri", "--filter", condition)
    found = messages("f.tri")
    tap.equal([row for row in found if row[4:] == ("true", "true")], messages("all.tri", both), f"{condition}: both ends")
    tap.equal((sum(row[5] == "false" for row in found), sum(row[4] == "false" for row in found)), (sends, receives),
              f"{condition}: one end")
    tap.check(all((*row[:4], "true", "true") in everything for row in found), f"{condition}: they are what they were")
    counts = [row[0] for archive, query in [("f.tri", "events.count()"), ("all.tri", f"events.filter({condition}).count()")]
              for row in ask(archive, query)[1:]]
    tap.equal(counts[0], counts[1], f"{condition}: the events that a query finds")
    report = here.triptych("report", "f.tri").out
    tap.check("\nwaits " not in report or "\nwaits    at least " in report or "\nwaits    None was found. There may be some: " in report,
              f"{condition}: the waits that are known are a least", report)
    said = "filtered (--filter)"
    tap.check(said in " ".join(report.split()) and "events were filtered (--filter)" in " ".join(report.split()),
              f"{condition}: waits are said to be incomplete", report)
    if sends:
        row = next(line for line in report.split("messages from rank to rank")[1].splitlines() if line.startswith("0 "))
        tap.check(row.endswith(" 0") and f"The receives of {sends} of them were filtered" in " ".join(report.split()),
                  f"{condition}: none is taken for lost", report)
tap.done()

"""Archives of many ranks: sealed with few open files and little memory, reading no more for each rank than of few ranks;
every message and every collective operation is there: test_ranks.py WRITE_RANKS SEAL_RANKS"""
import os
import re
import sys
import tempfile

import program
import tables
import tap

if os.path.isdir("/dev/shm"):
    tempfile.tempdir = "/dev/shm"  # what is sealed is written to the disk, which may be busy
WRITE, SEAL = (os.path.abspath(word) for word in sys.argv[1:3])
NONE = 2**32 - 1
FILES = 48  # open at a time: some columns are, and one file of one rank
here = program.folder()


def column(name, table, file):
    return tables.column(here / name, table, file.split(".")[0])


def seal(ranks, iterations, *words):
    """The archive's name, and what sealing took: MB at most, bytes read, calls of read."""
    name = f"{ranks}-{iterations}{''.join(words)}.tri"
    here.run(WRITE, name, ranks, iterations, *words)
    sealed = here.run(SEAL, name, FILES, check=False)
    if not tap.check(sealed.status == 0, f"{name} is sealed with {FILES} open files", sealed):
        tap.done()
    _, _, megabytes, read, calls = sealed.out.split()
    return name, float(megabytes), int(read), int(calls)


def check_tables(name, ranks, iterations):
    """What the ranks do is known: see write_ranks.c."""
    height = max(i for i in range(1, ranks + 1) if ranks % i == 0 and i * i <= ranks)
    rows, sums = ranks * iterations, iterations // 10
    tap.equal(len(column(name, "places", "rank.u32")), ranks, f"{name}: places")
    calls = sum(column(name, "event_blocks", "events.u16"))
    tap.equal(calls, 10 * rows + ranks * sums, f"{name}: calls of MPI")
    sends, receives = (column(name, "messages", f"{end}.u32") for end in ("send", "receive"))
    tap.equal((len(sends), sum(row == NONE for row in sends), sum(row == NONE for row in receives)), (4 * rows, 0, 0),
              f"{name}: messages, and those without a send or a receive")
    tap.equal(sum(column(name, "messages", "bytes.u64")), 2 * rows * (2048 + 4096), f"{name}: bytes of messages")
    times = column(name, "messages", "send_start.u64")
    tap.check(all(a <= b for a, b in zip(times, times[1:])), f"{name}: messages are in the order of their time")
    instances = column(name, "collectives", "instance.u32")
    tap.equal((len(instances), instances[-1] + 1), (rows + ranks * sums, iterations + height * sums),
              f"{name}: parts of collective operations, and operations")
    tap.equal(sum(column(name, "collectives", "taken.u64")), 8 * rows + 8 * height * sums, f"{name}: bytes got out of them")


def check_linear():
    few, many = seal(16, 20, "log"), seal(256, 20, "log")
    for what, of_few, of_many in zip(("bytes read", "calls of read"), few[2:], many[2:]):
        tap.check(of_many <= 16 * of_few, f"16 times the ranks need at most 16 times the {what}", f"{of_few}, {of_many}")
    check_tables(many[0], 256, 20)


def check_memory():
    """More messages than are in memory at a time."""
    name, megabytes, _, _ = seal(16, 4200, "log")
    check_tables(name, 16, 4200)
    if not program.SANITIZED:
        tap.check(megabytes < 200, f"{name}: no more memory than that", f"{megabytes} MB")


def check_clocks():
    """Every host has a clock of its own."""
    name, *_ = seal(64, 20, "log", "apart")
    check_tables(name, 64, 20)
    sent, received = (column(name, "messages", f"{end}.u64") for end in ("send_start", "receive_end"))
    tap.check(all(a <= b for a, b in zip(sent, received)), f"{name}: no message comes before it is sent")
    tap.check(max(column(name, "places", "moved.u64")) > 0, f"{name}: times had to be moved")


def check_report():
    """Text for people is short, and says so; machines get all."""
    name, *_ = seal(128, 20, "log")
    text = here.triptych("report", "--mpi", name).out
    tables = dict(re.findall(r"^(MPI: .*|Load balance: .*)\n((?:.+\n)+)", text, re.M))
    longest = max(tables, key=lambda title: tables[title].count("\n"))
    tap.check(tables[longest].count("\n") < 60, "of 128 ranks no table of the text is longer than a screen or so", tables[longest])
    ranks = tables["MPI: time by rank"]
    seconds = [float(line.split()[3]) for line in ranks.splitlines()[1:51]]
    tap.check(seconds == sorted(seconds, reverse=True), "ranks with the most seconds, then those with the least", ranks)
    tap.contains(ranks, "and 78 more; --top 0 shows all\n", "it says how many ranks are not shown")
    blocks = tables["MPI: messages from rank to rank"]
    found = re.findall(r"^([\d-]+) +([\d-]+) +([\d,]+) +([\d,]+) ", blocks, re.M)
    sums = [sum(int(row[i].replace(",", "")) for row in found) for i in (2, 3)]
    tap.equal(sums, [4 * 128 * 20, 2 * 128 * 20 * (2048 + 4096)], "all messages are in the blocks of ranks")
    tap.contains(blocks, "Ranks are shown in blocks of 16; --top 0 shows each rank.", "it says how many are in a block")
    sites = re.findall(r"^ +(\d+) +(MPI_\w+) +(\d+) ", tables["MPI: call sites by rank"], re.M)
    tap.equal(len(sites), 5 * 6, "six ranks of each call site")
    report = here.report(name)
    tap.equal((len(report["comm_ranks"]), len(report["comm"]), len(report["comm_matrix"])), (128 + 1, 5 * 128, 4 * 128),
              "machines get every rank, and every pair of ranks")
    shown = here.triptych("show", name, "utilisation", "when-where", env={"LC_ALL": "C.UTF-8"}).out
    labels = re.findall(r"^ *(\d+)\.0-(\d+)\.0 ", shown, re.M)
    tap.check(labels and labels[0][0] == "0" and labels[-1][1] == "127" and
              all(int(a[1]) + 1 == int(b[0]) for a, b in zip(labels, labels[1:])), "several lanes to a row of a display", shown)
    whole = here.triptych("report", "--mpi", "--top", "0", name).out
    tap.equal(len(re.findall(r"^ +\d+ +MPI_Waitall +\d+ +20 ", whole, re.M)), 128, "--top 0 shows every rank")


check_linear()
check_report()
check_memory()
check_clocks()
tap.done()

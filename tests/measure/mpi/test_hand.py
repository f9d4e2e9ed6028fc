"""Calls of every family of MPI, counted by hand in the programs: calls and bytes of every call site of every rank.

The programs check their own results, and say and do with Triptych what they do without.
"""
import collections
import pathlib

import mpi
import program
import tap

RANKS = 3
ENV = {**mpi.ENV, "OMPI_MCA_osc": "sm,pt2pt"}  # Open MPI has no other windows where it may not copy between processes


def hand_counts(here):
    """By rank and function: calls and bytes of each call site."""
    found = collections.defaultdict(list)
    for rank in range(RANKS):
        file = here / f"hand.{rank}"
        for line in file.read_text().splitlines():
            name, count, size = line.split()
            found[rank, name].append((int(count), int(size)))
        file.unlink()
    return {key: sorted(each) for key, each in found.items()}


def measured_counts(report):
    found = collections.defaultdict(list)
    for row in report["comm"]:
        found[row["rank"], row["function"]].append((row["visits"], row["bytes"]))
    return {key: sorted(each) for key, each in found.items()}


def differences(measured, wanted):
    return [f"rank {key[0]}, {key[1]}: {measured.get(key)} instead of {wanted.get(key)}"
            for key in sorted(measured.keys() | wanted.keys()) if measured.get(key) != wanted.get(key)]


def said(result):
    return result.status, sorted(result.out.splitlines())


def check(here, name, source):
    built = mpi.build(here, name, source, "-O0", "-w")
    title = f"{name}, {pathlib.Path(source).stem}"
    plain = here.run(f"mpirun.{name}", "-n", RANKS, built, env=ENV, check=False, timeout=120)
    tap.equal(said(plain), (0, [f"rank {rank} is well" for rank in range(RANKS)]), f"{title}: right by itself")
    run = mpi.run(here, name, RANKS, built, events=True, check=False, env=ENV)
    tap.equal(said(run.result), said(plain), f"{title}: the same when it is measured")
    wrong = differences(measured_counts(here.report(run.path)), hand_counts(here))
    tap.check(not wrong, f"{title}: calls and bytes of each call site", "\n".join(wrong))
    _, alone = run.messages()
    tap.equal(alone, [], f"{title}: every receive has its send")
    if source == "sends.c":  # profiles alone take a shorter way
        run = mpi.run(here, name, RANKS, built, check=False, env=ENV)
        wrong = differences(measured_counts(here.report(run.path)), hand_counts(here))
        tap.check(not wrong, f"{title}: the same without events", "\n".join(wrong))


if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
home = program.folder()
for each in mpi.INSTALLED:
    for program_source in ("sends.c", "together.c", "comms.c", "memory.c", "files.c", "callbacks.c"):
        check(home, each, program_source)
tap.done()

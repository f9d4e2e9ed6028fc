"""whatif: does a run gain as much from a faster region as `triptych predict RUN.tri --faster` says?

    bench/whatif.py [--json FILE] [PROGRAM...]      all: late uneven pipeline exchange serial teams queue

Each program takes the work of one of its regions as an argument. It is measured as it is; the gain is predicted for that
region made 2 and 4 times as fast; then the program runs with a half and a quarter of that work. Work is sleeping, so that
ranks and threads do not compete for cores. A program prints how long it took without its start and its end; the least of
several runs counts, because other work on the machine only makes them longer."""
import json
import sys

import bench

ENV = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
       "OMPI_MCA_mpi_yield_when_idle": "1"}
UNITS = 40
LIMIT = 5  # % of the run's time
ROUNDS = 5


class Program:
    """compiler: its words; ranks: 0 without MPI; region: the one that has the work of the argument; events: what is logged."""

    def __init__(self, compiler, ranks, region, *events):
        self.compiler, self.ranks, self.region, self.events = compiler, ranks, region, events


PROGRAMS = {
    "late": Program(["mpicc"], 4, "prepare", "comm", "comm,routines"),
    "uneven": Program(["mpicc"], 4, "assemble", "comm", "comm,routines"),
    "pipeline": Program(["mpicc"], 4, "slowest", "comm", "comm,routines"),
    "exchange": Program(["mpicc"], 4, "inner", "comm", "comm,routines"),
    "serial": Program(["cc"], 0, "kernel", "", "routines"),
    "teams": Program(["cc", "-fopenmp"], 0, "uneven", "sync,tasks", "sync,tasks,routines"),
    "queue": Program(["cc", "-pthread"], 0, "produce", "sync,tasks", "sync,tasks,routines"),
}


def build(name):
    bench.run(bench.TRIPTYCH, "cc", *PROGRAMS[name].compiler, "-g", "-O1", bench.HERE / "whatif" / f"{name}.c", "-o", name)


def measure(name, events, units, archive):
    """Runs the program; returns the seconds that it prints."""
    program = PROGRAMS[name]
    launcher = ["mpirun", "-n", program.ranks] if program.ranks else []
    options = [f"--events={events}"] if events else []
    return float(bench.run(bench.TRIPTYCH, "run", "-q", "--force", "--no-samples", *options, "-o", archive, *launcher, f"./{name}", units, env=ENV))


def predicted(name, archive, factor):
    """Returns the run's seconds, those that the region saves, its share, and how it is known where it ran."""
    out = bench.run(bench.TRIPTYCH, "predict", archive, "--faster", PROGRAMS[name].region, factor, "--format", "json")
    answer = json.loads(out)
    row = answer["changes"][1]
    return answer["measured_ns"] / 1e9, (answer["replayed_ns"] - row["time_ns"]) / 1e9, row["share_percent"], row["evidence"]


def compare(name, events):
    """Prints and returns a row per factor."""
    factors, rows = (2, 4), []
    was, real, guessed = [], {factor: [] for factor in factors}, {factor: [] for factor in factors}
    for i in range(ROUNDS):
        was.append(measure(name, events, UNITS, "was.tri"))
        for factor in factors:
            guessed[factor].append(predicted(name, "was.tri", factor))
            real[factor].append(measure(name, events, UNITS // factor, "faster.tri"))
    least = was.index(min(was))
    for factor in factors:
        seconds, saved, share, evidence = guessed[factor][least]
        guess, gain = 100 * saved / seconds, 100 * (was[least] - min(real[factor])) / seconds
        off = abs(guess - gain)
        bench.over += off > LIMIT
        rows.append({"program": name, "events": events, "region": PROGRAMS[name].region, "factor": factor, "seconds": seconds,
                     "share_percent": share, "predicted_percent": guess, "measured_percent": gain, "evidence": evidence})
        print(f"  {name:<9} {events:<20} {PROGRAMS[name].region:<9} {factor} times: {seconds:6.2f} s, share {share:5.1f} %, gain "
              f"predicted {guess:5.1f} %, measured {gain:5.1f} %, off {off:4.1f}  limit {LIMIT}  {'OVER' if off > LIMIT else 'ok'}",
              flush=True)
    return rows


def main(words):
    to = words[1] if words[:1] == ["--json"] else None
    names = words[2:] if to else words
    unknown = [name for name in names if name not in PROGRAMS]
    if unknown:
        sys.exit(f"whatif: there is no program {unknown[0]}; there are {' '.join(PROGRAMS)}")
    print("whatif: predicted and measured gains of faster regions, in % of the run's time")
    rows = []
    for name in names or PROGRAMS:
        build(name)
        for events in PROGRAMS[name].events:
            rows += compare(name, events)
    if to:
        with open(to, "w", encoding="utf-8") as out:
            json.dump(rows, out, indent=1)
    bench.done()


main(sys.argv[1:])

"""model: how far predictions of learned models are from measured times, on sizes that were not learned.

    bench/model.py [--json FILE] [PROGRAM...]      all: mandelbrot queens sparse solve heat cg conjugate buckets

Times are CPU times of ranks outside of MPI, because cores are shared; the time of a parallel run is that of its slowest
rank, the least of several runs. Models are learned from small runs: counts from a build with probes, times from one without."""
import csv
import io
import json
import math
import os
import sys

import bench

ENV = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
       "OMPI_MCA_mpi_yield_when_idle": "1", "OMP_NUM_THREADS": "1"}
EXAMPLES = bench.HERE.parent / "examples"


class Program:
    """example: its folder; arguments: with {n}; learned: sizes and ranks; held: pairs (n, p) to predict."""

    def __init__(self, example, name, arguments, sizes, ranks, held, limit=10, mean=None, repeat=2, parallel=True):
        self.example, self.name, self.arguments = example, name, arguments
        self.sizes, self.ranks, self.held = sizes, ranks, held
        self.limit, self.mean, self.repeat, self.parallel = limit, mean, repeat, parallel

    def build(self):
        """With probes in one folder, without in another; returns the two commands."""
        commands = []
        mpi = self.parallel
        fortran = self.example == "conjugate"
        compiler = ("mpifort" if fortran else "mpicc") if mpi else "cc"
        for kind in ("probes", "plain"):
            folder = bench.WORK / f"{self.example}-{kind}"
            words = f"{bench.TRIPTYCH} {'fc' if fortran else 'cc'} {compiler}" if kind == "probes" else compiler
            bench.run("make", "-s", "-C", EXAMPLES / self.example, f"O={folder}", f"{'FC' if fortran else 'CC'}={words}")
            commands.append(f"{'mpirun -n {p} ' if mpi else ''}{folder / self.name} {self.arguments}")
        return commands


PROGRAMS = {
    "mandelbrot": Program("mandelbrot", "mandelbrot", "{n}", (257, 512, 1023), (1, 2, 4),
                          [(n, p) for n in (1024, 2048, 4096) for p in (1, 2, 4, 8, 16)], limit=5, mean=2),
    "queens": Program("queens", "queens", "{n}", (9, 10, 11, 12, 13), (1,), [(16, 1)], parallel=False),
    "sparse": Program("model", "sparse", "{n} 40", (40001, 70003, 100001), (1, 2, 4),
                      [(n, p) for n in (900001, 1200007) for p in (1, 2, 4, 8)]),
    "solve": Program("model", "solve", "{n} 25", (1001, 1502, 2003), (1, 2, 4),
                     [(n, p) for n in (6403, 7202) for p in (1, 2, 4, 8)]),
    "heat": Program("heat", "heat", "{n} 40 /dev/null", (350, 420, 500), (1,), [(1420, 1), (1700, 1)], parallel=False),
    "cg": Program("cg", "cg", "{n} 3", (700, 850, 1000), (1,), [(2830, 1)], parallel=False),
    "conjugate": Program("conjugate", "conjugate", "{n} 3", (700, 850, 1001), (1, 2, 4),
                         [(2840, p) for p in (1, 2, 4, 8)]),
    "buckets": Program("buckets", "buckets", "{n} 2", (2000000, 3000001, 4000000), (1, 2, 4),
                       [(n, p) for n in (34000003, 40000000) for p in (1, 2, 4)]),
}


def words_of(command, n, p):
    return command.replace("{n}", str(n)).replace("{p}", str(p)).split()


def table(archive, name):
    text = bench.run(bench.TRIPTYCH, "export", archive, "--to", "csv", "--table", name)
    return list(csv.DictReader(io.StringIO(text)))


def measured(command, n, p, repeat):
    """Seconds of CPU time outside of MPI, by rank: the least of the runs."""
    least = {}
    for _ in range(repeat):
        bench.run(bench.TRIPTYCH, "run", "-q", "--force", "--no-samples", "--collect", "mpi", "-o", "measured.tri",
                  *words_of(command, n, p), env=ENV)
        ranks = [int(row["rank"] or 0) for row in table("measured.tri", "places")]
        sums = {}
        for lane in table("measured.tri", "lanes"):
            rank = ranks[int(lane["place"])]
            sums[rank] = sums.get(rank, 0) + (int(lane["cpu"]) - int(lane["cpu_in_mpi"] or 0)) / 1e9
        for rank, time in sums.items():
            least[rank] = min(time, least.get(rank, math.inf))
    return least


def learn(program, probes, plain):
    """Returns the file of the model that was learned."""
    model = f"{program.name}.rb"
    out = bench.run(bench.TRIPTYCH, "model", "--learn", probes, "--time-with", plain, "--n",
                    ",".join(map(str, program.sizes)), "--p", ",".join(map(str, program.ranks)), "--repeat",
                    program.repeat, "--force", "-o", model, "--format", "json", env=ENV)
    learned = json.loads(out)
    exact = sum(loop["exact"] for loop in learned["loops"])
    print(f"  learned at n = {', '.join(map(str, program.sizes))} and p = {', '.join(map(str, program.ranks))}: "
          f"{exact} of {len(learned['loops'])} loops have an exact formula; "
          f"at the learned points within {learned['largest_error_percent']:.1f} %, "
          f"{learned['mean_error_percent']:.1f} % in the mean", flush=True)
    for loop in learned["loops"]:
        if not loop["exact"] and loop["share_percent"] > 1:
            print(f"    {loop['routine']}, loop {loop['loop']}: {loop['fit']}")
    return model


def predicted(model, n, p):
    """Seconds of computation of the slowest rank, as `triptych predict` says."""
    out = bench.run(bench.TRIPTYCH, "predict", model, "--n", n, "--p", p, "--format", "json")
    return json.loads(out)["predictions"][0]["slowest_ns"] / 1e9


def row(n, p, time, cost):
    error = 100 * (cost / time - 1)
    print(f"    {n:>9} {p:>3} {time:>11.4f} {cost:>11.4f} {error:>+8.1f} %", flush=True)
    return {"n": n, "p": p, "measured": time, "predicted": cost, "error_percent": error}


def head(what):
    print(f"  {what}\n    {'n':>9} {'p':>3} {'measured s':>11} {'cost s':>11} {'error':>10}")


def summary(rows, name, limit=None, mean=None):
    errors = [abs(found["error_percent"]) for found in rows]
    largest, average = max(errors), sum(errors) / len(errors)
    ok = (limit is None or largest <= limit) and (mean is None or average <= mean)
    bench.over += not ok
    goal = "" if limit is None else f" (limit {limit} %{'' if mean is None else f', {mean} % in the mean'})"
    print(f"  {name}: largest error {largest:.1f} %, mean {average:.1f} %{goal}{'' if ok else '  OVER'}", flush=True)
    return {"largest": largest, "mean": average, "rows": rows}


def paper(times):
    """Without profiles: cost = rows on a rank * columns, half of the points (IF 0.5); one scale, from the smallest n on one rank."""
    cost = {(n, p): math.ceil(n / p) * n * 0.5 for n, p in times}
    smallest = min(times)
    scale = times[smallest] / cost[smallest]
    head("without profiles: rows, IF 0.5, one scale")
    return summary([row(n, p, times[n, p], scale * cost[n, p]) for n, p in sorted(times)], "without profiles")


def measure_all(program, plain):
    """Measures the held-out runs: long ones once, short ones several times."""
    times = {}
    for n, p in program.held:
        ranks = measured(plain, n, p, 1)
        if max(ranks.values()) < 3:
            again = measured(plain, n, p, program.repeat)
            ranks = {rank: min(time, again[rank]) for rank, time in ranks.items()}
        times[n, p] = max(ranks.values())
    return times


def one(name):
    program = PROGRAMS[name]
    print(f"{name}:", flush=True)
    probes, plain = program.build()
    model = learn(program, probes, plain)
    times = measure_all(program, plain)
    found = {}
    if name == "mandelbrot":
        found["paper"] = paper(times)
    head("learned, at sizes that were not learned")
    rows = [row(n, p, times[n, p], predicted(model, n, p)) for n, p in program.held]
    found["learned"] = summary(rows, f"{name}, learned", program.limit, program.mean)
    return found


def main():
    names, file = sys.argv[1:], None
    if names[:1] == ["--json"]:
        file, names = os.path.abspath(names[1]), names[2:]
    unknown = set(names) - set(PROGRAMS)
    if unknown:
        sys.exit(f"model: unknown: {' '.join(sorted(unknown))}; there are {' '.join(PROGRAMS)}")
    results = {name: one(name) for name in names or PROGRAMS}
    if file:
        with open(file, "w", encoding="utf-8") as out:
            json.dump(results, out, indent=1)
    bench.done()


main()

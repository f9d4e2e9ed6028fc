"""model-eval: how fast models are evaluated: metamodels of a million nodes, and a small one many times.

Times are CPU times, because cores are shared. Evaluating begins when the file was read: the nodes are put together to
expressions, and these are evaluated for each rank; where there are messages, ranks are simulated."""
import json
import pathlib
import time

import bench

NODES = 1_000_000
TIMER = pathlib.Path(bench.TRIPTYCH).parents[2] / "tests" / "model" / "predict" / "time_evaluation"


def metamodel(name, body):
    path = bench.WORK / f"{name}.json"
    path.write_text(json.dumps({"version": 1, "file": f"{name}.rb", "tasks": [{"name": name, "body": body}]}), encoding="utf-8")
    return path


def loop(distinct):
    """A loop with many nodes, whose costs are all different or a few that come again."""
    return [{"do": "for", "trips": "n", "line": 1, "body":
             [{"do": "compute", "cost": f"{k % distinct}*n + {k % 17}", "line": k + 2} for k in range(NODES)]}]


def messages():
    """Computing, a message to the next rank, and one from the rank before."""
    kinds = [{"do": "compute", "cost": "n*(rank + 1)"}, {"do": "send", "cost": "8*n", "peer": "(rank + 1) % p"},
             {"do": "recv", "cost": "8*n", "peer": "(rank - 1) % p"}]
    return [{**kinds[k % 3], "line": k + 1} for k in range(NODES)]


def large(name, body, ranks):
    path = metamodel(name, body)
    begin = time.process_time()
    json.loads(path.read_text(encoding="utf-8"))
    python = time.process_time() - begin
    read, evaluated = map(float, bench.run(TIMER, path, 100, ranks).split())
    print(f"  {name:<34} read in {read:.2f} s ({read / python:.1f} x Python's json)")
    bench.line(f"{name}, evaluated", evaluated, "s", evaluated, "1 s", 1)


print(f"{NODES} nodes:")
large("1000-different-costs", loop(1000), 1)
large("all-costs-different", loop(NODES), 1)
large("messages-of-2-ranks", messages(), 2)
small = metamodel("small", [{"do": "compute", "cost": "floor(n*(rank+1)/p) - floor(n*rank/p) + log2(p)", "line": 1}])
few, many = (bench.cpu_seconds(bench.TRIPTYCH, "predict", small, "--n", "1000", "--p", p) for p in ("1", "1000000"))
rate = 1e6 / max(many - few, 1e-9)
print("a small model:")
bench.line("evaluations, one per rank", rate / 1e3, "k/s", 1e5 / rate, "of the time of 100 k/s", 1)
bench.done()

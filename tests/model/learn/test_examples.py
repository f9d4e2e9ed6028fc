"""The loops of examples with MPI: what is learned at small sizes is exact at others, on every rank."""
import json
import math
import os
import re
import shutil

import program
import tap

ENV = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
       "OMPI_MCA_mpi_yield_when_idle": "1"}


def first(n, p, rank):
    return n * rank // p


def rows(n, p, rank):
    return first(n, p, rank + 1) - first(n, p, rank)


def below(n, p, rank):
    """The sum of the numbers of a rank's rows."""
    return sum(range(first(n, p, rank), first(n, p, rank + 1)))


# trips of each loop, by routine, position and the routine that calls it, counted by hand. TIMES is 2 everywhere.
SOLVE = {
    ("make_table", 1, "main"): lambda n, p, r: 64,
    ("run", 1, "main"): lambda n, p, r: 2,
    ("run", 2, "main"): lambda n, p, r: 2 * n,
    ("make_right_side", 1, "run"): lambda n, p, r: 2 * rows(n, p, r),
    ("dot", 1, "make_right_side"): lambda n, p, r: 2 * below(n, p, r),
    ("solve", 1, "run"): lambda n, p, r: 2 * p,
    ("solve_own", 1, "solve"): lambda n, p, r: 2 * rows(n, p, r),
    ("dot", 1, "solve_own"): lambda n, p, r: rows(n, p, r) * (rows(n, p, r) - 1),
    ("subtract", 1, "solve"): lambda n, p, r: 2 * rows(n, p, r) * r,
    ("dot", 1, "subtract"): lambda n, p, r: 2 * rows(n, p, r) * first(n, p, r),
    ("is_right", 1, "run"): lambda n, p, r: 2 * n,
}
SPARSE = {
    ("create", 1, "run"): lambda n, p, r: rows(n, p, r),
    ("fill", 1, "create"): lambda n, p, r: rows(n, p, r),
    ("fill", 2, "create"): None,  # depends on data: no formula
    ("run", 1, "main"): lambda n, p, r: n,
    ("run", 2, "main"): lambda n, p, r: 2,
    ("multiply", 1, "run"): lambda n, p, r: 2 * rows(n, p, r),
    ("multiply", 2, "run"): None,
    ("is_right", 1, "run"): lambda n, p, r: rows(n, p, r),
}


def arguments(text):
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth < 0 or (depth == 0 and letter == ","):
            parts.append(text[start:at])
            start = at + 1
        if depth < 0:
            return parts, text[at + 1:]
    raise ValueError(text)


def python(text):
    """A cost expression as one of Python: only sums are written in another way."""
    at = text.find("sum(")
    if at < 0:
        return text
    (index, start, last, body), rest = arguments(text[at + 4:])
    return (f"{text[:at]}total(({python(body)}) for {index.strip()} in "
            f"range(int({python(start)}), int({python(last)}) + 1)){python(rest)}")


def value(text, n, p, rank):
    return eval(python(text), {"__builtins__": {}, "n": n, "p": p, "rank": rank, "floor": math.floor, "ceil": math.ceil,
                               "log2": math.log2, "max": max, "min": min, "total": sum, "range": range, "int": int})


def caller(path):
    """The routine that calls the one at the end of a path."""
    routines = [part for part in path.split(" > ") if not part.startswith("loop ")]
    return routines[-2] if len(routines) > 1 else ""


def check(name, sizes, expected):
    result = here.triptych("model", "--learn", f"mpirun -n {{p}} ./{name} {{n}} 2", "--n", sizes, "--p", "1,2,3", "--repeat", "1",
                           "--format", "json", "-o", f"{name}.rb", env=ENV, timeout=300)
    loops = {(loop["routine"], loop["loop"], caller(loop["path"])): loop for loop in json.loads(result.out)["loops"]}
    tap.equal(set(loops), set(expected), f"{name}: the loops")
    for key, formula in expected.items():
        loop = loops.get(key)
        if not loop:
            continue
        where = f"{name}: {key[0]}, loop {key[1]}, called by {key[2]}"
        tap.equal(loop["exact"], formula is not None, f"{where}: exact if it has a formula")
        if formula and loop["exact"]:
            points = [(n, p, rank) for n in (1009, 4000) for p in (1, 4, 7) for rank in range(p)]
            tap.equal([value(loop["trips"], *point) for point in points], [formula(*point) for point in points],
                      f"{where}: {loop['trips']}")
        elif not formula:
            tap.contains(loop["trips"] or "", "curve(", f"{where}: its share of the whole is a curve")


def check_strips():
    """Strips exchange columns with their neighbours: the ranks at the ends have one neighbour less."""
    if not shutil.which("mpifort"):
        return
    here.run("make", "-s", "-C", program.SOURCE / "examples" / "conjugate", f"O={here / 'strips'}",
             f"FC={program.TRIPTYCH} fc mpifort", env=BUILD)
    here.triptych("model", "--learn", "mpirun -n {p} strips/conjugate {n} 3", "--n", "50,77,101", "--p", "1,2,3", "--repeat", "1",
                  "-o", "conjugate.rb", env=ENV, timeout=300)
    model = here.read("conjugate.rb")
    exchanges = re.findall(r'FOR\(Cost\("(.*)"\)\) \{ (msgsend|msgrecv)\(Cost\("8\*n"\), Cost\("(.*)"\)\)', model)
    tap.equal(sorted((call, peer) for _, call, peer in exchanges),
              [("msgrecv", "rank + 1"), ("msgrecv", "rank - 1"), ("msgsend", "rank + 1"), ("msgsend", "rank - 1")],
              "conjugate: both neighbours, sent to and received from")
    for count, call, peer in exchanges:
        got = [value(count, 200, p, rank) for p in (1, 2, 5) for rank in range(p)]
        some = max(got)  # 1 in each trip of the solver's loop
        tap.equal(got, [some if 0 <= rank + (1 if "+" in peer else -1) < p else 0 for p in (1, 2, 5) for rank in range(p)],
                  f"conjugate: {call} {peer}: {count}")
    if here.triptych("model", "conjugate.rb", check=False).status != 0:
        return  # without Ruby
    tap.check(re.search(r'\n( +)FOR\(.*\{\n\1  seconds.*\n\n\1  # operators::exchange.*sends, tag 1\n.*\n\1  FOR\(.*msgsend', model),
              "conjugate: messages are inside of the solver's loop", model)
    tap.check(re.search(r'sends, tag 1\n.*\n.*msgsend.*\n\n.*receives, tag 1\n.*\n.*msgrecv.*\n\n.*sends, tag 2\n.*\n.*msgsend', model),
              "conjugate: each call sends before it receives", model)
    for p in (1, 2, 4, 8):
        result = here.triptych("predict", "conjugate.rb", "--n", "200", "--p", p, "--format", "json", check=False)
        tap.equal((result.status, result.err), (0, ""), f"conjugate: a prediction for {p} ranks")


def check_ring():
    """Each rank starts all messages of a ring of strips at once: tags tell the two neighbours apart."""
    here.run("make", "-s", "-C", program.SOURCE / "examples" / "hybrid", f"O={here / 'ring'}", f"CC={program.TRIPTYCH} cc mpicc", env=BUILD)
    here.triptych("model", "--learn", "mpirun -n {p} ring/hybrid {n} 5 1", "--n", "48,61", "--p", "1,2,3", "--repeat", "1",
                  "-o", "hybrid.rb", env=ENV, timeout=300)
    model = here.read("hybrid.rb")
    tap.equal(re.findall(r'\n( +)(msgsend|msgrecv)\(Cost\(".*?"\), Cost\("(.*)"\)\)', model),
              [("      ", "msgsend", "(rank - 1)%p"), ("      ", "msgsend", "(rank + 1)%p"),
               ("      ", "msgrecv", "(rank + 1)%p"), ("      ", "msgrecv", "(rank - 1)%p")], "hybrid: a ring, in both directions")
    if here.triptych("model", "hybrid.rb", check=False).status == 0:
        result = here.triptych("predict", "hybrid.rb", "--n", "100", "--p", "1,2,5,8", check=False)
        tap.equal((result.status, result.err), (0, ""), "hybrid: predictions for other ranks")


if program.SANITIZED or not shutil.which("mpicc") or not shutil.which("mpirun"):
    tap.skip_all("it needs MPI and no sanitizer")
here = program.folder()
BUILD = {**ENV, "TRIPTYCH_CACHE": os.environ.get("TRIPTYCH_CACHE", str(here / "cache"))}
here.run("make", "-s", "-C", program.SOURCE / "examples" / "model", f"O={here}",
         f"CC={program.TRIPTYCH} cc mpicc", env=BUILD)
check("solve", "50,77,101", SOLVE)
check("sparse", "901,1000,1207", SPARSE)
check_strips()
check_ring()
model = here.read("solve.rb")
tap.contains(model, 'collective("bcast"', "the broadcast is in the model")
tap.done()

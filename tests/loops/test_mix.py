"""`triptych loops --mix`: floating-point operations are those of formulas, for all compilers and levels; loads and stores are those that
Valgrind sees; the table adds up."""
import csv
import io
import json
import pathlib
import platform

import mixes
import program
import tap

HERE = pathlib.Path(__file__).parent
here = program.folder()
here.copy(HERE / "programs" / "mix.c")
LEVELS = (["-O0"], ["-O2"], ["-O3", "-ffast-math"])


def counted(name, *arguments):
    result = here.triptych("loops", "-q", "--force", "-o", f"{name}.tri", f"./{name}", *arguments, check=False)
    if "libtriptych-loops.so is missing" in result.err:
        tap.skip_all("loops are not counted on this machine")
    return json.loads(here.triptych("loops", "--format", "json", f"{name}.tri").out)["mix"]


def routines(rows):
    return {row["function"]: row for row in rows if row["loop"] is None}


def check_sums(rows, words):
    bad = [row["function"] for row in rows
           if row["instructions"] != sum(row[key] for key in ("float", "integer", "branch", "memory", "other"))
           or row["flops"] != sum(row[f"flops_{key}"] for key in ("half", "single", "double", "extended"))
           or row["flops"] != sum(row[f"flops_{key}"] for key in ("scalar", *(f"vector_{i}" for i in (64, 128, 256, 512))))]
    tap.equal(bad, [], f"{words}: classes add up to all instructions, precisions and lengths to all operations")


def by_valgrind(name):
    """function -> instructions, loads, stores, as Cachegrind counts them."""
    here.run("valgrind", "-q", "--tool=cachegrind", "--cache-sim=yes", "--cachegrind-out-file=cachegrind.out", f"./{name}")
    found, function = {}, None
    for line in (here / "cachegrind.out").read_text().splitlines():
        if line.startswith("fn="):
            function = line[3:]
        elif line[:1].isdigit():
            numbers = [int(word) for word in line.split()[1:]] + [0] * 9
            found[function] = [old + new for old, new in zip(found.get(function, [0] * 3), numbers[0:9:3])]
    return found


def check_valgrind(name, words):
    """Cachegrind counts an instruction that loads and stores the same place as a load, and one that loads a pair as two."""
    rows, expected, faults = counted(name), by_valgrind(name), []
    for function in mixes.EXACT:
        ours = [sum(row[key] for row in rows if row["function"] == function) for key in ("instructions", "loads", "stores")]
        theirs = expected[function]
        if ours[:2] != theirs[:2] or ours[2] < theirs[2] or (platform.machine() == "aarch64" and ours != theirs):
            faults.append(f"{function}: {ours}, Valgrind has {theirs}")
    tap.check(not faults, f"{words}: instructions, loads and stores as Valgrind counts them", "\n".join(faults))


def main():
    for compiler in ("gcc", "clang"):
        if not program.have(compiler):
            continue
        for level in LEVELS:
            words = " ".join([compiler, *level])
            here.run(compiler, "-g", *level, "mix.c", "-lm", "-o", "mix")
            rows = counted("mix")
            found = mixes.wrong({name: row["inclusive_flops"] for name, row in routines(rows).items()}, level)
            tap.check(not found, f"{words}: floating-point operations as formulas have them", "\n".join(found))
            check_sums(rows, words)
            if level == ["-O0"] and program.have("valgrind") and not program.SANITIZED:
                check_valgrind("mix", words)
            precise = [row for row in rows if row["function"] == "saxpy" and row["flops"]]
            tap.check(precise and all(row["flops"] == row["flops_single"] for row in precise), f"{words}: in single precision")
            if "-O3" in level:
                vectors = [row for row in rows if row["function"] == "daxpy" and row["loop"] is not None and row["vector_bits"]]
                tap.check(vectors, f"{words}: daxpy is vectorised", json.dumps(rows)[:2000])
    text = here.triptych("loops", "--mix", "--width", "200", "mix.tri").out
    for word in ("Instruction mix", "FLOP/byte", "vector %", "Counts are exclusive"):
        tap.contains(text, word, f"the table has {word}")
    table = list(csv.DictReader(io.StringIO(here.triptych("loops", "--csv", "mix", "mix.tri").out)))
    tap.check(any(row["function"] == "fft" and int(row["flops"]) for row in table), "CSV")
    lines = here.triptych("query", "--format", "json", "mix.tri", "operations.map(o -> {measure: o.measure, n: o.amount})").out
    single = sum(row["n"] for row in map(json.loads, lines.splitlines()) if row["measure"].startswith("flops_single"))
    tap.equal(single, sum(row["flops_single"] for row in rows), "queries read the table operations")
    tap.done()


main()

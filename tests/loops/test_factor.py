"""Trips of loops that were vectorised or unrolled, times their factors, are the iterations of the source.

On the machine itself trips are counted; of x86-64 on another one, QEMU tells which code it executes."""
import collections
import csv
import io
import platform
import re

import engines
import program
import tap

SOURCE = program.SOURCE / "tests" / "loops" / "programs" / "vectors.c"
UNTOLD = SOURCE.with_name("untold.c")
STRIDED = SOURCE.with_name("strided.c")
APART = str(next(number for number, line in enumerate(UNTOLD.read_text().splitlines(), 3) if "void apart" in line))
MACHINE = platform.machine()
CROSS = "x86_64-linux-gnu-gcc"
LEVELS = {"gcc": [["-O2"], ["-O3"], ["-O3", "-funroll-loops"]], "clang": [["-O1"], ["-O2"], ["-O3", "-ffast-math"]]}
JAM = ["-fno-loop-unroll-and-jam"]  # several iterations of the loop around it in one: these are not told from arrays
COUNT, SIDE = 512, 16  # all that is put together fits into them
MORE = 77  # which does not
# Parts of structures, early exits, addresses that a trip leaves for the next one: these need not be known.
UNKNOWN = {"kernel_complex", "kernel_find"}
UNKNOWN_UNROLLED = UNKNOWN | {"kernel_stencil"}

# Without the source, iterations that access the elements of a dense array in pairs look like twice as many.
PAIRED = {"products", "always_products", "members", "moved", "second"}
# These are known in any case.
KNOWN = ["kernel_" + name for name in ("axpy", "dot", "add", "sum", "widen", "bytes")]

here = program.folder()


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def trips_of_native(binary, *arguments):
    """(function, factor, trips) of each loop that ran."""
    here.triptych("loops", "-q", "--force", "-o", "vectors.tri", here / binary, *arguments)
    for row in rows(here.triptych("loops", "--format", "csv", "--csv", "loops", "vectors.tri").out):
        yield row["function"], int(row["factor"] or 0), int(row["trips"])


def trips_of_qemu(binary, *arguments):
    """The same: a loop's trips are the executions of its head, of which QEMU keeps a log."""
    static = here.triptych("loops", "--static", "--format", "csv", "--function", "[gk]*_*", here / binary).out
    loops = [row for row in rows(static) if row["kind"] == "loop"]
    heads = ",".join(f"{row['address']}+1" for row in loops)
    here.run("qemu-x86_64", "-singlestep", "-d", "exec,nochain", "-dfilter", heads, "-D", "log", here / binary, *arguments)
    executed = collections.Counter(re.findall(r"/([0-9a-f]+)/[0-9a-f]+/[0-9a-f]+\]", (here / "log").read_text()))
    for row in loops:
        yield row["function"], int(row["factor"] or 0), executed[f"{int(row['address'], 16):016x}"]


def differences(trips, count, side, exact, unknown):
    """What is wrong; what is done beside loops, or in the last trip for nothing, is less than one trip."""
    wanted = {"kernel_" + name: count for name in
              ("axpy", "dot", "add", "sum", "stencil", "widen", "bytes", "complex", "find")}
    wanted["grid_product"] = side ** 3
    sums, largest = collections.Counter(), collections.Counter()
    for function, factor, number in trips:
        sums[function] += factor * number
        largest[function] = max(largest[function], factor)
    for function, iterations in wanted.items():
        if function in unknown and not sums[function]:
            continue
        short = 0 if exact or function == "grid_product" else largest[function] - 1
        if not iterations - short <= sums[function] <= iterations + short:
            yield f"{function}: {sums[function]} of {iterations} iterations"


def count_in_source(binary, *arguments):
    """By function: iterations of the source, and whether these are at least so many."""
    here.triptych("loops", "-q", "--force", "-o", "vectors.tri", here / binary, *arguments)
    sums, least = collections.Counter(), collections.Counter()
    for row in rows(here.triptych("loops", "--format", "csv", "--csv", "loops", "vectors.tri").out):
        own = 0 if "rest of" in row["kind"] else int(row["factor"] or 0) * int(row["trips"])
        sums[row["function"]] += int(row["source_iterations"] or own)
        least[row["function"]] += int(row["source_iterations_at_least"])
    return sums, least


def check_claims(name, binary, *arguments):
    """Where iterations are left over that no loop does, the product is said to be less than all of them."""
    sums, least = count_in_source(binary, *arguments)
    wrong = [f"{function}: {sums[function]} of {COUNT + MORE} iterations, as if they were all" for function in KNOWN
             if sums[function] != COUNT + MORE and not (least[function] and sums[function] < COUNT + MORE)]
    tap.check(not wrong, f"{name}: what is left over is said", "\n".join(wrong))


def check_all(name, binary):
    """With debugging information, all loops and all code that a loop of the source has become are added up."""
    for count in (COUNT + MORE, COUNT, 3):
        sums, least = count_in_source(binary, str(count), "0")
        wrong = [f"{function}: {'at least ' if least[function] else ''}{sums[function]} of {count} iterations"
                 for function in KNOWN if sums[function] != count or least[function]]
        tap.check(not wrong, f"{name}: {count} iterations, with those that are left over", "\n".join(wrong))


def check_untold(name, compiler, level):
    """What is said is right; that may be nothing, or at least so many."""
    here.run(compiler, "-g", "-fwrapv", *level, UNTOLD, "-o", "untold")
    here.triptych("loops", "-q", "--force", "-o", "untold.tri", here / "untold", str(COUNT + MORE))
    said, least, unknown = collections.Counter(), collections.Counter(), set()
    found = rows(here.triptych("loops", "--format", "csv", "--csv", "loops", "untold.tri").out)
    for row in found:
        own = 0 if "rest of" in row["kind"] else int(row["factor"] or 0) * int(row["trips"])
        said[row["function"]] += int(row["source_iterations"] or own)
        least[row["function"]] += int(row["source_iterations_at_least"])
        unknown |= set() if row["factor"] else {row["function"]}
    wrong = [f"{function}: {said[function]} of {count} iterations" for function, count in
             {"back": COUNT + MORE, "pick": COUNT + MORE, "stop": 21, "apart": COUNT + MORE, "gaps": (COUNT + MORE + 1) // 2,
              "always": 500, "both": 2 * ((COUNT + MORE) & ~3) - 1}.items()
             if function not in unknown and said[function] != count and not (least[function] and said[function] < count)]
    tap.check(not wrong, f"{name}: no wrong number", "\n".join(wrong))
    # Vectors that stand in the body alone are the loop whose condition the code beside them has.
    apart = [row for row in found if row["function"] == "apart" and "rest of" not in row["kind"]]
    tap.equal([row["line"] for row in apart], [APART], f"{name}: vectors and what they leave over are one loop")


def check_strided(name, compiler, level):
    """Elements that an iteration skips, or accesses with others, are no iterations: what is said is right, or at least so many."""
    for debug in ("-g", "-g0"):
        here.run(compiler, debug, *level, STRIDED, "-o", "strided")
        for count in (COUNT + MORE, COUNT):
            here.triptych("loops", "-q", "--force", "-o", "strided.tri", here / "strided", str(count))
            said, unknown = collections.Counter(), set()
            for row in rows(here.triptych("loops", "--format", "csv", "--csv", "loops", "strided.tri").out):
                function = row["function"].split(".")[0]
                own = 0 if "rest of" in row["kind"] else int(row["factor"] or 0) * int(row["trips"])
                said[function] += int(row["source_iterations"] or own)
                unknown |= set() if row["factor"] else {function}
            wanted = {function: 1000 if "always" in function else count for function in said}
            wrong = [f"{function}: {said[function]} of {wanted[function]} iterations" for function in said
                     if said[function] > wanted[function] and function not in unknown | (PAIRED if debug == "-g0" else set())]
            tap.check(not wrong, f"{name} {debug}, {count} iterations: no element too many", "\n".join(wrong))


def check(name, trips, binary):
    unknown = UNKNOWN_UNROLLED if "unroll" in name else UNKNOWN
    found = list(differences(trips(binary, str(COUNT), str(SIDE)), COUNT, SIDE, True, unknown))
    tap.check(not found, f"{name}: all iterations", "\n".join(found))
    found = list(differences(trips(binary, str(COUNT + MORE), "0"), COUNT + MORE, 0, False, unknown))
    tap.check(not found, f"{name}: and those that are left over", "\n".join(found))


def main():
    if program.SANITIZED:
        tap.skip_all("sanitizers change the code")
    compilers = [compiler for compiler in LEVELS if program.have(compiler)]
    for compiler in compilers:
        for level in LEVELS[compiler]:
            jam = JAM if compiler == "gcc" else []
            if engines.have_native():
                here.run(compiler, *level, *jam, SOURCE, "-o", "vectors")
                check(f"{MACHINE}, {compiler} {' '.join(level)}", trips_of_native, "vectors")
                check_claims(f"{MACHINE}, {compiler} {' '.join(level)}", "vectors", str(COUNT + MORE), "0")
                here.run(compiler, "-g", *level, *jam, SOURCE, "-o", "vectors")
                check_untold(f"{MACHINE}, {compiler} -g {' '.join(level)}", compiler, level)
                check_strided(f"{MACHINE}, {compiler} {' '.join(level)}", compiler, level)
                check_all(f"{MACHINE}, {compiler} -g {' '.join(level)}", "vectors")
            if MACHINE != "x86_64" and program.have(CROSS) and program.have("qemu-x86_64"):
                command = [CROSS] if compiler == "gcc" else [compiler, "--target=x86_64-linux-gnu"]
                here.run(*command, *level, *jam, "-fno-pie", "-c", SOURCE, "-o", "vectors.o")
                here.run(CROSS, "-static", "-no-pie", "vectors.o", "-o", "vectors.x86_64")
                check(f"x86_64, {compiler} {' '.join(level)}", trips_of_qemu, "vectors.x86_64")
    tap.done()


main()

"""`triptych model --learn`: the formulas of loops that are known by hand, from probes and from the binary."""
import json
import re

import program
import tap

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>

static volatile double sink;

static void triangle(int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= i; k++)
            sink += k;
}

static int halve(int n)
{
    int steps = 0;
    while (n > 1) {
        n /= 2;
        steps++;
    }
    return steps;
}

static int place(int depth, int n)
{
    int found = 0;
    if (depth == n)
        return 1;
    for (int k = 0; k < 3; k++)
        found += place(depth + 1, n);
    return found;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    if (argc > 2)
        return 3;
    for (int step = 0; step < 50; step++)
        triangle(n);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int m = 0; m < 4; m++)
                sink += m;
    for (int i = 0; i < 1000; i++)
        sink += halve(n);
    return place(0, 5) != 243;
}
"""
SIZES = "20,33,50,71,100"

# trips of all visits, by routine and position; place: 3 + 9 + 27 + 81 + 243
EXPECTED = {
    ("triangle", 1): lambda n: 50 * n,
    ("triangle", 2): lambda n: 25 * n * (n + 1),
    ("main", 1): lambda n: 50,
    ("main", 2): lambda n: n,
    ("main", 3): lambda n: n * n,
    ("main", 4): lambda n: 4 * n * n,
    ("main", 5): lambda n: 1000,
    ("halve", 1): lambda n: 1000 * (n.bit_length() - 1),
    ("place", 1): lambda n: 363,
}


def value(text, n):
    """A formula of n, computed by Python."""
    import math
    return eval(text, {"__builtins__": {}}, {"n": n, "p": 1, "rank": 0, "floor": math.floor, "ceil": math.ceil,
                                             "log2": math.log2, "max": max, "min": min})


def check_formulas(here, command, what):
    result = here.triptych("model", "--learn", command, "--n", SIZES, "--repeat", "1", "--format", "json", "-o",
                           f"{what}.rb")
    loops = {(loop["routine"], loop["loop"]): loop for loop in json.loads(result.out)["loops"]}
    for key, formula in EXPECTED.items():
        loop = loops.get(key)
        if not tap.check(loop is not None, f"{what}: loop {key[1]} of {key[0]} is found", str(sorted(loops))):
            continue
        tap.check(loop["exact"], f"{what}: {key[0]}, loop {key[1]}: exact", str(loop))
        got = [value(loop["trips"], n) for n in (20, 128, 1000)]
        tap.equal(got, [formula(n) for n in (20, 128, 1000)], f"{what}: {key[0]}, loop {key[1]}: {loop['trips']}")
    tap.equal(set(loops), set(EXPECTED), f"{what}: and no other loops")
    return here.read(f"{what}.rb")


here = program.folder()
here.write("sums.c", PROGRAM)
here.triptych("cc", program.CC, *program.CFLAGS, "-O1", "-g", "sums.c", "-o", "probed")
here.run(program.CC, "-O0", "-g", "sums.c", "-o", "plain")

text = check_formulas(here, "./probed {n}", "probes")
tap.check(text.startswith("# Learned from `./probed {n}` with n = 20,33,50,71,100 and p = 1."), "the model says where it is from",
          text[:200])
tap.equal(text.count("FOR(Cost(") >= len(EXPECTED), True, "each loop is a FOR")
NESTED = r"""main: loop 2 .*\n.*\n    FOR\(Cost\("n"\)\) \{\n      seconds\(.*\)\n\n.*main: loop 3 .*\n.*\n      FOR\(Cost\("n"\)\) \{\n(?:.*\n)*?        FOR\(Cost\("4"\)\)"""
tap.check(re.search(NESTED, text), "loops are nested as in the program", text)
tap.contains(text, "# outside of triangle, loop 1, with all its trips there: they differ from trip to trip", "one that grows with its loop is not, and the reason is said")
if here.triptych("model", "probes.rb", check=False).status == 0:
    formulas = json.loads(here.triptych("predict", "probes.rb", "--n", "128", "--formulas", "--format", "json").out)["formulas"]
    seen = sorted(round(value(row["visits"], 128)) for row in formulas if row["node"].strip() == "seconds")
    missing = [key for key, formula in EXPECTED.items() if formula(128) not in seen]
    tap.equal(missing, [], "the model visits each loop's body as often as its trips say")
tap.check(re.search(r"# trips: exact at 5 points; cost per trip", text), "each line says how well it fits", text)
if not program.SANITIZED:
    check_formulas(here, "./plain {n}", "binary")

result = here.triptych("model", "--learn", "./probed {n}", "--n", SIZES, "-o", "probes.rb", check=False)
tap.equal(result.status, 2, "a file that exists is not replaced")
tap.contains(result.err, "--force", "and the message says how to")
for words, part, name in (
        (("--n", "10,20"), "{n}", "a command without {n}"),
        (("--n", "10"), "at least two sizes", "one size"),
        (("--n", "10,x"), "numbers from 1", "a size that is no number"),
        ((), "at least two sizes", "no sizes")):
    command = "./probed 10" if name.endswith("{n}") else "./probed {n}"
    result = here.triptych("model", "--learn", command, *words, "-o", "x.rb", check=False)
    tap.equal(result.status, 2, f"{name} is refused")
    tap.contains(result.err, part, f"{name}: the message says what to do")
result = here.triptych("model", "--learn", "./probed {n} wrong", "--n", "10,20", "-o", "x.rb", check=False)
tap.equal(result.status, 1, "a program that fails is an error")
tap.contains(result.err, "exit status 3", "which is named")
result = here.triptych("model", "--learn", "./probed {n}", "--n", "10,20", "--p", "2", "-o", "x.rb", check=False)
tap.equal(result.status, 1, "a serial program cannot be run with two ranks")
tap.contains(result.err, "--p 1", "and the message says what to do")
result = here.triptych("model", "--learn", "./probed '{n}", "--n", "10,20", "-o", "x.rb", check=False)
tap.contains(result.err, "quote", "an open quote is named")
(here / "tmp").mkdir()
running = here.start(program.TRIPTYCH, "model", "--learn", "sleep {n}", "--n", "1000,2000", "-o", "x.rb", env={"TMPDIR": here / "tmp"})
tap.check(program.wait_until(lambda: list((here / "tmp").glob("triptych-learn-*/*.tri"))), "archives are in a temporary folder")
running.kill()
running.wait()
tap.check(program.wait_until(lambda: not list((here / "tmp").iterdir())), "which goes away even if the command is killed")
result = here.triptych("model", "--learn", "--help")
tap.contains(result.out, "--time-with", "--learn --help explains the options")
tap.done()

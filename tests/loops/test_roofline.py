"""`triptych loops --roofline`: which roof a loop is near, by machines whose roofs are made up, so that no time matters; and the pictures."""
import json
import pathlib
import xml.etree.ElementTree

import program
import tap

here = program.folder()
here.copy(pathlib.Path(__file__).parent / "programs" / "mix.c")
here.run(program.CC, "-g", "-O1", "mix.c", "-lm", "-o", "mix")
KEYS = ("scalar_single", "scalar_double", "vector_single", "vector_double", "l1", "l2", "l3", "memory")


def machine(name, **roofs):
    here.write(name, "".join(f"roof_{key} = {roofs.get(key, 1e15)}\n" for key in KEYS))


machine("far.machine")
machine("low.machine", vector_double=1, scalar_double=1, l1=1e3, l2=1e3, l3=1e3, memory=1e3)
machine("scalar.machine", scalar_double=1e13)
here.write("none.machine", "flops = 1e9\n")

result = here.triptych("loops", "--roofline", "--machine", "far.machine", "-o", "mix.tri", "./mix", "20", check=False)
if "libtriptych-loops.so is missing" in result.err:
    tap.skip_all("loops are not timed on this machine")
tap.check(result.status == 0 and "Loops under the roofs" in result.err and "far from every roof" in result.err,
          "a run is timed, and shown under the roofs", result)


def loops(name):
    text = here.triptych("loops", "--roofline", "--machine", name, "--format", "json", "mix.tri").out
    return {(row["function"], row["loop"]): row for row in json.loads(text)["roofline"]}


far, low, scalar = loops("far.machine"), loops("low.machine"), loops("scalar.machine")
PRODUCT = min(key for key in far if key[0] == "product")  # the outermost one, unless the loops in it take long enough to be timed
row = far[PRODUCT]
tap.equal(row["roof"], "memory", "the lowest roof above a loop")
tap.check(0 < row["roof_percent"] < 1 and row["advice"].startswith("far from"), "which is far away", row)
tap.check(abs(row["gflops_per_second"] / row["gbytes_per_second"] - row["flops_per_byte"]) < 1e-6, "speeds and intensity agree", row)
tap.check(abs(row["roof_gflops_per_second"] - 1e6 * row["flops_per_byte"]) < 1, "a bandwidth allows that many operations", row)
tap.equal(low[PRODUCT]["roof"], "vector peak", "a loop above all of them is at the highest")
tap.equal(scalar[PRODUCT]["roof"], "scalar peak", "a scalar loop is below the scalar peak")
for times, said in ((2, "not near a roof"), (1.1, "near what scalar loads allow")):
    machine("close.machine", l1=times * row["gbytes_per_second"] * 1e9)
    close = loops("close.machine")[PRODUCT]
    tap.check(close["roof"] == "L1" and close["advice"].startswith(said), f"{said}: at {100 / times:.0f} % of it", close)
mix = json.loads(here.triptych("loops", "--format", "json", "mix.tri").out)
tap.check("roofline" not in mix, "without --roofline there is none")
timed = [one for one in mix["mix"] if one["function"] == "product" and one["loop"] == 1][0]
tap.check(abs(timed["inclusive_flops"] / timed["time_ns"] - timed["inclusive_gflops_per_second"]) < 1e-9, "the mix has speeds, too", timed)
tap.check(all(abs(row["flops"] / row["exclusive_time_ns"] - row["gflops_per_second"]) < 1e-9 for row in mix["mix"] if row["exclusive_time_ns"]),
          "operations and speed of a row are both exclusive", mix["mix"])

text = here.triptych("loops", "--roofline", "--machine", "low.machine", "--width", "90", "mix.tri").out
tap.check("Roofline: GFLOP/s of a core, double precision" in text and "FLOP/byte" in text, "the picture", text)
here.triptych("loops", "--roofline", "--machine", "far.machine", "--svg", "mix.svg", "mix.tri")
drawn = xml.etree.ElementTree.parse(here / "mix.svg").getroot()
circles = [one for one in drawn.iter() if one.tag.endswith("circle")]
tap.equal(len(circles), len(far) + 2, "the SVG has a circle for each loop, and two for the legend")
tap.check(any("product" in (one.text or "") for one in drawn.iter()), "and names of loops")
table = here.triptych("loops", "--csv", "roofline", "--machine", "far.machine", "mix.tri").out
tap.check(table.startswith("function,loop,line") and "product" in table, "CSV", table)

here.triptych("loops", "-q", "-o", "plain.tri", "./mix")
tap.contains(here.triptych("loops", "--roofline", "--machine", "far.machine", "plain.tri").out, "run it with --time", "a run that was not timed")
result = here.triptych("loops", "--roofline", "plain.tri")
tap.check("run it with --time" in result.out and "measuring" not in result.err, "for such a run, no roofs are measured", result.err)
here.write("texts.c", """#include <stdio.h>
int main(void)
{
    static volatile int bytes[4096];
    volatile double sum = 0;
    for (int round = 0; round < 4000; round++) {
        for (int i = 0; i < 4096; i++)
            bytes[i]++;
        sum += 1;
    }
    return sum < 1;
}
""")
here.run(program.CC, "-g", "-O1", "texts.c", "-o", "texts")
result = here.triptych("loops", "--roofline", "--machine", "far.machine", "-o", "texts.tri", "./texts")
tap.check("no timed loop has more than a few floating-point operations" in result.err and "--time" not in result.err,
          "a loop with one operation in 10,000 instructions is not under the roofs", result)
here.write("pi.c", """#include <stdio.h>
int main(void)
{
    long n = 3000000;
    double h = 1.0 / n, s = 0;
    for (long i = 0; i < n; i++) {
        double x = (i + 0.5) * h;
        s += 4.0 / (1.0 + x * x);
    }
    return printf("%.12f\\n", s * h) < 0;
}
""")
here.run(program.CC, "-g", "-O1", "pi.c", "-o", "pi")
result = here.triptych("loops", "--roofline", "--machine", "scalar.machine", "-o", "pi.tri", "./pi")
tap.check("no timed loop" not in result.err and "Loops without loads and stores have no FLOP/byte" in result.err and " no bytes FLOP/byte" in result.err,
          "a loop without loads and stores is under the roofs", result)
pi = json.loads(here.triptych("loops", "--roofline", "--machine", "scalar.machine", "--format", "json", "pi.tri").out)["roofline"]
tap.check(len(pi) == 1 and pi[0]["flops_per_byte"] is None and pi[0]["gbytes_per_second"] == 0 and pi[0]["gflops_per_second"] > 0
          and pi[0]["roof"] == "scalar peak" and "data" not in pi[0]["advice"], "only the peaks limit it", pi)
here.triptych("loops", "--roofline", "--machine", "scalar.machine", "--svg", "pi.svg", "pi.tri")
drawn = xml.etree.ElementTree.parse(here / "pi.svg").getroot()
texts = [one.text or "" for one in drawn.iter()]
tap.check("no bytes" in texts and any("no loads and stores" in text for text in texts), "the SVG says so", texts)
rights = [float(one.get("cx")) for one in drawn.iter() if one.tag.endswith("circle") and float(one.get("cy")) > 60]
tap.check(len(rights) == 1 and rights[0] == 830, "it is at the right edge", rights)
here.write("nest.c", """static volatile double sum;
__attribute__((noinline)) void inner(int n)
{
    for (int i = 0; i < n; i++)
        sum += i * 0.5;
}
int main(void)
{
    for (int i = 0; i < 100; i++)
        inner(20000);
    return sum < 1;
}
""")
here.run(program.CC, "-g", "-O1", "-fno-ipa-cp", "nest.c", "-o", "nest")
result = here.triptych("loops", "--roofline", "--machine", "far.machine", "-o", "nest.tri", "./nest")
nest = json.loads(here.triptych("loops", "--roofline", "--machine", "far.machine", "--format", "json", "nest.tri").out)["roofline"]
tap.check([row["function"] for row in nest] == ["inner"] and "1 loop around others is not shown" in result.err,
          "a loop around the one with the operations is no point", result)
for words, status, part in ((("--roofline", "--machine", "none.machine", "mix.tri"), 1, "has no roofs"),
                            (("--roofline", "--machine", "gone.machine", "mix.tri"), 1, "gone.machine"),
                            (("--machine", "far.machine", "mix.tri"), 2, "--machine is for --roofline")):
    result = here.triptych("loops", *words, check=False)
    tap.check(result.status == status and part in result.err, f"{' '.join(words)}: {part}", result)
tap.done()

"""`triptych loops COMMAND` and `triptych loops NAME.tri`: the same program, and its loops as known by hand."""
import csv
import io
import json
import pathlib
import re
import shutil
import xml.etree.ElementTree as xml

import program
import tap
import widths

here = program.folder()
here.copy(pathlib.Path(__file__).parent / "programs" / "nest.c")
here.run(program.CC, "-g", "-O1", "nest.c", "-o", "nest")
N = 11


def table(archive, *options):
    rows = json.loads(here.triptych("loops", "--format", "json", *options, archive).out)["loops"]
    return {(row["function"], row["loop"]): (row["visits"], row["trips"]) for row in rows}


alone = here.run("./nest", str(N), "5", check=False)
result = here.triptych("loops", "./nest", str(N), "5", check=False, env={"LC_ALL": "C"})
if "libtriptych-loops.so is missing" in result.err:
    tap.skip_all("loops are not counted on this machine")
tap.equal((result.status, result.out), (alone.status, alone.out), "output and exit status are the program's own")
for words in ("Loops", "Hot loop-call-context tree", "[main]", "(loop 1)", "exit status 5", "the archive is nest.tri"):
    tap.contains(result.err, words, f"what is shown has {words}")
expected = {("count", 1): (N, 3 * N), ("count", 2): (3 * N, 15 * N), ("main", 1): (1, N), ("main", 2): (1, 7)}
tap.equal(table("nest.tri"), expected, "entries and iterations")

whole = json.loads(here.triptych("loops", "--format", "json", "--threshold", "0", "nest.tri").out)


def paths(nodes, above=()):
    for node in nodes:
        path = (*above, node["name"].split(" of ")[0])
        yield path, node
        yield from paths(node["children"], path)


tree = dict(paths(whole["tree"]))
tap.check({("main",), ("main", "loop 1", "count", "loop 1", "loop 2"), ("main", "loop 2", "add")} <= tree.keys(),
          "the tree goes through loops and calls", sorted(tree))
tap.equal(tree[("main", "loop 2", "add")]["visits"], 7, "calls of a function below a loop")
tap.equal(sum(node["instructions"] for node in tree.values()), whole["instructions"],
          "what each context executed by itself adds up to all")
tap.check(all(node["inclusive_instructions"] == node["instructions"] + sum(below["inclusive_instructions"] for below in node["children"])
              for node in tree.values()), "and with what is below it to what is above")
hot = dict(paths(json.loads(here.triptych("loops", "--format", "json", "--threshold", "20", "nest.tri").out)["tree"]))
tap.check(hot.keys() < tree.keys() and all(path[:-1] in hot or len(path) == 1 for path in hot),
          "the hot tree has fewer, and all that is above them")
tap.check(all(any(other[:len(path)] == path and hot[other]["exclusive_percent"] >= 20 for other in hot) for path in hot),
          "each of them is hot, or above one that is")
tap.contains(here.triptych("loops", "--tree", "--threshold", "99", "nest.tri").out, "all contexts are below the threshold",
             "without any, it is said why")

rows = list(csv.DictReader(io.StringIO(here.triptych("loops", "--csv", "loops", "nest.tri").out)))
tap.equal({(row["function"], int(row["loop"])): (int(row["visits"]), int(row["trips"])) for row in rows}, expected, "CSV")
tap.equal(len(here.triptych("loops", "--csv", "loops", "--top", "2", "nest.tri").out.splitlines()), 3, "--top")
sorts = {"visits": "visits", "trips": "trips", "mean": "trips_mean", "exclusive": "instructions",
         "inclusive": "inclusive_instructions"}
for key, column in sorts.items():
    rows = list(csv.DictReader(io.StringIO(here.triptych("loops", "--csv", "loops", "--sort", key, "nest.tri").out)))
    values = [float(row[column]) for row in rows]
    tap.equal(values, sorted(values, reverse=True), f"--sort {key}")
rows = list(csv.DictReader(io.StringIO(here.triptych("loops", "--csv", "loops", "--sort", "line", "nest.tri").out)))
tap.equal([int(row["line"]) for row in rows], sorted(int(row["line"]) for row in rows), "--sort line")

here.triptych("loops", "--threshold", "0", "--svg", "tree.svg", "--dot", "tree.dot", "nest.tri")
picture = xml.parse(here / "tree.svg")
SVG = "{http://www.w3.org/2000/svg}"
texts = [each.text for each in picture.iter(SVG + "text")]
round_ones = sum(1 for _ in picture.iter(SVG + "ellipse"))
tap.equal(round_ones, sum(node["kind"] == "loop" for node in tree.values()), "loops are round in the SVG")
tap.check("count" in texts and any(text and text.startswith("3 ×") for text in texts), "names, trips and visits", texts)
dot = here.read("tree.dot")
tap.equal((dot.count("shape=ellipse"), dot.count("->")), (round_ones, len(tree) - 1), "and in the DOT, with the edges")
if shutil.which("dot"):
    tap.check("<svg" in here.run("dot", "-Tsvg", "tree.dot").out, "Graphviz takes it")
else:
    tap.skip("Graphviz takes it", "it is not installed")
tap.contains(here.triptych("loops", "--svg", "-", "nest.tri").out, "<svg", "the SVG to the standard output")


def refused(name, words, *arguments, status=1):
    result = here.triptych("loops", *arguments, check=False)
    tap.check(result.status == status and words in result.err, name, result)


refused("an option that is none", "triptych loops: there is no option --nothing; `triptych loops --help all` lists the options", "--nothing", "./nest", status=2)
refused("libraries of an archive", "--libs is an option of a run", "--libs", "libm.so.6", "nest.tri", status=2)
refused("two archives", "one too many", "nest.tri", "--table", "other.tri", status=2)
refused("an option that is none, behind an archive", "there is no option --nothing", "nest.tri", "--nothing", status=2)
tap.equal(here.triptych("loops", "-h").out, here.triptych("loops", "--help").out, "-h helps, too")
tap.equal(here.triptych("loops", "nest.tri", "--csv", "loops", "--top", "2").out,
          here.triptych("loops", "--csv", "loops", "--top", "2", "nest.tri").out, "options behind the archive")
tap.equal(here.triptych("loops", "--static", "./nest", "--format", "json").out,
          here.triptych("loops", "--static", "--format", "json", "./nest").out, "options behind the binary of --static")
text = here.triptych("report", "--loops", "nest.tri").out
known = here.triptych("report", "--format", "json", "nest.tri").out
known = [row["instructions"] for row in json.loads(known)["loops"]]
tap.check("seconds" not in text and "instructions" in text and known == sorted(known, reverse=True) and sum(known),
          "a report of it has instructions instead of times", text)
shown = here.triptych("show", "nest.tri", check=False)
tap.check(shown.status == 1 and "`triptych loops nest.tri`" in shown.err, "there is no timeline of it", shown)
narrow = here.triptych("loops", "--table", "--width", "72", "nest.tri").out
missing, enough = re.search(r"not shown: (.*?); --width (\d+) shows all", " ".join(narrow.split())).groups()
wide = here.triptych("loops", "--table", "--width", enough, "nest.tri").out
tap.check("instructions" in missing and "not shown" not in wide and all(name in wide for name in missing.split(", ")),
          "columns without room are named, and how wide it must be for them", narrow)
explained = " ".join(narrow.split("not shown")[1].split())
tap.check("kind: counted" in " ".join(wide.split()) and not any(f" {name}: " in explained for name in missing.split(", ")),
          "only columns that are shown are explained", (wide, narrow))

refused("no such program", "cannot be started", "./nothing", status=127)
refused("no such archive", "cannot be opened", "nothing.tri")
refused("no such rank", "has no", "--rank", "9", "nest.tri")
refused("a CSV of two tables", "one table", "--format", "csv", "--table", "--tree", "nest.tri", status=2)
refused("a CSV that is text", "--format asks for another format", "--csv", "tree", "--format", "text", "nest.tri", status=2)
refused("a CSV of this table and that", "--csv names the one table", "--csv", "tree", "--table", "nest.tri", status=2)
refused("nothing at all", "name a command to run", status=2)
refused("an order that is none", "--sort takes", "--sort", "up", "nest.tri", status=2)
refused("a threshold that is none", "--threshold takes", "--threshold", "150", "nest.tri", status=2)
refused("an engine that is none", "--engine takes", "--engine", "steam", "./nest", status=2)
refused("JSON of a run", "run the command first", "--format", "json", "./nest", status=2)
refused("-n is the launcher's", "mpirun", "-n", "4", "./nest", status=2)
refused("an archive that exists", "nest.tri", "-o", "nest.tri", "./nest")
here.run(program.CC, "-static", "nest.c", "-o", "static")
refused("a static program", "linked statically", "./static")
if program.have("go"):
    here.write("simple.go", "package main\n\nfunc main() {\n\tprintln(1)\n}\n")
    go = {"GOCACHE": here / "go", "GOPATH": here / "path", "GO111MODULE": "off", "CGO_ENABLED": "0"}
    for mode in ("exe", "pie"):
        here.run("go", "build", f"-buildmode={mode}", "-o", f"go_{mode}", "simple.go", env=go)
        refused(f"a program of Go, {mode}", "goroutines change stacks", f"./go_{mode}")
        refused(f"the same under Valgrind, {mode}", "goroutines change stacks", "--engine", "valgrind", f"./go_{mode}")
        result = here.triptych("run", "--sample", "-o", "go.tri", f"./go_{mode}", check=False)
        tap.check("-linkmode external" in result.err and result.err.endswith("--sample\n") and "1\n" in result.err,
                  f"{mode}: `triptych run` says how it can be measured, and the program runs", result)
here.run(program.CC, "-fsanitize=address", "nest.c", "-o", "sanitized")
refused("a sanitized program", "AddressSanitizer", "./sanitized")
here.triptych("run", "--count", "-q", "-o", "other.tri", "./nest")
refused("an archive without loops of binaries", "has no loops that were counted in a binary", "other.tri")
quiet = here.triptych("loops", "-q", "--force", "-o", "nest.tri", "./nest", "3")
tap.equal((quiet.out, quiet.err), (here.run("./nest", "3").out, ""), "-q says nothing")
quiet = here.triptych("loops", "-q", "--svg", "q.svg", "--dot", "q.dot", "--force", "-o", "nest.tri", "./nest", "3")
tap.equal((quiet.err, "<svg" in here.read("q.svg"), "digraph" in here.read("q.dot")), ("", True, True), "-q writes the pictures")
tap.equal(table("nest.tri")[("main", 1)], (1, 3), "--force replaced the archive")

for option, words in {"--ranks": "fewer than two", "--natives": "except in the C runtime"}.items():
    tap.contains(here.triptych("loops", option, "nest.tri").out, words, f"{option} with nothing to show says why")

here.write("team.c", """
#include <pthread.h>
#include <signal.h>
static volatile long sum;
static void *work(void *unused) { for (int i = 0; i < 500; i++) sum += i; return unused; }
int main(int argc, char **argv)
{
    pthread_t team[20];
    for (int i = 0; i < 20; i++)
        pthread_create(&team[i], NULL, work, NULL);
    for (int i = 0; i < 20; i++)
        pthread_join(team[i], NULL);
    return argc > 1 ? raise(SIGKILL) : 0;
}
""")
here.run(program.CC, "-g", "-O1", "-pthread", "team.c", "-o", "team")
here.triptych("loops", "-q", "-o", "team.tri", "./team")
team = here.triptych("loops", "--ranks", "--width", "100", "team.tri").out
heading = next(line for line in team.splitlines() if line.startswith("function"))
shown = sum(word.startswith("0.") for word in heading.split())
tap.check(0 < shown < 21 and f"and {21 - shown} more threads" in team, "--ranks says how many threads have no column", team)
for archive in ("team.tri", "nest.tri"):
    widths.check(lambda width: here.triptych("loops", "--width", width, archive, env={"LC_ALL": "C.UTF-8"}).out, f"loops {archive}", 2)
tap.check("busiest" in heading and "not ended" not in team, "the busiest one is called so", team)
killed = here.triptych("loops", "-o", "killed.tri", "./team", "killed", check=False)
for text in (killed.err, here.triptych("loops", "--table", "killed.tri").out):
    tap.contains(text.replace("\n ", ""), "trips of loops that had not ended", "a program that was killed: loops may not be counted to the end")
here.write("root.c", "#include <math.h>\nint main(int argc, char **argv) { return cbrt(argc) > 2; }\n")
here.run(program.CC, "-O1", "-fno-builtin", "root.c", "-o", "root", "-lm")
libs = here.triptych("loops", "-o", "root.tri", "--libs", "nolib.so,libm.so.6,lib[m].so*", "./root").err
tap.equal([line.split("--libs ")[1].split(";")[0] for line in libs.splitlines() if "no loaded library matches" in line], ["nolib.so"],
          "a name of --libs that no library has is told, and no other")
tap.contains(libs.replace("\n ", ""), "hardly anything was counted", "a program that does nothing by itself")
named = here.triptych("loops", "env", "X=1", "./nest", "2")
tap.check("count" in named.err and here.run("ls").out.count("nest"), "behind a launcher", named)
if program.have("g++"):
    here.copy(pathlib.Path(__file__).parent / "programs" / "parts.cc")
    here.run("g++", "-g", "-O0", "-fopenmp", "parts.cc", "-o", "parts")
    here.triptych("loops", "-q", "./parts")
    parts = dict(paths(json.loads(here.triptych("loops", "--format", "json", "--threshold", "0", "parts.tri").out)["tree"]))
    found = {path: (node["visits"], node["line"]) for path, node in parts.items() if node["kind"] == "function"}
    tap.equal(found.get(("main", "main::{lambda}::operator()")), (1, 9), "a lambda has a name and a line")
    tap.equal(found.get(("main", "main._omp_fn.0")), (2, 14), "the threads of a team are below who began it, with a line")
tap.done()

"""triptych model FILE.rb: metamodels of metaprograms, and messages about bad ones."""
import json
import os
import pathlib

import program
import tap

GOLDEN = pathlib.Path(__file__).parent / "golden"
UPDATE = os.environ.get("UPDATE")

# name, lines of behavior (the first is line 3 of the file), line of the error, part of its text
BAD = [
    ("no END", "FOR 3\ncompute(1)", 3, "this FOR has no END"),
    ("no END inside", "FOR 3\nIF 0.5\ncompute(1)\nEND", 3, "this FOR has no END"),
    ("END too many", "compute(1)\nEND", 4, "this END belongs to no FOR, IF or PARALLEL"),
    ("ELSE without IF", "FOR 2\nELSE\nEND", 4, "this ELSE belongs to no IF; the FOR of line 3 has no END yet"),
    ("second ELSE", "IF 0.5\nELSE\nELSE\nEND", 5, "this is the second ELSE of the IF of line 3"),
    ("BREAK outside", "IF 1\nBREAK\nEND", 4, "this BREAK is in no FOR"),
    ("FOR of nothing", "compute(1)\nFOR\nEND", 4, "FOR needs a value behind it"),
    ("unknown function", "compute(1)\ncomput(3)", 4, "there is no function or variable `comput'; did you mean compute?"),
    ("behind a continued line", "getTime \\\n(f)\ncomput(3)", 5, "there is no function or variable `comput'"),
    ("unknown variable", "compute(size)", 3, "a value that is known only at run time is written param(:size)"),
    ("negative probability", "IF -0.5\nEND", 3, "the probability of IF must be from 0 to 1, not -0.5"),
    ("probability above 1", "IF(3) { compute 1 }", 3, "the probability of IF must be from 0 to 1, not 3"),
    ("negative trips", "FOR -3\nEND", 3, "the number of trips of FOR must be 0 or more, not -3"),
    ("negative cost", "compute(-1)", 3, "the cost of compute must be 0 or more, not -1"),
    ("nil", "compute(nil)", 3, "the cost of compute is missing (nil)"),
    ("wrong type", "compute([])", 3, "must be a number or a cost, not Array"),
    ("not finite", "compute(0.0/0)", 3, "must be a finite number"),
    ("text of a cost", 'compute(Cost("n+*2"))', 3, "the cost \"n+*2\" is wrong at `*'"),
    ("text that ends", 'compute(Cost("min(n"))', 3, "wrong at its end; `)' is expected"),
    ("function of a cost", 'compute(Cost("foo(2)"))', 3, "there is no function `foo' in costs; there are min"),
    ("deep text", 'compute(Cost("("*5000 + "1" + ")"*5000))', 3, "nested too deeply"),
    ("condition on a cost", "if param(:n) > 3\nend", 3, "`>' needs a number, but n is known only at run time"),
    ("times of a cost", "param(:n).times { compute 1 }", 3, "use FOR and IF"),
    ("largest of costs", "compute [param(:n), param(:m)].max", 3, "n is known only at run time; max(a, b) takes costs"),
    ("mixed times", "compute(getTime(main) + 1)", 3, "timeToFlop(x) makes a time operations"),
    ("unknown argument", "getTime(bloc=3)", 3, "getTime has no argument `bloc'; it has function_name"),
    ("argument twice", "getTime(main, func_name=step)", 3, "func_name is given twice"),
    ("block 0", "getTime(main, 0)", 3, "block_count must be a whole number from 1, not 0"),
    ("position 0", "getAmountOfMessage(main, 1, before(0))", 3, "position must be a whole number from 1"),
    ("unknown stat", "getTime(main, stat=median)", 3, "stat must be one of mean, min, max, sum, first, last, not median"),
    ("sample and at", "getTime(main, sample: 2, at: 3)", 3, "sample and at exclude each other"),
    ("trips of nothing", "getTrips(main)", 3, "getTrips needs block_count"),
    ("value of nothing", "getValueOfVariable(main)", 3, "getValueOfVariable needs variable_name, or block_count"),
    ("unknown curve", 'compute curve("S", 1)', 3, "there is no curve S"),
    ("bad curve", 'CURVE "S", [[0, 0], [0, 1]]', 3, "must be ordered by x"),
    ("exception", 'compute(1)\n\nraise "oops"', 5, "oops (RuntimeError)"),
    ("division by zero", "compute(1/0)", 3, "divided by 0"),
    ("endless recursion", "behavior", 3, "is this recursion endless?"),
    ("syntax", "compute(1)\nx = = 3", 4, "syntax error, unexpected '='"),
    ("end of the file", "compute((1)", 4, "syntax error"),
    ("fork", "fork", 3, "a metaprogram cannot start programs (fork)"),
    ("Process.fork", "Process.fork", 3, "a metaprogram cannot call Process.fork"),
    ("system", 'system("touch made")', 3, "a metaprogram cannot start programs (system)"),
    ("exec", 'exec "touch", "made"', 3, "a metaprogram cannot start programs (exec)"),
    ("backquotes", "`touch made`", 3, "a metaprogram cannot start programs"),
    ("popen", 'IO.popen("touch made")', 3, "a metaprogram cannot call IO.popen"),
    ("open of a pipe", 'open("|touch made")', 3, "neither write them nor start programs"),
    ("write", 'File.write("made", "x")', 3, "neither write them nor start programs"),
    ("delete", 'File.delete("kept")', 3, "neither write them nor start programs"),
    ("network", 'require "socket"; TCPSocket.new("127.0.0.1", 9)', 3, "or use the network"),
    ("exit", "compute(1)\nexit", 4, "a metaprogram cannot end the program (exit)"),
    ("exit!", "exit!(0)", 3, "a metaprogram cannot end the program (exit!)"),
    ("Process.exit!", "Process.exit!(0)", 3, "a metaprogram cannot call Process.exit!"),
    ("endless loop", "i = 0\nwhile true\n  i += 1\nend", (4, 5), "stopped after 1 s: is this loop endless?"),
    ("stubborn loop", "begin\nloop {}\nrescue Exception\nloop {}\nend", 6, "stopped after 1 s"),
    ("memory", "a = []\nloop do\n  a << \"x\" * 10_000_000\nend", 5, "more memory than a metaprogram may use"),
]

here = program.folder()
found = here.triptych("model", GOLDEN / "figure3.rb", check=False)
if "was built without it" in found.err:
    tap.check(found.status == 1 and "install the package ruby-dev" in found.err, "without Ruby: it says what is missing", found)
    tap.done()


def golden():
    """Metamodels as they were; UPDATE=1 writes them anew."""
    for file in sorted(GOLDEN.glob("*.rb")):
        here.copy(file)
        result = here.triptych("model", file.name, "--format", "json", check=False)
        expected = file.with_suffix(".json")
        if UPDATE:
            expected.write_text(result.out)
        tap.check(result.status == 0 and result.out == expected.read_text(), f"{file.stem} has its metamodel",
                  f"{result}\nexpected\n{expected.read_text()}")
        if file.stem == "forms":
            tap.equal(result.err, 'FOR "IF" {\nEND "IF" {\n', "what it prints goes to stderr")


def model(name):
    return json.loads((GOLDEN / f"{name}.json").read_text())["tasks"]


def bad():
    for name, lines, line, text in BAD:
        here.write("kept", "")
        here.write("bad.rb", f"class task_A\n  def behavior\n{lines}\n  end\nend\n")
        result = here.triptych("model", "bad.rb", check=False, env={"TRIPTYCH_MODEL_SECONDS": "1" if "loop" in name else "30"})
        starts = tuple(f"triptych model: bad.rb:{number}: " for number in (line if isinstance(line, tuple) else [line]))
        fine = result.status == 1 and result.err.startswith(starts) and text in result.err and not result.out
        tap.check(fine and not (here / "made").exists() and (here / "kept").exists(), f"bad: {name}", result)


golden()
figure, printed = model("figure3"), model("figure3_as_printed")
tap.equal(figure, printed, "`class task A` is the same as `class task_A`")
[first, second] = model("refinement")[0]["body"]
tap.equal(first["cost"], "_getTime_0*_system_flops", "the refinement example becomes its cost")
tap.equal(second["cost"], first["cost"], "which can be written, too")
bad()
for name, text, message in [("none.rb", "x = 1\n", "none.rb:1: there is no task here"), ("nothing.rb", "", "there is no task here"),
                            ("zero.rb", "a\0b", "has a zero byte"), ("folder", None, "cannot be read")]:
    (here / name).mkdir() if text is None else here.write(name, text)
    result = here.triptych("model", name, check=False)
    tap.check(result.status == 1 and message in result.err, f"bad file: {name}", result)
result = here.triptych("model", "missing.rb", check=False)
tap.check(result.status == 1 and "missing.rb: cannot be read" in result.err, "a file that is missing", result)
tap.equal(here.triptych("model", check=False).status, 2, "no file: misuse")
tap.done()

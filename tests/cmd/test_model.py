"""triptych model FILE.rb: its formats and options."""
import json

import program
import tap

TASK = """class task_A
  def initialize(n)
    @exefile=prog @arg=n @sources="prog.c" @n=n
  end
  def behavior
    t=getTime(func_name=main, block_count=1)
    FOR @n |i|
      FOR i
        compute(2)
      END
      IF 0.5
        msgsend(8*@n, rank + 1)
      ELSE
        seconds(t)
      END
    END
  end
end
"""
PROGRAM = "#include <stdlib.h>\nint main(int argc, char **argv)\n{\n    volatile double s = 0;\n    for (int i = 0; i < atoi(argv[1]); i++)\n        s += i;\n    return argc < 2;\n}\n"
TEXT = """task task_A
  for i: n trips   (line 7)
    for: i trips   (line 8)
      compute: 2 operations   (line 9)
    if with probability 0.5   (line 11)
      send: 8*n bytes to rank rank + 1   (line 12)
    else
      seconds: _getTime_0 s   (line 14)
In all:
  operations:            n**2 - n
  seconds:               _getTime_0*n/2
  sent, bytes:           4*n**2
  sends:                 n/2

Profile values of task_A:
  _getTime_0 = getTime(main, 1): not measured (--profile measures it)   (line 6)
"""
here = program.folder()
here.write("task.rb", TASK)
here.write("prog.c", PROGRAM)
first = here.triptych("model", "task.rb", check=False)
if "was built without it" in first.err:
    tap.skip_all("built without Ruby")
tap.equal(first.out, TEXT, "the tree, what it does in all, and its profile values")
tap.equal(here.triptych("model", "task.rb", "--format", "text").out, TEXT, "--format text is the same")
dot = here.triptych("model", "task.rb", "--format", "dot").out
tap.check(dot.startswith("digraph ") and dot.endswith("}\n") and dot.count("label=") == 8 and 'label="for i: n trips", shape=box' in dot, "--format dot", dot)
if program.have("dot"):
    drawn = here.run("dot", "-Tplain", input=dot).out
    tap.equal(sum(line.startswith("node ") for line in drawn.splitlines()), 7, "Graphviz draws its nodes")
model = json.loads(here.triptych("model", "task.rb", "--format", "json").out)
tap.equal((model["version"], model["tasks"][0]["totals"]["operations"], model["tasks"][0]["totals"]["sends"]), (1, "n**2 - n", "n/2"), "--format json has totals")
tap.check("value" not in model["tasks"][0]["profiles"][0], "and no value that was not measured")

missing = here.triptych("predict", "task.rb", "--n", "1000", check=False)
tap.check(missing.status == 1 and "run `triptych model task.rb --profile --n 1000`" in missing.err, "predict says what to run", missing)
if not program.SANITIZED:
    profiled = here.triptych("model", "task.rb", "--profile", "--n", "1000")
    tap.contains(profiled.err, "the profile is task.profile", "--profile measures")
    value = json.loads(here.read("task.profile"))["sets"][0]["values"]["_getTime_0"]["value"]
    tap.contains(here.triptych("model", "task.rb", "--n", "1000").out, f"_getTime_0 = getTime(main, 1): {value:.12g} s   (line 6)", "from then on, the value is shown")
    here.write("task.json", here.triptych("model", "task.rb", "--format", "json", "--n", "1000").out)
    for name in ("task.rb", "task.json"):
        [row] = json.loads(here.triptych("predict", name, "--n", "1000", "--format", "json").out)["predictions"]
        expected = 1e9 * (500 * value + 999000e-9)  # messages to rank 1 of one rank go nowhere
        tap.check(abs(row["computation_ns"] - expected) < 1e-6 * expected + 2, f"{name}: predict takes it", f"expected {expected}\n{row}")

for name, words, part, status in (("no file", (), "name one metaprogram", 2), ("two files", ("a.rb", "b.rb"), "name one metaprogram", 2),
                                  ("a file that is missing", ("none.rb",), "none.rb: cannot be read", 1), ("a format that is unknown", ("task.rb", "--format", "csv"), "text, dot or json", 2),
                                  ("n that is no number", ("task.rb", "--n", "x"), "a number such as 1000", 2), ("no rank", ("task.rb", "--p", "0"), "a number of ranks", 2),
                                  ("a parameter without a value", ("task.rb", "--set", "steps"), "a name and a number", 2),
                                  ("a run that is missing", ("task.rb", "--profile=none.tri", "--n", "5"), "none.tri", 1)):
    result = here.triptych("model", *words, check=False)
    tap.check(result.status == status and part in result.err and not result.out, name, result)
tap.done()

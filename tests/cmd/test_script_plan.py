"""triptych script --schedule: tasks that are placed by their costs, on agents and on this machine."""
import json
import os
import pathlib
import signal
import subprocess

import program
import tap

here = program.folder()
if not (pathlib.Path(program.TRIPTYCH).parents[1] / "script" / "ruby" / "triptych-script-reader").exists():
    tap.skip("plans", "Ruby is missing")
    tap.done()
WAIT = "while ! test -e go; do sleep 0.05; done"


def run(text, *options, check=True):
    here.write("a.rb", text)
    return here.triptych("script", "--again", *options, "a.rb", check=check)


def description():
    folders = sorted((here / "a.run").glob("[0-9]*"), key=lambda path: int(path.name))
    return json.loads((folders[-1] / "run.json").read_text())


def start(text, *options):
    here.write("a.rb", text)
    return here.start(program.TRIPTYCH, "script", "--again", *options, "a.rb", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def result_of(running):
    out, err = running.communicate(timeout=60)
    return program.Result(["triptych", "script"], running.returncode, out, err)


# A node that is much slower than the other gets nothing while the other is expected to be sooner.
TWO = "2.times { |i| sh \"echo #{i}\", cost: '100s' }\n"
result = run(TWO, "--agents", "2", "-j", "1", "--speeds", "1,0.01")
nodes = description()["nodes"]
tap.equal([node["tasks"] for node in nodes], [2, 0], "by described speeds, a slow node is avoided")
tap.check("placed by heft, which expected 200.0 s" in result.err and "stolen" in result.err and "Nodes" in result.err, "what was expected is told, and what the nodes did", result)
tap.equal(description()["schedule"]["algorithm"], "heft", "run.json has it, too")
run(TWO, "--agents", "2", "-j", "1", "--schedule", "peft")
tap.check(sum(node["tasks"] for node in description()["nodes"]) == 2 and all(node["speed"] > 0 for node in description()["nodes"]), "speeds are measured where none are given", description()["nodes"])
tap.check(all(0 < node["latency"] < 60 and node["bandwidth"] > 0 for node in description()["nodes"]), "and so is the network to each agent", description()["nodes"])
run("2.times { |i| sh \"echo #{i}\" }\n", "--agents", "2", "-j", "1")
tap.check("schedule" not in description(), "without costs there is no plan unless it is asked for")

# Longer than expected: work is stolen, from a node that is busy.
running = start(f"sh \"echo begun > begun; {WAIT}\", cost: '10s', name: 'long'\nafter = sh('while ! test -e begun; do sleep 0.05; done; echo free', cost: '10s')\nsh('touch go; echo stolen', cost: '1ms', after: after)\n", "--agents", "2", "-j", "1", "--speeds", "1,1", "--schedule", "heft")
result = result_of(running)
tap.check(result.status == 0 and result.out == "free\nstolen\n", "nothing waits for a node that is busy", result)
for name in ("go", "begun"):
    os.remove(here / name)
running = start(f"sh \"echo begun > begun; {WAIT}\", cost: '10ms'\nafter = sh('while ! test -e begun; do sleep 0.05; done; echo free', cost: '10ms')\nsh('touch go; echo stolen', cost: '10ms', after: after)\n", "--agents", "2", "-j", "1", "--speeds", "1,0.1", "--schedule", "heft")
result = result_of(running)
tap.check(result.status == 0 and result.out == "free\nstolen\n" and "0 stolen" not in result.err, "not even where the other one is slow", result)
for name in ("go", "begun"):
    os.remove(here / name)

# All that scripts can say works with a plan.
SCRIPT = """a = (1..20).map { |i| sh "echo #{i}", cost: "#{i}ms" }
a >> task("awk", "{ s += $1 } END { print s }", out: "sum")
first = sh("test -e flag || { touch flag; exit 1; }; echo again", retries: 2, cost: "1s")
sh("echo after", after: first, cores: 2)
sh("seq 1000 | tr -d 0") >> task("sort", "-n") >> task("tail", "-1", out: "last")
bad = sh("exit 1", on_failure: sh("echo instead"))
sh("echo never", after: bad)
ping, pong = Stream.new, Stream.new
ping.lines("1")
task("sh", "-c", "head -1", in: ping) >> pong
sh("read x; echo $x; echo end >&2", in: pong) >> ping
"""
for number, options in enumerate((("--agents", "3", "-j", "2"), ("-j", "2"), ("--agents", "2", "-j", "2", "--speeds", "3,1"))):
    for algorithm in ("heft", "min-min") if number else ("heft", "peft", "random"):
        if (here / "flag").exists():
            os.remove(here / "flag")
        result = run(SCRIPT, *options, "--schedule", algorithm, check=False)
        good = result.status == 1 and sorted(result.out.split()) == ["after", "again", "instead"] and here.read("sum") == "210\n" and here.read("last") == "999\n"
        tap.check(good and "1 failed, 1 not run" in result.err, f"streams, cycles, retries and failures with {algorithm} {' '.join(options)}", result)

# A lost agent.
running = start(f"6.times {{ |i| sh \"echo $PPID >> begun; {WAIT}; echo done #{{i}}\", cost: '1s' }}\n12.times {{ sh 'echo more', cost: '1s', cores: 2 }}\n", "--agents", "3", "-j", "2")
program.wait_until(lambda: (here / "begun").exists() and len(here.read("begun").split()) == 6)
os.kill(int(here.read("begun").split()[0]), signal.SIGKILL)
here.write("go", "")
result = result_of(running)
tap.check(result.status == 0 and sorted(result.out.split("\n")[:-1]) == [f"done {i}" for i in range(6)] + ["more"] * 12, "tasks of a lost agent are placed elsewhere", result)

# Resumed.
running = start("sh('echo 1', cost: '1s')\nsh('echo $$ > pid; test -e second || sleep 100; echo 2', cost: '1s')\n", "--schedule", "heft", "-j", "1")
program.wait_until(lambda: (here / "pid").exists() and here.read("pid").strip())
running.send_signal(signal.SIGINT)
result_of(running)
here.write("second", "")
result = here.triptych("script", "--resume", "--agents", "2", "--schedule", "heft", "a.rb")
tap.check("2\n" in result.out and "2 of 2 tasks done" in result.err, "an interrupted run is resumed", result)

# Wrong uses.
for options, words in ((("--speeds", "1,2"), "give --agents"), (("--agents", "3", "--speeds", "1,2"), "one speed for each agent"), (("--agents", "2", "--speeds", "1,0"), "numbers greater than 0"), (("--schedule", "best"), "heft, peft, min-min or random")):
    result = run(TWO, *options, check=False)
    tap.check(result.status == 2 and words in result.err, " ".join(options) + " is refused", result)
tap.done()

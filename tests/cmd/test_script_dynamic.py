"""triptych script: scripts that wait for tasks and make further ones of their results."""
import os
import pathlib
import signal
import subprocess

import program
import tap

here = program.folder()
if not (pathlib.Path(program.TRIPTYCH).parents[1] / "script" / "ruby" / "triptych-script-reader").exists():
    tap.skip("scripts that wait", "Ruby is missing")
    tap.done()


def run(text, *options, check=True):
    here.write("a.rb", text)
    return here.triptych("script", *(options or ("--again",)), "a.rb", check=check)


# Results.
WORK = """a = (1..3).map { |i| sh("echo x >> begun; echo #{i * 10}; echo #{i}") }
b = a.result.map { |text| sh("echo x >> begun; echo #{text.split.sum(&:to_i)}").keep }
total = b.result.sum { |text| text.to_i }
File.write("total", total)
sh("echo total #{total}")
"""
for options in ((), ("--agents", "2", "-j", "2")):
    (here / "begun").unlink(missing_ok=True)
    result = run(WORK, "--again", *options)
    tap.check(here.read("total") == "66" and result.out == "total 66\n" and here.read("begun") == "x\n" * 6 and "7 of 7 tasks done" in result.err, f"tasks are made from results{' on agents' if options else ''}", result)
result = run("""t = task("printf", "a\\\\nb").keep
f = sh("exit 3")
k = sh("kill -9 $$")
s = sh("echo never").after(f)
i = sh("exit 2", on_failure: :ignore)
w = sh("echo file", out: "written")
wait t, f, [k, [s]]
puts [t.result, t.done?, f.failed?, f.status, k.failed?, k.status, s.skipped?, s.status, i.done?, i.status, w.result].inspect
o = sh("echo late").after(t)
p sh("echo later").after(f).skipped?
p o.wait.done?
s = Stream.new("both", store: true)
x, y = sh("echo x1; echo x2"), sh("echo y1")
[x, y] >> s
p x.result, y.result
""", check=False)
tap.check(result.status == 1 and '["a\\nb", true, true, 3, true, nil, true, nil, true, 2, "file\\n"]' in result.out, "how tasks ended is told to the script", result)
tap.check("late\n" in result.out and "later" not in result.out and '"x1\\nx2\\n"\n"y1\\n"' in result.out, "new tasks run after earlier ones, or not if those failed; tasks that share a stream have results of their own", result)

# Lines while their writers run.
result = run("""s = Stream.new
done = []
sh("echo 1; while ! test -e seen; do sleep 0.02; done; echo 2; printf 3") >> s
s.each_line { |line| done << sh("echo got #{line.strip}; touch seen") }
puts wait(done).size
puts s.each_line.to_a.inspect
""")
tap.check(sorted(line for line in result.out.splitlines() if "got" in line) == ["got 1", "got 2", "got 3"] and '["1\\n", "2\\n", "3"]' in result.out, "each_line yields lines as they come; what the block makes runs at once", result)
result = run("s = Stream.new\nsh('seq 20000') >> s\nn = 0\ns.each_line { |line| n += line.to_i }\nputs n\n" + "(1..500).map { task('true') }\n6.times { |k| wait((1..50).map { task('true') }) }\nputs Script.tasks.size\n", "--again", "-q")
tap.equal(result.out, "200010000\n801\n", "many lines, many tasks, many waits")

# A plan grows with the tasks.
result = run("""class Work < Task
  def initialize(n) = (@exefile, @args, @cost = "true", [], n * 0.001)
end
first = (1..6).map { |i| Work.new(i) }
wait first
more = (1..6).map { |i| Work.new(i).after(first[i - 1]) }
wait more
sh("echo end").after(*more)
""", "--again", "--agents", "2", "-j", "2", "--schedule", "heft")
tap.check(result.out == "end\n" and "13 of 13 tasks done" in result.err, "tasks with costs are planned when they are made", result)

# --dry-run, --dot and --simulate end where the script waits.
here.write("platform.xml", '<?xml version="1.0"?><!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd"><platform version="4.1"><zone id="z" routing="Full"><host id="h" speed="1Gf" core="2"/></zone></platform>')
simulates = (pathlib.Path(program.TRIPTYCH).parents[1] / "script" / "simulate" / "triptych-simulate").exists()
for options in (("--dry-run",), ("--dot", "-"), *([("--simulate", "platform.xml")] if simulates else [])):
    result = run("a = sh('touch ran; echo 1', cost: 1).keep\nb = sh('echo 2', cost: 1)\nbegin\n  a.result\nrescue StandardError\n  puts 'wrong'\nend\nsh('echo 3')\n", *options)
    tap.check("a.rb:4: the script waits here for tasks that are not run" in result.err and not (here / "ran").exists() and "wrong" not in result.out and "echo 3" not in result.out, f"{options[0]}: what follows from results is left out, and a message says so", result)

# What went wrong.
for text, said in (
        ("a = sh('echo 1')\na.wait\na.result\n", "a.rb:3: its output was not kept: say `keep' before the script waits"),
        ("a = sh('exit 1')\na.result\n", "a.rb:2: task exit failed: it has no result"),
        ("a = sh('true')\na.wait\na.with(cores: 1)\n", "a.rb:3: this task may run already"),
        ("s = Stream.new('s', store: true)\na = sh('true', out: s)\na.wait\nsh('cat', in: s)\n", "a.rb:4: s has begun: tasks that are made after a wait cannot be connected to it"),
        ("a = sh('true').wait\na.after(sh('true'))\n", "a.rb:2: this task may run already"),
        ("wait 5\n", "a.rb:1: wait needs tasks, not 5"),
        ("sh('true').wait\nfail 'mine'\n", "a.rb:2: mine"),
        ("sh('true').wait\nexit 3\n", "a.rb: it ended itself with exit status 3"),
        ("Stream.new(record: 8).each_line { }\n", "a.rb:1: stream 1 has records, not lines"),
        ("sh('true').wait\nsh('true', cores: 99999)\n", "a.rb:2: true needs 99999 cores")):
    result = run(text, "--again", check=False)
    tap.check(result.status == 1 and said in result.err, f"told: {said}", result)
result = run("sh('true').wait\n", "--backend", "slurm", "--array", "--again", check=False)
tap.check(result.status == 1 and "cannot have them run in job arrays" in result.err, "job arrays are for scripts that do not wait", result)

# --resume runs the script again, and what it makes of the same results is done already.
for name in ("begun", "total"):
    (here / name).unlink(missing_ok=True)
STAGES = """a = (1..4).map { |i| sh("echo a#{i} >> begun; echo #{i}") }
n = a.result.sum(&:to_i)
b = (1..4).map { |i| sh("echo b#{i} >> begun; #{i == 4 ? 'while test -e hold; do sleep 0.02; done; ' : ''}echo #{n + i}") }
m = b.result.sum(&:to_i)
c = sh("echo c >> begun; echo #{m} > total")
"""
here.write("hold", "")
here.write("a.rb", STAGES)
running = here.start(program.TRIPTYCH, "script", "--again", "-j", "4", "a.rb", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
program.wait_until(lambda: (here / "begun").exists() and len(here.read("begun").split()) == 8 and sum(path.read_text().count('"done"') for path in (here / "a.run").glob("*/journal")) == 7)
os.kill(running.pid, signal.SIGKILL)
running.communicate()
os.remove(here / "hold")
result = here.triptych("script", "--resume", "-j", "4", "a.rb")
tap.equal(here.read("total"), "50\n", "after kill -9, --resume ends with the same result")
tap.equal(sorted(here.read("begun").split()), ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "b4", "c"], "only what was not finished is run again")
before = here.read("begun")
result = here.triptych("script", "--resume", "-j", "4", "a.rb")
tap.check(here.read("begun") == before, "a finished script is not run again", result)
tap.equal(len([path for path in (here / "a.run").iterdir() if path.name.isdigit()]), 1, "earlier runs are removed")

# A task that cannot start is waited for like any other.
here.write("a.rb", "x = sh('true', out: '/nonexist/o')\nx.wait\nputs \"failed: #{x.failed?}\"\n")
result = here.triptych("script", "--again", "a.rb", check=False, timeout=60)
tap.check("failed: true" in result.out and result.status == 1, "a task whose output cannot be made has failed", str(result))

# Ctrl-C while the script waits.
here.write("a.rb", f"sh('touch waits; sleep 77.{os.getpid()}').wait\nsh('echo no')\n")
running = here.start(program.TRIPTYCH, "script", "--again", "a.rb", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
program.wait_until(lambda: (here / "waits").exists())
running.send_signal(signal.SIGINT)
out, err = running.communicate(timeout=60)
tap.check(running.returncode == 1 and "no" not in out and subprocess.run(["pgrep", "-f", f"sleep 77.{os.getpid()}"], stdout=subprocess.DEVNULL).returncode == 1, "Ctrl-C ends the script with its tasks", err)
tap.done()

"""triptych script: the language, streams, running and failures, with whole scripts."""
import hashlib
import json
import os
import pathlib
import signal
import subprocess
import time

import program
import tap

here = program.folder()
READER = pathlib.Path(program.TRIPTYCH).parents[1] / "script" / "ruby" / "triptych-script-reader"
if not READER.exists():
    here.write("a.rb", "task 'true'\n")
    result = here.triptych("script", "a.rb", check=False)
    tap.check(result.status == 1 and "ruby-dev" in result.err, "without Ruby, the command says what is missing", result)
    tap.done()


def run(text, *options, check=True, **more):
    here.write("a.rb", text)
    return here.triptych("script", *options, "a.rb", check=check, **more)


def fails(name, text, *parts, status=1, options=()):
    result = run(text, *options, check=False)
    tap.check(result.status == status and all(part in result.err for part in parts), name, f"expected status {status} and {parts}\n{result}")
    return result


# The language.
tap.equal(run("task 'echo', 'a b'\n").out, "a b\n", "a program with its arguments; its output is the command's")
tap.equal(run("sh 'echo a; echo b >&2'\n", "-q").err, "b\n", "errors of a task are the command's")
FIGURE = """class task A
  def initialize(param)
    @exefile=echo @arg=param
  end
  def behavior
    FOR 100
      compute(1)
    END
  end
end
class Plain < Task
  def initialize(a, b: 2)
    @exefile, @args = "echo", [a, b]
  end
end
class Bare
  def initialize(x)
    @exefile = "echo"
    @args = ["bare", x]
    @name = "named"
  end
end
task_A.new("x y")
Plain.new("c d", b: 3)
Bare.new(ARGV[0])
"""
here.write("b.rb", FIGURE)
result = here.triptych("script", "b.rb", "arg")
tap.equal(sorted(result.out.splitlines()), ["bare arg", "c d 3", "x y"], "classes with initialize and behavior, with @exefile, below Task; arguments of the script")
tap.check("named" in result.err and "task_A" in result.err, "a table of tasks by name", result.err)
result = here.triptych("script", "--dry-run", "b.rb", "1")
tap.contains(result.out, "echo 'c d' 3", "--dry-run lists the commands")
result = run("a = task('seq', 3)\na >> task('cat').after(task('true'))\n", "--dot", "-")
tap.check(result.out.startswith("digraph") and "t0 -> s0" in result.out and "style=dashed" in result.out, "--dot writes the graph", result.out)
tap.equal(run("a = sh 'sleep 0.2; echo 1 > f'\nb = sh 'cat f', after: a\nsh 'cat f f', after: [a, b]\n").out, "1\n1\n1\n", "after")
run("task 'pwd', folder: '/', out: 'f'.then { |f| File.join(Dir.pwd, f) }, env: {X: 1}\nsh 'echo $X$HOME', env: {'X' => 7, HOME: nil}, out: 'g'\nsh 'cat; echo more', in: 'g', out: 'h'\nsh('echo z').writes('k', append: true)\n")
tap.equal((here.read("f"), here.read("g"), here.read("h")), ("/\n", "7\n", "7\nmore\n"), "folders, environment, files as ends")
tap.equal(run("sh 'ulimit -v', memory: '1.5G'\n").out, f"{3 << 19}\n", "a limit of memory")
tap.equal(run("sh 'ulimit -n'\n").out, here.run("sh", "-c", "ulimit -n").out, "other limits are as they were")

# Models.
MODEL = """class Work < Task
  def initialize(n)
    @exefile, @args = "echo", [n]
  end
  def behavior
    FOR param(:n)
      seconds(0.5)
    END
  end
end
a = [1, 3, 2].map { |n| Work.new(n) }
b = Work.new(0.5)
b.after(a[0])
task('echo', 'last', cost: 0.1)
Work.new(9).after(b)
"""
result = run(MODEL, "--dry-run")
tap.check("echo 3  (1.5 s)" in result.out and "(0.1 s)" in result.out, "what a task takes by its model", result.out)
tap.equal(run(MODEL, "--jobs", "1").out.split(), ["1", "0.5", "9", "3", "2", "last"], "the task that most depends on runs first")
result = run(MODEL.replace("param(:n)", "param(:m)"))
tap.check("no predicted time" in result.err and "m" in result.err and len(result.out.split()) == 6, "a model that does not tell is named", result)
fails("a machine that does not exist", MODEL, "none.machine", options=("--machine", "none.machine"))

# Mistakes are named with their lines.
fails("a syntax error", "x = (\n", "a.rb:")
fails("an unknown word", "\ntsk 'a'\n", "a.rb:2:", "tsk", "task")
fails("a wrong option", "\n\ntask 'a', core: 1\n", "a.rb:3:", "core")
fails("a wrong value", "task 'a'\ntask 'a', cores: 0\n", "a.rb:2:", "cores")
fails("an exception", "def f = raise('bad')\nf\n", "a.rb:1:", "bad")
fails("too many cores", "\ntask 'a', cores: 4000\n", "a.rb:2:", "--jobs")
fails("tasks that wait for one another", "a = task 'a'\nb = task 'b', after: a\na.after(b)\n", "a.rb:1:", "after")
fails("a reader that must end before its writer starts", "a = task 'a'\nb = task 'cat'\na >> b\na.after(b)\n", "a.rb:", "after")
fails("two outputs", "a = task 'a'\na.writes('f')\na.writes('g')\n", "a.rb:3:", "already")
fails("a program that does not exist", "\ntask 'no-such-program'\n", "a.rb:2:", "no-such-program")
fails("no script", "", "cannot be read", options=("none.rb",))
tap.equal(here.triptych("script", check=False).status, 2, "no name")

# Streams.
MANY = """s = Stream.new
writers = (0...8).map { |w| task("python3", "-c", "import sys\\nfor i in range(20000): sys.stdout.write('%d %d %s\\\\n' % (#{w}, i, 'x' * (i * 7 % 300)))") }
writers >> s
8.times { |r| s >> task("cat", out: "r#{r}") }
"""
run(MANY)
expected = sorted(f"{w} {i} {'x' * (i * 7 % 300)}" for w in range(8) for i in range(20000))
readers = [here.read(f"r{r}").splitlines() for r in range(8)]
tap.check(all(sorted(lines) == expected for lines in readers), "eight writers, eight readers: each gets every line, whole")
tap.check(all(lines == readers[0] for lines in readers), "in the same order")
tap.check(all([int(line.split()[1]) for line in readers[0] if line[0] == str(w)] == list(range(20000)) for w in range(8)), "lines of a writer stay in order")
run(MANY, "--jobs", "1")
tap.check(sorted(here.read("r7").splitlines()) == expected, "with one core the lines wait on disk")
LONG = """s = Stream.new
3.times { |w| sh("head -c #{30_000_000 + w} /dev/zero | tr '\\\\0' #{w}; echo; seq 1000; printf end#{w}") >> s }
s >> task("cat", out: "long")
"""
run(LONG)
lines = here.read("long").splitlines()
tap.equal(sorted(len(line) for line in lines if len(line) > 10), [30_000_000, 30_000_001, 30_000_002], "long lines are whole")
tap.check(len(lines) == 3006 and all(len(set(line)) == 1 for line in lines if len(line) > 10), "and not mixed")
tap.equal(sorted(line for line in lines if line.startswith("end")), ["end0", "end1", "end2"], "an unfinished last line gets its end")
result = run("s = Stream.new\n2.times { |i| sh('echo whole; printf part; kill -9 $$') >> s }\ns.to('o')\n", check=False)
tap.check(result.status == 1 and here.read("o") == "whole\nwhole\n" and "dropped" in result.err, "the unfinished line of a killed writer is dropped", result)
tap.equal(run("Stream.lines(1, 2).from('k') >> task('sort')\n").out, "1\n2\nz\n", "constants and files flow into a stream")
run("s = Stream.new.to('p', 'q')\n[task('echo', 1), task('echo', 2)] >> s\n")
tap.equal((sorted(here.read("p").split()), here.read("p")), (["1", "2"], here.read("q")), "and out of it into files")
result = run("task('seq', 100000) >> Stream.new('lost')\n")
tap.check("lost has no reader" in result.err and not result.out, "a stream without a reader is dropped, with a note", result)
tap.equal(run("Stream.new >> task('wc', '-c')\n").out.strip(), "0", "a stream without a writer is empty")
tap.equal(run("task('yes') >> task('head', '-n', 2)\n").out, "y\ny\n", "a writer ends when its reader has ended")
tap.equal(run("sh('yes; exit $?') >> task('head', '-n', 1)\n").out, "y\n", "also the shell of one")
result = run("s = Stream.new\n2.times { task('yes') >> s }\n2.times { s >> task('head', '-n', 2) }\n")
tap.equal(result.out, "y\n" * 4, "also with several of both")
tap.equal(run("s = Stream.new\ntask('yes') >> s\ns >> task('head', '-n', 1)\ns >> sh('head -n 100000 | wc -l')\n").out.split(), ["y", "100000"], "a reader that ends early leaves the others alone")
RECORDS = """s = Stream.new(record: 8)
4.times { |w| task("python3", "-c", "import sys, struct\\nfor i in range(30000): sys.stdout.buffer.write(struct.pack('<II', #{w}, i))") >> s }
s >> task("cat", out: "records")
"""
run(RECORDS)
data = (here / "records").read_bytes()
found = sorted((int.from_bytes(data[i:i + 4], "little"), int.from_bytes(data[i + 4:i + 8], "little")) for i in range(0, len(data), 8))
tap.check(found == [(w, i) for w in range(4) for i in range(30000)], "records of a fixed size are whole")
RING = """a, b = Stream.new('a'), Stream.new('b')
a << 0
task("python3", "-uc", "import sys\\nfor line in sys.stdin:\\n  print(int(line) + 1)\\n  if int(line) > 50: break").reads(b).writes(a)
task("python3", "-uc", "import sys\\nfor line in sys.stdin:\\n  print(int(line) + 1)\\n  if int(line) > 50: break").reads(a).writes(b)
b.to('ring')
"""
run(RING, "--jobs", "1", timeout=60)
tap.equal(here.read("ring").split(), [str(i) for i in range(1, 54, 2)], "a cycle of streams: its tasks run together")
tap.equal(run("e = Stream.new\nsh('echo 1 >&2', err: e)\nsh('echo 2 >&2', err: e)\ne >> task('sort')\n").out, "1\n2\n", "errors as a stream")

# Failures.
result = fails("a failed task", "a = task 'false'\ntask 'echo', 'no', after: a\ntask 'echo', 'yes'\n", "a.rb:1:", "exit status 1", "1 failed", "1 not run")
tap.equal(result.out, "yes\n", "those that need it are not run, the others are")
tap.equal(run("a = task 'false', on_failure: :ignore\ntask 'echo', 'yes', after: a\n").out, "yes\n", "on_failure: ignore")
result = fails("on_failure: stop", "a = task 'false', on_failure: :stop\n50.times { task 'sleep', 60 }\n", "a.rb:1:")
tap.equal(fails("on_failure: a task", "h = task 'echo', 'help'\ntask 'false', on_failure: h\ng = task 'echo', 'none'\ntask 'true', on_failure: g\n", "1 failed").out, "help\n", "which runs only then")
(here / "tries").unlink(missing_ok=True)
result = run("s = Stream.new\n3.times { |i| sh(\"echo #{i}; echo x >> tries#{i}; test $(wc -l < tries#{i}) -ge 3\", retries: 5) >> s }\ns >> task('sort')\n")
tap.equal(result.out, "0\n1\n2\n", "what failed attempts wrote is not passed on")
result = run("task('seq', 100000) >> sh('cat > copy; echo x >> again; test $(wc -l < again) -ge 3 && wc -l < copy', retries: 5)\n")
tap.equal(result.out.strip(), "100000", "a reader that is tried again gets its input again")
result = fails("a time limit", "task 'sleep', 60, time: 0.2\n", "time limit")
result = fails("a time limit with a deaf task", "sh \"trap '' TERM; sleep 60 & wait; sleep 60\", time: '200ms'\n", "time limit")
result = run("sh 'test $(ulimit -v) -ge 4000000', memory: '1G', retries: 3, grow: 2\n")
tap.check("tried again" in result.err, "resources grow from one attempt to the next", result)
result = run("(1..20).each { |i| sh(\"for k in $(seq #{i * 40}); do echo #{i} $k; done\") }\n")
tap.equal(len(set(result.out.splitlines())), sum(i * 40 for i in range(1, 21)), "the command's own output is merged line by line")

# The run as an archive.
here.write("in", "1\n")
run("parts = (1..6).map { |i| task 'seq', i * 1000, name: 'part' }\nparts >> task('sort', '-n', out: 'sorted', name: 'sort')\nsh 'cat in', inputs: 'in', name: 'show'\n", "-o", "a.tri")
rows = {row["name"]: row["visits"] for row in here.report("a.tri")["routines"]}
tap.equal(rows, {"part": 6, "sort": 1, "show": 1}, "-o: tasks are visits of regions")
sent = here.triptych("query", "--json", "a.tri", "messages").out.splitlines()
tap.equal(sorted(json.loads(line)["bytes"] for line in sent), sorted(len("".join(f"{k}\n" for k in range(1, i * 1000 + 1))) for i in range(1, 7)), "what went through streams are messages")
tap.equal([(row["stream"], row["read"]) for row in here.report("a.tri")["streams"]], [("stream 1", sum(json.loads(line)["bytes"] for line in sent))], "the report has a table of streams")
tap.check("MPI" not in here.triptych("report", "a.tri").out, "streams are not reported as MPI")
tap.equal([path.read_text() for path in (here / "a.tri/source").rglob("a.rb")], [(here / "a.rb").read_text()], "the archive has a copy of the script")
tap.check(here.triptych("show", "a.tri").out and here.triptych("query", "a.tri", "events.count()").out, "show and query read it")
about = json.loads(here.read("a.run/" + max(os.listdir(here / "a.run"), key=lambda name: int(name) if name.isdigit() else 0) + "/run.json"))
tap.check(about["inputs"]["in"] == hashlib.sha256(b"1\n").hexdigest() and about["host"] and about["outcome"]["done"] == 8, "run.json says where it comes from", about)
tap.check(run("task 'true'\n", "-o", "a.tri", check=False).status == 1 and run("task 'true'\n", "--force", "-o", "a.tri").status == 0, "an archive is replaced with --force only")
result = run("task '/bin/true', measure: true, name: 'm'\n") if not program.SANITIZED else None
if result:
    found = list((here / "a.run").glob("*/measured/0.tri/run.json"))
    tap.check(found, "measure: true runs it under `triptych run`", result)


# What runs is stopped, whatever happens.
def alive(mark):
    found = subprocess.run(["pgrep", "-f", f"^sleep {mark}"], capture_output=True, text=True, check=False)
    return found.stdout.split()


def wait_for(condition, seconds=20):
    for _ in range(int(seconds * 20)):
        if condition():
            return True
        time.sleep(0.05)
    return False


for number, mark in ((signal.SIGINT, 94711), (signal.SIGTERM, 94712), (signal.SIGKILL, 94713)):
    here.write("c.rb", f"2.times {{ sh 'sleep {mark} & sleep {mark}; true' }}\n")
    running = here.start(program.TRIPTYCH, "script", "-q", "--folder", f"c{mark}.run", "c.rb", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    started = wait_for(lambda: len(alive(mark)) >= 2)
    os.kill(running.pid, number)
    status = running.wait(30)
    tap.check(started and status == (-9 if number == signal.SIGKILL else 1) and wait_for(lambda: not alive(mark)), f"{number.name} leaves nothing behind", f"started {started}, status {status}, alive {alive(mark)}")
tap.equal(run("sh 'sleep 94714 & echo done'\n").out, "done\n", "a task ends with its main process")
tap.check(not alive(94714), "and what it left behind is stopped")

# Retries where cores are few, and in a cycle of streams: nobody waits for a task that cannot start again.
FLAKY = "echo x >> NAME; echo works; test $(wc -l < NAME) -ge 3"
result = run(f"sh('{FLAKY.replace('NAME', 'flaky')}', retries: 3) >> task('sed', 's/^/read: /')\n", "-j", "1", "--again")
tap.equal(result.out, "read: works\n", "a writer is tried again on one core")
result = run("""a, b = Stream.new, Stream.new
sh("echo x >> tries; head -1 > /dev/null; echo one; test $(wc -l < tries) -ge 2", in: b, out: a, retries: 2, name: "p")
sh("echo start; head -1 > got", in: a, out: b, name: "q")
""", "-j", "1", "--again")
tap.check(result.status == 0 and here.read("got") == "one\n" and here.read("tries") == "x\nx\n", "and in a cycle", result)

# Messages that teach.
os.mkfifo(here / "fifo")
fails("a named pipe is not waited for", "task 'cat', in: 'fifo'\n", "a.rb:1: cat: fifo is a named pipe", 'sh "cat < fifo"', options=("--again",))
fails("nor by a stream", "Stream.new.from('fifo') >> task('cat')\n", "a.rb:1: the stream", "fifo is a named pipe", options=("--again",))
fails("an option with a typing error", "task 'cat', core: 2\n", "no option `core' (did you mean `cores'?)", options=("--again",))
fails("a task after itself", "a = task('cat')\na.after(a)\n", "a.rb:2: a task cannot run after itself", options=("--again",))
fails("a folder that is missing", "task 'cat', folder: '/none'\n", "cannot enter the folder /none", options=("--again",))
tap.done()

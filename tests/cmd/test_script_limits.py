"""triptych script where something runs out: disk, open files, rights; and scripts with texts of any bytes."""
import os
import pathlib
import subprocess

import program
import tap

here = program.folder()
READER = pathlib.Path(program.TRIPTYCH).parents[1] / "script" / "ruby" / "triptych-script-reader"
if not READER.exists():
    tap.skip("limits", "Ruby is missing")
    tap.done()


def run(text, *options, check=True, limits=(), **more):
    here.write("a.rb", text)
    return here.run("prlimit", *limits, program.TRIPTYCH, "script", "-q", *options, "a.rb", check=check, **more)


# A full disk.
PARTS = """parts = (0...20).map { |i| sh("echo #{i} >> ran; yes part#{i} | head -c 200000; echo", name: "part") }
s = Stream.new("lines")
parts >> s
s >> sh("sort > sorted")
s >> sh("wc -c > size")
"""
expected = sorted("".join((f"part{i}\n" * 50000)[:200000] + "\n" for i in range(20)).splitlines())


def resumes(name, text, result, *parts):
    """What is done is kept, and the rest is done when there is room."""
    tap.check(result.status == 1 and all(part in result.err for part in (*parts, "--resume")), name, result)
    result = run(text, "--resume")
    tap.equal((sorted(here.read("sorted").splitlines()), here.read("size").strip()), (expected, str(sum(len(line) + 1 for line in expected))), f"{name}: resumed")


result = run(PARTS, check=False, limits=["--fsize=1000000"])
resumes("a file of the run that may not grow", PARTS, result, "cannot keep the stream lines", "File too large")
tap.check(sum(1 for _ in open(here / "ran", encoding="utf-8")) < 40, "not everything is run again")
tap.check(run("sh 'head -c 2000000 /dev/zero > big'\n", check=False, limits=["--fsize=1000000"]).status == 1, "tasks are ended by the limit as usual")
result = run("20.times { |i| sh('true', name: 'n' * 300) }\n", check=False, limits=["--fsize=4096"])
tap.check(result.status == 1 and "cannot write the journal" in result.err, "a journal that may not grow", result)
tap.check(run("20.times { |i| sh('true', name: 'n' * 300) }\n", "--resume").status == 0, "is continued")
result = run("task 'seq', 100000, name: 'm'\n", "-o", "full.tri", check=False, limits=["--fsize=1000"])
tap.check(result.status == 1 and "full.tri" in result.err and not (here / "full.tri").exists(), "an archive that may not grow", result)
with open("/dev/full", "w", encoding="utf-8") as full:
    here.write("a.rb", "task 'seq', 100000\n")
    result = subprocess.run([program.TRIPTYCH, "script", "-q", "a.rb"], cwd=here.path, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    tap.check(result.returncode == 1 and "No space left" in result.stderr, "output that cannot be written", result.stderr)
mounted = here / "small"
mounted.mkdir()
if os.geteuid() == 0 and subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", mounted], stderr=subprocess.DEVNULL, check=False).returncode == 0:
    (here / "ran").unlink()
    try:
        result = run(PARTS, "--folder", "small/run", check=False)
        full = run(PARTS, "--folder", "small/run", "--resume", check=False)
        tap.check(full.status == 1 and "No space left" in full.err, "resumed while it is still full", full)
        subprocess.run(["mount", "-o", "remount,size=100m", mounted], check=True)
        tap.check(result.status == 1 and "No space left" in result.err and run(PARTS, "--folder", "small/run", "--resume").status == 0, "a full disk", result)
        tap.equal(sorted(here.read("sorted").splitlines()), expected, "a full disk: resumed")
    finally:
        subprocess.run(["umount", "-l", mounted], check=False)

# A chain of pipes takes no more cores than there are.
CHAIN = """def part(name, wait)
  sh "echo + >> #{name}; cat > /dev/null; sleep #{wait}; echo - >> #{name}; echo", name: name
end
part("NAME", 0.3) >> part("NAME", 0.1) >> part("NAME", 0)
"""


def most_at_a_time(name, cores):
    run(CHAIN.replace("NAME", name), "--again", "-j", cores)
    return most(name)


def most(name):
    """How many tasks ran at a time, at most, by the marks that they left."""
    running = [0]
    for mark in here.read(name).split():
        running.append(running[-1] + (1 if mark == "+" else -1))
    return max(running)


tap.check(most_at_a_time("pair", "2") <= 2, "a chain of three on two cores runs at most two tasks at a time")
tap.equal(most_at_a_time("alone", "1"), 1, "on one core one")

# Memory that tasks say they need is divided among them, as cores are.
LARGE = """4.times { sh "echo + >> NAME; sleep 0.1; echo - >> NAME", name: "NAME", memory: "600M"COST }
"""


def most_in_memory(name, *options, cost=""):
    run(LARGE.replace("NAME", name).replace("COST", cost), "--again", "-j", "4", *options)
    return most(name)


tap.equal(most_in_memory("one", "--memory", "1G"), 1, "tasks that do not fit into memory together run one after the other")
tap.check(most_in_memory("two", "--memory", "1300M") <= 2, "as many as fit run at a time")
tap.equal(most_in_memory("wide", "--memory", "100M"), 1, "one that wants all of it and more runs alone")
tap.equal(most_in_memory("planned", "--memory", "1G", cost=", cost: 1"), 1, "a plan keeps to it")
tap.check(most_in_memory("agents", "--agents", "2", "--memory", "1G") <= 2, "each agent has its own")
tap.check(most_in_memory("both", "--agents", "2", "--memory", "1G", cost=", cost: 1") <= 2, "with a plan, too")
result = run("sh 'true'\n", "--memory", "much", check=False)
tap.check(result.status == 2 and "--memory" in result.err, "a size that is none", result)

# Rights, and what the environment lacks.
if os.geteuid() != 0:
    (here / "locked").mkdir(mode=0o555)
    result = here.run(program.TRIPTYCH, "script", here / "a.rb", cwd=here / "locked", check=False)
    tap.check(result.status == 1 and "--folder" in result.err, "a folder that may not be written", result)
here.write("a.rb", "task 'echo', 'bare'\n")
tap.equal(here.run("env", "-i", program.TRIPTYCH, "script", "-q", "a.rb").out, "bare\n", "no HOME, no PATH")

# Open files.
FEW = ["--nofile=60:60"]
tap.equal(run("t = task('seq', 3)\n100.times { t = t >> task('cat') }\n", limits=FEW).out, "1\n2\n3\n", "a pipeline of 101 tasks with 60 open files")
tap.equal(run("200.times { |i| task 'echo', i }\n", "--jobs", "100", limits=FEW).out.count("\n"), 200, "100 tasks at a time are fewer if there are no files for them")
tap.equal(run("s = (0...200).map { Stream.new(store: true) }\n200.times { |i| task('echo', i) >> s[i] }\ns.each { |one| one >> task('cat') }\n", limits=FEW).out.count("\n"), 200, "200 streams that are kept")
RING = "s = (0..50).map { Stream.new }\ns[0] << 1\n50.times { |i| sh('read x; echo $x').reads(s[i]).writes(s[i + 1]) }\ntask('head', '-n', 1).reads(s[50]).writes(s[0])\n"
result = run(RING, check=False, limits=FEW)
tap.check(result.status == 1 and "51 tasks in cycles" in result.err and "60" in result.err, "a cycle that needs more is refused", result)
tap.equal(run(RING).status, 0, "and runs otherwise")
tap.equal(run("Stream.lines(*(1..30000)) >> task('wc', '-l')\n").out.strip(), "30000", "thousands of lines as constants")
tap.equal(run("s = Stream.new\n2000.times { |i| task('echo', i) >> s }\n4.times { s >> task('sort', '-n', name: 'r') }\n").out.split().count("1999"), 4, "2,000 writers of one stream")
tap.equal(run("s = Stream.new\n2.times { task('seq', 500) >> s }\n600.times { s >> task('wc', '-l', name: 'r') }\n").out.split(), ["1000"] * 600, "hundreds of readers of one stream")

# Lines and records.
LINES = r"""s = Stream.new
sh("printf 'a\\000b\\r\\n\\n\\n\\000\\n'") >> s
sh("printf 'x\\r\\n\\n'") >> s
s.to('lines')
"""
run(LINES)
tap.equal(sorted((here / "lines").read_bytes().split(b"\n")), sorted(b"a\0b\r\n\n\n\0\nx\r\n\n".split(b"\n")), "zero bytes, carriage returns and empty lines")
result = run("s = Stream.new(record: 16)\nsh('head -c 40 /dev/zero') >> s\nsh('head -c 32 /dev/zero') >> s\ns >> task('wc', '-c')\n")
tap.check(result.out.strip() == "64" and "within a record" in result.err, "a record that is not complete is dropped", result)
result = run("s = Stream.new(record: 1_000_003)\n3.times { |w| sh(\"head -c 3000009 /dev/zero | tr '\\\\0' #{w}\") >> s }\ns.to('large')\n")
data = (here / "large").read_bytes()
tap.equal(sorted(sorted(set(data[i:i + 1_000_003])) for i in range(0, len(data), 1_000_003)), [[48]] * 3 + [[49]] * 3 + [[50]] * 3, "records longer than what is kept in memory")

# Texts of any bytes.
result = run(r"""task 'printf', '[%s]', 'a b', "l1\nl2", 'ä→😀', '', '*', "\xff\xfe", 'ä'.encode('ISO-8859-1'), 'ä'.encode('UTF-16LE'), 'ä'.b
""", env={"LC_ALL": "C"})
tap.equal(result.out, "[a b][l1\nl2][ä→😀][][*][\\xff\\xfe][\\xe4][ä][ä]\n", "arguments arrive byte by byte")
(here / os.fsdecode(b"n\xff")).write_bytes(b"named\n")
run(r"""sh 'printf %s "$X"; cat', in: "n\xff", env: {X: "\xfe"}, out: "o\xff"
""")
tap.equal((here / os.fsdecode(b"o\xff")).read_bytes(), b"\xfenamed\n", "also names of files, and the environment")
result = run(r"""sh 'exit 1', name: "two\nlines\0\xff"
""", check=False)
tap.check("two lines" in result.err and result.err.count("\n") == 1, "a name is one line", result)
for text, what in ((r"task 'a', \"b\0\"", "argument"), (r"task 'a', env: {A: \"\0\"}", "env"), (r"task('a') >> \"f\0\"", "name"), (r"Stream.lines(\"\0\") >> task('cat')", "line")):
    result = run(text.replace("\\\"", "\"") + "\n", check=False)
    tap.check(result.status == 1 and "zero byte" in result.err and what in result.err, f"a zero byte is refused: {what}", result)

# What a script does by itself.
tap.check("makes no task" in run("x = 1\n").err, "a script without tasks")
tap.equal(run("task 'echo', 1\nexit\ntask 'echo', 2\n").out, "1\n", "exit ends the script, not the run")
tap.contains(run("exit 3\n", check=False).err, "exit status 3", "unless it fails")
tap.equal(sorted(run("DATA.each_line { |line| task 'echo', line.chomp }\n__END__\na b\nc\n").out.splitlines()), ["a b", "c"], "data behind __END__")
tap.equal(run("puts 1\nsystem 'echo 2'\nif fork.nil? then exit! end\nProcess.wait\ntask 'echo', 3\n").out.split(), ["1", "2", "3"], "puts, system and fork")
here.write("lib.rb", "module Lib\n  def self.go = task('echo', 'lib')\nend\n")
tap.equal(run("require_relative 'lib'\nLib.go\n").out, "lib\n", "another file")
here.write("bad.rb", "def x(\n")
tap.contains(run("require_relative 'bad'\n", check=False).err, "bad.rb:1", "a mistake in another file")
here.write("loop.rb", "$stderr.puts 'reading'\nloop {}\n")
running = here.start(program.TRIPTYCH, "script", "loop.rb", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
running.stderr.readline()
running.kill()
running.wait()
tap.check(not running.stderr.read(), "a script without end does not outlive the command")

# A slow pipe as a stream's beginning holds up nothing else.
here.write("a.rb", "Stream.from('/dev/stdin') >> task('cat', out: 'typed')\ns = Stream.new\n2.times { |i| sh(\"echo #{i}\") >> s }\n2.times { |i| s >> task('sort', out: \"other#{i}\") }\n")
running = here.start(program.TRIPTYCH, "script", "--again", "-q", "-j", "8", "a.rb", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
running.stdin.write("first\nsec")
running.stdin.flush()
program.wait_until(lambda: all((here / f"other{i}").exists() and here.read(f"other{i}") == "0\n1\n" for i in range(2)))
program.wait_until(lambda: here.read("typed").startswith("first\n"))
out, err = running.communicate("ond\nlast", timeout=60)
tap.check(running.returncode == 0 and here.read("typed") == "first\nsecond\nlast", "lines that are typed flow when they come, while other streams go on", err)
tap.done()

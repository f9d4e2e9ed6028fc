"""triptych script --resume: the result of a run that was killed at any moment, and resumed, is that of an undisturbed one."""
import os
import pathlib
import random
import signal
import subprocess
import time

import program
import tap

READER = pathlib.Path(program.TRIPTYCH).parents[1] / "script" / "ruby" / "triptych-script-reader"
if not READER.exists():
    tap.skip("resuming", "Ruby is missing")
    tap.done()

WORK = """
parts = (0...40).map { |i| sh("echo #{i} >> ran; seq #{i * 50} #{i * 50 + 49}; sleep 0.01", name: "part") }
sum = Stream.new("sum")
parts >> sum
sum >> sh("sort -n", out: "sorted", name: "sort")
sum >> sh("awk '{ s += $1 } END { print s }'", out: "total", name: "total")
files = (0...10).map { |i| sh("echo file #{i} >> ran; sleep 0.02; seq #{i} > out#{i}", outputs: "out#{i}", name: "file") }
all = sh("cat out? | sort -n", inputs: (0...10).map { |i| "out#{i}" }, after: files, name: "all")
all >> sh("uniq -c", name: "count") >> "counts"
sh("seq 1000 | shuf", name: "one") >> sh("sort -n", out: "piped")
Stream.new.to("merged").then { |s| (0...5).each { |i| sh("seq #{i}; sleep 0.05", name: "to") >> s } }
"""
RESULTS = ["sorted", "total", "counts", "piped"]


def results(here):
    return [here.read(name) for name in RESULTS] + [sorted(here.read("merged").split())]


plain = program.folder()
plain.write("work.rb", WORK)
plain.triptych("script", "-q", "work.rb")
expected = results(plain)
tap.equal(expected[0], "".join(f"{i}\n" for i in range(2000)), "the undisturbed run")

first = plain.triptych("script", "--resume", "work.rb")
tap.contains(first.err, "61 of 61 tasks done (61 in an earlier run)", "nothing is left to do after a run that has ended")
tap.equal(len(plain.read("ran").splitlines()), 50, "no task is run twice")


def kill(running, everything, one=False):
    """Kills the command, and with `everything` also its guard and tasks or agents, in any order, or only one of them."""
    victims = [running.pid]
    if everything:
        listed = subprocess.run(["ps", "-eo", "pid,ppid"], capture_output=True, text=True, check=True).stdout.split("\n")[1:]
        victims += [int(line.split()[0]) for line in listed if line and int(line.split()[1]) == running.pid]
        random.shuffle(victims)
    victims = victims[:1] if one else victims
    for victim in victims:
        try:
            os.kill(victim, signal.SIGKILL)
        except ProcessLookupError:
            pass


def wait_for_lines(here, running, least):
    """Waits until so many tasks are noted, or the run has ended."""
    while running.poll() is None:
        journals = list((here / "work.run").glob("[0-9]*/journal"))
        try:
            if journals and max(len(journal.read_bytes().splitlines()) for journal in journals) >= least:
                return
        except FileNotFoundError:
            pass
        time.sleep(0.002)


random.seed(19)
interrupted = 0
for trial in range(9):
    agents = ["--agents", "3"] if trial >= 6 else []
    here = program.folder()
    here.write("work.rb", WORK)
    for attempt in range(4):
        running = here.start(program.TRIPTYCH, "script", "-q", "--jobs", "2" if agents else "3", *agents, *(["--resume"] if attempt else []), "work.rb", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for_lines(here, running, random.randrange(attempt * 10, attempt * 10 + 20))
        time.sleep(random.uniform(0, 0.01))
        kill(running, agents or trial % 2, one=bool(agents))
        interrupted += running.wait() == -9
    ended = here.triptych("script", "--resume", *agents, "work.rb", check=False)
    tap.check(ended.status == 0 and results(here) == expected, f"killed four times, then resumed{', with agents' if agents else ''}: {trial}", f"{ended}\n{[name for name, a, b in zip(RESULTS + ['merged'], results(here), expected) if a != b]}")
tap.check(interrupted > 0, "runs were killed", f"{interrupted}")

here = program.folder()
here.write("w.rb", "a = sh('echo a >> ran; cat in', inputs: 'in', out: 'a')\nsh('echo b >> ran; cat a', inputs: 'a', after: a, out: 'b')\nsh 'echo c >> ran; sleep 0.1; test -e go'\n")
here.write("in", "1\n")
tap.equal(here.triptych("script", "w.rb", check=False).status, 1, "a run with a failed task")
here.write("go", "")
tap.equal((here.triptych("script", "--resume", "-q", "w.rb").status, sorted(here.read("ran").split())), (0, ["a", "b", "c", "c"]), "only the failed task is run again")
here.write("in", "2\n")
here.write("ran", "")
here.triptych("script", "--resume", "-q", "w.rb")
tap.equal((here.read("ran").split(), here.read("b")), (["a", "b"], "2\n"), "an input that has changed: what depends on it is run again")
(here / "a").unlink()
here.write("ran", "")
here.triptych("script", "--resume", "-q", "w.rb")
tap.equal(here.read("ran").split(), ["a", "b"], "an output that is missing, too")
here.write("w.rb", here.read("w.rb").replace("cat a'", "cat a a'"))
here.write("ran", "")
here.triptych("script", "--resume", "-q", "w.rb")
tap.equal(here.read("ran").split(), ["b"], "and a command that has changed")

here.write("again.rb", "sh('echo w >> ran; echo 1; exec >&-; sleep 0.2; test -e more') >> sh('echo r >> ran; cat', out: 'o')\n")
here.write("ran", "")
tap.equal(here.triptych("script", "-q", "again.rb", check=False).status, 1, "a writer that fails when its reader has ended")
here.write("more", "")
here.triptych("script", "--resume", "-q", "again.rb")
tap.equal((sorted(here.read("ran").split()), here.read("o")), (["r", "r", "w", "w"], "1\n"), "both are run again")

here.write("int.rb", "a = sh 'true'\nsh 'sleep 30', after: a\n")
running = here.start(program.TRIPTYCH, "script", "-q", "int.rb", stderr=subprocess.DEVNULL)
for _ in range(200):
    if (here / "int.run" / "1" / "journal").exists() and here.read("int.run/1/journal"):
        break
    time.sleep(0.05)
running.terminate()
tap.equal(running.wait(), 1, "a run that is stopped")
here.write("int.rb", "a = sh 'true'\nsh 'echo end', after: a\n")
refused = here.triptych("script", "int.rb", check=False)
tap.check(refused.status == 1 and "--resume" in refused.err and not refused.out, "is not replaced without a word", refused)
tap.contains(here.triptych("script", "--again", "int.rb").err, "2 of 2 tasks done in", "--again starts from the beginning")
tap.equal(here.triptych("script", "-q", "int.rb").out, "end\n", "a run that has ended is replaced")

here.write("slow.rb", "sh 'sleep 30'\n")
running = here.start(program.TRIPTYCH, "script", "-q", "slow.rb", stderr=subprocess.DEVNULL)
for _ in range(200):
    if (here / "slow.run" / "1" / "journal").exists():
        break
    time.sleep(0.05)
other = here.triptych("script", "slow.rb", check=False)
tap.check(other.status == 1 and "another run uses" in other.err, "two runs cannot share a folder", other)
running.kill()
running.wait()

deaf = program.folder()
deaf.write("work.rb", """s = Stream.new
6.times { |i| sh("seq #{i}0000 #{i}9999") >> s }
2.times { |i| s >> sh("test -e mended && sort -n", out: "all#{i}") }
""")
tap.check(deaf.triptych("script", "-q", "work.rb", check=False).status == 1, "both readers of a stream fail")
deaf.write("mended", "")
deaf.triptych("script", "-q", "--resume", "work.rb")
tap.check(all(deaf.read(f"all{i}") == "".join(f"{n}\n" for n in range(60000)) for i in range(2)), "when they are run again, they get all of it")
deaf.write("work.rb", """s = Stream.new
sh("test -e right || exit 1; echo first") >> s
first = sh("sleep 0.3")
10.times { |i| sh("echo #{i}", after: first) >> s }
s >> sh("sort", out: "sorted")
""")
tap.check(deaf.triptych("script", "-q", "--again", "work.rb", check=False).status == 1, "a reader is skipped because a writer failed")
deaf.write("right", "")
deaf.triptych("script", "-q", "--resume", "work.rb")
tap.equal(deaf.read("sorted"), "".join(f"{n}\n" for n in range(10)) + "first\n", "when it is run, it gets the lines of all writers")
tap.done()

"""triptych script with agents that are frozen or cut off from the master: both are noticed, tasks run elsewhere, and what is only slow or stopped is left alone."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys

import program
import tap

if not (pathlib.Path(program.TRIPTYCH).parents[1] / "script" / "ruby" / "triptych-script-reader").exists():
    tap.skip_all("Ruby is missing")
WAIT = "while ! test -e go; do sleep 0.05; done"
LIMIT = ("--lost-after", "4s")


def start(here, text, *options, path=""):
    here.write("a.rb", text)
    return here.start(program.TRIPTYCH, "script", *options, "a.rb", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={"PATH": path + os.environ["PATH"]})


def result_of(running):
    out, err = running.communicate(timeout=100)
    return program.Result(["triptych", "script"], running.returncode, out, err)


def processes():
    """By pid: the parent, and whether it runs."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,stat=,comm="], capture_output=True, text=True, check=True).stdout.splitlines()
    return {int(line.split()[0]): (int(line.split()[1]), line.split()[2], line.split(None, 3)[3]) for line in listed}


def children(pid, name=""):
    return [child for child, (parent, state, comm) in processes().items() if parent == pid and name in comm]


def is_gone(pid):
    found = processes().get(pid)
    return not found or found[1].startswith("Z")


def lines_of(here, name):
    return here.read(name).split() if (here / name).exists() else []


def tasks_of(folder, count):
    """Waits until so many tasks have begun, and have written their file; the agent and the process of each."""
    def told():
        texts = [file.read_text() for file in folder.path.glob("began.*.*")]
        return [tuple(int(word) for word in text.split()) for text in texts if text.endswith("\n")]
    program.wait_until(lambda: len(told()) == count)
    return told()


def cut_off():
    """Each agent in a network of its own, connected by a cable that can be pulled."""
    here = program.folder()

    def ip(*words, inside=None):
        return subprocess.run([*(["nsenter", "-t", str(inside), "-n"] if inside else []), "ip", *words], check=False, stderr=subprocess.DEVNULL).returncode == 0

    holders = [here.start("unshare", "-n", "sleep", "1000") for _ in range(2)]
    own = os.readlink("/proc/self/ns/net")
    ready = all(program.wait_until(lambda: os.readlink(f"/proc/{holder.pid}/ns/net") != own, 10) for holder in holders) and ip("link", "set", "lo", "up")
    for i, holder in enumerate(holders):
        ready = ready and ip("link", "add", f"cable{i}", "type", "veth", "peer", "name", "eth0", "netns", str(holder.pid)) and ip("addr", "add", f"10.77.{i}.1/24", "dev", f"cable{i}") and ip("link", "set", f"cable{i}", "up") \
            and ip("addr", "add", f"10.77.{i}.2/24", "dev", "eth0", inside=holder.pid) and ip("link", "set", "eth0", "up", inside=holder.pid)
    if not ready:
        tap.skip_all("networks of one's own cannot be made here")
    os.mkdir(here / "bin")
    here.write("bin/srun", "#!/bin/sh\nwhile [ $# -gt 6 ]; do shift; done\nprogram=$1 port=$3 cores=$4 number=$5 limit=$6\n" + "".join(
        f"SLURM_PROCID={i} nsenter -t {holder.pid} -n \"$program\" 10.77.{i}.1 $port $cores $number $limit &\n" for i, holder in enumerate(holders)) + "wait\n", mode=0o755)
    slurm = ("--backend", "slurm", "--agents", "2", "-j", "4")
    # A cable that is pulled for a moment.
    running = start(here, f"sh 'seq 20000; touch begun; {WAIT}; seq 20000'\n", *slurm, "--lost-after", "60s", path=f"{here}/bin:")
    program.wait_until(lambda: (here / "begun").exists())
    for i in range(2):
        ip("link", "set", f"cable{i}", "down")
    here.write("go", "")
    subprocess.run(["sleep", "0.5"], check=True)
    for i in range(2):
        ip("link", "set", f"cable{i}", "up")
    result = result_of(running)
    tap.check(result.status == 0 and len(result.out.split()) == 40000 and "lost" not in result.err, "a node that is cut off for a moment is not lost", result)
    os.remove(here / "go")
    # For good.
    running = start(here, f"4.times {{ |i| sh \"echo $PPID $$ > began.#{{i}}.$PPID; {WAIT}; echo done #{{i}}\" }}\n", *slurm, *LIMIT, path=f"{here}/bin:")
    began = tasks_of(here, 4)
    away = next(pid for pid, _ in began if os.readlink(f"/proc/{pid}/ns/net") == os.readlink(f"/proc/{holders[1].pid}/ns/net"))
    theirs = [task for pid, task in began if pid == away]
    ip("link", "set", "cable1", "down")
    ended = program.wait_until(lambda: is_gone(away) and all(is_gone(task) for task in theirs))
    tap.check(ended, "a node that is cut off ends its tasks")
    program.wait_until(lambda: len(list(here.path.glob("began.*.*"))) == 4 + len(theirs))
    here.write("go", "")
    result = result_of(running)
    tap.check(result.status == 0 and sorted(result.out.splitlines()) == [f"done {i}" for i in range(4)] and "has not been heard for 4 s" in result.err and "is lost, with 2 running tasks" in result.err,
              "and they run on the other node", result)
    tap.done()


if sys.argv[1:] == ["cut-off"]:
    cut_off()

# A stopped master, and a reader that takes nothing for longer than the limit.
stopped, slow = program.folder(), program.folder()
master = start(stopped, f"2.times {{ |i| sh \"echo $PPID >> begun; {WAIT}; echo done #{{i}}\" }}\n", "--agents", "2", "-j", "1", *LIMIT)
reader = start(slow, "s = Stream.new\n2.times { task('seq', 1000000) >> s }\n2.times { |i| s >> sh(\"sleep 7; sort -n | uniq -c > out#{i}\") }\n", "--agents", "2", "-j", "2", *LIMIT)
program.wait_until(lambda: len(lines_of(stopped, "begun")) == 2)
os.kill(master.pid, signal.SIGSTOP)

# Frozen agents: one whose guard is there, and one whose guard is frozen, too.
here = program.folder()
running = start(here, f"6.times {{ |i| sh \"echo $PPID $$ > began.#{{i}}.$PPID; {WAIT}; echo done #{{i}}\" }}\n", "--agents", "3", "-j", "2", *LIMIT)
began = tasks_of(here, 6)
frozen = sorted({pid for pid, _ in began})[:2]
theirs = [task for pid, task in began if pid in frozen]
for guard in children(frozen[1], "triptych-guard"):
    os.kill(guard, signal.SIGSTOP)
for pid in frozen:
    os.kill(pid, signal.SIGSTOP)
tap.check(program.wait_until(lambda: all(is_gone(pid) for pid in frozen + theirs)), "frozen agents are ended with their tasks")
here.write("go", "")
result = result_of(running)
tap.check(result.status == 0 and sorted(result.out.splitlines()) == [f"done {i}" for i in range(6)] and result.err.count("is lost, with") >= 2, "and the tasks run elsewhere", result)

os.kill(master.pid, signal.SIGCONT)
stopped.write("go", "")
result = result_of(master)
tap.check(result.status == 0 and sorted(result.out.splitlines()) == ["done 0", "done 1"] and "lost" not in result.err, "a master that was stopped for as long has lost nobody", result)
result = result_of(reader)
tap.check(result.status == 0 and "lost" not in result.err, "a slow reader slows its writers, however long", result)
expected = "".join(f"{2:7d} {n}\n" for n in range(1, 1000001))
tap.check(all(slow.read(f"out{i}") == expected for i in range(2)), "and gets everything")
result = here.triptych("script", "--lost-after", "1s", "a.rb", check=False)
tap.check(result.status == 2 and "from 4s to 24h" in result.err, "the limit has limits", result)

# The rest is done in networks of its own.
NAMESPACES = ["-n"] if os.geteuid() == 0 else ["-r", "-n"]
if not all(shutil.which(name, path=os.environ["PATH"] + ":/sbin:/usr/sbin") for name in ("ip", "unshare", "nsenter")):
    tap.skip("agents that are cut off", "iproute2 or util-linux is missing")
elif subprocess.run(["unshare", *NAMESPACES, "true"], stderr=subprocess.DEVNULL, check=False).returncode != 0:
    tap.skip("agents that are cut off", "no right to make networks")
else:
    ended = subprocess.run(["unshare", *NAMESPACES, sys.executable, __file__, "cut-off"], capture_output=True, text=True, check=False, env={**os.environ, "PATH": os.environ["PATH"] + ":/sbin:/usr/sbin"})
    if "# SKIP" in ended.stdout:
        tap.skip("agents that are cut off", ended.stdout.split("# SKIP ")[1].strip())
    else:
        tap.check(ended.returncode == 0, "agents that are cut off", ended.stdout + ended.stderr)
tap.done()

"""triptych script --agents: tasks and streams on several agents, lost agents, hostile peers."""
import hashlib
import os
import pathlib
import signal
import socket
import subprocess

import program
import tap

here = program.folder()
if not (pathlib.Path(program.TRIPTYCH).parents[1] / "script" / "ruby" / "triptych-script-reader").exists():
    tap.skip("agents", "Ruby is missing")
    tap.done()


def run(text, *options, check=True):
    here.write("a.rb", text)
    return here.triptych("script", "--again", *(options or ("--agents", "3", "-j", "2")), "a.rb", check=check)


def children(pid):
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout.split("\n")
    return [int(line.split()[0]) for line in listed if line and int(line.split()[1]) == pid]


def words(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    except OSError:
        return []


def agents(running):
    return [pid for pid in children(running.pid) if "script-agent" in "".join(words(pid)[:1])]


def alive(mark):
    return subprocess.run(["pgrep", "-f", f"sleep {mark}"], stdout=subprocess.DEVNULL).returncode == 0


def start(text, *options):
    here.write("a.rb", text)
    return here.start(program.TRIPTYCH, "script", "--again", *(options or ("--agents", "3", "-j", "2")), "a.rb", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def result_of(running):
    out, err = running.communicate(timeout=60)
    return program.Result(["triptych", "script"], running.returncode, out, err)


# Tasks and streams.
result = run("(1..30).map { |i| sh \"echo #{i} $PPID\" } >> task('awk', '{ s += $1; p[$2] = 1 } END { n = 0; for (k in p) n++; print s, n }')\n")
tap.equal(result.out, "465 3\n", "tasks run on all agents, and their lines come together")
MANY = "s = Stream.new\n4.times { |i| sh(\"seq #{i}00000 #{i}49999\") >> s }\n3.times { |i| s >> task('sort', '-n', out: \"o#{i}\") }\ns >> task('cat', out: 'order')\ns >> task('cat', out: 'again')\n"
run(MANY)
lines = "".join(f"{n}\n" for i in range(4) for n in range(i * 100000, i * 100000 + 50000))
tap.check(all(here.read(f"o{i}") == lines for i in range(3)), "every reader gets every line of all writers once")
tap.check(here.read("order") == here.read("again"), "in the same order")
run("s = Stream.new\n3.times { |i| sh(\"head -c 3000000 /dev/zero | tr '\\\\0' #{i}; echo; echo #{i}\") >> s }\ns >> task('cat', out: 'long')\n")
tap.equal(sorted((len(line), line[:1]) for line in here.read("long").splitlines()), sorted([(3000000, str(i)) for i in range(3)] + [(1, str(i)) for i in range(3)]), "long lines stay whole")
result = run("task('yes') >> task('head', '-2')\ns = Stream.new\n2.times { task('yes', 'a') >> s }\ns >> task('head', '-1')\n")
tap.equal(sorted(result.out.split()), ["a", "y", "y"], "writers whose readers have ended get SIGPIPE, on one agent and between agents")
data = hashlib.sha256(bytes(range(256)) * 20000).hexdigest()
here.write("bytes", "")
(here / "bytes").write_bytes(bytes(range(256)) * 20000)
result = run("s = Stream.new(record: 256).from('bytes')\ntask('cat', in: s) >> task('sha256sum')\n")
tap.contains(result.out, data, "files flow into a stream, bytes as they are")
result = run("""sh "pwd; echo $A > /dev/stdout", folder: "/", env: {"A" => 5}, name: "x"
sh "test -e flag || { touch flag; echo lost; exit 1; }; echo kept; echo err >&2", retries: 2, err: "errors"
sh("printf abc") >> "file"
sh "env | grep -c TRIPTYCH_AGENT; true"
sh "cat nothing", err: "e2", on_failure: :ignore
""", "--agents", "2")
tap.equal(sorted(result.out.split()), ["/", "0", "5", "kept"], "folders, environment and retries; the secret is not passed on to tasks")
tap.check(here.read("file") == "abc" and here.read("errors") == "err\n", "files are written where the task runs")
result = run("sh 'exit 3'\ntask 'nosuch'\nsh 'sleep 100', time: '0.2s'\n", check=False)
tap.check(result.status == 1 and all(part in result.err for part in ("exit status 3", "no program nosuch", "its time limit")), "failures are told", result)
run("6.times { |i| sh(\"seq #{i}\") }\n", "--agents", "2", "-o", "run.tri", "--force")
tap.contains(here.triptych("report", "run.tri").out, "2 places (nodes)", "the run as an archive")
hold = "while test $(ls begun.* | wc -l) -lt 4; do sleep 0.02; done"
run(f"w = (1..4).map {{ |i| sh(\"touch begun.#{{i}}; {hold}; seq #{{i}}00\", name: 'writer') }}\ns = Stream.new('numbers')\nw >> s\n2.times {{ |i| s >> sh('cat > /dev/null', name: 'reader') }}\n", "--agents", "2", "-j", "2", "-o", "run.tri", "--force")
found = here.report("run.tri", "--lanes")
tap.equal([(row["place"], row["lane"], row["name"]) for row in found["lanes"]], [(place, lane, f"core {lane}") for place in range(2) for lane in range(2)], "agents are places, and their cores lanes")
tap.equal(sorted((row["name"], row["visits"]) for row in here.report("run.tri")["routines"]), [("reader", 2), ("writer", 4)], "tasks are regions")
messages = [line.split(",") for line in here.triptych("query", "run.tri", "--format", "csv", "messages").out.splitlines()]
where = {name: messages[0].index(name) for name in ("sourceRank", "targetRank", "bytes")}
tap.equal(sorted(row[where["bytes"]] for row in messages[1:]), sorted(str(sum(len(str(n)) + 1 for n in range(1, 100 * i + 1))) for i in range(1, 5) for _ in range(2)), "what writers sent to readers are messages")
tap.equal(sorted(row[where["sourceRank"]] for row in messages[1:]), ["0"] * 4 + ["1"] * 4, "from the node of the writer")
if not program.SANITIZED:
    result = run("task '/bin/true', measure: true, name: 'm'\n", "--agents", "2", "-o", "run.tri", "--force")
    tap.contains(" ".join(here.triptych("report", "run.tri").out.split()), "/measured/0.tri, in m", "measured tasks are linked")

# The secret, and peers that do not know it.
running = start("sh 'while ! test -e go; do sleep 0.05; done; echo went'\n")
program.wait_until(lambda: len(agents(running)) == 3)
found = words(agents(running)[0])
tap.check(all(len(word) < 64 or "/" in word for word in found), "the secret is not on a command line", found)
for hostile in (b"GET / HTTP/1.0\r\n\r\n", b"\0\0\0\x2d\1TRIAGENT\0\0\0\3" + bytes(32) + b"\0\0\0\x40\3" + bytes(63), b"\xff" * 1000, b""):
    with socket.create_connection(("127.0.0.1", int(found[2]))) as peer:
        peer.settimeout(60)
        try:
            peer.sendall(hostile)
            if not hostile:
                peer.shutdown(socket.SHUT_WR)
            while peer.recv(4096):
                pass
        except ConnectionError:
            pass
here.write("go", "")
result = result_of(running)
tap.check(result.status == 0 and result.out == "went\n" and result.err.count("refused a connection from 127.0.0.1") == 4, "hostile peers are refused, and a message says so; the run goes on", result)

# An agent that dies.
os.remove(here / "go")
WAIT = "while ! test -e go; do sleep 0.05; done"
running = start(f"6.times {{ |i| sh \"echo x >> begun; {WAIT}; echo done #{{i}}\" }}\n")
program.wait_until(lambda: (here / "begun").exists() and len(here.read("begun")) == 12)
os.kill(agents(running)[1], signal.SIGKILL)
here.write("go", "")
result = result_of(running)
tap.check(result.status == 0 and sorted(result.out.split("\n")[:-1]) == [f"done {i}" for i in range(6)] and "is lost, with 2 running tasks" in result.err, "tasks of a lost agent run elsewhere", result)
for name in ("go", "begun"):
    os.remove(here / name)
running = start(f"2.times {{ |i| sh(\"echo begun; echo part; echo $PPID > begun; {WAIT}; echo end\", name: \"w\", env: {{\"N\" => i}}) >> \"out#{{i}}\" }}\nsh('echo other')\ns = Stream.new\nsh(\"echo one; echo $PPID > agent; {WAIT}\", name: 'partial') >> s\ns.to('s1')\ns.to('s2')\n")
program.wait_until(lambda: (here / "agent").exists() and here.read("agent").strip() and (here / "s2").exists() and here.read("s2") == "one\n")
os.kill(int(here.read("agent")), signal.SIGKILL)
here.write("go", "")
result = result_of(running)
tap.check(result.status == 1 and "its agent was lost after part of its output had been passed on" in result.err and here.read("s1") == "one\n", "a task whose output was passed on in part has failed", result)
for name in ("go", "begun"):
    os.remove(here / name)
running = start(f"sh 'echo 1'\nsh('touch begun; {WAIT}; echo 2')\n")
program.wait_until(lambda: (here / "begun").exists())
for agent in agents(running):
    os.kill(agent, signal.SIGKILL)
result = result_of(running)
tap.check(result.status == 1 and "all agents are lost" in result.err, "without any agent, the run ends", result)
here.write("go", "")
result = here.triptych("script", "--resume", "--agents", "1", "a.rb")
tap.check("2\n" in result.out and "2 of 2 tasks done (1 in an earlier run)" in result.err, "and can be resumed", result)

# Nothing is left behind.
for number, mark in ((signal.SIGINT, 95711), (signal.SIGTERM, 95712), (signal.SIGKILL, 95713)):
    running = start(f"3.times {{ sh 'sleep {mark} & sleep {mark}' }}\nsh('sleep {mark}') >> task('cat')\n")
    started = program.wait_until(lambda: alive(mark)) is not False
    mine = agents(running)
    os.kill(running.pid, number)
    result = result_of(running)
    gone = program.wait_until(lambda: not alive(mark) and not any("script-agent" in "".join(words(pid)[:1]) for pid in mine))
    tap.check(started and gone is not False and result.status == (-9 if number == signal.SIGKILL else 1), f"{number.name} leaves nothing behind on any agent", result)
tap.done()

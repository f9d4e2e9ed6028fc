"""triptych script --agents: streams are kept by agents: not through the master, never torn, resumable, lost with their agent."""
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
    tap.skip("streams of agents", "Ruby is missing")
    tap.done()
WAIT = "while ! test -e go; do sleep 0.05; done"


def agents(running):
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,comm="], capture_output=True, text=True, check=True).stdout.splitlines()
    return [int(line.split()[0]) for line in listed if int(line.split()[1]) == running.pid and "triptych-scrip" in line]


def start(text, *options):
    for name in ("go", "begun", "ready"):
        (here / name).unlink(missing_ok=True)
    here.write("a.rb", text)
    return here.start(program.TRIPTYCH, "script", *options, "a.rb", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def result_of(running):
    out, err = running.communicate(timeout=120)
    return program.Result(["triptych", "script"], running.returncode, out, err)


def bytes_of(pid):
    counts = dict(line.split(": ") for line in pathlib.Path(f"/proc/{pid}/io").read_text().splitlines())
    return int(counts["rchar"]) + int(counts["wchar"])


def ports(pid):
    """Ports at which a process listens."""
    sockets = set()
    for fd in pathlib.Path(f"/proc/{pid}/fd").iterdir():
        try:
            sockets.add(os.readlink(fd))
        except OSError:
            pass
    rows = [line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return [int(row[1].split(":")[1], 16) for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in sockets]


# Eight writers, three readers: merged and multicast without the master.
LINES = 40000
MERGE = f"""s = Stream.new
8.times {{ |i| task('awk', 'BEGIN {{ for (i = 0; i < {LINES}; i++) print ' + i.to_s + ' "-" i "-{'x' * 54}" }}') >> s }}
r = (0...3).map {{ |i| sh("cat > o#{{i}}").reads(s) }}
sh("touch ready; {WAIT}").after(*r)
"""
wanted = sorted(f"{w}-{i}-{'x' * 54}" for w in range(8) for i in range(LINES))
for count in (1, 3):
    running = start(MERGE, "--again", "--agents", str(count), "-j", "4")
    program.wait_until(lambda: (here / "ready").exists())
    passed = bytes_of(running.pid)
    here.write("go", "")
    result = result_of(running)
    size = len(here.read("o0"))
    tap.check(result.status == 0 and sorted(here.read("o0").splitlines()) == wanted, f"{count} agent(s): no line is torn, lost or doubled", result)
    tap.equal({hashlib.sha256(here.read(f"o{i}").encode()).hexdigest() for i in range(3)}, {hashlib.sha256(here.read("o0").encode()).hexdigest()}, "every reader gets the same")
    tap.check(passed < size / 4, "what flows between tasks does not pass through the master", f"{passed} of {size} bytes")

# Ends: a writer that dies within a line, a reader that ends early, records, standard errors.
here.write("a.rb", """s = Stream.new
sh("echo whole; printf part; kill -9 $$", on_failure: :ignore) >> s
sh("echo other") >> s
2.times { |i| sh("sort > e#{i}").reads(s) }
t = Stream.new
2.times { task('yes') >> t }
2.times { |i| sh("head -n #{i + 1} > h#{i}").reads(t) }
u = Stream.new(record: 3)
3.times { |i| sh("printf '#{i}bc#{i}bc#{i}'; exit 0") >> u }
2.times { |i| sh("cat > r#{i}").reads(u) }
v = Stream.new
2.times { |i| sh("echo out#{i}; echo err#{i} >&2", err: v, out: v) }
2.times { |i| sh("sort > v#{i}").reads(v) }
""")
result = here.triptych("script", "--again", "--agents", "2", "-j", "2", "a.rb", check=False)
tap.check("ended within a line, which is dropped" in result.err and here.read("e0") == here.read("e1") == "other\nwhole\n", "an unfinished last line is dropped", result)
tap.equal([here.read("h0"), here.read("h1")], ["y\n", "y\ny\n"], "readers may end early: their writers end by SIGPIPE")
tap.check(here.read("r0") == here.read("r1") and sorted(here.read("r0")[i:i + 3] for i in range(0, 18, 3)) == ["0bc", "0bc", "1bc", "1bc", "2bc", "2bc"], "records stay whole, an unfinished one is dropped", here.read("r0"))
tap.equal(here.read("v0"), "err0\nerr1\nout0\nout1\n", "output and errors of a task in one stream")

# A stream kept by an agent is there for --resume.
RETRY = "s = Stream.new\n2.times { |i| sh(\"echo x >> begun; echo #{i}\") >> s }\n2.times { |i| sh(\"cat > k#{i}; test -e go\").reads(s) }\n"
running = start(RETRY, "--again", "--agents", "2", "-j", "2")
result = result_of(running)
tap.check(result.status == 1 and here.read("begun") == "x\nx\n", "the readers fail", result)
here.write("go", "")
result = here.triptych("script", "--resume", "--agents", "2", "-j", "2", "a.rb")
tap.check(here.read("begun") == "x\nx\n" and sorted(here.read("k0").split()) == sorted(here.read("k1").split()) == ["0", "1"], "--resume reads what the writers wrote, and does not run them again", result)

# A stream whose agent is lost: its readers fail, and --resume has the whole result.
LOST = f"""x = sh('{WAIT}', name: 'x')
s = Stream.new
w = sh("echo $PPID > begun; seq 1000")
w >> s
sh("echo end; {WAIT}") >> s
2.times {{ |i| sh("cat > l#{{i}}").reads(s).after(x) }}
sh("touch ready").after(w)
"""
running = start(LOST, "--again", "--agents", "2", "-j", "2")
program.wait_until(lambda: (here / "ready").exists())
os.kill(int(here.read("begun")), signal.SIGKILL)
program.wait_until(lambda: len(agents(running)) == 1)
here.write("go", "")
result = result_of(running)
tap.check(result.status == 1 and "is lost, with" in result.err and result.err.count("failed: the agent that kept its input was lost") == 2, "the streams of a lost agent are lost, which is told", result)
result = here.triptych("script", "--resume", "--agents", "2", "-j", "2", "a.rb")
tap.check(result.status == 0 and all(sorted(here.read(f"l{i}").split()) == sorted([str(n) for n in range(1, 1001)] + ["end"]) for i in range(2)), "in the end, nothing is lost", result)

# Peers that do not know the secret.
running = start(f"sh 'touch ready; {WAIT}; echo went'\n", "--again", "--agents", "1")
program.wait_until(lambda: (here / "ready").exists())
found = [port for pid in agents(running) for port in ports(pid)]
tap.equal(len(found), 1, "an agent has one port")
for hostile in (b"GET / HTTP/1.0\r\n\r\n", b"\0\0\0\x2d\1TRIAGENT\0\0\0\3" + bytes(32) + b"\0\0\0\x40\3" + bytes(63), b"\xff" * 1000):
    with socket.create_connection(("127.0.0.1", found[0])) as peer:
        peer.settimeout(60)
        try:
            peer.sendall(hostile)
            while peer.recv(4096):
                pass
        except ConnectionError:
            pass
here.write("go", "")
result = result_of(running)
tap.check(result.status == 0 and result.out == "went\n" and result.err.count("refused a connection from 127.0.0.1") == 3, "hostile connections to an agent's port are refused and logged", result)
tap.done()

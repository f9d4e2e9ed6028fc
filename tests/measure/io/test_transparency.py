"""Listening to I/O changes nothing that a program does: tools of the system, and a program that does what a listener could
spoil."""
import pathlib
import shutil
import subprocess

import program
import tap

HERE = pathlib.Path(__file__).resolve().parent
if program.SANITIZED:
    tap.skip_all("a sanitized program is not listened to")
here = program.folder()
here.write("lines", "".join(f"{i}\n" for i in range(20000)))
here.write("d/a", "some text\n")
here.write("d/b/c", "")
here.run("python3", "-c", "import random; open('bytes', 'wb').write(random.Random(2).randbytes(1000000))")


def run(*command):
    ended = subprocess.run([str(word) for word in command], cwd=here.path, stdin=subprocess.DEVNULL, capture_output=True,
                           timeout=120)
    return ended.returncode, ended.stdout, ended.stderr


def same(name, *command, options=(), places=True):
    """Runs it by itself and listened to: status, output and messages must be the same; something must have been heard."""
    alone = run(*command)
    shutil.rmtree(here / "a.tri", ignore_errors=True)
    status, out, err = run(program.TRIPTYCH, "run", "-q", "-o", "a.tri", *options, *command)
    if not places:
        err = b"".join(line for line in err.splitlines(True) if b"nothing was measured" not in line)
    tap.check(alone == (status, out, err), name,
              f"alone {alone[0]}, heard {status}\n{alone[2][-300:]}\n{err[-300:]}\n{len(alone[1])} and {len(out)} bytes")
    if places and not here.report("a.tri", "--io", "--top", "0")["io"]:
        tap.check(False, f"{name}: I/O was heard")


TOOLS = [
    ["ls", "-l", "d"], ["ls", "-l", "not-there"], ["sort", "-rn", "lines"], ["tar", "cf", "-", "d"], ["gzip", "-nc", "lines"],
    ["dd", "if=bytes", "bs=4096", "status=none"], ["awk", "{s += $1} END {print s}", "lines"], ["find", ".", "-name", "a"],
    ["grep", "-c", "9", "lines"], ["grep", "nothing", "lines"], ["sed", "s/1/2/g", "lines"], ["cp", "lines", "copy"],
    ["od", "-c", "bytes"], ["cat", "lines", "bytes"], ["wc", "lines"], ["md5sum", "bytes"], ["tail", "-n", "5", "lines"],
    ["cmp", "lines", "bytes"], ["diff", "lines", "d/a"], ["head", "-c", "5000", "bytes"], ["tr", "a", "b"], ["xz", "-c", "lines"],
    ["gcc", "-E", "-x", "c", "/dev/null"],
    ["python3", "-c", "print(sum(int(l) for l in open('lines'))); import subprocess; "
     "print(subprocess.check_output(['wc', '-l', 'lines']))"],
    ["python3", "-c", "import os; os.closerange(0, 100000); os._exit(3)"],
    ["python3", "-c", "import threading\nfor i in range(20): threading.Thread(target=lambda: open('lines').read()).start()"],
    ["perl", "-e", "open F, '<', 'lines'; while (<F>) {$s += $_} print \"$s\\n\"; print `wc -l lines`; exit 3"],
]
for words in TOOLS:
    if shutil.which(words[0]):
        same(" ".join(words)[:70].replace("\n", ";"), *words)
    else:
        tap.skip(words[0], "it is not installed")
same("a script of bash", "bash", "-c", "for i in 1 2 3; do echo $i; cat lines | wc -l; done > out; cat out; exec 3<lines; "
     "read x <&3; echo $x; (echo sub; exit 4); echo $?; exec >&-; echo nobody", places=False)

here.run(program.CC, "-O2", "-w", "-D_GNU_SOURCE", HERE / "programs" / "edges.c", "-o", "edges", "-lpthread")
for options in ([], ["--collect", "io"], ["--events"], ["--count"]):
    same(f"errors, modes, signals, cancellation, vfork, fork: {' '.join(options) or 'by default'}", "./edges", options=options)
files = {row["name"]: row for row in here.report("a.tri", "--files")["files"]}
tap.equal(files["ours"]["written_bytes"], 3, "the child of vfork did not disturb what is known of descriptors")
tap.equal((files["first"]["written_bytes"], files["second"]["written_bytes"]), (3, 4), "a stream that is opened again goes elsewhere")
tap.equal(files["vectors"]["written_bytes"], 11, "copies of a descriptor go to the same file")
tap.done()

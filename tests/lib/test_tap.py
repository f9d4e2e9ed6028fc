"""The helpers of the whole-program tests: a failure must look like one."""
import os
import subprocess
import sys

import program
import tap


def script(body):
    ended = subprocess.run([sys.executable, "-c", "import tap\n" + body], capture_output=True, text=True,
                           env=dict(os.environ, PYTHONPATH=os.path.dirname(os.path.abspath(tap.__file__))))
    return ended.returncode, ended.stdout


tap.equal(script("tap.check(True, 'a'); tap.done()"), (0, "ok 1 - a\n1..1\n"), "a check that passes")
tap.equal(script("tap.check(0, 'a', 'b\\nc'); tap.done()"), (1, "not ok 1 - a\n# b\n# c\n1..1\n"),
          "a check that fails says why and fails the script")
status, out = script("tap.equal(1, 2, 'a'); tap.equal(1, 1, 'b'); tap.done()")
tap.check(status == 1 and out.startswith("not ok 1") and "ok 2 - b\n1..2\n" in out, "one of two fails", out)
tap.equal(script("tap.skip('a', 'no b'); tap.done()"), (0, "ok 1 - a # SKIP no b\n1..1\n"), "a skipped result")
tap.equal(script("tap.skip_all('no b')"), (0, "1..0 # SKIP no b\n"), "a skipped script")

here = program.folder()
here.write("sub/x", "text")
tap.equal(here.read("sub/x"), "text", "a file in a folder")
tap.equal(here.run("sh", "-c", "cat; echo e >&2; exit 3", input="i", check=False).status, 3, "a status")
try:
    here.run("sh", "-c", "echo e >&2; exit 3")
    tap.check(False, "a failing command raises")
except program.Failed as failed:
    tap.contains(str(failed), "exit status 3", "a failing command raises")
tap.equal(here.run("sh", "-c", "echo $A$B", env={"A": 1, "HOME": None}).out, "1\n", "an environment")
tap.equal(here.run("sh", "-c", "kill -9 $$", check=False).status, -9, "a signal")
tap.done()

"""triptych machine: the file of a machine, shown and measured."""
import re
import subprocess
import sys

import program
import tap

KEYS = ["flops", "cores", "memory", "latency", "bandwidth", "disk_read", "disk_write", "spread"]
here = program.folder()


def values(text):
    return {key: float(value) for key, value in re.findall(r"^([a-z_ 0-9]+?) += ([-+.e0-9]+)", text, re.M)}


def fails(name, words, *parts, status=1):
    result = here.triptych("machine", *words, check=False)
    tap.check(result.status == status and not result.out and all(part in result.err for part in parts), name,
              f"expected status {status} and {parts}\n{result}")


here.write("a.machine", "# mine\nflops = 2e9 # fast\n\nplace 3 flops = 1e9\nlatency=0\n")
shown = here.triptych("machine", "a.machine").out
found = values(shown)
tap.equal((found["flops"], found["latency"], found["place 3 flops"]), (2e9, 0, 1e9), "the values of a file are shown")
tap.check(set(KEYS) <= set(found) and found["bandwidth"] == 1e9, "and those that it leaves out", shown)
here.write("again.machine", shown)
tap.equal(values(here.triptych("machine", "again.machine").out), found, "what is shown can be read")

other = subprocess.Popen([sys.executable, "-c", "while True: pass"])
try:
    result = here.triptych("machine", "--measure", "-o", "here.machine", "--folder", ".", "--threads", "1", timeout=250)
finally:
    other.kill()
    other.wait()
tap.check(re.search(r"other programs used [0-9.]+ cores .*may be too low", result.err) and "# The roofs may be too low: other programs used" in here.read("here.machine"),
          "roofs that were measured on a busy machine are doubted, also in the file", result)
measured = values(here.read("here.machine"))
tap.check(not result.out and all(measured[key] > 0 for key in KEYS[:-1]) and measured["spread"] >= 0, "--measure writes all values", here.read("here.machine"))
ROOFS = [f"roof_{name}" for name in ("scalar_single", "scalar_double", "vector_single", "vector_double", "l1", "memory")]
tap.check(all(measured[key] > 0 for key in ROOFS) and measured["vector_bits"] >= 128, "also the roofs", here.read("here.machine"))
tap.equal(values(here.triptych("machine", "here.machine").out), measured, "and it can be read")
tap.check("measured on" in here.read("here.machine"), "and when it was", here.read("here.machine"))
here.write("m.json", '{"version": 1, "tasks": [{"name": "t", "body": [{"do": "compute", "cost": "_system_flops"}]}]}')
tap.contains(here.triptych("predict", "m.json", "--machine", "here.machine").out, "1.000000", "predictions take it")

fails("no file", (), "--measure", status=2)
fails("a file and --measure", ("--measure", "a.machine"), "--measure", status=2)
fails("a file that is missing", ("none",), "none")
for text, part in (("speed = 3\n", ":1:"), ("flops = x\n", ":1:"), ("\nflops = 0\n", ":2:"), ("flops\n", ":1:"), ("place x flops = 1\n", ":1:"), ("flops = -1\n", "at least 0"),
                   ("threads = 0\n", "`threads` must be above 0")):
    here.write("bad.machine", text)
    fails(f"wrong: {text.strip()}", ("bad.machine",), "bad.machine", part)
result = here.triptych("machine", "--measure", "-o", "none/x", check=False, timeout=110)
tap.check(result.status == 1 and "cannot be written" in result.err, "a file that cannot be written", result)
tap.check("none/x" in result.err, "is refused by its name, before anything is measured", result)
tap.done()

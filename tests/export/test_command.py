"""triptych export as a command: what it refuses, what is left when it fails, and a run that goes on."""
import json
import signal
import time

import chrome_format
import program
import sample
import tap

here = program.folder()
sample.write(here, "ranks.tri", "ranks", "sealed")
FORMATS = ("chrome", "callgrind", "folded", "dot", "csv", "json", "sqlite")


def export(*words, **more):
    return here.triptych("export", *words, check=False, **more)


told = export("--help")
tap.check(all(f"\n  {form} " in told.out for form in FORMATS), "--help lists the formats", told.out)
for command in ("query", "export", "import"):
    asked = here.triptych(command, "some.tri", "--help", check=False)
    tap.check(asked.status == 0 and asked.out.startswith(f"usage: triptych {command} "), f"{command}: help, wherever it is asked for",
              asked)
newest = export("--to", "folded")
tap.check(newest.status == 0 and "ranks.tri" in newest.err and "main " in newest.out, "the newest archive is meant", newest)
tap.equal(export("ranks.tri", "--to=folded").out, newest.out, "values may stand behind a sign")
tap.equal(export("ranks.tri", "--to", "folded", "-o", "-").out, newest.out, "- is the standard output")

for words in (["ranks.tri"], ["--to", "xml"], ["--to"], ["--to", "csv"], ["--to", "sqlite"], ["--to", "dot", "--nothing"],
              ["--to", "dot", "--table", "nodes"], ["--to", "csv", "--table", "lines"], ["--to", "chrome", "--measure", "time"],
              ["--to", "dot", "--lanes"], ["--to", "folded", "--min-percent", "2"], ["--to", "folded", "--measure", "miles"], ["--to", "dot", "-o", ""],
              ["--to", "dot", "--min-percent", "101"], ["--to", "dot", "--min-percent", "x"], ["a", "b", "--to", "dot"]):
    refused = export(*words)
    tap.check(refused.status == 2 and refused.err.count("\n") == 1 and not refused.out, f"misused: {words}", refused)
tap.equal(export("nowhere.tri", "--to", "dot").status, 1, "there is no such archive")
nothing = export("ranks.tri", "--to", "folded", "--measure", "trips")
tap.check(nothing.status == 1 and "no trips" in nothing.err, "nothing to weigh by is told", nothing)

# A disk that is full: files can have 512 bytes, or 1 kB, as the shell counts.
for form in ("chrome", "csv", "json", "sqlite"):
    full = here.run("sh", "-c", f'ulimit -f 1; "$0" export ranks.tri --to {form} -o full.{form}', program.TRIPTYCH, check=False)
    tap.check(full.status == 1 and f"full.{form}" in full.err, f"{form}: a full disk is told of", full)
tap.equal([path.name for path in here.path.iterdir()], ["ranks.tri"], "and nothing is left of it")
full = here.run("sh", "-c", '"$0" export ranks.tri --to chrome > /dev/full', program.TRIPTYCH, check=False)
tap.check(full.status == 1 and "standard output" in full.err, "so it is where the standard output is full", full)

here.write("spin.c", """
#include <unistd.h>
static int step(int n) { for (int i = 0; i < 3; i++) n += i; return n; }
int main(void) { volatile int n = 0; for (;;) { n = step(n); usleep(2000); } }
""")
here.triptych("cc", program.CC, *program.CFLAGS, "-g", "spin.c", "-o", "spin")
running = here.start(program.TRIPTYCH, "run", "--quiet", "--events", "-o", "spin.tri", "./spin")


def visits(form):
    """How many events there are; -1: none yet."""
    ended = export("spin.tri", "--to", "chrome")
    if ended.status:
        return -1
    trace = json.loads(ended.out)
    wrong = chrome_format.check(trace)
    return f"{form}: {wrong}" if wrong else sum(event["ph"] == "X" for event in trace["traceEvents"])


def wait_for(least):
    until = time.monotonic() + 60
    while time.monotonic() < until:
        found = visits("a run that goes on")
        if isinstance(found, str) or found > least:
            return found
        time.sleep(0.05)
    return -1


first = wait_for(20)
tap.check(isinstance(first, int) and first > 20, "a run that goes on can be exported", first)
later = wait_for(first)
tap.check(isinstance(later, int) and later > first, "and has more later", (first, later))
for form in FORMATS[1:]:
    ended = export("spin.tri", "--to", form, "-o", f"spin.{form}")
    tap.check(ended.status == 0 and (here / f"spin.{form}").exists(), f"{form} of it", ended)
opened = [event for event in json.loads(export("spin.tri", "--to", "chrome").out)["traceEvents"]
          if event["ph"] == "X" and event["args"].get("unfinished")]
tap.check(any(event["name"] == "main" for event in opened), "main has not ended", opened)
running.send_signal(signal.SIGTERM)
running.wait(60)
after = visits("a run that was killed")
tap.check(isinstance(after, int) and after >= later, "what was there is there when it was killed", (later, after))
tap.done()

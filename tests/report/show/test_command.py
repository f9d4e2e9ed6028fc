"""triptych show of programs that really run: what it says, writes and refuses."""
import json
import os
import subprocess
import xml.etree.ElementTree

import program
import tap
import terminal

here = program.folder()
here.write("work.c", r"""
#include <stdio.h>
#include <unistd.h>
static void read_all(void) { usleep(20000); }
static void solve(int times) { for (volatile int i = 0; i < times; i++) ; }
int main(int argc, char **argv)
{
    (void)argv;
    read_all();
    for (int i = 0; i < 20; i++)
        solve(200000);
    puts("done");
    fflush(stdout);
    if (argc > 1)
        getchar();
    return 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "work.c", "-o", "work")


def show(*words, **more):
    return here.triptych("show", *words, check=False, **{"env": {"LC_ALL": "C.UTF-8"}, **more})


nothing = show()
tap.check(nothing.status == 1 and "there is no NAME.tri in this folder" in nothing.err, "no archive here", nothing)
here.triptych("run", "--events", "-o", "a.tri", "./work")

overview = show()
tap.check(overview.status == 0 and "showing a.tri" in overview.err, "the newest archive is found", overview)
tap.contains(overview.out, "Execution · When × Where", "an overview: lanes and time")
tap.contains(overview.out, "Utilisation · Overall What × When", "and all classes")
tap.contains(overview.out, "a.tri: from events; cycles of ", "where it comes from")
tap.check("\x1b" not in overview.out, "no escape codes outside of a terminal")
plain = show(env={"LC_ALL": "C"})
tap.check(plain.status == 0 and plain.out.isascii(), "ASCII where that is all there is", plain)

for subject in "utilisation", "execution":
    for display in "what-when", "overall-what-when", "when-where", "what-where", "overall-what-where":
        drawn = show("a.tri", subject, display)
        tap.check(drawn.status == 0 and drawn.out.startswith(subject.capitalize()), f"{subject} {display}", drawn)
tap.contains(show("exec", "what-where").out, "solve", "words may be short; routines have their names")
tap.contains(show("utilization", "when").out, "When × Where", "and be spelled otherwise")
every = show("a.tri", "util", "all")
tap.equal(every.out.count("Utilisation"), 5, "all displays")

for words, why in [(["over"], "'over' may mean overall-what-when or overall-what-where; write more of it"), (["a.tri", "nonsense"], "no archive, subject or display"),
                   (["exec", "util"], "one too many"), (["--from", "x"], "--from takes a time since the start such as 0.5s, 20ms or 10%, not 'x'"),
                   (["--from", "101%"], " takes "), (["--cycle", "0"], " takes "), (["--lanes", "5-2"], " takes "), (["--places", "1,,2"], " takes "), (["--places", "1.0"], " takes "), (["--lanes", "0.1-x"], " takes "),
                   (["--measure", "weight"], " takes "), (["--follow", "--svg", "a.svg"], "cannot be combined with"),
                   (["--svg", "a.svg", "--format", "csv"], "choose one"), (["--nonsense"], "--help")]:
    refused = show(*words)
    tap.check(refused.status == 2 and why in refused.err and not refused.out, f"misused: {' '.join(words)}", refused)
for words, why in [(["b.tri"], "b.tri"), (["--from", "50s"], "contains nothing of the run"), (["--places", "7"], "no such places"),
                   (["--from", "20ms", "--to", "10ms"], "no time between"), (["--region", "nobody"], "nobody")]:
    failed = show(*words)
    tap.check(failed.status == 1 and why in failed.err and not failed.out, f"failed: {' '.join(words)}", failed)
tap.contains(show("--help").out, "Examples:\n  triptych show", "help has an example")

data = json.loads(show("exec", "what-when", "--region", "routine:solve", "--region", "routine:read*", "--format", "json",
                       "--cycle", "1ms").out)["displays"][0]
tap.equal({row["label"].split(" ")[0] for row in data["rows"]}, {"solve", "read_all"}, "chosen whats only")
tap.equal(data["length_ns"], 1000000, "the cycle that was asked for")
middle = f"{(data['start_ns'] - data['zero_ns']) / 1e6 + len(data['values'][0]) / 2:.3f}ms"
half = json.loads(show("when-where", "--from", middle, "--format", "json", "--cycle", "1ms").out)["displays"][0]
tap.check(len(half["values"][0]) < len(data["values"][0]), "half of the time has fewer cycles")
half = json.loads(show("when-where", "--from", "50%", "--format", "json", "--cycle", "1ms").out)["displays"][0]
time = json.loads(here.triptych("report", "--format", "json", "a.tri").out)["run"]["time_ns"]
tap.check(half["start_ns"] >= max(data["start_ns"], half["zero_ns"] + time * 0.49), "50 % is the middle of the run", f"{half} {time}")
table = show("when-where", "--format", "csv", "--cycle", "1ms").out.splitlines()
tap.equal(len(table), 1 + len(data["values"][0]), "CSV: a line for each cycle of the one lane")

lanes = json.loads(show("timeline", "--format", "json").out)["displays"][0]["lanes"]
tap.equal({bar["region"].split(" ")[0] for bar in lanes[0]["bars"]} & {"read_all", "solve"}, {"read_all", "solve"},
          "a timeline of a program without messages")
picture = show("when-where", "--svg", "-")
tap.check(xml.etree.ElementTree.fromstring(picture.out) is not None and picture.status == 0, "SVG on stdout")
written = show("exec", "all", "--svg", "all.svg", "--theme", "dark")
tap.check(written.status == 0 and "wrote all.svg" in written.err and here.read("all.svg").count("· ") >= 5,
          "all displays in one picture", written)
written = show("exec", "all", "--svg", "pictures/")
tap.equal(sorted(os.listdir(here / "pictures")), ["execution-" + name + ".svg" for name in (
    "overall-what-when", "overall-what-where", "what-when", "what-where", "when-where")], "or each in its own")
tap.check(show("--svg", "no/such/folder/a.svg").status == 1, "a picture that cannot be written")


def on_terminal(rows, columns, *words, **env):
    environment = {"NO_COLOR": None, "COLORTERM": None, "LC_ALL": "C.UTF-8", **env}
    return terminal.written([program.TRIPTYCH, "show", *words], here.path, rows, columns, environment)[1]


problem = terminal.missing()
if problem:
    tap.skip("terminals", problem)
else:
    text = on_terminal(24, 80, "a.tri", TERM="xterm")
    tap.check(len(text.splitlines()) <= 23 and "\x1b[" in text and ";38;" not in text, "16 colours in 80 x 24", text)
    tap.contains(on_terminal(24, 80, "a.tri", TERM="xterm-256color"), ";38;5;", "256 colours")
    tap.contains(on_terminal(24, 80, "a.tri", TERM="xterm", COLORTERM="truecolor"), ";38;2;", "all colours")
    tap.check("\x1b" not in on_terminal(24, 80, "a.tri", TERM="xterm", NO_COLOR="1"), "NO_COLOR")
    dumb = on_terminal(24, 80, "a.tri", TERM="dumb")
    tap.check("\x1b" not in dumb and dumb.isascii(), "a dumb terminal", dumb)
    wide = on_terminal(50, 160, "a.tri", "when-where", TERM="dumb").splitlines()
    tap.check(max(map(len, wide)) > 140, "a wide terminal is used", "\n".join(wide))

with subprocess.Popen([program.TRIPTYCH, "run", "--events", "-o", "on.tri", "./work", "waits"], cwd=here.path,
                      stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
    running.stdout.readline()
    tap.contains(show("on.tri").out, "on.tri (running)", "a run that is still running")
    with subprocess.Popen([program.TRIPTYCH, "show", "on.tri", "--follow"], cwd=here.path, stdout=subprocess.PIPE,
                          text=True) as following:
        following.stdout.readline()
        running.communicate(b"\n")
        rest = following.stdout.read()
    tap.check(following.returncode == 0 and "(running)" in rest, "follows it until it ends", rest)
    tap.contains(rest.splitlines()[-1], "on.tri: from events", "and shows the end of it")
tap.done()

"""triptych stop: measuring ends, the program runs on. triptych run --for: both end."""
import pathlib
import shutil
import subprocess
import time

import program
import tap

HERE = pathlib.Path(__file__).resolve().parent
if program.SANITIZED:
    tap.skip_all("a sanitized program is not listened to")
here = program.folder()
here.run(program.CC, "-O1", "-g", HERE / "programs" / "steady.c", "-o", "steady", "-lpthread")


def wait_for(condition, seconds=60):
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            raise program.Failed("what was waited for does not come")
        time.sleep(0.01)


def start(*arguments, options=()):
    for name in ("end", "ready", "child"):
        (here / name).unlink(missing_ok=True)
    shutil.rmtree(here / "a.tri", ignore_errors=True)
    running = here.start(program.TRIPTYCH, "run", "-q", "-o", "a.tri", *options, "./steady", *arguments,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: (here / "ready").exists() and (here / "ready").stat().st_size)
    return running


def end(running):
    (here / "end").touch()
    out, err = running.communicate(timeout=60)
    return running.returncode, out, err


def numbers():
    """What must not change any more."""
    report = here.report("a.tri", "--top", "0")
    return [(row["function"], row["visits"], row["bytes"]) for row in report["io"]], len(report["places"]), len(report["lanes"])


def says(command, status, part, name):
    result = here.triptych(*command, check=False)
    tap.check(result.status == status and part in result.out + result.err, name, str(result))


for options in ([], ["--events"]):
    kind = "with events" if options else "a profile"
    running = start(3, "probes", options=options)
    wait_for(lambda: len(list(here.path.glob("a.tri/places/*/profile-*"))) >= 3)  # all threads have begun
    says(["stop", "a.tri"], 0, "1 process is no longer measured; the program continues", f"{kind}: it is stopped")
    tap.check((here / "a.tri" / "tables").exists() and not (here / "a.tri" / "places").exists(), f"{kind}: and sealed at once")
    before = numbers()
    tap.check(running.poll() is None, f"{kind}: the program continues")
    says(["report", "a.tri"], 0, "the program ran on; measuring stopped early: stopped by the user", f"{kind}: the report says so")
    says(["stop", "a.tri"], 1, "was stopped before", f"{kind}: once is enough")
    ended = end(running)
    tap.equal(ended, (7, "done\n", ""), f"{kind}: it ends as it would have, and heard nothing of it")
    tap.equal(numbers(), before, f"{kind}: nothing was measured after the stop, not even of a child")
    tap.check(before[1] == 1 and before[2] == 3 and any(row[1] > 3 for row in before[0]), f"{kind}: but much before", before)
    tap.check((here / "child").exists() and not (here / "a.tri" / "places").exists(), f"{kind}: nothing was left in the archive")
    says(["report", "a.tri"], 0, "ended with exit status 7", f"{kind}: and it has the end of the run")

running = start(1, "locks")
says(["stop", "a.tri"], 0, "1 process is no longer measured; the program continues", "one that does nothing but get a lock: it is stopped")
tap.check((here / "a.tri" / "tables").exists() and not (here / "a.tri" / "places").exists(), "by itself, and sealed at once")
tap.equal(end(running), (7, "done\n", ""), "and ends as it would have")

running = start(1, "silent")
time.sleep(0.3)  # it is in its loop by now, without a call that is listened to; if not, it answers
says(["stop", "a.tri"], 0, "the program continues", "one that comes to no probe: it is stopped all the same")
says(["report", "a.tri"], 0, "stopped by the user", "the report says so")
places = here.report("a.tri")["places"]
says(["stop", "a.tri"], 1, "was stopped before", "once is enough")
tap.equal(end(running), (7, "done\n", ""), "it ends as it would have")
tap.equal(len(here.report("a.tri")["places"]), len(places), "its child was not measured")
tap.check((here / "a.tri" / "tables").exists() and not (here / "a.tri" / "places").exists(), "sealed in the end")
says(["report", "a.tri"], 0, "stopped by the user", "the report still says so")

says(["stop", "nothing.tri"], 1, "nothing.tri", "no such archive")
(here / "folder").mkdir()
says(["stop", "folder"], 1, "is not the archive of a running program", "a folder that is none")
here.triptych("run", "-q", "--force", "-o", "b.tri", "ls")
says(["stop", "b.tri"], 1, "its run has ended", "a run that has ended")
here.triptych("run", "-q", "--force", "--no-seal", "-o", "b.tri", "ls")
says(["stop", "b.tri"], 1, "its run has ended", "one that is not sealed")
tap.check(not (here / "b.tri" / "stopped").exists(), "and stays as it was")
says(["stop"], 2, "name one archive", "no archive named")
says(["stop", "--help"], 0, "Examples:\n  triptych", "help")


def timed(*arguments, options=("--for", "400ms")):
    for name in ("end", "ready", "child", "one", "two"):
        (here / name).unlink(missing_ok=True)
    return here.triptych("run", "--force", "-o", "a.tri", *options, *arguments, check=False)


result = timed("./steady", 2, "probes")
tap.check(result.status == 0 and "was ended after 400ms (--for)" in result.err, "--for: it is ended, which is no failure", str(result))
tap.check((here / "a.tri" / "tables").exists(), "and the archive is sealed")
result = timed("./steady", 2, "probes", "polite")
tap.check(result.status == 0 and result.out == "bye\n", "it may say good-bye", str(result))
result = timed("./steady", 2, "probes", "stubborn")
tap.check(result.status == 0 and "signal 9" in result.err, "one that does not go is killed", str(result))
result = timed("sh", "-c", "./steady 1 probes stubborn one & ./steady 1 probes polite two; sleep 100", options=("--for", "0.5s"))


def lives(pid):
    stat = pathlib.Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] not in "ZX"


pids = [int(here.read(name)) for name in ("one", "two")]
tap.check(result.status == 0 and not any(lives(pid) for pid in pids), "so is all that it started", str(result))
result = timed("sh", "-c", "exit 5", options=("--for", "1h"))
tap.check(result.status == 5 and "--for" not in result.err, "one that ends before has its own status", str(result))
for word in ("soon", "-1s", "0", "3x", ""):
    says(["run", "--for", word, "ls"], 2, "--for takes a time", f"--for '{word}'")
tap.done()

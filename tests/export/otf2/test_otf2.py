"""triptych import and export of OTF2: traces with every kind of record come back as they were, from an archive's own
tables, too; damaged ones are kept as far as they can be read. otf2-print is the witness."""
import collections
import os
import random
import re
import shutil
import signal
import subprocess
import time

import program
import tap

SEED = int(os.environ.get("OTF2_SEED", "1"))
TRACES = int(os.environ.get("OTF2_TRACES", "4"))
SECOND = 10**9
here = program.folder()
if not program.have("otf2-print"):
    tap.skip_all("otf2-print is not installed")


def make(folder, seed, events, resolution, *more):
    here.run(os.environ["MAKE_TRACE"], folder, str(seed), str(events), str(resolution), *more)
    return folder + "/traces.otf2"


def show(anchor, *options):
    """What otf2-print says, without what it shows of values that are in no valid definition: these are not defined."""
    text = here.run("otf2-print", *options, anchor, check=False).out
    return re.sub(r"(MISMATCH|PROPERTY) <\d+>", r"\1", text)


def convert(anchor, name):
    shutil.rmtree(str(here / (name + ".tri")), ignore_errors=True)
    return here.triptych("import", anchor, "-o", name + ".tri", check=False)


def round_trip(seed, resolution):
    name = f"t{seed}-{resolution}"
    anchor = make(name, seed, 300, resolution)
    imported = convert(anchor, name)
    exported = here.triptych("export", name + ".tri", "--to", "otf2", "-o", name + ".out", check=False)
    again = name + ".out/traces.otf2"
    same = imported.status == exported.status == 0 and show(anchor) == show(again) and show(anchor, "-G") == show(again, "-G")
    tap.check(same, f"every event and definition of trace {seed} with {resolution} ticks a second is there again",
              imported.err + exported.err)
    return anchor


for number in range(TRACES):
    first = round_trip(SEED + number, [SECOND, 2_400_000_000, 1_000_000, 10**12][number % 4])
events = set(re.findall(r"^([A-Z][A-Z_]+) ", show(first), re.M))
tap.check(len(events) > 70, "the traces have events of every kind", sorted(events))
marked = first.replace("/traces", ".out/traces")
tap.equal(here.run("otf2-marker", marked, check=False).out, here.run("otf2-marker", first, check=False).out,
          "its markers are there again, too")

# From the archive's own tables.
EVENT = re.compile(r"^(\w+) +(\d+) +(\d+)  (.*)$", re.M)
plain = make("plain", SEED, 400, SECOND, "plain")
tap.equal(convert(plain, "plain").status, 0, "a trace with messages is imported")
messages = here.triptych("query", "plain.tri", "--csv", "messages.filter(m -> present(m.send) && present(m.receive)).count()").out
shutil.rmtree(str(here / "plain.tri/foreign"))
here.triptych("export", "plain.tri", "--to", "otf2", "-o", "own")


def events_of(anchor):
    """(location, time since the first event, kind), sorted; and what messages say."""
    found = EVENT.findall(show(anchor))
    start = min(int(event[2]) for event in found)
    acts = sorted((event[1], int(event[2]) - start, event[0]) for event in found if event[0] in ("ENTER", "LEAVE"))
    said = collections.Counter((event[0].replace("_I", "_"), event[1]) + tuple(re.findall(r"(?:Tag|Length): \d+", event[3]))
                               for event in found if re.match("MPI_I?(SEND|RECV)$", event[0]))
    return acts, said


tap.equal(here.run("otf2-print", "own/traces.otf2").err, "", "otf2-print has nothing to complain of")
before, after = events_of(plain), events_of("own/traces.otf2")
tap.check(before[0] == after[0], "without what was kept, the tables give every enter and leave")
tap.check(before[1] == after[1] and before[1], "and every message, as it was sent and received", (before[1], after[1]))
tap.equal(convert("own/traces.otf2", "own").status, 0, "our own traces are read as well")
tap.equal(here.triptych("query", "own.tri", "--csv",
                        "messages.filter(m -> present(m.send) && present(m.receive)).count()").out, messages,
          "with the same messages")
tap.equal(here.triptych("report", "own.tri", check=False).status, 0, "and reported of")
tap.equal(here.triptych("show", "own.tri", check=False).status, 0, "and shown")

# What is damaged.
whole = make("whole", SEED, 100, SECOND)
random.seed(SEED)


def damaged(how, what):
    shutil.rmtree(str(here / "broken"), ignore_errors=True)
    shutil.copytree(str(here / "whole"), str(here / "broken"))
    what(str(here / "broken"))
    result = convert("broken/traces.otf2", "broken")
    good = result.status in (0, 1) and result.err.startswith("triptych import: ") and "Sanitizer" not in result.err
    if result.status == 0:
        good = good and here.triptych("report", "broken.tri", check=False).status == 0
    tap.check(good and os.path.exists(str(here / "broken.tri")) == (result.status == 0), how, result.err)
    return result


def flip(folder, name, count):
    path = f"{folder}/{name}"
    data = bytearray(open(path, "rb").read())
    for _ in range(count):
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    open(path, "wb").write(data)


tap.equal(damaged("without its anchor file it is no trace", lambda folder: os.remove(folder + "/traces.otf2")).status, 1,
          "which is said")
damaged("an anchor file that is cut", lambda folder: os.truncate(folder + "/traces.otf2", 40))
damaged("definitions that are cut", lambda folder: os.truncate(folder + "/traces.def", 1000))
gone = damaged("a location without a file", lambda folder: os.remove(folder + "/traces/1.evt"))
tap.check(gone.status == 0 and "location 1 (main): only 0 of" in gone.err, "is left out, which is said", gone.err)
cut = damaged("a location that is cut", lambda folder: os.truncate(folder + "/traces/0.evt", 900))
tap.check(cut.status == 0 and "location 0 (main)" in cut.err, "is kept as far as it goes", cut.err)
for name in ("traces.otf2", "traces.def", "traces/0.evt", "traces/2.evt"):
    damaged(f"{name} with wrong bits", lambda folder, name=name: flip(folder, name, 5))

def begin_import(there):
    """An import that has come so far."""
    shutil.rmtree(str(here / "long.tri"), ignore_errors=True)
    importing = here.start(program.TRIPTYCH, "import", "long/traces.otf2", "-o", "long.tri", stderr=subprocess.PIPE, text=True)
    while importing.poll() is None and not os.path.exists(str(here / "long.tri" / there)):
        time.sleep(0.002)
    return importing


def end_reader(signal_number):
    """What is said when the process that reads is ended."""
    importing = begin_import("places/0/place")
    try:
        with open(f"/proc/{importing.pid}/task/{importing.pid}/children", encoding="ascii") as children:
            for child in children.read().split():
                os.kill(int(child), signal_number)
    except (FileNotFoundError, ProcessLookupError):
        pass  # it was faster
    said = importing.communicate()[1]
    tap.equal(importing.returncode, 0, "what was read by then is an archive")
    return said


# The library may crash: its process is ended while it reads. What is complete by then is kept.
make("long", SEED, 50000, SECOND, "plain")
killed = end_reader(signal.SIGKILL)
tap.check("was killed" in killed or "of 6 locations" in killed, "that it was killed is said", killed)
said = end_reader(signal.SIGABRT)
tap.check("crashed" in said or "of 6 locations" in said, "and that it crashed", said)
tap.equal(here.triptych("query", "long.tri", "events.count()", check=False).status, 0, "that can be read")
sealing = begin_import("run.json")
sealing.send_signal(signal.SIGSTOP)
sealed = sealing.poll() is not None or (here / "long.tri/tables").exists()  # it was faster
sealing.send_signal(signal.SIGINT)
sealing.send_signal(signal.SIGCONT)
said = sealing.communicate()[1]
tap.check(sealed or (sealing.returncode == 1 and "interrupted" in said and not (here / "long.tri").exists()),
          "Ctrl-C while it is sealed leaves no archive", (sealing.returncode, said))

os.makedirs(str(here / "empty"))
tap.equal(here.triptych("import", "empty", check=False).status, 2, "a folder without a trace is misuse")
tap.equal(here.triptych("import", check=False).status, 2, "as is nothing")
tap.equal(here.triptych("import", whole, "-o", "own.tri", check=False).status, 1, "an archive is not replaced without --force")
tap.equal(here.triptych("import", "whole", "-o", "own.tri", "--force", check=False).status, 0, "with it, it is; by its folder")

# What was kept of a trace may be damaged, too.
for name in ("events", "definitions", "lanes"):
    shutil.rmtree(str(here / "hurt.tri"), ignore_errors=True)
    shutil.copytree(str(here / "own.tri"), str(here / "hurt.tri"))
    folder = str(here / ("hurt.tri/foreign/" + name))
    column = "bytes.u8" if name != "lanes" else "first_event.u64"
    flip(folder, column, 6)
    result = here.triptych("export", "hurt.tri", "--to", "otf2", "-o", "hurt", "--force", check=False)
    tap.check(result.status in (0, 1) and "Sanitizer" not in result.err, f"foreign/{name} with wrong bits", result.err)
tap.done()

"""`triptych report` on what is no archive, or was one, and wrong options: a sentence, a status, never a crash."""
import errno
import os
import shutil
import struct

import program
import sample
import tap

here = program.folder()
sample.make(here, "good.tri")
sample.make(here, "sealed.tri", "sealed")


def fails(name, words, *arguments, status=1):
    result = here.triptych("report", *arguments, check=False)
    tap.check(result.status == status and words in result.err and result.out == "" and "\n" == result.err[-1:],
              name, result)


here.write("file.tri", "hello")
(here / "empty.tri").mkdir()
here.write("foreign.tri/readme.txt", "hello")
here.write("only-run.tri/run.json", '{"command": ["ls"], "exit_status": 0, "state": "ended"}')
here.write("bad-run.tri/run.json", '{"command": [')
fails("no such archive", "cannot be opened: No such file", "none.tri")
fails("a file", "an archive is a folder", "file.tri")
fails("an empty folder", "is not a Triptych archive", "empty.tri")
fails("a foreign folder", "is not a Triptych archive", "foreign.tri")
fails("a run without measurements", "holds no measurements", "only-run.tri")
fails("a damaged run.json alone", "is not a Triptych archive", "bad-run.tri")
fails("no such routine", "there is no routine 'nobody'", "--routine", "nobody", "good.tri")
fails("a routine that was not called", "was never called", "--routine", "usage", "good.tri")
fails("no such table", "there is no table 'x'", "--format", "csv", "--table", "x", "good.tri")
listed = here.triptych("report", "--format", "csv", "--table", "x", "good.tri", check=False).err
tap.equal(set(listed.split("the tables are ")[-1].strip().split(", ")),
          {key for key, rows in here.report("good.tri").items() if isinstance(rows, list)}, "the message lists all tables")
fails("an unknown option", "--help", "--nonsense", "good.tri", status=2)
fails("a wrong sort key", "--sort takes inclusive, exclusive, visits, name, trips or line, not 'size'", "--sort", "size", "good.tri", status=2)
fails("a wrong format", "--format takes text, json or csv, not 'xml'", "--format", "xml", "good.tri", status=2)
fails("a wrong number", "--top takes a number of rows such as 10, not '-1'", "--top", "-1", "good.tri", status=2)
fails("a width of nothing", "--width takes a number of columns from 40 to 10000, not '3'", "--width", "3", "good.tri", status=2)
fails("two archives", "is one too many", "good.tri", "good.tri", status=2)


def denied(name, words, *unreadable, source="good.tri"):
    """Reports, as somebody who is not root, a copy of which these parts may not be read."""
    shutil.rmtree(here / "closed.tri", ignore_errors=True)
    shutil.copytree(here / source, here / "closed.tri")
    here.path.chmod(0o755)
    for part in unreadable:
        (here / "closed.tri" / part).chmod(0)
    try:
        nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        process = here.start(program.TRIPTYCH, "report", "closed.tri", stdout=-1, stderr=-1, **nobody)
    except PermissionError:
        tap.skip(name, "somebody else may not run this build")
        return
    out, err = process.communicate()
    for part in unreadable:
        (here / "closed.tri" / part).chmod(0o755)
    tap.check(process.returncode == 1 and not out and f"{words}: Permission denied".encode() in err, name, err)


denied("a closed archive", "closed.tri cannot be read", ".")
denied("a closed folder of places", "closed.tri/places cannot be read", "places")
denied("closed places", "closed.tri/places/0/place cannot be read", "places/0/place", "places/1/place")
denied("a closed sealed archive", "closed.tri cannot be read", ".", source="sealed.tri")
denied("closed tables", "closed.tri/tables cannot be read", "tables", source="sealed.tri")


def damaged(name, change, words=None, source="good.tri", status=None):
    """Reports a changed copy. It may fail or not, but with a sentence and without a crash."""
    shutil.rmtree(here / "copy.tri", ignore_errors=True)
    shutil.copytree(here / source, here / "copy.tri")
    change(here / "copy.tri")
    result = here.triptych("report", "copy.tri", check=False)
    said = result.err if result.status else result.out
    allowed = (0, 1) if status is None else (status,)
    tap.check(result.status in allowed and (words is None or words in said.replace("\n         ", " ")), name, result)
    return result


def overwrite(path, offset, data):
    with open(path, "r+b") as file:
        file.seek(offset)
        file.write(data)


damaged("a newer version", lambda a: [overwrite(a / f"places/{n}/place", 8, b"\x09") for n in (0, 1)],
        "newer version of Triptych", status=1)
damaged("one place of a newer version", lambda a: overwrite(a / "places/1/place", 8, b"\x09"),
        "1 place(s) could not be read at all", status=0)
damaged("no place can be read", lambda a: [os.truncate(a / f"places/{n}/place", 100) for n in (0, 1)],
        "is damaged", status=1)
damaged("no regions", lambda a: os.unlink(a / "places/0/regions"), "unreadable files: 1", status=0)
damaged("no strings", lambda a: os.unlink(a / "places/0/strings"), "unreadable files: 1", status=0)
damaged("a profile of zeros", lambda a: overwrite(a / "places/0/profile-0", 0, bytes(128)), "unreadable files: 1", status=0)
damaged("a table too short", lambda a: os.truncate(a / "tables/nodes.npy", 300), "tables/nodes.npy is truncated",
        source="sealed.tri", status=1)
damaged("a table missing", lambda a: os.unlink(a / "tables/lanes.npy"), "tables/lanes.npy is missing",
        source="sealed.tri", status=1)
damaged("all tables missing", lambda a: (shutil.rmtree(a / "tables"), (a / "manifest").touch()),
        "is damaged: its folder tables is missing", source="sealed.tri", status=1)
damaged("a folder instead of a file", lambda a: (os.unlink(a / "run.json"), os.mkdir(a / "run.json")), status=0)
damaged("a pipe instead of a file", lambda a: (os.unlink(a / "places/0/strings"), os.mkfifo(a / "places/0/strings")),
        "unreadable files: 1", status=0)



def stop(archive):
    """As when the disk is full at 4.5 s. There are places of which a record did not fit in, too."""
    overwrite(archive / "places/1/place", 128, struct.pack("=IiQ", 2, errno.ENOSPC, 5500000000))
    overwrite(archive / "places/1/place", 3328, b"the profile: No space left on device")
    overwrite(archive / "places/1/profile-0", 24, struct.pack("=Q", 1))


stopped = damaged("measuring stopped", stop, "; measuring stopped early in 1 of 2 places: the profile: No space left "
                  "on device; later visits were not measured", status=0)
tap.check("\nlost " not in stopped.out, "which is no visit lost", stopped.out)
tap.contains(" ".join(stopped.out.split()), "were never visited before measuring stopped", "what came later is not known")
report = here.report("copy.tri")
rows = [row for table in ("routines", "loops", "io", "user", "lanes") for row in report[table]]
tap.check(all((row["percent"] or 0) <= 100 for row in rows), "no share is above 100 %", rows)
tap.equal(report["lanes"][2]["time_ns"], 500000000, "a lane without an end ends where measuring stopped")

for name in ("places/0/place", "places/0/regions", "places/0/strings", "places/0/profile-0", "run.json"):
    size = os.path.getsize(here / "good.tri" / name)
    for cut in (0, 1, size // 3, size // 2, size - 1):
        damaged(f"{name} cut to {cut} bytes", lambda a, n=name, c=cut: os.truncate(a / n, c))

result = here.triptych("report", cwd=here / "empty.tri", check=False)
tap.check(result.status == 1 and "no NAME.tri in this folder" in result.err, "no archive here", result)
os.utime(here / "sealed.tri", (2000000000, 2000000000))
result = here.triptych("report")
tap.contains(result.err, "showing sealed.tri, the newest archive here", "the newest archive here")
tap.contains(here.triptych("report", "--help").out, "Examples:\n  triptych report", "the help has an example")
with open("/dev/full", "w", encoding="utf-8") as full:
    process = here.start(program.TRIPTYCH, "report", "good.tri", stdout=full, stderr=-1)
    _, err = process.communicate()
tap.check(process.returncode == 1 and b"cannot be written" in err, "a full disk for the output", err)
tap.done()

"""The archive cannot be written, or not to its end: the program runs on, one line says why, what was there is kept."""
import os
import pathlib
import re
import resource
import subprocess

import measured
import program
import raw
import tap

here = program.folder()
measured.build(here, "paths")
measured.build(here, "large")


def expect_line(result, words, name):
    lines = result.err.splitlines()
    tap.check(result.status == 0 and len(lines) == 1 and lines[0].startswith("triptych: ") and words in lines[0],
              name, str(result))


result = here.run("./paths", env={"TRIPTYCH_ARCHIVE": "/nonexistent/a.tri"}, check=False)
expect_line(result, "the archive /nonexistent/a.tri cannot be written: No such file or directory; the program is not measured; "
            "use -o of `triptych run`, or TRIPTYCH_ARCHIVE, to name an archive in a folder that you can write", "no folder for the archive")
here.write("file", "")
result = here.run("./paths", env={"TRIPTYCH_ARCHIVE": here / "file"}, check=False)
expect_line(result, "Not a directory", "a file in the archive's place")
result = here.run("./paths", env={"TRIPTYCH_ARCHIVE": "/proc/a.tri"}, check=False)
expect_line(result, "cannot be written", "a file system that cannot be written to")

(here / "bin").mkdir()
if os.getuid() == 0 and program.have("setpriv") and not program.SANITIZED:
    here.path.chmod(0o755)
    here.copy(pathlib.Path(measured.LIBRARY) / "libtriptych.so")  # somebody else may not enter the build's folder
    result = here.run("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "./paths", check=False,
                      env={"LD_LIBRARY_PATH": here})
    expect_line(result, f"the archive {here.path.resolve()}/paths.tri cannot be written: Permission denied; the program is not measured; "
                "run it in a folder that you can write, or set TRIPTYCH_ARCHIVE to the full path of an archive in one", "a read-only folder")
elif os.getuid() != 0:
    (here / "bin").chmod(0o555)
    result = here.run("../paths", cwd=here / "bin", check=False)
    expect_line(result, "Permission denied", "a read-only folder")
else:
    tap.skip("a read-only folder", "root may write everywhere, and there is no setpriv")


def with_limit(limit, *command, what=resource.RLIMIT_FSIZE):
    """The limit is set in the child. Going over that of a file's size would be a signal, SIGXFSZ."""
    return subprocess.run(command, cwd=here.path, capture_output=True, text=True, timeout=120,
                          preexec_fn=lambda: resource.setrlimit(what, (limit, limit)))


if not program.SANITIZED:
    ended = with_limit(100000, "./large", "wide", "12")
    result = program.Result(["large"], ended.returncode, ended.stdout, ended.stderr)
    expect_line(result, "File too large", "no room for the profile to grow")
    archive = raw.Archive(here / "large.tri")
    tap.equal(archive.places[0].state, raw.STOPPED, "the place knows that measuring stopped")
    tap.check("File too large" in archive.places[0].why, "and why", archive.places[0].why)
    nodes = archive.places[0].nodes
    tap.check(len(nodes) > 200 and all(node.count == 1 for node in nodes), "what was there is kept", len(nodes))
    tap.equal(archive.open_paths(), [], "and the regions that were open then were left")
    lane, main = archive.places[0].lanes[0], archive.nodes("main")[0]
    tap.check(main.time <= lane.end - lane.start, "the lane lasts as long as what is in it", (main.time, lane.end - lane.start))

    ended = with_limit(60 << 20, "./large", "wide", "18", what=resource.RLIMIT_AS)
    result = program.Result(["large"], ended.returncode, ended.stdout, ended.stderr)
    expect_line(result, "Cannot allocate memory", "no memory for the profile to grow")
    nodes = raw.Archive(here / "large.2.tri").places[0].nodes
    tap.check(len(nodes) > 10000 and all(node.count == 1 for node in nodes), "what was there is kept", len(nodes))

    ended = with_limit(1000, "./paths")
    result = program.Result(["paths"], ended.returncode, ended.stdout, ended.stderr)
    expect_line(result, "File too large", "no room for anything")

small = here / "small"
small.mkdir()
mounted = os.getuid() == 0 and subprocess.run(
    ["mount", "-t", "tmpfs", "-o", "size=300k", "none", small], capture_output=True).returncode == 0
if mounted:
    try:
        result = here.run("../large", "wide", 12, cwd=small, check=False)
        expect_line(result, "No space left on device", "a full disk")
        archive = raw.Archive(small / "large.tri")
        tap.check(len(archive.places[0].nodes) > 200, "a full disk: what was there is kept", len(archive.places[0].nodes))
        subprocess.run(["rm", "-r", small / "large.tri"], check=True)
        result = here.triptych("run", "-o", small / "run.tri", "sh", "-c", "./large wide 2; cat /dev/zero >small/all; true")
        tap.contains(result.err, "run.json cannot be written", "a full disk: how the run ended cannot be kept")
        ran = re.search(r" ran (?:at least )?([0-9.]+) s on ", result.err)
        tap.check(ran and float(ran.group(1)) < 1000, "a full disk: how long it ran is said all the same", result.err)
    finally:
        subprocess.run(["umount", small], check=True)
else:
    tap.skip("a full disk", "no file system can be mounted here")
tap.done()

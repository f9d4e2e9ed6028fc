"""A program that defines functions of libc itself is measured like any other: the library calls none of them."""
import os
import subprocess

import measured
import program
import raw
import tap

here = program.folder()
SOURCE = measured.HERE / "programs" / "own_libc.c"
FLAGS = ["-fno-builtin", "-w"]


def check(name, *compile):
    """Signals would be blocked if it hung: only SIGKILL ends it."""
    if not program.have(compile[0]):
        tap.skip(name, f"there is no {compile[0]}")
        return
    here.triptych("cc", *compile, *FLAGS, SOURCE, "-o", "own")
    archive = here / (name.replace(" ", "") + ".tri")
    try:
        ended = subprocess.run(["./own"], cwd=here.path, capture_output=True, text=True, timeout=60,
                               env={**os.environ, "TRIPTYCH_ARCHIVE": str(archive)})
    except subprocess.TimeoutExpired:
        tap.check(False, f"{name}: it ends")
        return
    tap.equal((ended.returncode, ended.stdout, ended.stderr), (0, "end\n", ""), f"{name}: it ends as it should")
    run = raw.Archive(archive)
    found = {which: sum(node.count for node in run.nodes(which)) for which in ("main", "work", "printf", "write")}
    tap.equal(found, {"main": 1, "work": 10, "printf": 1, "write": 1}, f"{name}: the visits are the program's own")


if program.SANITIZED:
    tap.skip("own functions", "a sanitizer has its own")
    tap.done()
check("gcc -O0", "gcc", "-O0")
check("clang -O2", "clang", "-O2")
check("gcc -static", "gcc", "-O2", "-static", "-DIS_STATIC")
check("gcc -O2", "gcc", "-O2")
result = here.triptych("run", "--quiet", "-o", "run.tri", "./own", check=False, timeout=60)
tap.equal((result.status, result.out), (0, "end\n"), "below triptych run, too")
tap.done()

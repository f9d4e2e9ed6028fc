"""Doors into a program are kept from one run to the next: they are used again, and only for the very same program, vocabulary and Triptych.
What is damaged is made again."""
import json
import os
import struct

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
CACHE = {"TRIPTYCH_CACHE": here / "cache"}
SOURCE = """
#include <stdio.h>
#define KEEP __attribute__((noinline, used))
static volatile int zero;
KEEP int other(int n) { zero = 0; return n; }
%s
KEEP int step(int n) { zero = 0; return n; }
int main(void) { for (int i = 0; i < 5; i++) zero += step(i); puts("done"); return zero - zero + other(0); }
"""
here.write("first.c", SOURCE % "")
here.write("second.c", SOURCE % "KEEP int between(int n) { zero = 0; return n + zero; }")
here.write("a.vocabulary", "vocabulary a\nint step(int n)\n    visit bytes n\n")
for name in ("first", "second"):
    here.run(program.CC, "-O1", "-falign-functions=16", f"{name}.c", "-o", name)
size = max(os.path.getsize(here / name) for name in ("first", "second"))
for name in ("first", "second"):
    os.truncate(here / name, size)
TIME = 1600000000


def install(name):
    """Writes the bytes of that program into the file of the program that is run, which keeps its size and time."""
    with open(here / "prog", "r+b" if os.path.exists(here / "prog") else "wb") as file:
        file.write((here / name).read_bytes())
    os.chmod(here / "prog", 0o755)
    os.utime(here / "prog", (TIME, TIME))


def kept():
    folder = here / "cache"
    return sorted(folder / name for name in os.listdir(folder) if name.startswith("doors-")) if os.path.exists(folder) else []


def measure(archive):
    """Visits of each region with a name of the vocabularies."""
    rows = [json.loads(line) for line in here.triptych("query", archive, "nodes", "--format", "json").out.splitlines()]
    return {row["name"]: row["visits"] for row in rows if row["name"] in ("step", "other")}


def run(vocabulary="./a.vocabulary", env=None):
    ran = here.triptych("run", "--quiet", "--force", "-o", "a.tri", "--vocabulary", vocabulary, "./prog", env=env or CACHE)
    return ran.out, ran.err, measure("a.tri")


EXPECTED = ("done\n", "", {"step": 5})
install("first")
tap.equal(run(), EXPECTED, "the first run")
files = kept()
tap.equal(len(files), 1, "its doors are kept")
made = files[0].read_bytes()
tap.equal((run(), kept(), files[0].read_bytes() == made), (EXPECTED, files, True), "the second run")


def without_doors(data):
    """The header alone, with its sum: no function has a door."""
    magic, version, machine, size, changed = struct.unpack_from("<QIIQQ", data)
    head = struct.pack("<QIIQQQQ6IQ", magic, version, machine, size, changed, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    total = 0
    for word, in struct.iter_unpack("<Q", head):
        total = ((total ^ word) * 0x9e3779b97f4a7c15) & (2**64 - 1)
        total ^= total >> 32
    return head[:-8] + struct.pack("<Q", total)


files[0].write_bytes(without_doors(made))
tap.equal(run(), ("done\n", "", {}), "what is kept is used: no planning takes place")
for what, data in (("a changed byte", made[:100] + bytes([made[100] ^ 1]) + made[101:]), ("half of it", made[:len(made) // 2]), ("nothing", b""),
                   ("something else", b"x" * 5000)):
    files[0].write_bytes(data)
    tap.equal((run(), kept(), files[0].read_bytes() == made), (EXPECTED, files, True), f"damaged: {what}: it is made again, and kept")

install("second")
tap.equal((run(), len(kept())), (EXPECTED, 2), "another program in the same file, with its size and time")
tap.equal((run(), len(kept())), (EXPECTED, 2), "and again")
here.write("a.vocabulary", "vocabulary a\nint step(int n)\n    visit bytes n\nint other(int n)\n    visit\n")
tap.equal(run(), ("done\n", "", {"step": 5, "other": 1}), "a changed vocabulary")
here.write("file", "")
for what, folder in (("", "no folder"), (here / "file", "a folder that cannot be made"), ("/proc/none", "one that cannot be written")):
    tap.equal(run(env={"TRIPTYCH_CACHE": what})[2], {"step": 5, "other": 1}, f"the cache is {folder}")

for file in kept():
    file.unlink()
running = [here.start(program.TRIPTYCH, "run", "--quiet", "--force", "-o", f"{i}.tri", "--vocabulary", "./a.vocabulary", "./prog", env=CACHE,
                      stdout=-3) for i in range(3)]
tap.equal([one.wait(60) for one in running], [0, 0, 0], "three runs at once")
tap.equal([measure(f"{i}.tri") for i in range(3)], [{"step": 5, "other": 1}] * 3, "each has its counts")
tap.equal(len(kept()), 1, "one file is kept")
tap.done()

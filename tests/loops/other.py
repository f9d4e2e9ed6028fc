"""other.py: the machine that this one is not: x86-64 on aarch64, aarch64 on x86-64; by cross compilers and QEMU's user mode.

    library = other.library(here, sources)       # libtriptych-loops of it; sources: see tests/loops/meson.build
    result, run = other.count(here, library, "./a")
    other.executed(here, addresses, distance, "./a")   # how often each instruction was executed, by QEMU, one at a time
"""
import collections
import os
import pathlib
import platform
import re
import shutil
import struct
import subprocess

import contexts
import engines
import program

OWN = platform.machine()
MACHINE = {"aarch64": "x86_64", "x86_64": "aarch64"}.get(OWN, "")
GCC, GXX = f"{MACHINE}-linux-gnu-gcc", f"{MACHINE}-linux-gnu-g++"
CLANG = ["clang", f"--target={MACHINE}-linux-gnu"]
QEMU = f"qemu-{MACHINE}"
ROOT = pathlib.Path(f"/usr/{MACHINE}-linux-gnu")
PROTECTED = {"x86_64": "-fcf-protection=full", "aarch64": "-mbranch-protection=standard"}.get(MACHINE)


def missing():
    """Why it cannot be tried; None: it can."""
    if not MACHINE:
        return f"{OWN} has no other machine"
    gone = [name for name in (GCC, QEMU) if not program.have(name)]
    return f"{' and '.join(gone)} not installed" if gone else None


def library(here, sources):
    """Compiles libtriptych-loops. Sources that must leave vectors alone come behind a word of their own."""
    words, only_general, commands = [], False, []
    for source in sources:
        if source == "general-registers":
            only_general = True
            continue
        source = re.sub(rf"_{OWN}\.c$", f"_{MACHINE}.c", source)
        words.append(str(here / f"{len(words)}.o"))
        commands.append([GCC, "-std=gnu17", "-D_GNU_SOURCE", '-DTRIPTYCH_VERSION="test"', "-O1", "-fPIC", "-fvisibility=hidden",
                         "-fno-semantic-interposition", "-fno-exceptions", f"-I{program.SOURCE / 'src'}",
                         f"-I{program.SOURCE / 'include'}", "-Wall", "-Wextra", "-Werror", "-c", source, "-o", words[-1]]
                        + ["-mgeneral-regs-only"] * only_general)
    while commands:
        running = [subprocess.Popen(command) for command in commands[:2]]
        assert not [one for one in running if one.wait()], "it does not compile"
        commands = commands[2:]
    here.run(GCC, "-shared", "-Wl,-z,now,-z,nodelete", *words, "-o", "libtriptych-loops.so", "-pthread")
    return here / "libtriptych-loops.so"


def run(here, *command, env=None, **options):
    words = [word for name, value in (env or {}).items() for word in ("-E", f"{name}={value}")]
    return here.run(QEMU, "-L", ROOT, *words, *command, **options)


def count(here, preloaded, *command, times=False, libs=None, **options):
    """Runs a program with its loops counted, and timed; its result, and what was counted."""
    archive = here / "other.tri"
    shutil.rmtree(archive, ignore_errors=True)
    archive.mkdir()
    env = {"TRIPTYCH_ARCHIVE": archive, "TRIPTYCH_LOOPS": engines.PLANNER, "LD_PRELOAD": preloaded}
    env.update({"TRIPTYCH_LOOPS_TIME": "1"} if times else {})
    env.update({"TRIPTYCH_LOOPS_LIBS": libs} if libs else {})
    result = run(here, *command, env=env, **options)
    return result, contexts.Run(archive)


def moved(here):
    data = (here / "other.tri" / "places" / "0" / "modules").read_bytes()
    return struct.unpack_from("<Q", data, 8)[0]


def executed(here, addresses, distance, *command):
    """address -> how often an instruction was executed without counters, from the first of these to the last; as they are linked."""
    low, high = min(addresses) + distance, max(addresses) + distance
    single = "-one-insn-per-tb" if "one-insn-per-tb" in here.run(QEMU, "-h", check=False).out else "-singlestep"
    log = here / "executed"
    here.run(QEMU, "-L", ROOT, single, "-d", "exec,nochain", "-dfilter", f"{low:#x}..{high:#x}", "-D", log, *command, check=False)
    found = collections.Counter()
    with open(log, errors="replace") as lines:
        for line in lines:
            if line.startswith("Trace"):
                found[int(line.split("[")[1].split("/")[1], 16) - distance] += 1
    os.unlink(log)
    return found

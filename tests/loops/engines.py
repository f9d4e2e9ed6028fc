"""engines.py: runs a program with its loops counted by the native engine, or by Valgrind, and leaves the files as they are."""
import os
import pathlib
import platform
import shutil

import contexts
import program

BUILD = pathlib.Path(program.TRIPTYCH).parents[2]
PLANNER = BUILD / "src" / "measure" / "triptych-plan"
LIBRARY = BUILD / "src" / "measure" / "libtriptych-loops.so"
TOOLS = BUILD / "src" / "loops" / "valgrind"
MACHINE = {"aarch64": "arm64", "x86_64": "amd64"}.get(platform.machine(), "")


def have_valgrind():
    return program.have("valgrind") and (TOOLS / f"triptych-{MACHINE}-linux").exists()


def have_native():
    return LIBRARY.exists()


def count(here, name, words, environment, options):
    """Runs a command into an archive; its result, and what was counted."""
    archive = here / name
    shutil.rmtree(archive, ignore_errors=True)
    archive.mkdir()
    result = here.run(*words, env={"TRIPTYCH_ARCHIVE": archive, "TRIPTYCH_LOOPS": PLANNER, "ASAN_OPTIONS": "detect_leaks=0",
                                   **environment}, **options)
    return result, contexts.Run(archive)


def natively(here, *command, libs=None, env=None, **options):
    return count(here, "native.tri", command, {"LD_PRELOAD": LIBRARY, "TRIPTYCH_LOOPS_LIBS": libs, **(env or {})}, options)


def by_valgrind(here, *command, libs=None, env=None, **options):
    words = ("valgrind", "-q", "--tool=triptych", "--vgdb=no", "--trace-children=yes") + command
    return count(here, "valgrind.tri", words, {"VALGRIND_LIB": TOOLS, "TRIPTYCH_LOOPS_LIBS": libs, **(env or {})}, options)


def differences(here, *command, **options):
    """What the two engines do not agree in, as lines, and how many contexts, blocks and edges they do."""
    native, counted = natively(here, *command, **options)
    oracle, expected = by_valgrind(here, *command, **options)
    found, same = contexts.differences(counted, expected)
    if (native.status, native.out) != (oracle.status, oracle.out):
        found.append(f"natively it ended with {native.status} and printed {native.out!r}, under Valgrind with {oracle.status} "
                     f"and {oracle.out!r}")
    return found + [f"stderr: {line}" for line in (native.err + oracle.err).splitlines() if "triptych" in line or "==" in line], same


def several():
    """Whether everything is to be tried, which takes minutes: LOOPS_ALL=1 by hand."""
    return os.environ.get("LOOPS_ALL") == "1"

"""Interpreters with computed gotos: a loop in which they meet has as many trips as gotos are executed; all that is counted is what
Valgrind counts. Functions that have the addresses of their labels in data, or in a constant, are counted."""
import platform

import engines
import gotos
import program
import tap

PROGRAM = program.SOURCE / "tests" / "loops" / "programs" / "gotos.c"
WAYS = [["-O0"], ["-O1"], ["-O2"], ["-O3"], ["-Os"]]
KINDS = [["-fPIE", "-pie"], ["-fno-pie", "-no-pie"]]
# Options of x86-64: labels are computed from the address of an instruction, or are constants of 8 bytes; callers know what they call
# through pointers, and keep values in r11.
UNUSUAL = {"-mcmodel=large": {"gcc", "clang"}, "-mforce-indirect-call": {"gcc"}}
# Functions whose gotos meet, and are counted, with each compiler in optimised code: others have one goto, or unknown ones.
MEETING = {"gcc": {"shared", "modes", "threaded"}, "clang": {"shared", "modes", "threaded"}}


def check(here, compiler, level, kind):
    words = " ".join([compiler, *level, *kind])
    here.run(compiler, *level, *kind, PROGRAM, "-o", "gotos")
    result, run = engines.natively(here, here / "gotos")
    tap.equal(result.out, here.run(here / "gotos").out, f"{words}: it does the same")
    unusual = kind[-1] in UNUSUAL
    if not unusual:
        tap.equal(gotos.wrong(run, result.out), [], f"{words}: trips are jumps")
    if level in (["-O2"], ["-O3"]) and not unusual:
        meeting = {name for name in ("shared", "modes", "threaded", "distances") if gotos.hubs(run, name)}
        tap.check(MEETING[compiler] <= meeting, f"{words}: gotos meet", f"only those of {sorted(meeting)}")
    if engines.have_valgrind():
        found, same = engines.differences(here, here / "gotos")
        tap.check(not found and same[2] > (20 if unusual else 50), f"{words}: {same[0]} contexts, {same[1]} blocks, {same[2]} edges as Valgrind counts them",
                  "\n".join(found[:20]))


def packed(here):
    """Labels whose addresses in data are named by bits (DT_RELR), if the linker and the loader know that."""
    kind = ["-fPIE", "-pie", "-Wl,-z,pack-relative-relocs"]
    built = here.run("gcc", "-O2", *kind, PROGRAM, "-o", "gotos", check=False)
    if built.status or built.err or here.run(here / "gotos", check=False).status:
        tap.skip("packed relocations", "this linker or loader does not know them")
    else:
        check(here, "gcc", ["-O2"], kind)


def main():
    if program.SANITIZED:
        tap.skip_all("sanitizers have calls of their own")
    if not engines.have_native():
        tap.skip_all("the native engine is needed")
    here = program.folder()
    for compiler in filter(program.have, ("gcc", "clang")):
        for level in WAYS:
            for kind in KINDS:
                check(here, compiler, level, kind)
        for option in (option for option in UNUSUAL if platform.machine() == "x86_64" and compiler in UNUSUAL[option]):
            for level in (["-O2"], ["-Os"]):
                for kind in KINDS:
                    check(here, compiler, level, [*kind, option])
    if program.have("gcc"):
        packed(here)
    tap.done()


main()

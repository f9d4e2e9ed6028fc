"""Code of x86-64 as it is read: by the machine (or QEMU), by objdump, and by what compilers made of programs that are known."""
import os
import platform
import re

import program
import tap

HERE = program.SOURCE / "tests" / "loops"
NATIVE = platform.machine() == "x86_64"
GCC = "gcc" if NATIVE else "x86_64-linux-gnu-gcc"
OBJDUMP = "objdump" if NATIVE else "x86_64-linux-gnu-objdump"
RUN = [] if NATIVE else ["qemu-x86_64"]
LIST = os.environ["LIST_CODE"]
PREFIXES = {"bnd", "notrack", "rep", "repz", "repnz", "lock", "data16", "addr32", "cs", "ds", "es", "ss"}
JUMP, BRANCH, CALL, CALL_REGISTER, JUMP_REGISTER, RETURN, STOP, UNKNOWN = 1, 2, 3, 4, 5, 6, 7, 8

here = program.folder()


def random_instructions():
    here.run(GCC, "-O1", "-static", "-Wl,--no-warn-rwx-segments", HERE / "run_x86_64.c", "-o", "runner")
    here.write("list", here.run(LIST, "random", "9000", "1").out)
    out = here.run("sh", "-c", " ".join([*RUN, "./runner", "<list"])).out.splitlines()
    ran = int(re.fullmatch(r"ran (\d+), faults \d+", out[-1])[1])
    tap.check(ran > 5000 and len(out) == 1, "registers are read and written as the machine does it", "\n".join(out[:20]))


def kind_of(words):
    name, jumps_by_register = words[0], len(words) > 1 and words[1].startswith("*")
    if name in ("jmp", "call"):
        return {"jmp": (JUMP, JUMP_REGISTER), "call": (CALL, CALL_REGISTER)}[name][jumps_by_register]
    if name in ("ret", "hlt", "ud2"):
        return RETURN if name == "ret" else STOP
    return BRANCH if re.match("j|loop", name) else 0


def differences(binary):
    """Sizes, kinds and targets of all instructions, against objdump's."""
    own = {}
    for line in here.run(LIST, "instructions", binary).out.splitlines():
        address, size, kind, target = line.split()
        own[int(address, 16)] = int(size), int(kind), int(target, 16)
    compared = 0
    for line in here.run(OBJDUMP, "-d", "-w", "-j", ".text", binary).out.splitlines():
        found = re.match(r"\s*([0-9a-f]+):\t((?:[0-9a-f]{2} )+)\s*\t(.*)", line)
        if not found or "(bad)" in line:
            continue
        words = [word for word in found[3].split() if word not in PREFIXES and not word.startswith("rex")]
        if not words or words[0] in ("fstcw", "fstsw", "fsave", "finit", "fclex"):  # two: fwait stands before it
            continue
        size, kind, target = own.get(int(found[1], 16), (0, 0, 0))
        compared += 1
        if size != len(found[2].split()) or kind not in (kind_of(words), UNKNOWN):
            yield f"{line} is of {size} bytes and kind {kind}"
        elif kind in (JUMP, BRANCH, CALL) and target != int(words[1].split(",")[0], 16):
            yield f"{line} leads to {target:x}"
    if compared < 1000:
        yield f"only {compared} were compared"


def functions(binary):
    for line in here.run(LIST, "functions", binary).out.splitlines():
        name, part, why, jumps = line.split("\t")
        yield name, part == "part", why, [int(word) for word in jumps.split()]


def faults(binary):
    for name, part, why, jumps in functions(binary):
        kind, least = re.match(r"(switch_(\d+)_|leave_)?", name).groups()
        if kind is None or part:
            continue
        if why:
            yield f"{name}: {why}"
        elif kind == "leave_" and any(jumps):
            yield f"{name}: jumps to {jumps}"
        elif least and not any(int(least) <= jump <= int(least) + 3 for jump in jumps):
            yield f"{name}: jumps to {jumps}"


def build(compiler, level, pie, *more):
    """Clang compiles for any machine, but GCC knows where the libraries are."""
    flags = [level, *(["-fPIE"] if pie else ["-fno-pie"]), *more]
    command = [GCC] if compiler == "gcc" else [compiler, "--target=x86_64-linux-gnu"]
    here.run(*command, *flags, "-c", HERE / "programs" / "switches.c", "-o", "switches.o")
    here.run(GCC, "-pie" if pie else "-no-pie", "switches.o", "-o", "switches")
    return "switches"


def jump_tables():
    for compiler in ("gcc", "clang"):
        if compiler == "clang" and not program.have("clang"):
            continue
        for level in ("-O0", "-O1", "-O2", "-O3"):
            for pie in (True, False):
                more = ["-fcf-protection"] if level == "-O2" else []
                found = list(faults(build(compiler, level, pie, *more)))
                tap.check(not found, f"jump tables of {compiler} {level}{'' if pie else ' -no-pie'}", "\n".join(found))


def stripped():
    """A static program has all of the C library in it, parts that were moved away, and code of people."""
    here.run(GCC, "-O2", "-static", HERE / "programs" / "switches.c", "-o", "static")
    found = list(differences("static"))
    tap.check(not found, "sizes, kinds and targets as objdump has them", "\n".join(found[:20]))
    here.run(GCC.replace("gcc", "strip") if not NATIVE else "strip", "static")
    whole = [why for name, part, why, jumps in functions("static") if not part]
    native = [why for why in whole if why]
    tap.check(len(whole) > 500 and len(native) < 0.05 * len(whole),
              f"few functions of a stripped program are not understood: {len(native)} of {len(whole)}",
              "\n".join(sorted(set(native))))


def main():
    if not program.have(GCC) or not program.have(OBJDUMP) or (RUN and not program.have(RUN[0])):
        tap.skip_all("no compiler for x86-64, or nothing that runs its programs")
    random_instructions()
    jump_tables()
    stripped()
    tap.done()


main()

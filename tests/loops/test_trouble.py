"""Whatever is in the way of counting loops, the program does what it does by itself, and one line says what was not counted."""
import platform
import re
import struct

import engines
import program
import tap

if program.SANITIZED or not engines.have_native():
    tap.skip_all("sanitizers have calls of their own" if program.SANITIZED else "not on this machine")
here = program.folder()
PROGRAMS = program.SOURCE / "tests" / "loops" / "programs"
SELF = {"TRIPTYCH_LOOPS": engines.PLANNER, "LD_PRELOAD": engines.LIBRARY}
for name in ("paths", "forbid", "native"):
    here.run("gcc", "-O1", "-g", PROGRAMS / f"{name}.c", "-o", name)
expected = here.run("./paths", check=False)


def same(result, how, said=None, lines=1):
    """It did what it does; `said` is on stderr, in one line."""
    tap.equal((result.status, result.out), (expected.status, expected.out), f"{how}: the program does what it does")
    if said is None:
        tap.equal(result.err, "", f"{how}: and says nothing else")
    else:
        told = [line for line in result.err.splitlines() if said in line]
        tap.check(len(told) == lines == len(result.err.splitlines()), f"{how}: one line says why", result.err)


def count(*command, env=None, archive="t.tri"):
    return here.run(*command, check=False, env={**SELF, "TRIPTYCH_ARCHIVE": here / archive, **(env or {})})


def turns():
    """All iterations of the loop in f0, in all contexts of the last run."""
    folders = (here / "t.tri" / "places").glob("[0-9]*")
    place = engines.contexts.Place(here / "t.tri", max(folders, key=lambda folder: int(folder.name)))
    return sum(context.loops()[0][2] for context in place.contexts if context.name == "f0")


def plan():
    return next((here / "t.tri" / "loops").glob("*.plan"))


same(count("./paths"), "nothing in the way")
whole = turns()
tap.equal(whole, 2 * sum(3 + bin(path).count("1") for path in range(1024)), "nothing in the way: all iterations")

# A plan that is there already, and is not what it should be: it is made again.
good = plan().read_bytes()
sections = [struct.unpack_from("<QQ", good, 64 + 16 * i)[0] for i in range(9)]
damaged = {f"another byte at {at}": good[:at] + bytes([good[at] ^ 0x41]) + good[at + 1:]
           for at in [0, 8, 12, 48, 56, 64, 72, 80, 200] + [offset + 4 for offset in sections[:8]]}
damaged.update({f"{size} bytes": good[:size] for size in (0, 7, 64, 200, len(good) // 2, len(good) - 8)})
for how, bad in damaged.items():
    plan().write_bytes(bad)
    result = count("./paths")
    if (result.status, result.out, result.err) != (7, expected.out, "") or plan().read_bytes() != good:
        tap.check(False, f"a plan with {how}", str(result))
tap.equal((turns(), plan().read_bytes()), (whole, good), f"{len(damaged)} plans that were damaged were made again")

plan().write_bytes(good[:-8])
same(count("./paths", env={"TRIPTYCH_LOOPS": "/bin/false"}), "no new plan", "failed without a message")
same(count("./paths", env={"TRIPTYCH_LOOPS": "/nonexistent"}), "no program that makes plans", "cannot be started")
here.write("file", "")
same(count("./paths", archive="file/t.tri"), "an archive that cannot be", "cannot be written")
own = {**SELF, "TRIPTYCH_ARCHIVE": here / "forbidden.tri"}  # of the program, not of what forbids it
same(here.run("./forbid", "env", *(f"{name}={value}" for name, value in own.items()), "./paths", check=False),
     "code that must not be executed", "--engine valgrind")
same(here.run("sh", "-c", "exec ./paths 2>&- <&-", check=False, env={**SELF, "TRIPTYCH_ARCHIVE": here / "closed.tri"}),
     "closed streams")

# Files and memory that come to an end somewhere.
for limit in (20, 40, 100, 200):
    result = count("prlimit", f"--fsize={limit * 1024}:unlimited", "./paths", archive=f"f{limit}.tri")
    same(result, f"files of {limit} KB", "File too large")
for limit in (5, 8, 10, 12, 16):
    alone = here.run("prlimit", f"--as={limit << 20}:unlimited", "./paths", check=False)
    result = count("prlimit", f"--as={limit << 20}:unlimited", "./paths", archive=f"m{limit}.tri")
    if alone.status == 7:
        tap.equal((result.status, result.out), (7, expected.out), f"{limit} MB of addresses: the program does what it does")

# Code that the loader changes, since addresses in it depend on where it is loaded.
if platform.machine() == "x86_64":
    here.run("rm", "-rf", "t.tri")
    here.run("gcc", "-O1", "-mcmodel=large", "-fno-pic", "-pie", "-Wl,-z,notext", PROGRAMS / "paths.c", "-o", "text")
    same(count("./text"), "code that the loader changes")
    tap.check("the loader changes its code" in here.triptych("loops", "--static", "--all", "text").out, "code that the loader changes: it is said")

# A stack in pieces: what calls for another one goes on at an address that it computes from its return address.
if platform.machine() == "x86_64" and program.have("gold"):
    here.run("rm", "-rf", "t.tri")
    here.run("gcc", "-O1", "-fsplit-stack", "-fuse-ld=gold", PROGRAMS / "paths.c", "-o", "pieces")
    same(count("./pieces"), "a stack in pieces")
    shown = here.triptych("loops", "--force", "-o", "pieces.tri", "./pieces", check=False).err
    tap.check("its stack is in pieces" in shown, "a stack in pieces: it is said", shown)

# A program of Go, as its table tells: returns are computed, and goroutines go on elsewhere.
for table in (".gopclntab", ".note.go.buildid"):  # a position-independent one has no table of its own
    here.run("rm", "-rf", "t.tri")
    here.write("table.c", f'__attribute__((section("{table}"))) const int table = 1;')
    here.run("gcc", "-O1", PROGRAMS / "paths.c", "table.c", "-o", "goroutines")
    same(count("./goroutines"), "a program of Go")
    reasons = {place.function(number)[1].why for place in engines.contexts.Run(here / "t.tri").places
               for first, many, _ in place.modules for number in range(first, first + many)}
    tap.check("goroutines change stacks and threads" in reasons and "" not in reasons, f"a program of Go, {table}: none of it is counted", str(reasons))
shown = here.triptych("loops", "--force", "-o", "go.tri", "./goroutines", check=False).err
tap.check("were not counted: goroutines change stacks" in shown and "triptych run --sample" in shown, "a program of Go: it is said, and what can be done", shown)
tap.contains(here.triptych("loops", "go.tri", check=False).err, "were not counted: goroutines change stacks", "a program of Go: its archive says so")
shown = here.triptych("run", "--force", "-o", "go.tri", "./goroutines", check=False).err
tap.check("`triptych run --sample`" in shown and "loops --time" not in shown, "a program of Go: a run does not advise what does not work", shown)

# A program whose file is gone when it begins.
here.write("gone.py", "import os, sys\n"
           "fd = os.memfd_create('gone', 0)\n"
           "os.write(fd, open('paths', 'rb').read())\n"
           "os.execve(f'/proc/self/fd/{fd}', ['gone'], {**os.environ, **dict(word.split('=', 1) for word in sys.argv[1:])})\n")
here.run("rm", "-rf", "t.tri")
words = [f"{name}={value}" for name, value in {**SELF, "TRIPTYCH_ARCHIVE": here / "t.tri"}.items()]
same(here.run("python3", "gone.py", *words, check=False), "a program without a file")
tap.equal(turns(), whole, "a program without a file: all iterations")

# What stays native is known by samples.
here.run("rm", "-rf", "t.tri")
tap.equal(count("./native").out, "done\n", "a native function: the program does what it does")
run = engines.contexts.Run(here / "t.tri")
numbers = {place.function(number)[1].name: number for place in run.places for first, many, _ in place.modules
           for number in range(first, first + many)}
data = (here / "t.tri" / "places" / "0" / "native").read_bytes()
samples, outside, copies, own = struct.unpack_from("<QQQQ", data, 24)
functions = struct.unpack_from(f"<{(len(data) - 64) // 8}Q", data, 64)
tap.check(samples > 0 and samples == outside + copies + own + sum(functions), "a native function: all samples are somewhere",
          f"{samples}, {outside} outside, {copies} in copies, {own} own, {sum(functions)} in functions")
tap.check(functions[numbers["odd"]] > samples / 2, "a native function: it has most of them",
          f"{functions[numbers['odd']]} of {samples}")
shown = here.triptych("loops", "t.tri").out
tap.check(" % of the time was in code that is not counted:" in shown and " functions (" in shown,
          "a native function: it is said that it takes most of the time", shown)

here.run("rm", "-rf", "t.tri")
count("./native", "in turn")
samples, outside, _, own = struct.unpack_from("<QQQQ", (here / "t.tri" / "places" / "0" / "native").read_bytes(), 24)
tap.check(own > 0 and outside < samples / 2, "what measuring takes is not taken for libraries", f"{own} own, {outside} outside of {samples}")
shown = here.triptych("loops", "--natives", "t.tri").out
tap.check(re.search(rf"{own} more samples? w(as|ere) in Triptych itself", shown) and f"from {samples - own} sample" in shown and "(measuring)" not in shown,
          "what measuring takes is told, and in no percentage", shown)

here.run("gcc", "-O2", program.SOURCE / "tests/loops/programs/entered_main.c", "-o", "entered_main")
tap.contains(here.run("nm", "./entered_main").out, " part.cold", "a function has a cold part")
here.run("rm", "-rf", "t.tri")
count("./entered_main")
shown = here.triptych("loops", "--natives", "t.tri").out
tap.check(re.search(r"^main +entered_main +it is entered in the middle", shown, re.M), "main is named if it is not counted, also if it is small", shown)
tap.check("part.cold" not in shown and "part of another" not in shown, "what is counted with its function is not listed", shown)
for binary, said in (("/", "is not a regular file"), ("/nonexistent", "cannot be read"), (here / "gone.py", "is not a program")):
    for words in (("--check", binary), (binary, "x.plan")):
        result = here.run(engines.PLANNER, *words, check=False)
        tap.equal((result.status, said in result.err, result.err.count("\n")), (1, True, 1), f"triptych-plan {' '.join(map(str, words))}")
tap.equal(here.run(engines.PLANNER, check=False).status, 2, "triptych-plan without a word is misused")
# Faults that no handler catches, where jumps to copies may have replaced the instruction.
for compiler, level in (("gcc", "-O1"), ("gcc", "-O3"), ("clang", "-O1"), ("clang", "-O3")):
    if not program.have(compiler):
        continue
    here.run(compiler, level, "-pthread", PROGRAMS / "faults.c", "-o", "faults")
    for word in "012345ptdnk":
        plain, counted = here.run("./faults", word, check=False), count("./faults", word)
        tap.equal((counted.status, counted.out, counted.err), (plain.status, plain.out, plain.err), f"faults {word}, {compiler} {level}: as by itself")

tap.done()

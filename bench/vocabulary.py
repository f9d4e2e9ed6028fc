"""vocabulary: what measuring adds to a call of a described function, its call site and its fields included, against two bare reads of the clock;
and what a vocabulary adds to a program's start."""
import pathlib
import shutil
import tempfile

import bench

FOLDER = bench.HERE / "vocabulary"
WORDS = {"visit": "a visit", "post": "a send: peer, tag, bytes, a condition", "weigh": "the same, with a floating-point argument",
         "fetch": "a receive: peer, tag, bytes by the result", "sites": "a send, from 50 sites in turn",
         "any": "a send, from one of 50 sites, whichever comes",
         "read": "a receive, its fields behind a pointer", "pack": "a state that is added to, and a send with its value",
         "load": "the same with a state of the process", "fill": "the same with a state by a key",
         "ask": "a receive that calls another function of the library for its fields",
         "buy": "the same, where that computes with floating-point numbers",
         "name": "the same, where that calls another library",
         "find": "the same, where that gets a number through a pointer",
         "cast": "three sends in one call",
         "spread": "the same with bytes for each of them",
         "exchange": "a send and a receive in one call",
         "route": "a send to one place, or to all others by calls on a condition",
         "put": "a move with the bytes of a section of an array: choices, a product, a call on a condition, arguments on the stack",
         "meet": "a collective operation and a receive in one call",
         "note": "a send before a call with any number of arguments",
         "forward": "a send with values of before and after the call",
         "deliver": "a send that takes the act of a function inside of it: two calls"}
MORE = "route", "put", "note"  # more than the fields of an act: no limit
MESSAGES = {"cast": 3, "spread": 3, "exchange": 2}  # of one call
MESSAGE_LIMIT = 1.4  # times a call with one message, logged, too
LIMIT, PATCHED_LIMIT = 2.5, 3.5  # times two reads of the clock, for profiles
ENTRIES, START = 100, 50  # functions, ms
ROUNDS = 15
QUEENS, XEYE_AT, X10_ROUNDS = 1.05, 11810, 5  # times the native program; ns; runs of each
MEMORY = pathlib.Path(tempfile.mkdtemp(prefix="triptych-bench-", dir="/dev/shm"))  # what a disk does meanwhile is no cost of a call
ENV = {"LD_LIBRARY_PATH": ".", "XDG_CACHE_HOME": str(bench.WORK / "cache")}


def measured(*options):
    return [bench.TRIPTYCH, "run", "--quiet", "--no-seal", "--force", "-o", MEMORY / "bench.tri", *options]


def costs(program, *options):
    """By kind of call: how many calls, ns of the native ones, ns of the measured ones, in one process in turn."""
    rows = [line.split() for line in bench.run(*measured("--vocabulary", FOLDER / "mail.vocabulary", *options), program, env=ENV).splitlines()]
    return {kind: (int(calls), float(native), float(called)) for kind, calls, native, called in rows}


def calls(program, limit):
    profiled, logged = costs(program), costs(program, "--events=comm")
    clock = profiled.pop("clock")[1]
    against = f"two clock reads ({clock:.1f} ns)"
    for kind, (count, native, called) in profiled.items():
        added = (called - native) / count
        print(f"  {WORDS[kind]}: native {native / count:.1f} ns a call, measured {called / count:.1f}")
        bench.line("  added to a call", added, "ns", added / clock, against, None if kind in MORE else limit)
        added = (logged[kind][2] - logged[kind][1]) / count
        bench.line("  and logged", added, "ns", added / clock, against)
        if kind in MESSAGES:
            each = (logged["post"][2] - logged["post"][1]) / logged["post"][0]
            bench.line("  of that, a message", added / MESSAGES[kind], "ns", added / MESSAGES[kind] / each,
                       f"a call with one message ({each:.1f} ns)", MESSAGE_LIMIT)


def start():
    """What a vocabulary adds to a program that calls all of its functions once: the first time, when its library is made, and later."""
    functions = range(ENTRIES)
    (bench.WORK / "many.c").write_text("".join(f"int many_{i}(int to, int size) {{ return to + size; }}\n" for i in functions))
    (bench.WORK / "many_main.c").write_text(
        "".join(f"int many_{i}(int to, int size);\n" for i in functions) + "int main(void)\n{\n    int sum = 0;\n"
        + "".join(f"    sum += many_{i}(1, 2);\n" for i in functions) + "    return sum < 0;\n}\n")
    (bench.WORK / "many.vocabulary").write_text("vocabulary many \"Many functions\"\nlibrary libmany.so\n\n" + "".join(
        f"int many_{i}(int to, int size)\n    send to to, tag {i}, bytes size when result > 0\n" for i in functions))
    bench.run("cc", "-fPIC", "-shared", "-Wl,-soname,libmany.so", "many.c", "-o", "libmany.so")
    bench.run("cc", "many_main.c", "-o", "many", "-L.", "-lmany")
    times = {"without": [], "first": [], "later": []}
    for _ in range(ROUNDS):
        shutil.rmtree(ENV["XDG_CACHE_HOME"], ignore_errors=True)
        for name in times:
            vocabulary = "off" if name == "without" else "./many.vocabulary"
            times[name].append(bench.cpu_seconds(*measured("--vocabulary", vocabulary), "./many", env=ENV) * 1e3)
    for name in ("first", "later"):
        added = min(times[name]) - min(times["without"])
        bench.line(f"{ENTRIES} functions, each called once: {name}", added, "ms", added / START, f"{START} ms", 1)


def x10():
    """Programs on the stand-in for X10's run time, without what measuring adds to their start."""
    source = bench.HERE.parent / "tests" / "vocabulary" / "x10.cc"
    bench.run("c++", "-O2", "-g", "-w", "-pthread", "-DRUNTIME", "-fPIC", "-shared", "-Wl,-soname,libx10.so", source, "-o", "libx10.so")
    bench.run("c++", "-O2", "-g", "-w", "-pthread", "-DPROGRAM", source, "-o", "x10", "-L.", "-lx10")

    def cpu(*words):
        """ms of the native program, and of the measured one."""
        native, profiled = [], []
        for _ in range(X10_ROUNDS):
            native.append(bench.cpu_seconds("./x10", *words, env=ENV) * 1e3)
            profiled.append(bench.cpu_seconds(*measured(), "./x10", *words, env=ENV) * 1e3)
        return min(native), min(profiled)

    native, profiled = cpu("par", "4")
    start = profiled - native
    native, profiled = cpu("par", "13")
    bench.line("NQueensPar 13: 221,136 atomic", profiled - start, "ms", (profiled - start) / native, f"the native program ({native:.0f} ms)", QUEENS)
    native, profiled = cpu("kmeans", "1", "22")
    added = (profiled - start - native) / 44066 * 1e6
    bench.line("KMeansDist: 44,066 at, added to each", added, "ns", added / XEYE_AT, f"X-Eye ({XEYE_AT:,} ns)", 1)


print("vocabulary: what measuring adds to a call of a described function, native beside measured, 10^6 calls each")
bench.run("cc", "-O2", "-fPIC", "-shared", "-Wl,-soname,libmail.so", FOLDER / "mail.c", "-o", "libmail.so")
bench.run("cc", "-O2", FOLDER / "calls.c", "-o", "calls", "-L.", "-lmail", "-ldl")
calls("./calls", LIMIT)
print("vocabulary: the same for functions inside the program, which are patched when it starts")
bench.run("cc", "-O2", FOLDER / "calls.c", FOLDER / "mail.c", "-o", "patched", "-ldl")
calls("./patched", PATCHED_LIMIT)
print("vocabulary: CPU time that a vocabulary adds to a program's start")
start()
print("vocabulary: X10 programs, on a stand-in for its run time")
x10()
shutil.rmtree(MEMORY)
bench.done()

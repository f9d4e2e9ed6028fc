"""The machine that this one is not: its programs do the same with their loops counted, under QEMU, and what is counted is what QEMU
executes, instruction by instruction, and what is known by hand."""
import csv
import io
import sys

import contexts
import engines
import extremes
import gotos
import mixes
import other
import program
import random_programs
import sites
import tap

PROGRAMS = program.SOURCE / "tests" / "loops" / "programs"


def own_functions(run):
    """Those of the program that have a copy."""
    count, plan = run.places[0].modules[0][1:]
    return [function for function in (plan.function(i) for i in range(count)) if not function.is_native]


def blocks(run):
    """address -> how often a block was executed, in all contexts together."""
    found = {block[0]: 0 for function in own_functions(run) for block in function.blocks if block[1]}
    for place in run.places:
        for context in place.contexts:
            for block, times in zip(context.function.blocks, context.blocks()):
                if block[1]:
                    found[block[0]] += times
    return found


def least(context):
    """Calls come back more often than they were made where setjmp does."""
    return min(count for edge, count in zip(context.function.edges, context.taken) if edge[2] != contexts.LOST)


def complaints(run, executed):
    found = [f"{context.path()}: its flow is not whole" for place in run.places for context in place.contexts
             if not context.flow_is_whole() or least(context) < 0]
    for address, times in blocks(run).items():
        if times != executed[address]:
            found.append(f"block {address:#x}: {times}, QEMU executed it {executed[address]} times")
    return found


def check(here, library, name, *compile, arguments=(), times=False):
    source = next(PROGRAMS.glob(f"{name}.c*"))
    words = " ".join([getattr(word, "name", word) for word in compile] + ["with times"] * times)
    here.run(*compile, "-pthread", source, "-lm", "-o", name)
    plain = other.run(here, here / name, *arguments, check=False)
    result, run = other.count(here, library, here / name, *arguments, times=times, check=False)
    said = "triptych" in result.err
    same = (plain.status, plain.out) == (result.status, result.out) and not said
    tap.check(same, f"{name}, {words}: it does the same", f"{plain}\n{result}")
    if not same or not run.places:
        return None
    executed = other.executed(here, blocks(run), other.moved(here), here / name, *arguments)
    found = complaints(run, executed)
    seen = sum(1 for times in blocks(run).values() if times)
    tap.check(not found and seen > 5, f"{name}, {words}: {seen} blocks as QEMU executes them", "\n".join(found[:20]))
    return run


def calls_of(run, name):
    return sum(context.taken[0] for place in run.places for context in place.contexts if context.name == name)


def known_by_hand(here, library):
    run = check(here, library, "nest", other.GCC, "-O1", arguments=["6"])
    if run:
        tap.equal([contexts.loops_of(run, name) for name in ("main", "count")], [[(1, 6), (1, 7)], [(6, 18), (18, 90)]],
                  "entries and iterations as known by hand")
        tap.equal([calls_of(run, name) for name in ("main", "count", "add")], [1, 6, 7], "calls, too")
    run = check(here, library, "entries", other.GCC, "-O1", PROGRAMS / f"entries_{other.MACHINE}.s")
    if run:
        tap.equal([contexts.loops_of(run, name) for name in ("two", "three", "nest")], [[(2, 8)], [(3, 10)], [(2, 7), (7, 21)]],
                  "irreducible loops are counted at the entry that was taken")


def check_outlined(here, library):
    """Pieces of code that clang's machine outliner calls: they leave values in any register, and in flags."""
    for seed, level in ((4000, "-O1"), (4002, "-O3"), (4029, "-O2"), (4031, "-Oz")):
        cpp = seed % 3 == 0
        text = random_programs.make(seed, functions=[6, 9, 12][seed % 3], cpp=cpp, fuel=[300, 1000][seed % 2])
        here.write("o.cc" if cpp else "o.c", text)
        here.run("clang++" if cpp else "clang", other.CLANG[1], level, "-w", "-mllvm", "-enable-machine-outliner", "o.cc" if cpp else "o.c",
                 "-o", "outlined")
        plain = other.run(here, here / "outlined", check=False)
        result, _ = other.count(here, library, here / "outlined", check=False)
        tap.equal((result.status, result.out), (plain.status, plain.out), f"program {seed}, clang {level}: its pieces do the same")


def check_descriptors(here, library):
    """Thread-local variables of a library are found by calls that keep nearly all registers."""
    option = ["-mtls-dialect=gnu2"] if other.MACHINE == "x86_64" else []
    here.run(other.GCC, "-O2", *option, "-fpic", "-shared", PROGRAMS / "descriptors.c", "-o", "libdescriptors.so")
    here.run(other.GCC, "-O2", "-DMAIN", PROGRAMS / "descriptors.c", here / "libdescriptors.so", f"-Wl,-rpath,{here / ''}", "-o", "descriptors")
    plain = other.run(here, here / "descriptors", check=False)
    result, run = other.count(here, library, here / "descriptors", libs="libdescriptors.so", check=False)
    tap.equal((result.status, result.out, contexts.loops_of(run, "work")), (0, plain.out, [(8, 36)]), "descriptors of thread-local variables")


def check_sites(here, library):
    """Where calls through pointers and back are."""
    for level in ("-O0", "-O1"):
        command = sites.build(here, [other.GCC, level])
        plain = other.run(here, command, "3", check=False)
        for libs in (None, "libsites.so"):
            result, run = other.count(here, library, command, "3", libs=libs, check=False)
            found = sites.wrong(contexts.calls(run), libs)
            same = (plain.status, plain.out) == (result.status, result.out)
            tap.check(same and not found, f"sites, {level}{', with its library' if libs else ''}: calls are in their loops",
                      "\n".join([*found, str(result)]))
    for level in ("-O0", "-O2", "-O3"):
        run = check(here, library, "gotos", other.GCC, level)
        tap.equal(gotos.wrong(run, other.run(here, here / "gotos").out) if run else None, [], f"gotos, {level}: trips are jumps")
    run = check(here, library, "labels", other.GCC, "-O0")
    tap.equal(sites.wrong_labels(run, other.MACHINE) if run else None, [], "labels: calls of a leaf, too")
    if program.have(other.GXX):
        run = check(here, library, "virtual", other.GXX, "-O1")
        tap.equal(sites.wrong_virtual(contexts.calls(run)) if run else None, [], "virtual calls, too")


def timed(here, library):
    """State, start, ticks and credit of loops, as they are in the file; what longjmp and exit leave has ended, too. How fast the clock goes there, nobody tells."""
    here.run(other.GCC, "-O1", PROGRAMS / "timed.c", "-o", "timed")
    _, run = other.count(here, library, here / "timed", times=True)
    states, times = {}, {}
    for context in run.places[0].contexts:
        path = context.path().split("/", 1)[1]
        for state, _, time, _ in context.timers.values():  # the same function may be called in several places
            states.setdefault(path, []).append(state)
            times.setdefault(path, time)
    # Whether a brief loop is too short to be timed depends on how fast the emulator is.
    tap.check(states.pop("main/brief") in ([0], [1 << 63]), "a brief loop is timed, or found to be too short", states)
    tap.equal(states, {"main": [0, 0], "main/outer": [0], "main/outer/spin": [0], "main/nested": [0],
                       "main/nested/spin": [0], "main/jumps": [0, 0, 0], "main/ends": [0]}, "loops are timed, unless they are short")
    tap.check(times["main"] >= times["main/outer"] + times["main/nested"] and times["main/outer"] >= times["main/outer/spin"] > 0
              and times["main/nested"] >= times["main/nested/spin"] > 0, "and their times fit into each other", times)


def stacks_by_hand(here, library):
    for name, out, hand in contexts.STACKS:
        here.run(other.GCC, "-O1", PROGRAMS / f"{name}.c", "-o", name)
        result, run = other.count(here, library, here / name, check=False)
        tap.equal((result.status, result.out), (0, out), f"{name}: it does the same")
        tap.equal({function: contexts.loops_of(run, function) for function in hand}, hand, f"{name}: entries and iterations are as known by hand")


def caught_by_hand(here, library):
    run = check(here, library, "caught", other.GXX, "-O2")
    if run:
        names = ("go_on", "stop", "leave", "nest", "nest_on")
        tap.equal([contexts.loops_of(run, name) for name in names], [[(1, 10)], [(1, 6)], [(1, 5)], [(1, 6), (6, 18)], [(1, 3), (3, 12)]],
                  "exceptions that are caught in loops do not enter them")


def flops_of(run):
    """function -> floating-point operations, of the function itself."""
    found = {}
    for context in run.places[0].contexts:
        blocks = context.blocks()
        found[context.name] = found.get(context.name, 0) + sum(
            blocks[block] * count for block, operation, count in context.function.mixes if operation >= contexts.FLOPS)
    return found


def check_flops(here, library):
    for compiler in ([other.GCC], other.CLANG if program.have("clang") else None):
        for level in (["-O0"], ["-O2"], ["-O3", "-ffast-math"]) if compiler else ():
            here.run(*compiler, *level, "-c", PROGRAMS / "mix.c", "-o", "mix.o")
            here.run(other.GCC, "mix.o", "-lm", "-o", "mix")
            _, run = other.count(here, library, here / "mix")
            found = mixes.wrong(flops_of(run), level)
            tap.check(not found, f"mix, {' '.join([*compiler, *level])}: floating-point operations as formulas have them",
                      "\n".join(found))


def landed_by_hand(here, library):
    run = check(here, library, "landings", other.GXX, "-O2")
    if run:  # an exception from in front of the loop enters it
        tap.check((1, 2) in contexts.loops_of(run, "_ZL5twicei"), "landings: trips as known by hand", str(contexts.loops_of(run, "_ZL5twicei")))


def check_extremes(here, library):
    for name, known, compiler in ("extremes.c", extremes.KNOWN, other.GCC), ("extremes.cc", extremes.THROWN, other.GXX):
        if not program.have(compiler):
            continue
        here.run(compiler, "-O0", "-g", PROGRAMS / name, "-o", "e", "-pthread")
        other.count(here, library, here / "e")
        counted = extremes.shown(here, "other.tri")
        found = [f"{loop}: {counted.get(loop)}, not {known[loop]}" for loop in known if counted.get(loop) != known[loop]]
        tap.check(not found, f"{name}: the fewest and most trips of {len(known)} loops, as known by hand", "\n".join(found))


def check_handed_on(here, library):
    """Passes hand values to the next by moves that stand in front of the loop's head: what stands behind is the body."""
    here.run(other.GCC, "-O2", PROGRAMS / "vectors.c", "-o", "vectors")
    other.count(here, library, here / "vectors", "512", "16")
    rows = csv.DictReader(io.StringIO(here.triptych("loops", "--format", "csv", "--csv", "loops", "other.tri").out))
    tap.equal([(row["visits"], row["trips"]) for row in rows if row["function"] == "kernel_stencil"], [("1", "512")],
              "a loop whose passes hand values to the next: its trips, as known by hand")


def build_callbacks(here, cc, cxx):
    here.run(cc, "-O1", "-fexceptions", "-fPIC", "-shared", PROGRAMS / "callbacks_library.c", "-o", "libcallbacks.so")
    here.run(cxx, "-O0", PROGRAMS / "callbacks.cc", here / "libcallbacks.so", "-pthread", "-o", "callbacks")
    return here / "callbacks"


def check_callbacks(here, library):
    """Without optimising, callbacks are on the same paths as on this machine, where test_callbacks.py compares them with Valgrind's."""
    _, run = other.count(here, library, build_callbacks(here, other.GCC, other.GXX))
    _, own = engines.natively(here, build_callbacks(here, "gcc", "g++"))
    counted, expected = contexts.calls(run), contexts.calls(own)
    found = [f"{way}: {counted.get(way)}, not {expected.get(way)}" for way in {**counted, **expected}
             if counted.get(way) != expected.get(way)]
    tap.check(not found and len(expected) > 50, f"callbacks: {len(expected)} paths as on this machine", "\n".join(found[:20]))


def main():
    why = other.missing()
    if why or program.SANITIZED:
        tap.skip_all(why or "sanitizers are of one machine")
    here = program.folder()
    library = other.library(here, sys.argv[1:])
    known_by_hand(here, library)
    check(here, library, "shapes", other.GCC, "-O0")
    check(here, library, "shapes", other.GCC, "-O2", other.PROTECTED)
    check(here, library, "shapes", other.GCC, "-Os", "-no-pie", "-s", arguments=["ends", "early"])
    if program.have("clang"):
        check(here, library, "shapes", *other.CLANG, "-O3")
    check(here, library, "shapes", other.GCC, "-O2", times=True)
    timed(here, library)
    check_flops(here, library)
    check(here, library, "switches", other.GCC, "-O2", "-fno-plt")
    check(here, library, "team", other.GCC, "-O2")
    if program.have(other.GXX):
        check(here, library, "throws", other.GXX, "-O2")
        caught_by_hand(here, library)
        landed_by_hand(here, library)
    stacks_by_hand(here, library)
    if program.have(other.GXX) and program.have("g++") and engines.have_native():
        check_callbacks(here, library)
    check_sites(here, library)
    check_descriptors(here, library)
    if program.have("clang") and program.have(other.GXX):
        check_outlined(here, library)
    check_extremes(here, library)
    check_handed_on(here, library)
    tap.done()


main()

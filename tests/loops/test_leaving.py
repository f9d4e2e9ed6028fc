"""Calls that do not come back, by exit, longjmp, exceptions, signals and the ends of threads, leave the flow of every function whole: what
is counted is what the program says itself, and what Valgrind counts.

Of all compilers and levels some are tried here; LOOPS_ALL=1 tries all of them."""
import collections
import re
import shutil

import contexts
import engines
import program
import tap

PROGRAMS = program.SOURCE / "tests" / "loops" / "programs"
COMPILERS = [(c, cxx) for c, cxx in (("gcc", "g++"), ("clang", "clang++")) if program.have(c) and program.have(cxx)]
WAYS = [(compiler, level) for level in ("-O2", "-O0") for compiler in COMPILERS]


def ways(number):
    return WAYS if engines.several() else [WAYS[number % len(WAYS)], WAYS[(number + 3) % len(WAYS)]]


def build(here, name, compiler, level):
    source = next(PROGRAMS.glob(f"{name}.c*"))
    here.run(compiler[source.suffix != ".c"], level, "-g", "-pthread", source, "-o", name)
    return here / name


def said(text):
    """What a program tells of its own calls; and the other lines."""
    lines = [line.split() for line in text.splitlines()]
    return {words[1]: int(words[2]) for words in lines if words[:1] == ["called"]}, [words for words in lines if words[:1] != ["called"]]


def plain(name):
    """A function's name in the source. Compilers make some anew, with something behind the name; parts of one are none."""
    found = re.match(r"_ZN?L?(\d+)(\w+)", name)
    if found:
        name = found[2][:int(found[1])]
    return "" if ".part" in name else name.split(".")[0]


def entered(run, names):
    """How often functions were entered, wherever they were called."""
    found = collections.Counter()
    for context in (context for place in run.places for context in place.contexts):
        if plain(context.name) in names:
            found[plain(context.name)] += context.taken[0]
    return dict(found)


def complaints(run, left=0):
    """Flow that is less than nothing, or does not come out where it goes in; calls that did not arrive, but for `left` of them."""
    found = []
    for context in (context for place in run.places for context in place.contexts):
        least = min(count for edge, count in zip(context.function.edges, context.taken) if edge[2] != contexts.LOST)
        if not context.flow_is_whole() or least < 0:
            found.append(f"{context.path()}: {list(zip(context.function.edges, context.taken))}")
        node = context.node
        if node != contexts.NONE:
            made = context.parent.blocks()[node - 1] - max(0, context.parent.lost.get(node, 0))  # it may be left before the call
            if context.taken[0] < made - left:
                found.append(f"{context.path()}: called {made} times, entered {context.taken[0]} times")
    return found


def check(here, name, words, way, status=0, closed=True, left=0, tries=1):
    """`left`: how many calls may have been left when they had just begun, before they could say so. `tries`: a handler may leave the
    program at an instruction where the calls cannot be told, one time in some hundred; one of so many runs is to know them all."""
    compiler, level = way
    title = " ".join([name, *words, compiler[0], level])
    alone = here.run(here / name, *words, check=False)
    for _ in range(tries):
        result, run = engines.natively(here, here / name, *words, check=False)
        if all(place.closed for place in run.places) == closed:
            break
    counts, other = said(result.out)
    tap.equal((result.status, other, result.err), (status, said(alone.out)[1], alone.err), f"{title}: does what it does alone")
    tap.equal(complaints(run, left) if closed else [], [], f"{title}: the flow of every context is whole")
    tap.equal(all(place.closed for place in run.places), closed, f"{title}: whether all calls are known that did not come back")
    if closed:
        more = {name: count - counts[name] for name, count in entered(run, counts).items()}
        tap.check(more.keys() == counts.keys() and all(0 <= count <= left for count in more.values()),
                  f"{title}: functions are called as often as they say", f"more often: {more}")
    return run


def check_oracle(here, name, way):
    found, same = engines.differences(here, here / name, check=False)
    found = [line for line in found if not line.startswith("stderr")]
    tap.check(not found, f"{name} {way[0][0]} {way[1]}: as Valgrind counts: {same[0]} contexts, {same[1]} blocks, {same[2]} edges",
              "\n".join(found[:20]))


def check_fork(here, way):
    """What is open when a process is forked was not called in the child, and comes back there nevertheless."""
    result, run = engines.natively(here, here / "ends", "fork")
    title = " ".join(["ends fork", way[0][0], way[1]])
    lines = sorted(line for line in result.out.splitlines() if line.startswith(("parent", "child")))
    tap.equal(lines, ["child 0", "parent 0"], f"{title}: both go on")
    tap.equal(complaints(run), [], f"{title}: the flow of every context is whole")
    found = [{name: sum(context.taken[0] for context in place.contexts if plain(context.name) == name) for name in ("main", "fork_in", "leaf")}
             for place in run.places]
    tap.equal(found, [{"main": 1, "fork_in": 4, "leaf": 8}, {"main": 0, "fork_in": 0, "leaf": 4}], f"{title}: each has its own calls")


def check_nudged(here, way):
    """A handler runs while its thread is about to be counted for the first time."""
    here.run("gcc", "-O1", "-shared", "-fPIC", PROGRAMS / "nudge.c", "-o", "libnudge.so")
    result, run = engines.natively(here, here / "careful", "signal", env={"LD_PRELOAD": f"{engines.LIBRARY} {here / 'libnudge.so'}"})
    counts, other = said(result.out)
    title = " ".join(["careful signal", way[0][0], way[1]])
    tap.equal((counts["handle"], other), (2, [["23"]]), f"{title}: the handler runs in the thread")
    tap.check(all(place.closed for place in run.places), f"{title}: the thread has one tree, which is complete")
    tap.equal(entered(run, counts), counts, f"{title}: functions are called as often as they say")


def check_catching(here, way):
    """Code that is not counted catches an exception, also one out of a signal handler, or is jumped to, and calls again, from further down
    the stack."""
    source = PROGRAMS / "catching.cc"
    here.run(way[0][1], way[1], "-DLIBRARY", "-shared", "-fPIC", source, "-o", "libcatching.so")
    here.run(way[0][1], way[1], "-g", source, "-L.", "-lcatching", f"-Wl,-rpath,{here}", "-o", "catching")
    result, run = engines.natively(here, here / "catching")
    title = " ".join(["catching", way[0][0], way[1]])
    found = collections.Counter()
    for context in (context for place in run.places for context in place.contexts):
        found[plain(context.parent.name), plain(context.name)] += context.taken[0]
    called = {name: found["main", name] for name in ("raiser", "thrower", "jumper", "second")}
    tap.equal(called, {"raiser": 5, "thrower": 5, "jumper": 5, "second": 15}, f"{title}: functions are below main, which called the library")
    tap.equal(complaints(run), [], f"{title}: the flow of every context is whole")


def check_small_stack(here):
    """A sample that is due while a handler runs on a small stack comes later: its frame would not fit."""
    here.run("gcc", "-O1", PROGRAMS / "small_stack.c", "-o", "small_stack")
    result = here.triptych("loops", "-q", "-o", "small_stack.tri", "./small_stack", check=False)
    tap.equal((result.status, result.out), (0, "3 1\n"), "a handler may run on an alternate stack of 8 KB")


def check_small_alternate(here):
    """Samples are taken on an alternate stack that the program never uses, and take no more than it has, whatever is called for the first time."""
    here.run("gcc", "-O1", "-Wl,-z,lazy", PROGRAMS / "small_alternate.c", "-o", "small_alternate", "-lm")
    for size in ("8192", "least"):
        for command in (("loops", "--time"), ("loops",), ("run", "--sample")):
            result = here.triptych(*command, "-q", "-o", "small_alternate.tri", "./small_alternate", size, check=False)
            tap.equal((result.status, result.out), (0, "0 1\n"), f"{' '.join(command)}: an alternate stack may be small: {size} bytes")
            shutil.rmtree(here / "small_alternate.tri", ignore_errors=True)


def check_stacks(here):
    """Functions that switch stacks return to other callers than their own: they are not counted, all others are."""
    for name, out, hand in contexts.STACKS:
        here.run("gcc", "-O1", PROGRAMS / f"{name}.c", "-o", name)
        result, run = engines.natively(here, here / name)
        tap.equal((result.status, result.out), (0, out), f"{name}: does what it does alone")
        tap.equal({function: contexts.loops_of(run, function) for function in hand}, hand, f"{name}: entries and iterations are as known by hand")
    for name, function in (("stacks", "switch_to"), ("inlined_jump", "leave"), ("own_jump", "own_longjmp")):
        here.run("gcc", "-O1", PROGRAMS / f"{name}.c", "-o", name)
        result = here.triptych("loops", "--force", "-o", "stacks.tri", f"./{name}")
        tap.check(re.search(rf"\n{function} +{name} +it switches stacks ", result.err) and "counted as if they had" in " ".join(result.err.split()),
                  f"{name}: the function that switches stacks is named, and what follows", result)


def main():
    if program.SANITIZED or not engines.have_native() or not COMPILERS:
        tap.skip_all("sanitizers have calls of their own" if program.SANITIZED else "not on this machine")
    here = program.folder()
    for i, (name, status, left) in enumerate([("jumps", 7, 0), ("throws", -6, 2)]):
        for way in ways(i):
            build(here, name, *way)
            check(here, name, [], way, status, left=left)
            if engines.have_valgrind():
                check_oracle(here, name, way)
    for way in ways(0):
        check_catching(here, way)
        build(here, "caught_apart", *way)
        check(here, "caught_apart", [], way)
    check_small_stack(here)
    check_small_alternate(here)
    check_stacks(here)
    for way in ways(2):
        build(here, "signals", *way)
        check(here, "signals", [], way, left=3, tries=4)
        check(here, "signals", ["15"], way, -15, left=3, tries=4)
    for way in ways(3):
        build(here, "coroutines", *way)
        check(here, "coroutines", [], way)
    check(here, "coroutines", ["5"], way, closed=False)
    build(here, "untrue", *way)
    check(here, "untrue", [], way, 3, closed=False)
    statuses = {"exit": 3, "_exit": 4, "quick": 5, "abort": -6, "handled": -6, "fault": -11, "term": -15, "threads": 0, "cancel": 0,
                "others": 0}
    for way in ways(4):
        build(here, "ends", *way)
        for how, status in statuses.items():
            check(here, "ends", [how], way, status)
    check(here, "ends", ["kill"], way, -9, closed=False)
    check(here, "ends", ["many"], way)
    run = check(here, "ends", ["exec"], way)
    tap.equal(len(run.places), 2, "exec: both programs are places")
    run = check(here, "ends", ["vfork"], way)
    tap.equal(len(run.places), 3, "vfork: children that execute something are places")
    check_fork(here, way)
    for way in ways(5):
        build(here, "careful", *way)
        check(here, "careful", ["memory"], way, -15)
        check(here, "careful", ["waiting"], way, closed=False)
        check(here, "careful", ["vfork"], way)
        run = check(here, "careful", ["bare"], way)
        tap.equal(sum(sum(context.lost.values()) for context in run.places[0].contexts), 0, "careful bare: what children leave comes back here")
        check_nudged(here, way)
    tap.done()


main()

"""Every block, edge, entry, iteration and instruction that the native engine counts is what Valgrind counts, node for node.

Of all compilers and levels some are tried here; LOOPS_ALL=1 tries all of them."""
import contexts
import engines
import program
import tap

COMPILERS = [compiler for compiler in ("gcc", "clang") if program.have(compiler)]
IRREDUCIBLE = 1  # FORMAT_LOOP_IRREDUCIBLE
LEVELS = ["-O0", "-O2", "-O3"]
KERNELS = ["cg", "fft", "fib", "leaf", "lu", "multigrid", "nbody", "quicksort", "random", "sort", "sparse", "stencil"]
EXAMPLES = {"heat": ["30", "20", "h.pgm"], "cg": ["30", "8"], "queens": ["6"], "index": ["data", "index.txt", "2"], "triangle": ["40", "3"]}


def build_kernel(here, name, compiler, level):
    folder = program.SOURCE / "bench" / "loops-binary"
    text = (folder / f"{name}.c").read_text()
    more = [folder / "sparse_matrix.c"] if "sparse.h" in text else []
    here.run(compiler, level, "-g", "-ffp-contract=off", folder / f"{name}.c", *more, "-lm", "-o", name)
    return [here / name]


def build_example(here, name, compiler, level):
    folder = program.SOURCE / "examples" / name
    openmp = ["-fopenmp"] if name == "triangle" else []
    here.run(compiler, level, "-g", "-ffp-contract=off", *openmp, *sorted(folder.glob("*.c")), "-lm", "-o", name)
    if (folder / "data").exists() and not (here / "data").exists():
        here.copy(folder / "data")
    return [here / name, *EXAMPLES[name]]


def check(here, name, compiler, level, build):
    found, same = engines.differences(here, *build(here, name, compiler, level), env={"OMP_NUM_THREADS": "2"})
    tap.check(not found, f"{name}, {compiler} {level}: {same[0]} contexts, {same[1]} blocks, {same[2]} edges",
              "\n".join(found[:20]))


def check_caught(here, compiler, level):
    """Exceptions lead from calls to where they land: loops that they are caught in are entered at one place, as the source has them."""
    here.run(compiler, level, "-g", program.SOURCE / "tests/loops/programs/caught.cc", "-o", "caught")
    check(here, "caught", compiler, level, lambda here, name, *_: [here / name])
    functions = {context.function for context in contexts.Run(here / "native.tri").contexts().values()}
    loops = [function.name for function in functions for loop in function.loops if loop[3] & IRREDUCIBLE]
    tap.equal(loops, [], f"caught, {compiler} {level}: no loop is taken for an irreducible one")


def check_without_stubs(here, compiler):
    """What never returns is known, too, where calls go through the pointers of the loader: what follows such a call is other code."""
    here.run(compiler, "-O2", "-fno-plt", "-g", program.SOURCE / "tests/loops/programs/caught.cc", "-o", "caught")
    check(here, "caught", compiler, "-O2 -fno-plt", lambda here, name, *_: [here / name])
    reasons = here.triptych("loops", "--static", "--all", "caught").out
    tap.check("lands right after a call" not in reasons, f"caught, {compiler} -O2 -fno-plt: no landing pad is taken for what follows a call", reasons)


def check_behind(here, compiler, level):
    """A function of the program that never returns is known, too, where it is called through a pointer of the loader: exceptions may land right behind."""
    folder = program.SOURCE / "tests/loops/programs"
    keep = ["-Wa,-mrelax-relocations=no"] if engines.MACHINE == "amd64" else []  # else the linker makes it a direct call
    keep += ["-fno-reorder-blocks-and-partition"] if compiler == "g++" else []
    here.run(compiler, level, "-fno-plt", "-g", *keep, folder / "caught_behind.cc", folder / "caught_behind_apart.cc", "-o", "behind")
    check(here, "behind", compiler, f"{level} -fno-plt", lambda here, name, *_: [here / name])
    counted = {context.name for context in contexts.Run(here / "native.tri").contexts().values()}
    tap.check({"_ZL7attempti", "_ZL15attempt_by_jumpi"} <= counted, f"behind, {compiler} {level}: functions in which exceptions land there are counted", counted)


def check_rust(here, level):
    """Landing pads of Rust are behind calls of panics, through pointers of the loader."""
    here.run("rustc", *level, "-g", program.SOURCE / "tests/loops/programs/panics.rs", "-o", "panics")
    check(here, "panics", "rustc", " ".join(level), lambda here, name, *_: [here / name])
    reasons = here.triptych("loops", "--static", "--all", "panics").out
    tap.check("lands right" not in reasons, f"panics, rustc {' '.join(level)}: every function in which a panic lands is counted", reasons)


def check_pointers(here, compiler, level):
    """Calls through pointers, which remember where they led."""
    here.run(compiler, level, "-g", program.SOURCE / "tests/loops/programs/pointers.cc", "-o", "pointers")
    check(here, "pointers", compiler, level, lambda here, name, *_: [here / name])


def main():
    if program.SANITIZED:
        tap.skip_all("sanitizers have calls of their own")
    if not engines.have_native() or not engines.have_valgrind():
        tap.skip_all("both engines are needed")
    here = program.folder()
    ways = [(compiler, level) for level in LEVELS for compiler in COMPILERS]
    for i, (name, build) in enumerate([(name, build_kernel) for name in KERNELS] + [(name, build_example) for name in EXAMPLES]):
        for k, (compiler, level) in enumerate(ways):
            if engines.several() or k == i % len(ways):
                if not (name == "triangle" and compiler == "clang" and not engines.several()):
                    check(here, name, compiler, level, build)
    if program.have("gcc") and not engines.several():  # a loop in front of which no register is free on aarch64
        check(here, "fft", "gcc", "-O3", build_kernel)
    for compiler in (compiler for compiler in ("g++", "clang++") if program.have(compiler)):
        check_caught(here, compiler, "-O0")
        check_caught(here, compiler, "-O2")
        check_without_stubs(here, compiler)
        check_behind(here, compiler, "-O2")
        check_pointers(here, compiler, "-O2")
        if compiler == "clang++":
            check_pointers(here, compiler, "-O0")
    if program.have("rustc"):
        check_rust(here, ["-O"])
    tap.done()


main()

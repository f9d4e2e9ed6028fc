"""Values that callers keep in registers across calls, because they know the called code (gcc's -fipa-ra, assembler code), and that they
pass to thunks (clang's -mretpoline) or to pieces of code that several functions have in common (its machine outliner), are still there
when calls are counted; the counts are those of Valgrind."""
import platform

import engines
import program
import random_programs
import tap

VISITS = {"main": 1, "registers": 50, "leaf": 50, "plain": 50, "held": 50, "middle": 50, "landed": 50, "hop": 50, "saver": 50, "thunk": 50,
          "reached": 50, "sole": 50}


def check_thunks(here, level):
    """Calls and jumps by thunks. Functions are called as often as by hand: each 300 times in all, by main and by `either`."""
    here.run("clang", level, "-mretpoline", program.SOURCE / "tests" / "loops" / "programs" / "pointers.c", "-o", "pointers")
    alone = here.run(here / "pointers")
    for env in ({"TRIPTYCH_LOOPS_TIME": "1"}, {}):
        result, run = engines.natively(here, here / "pointers", env=env, check=False)
        tap.equal((result.status, result.out), (0, alone.out),
                  f"clang {level}{', timed' if env else ''}: thunks go where they would without counting")
    visits = {name: 0 for name in ("add", "bits", "either")}
    for context in (context for place in run.places for context in place.contexts if context.function and context.name in visits):
        visits[context.name] += context.taken[0]
    tap.equal(visits, {name: 300 for name in visits}, "and functions are called as often")


def check_hardened(here, level):
    """Code that compares the address to which a call returned is not counted, and does what it does without counting."""
    here.run("clang", level, "-mspeculative-load-hardening", program.SOURCE / "tests" / "loops" / "programs" / "pointers.c", "-o", "hardened")
    alone = here.run(here / "hardened")
    result, run = engines.natively(here, here / "hardened", check=False)
    tap.equal((result.status, result.out), (0, alone.out), f"clang {level}: hardened code does what it does without counting")


def check_outlined(here, seed, level, functions, cpp, fuel):
    """A random program that calls such pieces: they leave flags for their callers and change any register."""
    here.write("o.cc" if cpp else "o.c", random_programs.make(seed, functions=functions, cpp=cpp, fuel=fuel))
    here.run("clang++" if cpp else "clang", level, "-w", "-mllvm", "-enable-machine-outliner", "o.cc" if cpp else "o.c", "-o", "outlined")
    alone = here.run(here / "outlined")
    result, run = engines.natively(here, here / "outlined", check=False)
    tap.equal((result.status, result.out), (0, alone.out), f"program {seed}, clang {level}: code without the ABI's rules does the same")


def main():
    if program.SANITIZED or not engines.have_native() or platform.machine() != "x86_64":
        tap.skip_all("x86-64 alone has registers that nobody needs")
    here = program.folder()
    folder = program.SOURCE / "tests" / "loops" / "programs"
    here.run("gcc", "-O1", folder / "registers.c", folder / "registers_x86_64.s", "-o", "registers")
    alone = here.run(here / "registers")
    result, run = engines.natively(here, here / "registers")
    tap.equal((result.status, result.out), (0, alone.out), "registers have the values that they have without counting")
    found = {name: 0 for name in VISITS}
    for context in (context for place in run.places for context in place.contexts if context.function):
        found[context.name] = found.get(context.name, 0) + context.taken[0]
    tap.equal(found, VISITS, "functions are called as often as the program does")
    if engines.have_valgrind():
        found, same = engines.differences(here, here / "registers")
        tap.check(not found, f"Valgrind counts the same in {same[0]} contexts", "\n".join(found[:20]))
    for level in ("-O0", "-O2"):
        check_thunks(here, level)
        check_hardened(here, level)
    check_outlined(here, 2018, "-O2", functions=12, cpp=False, fuel=300)
    check_outlined(here, 2024, "-O2", functions=12, cpp=False, fuel=300)
    check_outlined(here, 3006, "-O3", functions=6, cpp=True, fuel=300)
    check_outlined(here, 3048, "-O1", functions=6, cpp=True, fuel=300)
    check_outlined(here, 4084, "-O1", functions=9, cpp=False, fuel=300)
    tap.done()


main()

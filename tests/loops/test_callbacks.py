"""Functions that a library calls back, again while they are open, or after others have returned to it: every count is Valgrind's."""
import engines
import program
import tap

# A function that jumps to the library seems to be open after the library has returned in its place: see doc/loops.md.
NO_JUMPS = "-fno-optimize-sibling-calls"
WAYS = [("gcc", "g++", "-O0"), ("gcc", "g++", "-O1"), ("clang", "clang++", "-O2")]


def check(here, cc, cxx, level):
    folder = program.SOURCE / "tests" / "loops" / "programs"
    here.run(cc, "-O1", "-fexceptions", "-fPIC", "-shared", folder / "callbacks_library.c", "-o", "libcallbacks.so")
    here.run(cxx, level, NO_JUMPS, "-g", folder / "callbacks.cc", here / "libcallbacks.so", "-pthread", "-o", "callbacks")
    found, same = engines.differences(here, here / "callbacks")
    tap.check(not found, f"{cxx} {level}: {same[0]} contexts, {same[1]} blocks, {same[2]} edges", "\n".join(found[:20]))


def main():
    if program.SANITIZED:
        tap.skip_all("sanitizers have calls of their own")
    if not engines.have_native() or not engines.have_valgrind():
        tap.skip_all("both engines are needed")
    here = program.folder()
    ways = [way for way in WAYS if program.have(way[0]) and program.have(way[1])]
    if not ways:
        tap.skip_all("C and C++ of gcc or clang are needed")
    for way in ways:
        check(here, *way)
    tap.done()


main()

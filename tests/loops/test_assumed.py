"""What one might assume of all programs, but some do otherwise: counted, they do what they do by themselves, and their loops are as known
by hand, or are not counted."""
import csv
import io
import platform

import engines
import program
import tap

PROGRAMS = program.SOURCE / "tests" / "loops" / "programs"
LEVELS = ("-O0", "-O1", "-O2", "-Os")


def compilers(name):
    pair = ("g++", "clang++") if name.endswith(".cc") else ("gcc", "clang")
    return [compiler for compiler in pair if program.have(compiler)]


def counted(here, command, what, libs=None, env=None):
    """Whether it does what it does by itself."""
    alone = here.run(command, env=env)
    result = here.triptych("loops", "-q", "--force", "-o", "a.tri", *(("--libs", libs) if libs else ()), command, env=env, check=False)
    tap.equal((result.status, result.out, result.err), (0, alone.out, ""), f"{what}: it does what it does by itself")


def check_loops(here, wanted, what):
    rows = csv.DictReader(io.StringIO(here.triptych("loops", "--csv", "loops", "a.tri").out))
    found = {}
    for row in rows:
        found.setdefault(row["function"], []).append((int(row["visits"]), int(row["trips"])))
    tap.equal({name: sorted(found.get(name, [])) for name in wanted}, wanted, f"{what}: visits and trips are known by hand")


def check_entries(here):
    """The instruction that marks an entry is executed by callers through pointers: nothing may be put there."""
    for compiler in compilers("entered.cc"):
        for level in (*LEVELS, "-Oz"):
            built = here.run(compiler, level, "-fcf-protection=full", PROGRAMS / "entered.cc", "-o", "entered", check=False)
            if not built.status:
                counted(here, here / "entered", f"marked entries, {compiler} {level}")


def check_descriptors(here):
    """Calls through pointers that keep registers."""
    for level in LEVELS:
        here.run("gcc", level, "-g", "-fpic", "-shared", "-mtls-dialect=gnu2", PROGRAMS / "descriptors.c", "-o", "libdescriptors.so")
        here.run("gcc", level, "-DMAIN", PROGRAMS / "descriptors.c", here / "libdescriptors.so", f"-Wl,-rpath,{here / ''}", "-o", "descriptors")
        counted(here, here / "descriptors", f"descriptors, {level}", libs="libdescriptors.so")
        check_loops(here, {"work": [(8, 36)]}, f"descriptors, {level}")


def check_names(here):
    """The name of a function of the C library that does not return."""
    wanted = {"main": [(1, 3)], "work": [(3, 12), (9, 18)]}
    for compiler in compilers("own_err.c"):
        for level in ("-O0", "-O1"):
            wanted["work"] = [(3, 12), (12, 18)] if level == "-O0" else [(3, 12), (9, 18)]
            here.run(compiler, level, "-g", PROGRAMS / "own_err.c", "-o", "own")
            counted(here, here / "own", f"err() of its own, {compiler} {level}")
            check_loops(here, wanted, f"err() of its own, {compiler} {level}")
    here.run("gcc", "-O1", "-fpic", "-shared", "-DLIBRARY=", "-DALONE", PROGRAMS / "own_err.c", "-o", "liberr.so")
    here.run("gcc", "-O1", "-g", "-DWITHOUT", PROGRAMS / "own_err.c", here / "liberr.so", f"-Wl,-rpath,{here / ''}", "-o", "imported")
    counted(here, here / "imported", "err() of a library of its own")
    check_loops(here, wanted, "err() of a library of its own")


def check_wraps(here):
    """gcc executes the first pass before the loop, when it optimises."""
    for compiler in compilers("wraps.c"):
        for level in LEVELS:
            what = f"a number that wraps, {compiler} {level}"
            here.run(compiler, level, "-g", PROGRAMS / "wraps.c", "-o", "wraps")
            counted(here, here / "wraps", what)
            check_loops(here, {"wraps": [(1, 9999 if compiler == "gcc" and level != "-O0" else 10000)]}, what)


def check_tables(here):
    """What the ABI lets a call change may hold a table's address over it."""
    for compiler in compilers("kept_base.c"):
        for level in (*LEVELS[1:], "-O3"):
            what = f"a table over calls, {compiler} {level}"
            here.run(compiler, level, "-g", PROGRAMS / "kept_base.c", "-o", "kept")
            counted(here, here / "kept", what)
            rows = csv.DictReader(io.StringIO(here.triptych("loops", "--csv", "loops", "a.tri").out))
            found = [(int(row["visits"]), int(row["trips"])) for row in rows if row["function"].startswith("choose")]
            tap.equal(found, [(9, 81)], f"{what}: visits and trips are known by hand")


def check_probes(here):
    """Functions of a program whose names begin like those of probes, and like those of the versions of a routine with probes."""
    for compiler in compilers("mesh.c"):
        for level in LEVELS:
            what = f"names like probes', {compiler} {level}"
            here.run(compiler, level, "-g", PROGRAMS / "mesh.c", "-o", "mesh")
            counted(here, here / "mesh", what)
            check_loops(here, {"tri_count_edges": [(7, 35)], "tri_core_mesh": [(1, 7)]}, what)


def check_quiet(here):
    """Nothing follows calls of functions that call nobody back, unless a library has others of these names."""
    here.run("gcc", "-O1", "-fpic", "-shared", "-DOTHER", PROGRAMS / "quiet.c", "-o", "libquiet.so")
    for compiler in compilers("quiet.c"):
        for level in (*LEVELS, "-O3"):
            what = f"calls of fmax(), {compiler} {level}"
            here.run(compiler, level, "-g", "-fno-builtin", "-fno-unroll-loops", "-rdynamic", PROGRAMS / "quiet.c", "-o", "quiet", "-lm")
            counted(here, here / "quiet", what)
            check_loops(here, {"main": [(1, 9)], "largest": [(9, 45)], "called_back": [(1, 3)]}, what)
            for plan, options in (("watched", ()), ("trusted", ("--quiet",))):
                here.run(engines.PLANNER, *options, here / "quiet", plan)
            sizes = [(here / plan).stat().st_size for plan in ("watched", "trusted")]
            tap.check(sizes[0] > sizes[1], f"{what}: nothing follows them", sizes)
            counted(here, here / "quiet", f"{what}, of another library", env={"LD_PRELOAD": here / "libquiet.so"})
            check_loops(here, {"main": [(1, 9)], "largest": [(9, 45)], "called_back": [(46, 138)]}, f"{what}, of another library")


def check_labels(here):
    """Labels that are not in the table of the others: they are not known, and the function is not counted."""
    for compiler in compilers("chosen.c"):
        for level in LEVELS:
            here.run(compiler, level, "-no-pie", "-fno-pie", PROGRAMS / "chosen.c", "-o", "chosen")
            counted(here, here / "chosen", f"labels in code, {compiler} {level}")
            rows = csv.DictReader(io.StringIO(here.triptych("loops", "--csv", "natives", "--top", "0", "a.tri", check=False).out))
            tap.check("chosen" in {row["function"] for row in rows}, f"labels in code, {compiler} {level}: the function is not counted")


def main():
    if program.SANITIZED or not engines.have_native():
        tap.skip_all("sanitizers have calls of their own" if program.SANITIZED else "not on this machine")
    here = program.folder()
    if platform.machine() == "x86_64":
        check_entries(here)
        check_descriptors(here)
    check_names(here)
    check_wraps(here)
    check_tables(here)
    check_probes(here)
    check_quiet(here)
    check_labels(here)
    tap.done()


main()

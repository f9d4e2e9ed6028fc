"""Sites of OpenMP: constructs are found at their own lines, in the routine that has them, also where it ends with a call; and a
program with probes has the same sites as the one without."""
import pathlib
import re

import program
import sites
import tap

HERE = pathlib.Path(__file__).resolve().parent / "programs"
LEVELS = ("-O0", "-O2")
ENVIRONMENT = {"OMP_NUM_THREADS": "2"}


def build(here, compiler, source, level, measured):
    """The program's name."""
    name = f"{source.replace('.', '_')}-{compiler}{level}-{'probes' if measured else 'plain'}"
    driver = [program.TRIPTYCH, "fc" if compiler == "gfortran" else "cc"] if measured else []
    here.run(*driver, compiler, "-g", "-w", level, "-fopenmp", source, "-o", name)
    return name


def run(here, name):
    here.triptych("run", "-q", "--force", "-o", f"{name}.tri", f"./{name}", env=ENVIRONMENT)
    return sites.of(here, f"{name}.tri")


def marks(source):
    """{line: mark}"""
    lines = (HERE / source).read_text().splitlines()
    return {number: line.split("/* L ")[1].split(" */")[0] for number, line in enumerate(lines, 1) if "/* L " in line}


def check_marks(found, compiler, level):
    """Every construct of sites.c by the mark of its line: both compilers alike."""
    mark = marks("sites.c")
    got = {}
    for site in found:
        if site.kind in ("clock", "parallel", "atomic", "spawn", "finish"):
            got.setdefault(site.name, set()).add((mark.get(site.line, site.line), site.routine))
    main = {name: (name, "main") for name in mark.values()}
    expected = {
        "omp parallel": {("fill", "fill"), main["team"]},
        "end of parallel": {("fill", "fill"), main["team"]},
        "omp barrier": {("meet", "meet"), main["first"], main["second"], main["third"], main["fourth"]},
        "implicit barrier": {main["static"], main["single"]},
        "omp critical": {main["critical"]},
        "omp task": {("make", "make")},
    }
    for name, where in expected.items():
        tap.equal(got.get(name), where, f"{compiler} {level}: where each {name} is")


def check_waits(found, level):
    """gcc's function of the team ends with it."""
    got = {(marks("sites.c").get(site.line, site.line), site.routine) for site in found if site.name == "omp taskwait"}
    tap.equal(got, {("taskwait", "main")}, f"gcc {level}: the wait that a function ends with")


def compare(here, compiler, source, level):
    plain, probes = (run(here, build(here, compiler, source, level, measured)) for measured in (False, True))
    one, other = sites.of_source(plain), sites.of_source(probes)
    tap.check(one and one == other, f"{source}, {compiler} {level}: all {len(one)} sites are the same with probes and without",
              sites.difference(one, other))
    names = {site.routine.lower() for site in plain} | {site.routine.lower() for site in probes}
    wrong = [name for name in names if name.endswith("_") or name == "main__" or "._omp" in name]
    tap.check(not wrong, f"{source}, {compiler} {level}: routines have their own names", wrong)
    return plain


def constructs(source):
    """Visits of the calls that gcc makes for each directive, by two threads: what ends without one has no row."""
    expected = {}
    for number, line in enumerate((HERE / source).read_text().splitlines(), 1):
        words = re.sub(r" */\*.*", "", line).removeprefix("#pragma omp ").split()
        if not line.startswith("#pragma omp") or words[0] in ("parallel", "section"):
            continue
        if words[0] != "for" or "schedule" in line:
            expected[f"omp {words[0]}", number] = 1 if words[0] == "single" else 2
        if words[0] in ("for", "single", "sections") and words[-1] != "nowait" and "alone" not in line:
            expected["implicit barrier", number] = 2
        if words[0] == "single":
            expected["omp single (of another thread)", number] = 1
        if words[0] == "critical":
            expected["omp end critical", number] = 2
    return expected


def check_constructs(here, source, level):
    """No two constructs are one row, wherever the compiler moves their bodies."""
    expected = constructs(source)
    for measured in (False, True):
        found = {}
        for site, visits in run(here, build(here, "gcc", source, level, measured)).items():
            if site.line and site.kind not in ("parallel", "finish", "task"):
                found[site.name, site.line] = found.get((site.name, site.line), 0) + visits
        wrong = [f"{key}: {found.get(key)}, not {expected.get(key)}" for key in sorted(found.keys() | expected.keys())
                 if found.get(key) != expected.get(key)]
        tap.check(not wrong, f"{source}, gcc {level}{', with probes' if measured else ''}: the line of each construct", "\n".join(wrong))


def check_borrowed(here, level):
    """A loop that was inlined may have the line of the region, but not that of a loop which is not in it."""
    behind = next(number for number, mark in marks("borrows.c").items() if mark == "behind")
    for measured in (False, True):
        found = run(here, build(here, "gcc", "borrows.c", level, measured))
        loops = sorted((site.line == behind, visits) for site, visits in found.items() if site.name == "omp for")
        tap.equal((sum(visits for _, visits in loops), [visits for is_behind, visits in loops if is_behind]), (6, [2]),
                  f"borrows.c, gcc {level}{', with probes' if measured else ''}: visits of the loop behind a region")


def check_inlined(here, level):
    """Constructs of functions that are inlined twice, and those between them: all have their own lines."""
    mark = marks("inlines.c")
    expected = {("omp for", "scale"): 4, ("implicit barrier", "scale"): 4, ("implicit barrier", "shift"): 4,
                ("omp critical", "bump"): 4, ("implicit barrier", "single"): 2, ("implicit barrier", "second"): 2,
                ("omp barrier", "barrier"): 2, ("omp critical", "critical"): 2, ("omp for", "guided"): 2,
                ("implicit barrier", "guided"): 2, ("omp sections", "sections"): 2, ("implicit barrier", "sections"): 2}
    names = {name for name, _ in expected}
    for measured in (False, True):
        found = {}
        for site, visits in run(here, build(here, "gcc", "inlines.c", level, measured)).items():
            if site.name in names:
                at = site.name, mark.get(site.line, site.line)
                found[at] = found.get(at, 0) + visits
        tap.equal(found, expected, f"inlines.c, gcc {level}{', with probes' if measured else ''}: visits of each construct")


def check_open_ends(here, level):
    """Barriers at the ends of Fortran's loops without an end directive."""
    mark = marks("open_ends.f90")
    for measured in (False, True):
        found = {}
        for site, visits in run(here, build(here, "gfortran", "open_ends.f90", level, measured)).items():
            if site.name == "implicit barrier":
                at = mark.get(site.line, site.line)
                found[at] = found.get(at, 0) + visits
        tap.equal(found, {"static": 2, "dynamic": 2, "nest": 2}, f"open_ends.f90, gfortran {level}{', with probes' if measured else ''}: where they are")


def main():
    if program.SANITIZED:
        tap.skip_all("a sanitized program is not listened to")
    here = program.folder()
    for source in (*HERE.glob("sites.*"), HERE / "shares.c", HERE / "borrows.c", HERE / "inlines.c", HERE / "open_ends.f90"):
        here.copy(source)
    marked = (HERE / "sites.f90").read_text().split('# 200 "marked.f90"\n')[1]
    here.write("marked.f90", "\n" * 199 + marked)  # the file that the marker names
    for level in ("-O0", "-O1", "-O2", "-O3"):
        check_inlined(here, level)
        if program.have("gfortran"):
            check_open_ends(here, level)
    for level in LEVELS:
        for compiler in filter(program.have, ("gcc", "clang")):
            plain = compare(here, compiler, "sites.c", level)
            check_marks(plain, compiler, level)
            if compiler == "gcc":
                check_waits(plain, level)
                check_constructs(here, "shares.c", level)
                check_borrowed(here, level)
        if program.have("gfortran"):
            for source in ("sites.f90", "sites.f"):
                compare(here, "gfortran", source, level)
    tap.done()


main()

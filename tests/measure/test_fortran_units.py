"""Fortran's units and the files that they are connected to."""
import measured
import program
import tap

if not measured.have_fortran():
    tap.skip("units of Fortran programs", "there is no gfortran")
    tap.done()

here = program.folder()
(here / "below").mkdir()
REGIONS = ["routine main", "io OPEN", "io WRITE", "io CLOSE", "io INQUIRE", "io PRINT", "io READ", "io WRITE",
           "io WRITE", "io WRITE", "io WRITE", "io WRITE", "io WRITE", "io WRITE", "io PRINT", "io WRITE",
           "io WRITE"]
INTERNAL = ("(internal file)", None)
BY_NEWUNIT, SCRATCH = -10, -11
EXPECTED = {
    2: {("first.dat", 10): 1, ("second.dat", 10): 1, ("first.dat", 11): 1, ("below/third.dat", 11): 1,
        ("second.dat", BY_NEWUNIT): 1, ("(scratch file)", SCRATCH): 1, ("(not connected)", 12): 1, ("out.dat", 6): 1},
    3: {("first.dat", 10): 1, ("second.dat", 10): 1, ("below/third.dat", 11): 1, ("second.dat", BY_NEWUNIT): 1,
        ("(scratch file)", SCRATCH): 1, ("stderr", 0): 1},
    4: {("first.dat", 10): 1, ("second.dat", 10): 1, ("(not connected)", 77): 1},
    5: {("(no unit)", None): 1, ("(not connected)", 78): 1, ("(not connected)", -1): 1},
    6: {("stdout", 6): 1, ("out.dat", 6): 1},
    7: {("stdin", 5): 1},
    8: {("below/third.dat", 11): 4},
    9: {INTERNAL: 5},
    10: {INTERNAL: 4},
    11: {("stdout", 6): 1, ("stderr", 0): 1, ("second.dat", BY_NEWUNIT): 1, ("(not known)", 13): 1},
    12: {("below/third.dat", 11): 2, ("(not known)", -12): 2},
    13: {INTERNAL: 1},
    14: {("below/third.dat", 11): 1},
    15: {("stdout", 6): 1},
    16: {("below/third.dat", 11): 1, INTERNAL: 1},
    17: {("fourth.dat", 20): 1, ("fifth.dat", 20): 1},
}


def unit_of(region):
    return region.line - 2**31 if region.line else None


def files(archive):
    """By statement: how often it went to which file by which unit."""
    found = {}
    for node in archive.places[0].nodes:
        if node.region.kind == 5:
            statement = found.setdefault(node.parent.region.seq, {})
            key = node.region.name, unit_of(node.region)
            statement[key] = statement.get(key, 0) + node.count
    return found


def check(archive, how):
    found = files(archive)
    for statement, expected in EXPECTED.items():
        name = f"{how}: {REGIONS[statement - 1].split()[1]} of line {statement}"
        tap.equal(found.get(statement), expected, name)
    tap.equal(archive.open_paths(), [], f"{how}: nothing is open")


def run(name, how):
    check(measured.run(here, name, input="a line\n"), how)


measured.fortran(here, "units", REGIONS)
here.run("gfortran", *measured.fortran_flags(), "-Wno-unused-variable", "-DPLAIN",
         measured.HERE / "programs" / "units.F90", "-o", "plain")
plain = here.run("./plain", input="a line\n")
left = {name: here.read(name) for name in ("first.dat", "second.dat", "below/third.dat", "out.dat", "fort.13")}
for name in left:
    (here / name).unlink()
archive = measured.run(here, "units", input="a line\n")
check(archive, "shared libgfortran")
tap.equal((archive.result.out, archive.result.err), (plain.out, plain.err), "the program's own output")
tap.equal({name: here.read(name) for name in left}, left, "and what it wrote to its files")

measured.fortran(here, "units", REGIONS, "-static-libgfortran", output="halfstatic", names_runtime=True)
run("halfstatic", "static libgfortran")
if program.SANITIZED:
    tap.skip("all static", "sanitizers cannot be")
else:
    measured.fortran(here, "units", REGIONS, "-static", output="static",
                     library=[measured.LIBRARY + "/libtriptych.a", "-lpthread"])
    run("static", "all static")
tap.done()

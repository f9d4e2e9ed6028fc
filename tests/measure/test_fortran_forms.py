"""The Fortran include files: silent under all warnings, standards and options; and no probe is lost to the optimiser."""
import measured
import program
import tap

if not measured.have_fortran():
    tap.skip("forms of Fortran", "there is no gfortran")
    tap.done()

here = program.folder()
here.copy(measured.HERE / "programs" / "forms.f", "fixed.f")
here.copy(measured.HERE / "programs" / "forms.f", "free.f90")
REGIONS = ["routine plain", "loop 10 leaf", "io WRITE", "routine twice leaf", "routine main", "loop 20"]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wconversion-extra", "-Wimplicit-interface",
            "-Wimplicit-procedure", "-Wsurprising", "-Wuse-without-only", "-Wtarget-lifetime", "-Wcharacter-truncation"]
STANDARDS = ["f2003", "f2008", "f2018", "legacy", "gnu"]
OPTIONS = ["-fimplicit-none", "-fdefault-integer-8", "-fdefault-real-8", "-ffixed-line-length-132",
           "-ffixed-line-length-none", "-fcheck=all", "-fopenmp", "-fno-underscoring", "-fsecond-underscore", "-fPIC",
           "-frecursive"]
table = measured.table(here, "forms.f", REGIONS)
OURS = [*program.CFLAGS, f"-I{measured.INCLUDE}"]


def said(*words):
    """What the compiler has to say, without the word on COMMON that only users' flags bring about."""
    err = here.run("gfortran", *OURS, *WARNINGS, *words, check=False).err
    parts = [line for line in err.splitlines() if line.startswith(("Warning", "Error", "f951"))]
    return [line for line in parts if "obsolescent feature: COMMON" not in line]


for source in () if program.SANITIZED else ("fixed.f", "free.f90"):  # compilers say the same beside sanitizers
    for standard in STANDARDS:
        tap.equal(said("-std=" + standard, "-c", source, "-o", "said.o"), [], f"{source} -std={standard}")
    for option in OPTIONS:
        tap.equal(said(option, "-c", source, "-o", "said.o"), [], f"{source} {option}")
here.write("external.f90", "subroutine s\nimplicit none (type, external)\ninclude 'triptych/probes.inc'\n"
           "include 'triptych/units.inc'\nend subroutine\n")
tap.equal(said("-std=f2018", "-c", "external.f90", "-o", "said.o"), [], "implicit none (type, external)")
too_long = [line for name in ("probes.inc", "units.inc")
            for line in (measured.INCLUDE / "triptych" / name).read_text().splitlines() if len(line) > 72]
tap.equal(too_long, [], "no line is longer than fixed form allows")


def check(name, *options):
    here.run("gfortran", *OURS, *options, "fixed.f", table, "-o", name, *measured.link())
    for mode, env in (("timed", {}), ("counted", {"TRIPTYCH_COUNT": "1"})):
        archive = measured.run(here, name, env={**env, "TRIPTYCH_THROTTLE": "0"},
                               archive=f"{name}.tri" if mode == "timed" else f"{name}.2.tri")
        paths = {node.path(): node.count for node in archive.places[0].nodes}
        tap.equal(paths, {"main": 1, "main/plain": 100, "main/plain/10": 100, "main/plain/WRITE": 100, "20": 2,
                          "main/plain/WRITE/(internal file)": 100, "main/twice": 200},
                  f"{' '.join(options)}, {mode}: call paths and counts")
        trips = [(node.trips, node.trips_min, node.trips_max) for label in ("10", "20")
                 for node in archive.nodes(label, "loop")]
        tap.equal(trips, [(5050, 1, 100), (7, 3, 4)], f"{' '.join(options)}, {mode}: trips")


check("o0", "-O0")
check("o3", "-O3")
check("ofast", "-Ofast")
check("lto", "-O3", "-flto=1")
check("underscores", "-O2", "-fsecond-underscore")
check("none", "-O2", "-fno-underscoring")
check("wide", "-O2", "-fdefault-integer-8")
tap.done()

"""The cases as programs: output, messages and exit status are the same with and without probes.

For gcc and clang, at -O0 and -O2; and no warning comes from a probe."""
import pathlib

import program
import tap

HERE = pathlib.Path(__file__).parent
LOUD = ["-Wall", "-Wextra", "-Wshadow", "-Wdeclaration-after-statement", "-pedantic", "-Wconversion",
        "-Wsign-conversion", "-Wunused", "-Wredundant-decls", "-Wmissing-declarations", "-Wundef", "-Wcast-qual",
        "-Wstrict-prototypes", "-Wold-style-definition", "-Wnested-externs", "-Wswitch-enum", "-Wfloat-equal",
        "-Wbad-function-cast", "-Wwrite-strings", "-Wjump-misses-init", "-Wnull-dereference", "-Wpadded"]
QUIET = {"gcc": [], "clang": ["-Wno-unknown-warning-option"]}
GCC_ONLY = {"nested.c"}
# What a reader's own compilation of instrumented files may say in addition: `triptych cc` never shows it.
KNOWN = {
    ("io.c", "-Wunused-value"),  # the value of a probe's block before a comma
    ("loops.c", "-Wimplicit-fallthrough="),  # a `for` in braces
    ("routines.c", "-Wstatic-in-inline"),  # the table is static, the function is inline for others, too
}


def flags(case):
    return (["-fopenmp"] if case == "openmp.c" else []) + program.CFLAGS


def run_both(compiler, level, case):
    """(plain, measured): compiling and running, each in a folder of its own."""
    results = []
    for words in ([compiler], [program.TRIPTYCH, "cc", compiler]):
        here = program.folder()
        (here / case.name).write_bytes(case.read_bytes())
        compiled = here.run(*words, level, "-w", *flags(case.name), case.name, "-o", "program", check=False)
        ran = here.run("./program", check=False, env={"OMP_NUM_THREADS": "2"}) if not compiled.status else compiled
        left = sorted(file.name for file in here.path.iterdir() if file.suffix != ".tri")
        results.append((compiled, ran, left, (here / "program.tri").is_dir()))
    return results


def compare_runs(compiler, level, case):
    name = f"{case.name} {compiler} {level}"
    plain, measured = run_both(compiler, level, case)
    if compiler == "clang" and case.name == "openmp.c" and plain[0].status:
        tap.skip(name, "clang has no OpenMP library here")
        return
    tap.check(measured[0].err == plain[0].err and measured[0].status == plain[0].status, f"{name}: compiles alike",
              f"{plain[0]}\n{measured[0]}")
    same = all(getattr(plain[1], part) == getattr(measured[1], part) for part in ("status", "out", "err"))
    tap.check(same, f"{name}: runs alike", f"{plain[1]}\n{measured[1]}")
    tap.equal(measured[2], plain[2], f"{name}: leaves the same files")
    tap.equal(measured[3], case.name != "nothing.c", f"{name}: leaves an archive")


def warnings_of(compiler, here, name):
    said = here.run(compiler, "-c", *LOUD, *QUIET[compiler], "-I", program.SOURCE / "include", "-fopenmp", name, "-o",
                    "x.o", check=False).err
    return [line for line in said.splitlines() if "warning:" in line or "error:" in line]


def without_columns(lines):
    """file:line and the text; columns move with the probes."""
    kept = []
    for line in lines:
        place, _, text = line.partition(" ")
        kept.append(":".join(place.split(":")[:2]) + " " + text)
    return sorted(kept)


def compare_warnings(compiler, case):
    """What instrumented files draw by themselves, and what `triptych cc` lets the user see."""
    here = program.folder()
    (here / case.name).write_bytes(case.read_bytes())
    here.triptych("instrument", "-o", "out", case.name, "--", "-fopenmp")
    expected = without_columns(warnings_of(compiler, here, case.name))
    more = [line for line in without_columns(warnings_of(compiler, here, f"out/{case.name}")) if line not in expected
            and not any(case.name == name and flag in line for name, flag in KNOWN)]
    tap.equal(more, [], f"{case.name}: {compiler} has no more to say about the instrumented text")
    words = [compiler, "-c", "-O2", *LOUD, *QUIET[compiler], *flags(case.name), case.name, "-o", "x.o"]
    plain = here.run(*words, check=False)
    measured = here.triptych("cc", *words, check=False)
    tap.check(measured.err == plain.err and measured.status == plain.status,
              f"{case.name}: {compiler} warns alike", f"{plain}\n{measured}")


def main():
    compilers = [name for name in ("gcc", "clang") if program.have(name)]
    for case in sorted((HERE / "cases").glob("*.c")):
        for compiler in compilers:
            if compiler == "clang" and case.name in GCC_ONLY:
                continue
            if case.name != "nothing.c":
                for level in ("-O0", "-O2"):
                    compare_runs(compiler, level, case)
            compare_warnings(compiler, case)
    tap.done()


main()

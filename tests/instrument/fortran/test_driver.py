"""`triptych fc` does for every command line what the compiler does: same files, modules, messages and exit status."""
import gzip
import os
import platform
import re
import shutil
import sys

import program
import tap

FC = "gfortran"
CFLAGS = program.CFLAGS
PROBED = re.compile(r"tri_[0-9a-f]{16}")

SOLVE = '''module grid
  implicit none
  integer, parameter :: n = 4
  private :: hidden
contains
  subroutine step(a)
    implicit none
    real, intent(inout) :: a(n)
    integer :: i
    do i = 1, n
      a(i) = a(i) + hidden(i)
    end do
  end subroutine
  real function hidden(i)
    implicit none
    integer, intent(in) :: i
    hidden = real(i)
  end function
end module
'''
MAIN = '''program p
  use grid
  implicit none
  include 'size.inc'
  real :: a(n)
  integer :: i
  a = 0
  do i = 1, k
    call step(a)
  end do
  print *, a
end program
'''
SIZE = "  integer, parameter :: k = 3\n"
FIXED = '''      SUBROUTINE OLD(N)
      IMPLICIT NONE
      INTEGER N, I
      DO 10 I = 1, 5
        N = N + I
   10 CONTINUE
      END
'''
CONSTANTS = '''module constants
  implicit none
  integer, parameter :: answer = 42
end module
'''


def project(below=""):
    here = program.folder()
    here.write(below + "solve.f90", SOLVE)
    here.write(below + "main.f90", MAIN)
    here.write(below + "size.inc", SIZE)
    here.write(below + "old.f", FIXED)
    here.write(below + "constants.f90", CONSTANTS)
    return here


def files(here):
    """What a command left, but for what it was given and for archives."""
    return sorted(str(file.relative_to(here.path)) for file in here.path.rglob("*") if file.is_file()
                  and file.suffix.lower() not in (".c", ".inc", ".f90", ".f", ".fpp") and ".tri" not in str(file))


def modules(here):
    """Each module file, unpacked."""
    return {file.name: gzip.decompress(file.read_bytes()) for file in sorted(here.path.rglob("*.*mod"))}


def pair(*words, make=project, before=None, called="fc", **options):
    """The same command plain and measured, each in a new project: ((folder, result), (folder, result))."""
    both = []
    for prefix in ([], [program.TRIPTYCH, called]):
        here = make()
        if before:
            before(here)
        both.append((here, here.run(*prefix, *words, check=False, **options)))
    return both


def alike(name, *words, **options):
    """Checks that both leave the same files and modules and say the same; returns the folders."""
    (plain, one), (measured, two) = pair(*words, **options)
    same = (one.status, one.out, one.err.replace(str(plain), "HERE")) == \
        (two.status, two.out, two.err.replace(str(measured), "HERE"))
    tap.check(same, f"{name}: says and returns the same", f"{one}\n{two}")
    tap.equal(files(measured), files(plain), f"{name}: leaves the same files")
    one, two = modules(plain), modules(measured)
    tap.check(one == two, f"{name}: leaves the same modules", [file for file in one if two.get(file) != one[file]])
    return plain, measured


def has_probes(here, name):
    return bool(PROBED.search(here.run("nm", here / name).out))


def measures(here, command, *names):
    """Runs the program and checks that these routines are in the report; returns its output."""
    out = here.run(command).out
    found = {row["name"].lower() for row in here.report(command.replace("./", "") + ".tri")["routines"]}
    tap.check({name.lower() for name in names} <= found, f"{command} measures {', '.join(names)}", found)
    return out


def one_step():
    plain, measured = alike("one step", FC, *CFLAGS, "-Wall", "solve.f90", "main.f90", "-o", "program")
    tap.equal(measures(measured, "./program", "p", "grid::step"), plain.run("./program").out, "one step: runs alike")
    plain, measured = alike("a.out", FC, *CFLAGS, "solve.f90", "main.f90")
    tap.check(has_probes(measured, "a.out"), "a.out has probes")
    tap.equal(measured.run("./a.out").out, plain.run("./a.out").out, "a.out: runs alike")
    text = MAIN.replace("use grid", "use grid\n  use constants").replace("print *, a", "print *, a, answer")
    plain, measured = alike("a module without anything to measure", FC, *CFLAGS, "constants.f90", "solve.f90",
                            "uses.f90", "-o", "program", before=lambda here: here.write("uses.f90", text))
    tap.equal(measured.run("./program").out, plain.run("./program").out, "such a module: runs alike")


def objects():
    plain, measured = alike("-c of several", FC, "-c", "constants.f90", "solve.f90", "old.f", "main.f90")
    tap.check(all(has_probes(measured, name) for name in ("solve.o", "old.o", "main.o")), "-c has probes")
    tap.check(not has_probes(measured, "constants.o"), "a file without anything to measure has none")
    for here, words in ((plain, [FC]), (measured, [program.TRIPTYCH, "fc", FC])):
        here.run(*words, *CFLAGS, "main.o", "solve.o", "-o", "program")
    tap.equal(measures(measured, "./program", "p"), plain.run("./program").out, "linking alone")
    plain, measured = alike("-c -o", FC, "-c", "solve.f90", "-oobject.o")
    tap.check(has_probes(measured, "object.o"), "-oobject.o has probes")
    alike("-o /dev/null", FC, "-c", "solve.f90", "-o", "/dev/null")
    alike("an output folder that is not there", FC, "-c", "solve.f90", "-o", "no/such/folder/x.o")
    alike("several and -o", FC, "-c", "solve.f90", "old.f", "-o", "x.o")
    alike("a mistake of the linker", FC, *CFLAGS, "old.f", "-o", "program")
    plain, measured = alike("@file", FC, "@words", before=lambda here: here.write("words", "-c 'solve.f90' -o 'a b.o'"))
    tap.check(has_probes(measured, "a b.o"), "@file has probes")
    (_, one), (measured, two) = pair(FC, "-S", "solve.f90")
    tap.check(one.status == two.status == 0 and "solve.f90 is compiled but not measured: -S" in two.err
              and two.err.count("\n") == 1, "-S is compiled without probes, which is said", two)
    tap.check((measured / "solve.s").is_file(), "-S leaves its file")
    alike("-r", FC, *CFLAGS, "-r", "-nostdlib", "all.o", "-o", "more.o",
          before=lambda here: here.run(FC, "-c", "solve.f90", "-o", "all.o"))


def forms():
    """Each suffix and option: with probes, and the same output."""
    free = MAIN.replace("  use grid\n", "").replace("    call step(a)\n", "").replace("include 'size.inc'", "integer :: k = 3\n  integer, parameter :: n = 2")
    fixed = "".join("      " + line.strip() + "\n" for line in free.splitlines())
    cpp = free.replace("  a = 0", "#ifdef ONE\n  a = 1\n#else\n  a = ZERO\n#endif\n  if (__LINE__ /= 12) stop 1")
    fixed_cpp = fixed.replace("      a = 0", "#ifdef ONE\n      a = 1\n#else\n      a = ZERO\n#endif\n"
                              "      if (__LINE__ .ne. 12) stop 1")
    cases = [(f"x.{suffix}", free, []) for suffix in ("f90", "f95", "f03", "f08")]
    cases += [(f"x.{suffix}", fixed, []) for suffix in ("f", "for", "ftn")]
    cases += [(f"x.{suffix}", cpp, ["-DZERO=2"]) for suffix in ("F90", "F95", "F03", "F08")]
    cases += [(f"x.{suffix}", fixed_cpp, ["-DONE"]) for suffix in ("F", "FOR", "FTN", "fpp", "FPP")]
    cases += [("x.f", free, ["-ffree-form"]), ("x.f90", fixed, ["-ffixed-form"]), ("x.F", cpp, ["-ffree-form", "-DONE"]),
              ("x.f90", cpp, ["-cpp", "-DONE"]), ("x.F90", free, ["-nocpp"]), ("x.f90", free, ["-nocpp", "-DONE"]),
              ("x.txt", free, ["-x", "f95"]), ("x.f", fixed, ["-x", "f95"]), ("x.txt", fixed, ["-xf77"]), ("x.f90", fixed_cpp, ["-x", "f77-cpp-input", "-DONE"]),
              ("x.txt", cpp, ["-x", "f95-cpp-input", "-DZERO=3"]), ("x.F90", cpp, ["-g3", "-DONE"]), ("x.F90", cpp, ["-P", "-DONE"]),
              ("x.f", fixed.replace("a = 0", "a = 0" + " " * 70 + "+ 1"), []),
              ("x.f", fixed.replace("a = 0", "a = 0" + " " * 70 + "+ 1"), ["-ffixed-line-length-none"]),
              ("x.f", fixed.replace("a = 0", "a = 0" + " " * 70 + "+ 1"), ["-ffixed-line-length-132"]),
              ("x.f90", free.replace("a = 0", "a = 0" + " " * 130 + "+ 1"), ["-ffree-line-length-none"]),
              ("x.f", fixed.replace("      a = 0", "      a = 0\nD     a = 1"), ["-fd-lines-as-code"]),
              ("x.f", fixed.replace("      a = 0", "      a = 0\nD     a = 1"), ["-fd-lines-as-comments"]),
              ("x.f90", free.replace("a = 0", "a = 0\n!$ a = 4"), ["-fopenmp"]),
              ("x.f90", free.replace("a = 0", "a = 0\n!$ a = 4"), []),
              ("x.f90", free.replace("print *, a", "print *, '\\\\', a, '\\'"), ["-fbackslash"]),
              ("x.f90", free.replace("a = 0", "i$ = 0; a = i$").replace("integer :: i\n", "integer :: i, i$\n"), ["-fdollar-ok"]),
              ("x.f90", free, ["-std=f2003"]), ("x.f90", free, ["-std=f2008", "-pedantic"]),
              ("x.f90", free, ["-std=legacy"]), ("x.f90", free, ["-fimplicit-none", "-fdefault-integer-8"])]
    for name, text, options in cases:
        plain, measured = alike(f"{name} {' '.join(options)}", FC, *CFLAGS, *options, name, "-o", "program",
                                before=lambda here: here.write(name, text))
        if tap.check((measured / "program").is_file(), f"{name} {' '.join(options)}: makes a program"):
            tap.equal(measured.run("./program").out, plain.run("./program").out, f"{name} {' '.join(options)}: runs alike")
            tap.check(has_probes(measured, "program"), f"{name} {' '.join(options)}: has probes")
    plain, measured = alike("standard input", FC, "-x", "f95", "-c", "-", "-o", "in.o", input=free)
    tap.check(has_probes(measured, "in.o"), "standard input has probes")
    plain, measured = alike("-std=f95", FC, *CFLAGS, "-std=f95", "-c", "old.f")
    tap.check(has_probes(measured, "old.o"), "-std=f95 has probes")
    (plain, one), (measured, two) = pair(FC, *CFLAGS, "-std=f95", "x.f90", "-o", "program",
                                         before=lambda here: here.write("x.f90", free))
    tap.check(one.status == two.status == 0 and "x.f90 is compiled but not measured: -std=f95" in two.err,
              "-std=f95 and a main program", two)
    tap.equal(measured.run("./program").out, plain.run("./program").out, "-std=f95: runs alike")
    alike("a .f18 is no Fortran to gfortran", FC, "-c", "x.f18", before=lambda here: here.write("x.f18", free))


def untouched():
    for words in (["-E", "-cpp", "main.f90"], ["-M", "-cpp", "solve.f90"], ["-MM", "-cpp", "solve.f90"],
                  ["-fsyntax-only", "solve.f90"], ["--version"], ["-dumpmachine"], ["-print-search-dirs"], [],
                  ["-c", "nothing-there.f90"], ["-no-such-option", "-c", "solve.f90"], ["-c"],
                  ["-fdump-fortran-original", "-c", "solve.f90"], ["-MD", "-c", "solve.f90"]):
        plain, measured = alike(f"{FC} {' '.join(words)}", FC, *words)
        for file in files(plain):
            if file.endswith(".o"):
                tap.equal((measured / file).read_bytes(), (plain / file).read_bytes(), f"{' '.join(words)}: {file} is the same")


def messages():
    def source(text, name="bad.f90"):
        return lambda here: here.write(name, text)

    alike("an error", FC, "-c", "bad.f90", before=source("program p\n  implicit none\n  x = 1\nend program\n"))
    alike("a warning", FC, "-Wall", "-c", "bad.f90",
          before=source("subroutine s(n)\n  implicit none\n  integer :: n, unused\n  do n = 1, 3\n  end do\nend subroutine\n"))
    alike("-Werror", FC, "-Wall", "-Werror", "-c", "bad.f90",
          before=source("subroutine s(n)\n  implicit none\n  integer :: n, unused\nend subroutine\n"))
    alike("-Wall -Wextra -pedantic -Werror without a reason", FC, "-Wall", "-Wextra", "-pedantic", "-Werror", "-O2",
          "-c", "solve.f90", "old.f", "main.f90")
    alike("-std=f95 and what it has not", FC, "-std=f95", "-c", "bad.f90",
          before=source("subroutine s(n) bind(c)\n  implicit none\n  integer :: n\n  n = 1\nend subroutine\n"))
    alike("a word to the user in preprocessing", FC, "-c", "bad.F90",
          before=source("#warning this is old\n" + SOLVE, "bad.F90"))
    alike("an error in preprocessing", FC, "-c", "bad.F90", before=source("#ifdef X\n" + SOLVE, "bad.F90"))
    alike("a module that is missing", FC, "-c", "main.f90")
    plain, measured = alike("a mistake at run time", FC, *CFLAGS, "-fcheck=all", "-g", "sub/bad.f90", "-o", "program",
                            before=source("program p\n  implicit none\n  integer :: a(3), i\n  do i = 1, 4\n    a(i) = i\n"
                                          "  end do\n  print *, a\nend program\n", "sub/bad.f90"))
    one, two = (here.run("./program", check=False) for here in (plain, measured))
    tap.check(one.status == two.status and "At line 5 of file sub/bad.f90" in two.err, "its message names the user's line", two)


def module_files():
    for words in (["-Jmodules"], ["-J", "modules"], ["-J", "modules", "-Wall", "-Dx"]):
        for text in (SOLVE, SOLVE.replace("integer :: i\n", "integer :: i, unused\n")):
            def make():
                here = project()
                (here / "modules").mkdir()
                here.write("solve.f90", text)
                return here
            alike(f"modules by {' '.join(words)}", FC, *words, "-c", "solve.f90", make=make)
    here = project()
    here.triptych("fc", FC, "-c", "solve.f90")
    before = os.stat(here / "grid.mod").st_mtime_ns
    here.triptych("fc", FC, "-Wall", "-c", "solve.f90")
    tap.equal(os.stat(here / "grid.mod").st_mtime_ns, before, "a module that is as before is not written again")
    parent = ("module parent\n  implicit none\n  interface\n    module subroutine work(n)\n      integer, intent(inout) :: n\n"
              "    end subroutine\n  end interface\nend module\n")
    child = ("submodule (parent) child\n  implicit none\ncontains\n  module subroutine work(n)\n    implicit none\n"
             "    integer, intent(inout) :: n\n    n = n + 1\n  end subroutine\nend submodule\n")
    alike("submodules", FC, "-c", "parent.f90", "child.f90",
          before=lambda here: (here.write("parent.f90", parent), here.write("child.f90", child)))
    here = project("source dir/")
    (here / "build").mkdir()
    for name in ("solve", "main"):
        here.triptych("fc", FC, "-c", f"../source dir/{name}.f90", cwd=here / "build")
    here.triptych("fc", FC, *CFLAGS, "main.o", "solve.o", "-o", "program", cwd=here / "build")
    tap.check(has_probes(here, "build/program"), "an INCLUDE beside the source, compiled elsewhere")
    here.write("a/size.inc", "  integer, parameter :: k = 1\n")
    here.write("b/size.inc", "  integer, parameter :: k = 2\n")
    here.write("source dir/nosize.f90", MAIN)
    (here / "source dir/size.inc").unlink()
    for first, second in ("ab", "ba"):
        results = []
        for prefix in ([], [program.TRIPTYCH, "fc"]):
            here.run(*prefix, FC, *CFLAGS, "-Ibuild", f"-I{first}", "-I", second, "source dir/nosize.f90", "source dir/solve.f90",
                     "-o", "order")
            results.append(here.run("./order").out)
        tap.equal(results[1], results[0], f"-I{first} before -I{second}")


def dependencies():
    for words in (["-cpp", "-MD", "-c", "solve.f90"], ["-cpp", "-MMD", "-MP", "-c", "solve.f90", "-o", "out.o"],
                  ["-cpp", "-MD", "-MF", "x.dep", "-c", "solve.f90"], ["-cpp", "-MMD", "-MT", "a target", "-c", "solve.f90"]):
        plain, measured = alike(f"{FC} {' '.join(words)}", FC, *words)
        for file in files(plain):
            if file.endswith((".d", ".dep")):
                tap.equal(measured.read(file), plain.read(file), f"{' '.join(words)}: {file} is the same")


def debug_names(here, file):
    """Name and folder of the first unit, the names in its line table, the user's lines, and the file symbols."""
    info = here.run("readelf", "--debug-dump=info", file).out.split("DW_TAG_compile_unit")[1]
    names = [line.split("): ")[-1].strip() for line in info.splitlines() if "DW_AT_name" in line or "DW_AT_comp_dir" in line][:2]
    found = re.findall(r"(solve\.f90|solve\.F90)\s+(\d+)\s", here.run("objdump", "--dwarf=decodedline", file).out)
    symbols = [line.split()[-1] for line in here.run("readelf", "-sW", file).out.splitlines() if " FILE " in line]
    return [name.replace(str(here), "HERE") for name in names], {int(line) for _, line in found}, symbols


def debug():
    for name in ("solve.f90", "solve.F90"):
        for words, below in (([name], ""), (["sub dir/" + name], "sub dir/"), (["./" + name], ""),
                             (["sub/../sub/" + name], "sub/"), (["-ffile-prefix-map=sub=mapped", "sub/" + name], "sub/")):
            (plain, _), (measured, _) = pair(FC, "-g", "-c", *words, "-o", "x.o", make=lambda: project(below),
                                             before=lambda here: here.write(below + name, SOLVE))
            one, two = debug_names(plain, "x.o"), debug_names(measured, "x.o")
            tap.check(one[0] == two[0] and one[1] <= two[1] and max(two[1]) <= SOLVE.count("\n") and one[2] == two[2][:1],
                      f"{' '.join(words)}: debug information has the user's names and lines", f"{one}\n{two}")


def kinds_of_objects():
    """What changes the objects: the program is the same, measured, and nothing is said."""
    kinds = [["-O2", "-flto"], ["-O2", "-flto", "-ffat-lto-objects"], ["-g", "-gsplit-dwarf"], ["--coverage"],
             ["-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections"], ["-fPIC"], ["-fno-pie", "-no-pie"], ["-pg"],
             ["-save-temps"], ["-Wl,--warn-common", "-Wl,--fatal-warnings"], ["-fcommon"], ["-fno-underscoring"], ["-ff2c"],
             ["-fvisibility=hidden"], ["-fstack-usage"], ["-s"], ["-O3", "-fopenmp"], ["-static-libgfortran"]]
    if not program.SANITIZED:
        kinds += [["-static"], ["-fsanitize=address"], ["-fsanitize=undefined"]]
    for kind in kinds:
        for one_command in (False, True):
            name = f"{' '.join(kind)}, {'one command' if one_command else 'objects'}"
            results = []
            for prefix in ([], [program.TRIPTYCH, "fc"]):
                here = project()
                said = ""
                if one_command:
                    said = here.run(*prefix, FC, *CFLAGS, *kind, "solve.f90", "main.f90", "-o", "program").err
                else:
                    for source in ("solve", "main"):
                        said += here.run(*prefix, FC, *CFLAGS, *kind, "-c", f"{source}.f90", "-o", f"{source}.o").err
                    said += here.run(*prefix, FC, *CFLAGS, *kind, "solve.o", "main.o", "-o", "program").err
                results.append((said, here.run("./program", env={"ASAN_OPTIONS": "detect_leaks=0"}).out, files(here)))
            tap.equal(results[1], results[0], name)
            tap.check((here / "program.tri").is_dir(), f"{name}: measures")
    here = project()
    here.triptych("fc", FC, *CFLAGS, "-fPIC", "-shared", "solve.f90", "-o", "libsolve.so")
    here.triptych("fc", FC, *CFLAGS, "main.f90", "-L.", "-lsolve", "-Wl,-rpath,.", "-o", "program")
    measures(here, "./program", "p", "grid::step")
    here.triptych("fc", FC, "-c", "solve.f90")
    here.run("ar", "rc", "libsolve.a", "solve.o")
    here.triptych("fc", FC, *CFLAGS, "main.f90", "libsolve.a", "-o", "archived")
    measures(here, "./archived", "p", "grid::step")


def large_commons():
    """Large COMMON blocks of several files, in the code models of x86-64 that have sections of their own for them."""
    if platform.machine() != "x86_64":
        tap.skip("large COMMON blocks", "only x86-64 has such code models")
        return
    for model in ("medium", "large"):
        here = program.folder()
        for name, calls in (("fill", ""), ("main", "      CALL FILL\n")):
            here.write(f"{name}.f", f"""      {"SUBROUTINE" if name == "fill" else "PROGRAM"} {name.upper()}
      COMMON /FIELDS/ U(200000)
{calls}      DO 10 I = 1, 200000
        U(I) = U(I) + I
   10 CONTINUE
      {"PRINT *, U(100000)" if calls else ""}
      END
""")
            here.triptych("fc", FC, *CFLAGS, "-std=legacy", f"-mcmodel={model}", "-c", f"{name}.f")
        here.triptych("fc", FC, f"-mcmodel={model}", "main.o", "fill.o", "-o", "program")
        out = measures(here, "./program", "main", "fill")
        tap.equal(float(out), 200000.0, f"-mcmodel={model}: both files have one block")


def symbols():
    """Of one source compiled twice: the same for the same, different for other objects, and both in one program."""
    here = program.folder()
    here.write("part.F90", "subroutine NAME\n  implicit none\n  print *, 'NAME'\nend subroutine\n")
    here.write("main.f90", "program p\n  implicit none\n  call one\n  call two\nend program\n")
    found = []
    for name, output in (("one", "part.o"), ("one", "part.o"), ("two", "part.o"), ("two", "two.o"), ("one", "one.o")):
        here.triptych("fc", FC, f"-DNAME={name}", "-c", "part.F90", "-o", output)
        found.append(PROBED.search(here.run("nm", output).out).group())
    tap.equal(found[0], found[1], "the table's name is the same again")
    tap.equal(len(set(found)), 4, "another text and another object have another one")
    here.triptych("fc", FC, *CFLAGS, "main.f90", "one.o", "two.o", "-o", "program")
    tap.equal(measures(here, "./program", "one", "two").count("\n"), 2, "a source compiled twice, in one program")


def two_languages():
    main_c = ('#include <stdio.h>\nvoid old_(int *n);\nint main(void)\n{\n    int n = 0;\n    for (int i = 0; i < 2; i++)\n'
              '        old_(&n);\n    printf("%d\\n", n);\n    return 0;\n}\n')
    for called, words in (("fc", [FC, "main.c", "old.f"]), ("cc", [program.CC, "main.c", "old.f", "-lgfortran"]),
                          ("cc", [FC, "old.f", "main.c"])):
        here = project()
        here.write("main.c", main_c)
        result = here.triptych(called, *words, *CFLAGS, "-o", "program")
        tap.equal(result.err, "", f"{called} {' '.join(words)}: nothing to say")
        tap.equal(measures(here, "./program", "main", "old"), "30\n", f"{called} {' '.join(words)}: runs")


def make_in_parallel():
    here = program.folder()
    names = [f"part{i}" for i in range(8)]
    for i, name in enumerate(names):
        uses = f"  use {names[i - 1]}\n" if i else ""
        calls = f"{names[i - 1]}_sum()" if i else "0"
        here.write(f"src/{name}.F90", f"module {name}\n{uses}  implicit none\ncontains\n  integer function {name}_sum()\n"
                   f"    implicit none\n    integer :: i\n    {name}_sum = {calls}\n    do i = 1, N\n"
                   f"      {name}_sum = {name}_sum + 1\n    end do\n  end function\nend module\n")
    here.write("src/main.f90", f"program main\n  use {names[-1]}\n  implicit none\n  print '(i0)', {names[-1]}_sum()\nend program\n")
    rules = "".join(f"{name}.o:{' ' + names[i - 1] + '.o' if i else ''}\n" for i, name in enumerate(names))
    here.write("Makefile", f"VPATH = src\nFFLAGS = -O1 -DN=3 {' '.join(CFLAGS)}\nOBJECTS = {' '.join(n + '.o' for n in names)} main.o\n"
               "program: $(OBJECTS)\n\t$(FC) $(FFLAGS) $(LDFLAGS) $^ -o $@\n"
               "%.o: %.f90\n\t$(COMPILE.f) $(OUTPUT_OPTION) $<\n%.o: %.F90\n\t$(COMPILE.F) $(OUTPUT_OPTION) $<\n"
               f"{rules}main.o: {names[-1]}.o\n")
    here.run("make", "-j4", f"FC={program.TRIPTYCH} fc {FC}", timeout=300)
    tap.equal(measures(here, "./program", "main", "part7::part7_sum"), "24\n", "make -j with modules")
    tap.equal(here.run("make", "-q", check=False).status, 0, "make has nothing more to do")


def wrapper(here, name, when, does):
    """A compiler that behaves oddly when its words look like that."""
    here.write(name, f'#!/bin/sh\ncase " $* " in {when}) {does};; esac\nexec {shutil.which(FC)} "$@"\n', 0o755)


def odd_compilers():
    here = project()
    wrapper(here, "strict", '*" -nocpp "*', "echo no >&2; exit 1")
    result = here.triptych("fc", "./strict", "-c", "solve.f90")
    tap.check("solve.f90 is compiled but not measured: the compiler rejected the instrumented text (triptych fc --keep DIR"
              in result.err and not has_probes(here, "solve.o"), "instrumented text that is not taken", result)
    plain = project()
    plain.run(FC, "-c", "solve.f90")
    tap.check(modules(here) == modules(plain), "its modules are the original's")
    here.triptych("fc", "./strict", *CFLAGS, "solve.f90", "main.f90", "-o", "program")
    tap.equal(len(here.run("./program").out.split()), 4, "and a program in one command")
    wrapper(here, "fortran-only", '*" -x c -o "*', "echo no C here >&2; exit 1")
    here.triptych("fc", "./fortran-only", *CFLAGS, "solve.f90", "main.f90", "-o", "other")
    measures(here, "./other", "p", "grid::step")
    for name in ("cc", "gcc"):
        here.write(f"bin/{name}", "#!/bin/sh\necho no C here, either >&2\nexit 1\n", 0o755)
    result = here.triptych("fc", "./fortran-only", "-c", "solve.f90", env={"PATH": f"{here / 'bin'}:{os.environ['PATH']}"})
    tap.check("not measured: no C compiler could compile the table of its regions" in result.err and "no C here, either" in result.err
              and not has_probes(here, "solve.o"), "no C compiler", result)
    here.write("bin/ld", "#!/bin/sh\necho no linker >&2\nexit 1\n", 0o755)
    result = here.triptych("fc", FC, "-B", here / "bin", "-c", "solve.f90", env={"PATH": f"{here / 'bin'}:{os.environ['PATH']}"})
    tap.check("not measured: the linker could not join it" in result.err and not has_probes(here, "solve.o"), "no linker", result)
    here.write("bin/ccache", '#!/bin/sh\nexec "$@"\n', 0o755)
    here.triptych("fc", here / "bin/ccache", FC, *CFLAGS, "solve.f90", "main.f90", "-o", "cached")
    tap.check(has_probes(here, "cached"), "a compiler that ccache starts")
    here.write("bin/mpif90", f'#!/bin/sh\nexec {FC} -I/usr/lib -pthread "$@" -lm\n', 0o755)
    here.triptych("fc", here / "bin/mpif90", *CFLAGS, "solve.f90", "main.f90", "-o", "wrapped")
    tap.check(has_probes(here, "wrapped"), "a compiler behind a wrapper")
    result = here.triptych("fc", "gfortran", "-c", "solve.f90", env={"PATH": here / "bin"}, check=False)
    tap.check(result.status == 127 and "triptych fc: cannot run the compiler 'gfortran'" in result.err
              and "apt-get install gfortran" in result.err, "no gfortran", result)


def wrappers_with_libraries():
    """Wrappers such as mpifort add folders and libraries of their own."""
    here = program.folder()
    here.write("lib/own.f90", "subroutine own(k)\n  integer :: k\n  k = k + 1\nend subroutine\n")
    here.write("lib/own.inc", "  integer, parameter :: times = 3\n  interface\n    subroutine own(k)\n      integer :: k\n"
                              "    end subroutine\n  end interface\n")
    here.run(FC, *CFLAGS, "-c", "lib/own.f90", "-o", "lib/own.o")
    here.run("ar", "rc", "lib/libown.a", "lib/own.o")
    for name in ("one", "two"):
        here.write(f"{name}.f90", f"subroutine {name}(k)\n  include 'own.inc'\n  integer :: i, k\n  do i = 1, times\n"
                                  "    call own(k)\n  end do\nend subroutine\n")
    here.write("main.f90", "program p\n  integer :: k = 0\n  call one(k)\n  call two(k)\n  print *, k\nend program\n")
    added = '*" -c "*|*" -E "*) exec ' + FC + ' -I "$own" "$@";;'
    here.write("static", f'#!/bin/sh\nown={here / "lib"}\ncase " $* " in {added} *) exec {FC} "$@" "$own/libown.a";; esac\n', 0o755)
    here.write("missing", f'#!/bin/sh\nown={here / "lib"}\ncase " $* " in {added} *" -r "*) exec {FC} "$@" -lnowhere;; '
                          f'*) exec {FC} "$@" "$own/libown.a";; esac\n', 0o755)
    for kind in ("static", "missing"):
        for source in ("one", "two", "main"):
            result = here.triptych("fc", f"./{kind}", *CFLAGS, "-c", f"{source}.f90")
            tap.equal(result.err, "", f"{kind} library: {source}.f90 is measured")
        here.triptych("fc", f"./{kind}", *CFLAGS, "one.o", "two.o", "main.o", "-o", kind)
        tap.equal(here.triptych("run", "-q", "--force", "-o", "a.tri", f"./{kind}").out.split(), ["6"], f"{kind} library: the result")
        found = {(row["routine"], row["type"], row["visits"], row["trips"]) for row in here.report("a.tri")["loops"]}
        tap.equal(found, {("one", "D", 1, 3), ("two", "D", 1, 3)}, f"{kind} library: its loops")


def stale_modules():
    """The instrumented text does not use a module that an earlier compilation left, however long the original takes."""
    here = program.folder()
    here.write("slow/gfortran", f"#!/bin/sh\ncase \" $* \" in *' -w '*) ;; *' -c '*) sleep 0.3 ;; esac\nexec {shutil.which(FC)} \"$@\"\n", mode=0o755)
    for name, module in (("a.f90", "module"), ("a.f", "mo dule")):
        for number in (1, 2):
            here.write(name, f"      {module} numbers\n      integer, parameter :: n = {number}\n      end {module}\n      program p\n      use numbers\n"
                       "      print '(i0)', n\n      end program\n")
            here.triptych("fc", "slow/gfortran", *CFLAGS, name, "-o", "p")
            tap.equal(here.run("./p").out, f"{number}\n", f"{name}: a module of the same source, compiled with n = {number}")


def own_words():
    here, room = project(), program.folder()
    here.triptych("fc", FC, *CFLAGS, "-Wall", "solve.f90", "main.f90", env={"TMPDIR": room})
    tap.equal(list(room.path.iterdir()), [], "nothing is left in TMPDIR")
    result = here.triptych("fc", FC, "-c", "solve.f90", env={"TMPDIR": "/no/such/folder"}, check=False)
    tap.check("triptych fc: " in result.err and "TMPDIR" in result.err, "a TMPDIR that is not there is said", result)
    result = here.triptych("fc", FC, "-c", "solve.f90", env={"TRIPTYCH_FC_OPTIONS": "--verbose --keep kept"})
    tap.contains(result.err, "triptych fc: solve.f90: ", "TRIPTYCH_FC_OPTIONS counts")
    tap.contains(here.read("kept/solve.f90"), "include 'triptych/probes.inc'", "--keep leaves the instrumented text")
    tap.contains(here.read("kept/solve.f90.table.c"), "tri_", "and its table")
    tap.equal(here.triptych("fc", FC, "-c", "solve.f90", env={"TRIPTYCH_CC_OPTIONS": "--verbose"}).err, "",
              "TRIPTYCH_CC_OPTIONS is not for fc")
    for words in (["fc"], ["fc", "--no-such-option", FC]):
        result = here.triptych(*words, check=False)
        tap.check(result.status == 2 and result.err.startswith("triptych fc: "), f"misused: {' '.join(words)}", result)
    result = here.triptych("fc", FC, "-c", "solve.f90", env={"TRIPTYCH_FC_OPTIONS": "--what"}, check=False)
    tap.check(result.status == 2 and "TRIPTYCH_FC_OPTIONS" in result.err, "misused environment", result)
    tap.contains(here.triptych("fc", "--help").out, "make FC=", "help has an example")
    tap.contains(here.triptych("--help").out, "fc ", "triptych knows the word")


def main():
    if not program.have(FC):
        tap.skip_all("there is no gfortran")
    if program.SANITIZED and program.CC != "gcc":
        tap.skip_all("gfortran's sanitizers are not clang's")
    for part in (one_step, objects, forms, untouched, messages, module_files, dependencies, debug, kinds_of_objects,
                 large_commons, symbols, two_languages, make_in_parallel, odd_compilers, wrappers_with_libraries, stale_modules,
                 own_words):
        part()
    tap.done()


if __name__ == "__main__":
    sys.exit(main())

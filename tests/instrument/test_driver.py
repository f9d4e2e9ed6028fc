"""`triptych cc` does for every command line what the compiler does: same files, messages and exit status."""
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import program
import tap

CFLAGS = program.CFLAGS
MAIN = '''#include <stdio.h>
#include "part.h"
int main(void)
{
    for (int i = 0; i < 3; i++)
        printf("%d %s %s\\n", part(i), __FILE__, where());
    return 0;
}
'''
PART = '''#include "part.h"
int part(int x) { while (x > 10) x--; return x + 1; }
'''
HEADER = '''#ifndef PART_H
#define PART_H
int part(int x);
static inline const char *where(void) { return __FILE__; }
#endif
'''
PROBED = "tri_enter_on"
LOOP = "void g(int);\nvoid h(int n) { for (int i = 0; i < n; i++) g(i); }\n"
WARNINGS = (  # that the text with probes in it does not draw
    ("-Wmisleading-indentation", "int f(int n);\nint f(int n)\n{\n    int s = 0;\n    for (int i = 0; i < n; i++)\n"
     "        s += i;\n        s++;\n    return s;\n}\n"),
    ("-Wdangling-else", "int f(int n);\nint f(int n)\n{\n    if (n)\n        for (int i = 0; i < n; i++)\n"
     "            if (i > 3) n--;\n            else n++;\n    return n;\n}\n"),
    ("-Wdangling-else", "int f(int n);\nint f(int n)\n{\n    if (n)\n        if (n > 3) while (n) n--;\n"
     "        else n++;\n    return n;\n}\n"),
    ("-Wimplicit-fallthrough", LOOP + "void f(int n)\n{\n    switch (n) {\n    case 1: for (int i = 0; i < n; i++) g(i);\n"
     "    case 2: g(n);\n    }\n}\n"),
    ("-Wclobbered", "#include <setjmp.h>\nextern jmp_buf b;\nint g(int);\nint f(int n);\nint f(int n)\n{\n    int k = n;\n"
     "    if (setjmp(b)) return k;\n    for (k = 1; k < n; k += g(k)) g(k);\n    return k;\n}\n"),
    ("-Wdeprecated-declarations", "int old(int) __attribute__((deprecated));\nint f(int n);\nint f(int n)\n{\n"
     "    for (int i = 0; i < old(n); i++) n--;\n    return old(n);\n}\n"),
    ("-Wunused-variable", LOOP + "int f(int n)\n{\n    for (int i = 0, k = 3; i < n; i++) g(i);\n    int left;\n    return n;\n}\n"),
    ("-Wunused-label", LOOP + "int f(int n)\n{\nhere:\n    for (int i = 0; i < n; i++) g(i);\n    return n;\n}\n"),
    ("-Wvla", LOOP + "int f(int n);\nint f(int n)\n{\n    for (int i = 0; i < n; i++) { int a[n]; a[0] = i; g(a[0]); }\n"
     "    return n;\n}\n"),
    ("-Wsuggest-attribute=const", "int f(int n);\nint f(int n)\n{\n    int s = 0;\n    for (int i = 0; i < n; i++) s ^= i * i;\n"
     "    return s;\n}\n"),
    ("-Wsuggest-attribute=noreturn", "void g(int);\nvoid f(int n);\nvoid f(int n)\n{\n    for (;;) g(n);\n}\n"),
    ("-Wmaybe-uninitialized", "int f(int n);\nint f(int n)\n{\n    int s;\n    for (int i = 0; i < n; i++) s = i;\n    return s;\n}\n"),
)


def project(below=""):
    here = program.folder()
    here.write(below + "main.c", MAIN)
    here.write(below + "part.c", PART)
    here.write(below + "part.h", HEADER)
    return here


def files(here):
    """What a command left, but for what it was given and for archives."""
    return sorted(str(file.relative_to(here.path)) for file in here.path.rglob("*") if file.is_file()
                  and file.suffix not in (".h", ".c") and ".tri" not in str(file))


def pair(*words, make=project, before=None, **options):
    """The same command plain and measured, each in a new project: ((folder, result), (folder, result))."""
    both = []
    for prefix in ([], [program.TRIPTYCH, "cc"]):
        here = make()
        if before:
            before(here)
        both.append((here, here.run(*prefix, *words, check=False, **options)))
    return both


def alike(name, *words, **options):
    """Checks that both leave the same files and say the same; returns the folders."""
    (plain, one), (measured, two) = pair(*words, **options)
    same = (one.status, one.out, one.err.replace(str(plain), "HERE")) == \
        (two.status, two.out, two.err.replace(str(measured), "HERE"))
    tap.check(same, f"{name}: says and returns the same", f"{one}\n{two}")
    tap.equal(files(measured), files(plain), f"{name}: leaves the same files")
    return plain, measured


def has_probes(here, name):
    return PROBED in here.run("nm", here / name).out


def one_step(compiler):
    plain, measured = alike(f"{compiler}: one step", compiler, *CFLAGS, "main.c", "part.c", "-o", "program")
    tap.equal(measured.run("./program").out, plain.run("./program").out, f"{compiler}: one step: runs alike")
    tap.check((measured / "program.tri").is_dir(), f"{compiler}: one step: measures")
    plain, measured = alike(f"{compiler}: a.out", compiler, *CFLAGS, "main.c", "part.c")
    tap.check(has_probes(measured, "a.out"), f"{compiler}: a.out has probes")


def objects(compiler):
    plain, measured = alike(f"{compiler}: -c of several", compiler, *CFLAGS, "-c", "main.c", "part.c")
    tap.check(has_probes(measured, "main.o") and has_probes(measured, "part.o"), f"{compiler}: -c has probes")
    for here, words in ((plain, [compiler]), (measured, [program.TRIPTYCH, "cc", compiler])):
        here.run(*words, *CFLAGS, "main.o", "part.o", "-o", "program")
    tap.equal(measured.run("./program").out, plain.run("./program").out, f"{compiler}: linking alone")
    alike(f"{compiler}: -S", compiler, "-S", "main.c")
    alike(f"{compiler}: -S -o", compiler, "-S", "main.c", "-o", "x.s")
    plain, measured = alike(f"{compiler}: -c -o with a joined name", compiler, "-c", "main.c", "-oobject.o")
    tap.check(has_probes(measured, "object.o"), f"{compiler}: -oobject.o has probes")
    plain, measured = alike(f"{compiler}: -x c", compiler, "-c", "-x", "c", "odd.txt", "-o", "odd.o",
                            before=lambda here: here.write("odd.txt", MAIN))
    tap.check(has_probes(measured, "odd.o"), f"{compiler}: -x c has probes")
    plain, measured = alike(f"{compiler}: standard input", compiler, "-x", "c", "-c", "-", "-o", "in.o", input=MAIN)
    tap.check(has_probes(measured, "in.o"), f"{compiler}: standard input has probes")
    here = program.folder()
    here.triptych("cc", compiler, *CFLAGS, "-x", "c", "-", "-o", "program", input="int main(void) { return 0; }\n")
    here.run("./program")
    tap.equal([row["file"] for row in here.report("program.tri")["routines"] if row["name"] == "main"], ["<stdin>"],
              f"{compiler}: standard input is called so")
    plain, measured = alike(f"{compiler}: @file", compiler, "@words",
                            before=lambda here: here.write("words", '-c "main.c"\n-o \'a b.o\' -DX=\\"y\\"'))
    tap.check(has_probes(measured, "a b.o"), f"{compiler}: @file has probes")
    for stage in ([], ["-c"]):
        alike(f"{compiler}: messages of several sources come in their order {stage}", compiler, "-Wall", *stage, "part.c", "bad.c",
              "main.c", before=lambda here: (here.write("bad.c", "int bad(void) { int left; return missing; }\n"),
                                             here.write("part.c", PART + "static int unused;\n"),
                                             here.write("main.c", MAIN + "static int other;\n")))
    alike(f"{compiler}: mixed inputs", compiler, *CFLAGS, "main.c", "other.s", "-o", "program",
          before=lambda here: here.run(compiler, "-S", "part.c", "-o", "other.s"))
    alike(f"{compiler}: -x c before, -x none behind", compiler, *CFLAGS, "-x", "c", "main.c", "-x", "none",
          "part.o", "-o", "program", before=lambda here: here.run(compiler, "-c", "part.c"))
    alike(f"{compiler}: -x c and a library", compiler, *CFLAGS, "-x", "c", "main.c", "part.c", "-lm", "-o", "program")
    alike(f"{compiler}: -r", compiler, "-r", "-nostdlib", "part.o", "-o", "all.o",
          before=lambda here: here.run(compiler, "-c", "part.c"))


def untouched(compiler):
    for words in (["-E", "main.c"], ["-E", "main.c", "-o", "main.i"], ["-M", "main.c"], ["-MM", "main.c"],
                  ["-fsyntax-only", "main.c"], ["--version"], ["-dumpmachine"], ["-print-search-dirs"], [],
                  ["-c", "nothing-there.c"], ["-c", "main.c", "part.c", "-o", "x.o"], ["-no-such-option", "main.c"],
                  ["part.h", "-o", "part.h.gch"], ["-c"], ["main.c", "-o", "no/such/folder/x"]):
        plain, measured = alike(f"{compiler} {' '.join(words)}", compiler, *words)
        for file in files(plain):
            if not file.endswith(".gch"):
                tap.equal((measured / file).read_bytes(), (plain / file).read_bytes(), f"{compiler}: {file} is the same")


def messages(compiler):
    def bad(text):
        return lambda here: here.write("bad.c", text)

    alike(f"{compiler}: an error", compiler, "-c", "bad.c", before=bad("int main(void) { return x; }\n"))
    alike(f"{compiler}: a warning", compiler, "-Wall", "-c", "bad.c",
          before=bad('#include <stdio.h>\nint f(void) { int x; for (;;) printf("%d", "a"); }\n'))
    alike(f"{compiler}: -Werror", compiler, "-Wall", "-Werror", "-c", "bad.c",
          before=bad("static int f(void) { return 1; }\n"))
    alike(f"{compiler}: a wanted result dropped", compiler, "-O2", "-D_FORTIFY_SOURCE=2", "-c", "bad.c",
          before=bad("#include <unistd.h>\nvoid f(void) { write(1, \"\", 0); }\n"))
    alike(f"{compiler}: -Werror and a fall through that only probes have", compiler, "-Wextra", "-Werror", "-c",
          "bad.c", before=bad("int f(int x) { switch (x) { case 1: for (int i = 0; i < 3; i++) x++;\n"
                              "__attribute__((fallthrough)); default: x++; } return x; }\n"))
    for text in ("for (i = 0; i < n; i++);\n    { n++; }", "while (n > 3);\n    { n++; }",
                 "do ; while (n > 3);", "for (i = 0; i < n; i++)\n        ;\n    { n++; }"):
        alike(f"{compiler}: the empty body of {text.splitlines()[0]}", compiler, "-Wall", "-Wextra", "-Werror", "-c", "bad.c",
              before=bad(f"int f(int n);\nint f(int n)\n{{\n    int i = 0;\n    {text}\n    return i + n;\n}}\n"))
    for option, text in WARNINGS:
        alike(f"{compiler}: {option}", compiler, "-O2", option, "-Werror", "-c", "bad.c", before=bad(text))
    here = program.folder()
    here.write("odd.c", "typedef int v __attribute__((vector_size(16)));\nint f(int n) { struct { int a[n]; } s; "
               "return sizeof s; }\n")
    if compiler == "gcc":
        result = here.triptych("cc", compiler, "-c", "odd.c", check=False)
        tap.check(result.status == 0 and "odd.c is compiled but not measured: line 2" in result.err,
                  "what libclang cannot parse is compiled and said", result)


def dependencies(compiler):
    for words in (["-MD", "-c", "main.c"], ["-MMD", "-MP", "-c", "main.c", "-o", "out.o"],
                  ["-MD", "-MF", "x.dep", "-c", "main.c"], ["-MMD", "-MT", "a target", "-c", "main.c"],
                  ["-MD", "-MQ", "a target", "-MFx.dep", "-c", "main.c", "-o", "o.o"],
                  ["-Wp,-MD,kernel.d", "-c", "main.c"], [*CFLAGS, "-MD", "main.c", "part.c", "-o", "program"],
                  [*CFLAGS, "-MMD", "main.c", "part.c"], ["-MD", "-S", "main.c"],
                  ["-MD", "-MG", "-c", "main.c"], ["-MF", "x.d", "-c", "main.c"], ["-MP", "-c", "main.c"],
                  [*CFLAGS, "-MG", "-MD", "main.c", "part.c", "-o", "program"]):
        plain, measured = alike(f"{compiler} {' '.join(words)}", compiler, *words)
        for file in files(plain):
            if file.endswith((".d", ".dep")):
                tap.equal(measured.read(file), plain.read(file), f"{compiler}: {' '.join(words)}: {file} is the same")


def debug_names(here, file):
    """Name and folder of each unit, and the user's files and lines of its line table."""
    info = here.run("readelf", "--debug-dump=info", file).out.split("DW_TAG_compile_unit")[1]
    names = [line.split(":")[-1].strip() for line in info.splitlines() if "DW_AT_name" in line][:1]
    found = re.findall(r"^\S*?(?:[^/\s]* ?[^/\s]*/)*(main\.c|part\.h)\s+(\d+)\s",
                       here.run("objdump", "--dwarf=decodedline", file).out, re.MULTILINE)
    symbols = [line.split()[-1] for line in here.run("readelf", "-sW", file).out.splitlines() if " FILE " in line]
    return names, sorted({name for name, _ in found}), {int(line) for _, line in found}, symbols


def debug(compiler):
    for words, below in ((["main.c"], ""), (["sub dir/main.c"], "sub dir/"), (["./main.c"], ""),
                         (["sub/../sub/main.c"], "sub/")):
        (plain, _), (measured, _) = pair(compiler, "-g", "-c", *words, "-o", "x.o", make=lambda: project(below))
        one, two = debug_names(plain, "x.o"), debug_names(measured, "x.o")
        name = f"{compiler}: {words[0]}"
        tap.equal((two[0], two[1], two[3]), (one[0], one[1], one[3]), f"{name}: debug information has the user's names")
        tap.check(one[2] <= two[2] and max(two[2]) <= MAIN.count("\n"), f"{name}: and lines", f"{one}\n{two}")
    for below in ("", "a b/"):
        plain, measured = alike(f"{compiler}: __FILE__ of an absolute path", compiler, *CFLAGS, "main.c", "part.c", "-o",
                                "program")
        tap.equal(measured.run("./program").out, plain.run("./program").out, f"{compiler}: __FILE__")
        outputs = []
        for prefix in ([], [program.TRIPTYCH, "cc"]):
            here = project(below)
            here.run(*prefix, compiler, *CFLAGS, str(here / (below + "main.c")), below + "part.c", "-o", "program")
            outputs.append(here.run("./program").out.replace(str(here), "HERE"))
        tap.equal(outputs[1], outputs[0], f"{compiler}: __FILE__ below {below!r}, absolute")
    mapped = ["-ffile-prefix-map=sub=mapped", "-g", "-c", "sub/main.c", "-o", "x.o"]
    (plain, _), (measured, _) = pair(compiler, *mapped, make=lambda: project("sub/"))
    tap.equal(debug_names(measured, "x.o")[0], debug_names(plain, "x.o")[0], f"{compiler}: the user's prefix map counts")


def linking(compiler):
    plain, measured = alike(f"{compiler}: -shared", compiler, *CFLAGS, "-fPIC", "-shared", "part.c", "-o", "libpart.so")
    for here, words in ((plain, [compiler]), (measured, [program.TRIPTYCH, "cc", compiler])):
        here.run(*words, *CFLAGS, "main.c", "-L.", "-lpart", "-Wl,-rpath,.", "-o", "program")
    tap.equal(measured.run("./program").out, plain.run("./program").out, f"{compiler}: -shared: runs alike")
    if not program.SANITIZED:
        plain, measured = alike(f"{compiler}: -static", compiler, "-static", "main.c", "part.c", "-o", "program")
        tap.equal(measured.run("./program").out, plain.run("./program").out, f"{compiler}: -static: runs alike")
        tap.check((measured / "program.tri").is_dir(), f"{compiler}: -static measures")
    here = project()
    here.triptych("cc", compiler, "-c", "part.c")
    here.run("ar", "rc", "libpart.a", "part.o")
    here.triptych("cc", compiler, *CFLAGS, "main.c", "libpart.a", "-flto" if compiler == "gcc" else "-O1", "-o", "p")
    tap.equal(len(here.run("./p").out.splitlines()), 3, f"{compiler}: an archive library and LTO")
    here.write("nothing.c", "int only_data;\nint main();\n")
    result = here.triptych("cc", compiler, *CFLAGS, "-c", "nothing.c")
    tap.equal(result.err, "", f"{compiler}: a file without anything to measure is no matter")


def side_outputs(compiler):
    """What is named after the output of compiling and linking in one step."""
    kinds = [["--coverage"], ["-g", "-gsplit-dwarf"], ["-fstack-usage"], ["-save-temps"], ["-save-temps=obj"]]
    if compiler == "gcc":
        kinds += [["-fdump-tree-optimized"], ["--coverage", "-dumpdir", "my-"]]
    for kind in kinds:
        for words in (["main.c", "part.c", "-o", "program"], ["main.c", "part.c"],
                      ["main.c", "part.c", "-o", "out/program.exe"],
                      ["-Wall", "-DUNUSED=int unused;", "all.c", "-o", "program"]):
            name = f"{compiler} {' '.join(kind + words)}"
            plain, measured = alike(name, compiler, *CFLAGS, *kind, *words, before=with_all)
            if kind == ["--coverage"]:
                for here in (plain, measured):
                    here.run("./" + (words[-1] if "-o" in words else "a.out"))
                data = [file for file in files(plain) if file.endswith(".gcda")]
                tap.check(data and files(measured) == files(plain), f"{name}: its runs leave the same files",
                          f"{files(plain)}\n{files(measured)}")
    alike(f"{compiler}: --coverage below a folder", compiler, *CFLAGS, "--coverage", "sub dir/main.c",
          "sub dir/part.c", "-o", "program", make=lambda: project("sub dir/"))


def with_all(here):
    """A folder for output, and a program in one file that draws a warning where UNUSED is defined."""
    (here / "out").mkdir()
    here.write("all.c", '#include "part.c"\n#include <stdio.h>\nint main(void)\n{\n    UNUSED\n'
               '    printf("%d\\n", part(3));\n    return 0;\n}\n')


def make_in_parallel():
    here = program.folder()
    names = [f"part{i}" for i in range(12)]
    for name in names:
        here.write(f"src dir/{name}.c", f'#include "common.h"\nint {name}(void) {{ for (int i = 0; i < N; i++) ; return 1; }}\n')
    here.write("src dir/common.h", "#define N 10\n")
    calls = " + ".join(f"{name}()" for name in names)
    declared = "".join(f"int {name}(void);\n" for name in names)
    here.write("src dir/main.c", f"#include <stdio.h>\n{declared}int main(void) {{ printf(\"%d\\n\", {calls}); return 0; }}\n")
    objects_ = " ".join(f"{name}.o" for name in names + ["main"])
    here.write("Makefile", f"CFLAGS = -O1 -MMD {' '.join(CFLAGS)}\nprogram: {objects_}\n\t$(CC) $(CFLAGS) $^ -o $@\n"
               "%.o: src\\ dir/%.c\n\t$(CC) $(CFLAGS) -c \"$<\" -o $@\n-include *.d\n")
    here.run("make", "-j4", f"CC={program.TRIPTYCH} cc {program.CC}", timeout=300)
    tap.equal(here.run("./program").out, "12\n", "make -j builds a program in a folder with a space")
    tap.equal(here.run("make", "-q", check=False).status, 0, "make has nothing more to do")
    time.sleep(1.1)
    os.utime(here / "src dir/common.h")
    tap.equal(here.run("make", "-q", check=False).status, 1, "a changed header is known to make")


def temporary_files():
    here, room = project(), program.folder()
    here.triptych("cc", program.CC, *CFLAGS, "main.c", "part.c", env={"TMPDIR": room})
    tap.equal(list(room.path.iterdir()), [], "nothing is left in TMPDIR")
    result = here.triptych("cc", program.CC, "-c", "main.c", env={"TMPDIR": "/no/such/folder"}, check=False)
    tap.check("TMPDIR" in result.err, "a TMPDIR that is not there is said", result)
    source, out = project("source/"), program.folder()
    os.chmod(source / "source", 0o555)
    out.triptych("cc", program.CC, "-c", source / "source/main.c")
    os.chmod(source / "source", 0o755)
    tap.check(has_probes(out, "main.o"), "a read-only source folder will do")
    here.triptych("cc", "--keep", "kept", program.CC, "-c", "../" + here.path.name + "/main.c")
    kept = here.read("kept/up/" + here.path.name + "/main.c")
    tap.contains(kept, "TRI_ROUTINE(0);", "--keep leaves the instrumented text")
    result = here.triptych("cc", program.CC, "-c", "main.c", env={"TRIPTYCH_CC_OPTIONS": "--verbose --keep other"})
    tap.contains(result.err, "main.c: 1 routines, 1 loops, 1 I/O statements", "TRIPTYCH_CC_OPTIONS counts")
    tap.check((here / "other/main.c").is_file(), "all of it")


def trouble():
    here = project()
    result = here.triptych("cc", "no-such-compiler", "-c", "main.c", check=False)
    tap.check(result.status == 127 and "cannot run the compiler 'no-such-compiler'" in result.err, "no compiler", result)
    for words in (["cc"], ["cc", "--no-such-option", "gcc"]):
        tap.equal(here.triptych(*words, check=False).status, 2, f"misused: {' '.join(words)}")
    tap.contains(here.triptych("cc", "--help").out, "Example", "help has an example")
    here.write("slow", "#!/bin/sh\ncase \" $* \" in *\" -E \"*) exit 0;; esac\necho $$ >> pids\nexec sleep 60\n", 0o755)
    started = here.start(program.TRIPTYCH, "cc", "./slow", "-c", "main.c", stderr=subprocess.DEVNULL)
    while not (here / "pids").exists() or "\n" not in here.read("pids"):
        time.sleep(0.01)
    started.send_signal(signal.SIGTERM)
    tap.equal(started.wait(20), -signal.SIGTERM, "SIGTERM ends it as it ends the compiler")
    alive = [pid for pid in here.read("pids").split() if pathlib.Path(f"/proc/{pid}").exists()]
    tap.equal(alive, [], "and every compiler with it")
    here.write("killed", "#!/bin/sh\ncase \" $* \" in *\" -E \"*) exit 0;; esac\nkill -9 $$\n", 0o755)
    tap.equal(here.triptych("cc", "./killed", "-c", "main.c", check=False).status, -9, "the compiler's end is passed on")


def launchers():
    here = project()
    here.write("bin/ccache", '#!/bin/sh\nexec "$@"\n', 0o755)
    here.triptych("cc", here / "bin/ccache", program.CC, *CFLAGS, "main.c", "part.c", "-o", "program")
    tap.check(has_probes(here, "program"), "a compiler that ccache starts")
    here.write("bin/noted", f'#!/bin/sh\necho "$*" >>noted\nexec {program.CC} "$@"\n', 0o755)
    for words, questions in (([], 1), (["-O2"], 2)):
        (here / "noted").unlink(missing_ok=True)
        said = here.triptych("cc", "--verbose", here / "bin/noted", *words, "-c", "main.c").err
        asked = [line for line in here.read("noted").splitlines() if line.endswith("/dev/null")]
        tap.check(len(asked) == questions and "main.c: 1 routines, 1 loops" in said,
                  f"questions that a compiler is started for, with {words}: {questions}", "\n".join([said, *asked]))
    here.write("lib/own.h", "static inline int own(int k)\n{\n    return k + OWN;\n}\n")
    here.write("own.c", "#include <own.h>\nint main(void)\n{\n    int k = 0;\n    for (int i = 0; i < OWN; i++)\n"
                        "        k = own(k);\n    return k;\n}\n")
    here.write("bin/mpicc", f'#!/bin/sh\nexec {program.CC} -DOWN=3 "$@" -I {here / "lib"}\n', 0o755)
    result = here.triptych("cc", here / "bin/mpicc", *CFLAGS, "own.c", "-o", "own")
    tap.check(has_probes(here, "own") and not result.err and here.run("./own", check=False).status == 9,
              "a wrapper with folders and macros of its own", result)


def headers():
    here = project()
    here.triptych("cc", "--headers", program.CC, *CFLAGS, "main.c", "part.c", "-o", "program")
    out = here.run("./program").out
    tap.equal(out, "".join(f"{i + 1} main.c part.h\n" for i in range(3)), "--headers: the program is the same")
    names = {row["name"] for row in here.report("program.tri")["routines"]}
    tap.check({"main", "part", "where"} <= names, "--headers: functions of headers are measured", names)
    here.triptych("cc", program.CC, *CFLAGS, "main.c", "part.c", "-o", "other")
    here.run("./other")
    names = {row["name"] for row in here.report("other.tri")["routines"]}
    tap.check("where" not in names and "main" in names, "without it they are not", names)


def headers_of_gcc_alone():
    here = program.folder()
    here.write("a.c", "#include <stdatomic.h>\nstatic atomic_flag flag = ATOMIC_FLAG_INIT;\n"
               "int main(void) { return atomic_flag_test_and_set(&flag); }\n")
    result = here.triptych("cc", "--headers", "gcc", *CFLAGS, "a.c", "-o", "program")
    tap.contains(result.err, "the headers of a.c are not measured: line 2", "--headers: what only gcc knows is said")
    tap.check(has_probes(here, "program"), "--headers: the file itself is measured, then")


def personality():
    """What stands under #ifdef __clang__ is not what gcc compiles."""
    here = program.folder()
    here.write("a.c", "#ifdef __clang__\nint f(void) {\n#else\nint f(int x) {\n#endif\n return 1; }\n"
               "#if __GNUC__ >= 9\nint new_gcc(void) { return 2; }\n#endif\n")
    for compiler, there in (("gcc", True), ("clang", False)):
        if program.have(compiler):
            said = here.triptych("cc", "--verbose", compiler, "-c", "a.c").err
            tap.contains(said, f"{2 if there else 1} routines", f"{compiler} is taken for what it is")


def other_languages():
    """What is C++, by its name, by -x or by the compiler, is compiled as such; who links it is told how it is measured."""
    source = "#include <vector>\nint main() { std::vector<int> v(3); for (int i : v) (void)i; return 0; }\n"
    for words in (["g++", "a.cpp"], ["g++", "-c", "a.cpp"], ["g++", "plain.c"], ["gcc", "-x", "c++", "plain.c", "-lstdc++"]):
        (plain, one), (measured, two) = pair(*words, before=lambda here: (here.write("a.cpp", source), here.write("plain.c", source)))
        said = "" if "-c" in words else ("triptych cc: `triptych run` counts and times the C++ routines and loops of a.out in the binary, "
                                         "and measures its C routines by probes\n")
        tap.check((two.status, two.err) == (0, said), f"{' '.join(words)}: says how C++ is measured", two)
        tap.equal(files(measured), files(plain), f"{' '.join(words)}: leaves the same files")


def musttail():
    here = program.folder()
    here.write("m.c", "int g(int n);\nint f(int n)\n{\n    if (n > 0)\n        __attribute__((musttail)) return f(n - 1);\n    return g(n);\n}\n"
               "int g(int n) { return n; }\nint main(void) { return f(5); }\n")
    result = here.triptych("cc", "--verbose", "clang", *CFLAGS, "m.c", "-o", "m")
    tap.check("m.c:2: not measured: it has a musttail call" in result.err, "a routine with a musttail call is left alone, and said to be", result)
    tap.equal(here.run("./m").status, 0, "it runs alike")
    tap.equal({row["name"] for row in here.report("m.tri")["routines"]} - {"f"}, {"g", "main"}, "the others are measured")


def digraphs():
    here = program.folder()
    here.write("d.c", "int f(int n) <% int s = 0; for (int i = 0; i < n; i++) <% s += i; %> return s; %>\n"
               "int main(void)\n<%\n    return f(10) - 45;\n%>\n")
    here.triptych("cc", "gcc", "d.c", "-o", "d")
    tap.equal(here.run("./d").status, 0, "a program in digraphs runs alike")
    report = here.report("d.tri")
    tap.equal(sorted((row["name"], row["visits"]) for row in report["routines"]), [("f", 1), ("main", 1)],
              "routines that open by digraphs are measured")
    tap.equal([row["trips"] for row in report["loops"]], [10], "their loops, too")


def main():
    for compiler in ("gcc", "clang"):
        if not program.have(compiler) or (program.SANITIZED and compiler == "clang"):
            tap.skip(compiler, "not at hand")
            continue
        for part in (one_step, objects, untouched, messages, dependencies, debug, linking, side_outputs):
            part(compiler)
    for part in (make_in_parallel, temporary_files, trouble, launchers, headers, personality):
        part()
    if program.have("gcc"):
        headers_of_gcc_alone()
        digraphs()
    if program.have("clang") and not program.SANITIZED:
        musttail()
    if program.have("g++"):
        other_languages()
    tap.done()


if __name__ == "__main__":
    sys.exit(main())

"""I/O of programs that were not rebuilt: the same counts and bytes as by probes in the source, as the sizes of files, and
as strace says."""
import collections
import pathlib
import re

import program
import tap

HERE = pathlib.Path(__file__).resolve().parent
READS, WRITES = 4, 8

if program.SANITIZED:
    tap.skip_all("a sanitized program is not listened to")
here = program.folder()


def files(archive):
    """File -> (bytes read, bytes written, calls)."""
    return {row["name"]: (row["read_bytes"], row["written_bytes"], row["visits"])
            for row in here.report(archive, "--files")["files"]}


def bytes_of(archive):
    return {name: row[:2] for name, row in files(archive).items()}


def run(archive, *command, options=(), **more):
    here.triptych("run", "-q", "--force", "-o", archive, *options, *command, **more)
    return archive


# Two ways of measuring
here.copy(HERE / "programs" / "agree.c")
here.run(program.CC, "-g", "-O0", "-D_GNU_SOURCE", "-w", "agree.c", "-o", "plain-built")
here.triptych("cc", program.CC, "-g", "-O0", "-D_GNU_SOURCE", "-w", "agree.c", "-o", "probed")
heard, probed = files(run("heard.tri", "./plain-built")), files(run("probed.tri", "./probed"))
tap.equal(heard, probed, "listening and probes agree on calls and bytes of every file")
tap.check(len(heard) >= 7 and heard["plain"][1] > 10000, "which are many", heard)
alone = files(run("alone.tri", "./probed", options=("--collect", "none")))
tap.equal(probed, alone, "what a probe measures is not counted again by listening")
for flags in (["-O2"], ["-O2", "-D_FORTIFY_SOURCE=2"], ["-O2", "-D_FILE_OFFSET_BITS=64"]):
    here.run(program.CC, *flags, "-D_GNU_SOURCE", "-w", "agree.c", "-o", "otherwise")
    there = files(run("otherwise.tri", "./otherwise"))
    tap.equal(there, probed, f"the same when compiled with {' '.join(flags)}")

# All functions that probes know are listened to
table = (program.SOURCE / "src" / "instrument" / "c" / "io_table.c").read_text()
known = set(re.findall(r'^    {"(\w+)",', table, re.M))
library = pathlib.Path(program.TRIPTYCH).parents[1] / "measure" / "libtriptych-listen.so"
exported = set(re.findall(r" [TW] (\w+)$", here.run("nm", "-D", "--defined-only", library).out, re.M))
tap.check(len(known) > 90, "the instrumenter's table is read", known)
tap.equal(sorted(known - exported), [], "every function of it is listened to")

# The sizes of files
here.run("python3", "-c", "import random; open('big', 'wb').write(random.Random(1).randbytes(3000017))")
found = bytes_of(run("dd.tri", "dd", "if=big", "of=copy", "bs=1000", "status=none"))
tap.equal((found["big"], found["copy"]), ((3000017, 0), (0, 3000017)), "dd reads a file, and writes one by a copied descriptor")
sums = bytes_of(run("cat.tri", "md5sum", "big"))
tap.equal(sums["big"], (3000017, 0), "md5sum reads it by fread")
run("sort.tri", "sort", "-o", "sorted", "big")
tap.equal(sum(row[1] for row in files("sort.tri").values()), 3000017 + 1, "sort writes all lines, and ends the last one")
if program.have("gfortran"):
    here.write("a.f90", "program a\n  integer :: i\n  open(10, file='f.txt')\n  do i = 1, 1000\n    write(10, '(i6)') i\n  "
               "end do\n  close(10)\nend program\n")
    here.run("gfortran", "a.f90", "-o", "fortran")
    found = {pathlib.Path(name).name: row for name, row in bytes_of(run("fortran.tri", "./fortran")).items()}
    tap.equal(found.get("f.txt"), (0, (here / "f.txt").stat().st_size), "Fortran's runtime library writes what is in its file")
else:
    tap.skip("Fortran", "no gfortran here")
if program.have("g++"):
    here.write("a.cc", '#include <fstream>\n#include <iostream>\nint main() { std::ofstream f("c.txt"); '
               'for (int i = 0; i < 100000; i++) f << i << "\\n"; std::cout << "x" << std::endl; }\n')
    here.run("g++", "-w", "a.cc", "-o", "streams")
    found = bytes_of(run("cc.tri", "./streams"))
    tap.equal(found.get("c.txt"), (0, (here / "c.txt").stat().st_size), "so does C++'s")
else:
    tap.skip("C++", "no g++ here")

here.run(program.CC, "-O1", HERE / "programs" / "characters.c", "-o", "characters")
for options in ([], ["--count"], ["--throttle", "off"], ["--events"]):
    found = files(run("characters.tri", "./characters", options=options))
    tap.equal({name: found.get(name) for name in "abc"},
              {"a": (30108, 30108, 60223), "b": (0, 20007, 20008), "c": (0, 11, 14)},
              f"characters from one call to several files, in two processes: {' '.join(options) or 'by default'}")


# strace
def traced(*command):
    """Calls and bytes of write(2) and read(2) as strace sees them, after the loader's own."""
    here.run("strace", "-f", "-o", "trace", "-e", "trace=read,write,openat,close", *command)
    sums = collections.Counter()
    for call, result in re.findall(r"\b(read|write)\(.*\) += (\d+)$", here.read("trace"), re.M):
        sums[call, "calls"] += 1
        sums[call, "bytes"] += int(result)
    return sums


def heard_calls(archive):
    sums = collections.Counter()
    for row in here.report(archive, "--io", "--top", "0")["io"]:
        if row["function"] in ("read", "write"):
            sums[row["function"], "calls"] += row["visits"]
            sums[row["function"], "bytes"] += row["bytes"]
    return sums


if program.have("strace") and here.run("strace", "true", check=False).status == 0:
    for words in (["dd", "if=big", "of=copy", "bs=8192", "status=none"], ["./plain-built"]):
        said, found = traced(*words), heard_calls(run("strace.tri", *words))
        if words[0] == "dd":
            tap.equal((found["write", "calls"], found["write", "bytes"]), (said["write", "calls"], said["write", "bytes"]),
                      f"{words[0]}: as many calls and bytes of write(2) as strace says")
            tap.equal(said["read", "bytes"] - found["read", "bytes"] < 20000, True, "and of read(2), but for the loader's")
        else:
            tap.check(found["write", "calls"] == 20 and said["write", "calls"] >= 20,
                      "stdio's own write(2) is not counted twice", f"{found} {said}")
else:
    tap.skip("strace", "it is not installed, or may not trace")
tap.done()

"""compile: what `triptych cc` and `triptych fc` add to compiling: the original is compiled, too, for its messages."""
import resource
import time

import bench

ROOT = bench.HERE.parent
C = [*sorted((ROOT / "bench" / "kernels").rglob("*.c")), *sorted((ROOT / "examples" / "heat").glob("*.c"))]
FORTRAN = sorted((ROOT / "bench" / "fortran" / "kernels").glob("*.f*"))


def seconds(word, compiler, files, option, measured):
    """Wall and CPU time of compiling each file by a command of its own."""
    prefix = [bench.TRIPTYCH, word] if measured else []
    start, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    for number, file in enumerate(files):
        bench.run(*prefix, compiler, option, "-Wall", "-c", file, "-o", f"{number}.o")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - start, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def compare(word, compiler, files, option):
    for which, name in ((0, "wall"), (1, "CPU")):
        best, ratio = bench.side_by_side(
            {way: lambda way=way: seconds(word, compiler, files, option, way == "measured")[which]
             for way in ("alone", "measured")}, 3)
        bench.line(f"{compiler} {option}, {len(files)} files, {name} time", best["measured"], "s", ratio["measured"],
                   f"{compiler} alone ({best['alone']:.2f} s)")


print("compile: what standing in front of the compiler adds")
for compiler in ("gcc", "clang"):
    compare("cc", compiler, C, "-O2")
compare("fc", "gfortran", FORTRAN, "-O2")
bench.done()

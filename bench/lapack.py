"""lapack: what measuring costs LAPACK's own test drivers: many small routines, each in a file of its own."""
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import urllib.request

import bench

URL = "http://deb.debian.org/debian/pool/main/l/lapack/lapack_3.11.0.orig.tar.gz"  # the source package of Debian 12
KEPT = pathlib.Path.home() / ".cache" / "triptych-bench" / "lapack_3.11.0.tar.gz"
FLAGS = "-O2 -frecursive -w"
PARTS = [("INSTALL", ["second_INT_ETIME.o", "dsecnd_INT_ETIME.o", "slamch.o", "dlamch.o", "lsame.o", "ilaver.o"]),
         ("BLAS/SRC", ["double"]), ("SRC", ["double"]), ("TESTING/MATGEN", ["double"]), ("TESTING/LIN", ["double"]),
         ("TESTING/EIG", ["double"])]
RUNS = {"linear equations": ("LIN/xlintstd", "dtest.in"), "symmetric eigenvalues": ("EIG/xeigtstd", "sep.in"),
        "singular values": ("EIG/xeigtstd", "svd.in")}
LIMITS = {"Triptych, defaults": 1.25, "Triptych, off": 1.01}


def fetch():
    if not KEPT.exists():
        KEPT.parent.mkdir(parents=True, exist_ok=True)
        part = KEPT.with_suffix(".part")
        try:
            with urllib.request.urlopen(URL, timeout=60) as answer, open(part, "wb") as file:
                shutil.copyfileobj(answer, file)
        except OSError as error:
            print(f"lapack: {URL} cannot be had: {error}")
            bench.done()
        part.rename(KEPT)


def build(name, compiler):
    """The drivers for double precision, by LAPACK's own makefiles."""
    with tarfile.open(KEPT) as archive:
        archive.extractall(bench.WORK / name)
    folder = bench.WORK / name / "lapack-3.11.0"
    settings = (folder / "make.inc.example").read_text().splitlines()
    said = {"FC": compiler, "FFLAGS": FLAGS, "FFLAGS_NOOPT": "-O0 -frecursive -w"}
    lines = [f"{words[0]} = {said[words[0]]}" if (words := line.split()) and words[0] in said else line for line in settings]
    (folder / "make.inc").write_text("\n".join(lines) + "\n")
    for part, targets in PARTS:
        bench.run("make", f"-j{os.cpu_count()}", "-C", folder / part, *targets)
    return folder / "TESTING"


def seconds(folder, driver, given, **env):
    for old in bench.WORK.glob("*.tri"):
        shutil.rmtree(old)
    with open(folder / given, "rb") as words:
        process = subprocess.Popen([folder / driver], cwd=bench.WORK, stdin=words, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, env={**os.environ, **env})
        _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"bench: {driver} failed")
    return usage.ru_utime + usage.ru_stime


if not bench.have("gfortran") or not bench.have("make"):
    print("lapack: gfortran or make is not installed")
    bench.done()
fetch()
print(f"lapack: its test drivers, {FLAGS}")
native, measured = build("native", "gfortran"), build("measured", f"{bench.TRIPTYCH} fc gfortran")
for what, (program, input_file) in RUNS.items():
    best, ratio = bench.side_by_side({
        "native": lambda: seconds(native, program, input_file),
        "Triptych, defaults": lambda: seconds(measured, program, input_file),
        "Triptych, --count": lambda: seconds(measured, program, input_file, TRIPTYCH_COUNT="1"),
        "Triptych, off": lambda: seconds(measured, program, input_file, TRIPTYCH="off"),
    }, rounds=5)
    for variant in best:
        bench.line(f"{what}, {variant}", best[variant] * 1e3, "ms", ratio[variant], "native", LIMITS.get(variant))
bench.done()

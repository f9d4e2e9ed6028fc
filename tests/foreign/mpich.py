#!/usr/bin/env python3
"""MPICH's own self-checking programs, in C and three kinds of Fortran: what one does by itself it must do measured.

usage: mpich.py TRIPTYCH CACHE [--folder NAME]... [--only NAME]... [--sample N] [--most RANKS] [--fortran]

They come with the source of the Debian package mpich, and are built in CACHE/mpich, which takes some minutes. All are
logged (--events=all). Prints TAP.
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

import programs
from programs import run

FOLDERS = "attr comm coll datatype errhan errors group info init io mpi_t part pt2pt rma spawn threads topo".split()
FORTRAN = "f77 f90 f08".split()
MAKE_FIRST = "dtpools util".split()
# What takes minutes, wants a machine of its own, or tests MPICH's inside, is left out.
NOT = re.compile(r"large|many_isend|sendflood|manyrma|perf|timeout|stress|cancel_rma|bcastlength|huge|mt_improbe|alltoall_threads"
                 r"|dup_leak|ctxalloc|ctxsplit|comm_idup_overlap")
COMPILERS = {"MPICC": "mpicc.mpich", "MPIF77": "mpif77.mpich", "MPIFC": "mpifort.mpich", "MPICXX": "mpicxx.mpich",
             "CC": "gcc", "FC": "gfortran", "F77": "gfortran", "CFLAGS": "-O0 -w"}


def address():
    """Of the source package, by that of the binary one, so that it is taken from where the system's packages are."""
    said = subprocess.run(["apt-get", "download", "--print-uris", "mpich"], capture_output=True, text=True, check=True).stdout
    uri = re.search(r"'(\S*/)mpich_([^-']*)-[^']*'", said)
    if not uri:
        raise OSError("apt-get knows no package mpich")
    return f"{uri[1]}mpich_{uri[2]}.orig.tar.xz"


def fetch(cache):
    folder = os.path.join(cache, "mpich")
    if os.path.isdir(folder):
        return folder
    try:
        with tempfile.TemporaryDirectory() as scratch:
            tarball = os.path.join(scratch, "mpich.tar.xz")
            subprocess.run(["/usr/lib/apt/apt-helper", "download-file", address(), tarball], check=True, timeout=600,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            subprocess.run(["tar", "xf", tarball, "-C", scratch, "--wildcards", "mpich-*/test/mpi/*"], check=True)
            part = folder + ".part"
            shutil.rmtree(part, ignore_errors=True)
            shutil.copytree(glob.glob(scratch + "/mpich-*/test/mpi")[0], part, symlinks=True)
        subprocess.run(["./configure", "--with-mpi=/usr", "--disable-cxx", "--enable-fortran=all"], cwd=part, check=True, timeout=1800,
                       env={**os.environ, **COMPILERS}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.rename(part, folder)
    except (OSError, IndexError, subprocess.SubprocessError) as problem:
        print(f"1..0 # SKIP the source of mpich is not at hand: {problem}")
        sys.exit(0)
    return folder


def build_f08(top):
    """Their configure finds no mpi_f08 in some compilers that have it: they are compiled here, one by one."""
    common = os.path.join(top, "util", "mtest_f08.f90")
    for makefile in glob.glob(f"{top}/f08/*/Makefile.am"):
        here = os.path.dirname(makefile)
        with open(makefile, encoding="utf-8") as lines:
            more = dict(re.findall(r"^(\w+)_SOURCES *= *(.*)$", lines.read(), re.MULTILINE))
        with open(os.path.join(here, "testlist"), encoding="utf-8") as lines:
            names = {line.split()[0] for line in lines if re.match(r"\w+ +\d+", line)}
        for name in sorted(names):
            sources = more.get(name, name + ".f90").split()
            if not os.access(os.path.join(here, name), os.X_OK) and os.path.exists(os.path.join(here, sources[0])):
                subprocess.run(["mpifort.mpich", "-w", "-O0", f"-I{top}/include", *sources, common, "-o", name], cwd=here,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def build(top, folder):
    if folder == "f08":
        build_f08(top)
        return
    for name in [*MAKE_FIRST, folder]:
        subprocess.run(["make", "-k", "-s", "-C", name], cwd=top, timeout=3600, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)


class Case:
    """A line of a testlist: program ranks key=value..."""

    def __init__(self, folder, line):
        words = line.split()
        self.folder, self.name, self.ranks = folder, words[0], int(words[1])
        self.arguments = [word[4:] for word in words[2:] if word.startswith("arg=")]
        self.env = dict(word[4:].split("=", 1) for word in words[2:] if word.startswith("env="))
        self.odd = any(word.startswith(("resultTest=", "timeLimit=", "mpiexecarg=", "xfail=")) for word in words[2:])
        self.path = os.path.join(folder, self.name)

    def __str__(self):
        return " ".join([os.path.join(*self.folder.split("/mpich/")[-1].split("/")[-2:], self.name), str(self.ranks),
                         *self.arguments])


def lists(top, folder):
    """Of a folder, and of those below it."""
    found = []
    for file in sorted(glob.glob(f"{top}/{folder}/**/testlist", recursive=True)):
        with open(file, encoding="utf-8") as lines:
            for line in lines:
                if re.match(r"\w+ +\d+", line):
                    found.append(Case(os.path.dirname(file), line))
    return found


def choose(cases, options):
    """One of each program, of those that were built."""
    chosen = {}
    for case in cases:
        if options.only and case.name not in options.only:
            continue
        if os.access(case.path, os.X_OK) and not case.odd and not case.env and case.ranks <= options.most \
                and not NOT.search(case.name):
            chosen.setdefault(case.path, case)
    cases = list(chosen.values())
    return programs.sample(cases, options.sample) if options.sample else cases


def behaviour(status, said):
    """What it says of itself; messages of MPI's launcher about a failure have process numbers in them."""
    return status, "No Errors" in said, sorted(line for line in said.splitlines() if status == 0)


def check(case, triptych, scratch):
    """None: it is left out; else the title and what went wrong."""
    command = ["mpirun.mpich", "-n", str(case.ranks), case.path, *case.arguments]
    plain = behaviour(*run(command, scratch))
    if plain[0] is None:
        return None
    measured = run([triptych, "run", "-q", "--no-seal", "--force", "--events=all", "-o", "foreign.tri", *command], scratch)
    now = behaviour(*measured)
    if now[:2] == plain[:2] and now[2] != plain[2]: # does it always say the same?
        again = behaviour(*run(command, scratch))
        now = plain if again != plain else now
    return "" if now == plain else f"plain: {plain}\nmeasured: {measured}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("triptych", type=os.path.abspath)
    parser.add_argument("cache", type=os.path.abspath)
    parser.add_argument("--folder", action="append")
    parser.add_argument("--only", action="append")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--most", type=int, default=4)
    parser.add_argument("--fortran", action="store_true")
    options = parser.parse_args()
    if not shutil.which("mpicc.mpich") or not shutil.which("mpirun.mpich"):
        print("1..0 # SKIP MPICH is not installed")
        return 0
    top = fetch(options.cache)
    number = failed = 0
    for folder in options.folder or FOLDERS + (FORTRAN if options.fortran else []):
        build(top, folder)
        for case in choose(lists(top, folder), options):
            with tempfile.TemporaryDirectory() as scratch:
                problem = check(case, options.triptych, scratch)
            number += 1
            if problem is None:
                print(f"ok {number} - {case} # SKIP it takes too long by itself")
            elif problem:
                failed += 1
                print(f"not ok {number} - {case}")
                print("\n".join("# " + line for line in problem.splitlines()))
            else:
                print(f"ok {number} - {case}")
            sys.stdout.flush()
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

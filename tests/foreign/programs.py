"""programs.py: GCC's own test programs, which check themselves: where they come from, and running them one by one.

They come from the Debian package gcc-12-source: from CACHE when they were unpacked before, from /usr/src/gcc-12 when it is
installed, else by apt-get download; when none of these works, the test is skipped.
"""
import concurrent.futures
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile

SECONDS = 60
SUITES = ["gcc.c-torture/execute", "gfortran.fortran-torture/execute", "gfortran.dg"]
OPENMP = ["libgomp.c", "libgomp.c-c++-common", "libgomp.fortran"]
HERE = os.path.dirname(os.path.abspath(__file__))


def unpack(tarball, cache):
    """Takes the suites out of the source tarball, which may stand at any depth in it: those of the compilers, and in a
    folder `libgomp` those of OpenMP with the header that they share."""
    part = cache + ".part"
    shutil.rmtree(part, ignore_errors=True)
    os.makedirs(part)
    subprocess.run(["tar", "xf", os.path.abspath(tarball), "-C", part, "--wildcards",
                    *("*/gcc/testsuite/%s/*" % suite for suite in SUITES),
                    *("*/libgomp/testsuite/%s/*" % suite for suite in OPENMP), "*/libgomp/libgomp_g.h"],
                   check=True, stderr=subprocess.DEVNULL)
    found = glob.glob(part + "/**/gcc/testsuite", recursive=True)
    openmp = glob.glob(part + "/**/libgomp/testsuite", recursive=True)
    if not found or not openmp:
        raise OSError("no gcc/testsuite or libgomp/testsuite in " + tarball)
    shutil.move(os.path.join(os.path.dirname(openmp[0]), "libgomp_g.h"), openmp[0])
    os.rename(openmp[0], os.path.join(found[0], "libgomp"))
    os.makedirs(cache, exist_ok=True)
    for name in os.listdir(found[0]):
        shutil.rmtree(os.path.join(cache, name), ignore_errors=True)
        os.rename(os.path.join(found[0], name), os.path.join(cache, name))
    shutil.rmtree(part, ignore_errors=True)


def from_package(cache):
    """Downloads the package, without installing it, and unpacks the suites."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["apt-get", "download", "gcc-12-source"], cwd=folder, check=True, timeout=600,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        subprocess.run(["dpkg-deb", "-x", glob.glob(folder + "/*.deb")[0], folder], check=True)
        unpack(glob.glob(folder + "/usr/src/gcc-12/gcc-*.tar.*")[0], cache)


def fetch(cache, suite):
    """The folder of a suite. When it cannot be had, the test ends as skipped."""
    folder = os.path.join(cache, suite)
    try:
        if not os.path.isdir(folder):
            installed = glob.glob("/usr/src/gcc-12/gcc-*.tar.*")
            if installed:
                unpack(installed[0], cache)
            else:
                from_package(cache)
    except (OSError, IndexError, subprocess.SubprocessError) as problem:
        print("1..0 # SKIP gcc-12-source is not at hand: %s" % problem)
        sys.exit(0)
    return folder


def sample(programs, size):
    """So many of them, evenly spread."""
    if len(programs) <= size:
        return programs
    return [programs[i * len(programs) // size] for i in range(size)]


def exceptions(file):
    """NAME: reason, one on each line."""
    found = {}
    with open(os.path.join(HERE, file), encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                name, reason = line.split(":", 1)
                found[name.strip()] = reason.strip()
    return found


def run(words, folder, env=None):
    """Exit status and messages; a status of None: it took too long."""
    process = subprocess.Popen(words, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=SECONDS)
        return process.returncode, output.decode(errors="replace")
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, "took more than %d s" % SECONDS


def arguments(usage):
    """The command line's words: the command to test, the cache, and options."""
    words = sys.argv[1:]
    if len(words) < 2 or words[0].startswith("-") or words[1].startswith("-"):
        print(usage, file=sys.stderr)
        sys.exit(2)
    return words


def option(words, name, otherwise=None):
    """The word behind an option."""
    return words[words.index(name) + 1] if name in words else otherwise


def try_all(programs, folder, try_one, known, jobs):
    """Prints TAP: a line per program. try_one(path) returns [(level, verdict, why)], a verdict being `bad`, or any other
    word; those with a `why` are noted. Returns how often each verdict was found; `excepted` are bad ones in `known`."""
    tally = {}
    print("1..%d" % len(programs), flush=True)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for number, (source, results) in enumerate(zip(programs, pool.map(try_one, programs)), 1):
            name = os.path.splitext(os.path.relpath(source, folder))[0]
            bad = [(level, why) for level, verdict, why in results if verdict == "bad"]
            for _, verdict, _ in results:
                verdict = "excepted" if verdict == "bad" and name in known else verdict
                tally[verdict] = tally.get(verdict, 0) + 1
            if bad and name in known:
                print("ok %d - %s # known: %s" % (number, name, known[name]))
                continue
            print("%s %d - %s" % ("not ok" if bad else "ok", number, name), flush=True)
            for level, why in bad:
                print("# %s %s" % (level, why.strip().replace("\n", "\n# ")))
            for why in sorted({why.strip().split("\n")[-1] for _, verdict, why in results if why and verdict != "bad"}):
                print("# compiled as it is: " + why)
    return tally

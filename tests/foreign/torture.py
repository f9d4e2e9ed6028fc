#!/usr/bin/env python3
"""GCC's own self-checking C programs, gcc.c-torture/execute: what passes plain must pass measured.

usage: torture.py TRIPTYCH CACHE [--all] [--jobs N] [--only NAME]...

Prints TAP. The programs come from the Debian package gcc-12-source: from CACHE when they were unpacked before,
from /usr/src/gcc-12 when it is installed, else by apt-get download; when none of these works, the test is skipped.
"""
import concurrent.futures
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile

SAMPLE = 200
LEVELS = ["-O0", "-O2"]
FLAGS = ["-std=gnu89", "-w", "-fno-diagnostics-show-caret"]
SECONDS = 60
INSIDE = "gcc/testsuite/gcc.c-torture/execute"
HERE = os.path.dirname(os.path.abspath(__file__))


def unpack(tarball, cache):
    """Takes the programs out of the source tarball, which may stand at any depth in it."""
    part = cache + ".part"
    shutil.rmtree(part, ignore_errors=True)
    os.makedirs(part)
    subprocess.run(["tar", "xf", os.path.abspath(tarball), "-C", part, "--wildcards", "*/" + INSIDE + "/*"],
                   check=True, stderr=subprocess.DEVNULL)
    found = glob.glob(part + "/**/" + INSIDE, recursive=True)
    if not found:
        raise OSError("no " + INSIDE + " in " + tarball)
    shutil.rmtree(cache, ignore_errors=True)
    os.rename(found[0], cache)
    shutil.rmtree(part, ignore_errors=True)


def from_package(cache):
    """Downloads the package, without installing it, and unpacks the programs."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["apt-get", "download", "gcc-12-source"], cwd=folder, check=True, timeout=600,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        subprocess.run(["dpkg-deb", "-x", glob.glob(folder + "/*.deb")[0], folder], check=True)
        unpack(glob.glob(folder + "/usr/src/gcc-12/gcc-*.tar.*")[0], cache)


def find_programs(cache):
    if not os.path.isdir(cache):
        installed = glob.glob("/usr/src/gcc-12/gcc-*.tar.*")
        if installed:
            unpack(installed[0], cache)
        else:
            from_package(cache)
    return sorted(glob.glob(cache + "/*.c"))


def exceptions():
    """NAME: reason, one on each line."""
    found = {}
    with open(os.path.join(HERE, "exceptions.txt"), encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                name, reason = line.split(":", 1)
                found[name.strip()] = reason.strip()
    return found


def run(words, folder):
    """Exit status and messages; a status of None: it took too long."""
    process = subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=SECONDS)
        return process.returncode, output.decode(errors="replace")
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, "took more than %d s" % SECONDS


def try_one(triptych, source):
    """[(level, verdict, why)], the verdict being one of plain-fails, unparsed, empty, good, bad."""
    results = []
    with tempfile.TemporaryDirectory() as folder:
        archive = os.path.join(folder, "measured.tri")
        for level in LEVELS:
            common = FLAGS + [level, source, "-o"]
            status, _ = run(["gcc"] + common + ["plain", "-lm"], folder)
            if status == 0:
                status, _ = run(["./plain"], folder)
            if status != 0:
                results.append((level, "plain-fails", ""))
                continue
            status, said = run([triptych, "cc", "--verbose", "gcc"] + common + ["measured", "-lm"], folder)
            if status != 0:
                results.append((level, "bad", "does not compile: " + said))
                continue
            if "compiled but not measured" in said:
                verdict = "bad" if "did not take" in said else "unparsed"
                results.append((level, verdict, said))
                if verdict == "bad":
                    continue
            probes = " routines, " in said
            shutil.rmtree(archive, ignore_errors=True)
            status, said = run(["./measured"], folder)
            if status != 0:
                results.append((level, "bad", "ends with %s: %s" % (status, said)))
            elif not probes and (not results or results[-1][0] != level):
                results.append((level, "empty", ""))
            elif probes and not os.path.isdir(archive):
                results.append((level, "bad", "left no archive: " + said))
            elif "triptych:" in said:
                results.append((level, "bad", said))
            elif not results or results[-1][0] != level:
                results.append((level, "good", ""))
    return results


def main():
    words = sys.argv[1:]
    take_all = "--all" in words
    jobs = int(words[words.index("--jobs") + 1]) if "--jobs" in words else os.cpu_count()
    only = [words[i + 1] for i, word in enumerate(words) if word == "--only"]
    triptych, cache = os.path.abspath(words[0]), os.path.abspath(words[1])
    try:
        programs = find_programs(cache)
    except (OSError, IndexError, subprocess.SubprocessError) as problem:
        print("1..0 # SKIP gcc-12-source is not at hand: %s" % problem)
        return 0
    if only:
        programs = [p for p in programs if os.path.basename(p)[:-2] in only]
    elif not take_all and len(programs) > SAMPLE:
        programs = [programs[i * len(programs) // SAMPLE] for i in range(SAMPLE)]
    known = exceptions()
    tally = {"plain-fails": 0, "unparsed": 0, "empty": 0, "good": 0, "bad": 0, "excepted": 0}
    print("1..%d" % len(programs), flush=True)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for number, (source, results) in enumerate(
                zip(programs, pool.map(lambda source: try_one(triptych, source), programs)), 1):
            name = os.path.relpath(source, cache)[:-2]
            bad = [(level, why) for level, verdict, why in results if verdict == "bad"]
            for _, verdict, _ in results:
                excepted = verdict == "bad" and name in known
                tally["excepted" if excepted else verdict] += 1
            if bad and name in known:
                print("ok %d - %s # known: %s" % (number, name, known[name]))
                continue
            print("%s %d - %s" % ("not ok" if bad else "ok", number, name), flush=True)
            for level, why in bad:
                print("# %s %s" % (level, why.strip().replace("\n", "\n# ")))
            for level, verdict, why in results:
                if verdict == "unparsed" and level == LEVELS[0]:
                    print("# compiled as it is: " + why.strip().split("\n")[-1])
    print("# runs (programs times %s): %d really measured and passing, %d not parsed by libclang and compiled"
          " as they are, %d with all their functions in included files, %d failing plain, %d excepted, %d failed"
          % (" and ".join(LEVELS), tally["good"], tally["unparsed"], tally["empty"], tally["plain-fails"], tally["excepted"],
             tally["bad"]))
    return 1 if tally["bad"] else 0


if __name__ == "__main__":
    sys.exit(main())

"""In a build with AddressSanitizer: one run of each command, with LeakSanitizer looking on."""
import concurrent.futures
import pathlib
import shutil

import program
import tap

here = program.folder()
quiet = {"ASAN_OPTIONS": "detect_leaks=0"}
here.copy("examples/queens")
found = []  # looking takes seconds of each process: several at a time


def leaks(name, *words):
    found.append((name, here.triptych(*words, check=False, cwd=here / "queens")))


def c_programs():
    leaks("cc, compiling", "cc", "gcc", "-g", *program.CFLAGS, "-c", "board.c")
    here.triptych("cc", "gcc", *program.CFLAGS, "main.c", "search.c", "board.o", "-o", "queens", env=quiet, cwd=here / "queens")
    leaks("run", "run", "-o", "q.tri", "./queens", "6")


def readable():
    leaks("instrument", "instrument", "-o", here / "readable", "board.c", "search.c")
    if shutil.which("gfortran"):
        here.copy("examples/shallow/step.f", "queens/step.f")
        here.copy("examples/shallow/shallow.inc", "queens/shallow.inc")
        leaks("fc, compiling", "fc", "gfortran", "-g", "-std=legacy", "-c", "step.f")
        leaks("instrument, Fortran", "instrument", "-o", here / "readable", "step.f")


SCRIPT = """s = Stream.new
3.times { |i| sh("seq 10; test -e tried.#{i} || { touch tried.#{i}; exit 1; }", retries: 1) >> s }
2.times { |i| s >> task("sort", out: "sorted.#{i}") }
task("seq", 5, cost: "1s") >> task("cat", out: "cat")
sh "exit 1", on_failure: :ignore, time: "10s"
"""


def scripts():
    if (pathlib.Path(program.TRIPTYCH).parents[1] / "script" / "ruby" / "triptych-script-reader").exists():
        here.write("queens/a.rb", SCRIPT)
        leaks("script", "script", "-q", "-o", "a.tri", "a.rb")
        leaks("script, resumed, by agents", "script", "-q", "--resume", "--agents", "2", "a.rb")
        leaks("script, what would run", "script", "--dry-run", "a.rb")


with concurrent.futures.ThreadPoolExecutor() as pool:
    parts = [pool.submit(c_programs), pool.submit(readable), pool.submit(scripts)]
with concurrent.futures.ThreadPoolExecutor() as pool:
    parts += [pool.submit(leaks, "report", "report", "q.tri"), pool.submit(leaks, "compare", "compare", "q.tri", "q.tri"),
              pool.submit(leaks, "report of a routine, as JSON", "report", "--format", "json", "--routine", "place", "q.tri"),
              pool.submit(leaks, "report, call paths", "report", "--tree", "q.tri")]
for part in parts:
    part.result()
for name, result in found:
    tap.check(result.status == 0 and "Sanitizer:" not in result.err, name, result)
if not shutil.which("gfortran"):
    tap.skip("fc", "there is no gfortran")
tap.done()

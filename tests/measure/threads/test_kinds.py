"""What kind of program it is: sanitized ones are not listened to, static ones cannot be, launchers are looked behind."""
import shutil

import heard
import program
import tap

here = program.folder()
if not heard.is_usable():
    tap.skip_all("programs are not listened to here")
QUIET_LEAKS = {"ASAN_OPTIONS": "detect_leaks=0", "LSAN_OPTIONS": "detect_leaks=0"}
NAMES = {"address": "AddressSanitizer", "thread": "ThreadSanitizer", "leak": "LeakSanitizer"}


def run(*words):
    return here.run(program.TRIPTYCH, "run", "--force", "--quiet", "--no-seal", "-o", "kind.tri", *words, check=False, env=QUIET_LEAKS)


def built(output, *options, compiler="gcc"):
    words = [compiler, "-g", *options, heard.HERE / "programs" / "small.c", "-o", output, "-pthread"]
    return here.run(*words, check=False).status == 0


heard.build(here, "small")
result = run("./small")
tap.equal((result.status, result.out, result.err), (0, "done\n", ""), "a plain program is listened to, and nothing is said")
for compiler in ("gcc", "clang"):
    for sanitizer, name in NAMES.items():
        if not program.have(compiler) or not built("sanitized", f"-fsanitize={sanitizer}", compiler=compiler):
            tap.skip(f"{compiler} {sanitizer}", "cannot be built here")
            continue
        bare = here.run("./sanitized", check=False, env=QUIET_LEAKS)
        for words in (["./sanitized"], ["env", "X=1", "./sanitized"]):
            result = run(*words)
            said = [line for line in result.err.splitlines() if name in line and "so it is not measured" in line]
            tap.equal((result.status, result.out, len(said)), (bare.status, bare.out, 1),
                      f"{compiler}, {' '.join(words)}: runs without being listened to, and {name} is named")
        result = run("sh", "-c", "./sanitized")
        tap.equal((result.status, result.out), (bare.status, bare.out), f"{compiler}, {name}: runs when a script starts it, too")
if built("undefined", "-fsanitize=undefined"):
    result = run("./undefined")
    tap.equal((result.status, result.err), (0, ""), "UndefinedBehaviorSanitizer does no harm")
for option in ("-static", "-static-pie"):
    if not built("static", option):
        tap.skip(option, "cannot be built here")
        continue
    result = run("./static")
    tap.equal((result.status, result.out), (0, "done\n"), f"{option}: runs")
    tap.contains(result.err, "linked statically", f"{option}: nothing can be seen, and that is said")
here.triptych("cc", "gcc", "-static", heard.HERE / "programs" / "small.c", "-o", "probed", "-pthread", check=False)
if (here / "probed").exists():
    result = run("./probed")
    tap.equal((result.status, result.err), (0, ""), "a static program with probes is measured, and nothing is said")
here.write("script", "#!/bin/sh\n./small\n", 0o755)
result = run("./script")
tap.equal((result.status, result.out), (0, "done\n"), "a script")
tap.equal([place.lane_count for place in heard.Archive(here / "kind.tri").places], [2],
          "what it starts is a place, the shell is none")
result = run("--collect=none", "./small")
tap.equal((result.status, result.out), (0, "done\n"), "nothing is listened to")
tap.contains(result.err, "nothing was measured", "and that is said")
(here / "bin").mkdir()
shutil.copy(program.TRIPTYCH, here / "bin" / "triptych")
result = here.run("bin/triptych", "run", "--force", "--quiet", "-o", "kind.tri", "./small", check=False)
tap.equal((result.status, result.out), (0, "done\n"), "without the library that listens, programs run")
tap.contains(result.err, "libtriptych-listen.so is missing", "and that it is missing is said")
tap.done()

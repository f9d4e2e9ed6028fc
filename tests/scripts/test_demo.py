"""triptych demo: every step is shown, and works when it is typed again."""
import program
import tap

here = program.folder()
flags = {"CFLAGS": " ".join(["-O2", *program.CFLAGS, "-fno-sanitize=undefined"])} if program.SANITIZED else {}  # of the example
demo = here.triptych("demo", "heat dir", check=False, env=flags)
tap.equal(demo.status, 0, "the demo ends well")
if demo.status:
    tap.note(demo)
commands = [line[2:] for line in demo.out.splitlines() if line.startswith("$ ")]
page = "heat.html" in demo.out  # a build without Node.js has no page
tap.equal(len(commands), 5 if page else 4, "four commands are shown, and one more where there is a page")
tap.equal((here / "heat dir/heat.html").exists(), page, "it ends in the page")
tap.check(all(word in demo.out for word in ('make -B CC="triptych cc cc"', "triptych run", "triptych report")),
          "among them the ones to remember", demo)
tap.contains(demo.out, "solver_run", "the report names the program's routines")
tap.check((here / "heat dir/heat.tri").is_dir(), "the archive is left to play with")
tap.check(not any("probes.h" in file.read_text() for file in (here / "heat dir").glob("*.c")),
          "the sources are left as they were")

again = here.triptych("demo", "heat dir", check=False)
tap.check(again.status == 1 and "exists already" in again.err, "a folder that exists is left alone", again)
for words in (["--nonsense"], ["a", "b"]):
    wrong = here.triptych("demo", *words, check=False)
    tap.check(wrong.status == 2 and "--help" in wrong.err, f"misused: {' '.join(words)}", wrong)
usage = here.triptych("demo", "--help")
tap.check("Examples:" in usage.out, "--help has an example", usage)
tap.done()

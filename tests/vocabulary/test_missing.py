"""Functions of a vocabulary that a program does not have: `triptych vocabulary check FILE PROGRAM` names them, and so does a line after a run with
`--vocabulary FILE`."""
import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
LIBRARY = ("job_send", "job_receive", "job_wait", "job_put_int", "job_put_long", "a_long_name_of_a_function_of_this_library_that_waits")
here.write("job.c", "".join(f"int {name}(int to) {{ return to; }}\n" for name in LIBRARY))
here.write("main.c", """
int job_send(int to);
int job_receive(int from);
__attribute__((noinline)) int own_step(int number) { __asm__ volatile("" ::: "memory"); return number; }
int main(void) { return job_send(0) + job_receive(0) + own_step(0); }
""")
GOOD = """vocabulary job
library libjob.so
family TYPE = int, long, double
int job_send(int to)
    visit
int job_receive(int from)
    visit
int own_step(int number)
    visit
int job_put_{TYPE}(int to)
    visit
int a_long_name_of_a_function_of_this_library_that_waits(int to)
    visit
"""
BAD = GOOD.replace("job_receive", "job_recieve").replace("own_step", "own_stepp").replace("library_that_waits", "libary_that_waits").replace("job_send", "job_transmit")
here.write("good.vocabulary", GOOD)
here.write("bad.vocabulary", BAD)
here.run(program.CC, "-shared", "-fPIC", "job.c", "-o", "libjob.so")
here.run(program.CC, "-O1", "-g", "main.c", "-o", "main", "-L.", "-ljob", f"-Wl,-rpath,{here}")
here.run(program.CC, "-O1", "-g", "main.c", "job.c", "-o", "whole")


def warnings(vocabulary, name):
    result = here.triptych("vocabulary", "check", vocabulary, name)
    return [line for line in result.err.splitlines() if "warning:" in line or line.startswith("Did you")]


family = ("warning: 1 of these 3 functions is neither in {0} nor in a library that it needs, such as `job_put_double`", "Did you mean")
for name in "./main", "./whole":
    tap.equal(warnings("good.vocabulary", name), [f"good.vocabulary:10:5: {family[0].format(name)}"], f"{name}: a member of a family that is not there")
    lacks = f"warning: neither {name} nor a library that it needs has"
    tap.equal(warnings("bad.vocabulary", name),
              [f"bad.vocabulary:4:5: {lacks} `job_transmit`", f"bad.vocabulary:6:5: {lacks} `job_recieve`", "Did you mean `job_receive`?",
               f"bad.vocabulary:8:5: {lacks} `own_stepp`", "Did you mean `own_step`?", f"bad.vocabulary:10:5: {family[0].format(name)}",
               f"bad.vocabulary:12:5: {lacks} `a_long_name_of_a_function_of_this_libary_that_waits`",
               "Did you mean `a_long_name_of_a_function_of_this_library_that_waits`?"], f"{name}: each function that it lacks, and what it may be")
tap.equal(here.triptych("vocabulary", "check", "bad.vocabulary").err, "", "without a program, nothing is said of its functions")
for vocabulary, name, said in (("pvm", "./main", "does not use this"), ("good.vocabulary", "./none", "cannot be read")):
    result = here.triptych("vocabulary", "check", vocabulary, name, check=False)
    tap.check(result.status == 1 and said in result.err, f"{vocabulary} for {name}: {said}", result)
(here / "libjob.so").rename(here / "gone.so")
result = here.triptych("vocabulary", "check", "good.vocabulary", "./main", check=False)
tap.check(result.status == 1 and "is not known" in result.err and "warning" not in result.err, "nor where a library is not found", result)
(here / "gone.so").rename(here / "libjob.so")

here.write("loader", "#!/bin/sh\ntouch touched\n", mode=0o755)
here.run(program.CC, "-O1", "main.c", "-o", "odd", "-L.", "-ljob", f"-Wl,--dynamic-linker={here}/loader")
result = here.triptych("vocabulary", "check", "good.vocabulary", "./odd", check=False)
tap.check("is not known" in result.err and not (here / "touched").exists(), "a loader that the program brings along is not run", result)

line = "the program has no function job_transmit, job_recieve (is it job_receive?), own_stepp (is it own_step?), ..., which the vocabulary job describes"
for options in [], ["-q"]:
    result = here.triptych("run", "--force", *options, "-o", "a.tri", "--vocabulary", "./bad.vocabulary", "./main")
    tap.equal(result.err.count(line), 0 if options else 1, "a run with a file of the user says so, in one line" if not options else "but not with --quiet")
result = here.triptych("run", "--force", "-o", "a.tri", "--vocabulary", "./good.vocabulary", "env", "X=1", "./main")
tap.check("has no function" not in result.err and result.err.count("job_put_double") == 0, "a member of a family is not missed, nor is what only a launcher lacks", result.err)
here.write("start.sh", f"#!/bin/sh\nexec {here}/main\n", mode=0o755)
result = here.triptych("run", "--force", "-o", "a.tri", "--vocabulary", "./bad.vocabulary", "./start.sh")
tap.check("has no function" not in result.err, "nothing is said of a program that the command does not name", result.err)
tap.done()

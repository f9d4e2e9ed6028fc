"""triptych model FILE.rb --profile: every form of the calls, on C and Fortran, against counts by hand."""
import json
import os
import pathlib
import platform

import program
import tap

HERE = pathlib.Path(__file__).parent
TIME = object()  # any time above zero

# steps.c with n = 20: main calls step(20) four times. In step, x is 0, then 2i in each of the 20 trips of loop 1, then grows by 5;
# loop 2 has i trips and adds j/2 to s; loop 3 is a while loop of 3 trips, in which k goes from 0 to 3.
STEPS_C = [
    ("getTime()", TIME, 1), ("getTime(step)", TIME, 4), ("getTime(step, 1)", TIME, 4),
    ("getTime(block_count=2, func_name=step)", TIME, 80), ("getTime(function_name: 'step', block_count: 2, sample: 10)", TIME, 8),
    ("getTime(step, 2, at: 3)", TIME, 1), ("getTime(step, 1, stat: :max)", TIME, 4), ("getTime(step, 1, stat=first)", TIME, 4),
    ("getTime(step, clock: cpu)", TIME, 4), ("getTime(step, 1, clock=cpu, stat=max)", TIME, 4), ("getTime(step, 2, at: 3, clock: :cpu)", TIME, 1),
    ("getTrips(main, 1)", 4, 1), ("getTrips(step, 1)", 20, 4), ("getTrips(step, 2)", 9.5, 80), ("getTrips(step, 3)", 3, 80),
    ("getTrips(step, 2, stat=sum)", 760, 80), ("getTrips(step, 2, stat=min)", 0, 80), ("getTrips(step, 2, stat=max)", 19, 80),
    ("getTrips(step, 2, stat=first)", 0, 80), ("getTrips(step, 2, stat=last)", 19, 80),
    ("getTrips(step, 2, at: 20)", 19, 1), ("getTrips(step, 2, at: 23)", 2, 1),
    ("getTrips(step, 2, sample: 10)", 14, 8),  # visits 10, 20, 30, ...: 9 and 19 trips in turn
    ("getValueOfVariable(function_name=step, block_count=2)", 9.5, 80),  # without a variable: the trips
    ("getValueOfVariable(step, x)", (4 * 0 + 80 * 19 + 4 * 43) / 88, 88),
    ("getValueOfVariable(step, x, 1)", 19, 80), ("getValueOfVariable(step, x, 1, 1)", 19, 80),
    ("getValueOfVariable(variable_name=x, position=before(1), function_name=step, block_count=1)", 0, 4),
    ("getValueOfVariable(step, x, 1, after(1))", 43, 4), ("getValueOfVariable(step, x, 2, before(2), stat=last)", 38, 80),
    ("getValueOfVariable(step, x, 1, stat=max)", 38, 80), ("getValueOfVariable(step, x, 1, sample: 20)", 38, 4),
    ("getValueOfVariable(step, x, 1, at: 11)", 20, 1),
    ("getValueOfVariable(step, k, 3)", 2, 240), ("getValueOfVariable(step, k, 1, 1)", 0, 80), ("getValueOfVariable(step, k, 1, 2, stat=max)", 3, 240),
    ("getValueOfVariable(step, i, stat=last)", 20, 84), ("getValueOfVariable(step, s, 2, 1, stat=last)", 4 * 20 * 19 * 18 / 12, 760),
    ("getValueOfVariable(main, n)", 20, 1),
]
# steps.f90 with n = 10: three calls of step, which is inside the main program.
STEPS_F = [
    ("getTime(main)", TIME, 1), ("getTime(step, 1)", TIME, 3), ("getTime('heat::step')", TIME, 3), ("getTrips(main, 1)", 3, 1),
    ("getTrips(step, 1)", 10, 3), ("getTrips(step, 2)", 5.5, 30), ("getTrips(step, 3)", 3, 3), ("getTrips(step, 2, at: 7)", 7, 1),
    ("getValueOfVariable(step, x, 1, 1)", 11, 30), ("getValueOfVariable(step, x, 1, 2)", 13, 27),
    ("getValueOfVariable(step, X, 2)", 13, 27), ("getValueOfVariable(step, x, 1, before(1))", 7, 3),
    ("getValueOfVariable(step, x, 1, after(1))", 26, 3), ("getValueOfVariable(step, x, 3, stat=last)", -4, 9),
    ("getValueOfVariable(main, total)", 0, 1), ("getValueOfVariable(step, total, stat=last)", 82.5, 165),
]
# exchange.c with two ranks: exchange(4) three times; 10i doubles to the next rank and a broadcast of 5 doubles by rank 0 in loop 1,
# then a reduction of one double. Each process counts what it sends.
EXCHANGE_C = [
    ("getAmountOfMessage(exchange)", 800 + 160 // 2 + 8, 6), ("getAmountOfMessage(exchange, 1)", 880, 6),
    ("getAmountOfMessage(exchange, 1, stat=sum)", 5280, 48), ("getAmountOfMessage(exchange, 1, 1)", 200, 24),
    ("getAmountOfMessage(exchange, 1, 1, stat=max)", 320, 24), ("getAmountOfMessage(exchange, 1, 1, at: 2)", 160, 2),
    ("getAmountOfMessage(exchange, 1, 1, sample: 4)", 320, 6), ("getAmountOfMessage(position=2, func_name=exchange, block_count=1)", 20, 24),
    ("getAmountOfMessage(exchange, 1, after(1))", 8, 6), ("getValueOfVariable(exchange, to)", 0.5, 6),
]
EXCHANGE_F = [
    ("getAmountOfMessage(talk)", 144, 2), ("getAmountOfMessage(talk, 1, 1)", 24, 10), ("getAmountOfMessage(talk, 1, after(1))", 24, 2),
    ("getAmountOfMessage(talk, 1, 1, stat=max)", 40, 10), ("getValueOfVariable(talk, to, stat=max)", 1, 2),
]
# call, part of the error: it lists what there is
BAD = [
    ("getTime(stp)", "getTime(stp): there is no function stp; there are step, main"),
    ("getTime(step, 9)", "step has no block 9; its blocks are 1 (line 7), 2 (line 9), 3 (line 12)"),
    ("getTrips(step, 1, at: 9)", "there were only 4 visits, none of which is chosen"),
    ("getTime(step, clock: sun)", "clock must be one of wall, cpu, not sun"),
    ("getTrips(step, 1, clock: cpu)", "getTrips has no argument `clock'"),
    ("getValueOfVariable(stp, x)", "there is no function stp; there are step, main"),
    ("getValueOfVariable(step, y)", "y is not assigned to there; step assigns to x, i, j, s, k"),
    ("getValueOfVariable(step, x, 4)", "step has no block 4; it has 3 loops"),
    ("getValueOfVariable(step, x, 1, 2)", "there are only 1 assignments there"),
    ("getValueOfVariable(step, x, 3, after(2))", "there are only 1 assignments there"),
    ("getAmountOfMessage(step, 1, 1)", "there are only 0 communications there"),
]
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}


def metaprogram(here, name, source, calls, more=""):
    lines = "\n".join(f"    seconds(0 * {call})" for call in calls)
    here.write(name, f"class task_A\n  def initialize(n = 0)\n    @exefile=\"prog\"\n    {source}\n{more}  end\n  def behavior\n{lines}\n  end\nend\n")


def profile(here, name, *options):
    return here.triptych("model", name, "--profile", *options, check=False, env=MPI)


def sets(here, name):
    return json.loads(here.read(name))["sets"]


def check(here, title, source, asked, *options, arguments=""):
    metaprogram(here, "task.rb", f'@sources="{source}"', [call for call, _, _ in asked], arguments)
    result = profile(here, "task.rb", *options)
    if not tap.check(result.status == 0, f"{title}: it is profiled", result):
        return
    values = list(sets(here, "task.profile")[-1]["values"].values())
    tap.equal(len(values), len(asked), f"{title}: each call has its value")
    for (call, expected, visits), value in zip(asked, values):
        if expected is TIME:
            tap.check(value["unit"] == "s" and 0 < value["value"] < 100 and value["visits"] >= 1, f"{title}: {call}", value)
        else:
            close = abs(value["value"] - expected) <= 1e-9 * abs(expected)
            seen = value["visits"] == visits or "first" in call or "last" in call
            tap.check(close and seen and isinstance(value["value"], int) == (expected == int(expected)), f"{title}: {call}",
                      f"expected {expected} of {visits} visits\ngot {value}")


def c():
    here = program.folder()
    here.copy(HERE / "steps.c")
    argument = "    @args=[20]\n"
    check(here, "C", "steps.c", STEPS_C, arguments=argument)
    for call, text in BAD:
        metaprogram(here, "bad.rb", '@sources="steps.c"', [call], argument)
        result = profile(here, "bad.rb")
        tap.check(result.status == 1 and result.err.startswith("triptych model: bad.rb:8: ") and text in result.err, f"C, bad: {call}", result)
    here.write("broken.c", "int main(void) { return x; }\n")
    metaprogram(here, "bad.rb", '@sources="broken.c"', ["getTime(main)"])
    result = profile(here, "bad.rb")
    tap.check(result.status == 1 and "broken.c" in result.err, "C, bad: a source that does not compile", result)
    metaprogram(here, "bad.rb", '@sources="absent.c"', ["getTime(main)"])
    result = profile(here, "bad.rb")
    tap.check(result.status == 1 and "cannot read the source" in result.err and "absent.c" in result.err, "C, bad: a source that is absent", result)
    here.write("fails.c", "int main(void) { return 3; }\n")
    metaprogram(here, "bad.rb", '@sources="fails.c"', ["getTime(main)"])
    result = profile(here, "bad.rb")
    tap.check(result.status == 1 and "exit status 3" in result.err, "C, bad: a program that fails", result)


def clocks():
    """A function that sleeps takes wall time and hardly any CPU time."""
    here = program.folder()
    here.write("nap.c", "#include <time.h>\nstatic void nap(void)\n{\n    nanosleep(&(struct timespec){0, 200000000}, 0);\n}\n"
               "int main(void)\n{\n    nap();\n    return 0;\n}\n")
    metaprogram(here, "nap.rb", '@sources="nap.c"', ["getTime(nap)", "getTime(nap, clock: wall)", "getTime(nap, clock: cpu)"])
    result = profile(here, "nap.rb")
    if tap.check(result.status == 0, "clock: it is profiled", result):
        wall, same, cpu = (value["value"] for value in sets(here, "nap.profile")[-1]["values"].values())
        tap.check(wall >= 0.2 and same >= 0.2 and cpu < 0.2, "clock: cpu is the time in which it ran", (wall, same, cpu))
        tap.equal(list(sets(here, "nap.profile")[-1]["values"].values())[2]["call"], "getTime(nap, clock: cpu)", "clock: the call is kept")
    here.triptych("cc", program.CC, *program.CFLAGS, "nap.c", "-o", "nap")
    here.triptych("run", "--quiet", "-o", "wall.tri", "./nap")
    here.triptych("run", "--quiet", "--clock", "cpu", "-o", "cpu.tri", "./nap")
    metaprogram(here, "nap.rb", '@sources="nap.c"', ["getTime(nap, clock: cpu)"])
    result = profile(here, "nap.rb", "--profile=wall.tri")
    tap.check(result.status == 1 and "triptych run --clock cpu" in result.err, "clock: a run with wall times has no CPU times", result)
    result = profile(here, "nap.rb", "--profile=cpu.tri")
    tap.check(result.status == 0, "clock: one with CPU times has", result)


def argument_sets():
    """Values are kept per argument set; one more run replaces its own only."""
    here = program.folder()
    here.copy(HERE / "steps.c")
    here.write("task.rb", "class task_A\n  def initialize(n)\n    @exefile=prog @arg=n @sources=\"steps.c\" @n=n\n  end\n  def behavior\n"
               "    FOR getTrips(step, 1)\n      compute(@n)\n    END\n  end\nend\n")
    for n in (5, 7, 5):
        profile(here, "task.rb", "--n", n)
    found = {entry["parameters"]["n"]: entry for entry in sets(here, "task.profile")}
    tap.equal({n: entry["values"]["_getTrips_0"]["value"] for n, entry in found.items()}, {5: 5, 7: 7}, "one set of values per argument set")
    tap.equal(found[5]["command"], "prog 5", "with the command that was run")
    result = here.triptych("model", "task.rb", "--format", "json", "--n", "7")
    tap.equal(json.loads(result.out)["tasks"][0]["profiles"][0]["value"], 7, "the metamodel has the value from then on")
    result = profile(here, "task.rb")
    tap.check(result.status == 1 and "the argument {n} of the task" in result.err and "--n" in result.err, "an argument without a value", result)
    here.triptych("cc", program.CC, "-O2", *program.CFLAGS, "steps.c", "-o", "prog")
    here.triptych("run", "--quiet", "-o", "known.tri", "./prog", "9")
    profile(here, "task.rb", "--n", "9", "--profile=known.tri")
    tap.equal(sets(here, "task.profile")[-1]["values"]["_getTrips_0"]["value"], 9, "values of a run that was measured before")
    here.write("task.profile", "{")
    result = profile(here, "task.rb", "--n", "5")
    tap.check(result.status == 1 and "task.profile:1: " in result.err and "remove the file" in result.err, "a damaged profile", result)


def own_build():
    here = program.folder()
    here.copy(HERE / "steps.c", "src.c")
    here.write("Makefile", "prog: src.c\n\t$(CC) -O1 src.c -o prog $(LDLIBS)\n")
    metaprogram(here, "task.rb", '@sources="src.c"', ["getTrips(step, 1)", "getValueOfVariable(step, x, 1)"], '    @build="make"; @args=[20]\n')
    result = profile(here, "task.rb")
    values = [value["value"] for value in sets(here, "task.profile")[0]["values"].values()] if result.status == 0 else result
    tap.equal(values, [20, 19], "the task's own build command")
    tap.check(not (here / "prog").exists(), "it leaves the user's folder alone")


def binary():
    """A task without source: the loops of its binary."""
    here = program.folder()
    here.copy(HERE / "steps.c")
    here.run(program.CC, "-g", "-O0", "steps.c", "-o", "prog")
    metaprogram(here, "task.rb", "@args=[20]", ["getTime(main)", "getTrips(step, 1)"])
    result = profile(here, "task.rb")
    values = [value["value"] for value in sets(here, "task.profile")[0]["values"].values()] if result.status == 0 else result
    if tap.check(isinstance(values, list), "a task without source", result):
        tap.check(values[0] > 0 and values[1:] == [20], "its trips come from the binary", values)
    metaprogram(here, "task.rb", "@args=[20]", ["getValueOfVariable(step, x)"])
    result = profile(here, "task.rb")
    tap.check(result.status == 1 and "needs the source of the task (@sources)" in result.err, "values of variables need source", result)


here = program.folder()
if "was built without it" in here.triptych("model", "none.rb", check=False).err:
    tap.skip_all("built without Ruby")
if program.SANITIZED:
    os.environ["CFLAGS"] = " ".join(program.CFLAGS)
c()
clocks()
argument_sets()
own_build()
binary()
# On x86-64, AddressSanitizer's library crashes when a Fortran program loads it (with Triptych's own) behind a preloaded one.
if program.have("gfortran") and not (program.SANITIZED and platform.machine() == "x86_64"):
    fortran = program.folder()
    fortran.copy(HERE / "steps.f90")
    check(fortran, "Fortran", "steps.f90", STEPS_F, arguments="    @args=[10]\n")
if program.have("mpicc") and program.have("mpirun") and not program.SANITIZED:
    mpi = program.folder()
    mpi.copy(HERE / "exchange.c")
    check(mpi, "MPI in C", "exchange.c", EXCHANGE_C, "--p", "2")
    if program.have("mpifort"):
        mpi.copy(HERE / "exchange.f90")
        check(mpi, "MPI in Fortran", "exchange.f90", EXCHANGE_F, "--p", "2")
tap.done()

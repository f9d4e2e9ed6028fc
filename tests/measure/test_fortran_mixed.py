"""Fortran beside C: either main, threads, a library that is loaded and unloaded; and what is chosen when it runs."""
import measured
import program
import tap

if not measured.have_fortran():
    tap.skip("Fortran and C", "there is no gfortran")
    tap.done()

here = program.folder()
REGIONS = ["routine solve", "loop 10 leaf", "loop 20", "routine twice leaf", "routine report", "io WRITE"]


def expect(archive, how, times=1):
    counts = [archive.count(name) for name in ("solve", "twice", "c_step", "report")]
    tap.equal(counts, [20 * times, 60 * times, 60 * times, times], f"{how}: routines")
    loops = [(archive.count(name, "loop"), archive.sum("trips", name, "loop")) for name in ("10", "20")]
    tap.equal(loops, [(20 * times, 210 * times), (20 * times, 60 * times)], f"{how}: loops and trips")
    tap.equal((archive.count("WRITE", "io"), archive.count("stdout", "file")), (times, times), f"{how}: I/O")
    paths = {node.path() for node in archive.places[0].nodes}
    tap.equal(paths, {"solve", "solve/10", "solve/20", "solve/20/twice", "solve/20/c_step", "report", "report/WRITE",
                      "report/WRITE/stdout"}, f"{how}: call paths")
    tap.equal(archive.result.out, "done\n" * times, f"{how}: output")
    tap.equal(archive.open_paths(), [], f"{how}: nothing is open")


def trips_of(archive):
    node = archive.nodes("10", "loop")[0]
    return node.trips_min, node.trips_max


def build_library():
    here.run("gfortran", *measured.fortran_flags(), "-shared", "mixed.o", "table.o", "step.o", "-o", "mixed.so",
             *measured.link())


source = measured.HERE / "programs" / "mixed.c"
here.run(program.CC, *measured.flags(), "-fPIC", "-c", source, "-o", "step.o")
here.run(program.CC, *measured.flags(), "-DMAIN", "-c", source, "-o", "main.o")
measured.fortran(here, "mixed", REGIONS, "-DMAIN", "step.o")
measured.fortran(here, "mixed", REGIONS, "main.o", output="cmain")
here.run("gfortran", *measured.fortran_flags(), "-c", measured.HERE / "programs" / "mixed.F90", "-o", "mixed.o")
here.run(program.CC, *measured.flags(), "main.o", "mixed.o", "table.o", "-o", "linked", "-lgfortran", *measured.link())

archive = measured.run(here, "mixed")
expect(archive, "main in Fortran")
tap.equal(trips_of(archive), (1, 20), "the least and the most trips")
expect(measured.run(here, "cmain"), "main in C")
expect(measured.run(here, "linked"), "linked by the C compiler")
threads = 20
archive = measured.run(here, "cmain", threads, archive="cmain.2.tri")
expect(archive, f"{threads} threads", threads)
tap.equal(len(archive.places[0].lanes), threads, "each thread has its lane")

build_library()
measured.build(here, "fortran_host", "-Wl,--as-needed")
expect(measured.run(here, "fortran_host"), "a library that is loaded and unloaded", 3)
measured.table(here, "mixed.F90", REGIONS, names_runtime=True)
build_library()
measured.build(here, "fortran_host", "-Wl,--no-as-needed", output="measured_host")
expect(measured.run(here, "measured_host"), "the same, and libtriptych was there before the Fortran runtime library", 3)

number = 1


def run(**environment):
    global number
    number += 1
    environment = {"TRIPTYCH_" + name.upper(): value for name, value in environment.items()}
    return measured.run(here, "mixed", env=environment, archive=f"mixed.{number}.tri")


archive = run(count="1")
expect(archive, "only counted")
tap.equal({node.time for node in archive.places[0].nodes}, {0}, "only counted: no times")
tap.equal(trips_of(archive), (1, 20), "only counted: the least and the most trips")
for clock in ("cpu", "monotonic"):
    expect(run(clock=clock), f"{clock} clock")
archive = run(throttle="10,1000000000")
expect(archive, "throttled")
reasons = [archive.region("solve").reason, archive.region("10", "loop").reason, archive.region("twice").reason]
tap.equal(reasons, [3, 3, 3], "throttled: the reason")
archive = run(exclude="twice\nkind:io")
tap.equal([archive.count("solve"), archive.count("twice"), archive.count("WRITE", "io")], [20, 0, 0],
          "excluded: not visited")
skip = here.write("skip", "loop\tmixed.F90\t2\t2\tsolve\t10\n")
archive = run(skip=skip)
tap.equal([archive.count("10", "loop"), archive.count("20", "loop")], [0, 20], "skipped as hot: a leaf loop is off")
tap.equal(archive.region("10", "loop").reason, 2, "and the reason is there")
off = here.run("./mixed", env={"TRIPTYCH": "off"})
tap.equal(off.out, "done\n", "measuring nothing")
tap.done()

"""Ranks of one job of which some are not listened to: nobody waits for them in vain. And how archives are called."""
import mpi
import program
import tap

if not mpi.INSTALLED:
    tap.skip_all("no MPI is installed")
here = program.folder()


def run(name, *command):
    result = here.triptych("run", "-q", "--force", "--no-seal", "--events=all", "-o", "a.tri", f"mpirun.{name}", *command,
                           env=mpi.ENV, check=False, timeout=100)
    return mpi.Run(here / "a.tri", result)


for name in mpi.INSTALLED:
    built = mpi.build(here, name, "ring.c")
    alone = here.run(f"mpirun.{name}", "-n", 2, built, env=mpi.ENV)
    plain = mpi.run(here, name, 2, built)
    there = run(name, "-n", 1, built, ":", "-n", 1, "env", "-u", "LD_PRELOAD", built)
    tap.equal((there.result.status, there.result.out), (alone.status, alone.out), f"{name}: the program does what it does")
    tap.contains(there.result.err, "some ranks may not be measured", f"{name}: it is said")
    tap.equal(list(there.places), [0], f"{name}: one of them is measured")
    tap.equal({key: there.totals()[key] for key in there.totals()},
              {key: value for key, value in plain.totals().items() if key[0] == 0}, f"{name}: as ever")
    both = run(name, "-n", 1, built, ":", "-n", 1, built)
    tap.check("some ranks" not in both.result.err, f"{name}: two programs that are listened to", both.result.err)
    tap.equal(both.totals(), plain.totals(), f"{name}: they are ranks like others")
    tap.equal(len({place.job for place in both.places.values()}), 1, f"{name}: of one job")
    inside = here.run(f"mpirun.{name}", "-n", 1, program.TRIPTYCH, "run", "-q", "-o", f"{name}.tri", built, ":", "-n", 1, built,
                      env=mpi.ENV, check=False)
    tap.equal((inside.status, inside.out), (alone.status, alone.out), f"{name}: triptych run for one rank alone")
    tap.equal([row["rank"] for row in here.report(f"{name}.tri")["places"]], [0], f"{name}: which is measured")
    here.triptych("run", "-q", f"mpirun.{name}", "-n", 1, built, env=mpi.ENV)
    tap.check((here / f"ring.c.{name}.tri").exists(), f"{name}: the archive is named after the program, not its launcher")
    UNASKED = 64  # of places.collects
    for kind, words in (("none", ("run", "--collect", "threads,io")), ("loops", ("loops",))):
        unasked = here.triptych(words[0], "-q", "--force", *words[1:], "-o", f"{kind}.tri", f"mpirun.{name}", "-n", 2, built, env=mpi.ENV, check=False)
        if "libtriptych-loops.so is missing" in unasked.err:
            continue
        places = here.triptych("query", "--format", "csv", f"{kind}.tri", "places.map(p -> {bits: p.collects})").out.split()[1:]
        tap.equal([int(bits) & UNASKED for bits in places], [UNASKED] * 2, f"{name}, {kind}: that MPI was used is known where its calls were not asked for")
tap.done()

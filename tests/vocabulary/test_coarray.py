"""Three images of a Fortran program with coarrays (OpenCoarrays): every statement of images.f90, counted by hand, at its line."""
import collections
import json
import pathlib

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")
LIBRARIES = sorted(pathlib.Path("/usr/lib").glob("*/open-coarrays/openmpi/lib/libcaf_mpi.so"))
if not LIBRARIES or not program.have("mpifort.openmpi") or not program.have("mpirun.openmpi"):
    tap.skip_all("OpenCoarrays is missing: libcoarrays-openmpi-dev, gfortran")

IMAGES = 3
ENV = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}
SOURCE = program.SOURCE / "tests/vocabulary/images.f90"
line_of = {text.split("! ")[1]: number for number, text in enumerate(SOURCE.read_text().splitlines(), 1) if "! " in text[1:]}
here = program.folder()
here.run("mpifort.openmpi", "-g", "-fcoarray=lib", SOURCE, "-o", "images", f"-L{LIBRARIES[0].parent}", "-lcaf_mpi")
native = here.run("mpirun.openmpi", "-n", str(IMAGES), "./images", env=ENV, check=False, timeout=250)
if native.status or native.out.split() != ["6", "6"]:
    tap.skip_all(f"programs with coarrays cannot run here: {native}")
result = here.triptych("run", "--events", "-o", "a.tri", "mpirun.openmpi", "-n", str(IMAGES), "./images", env=ENV, timeout=250)
tap.equal(result.out, native.out, "the program prints the same")


def rows(what):
    return [json.loads(line) for line in here.triptych("query", "a.tri", what, "--format", "json").out.splitlines()]


tap.equal([(place["rank"], place["ranks"]) for place in rows("places")], [(image, IMAGES) for image in range(IMAGES)], "images are the places of one archive")
MOVES = ("send", "get", "sendget", "atomic_op", "atomic_define", "event_post")
found, visits, mpi = collections.Counter(), collections.Counter(), collections.Counter()
for event in rows("events"):
    name = event["name"].removeprefix("_gfortran_caf_")
    if name in MOVES:
        found[event["rank"], name, event["line"], event["source"], event["target"], event["bytes"]] += 1
    elif name != event["name"]:
        visits[name] += 1
    elif name.lower().startswith("mpi_"):
        mpi[name.lower(), event["line"]] += 1
expected = collections.Counter()
for me in range(IMAGES):
    right, left = (me + 1) % IMAGES, (me - 1) % IMAGES
    for name, mark, source, target, size, times in (
            ("send", "scalar", me, right, 4, 4), ("send", "section", me, right, 20, 1), ("send", "column", me, right, 48, 1), ("get", "read", left, me, 4, 1),
            ("get", "read column", left, me, 48, 1), ("get", "read row", right, me, 32, 1), ("sendget", "between", left, right, 4, 1),
            ("atomic_op", "add", me, 0, 4, 1), ("event_post", "post", me, right, 4, 1)):
        expected[me, name, line_of[mark], source, target, size] += times
    for name, mark, source, target, size in (
            ("send", "to other", me, 2 - me, 4), ("get", "from other", 2 - me, me, 4), ("sendget", "between in team", 2 - me, me, 4), ("atomic_op", "add in team", me, 2, 4)):
        expected[me, name, line_of[mark], source, target, size] += me != 1
    expected[me, "send", line_of["alone"], me, me, 4] += 1
expected[1, "atomic_define", line_of["define"], 1, 2, 4] += 1
expected = +expected
tap.equal(found, expected, "every move: image, statement's line, from where, to where, bytes")
tap.equal({name: visits[name] for name in ("init", "finalize", "sync_all", "lock", "unlock", "event_wait", "sync_images", "co_sum", "co_max", "co_broadcast")},
          {"init": 3, "finalize": 3, "sync_all": 3 * 5 + 3, "lock": 6, "unlock": 6, "event_wait": 3, "sync_images": 2, "co_sum": 9, "co_max": 3, "co_broadcast": 5},
          "visits: the barrier after an allocation is one, too")
tap.equal(mpi, {("mpi_barrier", line_of["MPI"]): 3}, "MPI calls of the program are recorded, those inside of coarray calls are not")
together = collections.defaultdict(list)
for one in rows("collectives"):
    if one["kind"] != "barrier":
        together[one["instance"], one["kind"]].append((one["rank"], one["given"], one["taken"]))
tap.equal(sorted(sorted(parts) for parts in together.values()),
          sorted([[(image, 4, 4) for image in range(IMAGES)], [(0, 8, 0), (1, 8, 8), (2, 8, 0)], [(0, 0, 48), (1, 0, 48), (2, 48, 0)],
                  [(0, 4, 4), (2, 4, 4)], [(1, 4, 4)], [(0, 0, 48), (2, 48, 0)], [(0, 4, 4)], [(1, 4, 4)], [(2, 4, 4)]]),
          "collective subroutines: with a result on all images, on one, and from one; of a team, and of teams inside of teams that have one number")
sizes = {one["size"] for one in rows("collectives")}
tap.equal(sizes, {IMAGES, None}, "operations of all images have their number, those of teams none")
report = json.dumps(here.report("a.tri", "--top", "0"))
tap.check("_gfortran_caf_sendget" in report and "images.f90" in report, "the report has the statements", report[:300])
here.write("stop.f90", """program stop
    implicit none
    integer :: a[*]
    a = this_image()
    sync all
    if (a == 2) error stop 3
    sync all
end program
""")
here.run("mpifort.openmpi", "-g", "-fcoarray=lib", "stop.f90", "-o", "stop", f"-L{LIBRARIES[0].parent}", "-lcaf_mpi")
here.triptych("run", "-q", "--force", "-o", "a.tri", "mpirun.openmpi", "-n", "2", "./stop", env=ENV, timeout=250, check=False)
death = here.report("a.tri")["run"]["first_death"]
tap.equal((death["how"], death["rank"]), ("abort", 1), "the image that ended the run by error stop is known")
tap.done()

"""Which programs `triptych cc g++` marks for counting in the binary, and what is said of those that cannot be counted."""
import json

import engines
import program
import tap

ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}

here = program.folder()
if program.SANITIZED:
    tap.skip_all("sanitized programs are not counted in the binary")
if not program.have("g++") or not engines.have_native():
    tap.skip_all("there is no g++, or binaries are not counted on this machine")

here.write("one.cpp", """#include <cstdio>
extern "C" int part(int n);
int main()
{
    int sum = 0;
    for (int i = 0; i < 7; i++)
        sum += part(i);
    std::printf("%d\\n", sum);
}
""")
here.write("part.c", "int part(int n)\n{\n    int sum = 0;\n    for (int i = 0; i < n; i++)\n        sum += i;\n    return sum;\n}\n")
here.triptych("cc", "gcc", "-c", "part.c", "-o", "probed.o")
here.run("gcc", "-c", "part.c", "-o", "plain.o")


def trips(archive):
    """(visits, trips) of each loop"""
    rows = json.loads(here.triptych("report", "--tree", "--format", "json", "--min-percent", "0", "--top", "0", archive).out)["tree"]
    return sorted((node["visits"], node["trips"]) for node in rows if node["kind"] == "loop")


# The note stays where symbols do not.
here.write("hidden.map", "{ global: main; local: *; };\n")
here.triptych("cc", "g++", "-s", "-O0", "-Wl,--version-script=hidden.map", "-Wl,--gc-sections", "one.cpp", "probed.o", "-o", "hidden")
run = here.triptych("run", "-o", "hidden.tri", "./hidden")
tap.equal(trips("hidden.tri"), [(1, 7), (7, 21)], "a stripped program whose symbols a version script hides is counted")
tap.check("has no probes" not in run.err, "nothing more is recommended for a program that is counted")
here.run("g++", "-O0", "one.cpp", "plain.o", "-o", "unmarked")
here.triptych("run", "-o", "unmarked.tri", "./unmarked")
tap.equal(trips("unmarked.tri"), [], "a program that was linked without `triptych cc` is not")


def unmeasured(flag, name, linking, running):
    """What is said of a program that cannot be counted: without probes in it, nothing is measured."""
    linked = here.triptych("cc", "g++", flag, "one.cpp", "plain.o", "-o", name, check=False)
    if linked.status:
        tap.skip(name, f"g++ cannot link with {flag}")
        return
    tap.contains(linked.err, f"triptych cc: {name} {linking}", f"{flag}: linking says what is not measured")
    if flag == "-fsanitize=address":
        return  # its start alone takes seconds on some machines
    if here.run(f"./{name}", check=False).status:
        tap.skip(name, f"programs with {flag} do not run on this machine")
        return
    run = here.triptych("run", "-o", f"{name}.tri", f"./{name}")
    tap.contains(run.err, f"triptych run: nothing was measured: ./{name} {running}", f"{flag}: the run says why, and what to do")
    run = here.triptych("run", "-o", f"{name}.tri", "env", "-u", "X", f"./{name}", "x", check=False)
    tap.contains(run.err, f"triptych run: nothing was measured: ./{name} {running}", f"{flag}: behind a launcher, too")
    here.triptych("cc", "g++", flag, "one.cpp", "probed.o", "-o", name)
    here.triptych("run", "-o", f"{name}.tri", f"./{name}")
    tap.equal(trips(f"{name}.tri"), [(7, 21)], f"{flag}: its C is measured by its probes")


for kind, name in ("address", "AddressSanitizer"), ("thread", "ThreadSanitizer"):
    option = f"-fsanitize={kind}"
    unmeasured(option, kind, f"is built with {option} and cannot be patched: its C routines have probes, its C++ routines are not measured; build "
               f"it without {option}", f"is built with {name}, which cannot run with a preloaded library, and has no probes; build it without -fsanitize")
unmeasured("-static", "static", "is linked statically: its C routines have probes, its C++ routines are not measured; link it without -static",
           "is linked statically and has no probes; link it without -static")

# MPI programs in C++: each rank is one place, with its messages and its loops.
here.write("ring.cpp", """#include <mpi.h>
int main(int count, char **words)
{
    int rank, sum = 0;
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 5; i++) {
        int got = 0;
        MPI_Sendrecv(&i, 1, MPI_INT, 1 - rank, i, &got, 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += got;
    }
    MPI_Finalize();
    return sum != 10;
}
""")
# C with probes calls a function of a library both directly and through C++ whose frame is gone by then: each call has its own caller.
here.write("library.c", """#include <mpi.h>
void post_it(void)
{
    int rank;
    char byte = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Send(&byte, 1, MPI_CHAR, MPI_PROC_NULL, rank, MPI_COMM_WORLD);
}
""")
here.write("pass.cpp", "extern \"C\" void post_it(void);\nextern \"C\" void pass(void) { post_it(); }\n")
here.write("calls.c", """#include <mpi.h>
void post_it(void), pass(void);
__attribute__((noinline)) void both(int count)
{
    for (int i = 0; i < count; i++) {
        post_it();
        pass();
    }
}
int main(int count, char **words)
{
    MPI_Init(&count, &words);
    for (int i = 0; i < 3; i++)
        both(1000);
    MPI_Finalize();
    return 0;
}
""")
for mpi in "openmpi", "mpich":
    if not program.have(f"mpicxx.{mpi}") or not program.have(f"mpirun.{mpi}"):
        tap.skip(mpi, "it is not installed")
        continue
    here.triptych("cc", f"mpicxx.{mpi}", "-O0", "ring.cpp", "-o", f"ring_{mpi}")
    archive = f"{mpi}.tri"
    here.triptych("run", "-o", archive, f"mpirun.{mpi}", "-n", "2", f"./ring_{mpi}", env=ROOT)
    rows = json.loads(here.triptych("report", "--tree", "--format", "json", "--min-percent", "0", "--top", "0", archive).out)["tree"]
    loop = next((number for number, node in enumerate(rows) if node["kind"] == "loop"), None)
    tap.equal(trips(archive), [(2, 10)], f"{mpi}: the loop of both ranks is counted")
    names = [node["name"] for node in rows if node["depth"] == rows[loop]["depth"] + 1 and node["visits"] == 10]
    tap.equal(names, ["MPI_Sendrecv"], f"{mpi}: its MPI calls are below it")
    here.run(f"mpicc.{mpi}", "-O1", "-shared", "-fPIC", "library.c", "-o", f"./lib{mpi}.so")
    here.triptych("cc", f"mpicc.{mpi}", "-O2", "-c", "calls.c", "-o", "calls.o")
    here.triptych("cc", f"mpicxx.{mpi}", "-O2", "calls.o", "pass.cpp", f"./lib{mpi}.so", "-o", f"calls_{mpi}")
    here.triptych("run", "-o", f"calls_{mpi}.tri", f"./calls_{mpi}", env=ROOT)
    for name in "MPI_Comm_rank", "MPI_Send":
        found = here.triptych("query", "--format", "json", f"calls_{mpi}.tri", f'nodes.filter(n -> n.name == "{name}")').out.splitlines()
        visits = {"pass/" in row["path"]: row["visits"] for row in map(json.loads, found)}
        tap.equal(visits, {True: 3000, False: 3000}, f"{mpi}: {name} by each of its callers")
tap.done()

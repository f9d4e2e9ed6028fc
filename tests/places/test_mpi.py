"""The ranks that a launcher of an MPI starts are places, for programs with MPI and without."""
import program
import tap

here = program.folder()
FORMS = program.SOURCE / "tests/places/programs/forms.c"
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
here.run(program.CC, "-w", f"-I{program.SOURCE / 'include'}", FORMS, "-o", "sequential")
expected = here.run("./sequential").out
here.triptych("cc", program.CC, *program.CFLAGS, FORMS, "-o", "forms")
ARRAYS = program.SOURCE / "tests/places/programs/arrays.c"
here.run(program.CC, "-w", f"-I{program.SOURCE / 'include'}", ARRAYS, "-o", "arrays-sequential")
elements = here.run("./arrays-sequential").out
here.triptych("cc", program.CC, *program.CFLAGS, ARRAYS, "-o", "arrays")
here.write("ranks.c", """
#include <mpi.h>
#include <stdio.h>
#include <triptych/places.h>
int main(int argc, char **argv)
{
    int sum = 0;
    for (int p = 0; p < tri_places(); p++)
#pragma tri at(p) reduction(+:sum)
        sum += tri_here();
    printf("%d %d\\n", tri_places(), sum);
    return 0;
}
""")
for name, compiler, launcher, options in (("Open MPI", "mpicc.openmpi", "mpirun.openmpi", ["--oversubscribe"]), ("MPICH", "mpicc.mpich", "mpirun.mpich", [])):
    if not (program.have(compiler) and program.have(launcher)):
        tap.skip(name, "not installed")
        continue
    result = here.run(launcher, *options, "-n", "3", "./forms", check=False, env=AS_ROOT)
    # The launcher passes on the lines of several ranks as they come.
    tap.equal((result.status, sorted(result.out.splitlines())), (0, sorted(expected.splitlines())), f"{name}: a program without MPI")
    result = here.run(launcher, *options, "-n", "2", "./arrays", check=False, env=AS_ROOT)
    tap.equal((result.status, result.out), (0, elements), f"{name}: distributed arrays")
    here.triptych("cc", compiler, *program.CFLAGS, "ranks.c", "-o", "ranks")
    result = here.run(launcher, *options, "-n", "4", "./ranks", check=False, env=AS_ROOT)
    tap.equal((result.status, result.out), (0, "4 6\n"), f"{name}: a program linked with MPI")
tap.done()

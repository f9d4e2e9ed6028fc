"""The tasks of a step of Slurm are places, with and without PMI; a program that a batch script runs by itself has one."""
import program
import slurm
import tap

if slurm.is_missing():
    tap.skip_all(slurm.is_missing())
here = program.folder()
if not slurm.start(here):
    tap.skip_all("Slurm does not start here")
here.write("sum.c", """
#include <stdio.h>
#include <triptych/places.h>
int main(void)
{
    int sum = 0;
    for (int p = 0; p < tri_places(); p++)
#pragma tri at(p) reduction(+:sum)
        sum += 1 + tri_here();
    printf("%d %d\\n", tri_places(), sum);
    return 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "sum.c", "-o", "sum")
for options in ([], ["--mpi=pmi2"]):
    result = slurm.run("srun", "-Q", "-O", *options, "-n", "3", "./sum", check=False)
    tap.equal((result.status, result.out), (0, "3 6\n"), f"srun {' '.join([*options, '-n', '3'])}")
result = slurm.run("salloc", "-Q", "-O", "-n", "2", "./sum", check=False)
tap.equal((result.status, result.out), (0, "1 1\n"), "in an allocation, but not by srun")
result = slurm.run("sbatch", "-Q", "-W", "-O", "-n", "2", "-o", "batch.out", "--wrap", "./sum; srun ./sum", check=False)
tap.equal((result.status, here.read("batch.out")), (0, "1 1\n2 3\n"), "in a batch script, and by srun in it")
tap.done()

"""CPU time of ranks, in calls of MPI and outside of them: it is the same on a machine that is busy with other things."""
import mpi
import program
import tap

OTHER = 60_000_000  # ns at most that a rank uses outside of its loops, before MPI begins and after it has ended
if not mpi.INSTALLED or program.SANITIZED:
    tap.skip_all("no MPI is installed" if not mpi.INSTALLED else "the sanitizers find what is wrong in the MPI libraries")
here = program.folder()
for name in mpi.INSTALLED:
    built = mpi.build(here, name, "cpu.c")
    run = mpi.run(here, name, 3, built)
    used = [int(line) for line in run.result.out.split()]
    lanes = {lane["rank"]: lane for lane in here.report(run.path)["lanes"]}
    outside = [lanes[rank]["cpu_ns"] - lanes[rank]["cpu_in_mpi_ns"] for rank in range(3)]
    tap.check(all(u * 0.98 <= o <= u + OTHER for u, o in zip(used, outside)), f"{name}: CPU time outside of MPI is what the program says it used",
              (used, outside, lanes))
    tap.check(all(lanes[rank]["cpu_in_mpi_ns"] > 0 for rank in range(3)), f"{name}: and some was in MPI", lanes)

# A look at the CPU time is a system call: if the core is lost meanwhile, as it is when there are more ranks than cores, that is no
# time of the program's own. Here strace makes each look take 5 ms.
SLOWLY = ("strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=clock_gettime", "-e", "inject=clock_gettime:delay_exit=5000")
here.write("calls.c", """
#include <mpi.h>

static void __attribute__((noinline)) calls(void)
{
    for (int i = 0; i < 100; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

int main(int count, char **words)
{
    MPI_Init(&count, &words);
    calls();
    MPI_Finalize();
    return 0;
}
""")
if not program.have("strace") or here.run(*SLOWLY, "true", check=False).status:
    tap.skip("what was lost while looking at the CPU time", "strace cannot run here")
    tap.done()
for name in mpi.INSTALLED:
    here.triptych("cc", f"mpicc.{name}", "-O1", "calls.c", "-o", f"calls.{name}")
    here.run(*SLOWLY, program.TRIPTYCH, "run", "-q", "--force", "-o", "slow.tri", f"./calls.{name}")
    routines = {row["name"]: row for row in here.report("slow.tri")["routines"]}
    own, all_ = (routines["calls"][column] for column in ("exclusive_ns", "time_ns"))
    tap.check(own < all_ / 2, f"{name}: what was lost while looking at the CPU time is not the program's", (own, all_))
tap.done()

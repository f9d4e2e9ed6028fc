/* cpu.c: ranks use CPU time outside of MPI, each the more the higher its number, and tell how much
 * it was. The first one waits for all of them in MPI. */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

static long long cpu(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

int main(int count, char **words)
{
    int rank, sum;
    long long outside = 0, all[16];
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int turn = 0; turn < 5; turn++) {
        long long start = cpu();
        while (cpu() - start < rank * 20000000LL)
            continue;
        outside += cpu() - start;
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Gather(&outside, 1, MPI_LONG_LONG, all, 1, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < 3; i++)
        printf("%lld\n", all[i]);
    MPI_Finalize();
    return 0;
}

/* shmem.c: a program of OpenSHMEM for four PEs whose calls are counted by hand in test_shmem.py. */
#include <shmem.h>
#include <stdio.h>

enum { PES = 4 };

static long numbers[64], result[64], scratch[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long work[8][SHMEM_REDUCE_SYNC_SIZE + SHMEM_BCAST_SYNC_SIZE + SHMEM_ALLTOALL_SYNC_SIZE];
static double reals[64];
static float singles[64];
static long counter, lock, flag;

/* Every PE writes to its right neighbour and reads from its left one. */
static void move(int me)
{
    int right = (me + 1) % PES, left = (me + PES - 1) % PES;
    long mine[64] = {0};
    double real[16] = {0};
    float single[16] = {0};
    char bytes[100] = {0};
    for (int i = 0; i < 3; i++)
        shmem_long_put(numbers, mine, 10, right);                   /* 3 x 80 bytes */
    shmem_double_put_nbi(reals, real, 16, right);                   /* 128 */
    shmem_float_iput(singles, single, 2, 1, 5, right);              /* 20 */
    shmem_put32(numbers, mine, 6, right);                           /* 24 */
    shmem_putmem(numbers, bytes, 100, right);                       /* 100 */
    shmem_double_p(&reals[20], 2.5, right);                         /* 8 */
    shmem_ctx_long_put(SHMEM_CTX_DEFAULT, numbers, mine, 2, right); /* 16 */
    shmem_quiet();
    shmem_barrier_all();
    shmem_getmem(bytes, numbers, 50, left);      /* 50 */
    shmem_float_get(single, singles, 7, left);   /* 28 */
    shmem_get128_nbi(mine, numbers, 2, left);    /* 32 */
    if (shmem_double_g(&reals[20], left) != 2.5) /* 8 */
        printf("wrong\n");
    shmem_quiet();
}

static void unite(int me)
{
    shmem_long_sum_to_all(result, numbers + 32, 4, 0, 0, PES, scratch, work[0]); /* 32 and 32 */
    if (me % 2 == 0)
        shmem_double_max_to_all(reals + 32, reals, 2, 0, 1, PES / 2, (double *)(void *)scratch,
                                work[1]);
    shmem_barrier_all();
    shmem_broadcast64(result, numbers, 3, 1, 0, 0, PES, work[2]);
    shmem_alltoall32(result, numbers, 1, 0, 0, PES, work[3]);
    shmem_barrier_all();
    if (me % 2)
        shmem_barrier(1, 1, PES / 2, work[4]);
}

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();
    for (unsigned i = 0; i < sizeof work / sizeof(long); i++)
        work[0][i] = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
    move(me);
    shmem_barrier_all();
    for (int i = 0; i < 5; i++)
        shmem_long_atomic_fetch_add(&counter, me, 0);
    shmem_long_atomic_inc(&counter, 0);
    shmem_barrier_all();
    if (me == 2 && shmem_long_atomic_fetch(&counter, 0) != 34)
        printf("wrong\n");
    shmem_set_lock(&lock);
    shmem_clear_lock(&lock);
    unite(me);
    if (me == 0)
        shmem_long_p(&flag, 1, 3);
    if (me == 3)
        shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
    shmem_barrier_all();
    if (me == 0) {
        printf("%ld\n", counter);
        fflush(stdout);
    }
    shmem_barrier_all();
    shmem_global_exit(0); /* shmem_finalize() of Open MPI 4.1.4 faults on some machines */
}

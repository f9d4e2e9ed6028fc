/* verify.c: see verify.h */
#include "verify.h"

#include <mpi.h>

struct sums verify_sums(const int *keys, long count)
{
    struct sums sums = {.count = count};
    for (long i = 0; i < count; i++) {
        sums.sum += keys[i];
        sums.squares += (long)keys[i] * keys[i];
    }
    return sums;
}

/* The largest key of the ranks before this one. */
static int largest_before(const int *keys, int count)
{
    int me, largest = -1, mine = count ? keys[count - 1] : -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Exscan(&mine, &largest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return me == 0 ? -1 : largest;
}

bool verify_sorted(const int *keys, int count, const struct sums *before)
{
    struct sums after = verify_sums(keys, count);
    int last = largest_before(keys, count);
    long wrong[] = {after.count - before->count, after.sum - before->sum,
                    after.squares - before->squares, 0};
    for (int i = 0; i < count; i++) {
        wrong[3] += keys[i] < last;
        last = keys[i];
    }
    MPI_Allreduce(MPI_IN_PLACE, wrong, 4, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return !wrong[0] && !wrong[1] && !wrong[2] && !wrong[3];
}

/* main.c: bucket sort of integers: buckets [KEYS [ROUNDS]] */
#include "exchange.h"
#include "keys.h"
#include "sort.h"
#include "verify.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* A number from 1 to `most`, or 0 for anything else. */
static int read_number(const char *text, int most)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end && value >= 1 && value <= most ? (int)value : 0;
}

/* One round of this rank's keys. Returns whether all keys of all ranks were sorted. */
static bool sort_round(long first, long end, int round, int me, int ranks)
{
    int got, *keys = malloc((size_t)(end - first + 1) * sizeof *keys);
    if (!keys)
        MPI_Abort(MPI_COMM_WORLD, 1);
    keys_make(keys, first, end, round);
    struct sums before = verify_sums(keys, end - first);
    int *mine = exchange_keys(keys, (int)(end - first), &got);
    if (!sort_keys(mine, got, exchange_bucket(me, ranks), exchange_bucket(me + 1, ranks)))
        MPI_Abort(MPI_COMM_WORLD, 1);
    bool right = verify_sorted(mine, got, &before);
    free(mine);
    free(keys);
    return right;
}

static int run(int argc, char **argv)
{
    int me, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    long keys = argc > 1 ? read_number(argv[1], 500000000) : 4000000;
    int rounds = argc > 2 ? read_number(argv[2], 1000) : 20;
    if (argc > 3 || keys == 0 || rounds == 0 || ranks > KEYS_END) {
        if (me == 0)
            fprintf(stderr,
                    "usage: buckets [KEYS [ROUNDS]], KEYS up to 500000000, ROUNDS up to "
                    "1000, not more than %d ranks\n",
                    KEYS_END);
        return 2;
    }
    int right = 0;
    for (int round = 0; round < rounds; round++)
        right += sort_round(keys * me / ranks, keys * (me + 1) / ranks, round, me, ranks);
    if (me == 0)
        printf("%s: %d of %d rounds are sorted\n", right == rounds ? "right" : "WRONG", right,
               rounds);
    return right == rounds ? 0 : 1;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int status = run(argc, argv);
    MPI_Finalize();
    return status;
}

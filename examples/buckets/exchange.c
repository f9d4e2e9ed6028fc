/* exchange.c: see exchange.h */
#include "exchange.h"

#include "keys.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

/* What is sent to each rank and received from each, and where it begins. */
struct plan {
    int ranks;
    int *to, *to_at, *from, *from_at;
};

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    if (!memory)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return memory;
}

int exchange_bucket(int rank, int ranks)
{
    return (int)((long)KEYS_END * rank / ranks);
}

static int owner(int key, int ranks)
{
    int rank = (int)((long)key * ranks / KEYS_END);
    return key < exchange_bucket(rank + 1, ranks) ? rank : rank + 1;
}

/* Where each part begins. Returns where the last one ends. */
static int add_up(const int *counts, int *at, int ranks)
{
    int sum = 0;
    for (int rank = 0; rank < ranks; rank++) {
        at[rank] = sum;
        sum += counts[rank];
    }
    return sum;
}

/* Returns the number of keys that come. */
static int make_plan(struct plan *plan, const int *keys, int count)
{
    MPI_Comm_size(MPI_COMM_WORLD, &plan->ranks);
    plan->to = allocate(4 * (size_t)plan->ranks, sizeof *plan->to);
    plan->to_at = plan->to + plan->ranks;
    plan->from = plan->to_at + plan->ranks;
    plan->from_at = plan->from + plan->ranks;
    for (int i = 0; i < count; i++)
        plan->to[owner(keys[i], plan->ranks)]++;
    MPI_Alltoall(plan->to, 1, MPI_INT, plan->from, 1, MPI_INT, MPI_COMM_WORLD);
    add_up(plan->to, plan->to_at, plan->ranks);
    return add_up(plan->from, plan->from_at, plan->ranks);
}

/* The keys in the order of the ranks they go to. */
static int *arrange(const struct plan *plan, const int *keys, int count)
{
    int *arranged = allocate((size_t)count, sizeof *arranged);
    int *next = allocate((size_t)plan->ranks, sizeof *next);
    memcpy(next, plan->to_at, (size_t)plan->ranks * sizeof *next);
    for (int i = 0; i < count; i++)
        arranged[next[owner(keys[i], plan->ranks)]++] = keys[i];
    free(next);
    return arranged;
}

int *exchange_keys(const int *keys, int count, int *got)
{
    struct plan plan;
    *got = make_plan(&plan, keys, count);
    int *arranged = arrange(&plan, keys, count), *mine = allocate((size_t)*got, sizeof *mine);
    MPI_Alltoallv(arranged, plan.to, plan.to_at, MPI_INT, mine, plan.from, plan.from_at, MPI_INT,
                  MPI_COMM_WORLD);
    free(arranged);
    free(plan.to);
    return mine;
}

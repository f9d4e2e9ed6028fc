/* The same bucket sort on several ranks: each has a part of the keys, then a range of them. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef KEYS
#define KEYS (1 << 12)
#endif
#define MAXKEY (1 << 11)
#define BUCKETS 64
#define SHIFT 5
#define ROUNDS 10
static int my_rank, comm_size, num_keys;
static int *key_array, *key_buff1, *key_buff2, *ranked;
static int bucket_size[BUCKETS], bucket_totals[BUCKETS], bucket_ptrs[BUCKETS];
static int owner_of[BUCKETS], *send_count, *recv_count, *send_displ, *recv_displ, total_local,
    min_key, max_key;
static unsigned long seed = 314159265;
static double randlc(void)
{
    seed = seed * 6364136223846793005ul + 1442695040888963407ul;
    return (double)(seed >> 11) / 9007199254740992.0;
}
/* where the sequence of this rank starts */
static unsigned long find_my_seed(int rank, long skip)
{
    unsigned long a = 6364136223846793005ul, c = 1442695040888963407ul, A = 1, C = 0,
                  n = (unsigned long)rank * skip;
    while (n) {
        if (n & 1) {
            A *= a;
            C = C * a + c;
        }
        c = (a + 1) * c;
        a *= a;
        n >>= 1;
    }
    return A * 314159265ul + C;
}
static void alloc_space(void)
{
    key_array = calloc(num_keys, sizeof(int));
    key_buff1 = calloc(num_keys, sizeof(int));
    key_buff2 = calloc(KEYS, sizeof(int));
    ranked = calloc(MAXKEY, sizeof(int));
    send_count = calloc(comm_size, sizeof(int));
    recv_count = calloc(comm_size, sizeof(int));
    send_displ = calloc(comm_size, sizeof(int));
    recv_displ = calloc(comm_size, sizeof(int));
}
static void create_seq(void)
{
    for (int i = 0; i < num_keys; i++) {
        double x = randlc();
        x += randlc();
        x += randlc();
        x += randlc();
        key_array[i] = (int)(x * (MAXKEY / 4));
    }
}
static void rank(int iteration)
{
    if (my_rank == 0) {
        key_array[iteration] = iteration;
        key_array[iteration + ROUNDS] = MAXKEY - iteration - 1;
    }
    for (int i = 0; i < BUCKETS; i++) {
        bucket_size[i] = 0;
        bucket_totals[i] = 0;
    }
    for (int i = 0; i < num_keys; i++)
        bucket_size[key_array[i] >> SHIFT]++;
    bucket_ptrs[0] = 0;
    for (int i = 1; i < BUCKETS; i++)
        bucket_ptrs[i] = bucket_ptrs[i - 1] + bucket_size[i - 1];
    for (int i = 0; i < num_keys; i++) {
        int k = key_array[i];
        key_buff1[bucket_ptrs[k >> SHIFT]++] = k;
    }
    MPI_Allreduce(bucket_size, bucket_totals, BUCKETS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    /* who gets which buckets */
    int sum = 0, p = 0, first = 0;
    for (int i = 0; i < comm_size; i++)
        send_count[i] = 0;
    for (int i = 0; i < BUCKETS; i++) {
        if (sum >= (long)(p + 1) * KEYS / comm_size && p < comm_size - 1) {
            p++;
            if (p == my_rank)
                first = i;
        }
        sum += bucket_totals[i];
        owner_of[i] = p;
        send_count[p] += bucket_size[i];
    }
    MPI_Alltoall(send_count, 1, MPI_INT, recv_count, 1, MPI_INT, MPI_COMM_WORLD);
    send_displ[0] = recv_displ[0] = 0;
    for (int i = 1; i < comm_size; i++) {
        send_displ[i] = send_displ[i - 1] + send_count[i - 1];
        recv_displ[i] = recv_displ[i - 1] + recv_count[i - 1];
    }
    MPI_Alltoallv(key_buff1, send_count, send_displ, MPI_INT, key_buff2, recv_count, recv_displ,
                  MPI_INT, MPI_COMM_WORLD);
    total_local = recv_displ[comm_size - 1] + recv_count[comm_size - 1];
    min_key = first << SHIFT;
    max_key = min_key;
    for (int i = 0; i < BUCKETS; i++)
        if (owner_of[i] == my_rank)
            max_key = (i + 1) << SHIFT;
    for (int i = min_key; i < max_key; i++)
        ranked[i] = 0;
    for (int i = 0; i < total_local; i++)
        ranked[key_buff2[i]]++;
    for (int i = min_key + 1; i < max_key; i++)
        ranked[i] += ranked[i - 1];
}
static long full_verify(void)
{
    long wrong = 0, all = 0;
    int *sorted = calloc(KEYS, sizeof(int));
    for (int i = 0; i < total_local; i++)
        sorted[--ranked[key_buff2[i]]] = key_buff2[i];
    for (int i = 1; i < total_local; i++)
        wrong += sorted[i - 1] > sorted[i];
    int last = total_local ? sorted[total_local - 1] : 0, before = 0;
    MPI_Sendrecv(&last, 1, MPI_INT, (my_rank + 1) % comm_size, 1, &before, 1, MPI_INT,
                 (my_rank + comm_size - 1) % comm_size, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (my_rank && total_local)
        wrong += before > sorted[0];
    MPI_Reduce(&wrong, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    free(sorted);
    return all;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &comm_size);
    num_keys = KEYS / comm_size;
    alloc_space();
    seed = find_my_seed(my_rank, 4l * num_keys);
    long wrong = 0;
    for (int it = 0; it < ROUNDS; it++) {
        create_seq();
        rank(it);
        wrong += full_verify();
    }
    if (!my_rank)
        printf("%ld\n", wrong);
    MPI_Finalize();
    return 0;
}

/* Four threads of each rank send and receive at the same time. */
#include <mpi.h>
#include <pthread.h>

enum { THREADS = 4, MESSAGES = 500 };

static int rank, size;

static void *work(void *number)
{
    int tag = (int)(long)number, got[MESSAGES];
    MPI_Request requests[MESSAGES];
    for (int i = 0; i < MESSAGES; i++)
        MPI_Irecv(&got[i], 1, MPI_INT, (rank + size - 1) % size, tag, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; i < MESSAGES; i++)
        MPI_Send(&i, 1, MPI_INT, (rank + 1) % size, tag, MPI_COMM_WORLD);
    for (int i = 0; i < MESSAGES / 2; i++)
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    MPI_Waitall(MESSAGES / 2, requests + MESSAGES / 2, MPI_STATUSES_IGNORE);
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    int level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    MPI_Finalize();
    return level == MPI_THREAD_MULTIPLE ? 0 : 1;
}

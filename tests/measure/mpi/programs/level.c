/* Asks for the level of threads that its argument names; with "twice", begins MPI a second time. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    static const char *const names[] = {"single", "funneled", "serialized", "multiple"};
    static const int levels[] = {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED,
                                 MPI_THREAD_MULTIPLE};
    int got = -1, asked, is_main, value = 1, sum = 0;
    if (!strcmp(argv[1], "twice")) {
        MPI_Init(&argc, &argv);
        MPI_Init(&argc, &argv);
    }
    for (int i = 0; i < 4; i++) {
        if (!strcmp(argv[1], names[i]))
            MPI_Init_thread(&argc, &argv, levels[i], &got);
    }
    MPI_Query_thread(&asked);
    MPI_Is_thread_main(&is_main);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("%s: %d %d %d %d\n", argv[1], got, asked, is_main, sum);
    MPI_Finalize();
    return 0;
}

/* exits.c: ends inside of a parallel region, by the thread that is asked for: exits INDEX */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int who = argc > 1 ? atoi(argv[1]) : 0;
    puts("begins");
#pragma omp parallel num_threads(2)
    {
#pragma omp barrier
        if (omp_get_thread_num() == who)
            exit(5);
#pragma omp barrier
    }
    puts("never");
    return 0;
}

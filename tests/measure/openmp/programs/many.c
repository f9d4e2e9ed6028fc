/* many.c: a million tasks, or as many as are asked for: many [N] */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    long count = argc > 1 ? atol(argv[1]) : 1000000, sum = 0;
#pragma omp parallel
#pragma omp single
    for (long i = 0; i < count; i++) {
#pragma omp task firstprivate(i)
#pragma omp atomic
        sum += i;
    }
    printf("%ld\n", sum);
    return 0;
}

/* main.c: a triangular matrix times a vector, many times: triangle [N [TIMES [static|dynamic]]] */
#include "matrix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum { LARGEST = 20000, CHUNK = 16 };

/* A number from 1 to `most`, or 0 for anything else. */
static int read_number(const char *text, int most)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end && value >= 1 && value <= most ? (int)value : 0;
}

static void choose(int dynamic)
{
#ifdef _OPENMP
    omp_set_schedule(dynamic ? omp_sched_dynamic : omp_sched_static, dynamic ? CHUNK : 0);
#else
    (void)dynamic;
#endif
}

static int is_right(const double *y, int n)
{
    int i = 0;
    while (i < n && y[i] == i + 1)
        i++;
    return i == n;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? read_number(argv[1], LARGEST) : 4000;
    int times = argc > 2 ? read_number(argv[2], 1000000) : 50;
    const char *schedule = argc > 3 ? argv[3] : "static";
    int dynamic = !strcmp(schedule, "dynamic");
    if (argc > 4 || n == 0 || times == 0 || (!dynamic && strcmp(schedule, "static") != 0)) {
        fprintf(stderr, "usage: triangle [N [TIMES [static|dynamic]]], N up to %d\n", LARGEST);
        return 2;
    }
    struct matrix matrix = matrix_new(n);
    double *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y);
    if (!matrix.values || !x || !y)
        return 1;
    for (int j = 0; j < n; j++)
        x[j] = 1;
    choose(dynamic);
    for (int time = 0; time < times; time++)
        matrix_apply(&matrix, x, y);
    int right = is_right(y, n);
    printf("%d rows, %d times, %s: %s\n", n, times, schedule, right ? "right" : "WRONG");
    matrix_free(&matrix);
    free(x);
    free(y);
    return right ? 0 : 1;
}

#include <triptych/probes.h>
TRI_UNIT_BEGIN(17);
#line 1 "openmp.c"
/* Loops under pragmas: the probe goes outside. */
#include <stdio.h>

#define N 64
static double a[N], b[N][N];

int main(void)
{ TRI_ROUTINE(0);
    double sum = 0;
    int i, j; { TRI_LOOP(1); TRI_TRIPS(1, (0), TRI_BELOW, (N), 1);
#pragma omp parallel for
    for (i = 0; i < N; i++)
        a[i] = i; } { TRI_LOOP(2); TRI_TRIPS(2, (0), TRI_BELOW, (N), 1);
    /* a comment in between */
#pragma omp parallel for reduction(+ : sum) \
    schedule(static)
    for (i = 0; i < N; i++) {
        double x = a[i];
        sum += x;
    } } { TRI_LOOP(3); TRI_TRIPS(3, (0), TRI_BELOW, (N), 1);
#pragma omp parallel for collapse(2)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            b[i][j] = i * j; } { TRI_LOOP(5); TRI_TRIPS(5, (0), TRI_BELOW, (N), 1);
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        { TRI_LEAF_LOOP(6); for (j = 0; j < N; j++)
            { TRI_TRIP(6); b[i][j] += 1; } } }
#pragma omp parallel
    { { TRI_LEAF_LOOP(7);
#pragma omp for
        for (i = 0; i < N; i++)
            { TRI_TRIP(7); a[i] += 1; } }
#pragma omp single
        { TRI_LEAF_LOOP(8); for (int k = 0; k < 3; k++)
            { TRI_TRIP(8); sum += k; } }
    }
    if (sum > 0) { TRI_LOOP(9); TRI_TRIPS(9, (0), TRI_BELOW, (N), 1);
#pragma omp simd
        for (i = 0; i < N; i++)
            a[i] *= 2; } { TRI_LOOP(10); TRI_TRIPS(10, (0), TRI_BELOW, (N), 1);
#pragma omp parallel for default(none) shared(a, b)
    for (int k = 0; k < N; k++)
        for (int l = 0; l < N; l++)
            a[k] += b[k][l]; } { TRI_LEAF_LOOP(12);
#pragma GCC ivdep
    for (i = 0; i < N; i++)
        { TRI_TRIP(12); a[i] += 1; } } { TRI_LEAF_LOOP(13);
    _Pragma("GCC unroll 4") for (i = 0; i < N; i++) { TRI_TRIP(13); sum += a[i]; } }
    { TRI_LOOP(14); for (j = 0; j < 2; j++) { TRI_TRIP(14);  { TRI_LOOP(15); TRI_TRIPS(15, (0), TRI_BELOW, (N), 1);
#pragma omp simd
        for (i = 0; i < N; i++)
            a[i] -= 1; } } }
    TRI_IO_BEGIN(16, TRI_FD(1)) printf("%g %g\n", sum, b[3][4]) TRI_IO_END(16, tri_result);
    return 0;
}
#line 1 "<triptych>"
TRI_TABLE(17) = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 7, 56, 0, "main", "openmp.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 12, 13, 1, "", "openmp.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 2, 17, 20, 1, "", "openmp.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 3, 22, 24, 1, "", "openmp.c", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_DETERMINED | TRI_UNMEASURED, 4, 23, 24, 1, "", "openmp.c", "OpenMP merges it with the enclosing loop"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 5, 26, 28, 1, "", "openmp.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 6, 27, 28, 1, "", "openmp.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 7, 32, 33, 1, "", "openmp.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 8, 35, 36, 1, "", "openmp.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 9, 40, 41, 1, "", "openmp.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 10, 43, 45, 1, "", "openmp.c", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_DETERMINED | TRI_UNMEASURED, 11, 44, 45, 1, "", "openmp.c", "it is inside an OpenMP construct with default(none)"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 12, 47, 48, 1, "", "openmp.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 13, 49, 49, 1, "", "openmp.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 14, 50, 53, 1, "", "openmp.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 15, 52, 53, 1, "", "openmp.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 54, 54, 1, "printf", "openmp.c", 0),
};
TRI_UNIT_END(17, "openmp.c", "DIR");

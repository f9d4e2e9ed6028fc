/* solve.c: a triangular system of equations, with MPI: solve [N [TIMES]]
 *
 * Row i of the matrix has i + 1 numbers, from a small table. Every rank has N/P rows, one below the
 * other: it subtracts what the ranks before it have found, solves its own triangle, and tells all
 * others. The last rank has most of the work. The right-hand side is made so that every unknown is
 * 1. */
#include "arguments.h"

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { TABLE = 64 };
static double table[TABLE];

static int first_row(int n, int ranks, int rank)
{
    return (int)((long)n * rank / ranks);
}

static void make_table(void)
{
    for (int i = 0; i < TABLE; i++)
        table[i] = (i % 7 + 1) / 8.0;
}

/* The sum of a part of a row times the unknowns. */
static double dot(int row, int from, int to, const double *x)
{
    double sum = 0;
    for (int j = from; j < to; j++)
        sum += table[(5 * row + 3 * j) & (TABLE - 1)] * x[j];
    return sum;
}

static void subtract(int first, int end, int from, int to, const double *x, double *b)
{
    for (int row = first; row < end; row++)
        b[row - first] -= dot(row, from, to, x);
}

/* The number on the diagonal is 1. */
static void solve_own(int first, int end, double *x, const double *b)
{
    for (int row = first; row < end; row++)
        x[row] = b[row - first] - dot(row, first, row, x);
}

static void solve(int n, int me, int ranks, double *x, double *b)
{
    const int first = first_row(n, ranks, me), end = first_row(n, ranks, me + 1);
    for (int rank = 0; rank < ranks; rank++) {
        const int from = first_row(n, ranks, rank), to = first_row(n, ranks, rank + 1);
        if (rank == me)
            solve_own(first, end, x, b);
        MPI_Bcast(x + from, to - from, MPI_DOUBLE, rank, MPI_COMM_WORLD);
        if (rank < me)
            subtract(first, end, from, to, x, b);
    }
}

static void make_right_side(int first, int end, const double *ones, double *b)
{
    for (int row = first; row < end; row++)
        b[row - first] = 1 + dot(row, 0, row, ones);
}

static int is_right(int n, const double *x)
{
    for (int i = 0; i < n; i++)
        if (fabs(x[i] - 1) > 1e-9)
            return 0;
    return 1;
}

static int run(int n, int times, int me, int ranks)
{
    double *x = malloc((size_t)n * sizeof *x), *b = malloc(((size_t)n + 1) * sizeof *b);
    const int first = first_row(n, ranks, me), end = first_row(n, ranks, me + 1);
    if (!x || !b)
        MPI_Abort(MPI_COMM_WORLD, 1);
    int mine = 1, right;
    for (int time = 0; time < times; time++) {
        for (int i = 0; i < n; i++)
            x[i] = 1;
        make_right_side(first, end, x, b);
        solve(n, me, ranks, x, b);
        mine = mine && is_right(n, x);
    }
    MPI_Allreduce(&mine, &right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (me == 0)
        puts(right ? "right" : "WRONG");
    free(x);
    free(b);
    return right ? 0 : 1;
}

int main(int argc, char **argv)
{
    int me, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    struct arguments with = {.n = 2000, .times = 4};
    make_table();
    int status = 2;
    if (arguments_read(&with, argc, argv, 1, 100000, me))
        status = run(with.n, with.times, me, ranks);
    MPI_Finalize();
    return status;
}

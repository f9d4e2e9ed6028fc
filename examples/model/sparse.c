/* sparse.c: a sparse matrix with uneven rows times a vector, with MPI: sparse [N [TIMES]]
 *
 * Row i of N has from 4 to 124 numbers, most at the top: 4 + 120 (1 - i/N)^3, rounded down. All are
 * 1, and so is the vector at first: the result in row i must be as many as it has. Every rank has
 * N/P rows, one below the other, so the first rank has most of the work. */
#include "arguments.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int first_row(int n, int ranks, int rank)
{
    return (int)((long)n * rank / ranks);
}

static int length(int n, int row)
{
    const double left = 1 - (double)row / n;
    return 4 + (int)(120 * left * left * left);
}

struct matrix {
    int n, first, end;
    long *start;
    int *column;
    float *value;
};

/* Numbers of a row are spread over the columns around it. */
static void fill(struct matrix *matrix)
{
    for (int row = matrix->first; row < matrix->end; row++) {
        const long at = matrix->start[row - matrix->first];
        const int wide = (int)(matrix->start[row + 1 - matrix->first] - at);
        for (int k = 0; k < wide; k++) {
            matrix->column[at + k] = (row + 7 * k) % matrix->n;
            matrix->value[at + k] = 1;
        }
    }
}

static void create(struct matrix *matrix, int n, int me, int ranks)
{
    matrix->n = n;
    matrix->first = first_row(n, ranks, me);
    matrix->end = first_row(n, ranks, me + 1);
    matrix->start = malloc(((size_t)(matrix->end - matrix->first) + 1) * sizeof *matrix->start);
    if (!matrix->start)
        MPI_Abort(MPI_COMM_WORLD, 1);
    matrix->start[0] = 0;
    for (int row = matrix->first; row < matrix->end; row++)
        matrix->start[row + 1 - matrix->first] =
            matrix->start[row - matrix->first] + length(n, row);
    const size_t all = (size_t)matrix->start[matrix->end - matrix->first] + 1;
    matrix->column = malloc(all * sizeof *matrix->column);
    matrix->value = malloc(all * sizeof *matrix->value);
    if (!matrix->column || !matrix->value)
        MPI_Abort(MPI_COMM_WORLD, 1);
    fill(matrix);
}

static void multiply(const struct matrix *matrix, const float *from, float *to)
{
    for (int row = matrix->first; row < matrix->end; row++) {
        const long at = matrix->start[row - matrix->first];
        const long end = matrix->start[row + 1 - matrix->first];
        float sum = 0;
        for (long k = at; k < end; k++)
            sum += matrix->value[k] * from[matrix->column[k]];
        to[row - matrix->first] = sum;
    }
}

static int is_right(const struct matrix *matrix, const float *to)
{
    for (int row = matrix->first; row < matrix->end; row++)
        if (to[row - matrix->first] != (float)length(matrix->n, row))
            return 0;
    return 1;
}

static int run(int n, int times, int me, int ranks)
{
    struct matrix matrix;
    create(&matrix, n, me, ranks);
    float *from = malloc((size_t)n * sizeof *from);
    float *to = malloc(((size_t)(matrix.end - matrix.first) + 1) * sizeof *to);
    if (!from || !to)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < n; i++)
        from[i] = 1;
    for (int time = 0; time < times; time++)
        multiply(&matrix, from, to);
    int mine = is_right(&matrix, to), right;
    MPI_Allreduce(&mine, &right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (me == 0)
        puts(right ? "right" : "WRONG");
    free(from);
    free(to);
    free(matrix.start);
    free(matrix.column);
    free(matrix.value);
    return right ? 0 : 1;
}

int main(int argc, char **argv)
{
    int me, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    struct arguments with = {.n = 100000, .times = 20};
    int status = 2;
    if (arguments_read(&with, argc, argv, 900, 10000000, me))
        status = run(with.n, with.times, me, ranks);
    MPI_Finalize();
    return status;
}

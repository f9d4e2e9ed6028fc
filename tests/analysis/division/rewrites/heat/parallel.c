/* The same plate on several ranks, in several files, with other names. */
#include "heat.h"
#include <math.h>
#include <mpi.h>
#include <stdio.h>
void exchange_borders(double *x)
{
    double out[COLS], in[COLS];
    for (int j = 0; j < COLS; j++)
        out[j] = AT(x, 1, j);
    MPI_Sendrecv(out, COLS, MPI_DOUBLE, me ? me - 1 : MPI_PROC_NULL, 1, in, COLS, MPI_DOUBLE,
                 me + 1 < ranks ? me + 1 : MPI_PROC_NULL, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int j = 0; me + 1 < ranks && j < COLS; j++)
        AT(x, rows + 1, j) = in[j];
    for (int j = 0; j < COLS; j++)
        out[j] = AT(x, rows, j);
    MPI_Sendrecv(out, COLS, MPI_DOUBLE, me + 1 < ranks ? me + 1 : MPI_PROC_NULL, 2, in, COLS,
                 MPI_DOUBLE, me ? me - 1 : MPI_PROC_NULL, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int j = 0; me && j < COLS; j++)
        AT(x, 0, j) = in[j];
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    rows = (COLS - 2) / ranks;
    first_row = me * rows;
    setup_field();
    double total = 0;
    for (int it = 0; it < 20; it++) {
        exchange_borders(a);
        relax_rows();
        double mine = local_change();
        MPI_Allreduce(&mine, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        accept_rows();
    }
    if (!me)
        printf("%g\n", sqrt(total));
    MPI_Finalize();
    return 0;
}

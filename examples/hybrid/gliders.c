/* gliders.c: see gliders.h */
#include "gliders.h"

/* Whether a cell lives at the start. */
static unsigned char alive(int n, int row, int column)
{
    static const unsigned char glider[3][3] = {{0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    const int end = n / GLIDERS_APART * GLIDERS_APART;
    const int i = row % GLIDERS_APART, j = column % GLIDERS_APART;
    return row < end && column < end && i < 3 && j < 3 ? glider[i][j] : 0;
}

void gliders_place(struct strip *strip)
{
    for (int i = 0; i < strip->rows; i++) {
        unsigned char *row = strip_row(strip, strip->turn, i + 1);
        for (int j = 0; j < strip->n; j++)
            row[j + 1] = alive(strip->n, strip->first + i, j);
        strip_close_row(row, strip->n);
    }
}

long gliders_wrong(const struct strip *strip, int flights)
{
    const int n = strip->n, back = n - flights % n;
    long mine = 0, all;
    for (int i = 0; i < strip->rows; i++) {
        const unsigned char *row = strip_row(strip, strip->turn, i + 1);
        for (int j = 0; j < n; j++)
            mine += row[j + 1] != alive(n, (strip->first + i + back) % n, (j + back) % n);
    }
    MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

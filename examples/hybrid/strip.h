/* strip.h: one rank's rows of a square world whose edges meet. */
#ifndef STRIP_H
#define STRIP_H

#include <mpi.h>
#include <stddef.h>

struct strip {
    int n;                   /* rows and columns of the world */
    int first, rows;         /* those that are this rank's, from 0 */
    int turn;                /* which of both is now, the other is next */
    unsigned char *cells[2]; /* (rows + 2) × (n + 2), with a copy of what lies beyond each side */
    MPI_Request requests[2][4]; /* that bring the rows above and below */
};

void strip_new(struct strip *strip, int n);
void strip_free(struct strip *strip);

/* Brings the rows above and below from the ranks that have them. For the thread that began MPI. */
void strip_exchange(struct strip *strip);

static inline unsigned char *strip_row(const struct strip *strip, int turn, int row)
{
    return strip->cells[turn] + (size_t)row * (size_t)(strip->n + 2);
}

/* Copies the first and the last cell of a row beyond the other's side. */
static inline void strip_close_row(unsigned char *row, int n)
{
    row[0] = row[n];
    row[n + 1] = row[1];
}

#endif

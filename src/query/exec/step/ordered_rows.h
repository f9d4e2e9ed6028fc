/* ordered_rows.h: the end of a thread's steps: keeps the rows until their turn comes. */
#ifndef QUERY_EXEC_STEP_ORDERED_ROWS_H
#define QUERY_EXEC_STEP_ORDERED_ROWS_H

#include "query/exec/step/step.h"

/* Rows of one stretch of the source. */
struct pile;
struct pile *pile_new(const struct shape *shape);
void pile_free(struct pile *pile);

/* Hands all rows on, and is empty then; false: no more are wanted. */
bool pile_give(struct pile *pile, struct step *to);

struct piler {
    struct step step;
    struct pile *rows; /* the caller's */
};
struct step *piler_new(void);

#endif

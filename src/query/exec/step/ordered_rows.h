/* ordered_rows.h: the last step of a thread's chain: holds rows back until all earlier ones were
 * passed on. */
#ifndef QUERY_EXEC_STEP_ORDERED_ROWS_H
#define QUERY_EXEC_STEP_ORDERED_ROWS_H

#include "query/exec/step/step.h"

/* The rows of one stretch of the source. */
struct pile;
struct pile *pile_new(const struct query_fields *shape);
void pile_free(struct pile *pile);

/* Passes all rows on and empties the pile. False if no more rows are wanted. */
bool pile_give(struct pile *pile, struct query_step *to);

struct piler {
    struct query_step step;
    struct pile *rows; /* owned by the caller */
};
struct query_step *piler_new(void);

#endif

/* parallel.h: the rows of a source, shared out to threads. */
#ifndef QUERY_EXEC_PARALLEL_H
#define QUERY_EXEC_PARALLEL_H

#include "query/exec/source.h"

/* How many threads are worth it for so many rows. */
unsigned share_threads(const struct query_data *data, const struct source *source);

/* Sends all rows of a source through the steps, which are not finished yet then: each thread has
 * steps of its own up to the first that needs all rows in their order. */
void share_run(const struct source *source, struct step *first, unsigned threads,
               struct query_cost *cost);

#endif

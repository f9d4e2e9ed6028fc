/* parallel.h: shares the rows of a source among threads. */
#ifndef QUERY_EXEC_PARALLEL_H
#define QUERY_EXEC_PARALLEL_H

#include "query/exec/source.h"

/* Returns how many threads are worth starting for the source's rows. */
unsigned share_threads(const struct query_data *data, const struct source *source);

/* Sends all rows of a source through the steps, but does not finish them. Each thread has its own
 * copies of the steps up to the first that needs all rows in order. */
void share_run(const struct source *source, struct query_step *first, unsigned threads,
               struct query_cost *cost);

#endif

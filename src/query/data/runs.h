/* runs.h: which activity does an event. */
#ifndef QUERY_DATA_RUNS_H
#define QUERY_DATA_RUNS_H

#include "query/data/data.h"

/* The number of the activity that does the event in that row of a block: the lane's own, or that of
 * a task around it. */
uint32_t query_data_runs(struct query_data *data, size_t block, uint32_t row);

void query_runs_free(struct query_runs *runs); /* or NULL */

#endif

/* runs.h: the activity that executed an event. */
#ifndef QUERY_DATA_RUNS_H
#define QUERY_DATA_RUNS_H

#include "query/data/data.h"

/* Returns the number of the activity that executed the event at a row of a block: that of the
 * innermost task around it, or else the lane's own. */
uint32_t query_data_runs(struct query_data *data, size_t block, uint32_t row);

void query_runs_free(struct query_runs *runs); /* or NULL */

#endif

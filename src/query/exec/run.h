/* run.h: runs plans on an archive. */
#ifndef QUERY_EXEC_RUN_H
#define QUERY_EXEC_RUN_H

#include "query/data/data.h"
#include "query/exec/plan.h"

/* A batch of result rows: one vector per field of the plan's shape. */
struct query_rows {
    size_t count;
    const struct query_vector *columns;
    const struct query_data *data; /* for the texts: query_data_text */
};

/* Receives result rows, in order, one call after the other, possibly in another thread than the one
 * that runs the query. Returns false to stop the query. */
typedef bool query_take(void *to, const struct query_rows *rows);

/* The amount of data that a query read. */
struct query_cost {
    uint64_t rows, blocks, skipped; /* rows of the source; event blocks read, and blocks skipped */
};

/* True if the archive has all streams of a plan. */
bool query_check(const struct query_plan *plan, struct query_data *data, struct error *error);

/* Runs a plan and passes its result to `take`, batch by batch. `cost` may be NULL. Ends with an
 * error if data->stop is set meanwhile: the rows passed until then are right, and no incomplete
 * aggregate or sort is passed. */
bool query_run(const struct query_plan *plan, struct query_data *data, query_take *take, void *to,
               struct query_cost *cost, struct error *error);

#endif

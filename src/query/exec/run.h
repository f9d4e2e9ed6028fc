/* run.h: runs plans on an archive. */
#ifndef QUERY_EXEC_RUN_H
#define QUERY_EXEC_RUN_H

#include "query/data/data.h"
#include "query/exec/plan.h"

/* Rows of a result: one vector for each field of the plan's shape. */
struct query_rows {
    size_t count;
    const struct vector *columns;
    const struct query_data *data; /* knows texts: query_data_text */
};

/* False: no more are wanted. Rows come in their order, one call after the other, but maybe in
 * another thread than the one that runs the query. */
typedef bool query_take(void *to, const struct query_rows *rows);

/* What a query touched. */
struct query_cost {
    uint64_t rows, blocks, skipped; /* rows of the source; blocks of events, and those left out */
};

/* Whether all streams of a plan can be had from the archive. */
bool query_check(const struct plan *plan, struct query_data *data, struct error *error);

/* Hands the rows of the result on, batch after batch. `cost` may be NULL. When data->stop is set
 * meanwhile, it ends with an error; rows that were handed on until then are right, and none of a
 * sum or an order that is not complete is. */
bool query_run(const struct plan *plan, struct query_data *data, query_take *take, void *to,
               struct query_cost *cost, struct error *error);

#endif

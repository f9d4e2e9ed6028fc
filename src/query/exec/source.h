/* source.h: the rows that a query begins with, and the chain of steps that they pass through. */
#ifndef QUERY_EXEC_SOURCE_H
#define QUERY_EXEC_SOURCE_H

#include "query/exec/run.h"
#include "query/exec/step/step.h"

/* Creates the steps of a plan, followed by `last`, which they then own. NULL with an error. */
struct query_step *source_steps(const struct query_plan *plan, struct query_data *data,
                                struct query_step *last, struct error *error);

/* A table, divided into units of work: blocks of events, or ranges of rows. */
struct source {
    struct query_data *data;
    bool is_events;
    uint64_t rows, units;
    struct progress *progress; /* progress display; NULL: none */
};

/* Sends the rows of a unit through the steps. False if no more rows are wanted. */
bool source_send(const struct source *source, uint64_t unit, struct query_step *first,
                 struct query_cost *cost);

/* Updates the progress display. */
void source_show(const struct source *source, uint64_t unit);

/* Sends all rows of the plan's table through its steps. `progress` may be NULL, and must be for an
 * inner stream, which any thread may run. */
bool source_run(const struct query_plan *plan, struct query_data *data, struct query_step *first,
                struct progress *progress, struct query_cost *cost, struct error *error);

#endif

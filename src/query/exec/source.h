/* source.h: the rows that a query begins with, and the chain of steps that they go through. */
#ifndef QUERY_EXEC_SOURCE_H
#define QUERY_EXEC_SOURCE_H

#include "query/exec/run.h"
#include "query/exec/step/step.h"

/* The steps of a plan, with `last` behind them; NULL with an error. From then on they own it. */
struct step *source_steps(const struct plan *plan, struct query_data *data, struct step *last,
                          struct error *error);

/* A table, in units: blocks of events, or some rows. */
struct source {
    struct query_data *data;
    bool is_events;
    uint64_t rows, units;
    struct progress *progress; /* how far it is; NULL: nobody looks */
};

/* Sends the rows of a unit through steps; false: no more are wanted. */
bool source_send(const struct source *source, uint64_t unit, struct step *first,
                 struct query_cost *cost);

/* Shows how far it is. */
void source_show(const struct source *source, uint64_t unit);

/* Sends all rows of the plan's table through its steps. `progress` may be NULL: of a stream within
 * another one, which may be run by any thread, nothing is shown. */
bool source_run(const struct plan *plan, struct query_data *data, struct step *first,
                struct progress *progress, struct query_cost *cost, struct error *error);

#endif

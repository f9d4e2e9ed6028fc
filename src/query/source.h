/* source.h: the rows that a query begins with, and the chain of steps that they go through. */
#ifndef QUERY_SOURCE_H
#define QUERY_SOURCE_H

#include "query/run.h"
#include "query/step.h"

/* The steps of a plan, with `last` behind them; NULL with an error. From then on they own it. */
struct step *source_steps(const struct plan *plan, struct query_data *data, struct step *last,
                          struct error *error);

/* Sends all rows of the plan's table through its steps. */
bool source_run(const struct plan *plan, struct query_data *data, struct step *first,
                struct query_cost *cost, struct error *error);

#endif

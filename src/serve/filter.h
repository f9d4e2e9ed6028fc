/* filter.h: the events that a filter keeps: a query such as `events.filter(e -> e.rank == 3)`. */
#ifndef SERVE_FILTER_H
#define SERVE_FILTER_H

#include "query/exec/run.h"
#include "serve/answer.h"
#include "serve/request.h"

/* Returns the text of the request's filter; NULL: it has none. */
const char *serve_filter_text(const struct serve_request *request);

/* Returns the plan of a filter that is followed by calls, such as ".map(e -> e.row)". NULL: the
 * answer says what is wrong: the text, or that it does not give events. */
struct query_plan *serve_filter_plan(const char *text, const char *calls,
                                     struct serve_answer *answer);

/* Runs a plan. False: the answer is an error. */
bool serve_filter_run(const struct query_plan *plan, struct query_data *data, query_take *take,
                      void *to, struct serve_answer *answer);

#endif

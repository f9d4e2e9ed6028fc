/* filter.h: the events that a filter keeps: a query such as `events.filter(e -> e.rank == 3)`. */
#ifndef SERVE_FILTER_H
#define SERVE_FILTER_H

#include "query/exec/run.h"
#include "serve/answer.h"
#include "serve/request.h"

/* Returns the text of the request's filter; NULL: it has none. */
const char *serve_filter_text(const struct serve_request *request);

/* Returns the plan of a filter. NULL: the answer says what is wrong: the text, or that it does not
 * give events. */
struct query_plan *serve_filter_plan(const char *text, struct serve_answer *answer);

#endif

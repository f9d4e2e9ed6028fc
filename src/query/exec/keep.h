/* keep.h: finds the events that a query gives, as a bit per row: all threads at once, in no order.
 * For whoever needs the set many times, such as the pictures of a filter. */
#ifndef QUERY_EXEC_KEEP_H
#define QUERY_EXEC_KEEP_H

#include "archive/write/excerpt.h"
#include "query/exec/run.h"

/* Runs a plan that gives events. To be freed with archive_excerpt_rows_free, also after an error.
 */
bool query_keep(const struct query_plan *plan, struct query_data *data,
                struct archive_excerpt_rows *rows, struct error *error);

#endif

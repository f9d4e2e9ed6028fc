/* output.h: rows of a result as text: an aligned table, CSV, or a JSON object on each line. */
#ifndef QUERY_OUTPUT_OUTPUT_H
#define QUERY_OUTPUT_OUTPUT_H

#include "query/exec/run.h"

#include <stdio.h>

enum output_format { OUTPUT_TABLE, OUTPUT_CSV, OUTPUT_JSON };

struct output;

struct output *output_new(FILE *to, enum output_format format, const struct shape *shape);

/* Of a table: shows as many fields as fit on a screen, at least one; how many more the rows have is
 * in *left_out when it has ended. */
void output_fit(struct output *output, size_t width, size_t *left_out);
bool output_take(void *output, const struct query_rows *rows); /* a query_take */

/* Writes the rows that there are, if any; more may come. How wide the columns of a table are does
 * not change any more: there is room for what is usual. */
void output_flush(struct output *output);

/* Writes what is left; returns how many rows there were, and frees it. */
uint64_t output_end(struct output *output);

/* Whether all that was written to a stream since it was opened got there; false with an error. */
bool output_is_written(FILE *to, struct error *error);

#endif

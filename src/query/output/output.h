/* output.h: writes result rows as an aligned table, CSV, or one JSON object or array per line. */
#ifndef QUERY_OUTPUT_OUTPUT_H
#define QUERY_OUTPUT_OUTPUT_H

#include "query/exec/run.h"

#include <stdio.h>

enum query_output_format {
    OUTPUT_TABLE,
    OUTPUT_CSV,
    OUTPUT_JSON,   /* an object per line */
    OUTPUT_ARRAYS, /* an array per line, of the same values as JSON */
};

struct output;

struct output *query_output_new(FILE *to, enum query_output_format format,
                                const struct query_fields *shape);

/* For tables: shows only as many fields as fit in `width` columns, at least one. *left_out is set
 * to the number of dropped fields when the output ends; it may be NULL. */
void query_output_fit(struct output *output, size_t width, size_t *left_out);

/* For tables: names the dropped columns in a line below the table. */
void query_output_name_dropped(struct output *output);
bool query_output_take(void *output, const struct query_rows *rows); /* a query_take */

/* Writes the rows received so far, if any; more may follow. This fixes the column widths of a
 * table, with room for typical values. */
void query_output_flush(struct output *output);

/* Writes the rest, frees the output, and returns the number of rows. */
uint64_t query_output_end(struct output *output);

/* True if everything written to the stream since it was opened arrived; else false with an
 * error. */
bool query_output_is_written(FILE *to, struct error *error);

#endif

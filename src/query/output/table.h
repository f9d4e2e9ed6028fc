/* table.h: writes rows as an aligned table for people. */
#ifndef QUERY_OUTPUT_TABLE_H
#define QUERY_OUTPUT_TABLE_H

#include "query/exec/run.h"

#include <stdio.h>

struct output_table;

struct output_table *output_table_new(FILE *to, const struct query_fields *shape);

/* See query_output_fit. */
void output_table_fit(struct output_table *table, size_t width, size_t *left_out);
void output_table_name_dropped(struct output_table *table); /* see query_output_name_dropped */
void output_table_take(struct output_table *table, const struct query_rows *rows);
void output_table_flush(struct output_table *table); /* see query_output_flush */
/* Writes the rest and frees the table. */
void output_table_end(struct output_table *table);

/* Appends a readable name of a row of another stream, such as the name and source line of a region.
 * Appends nothing if the row's number is as good. */
void output_add_label(struct buffer *out, struct query_data *data, const struct query_fields *shape,
                      int64_t row);

#endif

/* lines.h: writes rows as lines of CSV or JSON, fast. */
#ifndef QUERY_OUTPUT_LINES_H
#define QUERY_OUTPUT_LINES_H

#include "query/output/output.h"

struct lines;

/* OUTPUT_CSV begins with a line of field names. */
struct lines *lines_new(FILE *to, enum query_output_format format,
                        const struct query_fields *shape);
void lines_take(struct lines *lines, const struct query_rows *rows);
/* Writes the rest and frees `lines`. */
void lines_end(struct lines *lines);

#endif

/* table.h: the table of regions of an instrumented file, as C text. For every language. */
#ifndef INSTRUMENT_TABLE_H
#define INSTRUMENT_TABLE_H

#include "instrument/plan.h"
#include "util/buffer.h"

/* The text as a string constant. */
void instrument_table_quote(struct buffer *out, const char *text);

/* A row for each region of the plan. */
void instrument_table_rows(struct buffer *out, const struct instrument_plan *plan);

/* A row for each light region. */
void instrument_table_lights(struct buffer *out, const struct instrument_plan *plan);

#endif

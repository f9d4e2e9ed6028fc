/* table.h: writes the tables of an instrumented file as C text. For all languages. */
#ifndef INSTRUMENT_TABLE_H
#define INSTRUMENT_TABLE_H

#include "instrument/plan.h"
#include "util/buffer.h"

/* Appends the text as a C string literal. */
void instrument_table_quote(struct buffer *out, const char *text);

/* Appends a row, TRI_ROW or TRI_ANCHOR_ROW, for each region of the plan. */
void instrument_table_rows(struct buffer *out, const struct instrument_plan *plan);

/* Appends a row, TRI_LIGHT, for each light region of the plan. */
void instrument_table_lights(struct buffer *out, const struct instrument_plan *plan);

#endif

/* values.h: recording statements in C; see instrument/values.h. */
#ifndef INSTRUMENT_C_VALUES_H
#define INSTRUMENT_C_VALUES_H

#include "instrument/c/unit.h"
#include "instrument/values.h"

/* Answers the questions about the file, and adds the recording statements to its edits. */
void values_plan(struct unit *unit, struct instrument_values *values);

#endif

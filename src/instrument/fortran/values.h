/* values.h: recording statements in Fortran; see instrument/values.h. */
#ifndef INSTRUMENT_FORTRAN_VALUES_H
#define INSTRUMENT_FORTRAN_VALUES_H

#include "instrument/edits.h"
#include "instrument/fortran/source.h"
#include "instrument/values.h"

/* Answers the questions about the file, and adds the recording statements to the edits. */
void fortran_values_plan(const struct source *source, struct instrument_values *values,
                         struct instrument_edits *edits);

#endif

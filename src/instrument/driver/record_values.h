/* record_values.h: adds recording statements (instrument/values.h) to one file of C or Fortran. */
#ifndef INSTRUMENT_DRIVER_RECORD_VALUES_H
#define INSTRUMENT_DRIVER_RECORD_VALUES_H

#include "instrument/values.h"
#include "util/error.h"

/* True if the file is Fortran, by its name; false for C. */
bool instrument_record_is_fortran(const char *file);

/* Reads the file as its compiler would, answers the questions and returns the text with recording
 * statements, which keep its lines; the caller frees it. NULL with an error. */
char *instrument_record_values(const char *file, const char *compiler, char *const *flags,
                               size_t flag_count, struct instrument_values *values, size_t *size,
                               struct error *error);

#endif

/* reading.h: a text read as Fortran, for tests. */
#ifndef TESTS_FORTRAN_READING_H
#define TESTS_FORTRAN_READING_H

#include "instrument/fortran/source.h"

#include <string.h>

static const struct instrument_fortran_form fixed __attribute__((unused)) = {.width = 72};
static const struct instrument_fortran_form free_form
    __attribute__((unused)) = {.free = true, .width = 132};

/* Blocks point to where the source stands: it cannot be returned. */
static inline void read_text(struct source *source, const char *text,
                             const struct instrument_fortran_form *form)
{
    *source = (struct source){0};
    source_read(source, text, strlen(text), form);
}

#endif

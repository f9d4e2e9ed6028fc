/* source_fortran.h: finds the loops of a Fortran source. */
#ifndef ARCHIVE_SYMBOLS_SOURCE_FORTRAN_H
#define ARCHIVE_SYMBOLS_SOURCE_FORTRAN_H

#include "archive/symbols/source_loops.h"

/* Finds the DO loops of a text in free or fixed form. The condition of a loop is its whole DO
 * statement; a DO without control has none. */
void source_fortran_find(struct archive_source_loops *loops, const char *text, size_t size,
                         bool is_fixed);

#endif

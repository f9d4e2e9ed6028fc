/* source_fortran.h: where the loops of a Fortran source stand. */
#ifndef ARCHIVE_SYMBOLS_SOURCE_FORTRAN_H
#define ARCHIVE_SYMBOLS_SOURCE_FORTRAN_H

#include "archive/symbols/source_loops.h"

/* Finds the DO loops of a text in free form, or in fixed form. What decides whether to go on is the
 * whole DO statement; of one without any control, nothing is. */
void source_fortran_find(struct source_loops *loops, const char *text, size_t size, bool is_fixed);

#endif

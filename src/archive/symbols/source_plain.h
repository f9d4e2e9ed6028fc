/* source_plain.h: which loops of a source file deal with one number of each array in an iteration.
 */
#ifndef ARCHIVE_SYMBOLS_SOURCE_PLAIN_H
#define ARCHIVE_SYMBOLS_SOURCE_PLAIN_H

#include "archive/symbols/source_loops.h"

/* Sets `has_complex` of a text; `skips` of the loops of a text if they count by more than one, or
 * in another way; and `is_plain` of the loops of a text: it counts by one, has no loops in it, and
 * neither members of structures nor complex numbers are in sight. Where the text leaves it open, a
 * loop is not plain. */
void source_plain_find(struct source_loops *loops, const char *text, size_t size, bool is_fortran);

#endif

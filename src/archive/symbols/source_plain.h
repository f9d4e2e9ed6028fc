/* source_plain.h: finds loops of a source file that access one element of each array per
 * iteration. */
#ifndef ARCHIVE_SYMBOLS_SOURCE_PLAIN_H
#define ARCHIVE_SYMBOLS_SOURCE_PLAIN_H

#include "archive/symbols/source_loops.h"

/* Sets `has_complex` of a text, and for its loops: `skips` if a loop counts by more than one or in
 * another way; `is_plain` if it counts by one, contains no loop, and shows neither members of
 * structures nor complex numbers. In case of doubt a loop is not plain. */
void source_plain_find(struct archive_source_loops *loops, const char *text, size_t size,
                       bool is_fortran);

#endif

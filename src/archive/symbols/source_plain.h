/* source_plain.h: finds loops of a source file that access one element of each array per
 * iteration. */
#ifndef ARCHIVE_SYMBOLS_SOURCE_PLAIN_H
#define ARCHIVE_SYMBOLS_SOURCE_PLAIN_H

#include "archive/symbols/source_loops.h"

/* Sets `has_complex` of a text, and for its loops: `skips` if a loop counts by more than one or in
 * another way, or if its body may go through an array so (source_scaled.h); `is_plain` if it counts
 * by one, contains no loop, and shows neither members of structures nor complex numbers;
 * `is_simple` if it contains neither a loop nor a call, which may be a macro; and `times` of a loop
 * that counts by one from a constant to another. In case of doubt a loop is not plain, or simple.
 */
void source_plain_find(struct archive_source_loops *loops, const char *text, size_t size,
                       bool is_fortran);

#endif

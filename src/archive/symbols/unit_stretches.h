/* unit_stretches.h: finds which function each stretch of code belongs to. */
#ifndef ARCHIVE_SYMBOLS_UNIT_STRETCHES_H
#define ARCHIVE_SYMBOLS_UNIT_STRETCHES_H

#include "archive/symbols/unit_walk.h"
#include "format/symbols.h"

/* Returns the innermost scope from each address at which it changes; `bias` is added to all
 * addresses. The caller frees it. Sorts the walk's ranges. */
struct format_symbols_stretch *symbols_stretches(const struct walk *walk, uint64_t bias,
                                                 size_t *count);

#endif

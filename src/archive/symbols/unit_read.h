/* unit_read.h: makes the tables of a unit from its debugging information. */
#ifndef ARCHIVE_SYMBOLS_UNIT_READ_H
#define ARCHIVE_SYMBOLS_UNIT_READ_H

#include "archive/symbols/unit_names.h"

/* Makes the tables of the unit at an entry; `bias` is added to all addresses. The caller frees the
 * bytes, in which archive_symbols_unit_open() finds the tables. */
void *symbols_unit_read(Dwarf_Die *unit, uint64_t bias, struct symbols_names *names, size_t *size);

#endif

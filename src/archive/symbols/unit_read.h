/* unit_read.h: the tables of a unit, made of its debugging information. */
#ifndef ARCHIVE_SYMBOLS_UNIT_READ_H
#define ARCHIVE_SYMBOLS_UNIT_READ_H

#include "archive/symbols/unit_names.h"

/* Makes the tables of the unit that begins with an entry; `bias` is added to all addresses. The
 * bytes are the caller's to free; symbols_unit_open() finds the tables in them. */
void *symbols_unit_read(Dwarf_Die *unit, uint64_t bias, struct symbols_names *names, size_t *size);

#endif

/* symbols.h: the lines and functions of a module: from the cache, or from its debugging
 * information, of which only the units asked for are read. */
#ifndef ARCHIVE_SYMBOLS_SYMBOLS_H
#define ARCHIVE_SYMBOLS_SYMBOLS_H

#include "archive/symbols/unit.h"

struct module;
struct symbols;

/* Makes the symbols of a module, which must stay open as long as they are used. */
struct symbols *symbols_new(struct module *module);

/* Writes what was read from debugging information to the cache, and frees it. */
void symbols_free(struct symbols *symbols);

/* Returns the unit that contains an address, valid until symbols_free; NULL: none. */
const struct archive_symbols_unit *symbols_unit_at(struct symbols *symbols, uint64_t at);

#endif

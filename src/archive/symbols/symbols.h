/* symbols.h: lines and functions of a module: from what was kept of it, or from its debugging
 * information, of which only the units are read that somebody asks for. */
#ifndef ARCHIVE_SYMBOLS_SYMBOLS_H
#define ARCHIVE_SYMBOLS_SYMBOLS_H

#include "archive/symbols/unit.h"

struct module;
struct symbols;

/* The module must stay open as long as they are used. */
struct symbols *symbols_new(struct module *module);

/* What was read from debugging information is kept for the next time. */
void symbols_free(struct symbols *symbols);

/* The unit that an address is in; NULL: none is known. It stays where it is. */
const struct symbols_unit *symbols_unit_at(struct symbols *symbols, uint64_t at);

#endif

/* unit.h: the tables of a compilation unit: lines, functions, and inlined instances. */
#ifndef ARCHIVE_SYMBOLS_UNIT_H
#define ARCHIVE_SYMBOLS_UNIT_H

#include "format/symbols.h"

#include <stdbool.h>
#include <stddef.h>

/* Tables of a unit. All indexes in them were checked, and every text has an end. */
struct archive_symbols_unit {
    const struct format_symbols_unit *head;
    size_t size; /* bytes, including the header */
    const struct format_symbols_row *rows;
    const struct format_symbols_stretch *stretches;
    const struct format_symbols_scope *scopes;
    const struct format_symbols_routine *routines;
    const uint32_t *files;
    const char *texts;
};

/* Finds the tables in these bytes, which remain the caller's and must outlive the unit. False if
 * they are damaged. */
bool archive_symbols_unit_open(struct archive_symbols_unit *unit, const void *bytes, size_t size);

/* Computes the checksum of a unit's header and tables. */
uint64_t archive_symbols_unit_sum(const void *bytes, size_t size);

/* Returns the number of rows that begin at or before an address. */
size_t archive_symbols_unit_rows_until(const struct archive_symbols_unit *unit, uint64_t at);

/* Returns the number of stretches that begin at or before an address. */
size_t archive_symbols_unit_stretches_until(const struct archive_symbols_unit *unit, uint64_t at);

/* Returns the row of an address; NULL: no line is known. */
const struct format_symbols_row *archive_symbols_unit_row(const struct archive_symbols_unit *unit,
                                                          uint64_t at);

/* Returns the innermost function or inlined instance at an address, or FORMAT_SYMBOLS_NONE. */
uint32_t archive_symbols_unit_scope(const struct archive_symbols_unit *unit, uint64_t at);

static inline const char *archive_symbols_unit_text(const struct archive_symbols_unit *unit,
                                                    uint32_t text)
{
    return unit->texts + text;
}

static inline const char *archive_symbols_unit_file(const struct archive_symbols_unit *unit,
                                                    uint32_t file)
{
    return file ? unit->texts + unit->files[file - 1] : "";
}

#endif

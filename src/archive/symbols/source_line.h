/* source_line.h: finds the line of the user's source that an instruction belongs to. */
#ifndef ARCHIVE_SYMBOLS_SOURCE_LINE_H
#define ARCHIVE_SYMBOLS_SOURCE_LINE_H

#include "archive/symbols/unit.h"

struct source_line {
    uint32_t file; /* number of a file of the unit, from 1 */
    uint32_t line;
};

/* True if a file of a unit is text that `triptych cc` adds: the header of the probes, or the table
 * at the end of a file. */
bool source_line_is_ours(const struct archive_symbols_unit *unit, uint32_t file);

/* Finds the line of an address. Code of a probe belongs to the user's line that contains the probe.
 * False if there is none. */
bool source_line_find(const struct archive_symbols_unit *unit, uint64_t at,
                      struct source_line *found);

/* Finds the line on which a function begins whose first instruction is at an address, and not that
 * of a statement that begins there, too. */
bool source_line_of_entry(const struct archive_symbols_unit *unit, uint64_t at,
                          struct source_line *found);

/* A range of lines of one file. */
struct source_range {
    uint32_t file, first, last;
};

/* Returns the line of the nearest code before an address that is in a range, and where code of that
 * line begins (*start); 0: none. Code that was inlined has the line of the call in the range. */
uint32_t source_line_before(const struct archive_symbols_unit *unit, uint64_t at,
                            const struct source_range *range, uint64_t *start);

/* Returns the line of the nearest code behind an address that is in a range; 0: none. */
uint32_t source_line_behind(const struct archive_symbols_unit *unit, uint64_t at,
                            const struct source_range *range);

#endif

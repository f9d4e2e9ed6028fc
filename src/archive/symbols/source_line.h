/* source_line.h: the line of the user's source that an instruction belongs to. */
#ifndef ARCHIVE_SYMBOLS_SOURCE_LINE_H
#define ARCHIVE_SYMBOLS_SOURCE_LINE_H

#include "archive/symbols/unit.h"

struct source_line {
    uint32_t file; /* number of a file of the unit, from 1 */
    uint32_t line;
};

/* Whether a file of a unit is text which `triptych cc` adds: the header of the probes, or the table
 * at the end of a file. */
bool source_line_is_ours(const struct symbols_unit *unit, uint32_t file);

/* The line of an address. Code that came with the probes belongs to the user's line that it was put
 * into. False: there is none. */
bool source_line_find(const struct symbols_unit *unit, uint64_t at, struct source_line *found);

/* The line where a function begins whose first instruction is at that address: not that of a
 * statement which begins there, too. */
bool source_line_of_entry(const struct symbols_unit *unit, uint64_t at, struct source_line *found);

/* Lines of one file. */
struct source_range {
    uint32_t file, first, last;
};

/* The line of the code before an address that is in a range, and *start, where code of that line
 * begins; 0: there is none. */
uint32_t source_line_before(const struct symbols_unit *unit, uint64_t at,
                            const struct source_range *range, uint64_t *start);

/* The same of the code behind it. */
uint32_t source_line_behind(const struct symbols_unit *unit, uint64_t at,
                            const struct source_range *range);

#endif

/* call_line.h: finds the user's own line that inlined code came from. */
#ifndef ARCHIVE_SYMBOLS_CALL_LINE_H
#define ARCHIVE_SYMBOLS_CALL_LINE_H

#include "archive/symbols/unit.h"

struct call_line {
    uint32_t scope; /* the function that is called there */
    uint32_t file;  /* number of a file of the unit, from 1 */
    uint32_t line;
};

/* True if a source file belongs to a library of the compiler or the system. */
bool archive_is_library_file(const char *file);

/* Finds the innermost call around the code of a scope that is not in a library: code of
 * std::accumulate came from the line that calls it. False if nothing was inlined, or if no such
 * line is known. */
bool call_line_find(const struct archive_symbols_unit *unit, uint32_t scope,
                    struct call_line *found);

#endif

/* source_line.c: see source_line.h */
#include "archive/symbols/source_line.h"

#include <string.h>

bool source_line_is_ours(const struct archive_symbols_unit *unit, uint32_t file)
{
    static const char *const ends[] = {"triptych/probes.h", "<triptych>"};
    const char *path = archive_symbols_unit_file(unit, file);
    size_t size = strlen(path);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        size_t end = strlen(ends[i]);
        if (size >= end && !strcmp(path + size - end, ends[i]) &&
            (size == end || path[size - end - 1] == '/'))
            return true;
    }
    return false;
}

/* Finds the line that calls a probe, which is an inlined function. */
static bool find_call(const struct archive_symbols_unit *unit, uint64_t at,
                      struct source_line *found)
{
    uint32_t number = archive_symbols_unit_scope(unit, at);
    for (; number != FORMAT_SYMBOLS_NONE; number = unit->scopes[number].parent) {
        const struct format_symbols_scope *scope = &unit->scopes[number];
        if (scope->parent == FORMAT_SYMBOLS_NONE || !scope->call_line ||
            source_line_is_ours(unit, scope->call_file))
            continue;
        *found = (struct source_line){scope->call_file, scope->call_line};
        return true;
    }
    return false;
}

/* Finds the line of the code before an address: a call without a line would have it if there were
 * no probes. */
static bool find_before(const struct archive_symbols_unit *unit, uint64_t at,
                        struct source_line *found)
{
    for (size_t i = archive_symbols_unit_rows_until(unit, at); i-- > 0 && unit->rows[i].line;) {
        if (source_line_is_ours(unit, unit->rows[i].file))
            continue;
        *found = (struct source_line){unit->rows[i].file, unit->rows[i].line};
        return true;
    }
    return false;
}

bool source_line_find(const struct archive_symbols_unit *unit, uint64_t at,
                      struct source_line *found)
{
    const struct format_symbols_row *row = archive_symbols_unit_row(unit, at);
    if (!row)
        return false;
    *found = (struct source_line){row->file, row->line};
    return !source_line_is_ours(unit, row->file) || find_call(unit, at, found) ||
           find_before(unit, at, found);
}

bool source_line_of_entry(const struct archive_symbols_unit *unit, uint64_t at,
                          struct source_line *found)
{
    uint32_t number = archive_symbols_unit_scope(unit, at);
    while (number != FORMAT_SYMBOLS_NONE && unit->scopes[number].parent != FORMAT_SYMBOLS_NONE)
        number = unit->scopes[number].parent;
    if (number == FORMAT_SYMBOLS_NONE || !unit->scopes[number].call_line)
        return false;
    *found = (struct source_line){unit->scopes[number].call_file, unit->scopes[number].call_line};
    return !source_line_is_ours(unit, found->file);
}

static bool has(const struct source_range *range, uint32_t file, uint32_t line)
{
    return file == range->file && line >= range->first && line <= range->last;
}

/* Returns the line that the code of a row has in a range: its own, or that of the call by which it
 * was inlined there; 0: none. */
static uint32_t line_in(const struct archive_symbols_unit *unit,
                        const struct format_symbols_row *row, const struct source_range *range)
{
    if (has(range, row->file, row->line))
        return row->line;
    uint32_t number = archive_symbols_unit_scope(unit, row->address);
    for (; number != FORMAT_SYMBOLS_NONE; number = unit->scopes[number].parent) {
        const struct format_symbols_scope *scope = &unit->scopes[number];
        if (scope->parent != FORMAT_SYMBOLS_NONE && has(range, scope->call_file, scope->call_line))
            return scope->call_line;
    }
    return 0;
}

uint32_t source_line_before(const struct archive_symbols_unit *unit, uint64_t at,
                            const struct source_range *range, uint64_t *start)
{
    uint32_t found = 0;
    for (size_t i = archive_symbols_unit_rows_until(unit, at); i-- > 0 && unit->rows[i].line;) {
        uint32_t line = line_in(unit, &unit->rows[i], range);
        if (found && line && line != found)
            break;
        if (line) {
            found = line;
            *start = unit->rows[i].address;
        }
    }
    return found;
}

uint32_t source_line_behind(const struct archive_symbols_unit *unit, uint64_t at,
                            const struct source_range *range)
{
    uint32_t found = 0;
    for (size_t i = archive_symbols_unit_rows_until(unit, at);
         i < unit->head->rows && unit->rows[i].line && !found; i++)
        found = line_in(unit, &unit->rows[i], range);
    return found;
}

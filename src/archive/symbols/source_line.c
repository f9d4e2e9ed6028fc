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

static bool is_in(const struct format_symbols_row *row, const struct source_range *range)
{
    return row->file == range->file && row->line >= range->first && row->line <= range->last;
}

uint32_t source_line_before(const struct archive_symbols_unit *unit, uint64_t at,
                            const struct source_range *range, uint64_t *start)
{
    uint32_t found = 0;
    for (size_t i = archive_symbols_unit_rows_until(unit, at); i-- > 0 && unit->rows[i].line;) {
        const struct format_symbols_row *row = &unit->rows[i];
        bool in = is_in(row, range);
        if (found && in && row->line != found)
            break;
        if (in) {
            found = row->line;
            *start = row->address;
        }
    }
    return found;
}

uint32_t source_line_behind(const struct archive_symbols_unit *unit, uint64_t at,
                            const struct source_range *range)
{
    for (size_t i = archive_symbols_unit_rows_until(unit, at);
         i < unit->head->rows && unit->rows[i].line; i++) {
        if (is_in(&unit->rows[i], range))
            return unit->rows[i].line;
    }
    return 0;
}

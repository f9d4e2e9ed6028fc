/* unit.c: see unit.h */
#include "archive/symbols/unit.h"

#include "format/sum.h"

#include <string.h>

/* Finds the tables, one after the other. False if there are too few bytes. */
static bool lay_out(struct archive_symbols_unit *unit, const char *bytes, size_t size)
{
    const struct format_symbols_unit *head = unit->head;
    const struct {
        size_t count, size;
        const void **to;
    } tables[] = {
        {head->rows, sizeof *unit->rows, (const void **)&unit->rows},
        {head->stretches, sizeof *unit->stretches, (const void **)&unit->stretches},
        {head->scopes, sizeof *unit->scopes, (const void **)&unit->scopes},
        {head->routines, sizeof *unit->routines, (const void **)&unit->routines},
        {head->files, sizeof *unit->files, (const void **)&unit->files},
        {head->texts, 1, (const void **)&unit->texts},
    };
    size_t at = sizeof *head;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        if (tables[i].count > (size - at) / tables[i].size)
            return false;
        *tables[i].to = bytes + at;
        at += tables[i].count * tables[i].size;
    }
    return (at + 7) / 8 * 8 == size;
}

static bool check_rows(const struct archive_symbols_unit *unit)
{
    const struct format_symbols_unit *head = unit->head;
    for (uint32_t i = 0; i < head->rows; i++) {
        if (unit->rows[i].file > head->files ||
            (i && unit->rows[i].address <= unit->rows[i - 1].address))
            return false;
    }
    for (uint32_t i = 0; i < head->stretches; i++) {
        const struct format_symbols_stretch *stretch = &unit->stretches[i];
        if ((stretch->scope != FORMAT_SYMBOLS_NONE && stretch->scope >= head->scopes) ||
            (i && stretch->start <= stretch[-1].start))
            return false;
    }
    return true;
}

static bool check_names(const struct archive_symbols_unit *unit)
{
    const struct format_symbols_unit *head = unit->head;
    for (uint32_t i = 0; i < head->scopes; i++) {
        const struct format_symbols_scope *scope = &unit->scopes[i];
        if ((scope->parent != FORMAT_SYMBOLS_NONE && scope->parent >= i) ||
            scope->routine >= head->routines || scope->call_file > head->files)
            return false;
    }
    for (uint32_t i = 0; i < head->routines; i++) {
        const struct format_symbols_routine *routine = &unit->routines[i];
        if (routine->name >= head->texts || routine->full >= head->texts ||
            routine->module >= head->texts || routine->file > head->files ||
            routine->host >= head->routines)
            return false;
    }
    for (uint32_t i = 0; i < head->files; i++) {
        if (unit->files[i] >= head->texts)
            return false;
    }
    return true;
}

uint64_t archive_symbols_unit_sum(const void *bytes, size_t size)
{
    return format_sum_wide((const char *)bytes + sizeof(uint64_t), size / sizeof(uint64_t) - 1);
}

static bool has_sum(const void *bytes, size_t size)
{
    const struct format_symbols_unit *head = bytes;
    return head->sum == archive_symbols_unit_sum(bytes, size);
}

bool archive_symbols_unit_open(struct archive_symbols_unit *unit, const void *bytes, size_t size)
{
    if (size < sizeof *unit->head || size % 8 || !has_sum(bytes, size))
        return false;
    *unit = (struct archive_symbols_unit){.head = bytes, .size = size};
    return lay_out(unit, bytes, size) && unit->head->texts && !unit->texts[unit->head->texts - 1] &&
           unit->head->dir < unit->head->texts && check_rows(unit) && check_names(unit);
}

size_t archive_symbols_unit_rows_until(const struct archive_symbols_unit *unit, uint64_t at)
{
    size_t low = 0, high = unit->head->rows;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (unit->rows[middle].address <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct format_symbols_row *archive_symbols_unit_row(const struct archive_symbols_unit *unit,
                                                          uint64_t at)
{
    size_t rows = archive_symbols_unit_rows_until(unit, at);
    return rows && unit->rows[rows - 1].line ? &unit->rows[rows - 1] : NULL;
}

size_t archive_symbols_unit_stretches_until(const struct archive_symbols_unit *unit, uint64_t at)
{
    size_t low = 0, high = unit->head->stretches;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (unit->stretches[middle].start <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t archive_symbols_unit_scope(const struct archive_symbols_unit *unit, uint64_t at)
{
    size_t stretches = archive_symbols_unit_stretches_until(unit, at);
    return stretches ? unit->stretches[stretches - 1].scope : FORMAT_SYMBOLS_NONE;
}

/* sheet.c: see sheet.h */
#include "report/table/sheet.h"

#include "util/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sheet *sheet_new(const char *key, const char *title)
{
    struct sheet *sheet = memory_zeroed(1, sizeof *sheet);
    sheet->key = key;
    sheet->title = title;
    return sheet;
}

void sheet_free(struct sheet *sheet)
{
    if (!sheet)
        return;
    for (size_t i = 0; i < sheet->cell_count; i++)
        free(sheet->cells[i].text);
    free(sheet->cells);
    buffer_free(&sheet->notes);
    free(sheet);
}

void sheet_add_column(struct sheet *sheet, struct sheet_column column)
{
    assert(!sheet->cell_count);
    assert(sheet->column_count < sizeof sheet->columns / sizeof sheet->columns[0]);
    sheet->columns[sheet->column_count++] = column;
}

void sheet_note(struct sheet *sheet, const char *format, ...)
{
    char *line;
    va_list args;
    va_start(args, format);
    int size = vasprintf(&line, format, args);
    va_end(args);
    if (size < 0)
        return;
    buffer_printf(&sheet->notes, "%s\n", line);
    free(line);
}

void sheet_meaning(struct sheet *sheet, const char *heading, const char *text)
{
    size_t most = sizeof sheet->meanings / sizeof sheet->meanings[0];
    if (sheet->meaning_count < most)
        sheet->meanings[sheet->meaning_count++] = (struct sheet_meaning){heading, text};
}

size_t sheet_rows(const struct sheet *sheet)
{
    assert(!sheet->column_count || sheet->cell_count % sheet->column_count == 0);
    return sheet->column_count ? sheet->cell_count / sheet->column_count : 0;
}

/* Returns the name of the column that the next cell belongs to. */
static const char *next_name(const struct sheet *sheet)
{
    assert(sheet->column_count);
    const struct sheet_column *next = &sheet->columns[sheet->cell_count % sheet->column_count];
    return next->key ? next->key : next->heading;
}

/* Adds the next cell, which has to be that of the named column. */
static struct sheet_cell *add(struct sheet *sheet, const char *column)
{
    assert(!strcmp(next_name(sheet), column));
    (void)column; /* with NDEBUG */
    sheet->cells =
        memory_grow(sheet->cells, &sheet->cell_room, sheet->cell_count + 1, sizeof *sheet->cells);
    struct sheet_cell *cell = &sheet->cells[sheet->cell_count++];
    *cell = (struct sheet_cell){.known = true};
    return cell;
}

void sheet_text(struct sheet *sheet, const char *column, const char *text)
{
    add(sheet, column)->text = memory_string(text);
}

void sheet_count(struct sheet *sheet, const char *column, uint64_t number)
{
    add(sheet, column)->number = number;
}

void sheet_count_known(struct sheet *sheet, const char *column, uint64_t number, bool at_least)
{
    struct sheet_cell *cell = add(sheet, column);
    cell->number = number;
    cell->at_least = at_least;
}

void sheet_line(struct sheet *sheet, const char *column, uint32_t line)
{
    struct sheet_cell *cell = add(sheet, column);
    cell->number = line;
    cell->blank = !line;
}

void sheet_id(struct sheet *sheet, const char *column, int64_t number)
{
    add(sheet, column)->number = (uint64_t)number;
}

void sheet_time(struct sheet *sheet, const char *column, uint64_t ns, bool at_least)
{
    struct sheet_cell *cell = add(sheet, column);
    cell->number = ns;
    cell->at_least = at_least;
}

void sheet_time_estimated(struct sheet *sheet, const char *column, uint64_t ns)
{
    struct sheet_cell *cell = add(sheet, column);
    cell->number = ns;
    cell->estimated = true;
}

void sheet_real(struct sheet *sheet, const char *column, double real)
{
    add(sheet, column)->real = real;
}

void sheet_flag(struct sheet *sheet, const char *column, bool flag)
{
    add(sheet, column)->number = flag;
}

void sheet_unknown(struct sheet *sheet, const char *column)
{
    add(sheet, column)->known = false;
}

void sheet_nothing(struct sheet *sheet, const char *column)
{
    struct sheet_cell *cell = add(sheet, column);
    cell->known = false;
    cell->blank = true;
}

/* Adds cells without a value up to column `last`, which has to be in the rest of the row. */
static void add_range(struct sheet *sheet, const char *first, const char *last, bool blank)
{
    const char *column = first;
    do {
        struct sheet_cell *cell = add(sheet, column);
        cell->known = false;
        cell->blank = blank;
        if (!strcmp(column, last))
            return;
        column = next_name(sheet);
    } while (sheet->cell_count % sheet->column_count);
    assert(!"the row has the last column");
}

void sheet_unknown_range(struct sheet *sheet, const char *first, const char *last)
{
    add_range(sheet, first, last, false);
}

void sheet_nothing_range(struct sheet *sheet, const char *first, const char *last)
{
    add_range(sheet, first, last, true);
}

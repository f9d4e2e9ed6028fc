/* sheet.c: see sheet.h */
#include "report/table/sheet.h"

#include "util/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct report_sheet *report_sheet_new(const char *key, const char *title)
{
    struct report_sheet *sheet = memory_zeroed(1, sizeof *sheet);
    sheet->key = key;
    sheet->title = title;
    return sheet;
}

void report_sheet_free(struct report_sheet *sheet)
{
    if (!sheet)
        return;
    for (size_t i = 0; i < sheet->cell_count; i++)
        free(sheet->cells[i].text);
    free(sheet->cells);
    buffer_free(&sheet->notes);
    free(sheet);
}

void report_sheet_add_column(struct report_sheet *sheet, struct report_sheet_column column)
{
    assert(!sheet->cell_count);
    assert(sheet->column_count < sizeof sheet->columns / sizeof sheet->columns[0]);
    sheet->columns[sheet->column_count++] = column;
}

void report_sheet_add_columns(struct report_sheet *sheet, const struct report_sheet_column *columns,
                              size_t count)
{
    for (size_t i = 0; i < count; i++)
        report_sheet_add_column(sheet, columns[i]);
}

void report_sheet_note(struct report_sheet *sheet, const char *format, ...)
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

void report_sheet_meaning(struct report_sheet *sheet, const char *heading, const char *text)
{
    size_t most = sizeof sheet->meanings / sizeof sheet->meanings[0];
    if (sheet->meaning_count < most)
        sheet->meanings[sheet->meaning_count++] = (struct sheet_meaning){heading, text};
}

size_t report_sheet_rows(const struct report_sheet *sheet)
{
    assert(!sheet->column_count || sheet->cell_count % sheet->column_count == 0);
    return sheet->column_count ? sheet->cell_count / sheet->column_count : 0;
}

/* Returns the name of the column that the next cell belongs to. */
static const char *next_name(const struct report_sheet *sheet)
{
    assert(sheet->column_count);
    const struct report_sheet_column *next =
        &sheet->columns[sheet->cell_count % sheet->column_count];
    return next->key ? next->key : next->heading;
}

/* Adds the next cell, which has to be that of the named column. */
static struct report_sheet_cell *add(struct report_sheet *sheet, const char *column)
{
    assert(!strcmp(next_name(sheet), column));
    (void)column; /* with NDEBUG */
    sheet->cells =
        memory_grow(sheet->cells, &sheet->cell_room, sheet->cell_count + 1, sizeof *sheet->cells);
    struct report_sheet_cell *cell = &sheet->cells[sheet->cell_count++];
    *cell = (struct report_sheet_cell){.known = true};
    return cell;
}

void report_sheet_text(struct report_sheet *sheet, const char *column, const char *text)
{
    add(sheet, column)->text = memory_string(text);
}

void report_sheet_count(struct report_sheet *sheet, const char *column, uint64_t number)
{
    add(sheet, column)->number = number;
}

void report_sheet_count_known(struct report_sheet *sheet, const char *column, uint64_t number,
                              bool at_least)
{
    struct report_sheet_cell *cell = add(sheet, column);
    cell->number = number;
    cell->at_least = at_least;
}

void report_sheet_line(struct report_sheet *sheet, const char *column, uint32_t line)
{
    struct report_sheet_cell *cell = add(sheet, column);
    cell->number = line;
    cell->blank = !line;
}

void report_sheet_id(struct report_sheet *sheet, const char *column, int64_t number)
{
    add(sheet, column)->number = (uint64_t)number;
}

void report_sheet_time(struct report_sheet *sheet, const char *column, uint64_t ns, bool at_least)
{
    struct report_sheet_cell *cell = add(sheet, column);
    cell->number = ns;
    cell->at_least = at_least;
}

void report_sheet_time_at_most(struct report_sheet *sheet, const char *column, uint64_t ns)
{
    struct report_sheet_cell *cell = add(sheet, column);
    cell->number = ns;
    cell->at_most = true;
}

void report_sheet_time_estimated(struct report_sheet *sheet, const char *column, uint64_t ns)
{
    struct report_sheet_cell *cell = add(sheet, column);
    cell->number = ns;
    cell->estimated = true;
}

void report_sheet_real(struct report_sheet *sheet, const char *column, double real)
{
    add(sheet, column)->real = real;
}

void report_sheet_mean(struct report_sheet *sheet, const char *column, double mean, bool at_least)
{
    struct report_sheet_cell *cell = add(sheet, column);
    cell->real = mean;
    cell->at_least = at_least;
}

void report_sheet_flag(struct report_sheet *sheet, const char *column, bool flag)
{
    add(sheet, column)->number = flag;
}

void report_sheet_unknown(struct report_sheet *sheet, const char *column)
{
    add(sheet, column)->known = false;
}

void report_sheet_nothing(struct report_sheet *sheet, const char *column)
{
    struct report_sheet_cell *cell = add(sheet, column);
    cell->known = false;
    cell->blank = true;
}

/* Adds cells without a value up to column `last`, which has to be in the rest of the row. */
static void add_range(struct report_sheet *sheet, const char *first, const char *last, bool blank)
{
    const char *column = first;
    do {
        struct report_sheet_cell *cell = add(sheet, column);
        cell->known = false;
        cell->blank = blank;
        if (!strcmp(column, last))
            return;
        column = next_name(sheet);
    } while (sheet->cell_count % sheet->column_count);
    assert(!"the row has the last column");
}

void report_sheet_unknown_range(struct report_sheet *sheet, const char *first, const char *last)
{
    add_range(sheet, first, last, false);
}

void report_sheet_nothing_range(struct report_sheet *sheet, const char *first, const char *last)
{
    add_range(sheet, first, last, true);
}

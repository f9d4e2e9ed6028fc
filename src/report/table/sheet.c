/* sheet.c: see sheet.h */
#include "report/table/sheet.h"

#include "util/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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
    return sheet->column_count ? sheet->cell_count / sheet->column_count : 0;
}

static struct sheet_cell *add(struct sheet *sheet)
{
    sheet->cells =
        memory_grow(sheet->cells, &sheet->cell_room, sheet->cell_count + 1, sizeof *sheet->cells);
    struct sheet_cell *cell = &sheet->cells[sheet->cell_count++];
    *cell = (struct sheet_cell){.known = true};
    return cell;
}

void sheet_text(struct sheet *sheet, const char *text)
{
    add(sheet)->text = memory_string(text);
}

void sheet_count(struct sheet *sheet, uint64_t number)
{
    add(sheet)->number = number;
}

void sheet_count_known(struct sheet *sheet, uint64_t number, bool at_least)
{
    struct sheet_cell *cell = add(sheet);
    cell->number = number;
    cell->at_least = at_least;
}

void sheet_line(struct sheet *sheet, uint32_t line)
{
    struct sheet_cell *cell = add(sheet);
    cell->number = line;
    cell->blank = !line;
}

void sheet_id(struct sheet *sheet, int64_t number)
{
    add(sheet)->number = (uint64_t)number;
}

void sheet_nothing(struct sheet *sheet)
{
    struct sheet_cell *cell = add(sheet);
    cell->known = false;
    cell->blank = true;
}

void sheet_time(struct sheet *sheet, uint64_t ns, bool at_least)
{
    struct sheet_cell *cell = add(sheet);
    cell->number = ns;
    cell->at_least = at_least;
}

void sheet_time_estimated(struct sheet *sheet, uint64_t ns)
{
    struct sheet_cell *cell = add(sheet);
    cell->number = ns;
    cell->estimated = true;
}

void sheet_real(struct sheet *sheet, double real)
{
    add(sheet)->real = real;
}

void sheet_flag(struct sheet *sheet, bool flag)
{
    add(sheet)->number = flag;
}

void sheet_unknown(struct sheet *sheet)
{
    add(sheet)->known = false;
}

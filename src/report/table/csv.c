/* csv.c: sheets as CSV, for spreadsheets. */
#include "report/table/json.h"

#include "util/words.h"

#include <math.h>

/* Adds a field; it is empty if the value was not measured. */
static void add_cell(struct buffer *to, const struct report_sheet_column *column,
                     const struct report_sheet_cell *cell)
{
    if (!cell->known)
        return;
    if (column->kind == SHEET_TEXT || column->kind == SHEET_WORD)
        words_csv(to, cell->text);
    else if (column->kind == SHEET_PERCENT || column->kind == SHEET_MEAN)
        buffer_printf(to, "%.9g", isfinite(cell->real) ? cell->real : 0);
    else if (column->kind == SHEET_ID)
        buffer_printf(to, "%lld", (long long)cell->number);
    else
        buffer_printf(to, "%llu", (unsigned long long)cell->number);
}

void report_csv_sheet(struct buffer *to, const struct report_sheet *sheet)
{
    for (size_t row = 0; row <= report_sheet_rows(sheet); row++) { /* the first line has the keys */
        bool first = true;
        for (size_t i = 0; i < sheet->column_count; i++) {
            const struct report_sheet_column *column = &sheet->columns[i];
            if (!column->key)
                continue;
            if (!first)
                buffer_add(to, ",");
            first = false;
            if (row == 0)
                buffer_add(to, column->key);
            else
                add_cell(to, column, &sheet->cells[(row - 1) * sheet->column_count + i]);
        }
        buffer_add(to, "\n");
    }
}

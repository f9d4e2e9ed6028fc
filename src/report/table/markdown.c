/* markdown.c: sheets as tables of Markdown, for comments on merge requests. */
#include "report/table/json.h"

#include "util/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_number(const struct report_sheet_column *column)
{
    return column->kind != SHEET_TEXT && column->kind != SHEET_WORD;
}

/* Adds text of a program, so that Markdown does not take it for its own signs. */
void report_markdown_text(struct buffer *to, const char *text)
{
    char *clean = words_clean(text);
    for (const char *at = clean; *at; at++) {
        if (strchr("\\`*_{}[]<>#|~&", *at))
            buffer_add(to, "\\");
        buffer_add_bytes(to, at, 1);
    }
    free(clean);
}

static void add_cell(struct buffer *to, const struct report_sheet_column *column,
                     const struct report_sheet_cell *cell)
{
    if (!cell->known)
        return;
    if (!is_number(column))
        report_markdown_text(to, cell->text);
    else if (column->kind == SHEET_TIME)
        words_time(to, cell->number);
    else if (column->kind == SHEET_PERCENT)
        buffer_printf(to, "%.1f", isfinite(cell->real) ? cell->real : 0);
    else if (column->kind == SHEET_MEAN)
        buffer_printf(to, "%.3g", isfinite(cell->real) ? cell->real : 0);
    else if (column->kind == SHEET_ID)
        buffer_printf(to, "%lld", (long long)cell->number);
    else
        words_count(to, cell->number, true);
}

/* Adds the line of headings, the line below it, or a row, from 2. */
static void add_line(struct buffer *to, const struct report_sheet *sheet, size_t line)
{
    for (size_t i = 0; i < sheet->column_count; i++) {
        const struct report_sheet_column *column = &sheet->columns[i];
        if (!column->heading || sheet->hidden[i])
            continue;
        buffer_add(to, "| ");
        if (line == 0)
            report_markdown_text(to, column->heading);
        else if (line == 1)
            buffer_add(to, is_number(column) ? "---:" : "---");
        else
            add_cell(to, column, &sheet->cells[(line - 2) * sheet->column_count + i]);
        buffer_add(to, " ");
    }
    buffer_add(to, "|\n");
}

void report_markdown_sheet(struct buffer *to, const struct report_sheet *sheet)
{
    buffer_add(to, "### ");
    report_markdown_text(to, sheet->title);
    buffer_add(to, "\n\n");
    for (size_t line = 0; line < report_sheet_rows(sheet) + 2; line++)
        add_line(to, sheet, line);
    buffer_add(to, "\n");
    if (sheet->more)
        buffer_printf(to, "%zu more rows are not shown.\n\n", sheet->more);
}

/* table.c: ruled tables. */
#include "report/kpx/kpx.h"

#include "report/table/text.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = sizeof((struct report_sheet *)0)->columns / sizeof(struct report_sheet_column) };

/* Adds a field: not empty, and without blanks unless it is the last of its record. */
static void add_word(struct buffer *to, const char *text, bool last)
{
    char *clean = words_clean(text);
    for (char *at = clean; !last && *at; at++) {
        if (*at == ' ')
            *at = '_';
    }
    buffer_add(to, *clean ? clean : "-");
    free(clean);
}

static void add_seconds(struct buffer *to, uint64_t ns)
{
    uint64_t ms = ns / 1000000 + (ns % 1000000 >= 500000);
    buffer_printf(to, "%llu.%03llu", (unsigned long long)(ms / 1000),
                  (unsigned long long)(ms % 1000));
}

static char *field(const struct report_sheet *sheet, size_t row, size_t column)
{
    const struct report_sheet_cell *cell = &sheet->cells[row * sheet->column_count + column];
    struct buffer text = {0};
    if (!cell->known) {
        buffer_add(&text, "-");
        return buffer_take(&text);
    }
    switch (sheet->columns[column].kind) {
    case SHEET_TEXT:
    case SHEET_WORD:
        add_word(&text, cell->text, column + 1 == sheet->column_count);
        break;
    case SHEET_TIME:
        add_seconds(&text, cell->number);
        break;
    case SHEET_PERCENT:
        buffer_printf(&text, "%.1f", cell->real);
        break;
    case SHEET_MEAN:
        buffer_printf(&text, "%.2f", cell->real);
        break;
    case SHEET_ID:
        buffer_printf(&text, "%lld", (long long)cell->number);
        break;
    case SHEET_COUNT:
    case SHEET_FLAG:
        buffer_printf(&text, "%llu", (unsigned long long)cell->number);
        break;
    }
    if (cell->at_least)
        buffer_add(&text, "+");
    return buffer_take(&text);
}

/* A table while it is written. */
struct ruled {
    const struct report_sheet *sheet;
    char **fields;
    size_t width[COLUMNS];
};

static void make_fields(struct ruled *table)
{
    const struct report_sheet *sheet = table->sheet;
    table->fields = memory_zeroed(sheet->cell_count, sizeof *table->fields);
    for (size_t i = 0; i < sheet->column_count; i++) {
        size_t least = (size_t)sheet->columns[i].min, head = strlen(sheet->columns[i].heading);
        table->width[i] = head > least ? head : least;
    }
    for (size_t row = 0; row < report_sheet_rows(sheet); row++) {
        for (size_t column = 0; column < sheet->column_count; column++) {
            char *text = field(sheet, row, column);
            table->fields[row * sheet->column_count + column] = text;
            if (words_width(text) > table->width[column])
                table->width[column] = words_width(text);
        }
    }
}

static void add_line(const struct report_view *view, struct buffer *to, const struct ruled *table,
                     char *const *fields, enum report_text_style style)
{
    const struct report_sheet *sheet = table->sheet;
    struct buffer line = {0};
    for (size_t i = 0; i < sheet->column_count; i++) {
        const char *text = fields ? fields[i] : sheet->columns[i].heading;
        bool left = sheet->columns[i].kind == SHEET_TEXT;
        int blanks = (int)(table->width[i] - words_width(text));
        buffer_printf(&line, "%s%*s%s%*s", i ? " " : "", left ? 0 : blanks, "", text,
                      left && i + 1 < sheet->column_count ? blanks : 0, "");
    }
    report_text_styled(to, view->options, style, line.text);
    buffer_add(to, "\n");
    buffer_free(&line);
}

static void add_rule(struct buffer *to, const struct ruled *table)
{
    size_t width = table->sheet->column_count - 1; /* a blank between columns */
    for (size_t i = 0; i < table->sheet->column_count; i++)
        width += table->width[i];
    while (width-- > 0)
        buffer_add(to, "-");
    buffer_add(to, "\n");
}

static enum report_text_style style_of(const struct report_sheet *sheet, size_t row)
{
    for (size_t i = 0; i < sheet->column_count; i++) {
        if (sheet->columns[i].kind == SHEET_PERCENT &&
            sheet->cells[row * sheet->column_count + i].real >= 10)
            return TEXT_STRONG;
    }
    return TEXT_PLAIN;
}

void report_kpx_table(const struct report_view *view, struct buffer *to,
                      const struct report_sheet *sheet)
{
    struct ruled table = {.sheet = sheet};
    make_fields(&table);
    report_text_styled(to, view->options, TEXT_TITLE, sheet->title);
    buffer_add(to, "\n\n");
    add_rule(to, &table);
    add_line(view, to, &table, NULL, TEXT_PLAIN);
    add_rule(to, &table);
    for (size_t row = 0; row < report_sheet_rows(sheet); row++) {
        bool total = row + 1 == report_sheet_rows(sheet);
        if (total)
            add_rule(to, &table);
        add_line(view, to, &table, &table.fields[row * sheet->column_count],
                 total ? TEXT_PLAIN : style_of(sheet, row));
    }
    add_rule(to, &table);
    if (sheet->more)
        buffer_printf(to, "(%zu more; --top 0 shows all)\n", sheet->more);
    buffer_add(to, "\n");
    for (size_t i = 0; i < sheet->cell_count; i++)
        free(table.fields[i]);
    free(table.fields);
}

/* table.c: see table.h */
#include "query/output/table.h"

#include "util/interned.h"
#include "util/memory.h"
#include "util/short_names.h"
#include "util/words.h"
#include "util/wrap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH_ROWS = 1000, /* number of first rows that determine the column widths */
    LEAST_TEXT = 24    /* columns that a long text keeps on a narrow screen */
};

struct output_table {
    FILE *to;
    const struct query_fields *shape;
    size_t *which; /* indices of the shown fields in the shape */
    size_t columns;
    size_t shown; /* how many of them fit on the screen */
    size_t *widths;
    uint64_t rows;
    char **cells; /* of the first rows, until the widths are known */
    size_t cell_count, cell_room;
    size_t fit; /* width of the screen; 0: unlimited */
    size_t *left_out;
    bool begun;
    bool grows; /* more rows come later */
    bool named; /* dropped columns are named below the table */
};

/* Chooses the columns: those that the stream shows by default, else all. */
static void choose(struct output_table *table)
{
    const struct query_fields *shape = table->shape;
    table->which = memory_zeroed(shape->count + 1, sizeof *table->which);
    for (const char *word = shape->shown; word && *word;) {
        size_t size = strcspn(word, " ");
        const struct query_field *field = query_fields_get(shape, word, size);
        if (field)
            table->which[table->columns++] = (size_t)(field - shape->fields);
        word += size + (word[size] == ' ');
    }
    for (size_t i = 0; !shape->shown && i < shape->count; i++)
        table->which[table->columns++] = i;
}

struct output_table *output_table_new(FILE *to, const struct query_fields *shape)
{
    struct output_table *table = memory_zeroed(1, sizeof *table);
    *table = (struct output_table){.to = to, .shape = shape};
    choose(table);
    table->widths = memory_zeroed(table->columns + 1, sizeof *table->widths);
    return table;
}

void output_table_fit(struct output_table *table, size_t width, size_t *left_out)
{
    table->fit = width;
    table->left_out = left_out;
}

void output_table_name_dropped(struct output_table *table)
{
    table->named = true;
}

static const struct query_field *field_of(const struct output_table *table, size_t column)
{
    return &table->shape->fields[table->which[column]];
}

/* Appends a value with its unit and four significant digits: 1.234ms. */
static void add_scaled(struct buffer *out, double value, enum query_unit unit)
{
    static const char *const times[] = {"ns", "us", "ms", "s"};
    static const char *const bytes[] = {"B", "kB", "MB", "GB", "TB"};
    size_t step = 0, most = unit == UNIT_TIME ? 3 : 4;
    for (; step < most && fabs(value) >= 1000; step++)
        value /= 1000;
    buffer_printf(out, "%.4g%s", value, (unit == UNIT_TIME ? times : bytes)[step]);
}

static void add_number(struct buffer *out, const struct query_vector *column, size_t i,
                       enum query_unit unit)
{
    bool is_real = column->type == TYPE_REAL;
    if (unit != UNIT_NONE)
        add_scaled(out, is_real ? column->real[i] : (double)column->whole[i], unit);
    else if (is_real)
        buffer_printf(out, "%.6g", column->real[i]);
    else
        buffer_printf(out, "%" PRId64, column->whole[i]);
}

/* Appends a value; nothing if it is absent. */
static void add_value(struct buffer *out, const struct query_rows *rows,
                      const struct query_field *field, const struct query_vector *column, size_t i)
{
    if (query_vector_is_absent(column, i))
        return;
    switch (column->type) {
    case TYPE_TEXT:
        buffer_add(out, query_data_text(rows->data, column->whole[i]));
        break;
    case TYPE_ACT:
        buffer_add(out, archive_kind_word((enum archive_kind)column->whole[i]));
        break;
    case TYPE_BOOL:
        buffer_add(out, column->truth[i] ? "true" : "false");
        break;
    case TYPE_ROW:
        output_add_label(out, (struct query_data *)rows->data, field->type.shape, column->whole[i]);
        if (!out->used)
            add_number(out, column, i, UNIT_NONE);
        break;
    default:
        add_number(out, column, i, field->type.unit);
    }
}

/* Returns the width on a terminal, approximated by the number of characters. */
static size_t width_of(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

/* Returns the text after `characters` characters. */
static const char *skip(const char *text, size_t characters)
{
    while (*text && characters) {
        text++;
        while (((unsigned char)*text & 0xc0) == 0x80)
            text++;
        characters--;
    }
    return text;
}

/* True for right-aligned fields: numbers, and rows that are shown by number. */
static bool is_right(const struct query_field *field)
{
    const struct query_fields *shape = field->type.shape;
    bool labelled = field->type.type == TYPE_ROW && (shape == query_fields_find("regions", 7) ||
                                                     shape == query_fields_find("nodes", 5) ||
                                                     shape == query_fields_find("activities", 10));
    return query_type_is_number(field->type) || (field->type.type == TYPE_ROW && !labelled);
}

/* Appends a text that is cut to `wide` characters: a path loses its beginning, other texts their
 * end. */
static void add_cut(struct buffer *line, const char *text, size_t width, size_t wide)
{
    bool is_path = strchr(text, '/') != NULL;
    const char *end = text + strlen(text), *from = text;
    if (width > wide && is_path)
        from = skip(text, width - wide + 3);
    else if (width > wide)
        end = skip(text, wide - 3);
    buffer_add(line, width > wide && is_path ? "..." : "");
    for (; from < end; from++) {
        char byte = (unsigned char)*from < 32 ? ' ' : *from;
        buffer_add_bytes(line, &byte, 1);
    }
    buffer_add(line, width > wide && !is_path ? "..." : "");
}

static void add_cell(const struct output_table *table, struct buffer *line, size_t column,
                     const char *text)
{
    if (column >= table->shown)
        return;
    size_t width = width_of(text), wide = table->widths[column];
    int fill = (int)(wide > width ? wide - width : 0);
    bool right = is_right(field_of(table, column));
    buffer_printf(line, "%s%*s", column ? "  " : "", right ? fill : 0, "");
    bool cut = table->fit && !right && wide >= 4; /* numbers stay whole */
    add_cut(line, text, cut ? width : 0, wide);
    buffer_printf(line, "%*s", right ? 0 : fill, "");
}

/* Writes a line without trailing blanks. */
static void write_line(const struct output_table *table, struct buffer *line)
{
    while (line->used && line->text[line->used - 1] == ' ')
        line->text[--line->used] = 0;
    fprintf(table->to, "%s\n", line->used ? line->text : "");
    line->used = 0;
}

static size_t width_of_all(const struct output_table *table)
{
    size_t used = 0;
    for (size_t k = 0; k < table->columns; k++)
        used += table->widths[k] + (k ? 2 : 0);
    return used;
}

/* Fits the table to the screen: shortens long texts, then drops the last columns. */
static void fit(struct output_table *table)
{
    size_t used = 0, most = table->fit / 3 > LEAST_TEXT ? table->fit / 3 : LEAST_TEXT;
    bool narrow = table->fit && width_of_all(table) > table->fit;
    for (size_t k = 0; narrow && k < table->columns; k++) {
        if (!is_right(field_of(table, k)) && table->widths[k] > most)
            table->widths[k] = most;
    }
    for (table->shown = 0; table->shown < table->columns; table->shown++) {
        used += table->widths[table->shown] + (table->shown ? 2 : 0);
        if (table->fit && used > table->fit && table->shown)
            break;
    }
    if (table->left_out)
        *table->left_out = table->shape->count - table->shown;
}

/* True if two different texts of a column would look the same when they are cut. */
static bool is_ambiguous(char *const *names, size_t count, size_t wide)
{
    struct interned *whole = interned_new(), *cut = interned_new();
    for (size_t i = 0; i < count; i++) {
        struct buffer text = {0};
        add_cut(&text, names[i], width_of(names[i]), wide);
        interned_add_text(whole, names[i]);
        interned_add_text(cut, text.text ? text.text : "");
        buffer_free(&text);
    }
    bool found = interned_count(cut) < interned_count(whole);
    interned_free(whole);
    interned_free(cut);
    return found;
}

/* Replaces the texts of a column that would look the same when they are cut, so that they differ.
 */
static void separate(struct output_table *table, size_t column)
{
    size_t count = table->cell_count / table->columns, wide = table->widths[column];
    char **names = memory_zeroed(count + 1, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = table->cells[i * table->columns + column];
    if (is_ambiguous(names, count, wide)) {
        char **shorter = short_names(names, count, wide, false, NULL);
        for (size_t i = 0; i < count; i++) {
            free(names[i]);
            table->cells[i * table->columns + column] = shorter[i];
        }
        free(shorter);
    }
    free(names);
}

/* Returns a width for values still to come: 123.4us, 0-12, MPI_Allreduce. */
static size_t usual_width(const struct query_field *field)
{
    if (field->type.type == TYPE_TEXT)
        return 14;
    return field->type.unit != UNIT_NONE ? 8 : 6;
}

/* Writes the heading and the rows that were held back. */
static void begin(struct output_table *table)
{
    struct buffer line = {0};
    if (table->begun)
        return;
    table->begun = true;
    for (size_t k = 0; k < table->columns; k++)
        table->widths[k] = width_of(field_of(table, k)->name);
    for (size_t k = 0; table->grows && k < table->columns; k++) {
        size_t usual = usual_width(field_of(table, k));
        table->widths[k] = usual > table->widths[k] ? usual : table->widths[k];
    }
    for (size_t i = 0, k = 0; i < table->cell_count; i++, k = k + 1 < table->columns ? k + 1 : 0) {
        size_t width = width_of(table->cells[i]);
        table->widths[k] = width > table->widths[k] ? width : table->widths[k];
    }
    fit(table);
    for (size_t k = 0; table->fit && k < table->shown; k++) {
        if (!is_right(field_of(table, k)) && table->widths[k] >= 4)
            separate(table, k);
    }
    for (size_t k = 0; k < table->columns; k++)
        add_cell(table, &line, k, field_of(table, k)->name);
    write_line(table, &line);
    for (size_t i = 0, k = 0; i < table->cell_count; i++, k = k + 1 < table->columns ? k + 1 : 0) {
        add_cell(table, &line, k, table->cells[i]);
        free(table->cells[i]);
        if (k + 1 == table->columns)
            write_line(table, &line);
    }
    table->cell_count = 0;
    buffer_free(&line);
}

static void take_row(struct output_table *table, const struct query_rows *rows, size_t i,
                     struct buffer *line)
{
    for (size_t k = 0; k < table->columns; k++) {
        struct buffer value = {0};
        add_value(&value, rows, field_of(table, k), &rows->columns[table->which[k]], i);
        char *text = words_clean(value.text ? value.text : "");
        buffer_free(&value);
        if (table->begun) {
            add_cell(table, line, k, text);
            free(text);
            continue;
        }
        table->cells = memory_grow(table->cells, &table->cell_room, table->cell_count + 1,
                                   sizeof *table->cells);
        table->cells[table->cell_count++] = text;
    }
    if (table->begun)
        write_line(table, line);
}

void output_table_take(struct output_table *table, const struct query_rows *rows)
{
    struct buffer line = {0};
    for (size_t i = 0; i < rows->count; i++) {
        if (table->rows++ == WIDTH_ROWS)
            begin(table);
        take_row(table, rows, i, &line);
    }
    buffer_free(&line);
}

void output_table_flush(struct output_table *table)
{
    table->grows = true;
    if (table->rows)
        begin(table);
}

/* Prints which columns did not fit. */
static void name_hidden(struct output_table *table)
{
    struct buffer names = {0}, lines = {0};
    for (size_t k = table->shown; k < table->columns; k++)
        buffer_printf(&names, "%s%s", k == table->shown ? "not shown: " : ", ",
                      field_of(table, k)->name);
    buffer_add(&names, "; --csv and --json write all\n");
    wrap_add(&lines, names.text, (struct wrap){.indent = 2, .width = table->fit});
    fputs(lines.text, table->to);
    buffer_free(&names);
    buffer_free(&lines);
}

void output_table_end(struct output_table *table)
{
    begin(table);
    if (table->named && table->shown < table->columns)
        name_hidden(table);
    free(table->cells);
    free(table->widths);
    free(table->which);
    free(table);
}

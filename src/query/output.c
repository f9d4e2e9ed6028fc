/* output.c: see output.h */
#include "query/output.h"

#include "query/output_lines.h"
#include "util/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH_ROWS = 1000, /* that decide how wide the columns of a table are */
    STREAM_FIELDS = 12 /* that a table shows of rows as they are in the archive */
};

struct output {
    FILE *to;
    enum output_format format;
    const struct shape *shape;
    size_t columns, shown; /* of them, those that fit */
    uint64_t rows;
    char **cells; /* of the first rows of a table, until the widths are known */
    size_t cell_count, cell_room;
    size_t *widths;
    size_t fit; /* columns of the screen; 0: there is no end */
    size_t *left_out;
    bool begun;
    bool grows;          /* more rows come later */
    struct lines *lines; /* of all but tables */
};

struct output *output_new(FILE *to, enum output_format format, const struct shape *shape)
{
    struct output *output = memory_zeroed(1, sizeof *output);
    bool cut = format == OUTPUT_TABLE && shape->table && shape->count > STREAM_FIELDS;
    *output = (struct output){.to = to, .format = format, .shape = shape};
    output->columns = cut ? STREAM_FIELDS : shape->count;
    output->widths = memory_zeroed(output->columns + 1, sizeof *output->widths);
    if (format != OUTPUT_TABLE)
        output->lines = lines_new(to, format, shape);
    return output;
}

void output_fit(struct output *output, size_t width, size_t *left_out)
{
    output->fit = width;
    output->left_out = left_out;
}

/* 1.234ms: four digits that mean something. */
static void add_scaled(struct buffer *out, double value, enum unit unit)
{
    static const char *const times[] = {"ns", "us", "ms", "s"};
    static const char *const bytes[] = {"B", "kB", "MB", "GB", "TB"};
    size_t step = 0, most = unit == UNIT_TIME ? 3 : 4;
    for (; step < most && fabs(value) >= 1000; step++)
        value /= 1000;
    buffer_printf(out, "%.4g%s", value, (unit == UNIT_TIME ? times : bytes)[step]);
}

static void add_number(struct buffer *out, const struct vector *column, size_t i, enum unit unit)
{
    bool is_real = column->type == TYPE_REAL;
    if (unit != UNIT_NONE)
        add_scaled(out, is_real ? column->real[i] : (double)column->whole[i], unit);
    else if (is_real)
        buffer_printf(out, "%.6g", column->real[i]);
    else
        buffer_printf(out, "%" PRId64, column->whole[i]);
}

/* Of what is absent nothing. */
static void add_value(struct buffer *out, const struct query_rows *rows, const struct field *field,
                      const struct vector *column, size_t i)
{
    if (vector_is_absent(column, i))
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
    default:
        add_number(out, column, i, field->type.unit);
    }
}

/* Columns of a terminal, roughly: characters. */
static size_t width_of(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static void write_cell(const struct output *output, size_t column, const char *text)
{
    enum type type = output->shape->fields[column].type.type;
    bool right = type == TYPE_INTEGER || type == TYPE_REAL || type == TYPE_ROW;
    bool last = column + 1 == output->shown;
    if (column >= output->shown)
        return;
    size_t width = width_of(text), wide = output->widths[column];
    int fill = (int)(wide > width ? wide - width : 0);
    fprintf(output->to, "%*s", right ? fill : 0, "");
    for (; *text; text++)
        fputc((unsigned char)*text < 32 ? ' ' : *text, output->to);
    fprintf(output->to, "%*s%s", right || last ? 0 : fill, "", last ? "\n" : "  ");
}

static void fit(struct output *output)
{
    size_t used = 0, shown = 0;
    while (shown < output->columns) {
        used += output->widths[shown] + (shown ? 2 : 0);
        if (output->fit && used > output->fit && shown)
            break;
        shown++;
    }
    output->shown = shown;
    if (output->left_out)
        *output->left_out = output->shape->count - shown;
}

/* Wide enough for most of what may come: 123.4us, 0-12, MPI_Allreduce. */
static size_t usual_width(const struct field *field)
{
    if (field->type.type == TYPE_TEXT)
        return 14;
    return field->type.unit != UNIT_NONE ? 8 : 6;
}

/* The heading, and the rows that were held back. */
static void begin_table(struct output *output)
{
    if (output->begun)
        return;
    output->begun = true;
    for (size_t k = 0; k < output->columns; k++)
        output->widths[k] = width_of(output->shape->fields[k].name);
    for (size_t k = 0; output->grows && k < output->columns; k++) {
        size_t usual = usual_width(&output->shape->fields[k]);
        output->widths[k] = usual > output->widths[k] ? usual : output->widths[k];
    }
    for (size_t i = 0, k = 0; i < output->cell_count;
         i++, k = k + 1 < output->columns ? k + 1 : 0) {
        size_t width = width_of(output->cells[i]);
        output->widths[k] = width > output->widths[k] ? width : output->widths[k];
    }
    fit(output);
    for (size_t k = 0; k < output->columns; k++)
        write_cell(output, k, output->shape->fields[k].name);
    for (size_t i = 0, k = 0; i < output->cell_count;
         i++, k = k + 1 < output->columns ? k + 1 : 0) {
        write_cell(output, k, output->cells[i]);
        free(output->cells[i]);
    }
}

static void take_row(struct output *output, const struct query_rows *rows, size_t i)
{
    for (size_t k = 0; k < output->columns; k++) {
        struct buffer value = {0};
        add_value(&value, rows, &output->shape->fields[k], &rows->columns[k], i);
        char *text = buffer_take(&value);
        if (output->begun) {
            write_cell(output, k, text);
            free(text);
            continue;
        }
        output->cells = memory_grow(output->cells, &output->cell_room, output->cell_count + 1,
                                    sizeof *output->cells);
        output->cells[output->cell_count++] = text;
    }
}

bool output_take(void *to, const struct query_rows *rows)
{
    struct output *output = to;
    if (output->lines) {
        lines_take(output->lines, rows);
        output->rows += rows->count;
        return !ferror(output->to);
    }
    for (size_t i = 0; i < rows->count; i++) {
        if (output->rows == WIDTH_ROWS)
            begin_table(output);
        take_row(output, rows, i);
        output->rows++;
    }
    return !ferror(output->to);
}

void output_flush(struct output *output)
{
    output->grows = true;
    if (!output->lines && output->rows)
        begin_table(output);
    fflush(output->to);
}

uint64_t output_end(struct output *output)
{
    uint64_t rows = output->rows;
    if (output->lines)
        lines_end(output->lines);
    else
        begin_table(output);
    free(output->cells);
    free(output->widths);
    free(output);
    return rows;
}

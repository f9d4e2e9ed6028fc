/* expression_write.c: writes expressions as text, in the form in which they are computed. */
#include "query/parse/expression.h"

#include "archive/archive.h"

#include <inttypes.h>
#include <math.h>

/* Appends a whole number in the largest unit that divides it. */
static void write_whole(struct buffer *out, int64_t whole, enum query_unit unit)
{
    static const struct {
        const char *word;
        enum query_unit unit;
        int64_t scale;
    } units[] = {
        {"s", UNIT_TIME, 1000000000}, {"ms", UNIT_TIME, 1000000},     {"us", UNIT_TIME, 1000},
        {"ns", UNIT_TIME, 1},         {"GB", UNIT_BYTES, 1000000000}, {"MB", UNIT_BYTES, 1000000},
        {"kB", UNIT_BYTES, 1000},     {"B", UNIT_BYTES, 1},
    };
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (units[i].unit == unit && (whole % units[i].scale == 0 || units[i].scale == 1) &&
            (whole || units[i].scale == 1)) {
            buffer_printf(out, "%" PRId64 "%s", whole / units[i].scale, units[i].word);
            return;
        }
    }
    buffer_printf(out, "%" PRId64, whole);
}

static void write_text(struct buffer *out, const char *text, char quote)
{
    buffer_printf(out, "%c", quote);
    for (; *text; text++) {
        if (*text == quote || (*text == '\\' && quote == '"'))
            buffer_add(out, "\\");
        if ((unsigned char)*text < ' ')
            buffer_add(out, *text == '\n' ? "\\n" : *text == '\t' ? "\\t" : "?");
        else
            buffer_add_bytes(out, text, 1);
    }
    buffer_printf(out, "%c", quote);
}

static void write_constant(struct buffer *out, const struct query_expression *expression)
{
    static const char *const units[] = {"", "ns", "B"};
    double real = expression->real;
    if (expression->absent) {
        buffer_add(out, "absent");
        return;
    }
    switch (expression->type.type) {
    case TYPE_BOOL:
        buffer_add(out, expression->whole ? "true" : "false");
        break;
    case TYPE_REAL:
        if (expression->type.unit != UNIT_NONE && fabs(real) < 0x1p53 && real == trunc(real))
            write_whole(out, (int64_t)real, expression->type.unit);
        else
            buffer_printf(out, "%.15g%s", real, units[expression->type.unit]);
        break;
    case TYPE_TEXT:
        write_text(out, expression->text, '"');
        break;
    case TYPE_ACT:
        buffer_add(out, archive_kind_word((enum archive_kind)expression->whole));
        break;
    default:
        write_whole(out, expression->whole, expression->type.unit);
    }
}

/* Appends the parts from `first` on, separated by `between`. */
static void write_parts(struct buffer *out, const struct query_expression *expression, size_t first,
                        const char *between, const char *row)
{
    for (size_t i = first; i < expression->part_count; i++) {
        buffer_add(out, i > first ? between : "");
        query_expression_write(out, expression->parts[i], row);
    }
}

static const char *const signs[] = {
    [EXPRESSION_ADD] = " + ",      [EXPRESSION_SUBTRACT] = " - ",  [EXPRESSION_MULTIPLY] = " * ",
    [EXPRESSION_DIVIDE] = " / ",   [EXPRESSION_REMAINDER] = " % ", [EXPRESSION_EQUAL] = " == ",
    [EXPRESSION_UNEQUAL] = " != ", [EXPRESSION_AND] = " && ",      [EXPRESSION_OR] = " || ",
    [EXPRESSION_GREATER] = NULL,
};

static const char *const functions[] = {
    [EXPRESSION_PRESENT] = "present", [EXPRESSION_NOT] = "!",
    [EXPRESSION_NEGATE] = "-",        [EXPRESSION_TO_REAL] = "real",
    [EXPRESSION_TO_WHOLE] = "whole",  [EXPRESSION_ABSOLUTE] = "abs",
    [EXPRESSION_LESSER] = "min",      [EXPRESSION_GREATER] = "max",
};

static const char *const methods[] = {
    [EXPRESSION_STARTS] = "startsWith", [EXPRESSION_ENDS] = "endsWith",
    [EXPRESSION_CONTAINS] = "contains", [EXPRESSION_MATCHES] = "matches",
    [EXPRESSION_LENGTH] = "length",
};

/* Writes a comparison with the constant on the right: e.bytes > 1kB. */
static void write_comparison(struct buffer *out, const struct query_expression *expression,
                             const char *row)
{
    bool turned = expression->parts[0]->op == EXPRESSION_CONSTANT;
    bool equal = expression->op == EXPRESSION_LESS_OR_EQUAL;
    buffer_add(out, "(");
    query_expression_write(out, expression->parts[turned], row);
    buffer_printf(out, " %s%s ", turned ? ">" : "<", equal ? "=" : "");
    query_expression_write(out, expression->parts[!turned], row);
    buffer_add(out, ")");
}

static void write_method(struct buffer *out, const struct query_expression *expression,
                         const char *row)
{
    query_expression_write(out, expression->parts[0], row);
    buffer_printf(out, ".%s(", methods[expression->op]);
    if (expression->text)
        write_text(out, expression->text, expression->op == EXPRESSION_MATCHES ? '/' : '"');
    buffer_add(out, ")");
}

void query_expression_write(struct buffer *out, const struct query_expression *expression,
                            const char *row)
{
    enum query_expression_op op = expression->op;
    if (op == EXPRESSION_CONSTANT) {
        write_constant(out, expression);
    } else if (op == EXPRESSION_SELF) {
        buffer_add(out, row);
    } else if (op == EXPRESSION_FIELD) {
        if (expression->part_count)
            query_expression_write(out, expression->parts[0], row);
        buffer_printf(out, "%s.%s", expression->part_count ? "" : row, expression->field->name);
    } else if (op == EXPRESSION_LESS || op == EXPRESSION_LESS_OR_EQUAL) {
        write_comparison(out, expression, row);
    } else if (op == EXPRESSION_CHOICE) {
        buffer_add(out, "(");
        query_expression_write(out, expression->parts[0], row);
        buffer_add(out, " ? ");
        write_parts(out, expression, 1, " : ", row);
        buffer_add(out, ")");
    } else if (op == EXPRESSION_IN) {
        buffer_add(out, "(");
        query_expression_write(out, expression->parts[0], row);
        buffer_add(out, " in [");
        write_parts(out, expression, 1, ", ", row);
        buffer_add(out, "])");
    } else if (op < sizeof methods / sizeof methods[0] && methods[op]) {
        write_method(out, expression, row);
    } else {
        bool is_sign = signs[op] != NULL;
        buffer_printf(out, "%s(", is_sign ? "" : functions[op]);
        write_parts(out, expression, 0, is_sign ? signs[op] : ", ", row);
        buffer_add(out, ")");
    }
}

/* print.c: writes a cost expression so that a person reads it easily and model_cost_parse() reads
 * the same. */
#include "model/cost/pool.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* How tightly a text holds together: what is below the level that its place needs gets
 * parentheses. */
enum level { LEVEL_SUM, LEVEL_PRODUCT, LEVEL_POWER, LEVEL_ATOM };

enum {
    TEXT_LONGEST = 1 << 20,   /* an expression that shares its parts can be endless as a text */
    SMALL_DENOMINATOR = 1000, /* n/3 rather than 0.333*n */
};

struct text {
    struct buffer buffer;
    enum level level;
    bool negative; /* a sign belongs in front, which is not in the buffer */
    double degree; /* for the order of terms */
};

static struct text text_of(const struct model_costs *pool, model_cost node);

static void add_text(struct buffer *out, struct text *part, enum level need)
{
    bool parentheses = part->level < need || (part->negative && need > LEVEL_SUM);
    if (out->used > TEXT_LONGEST) {
        buffer_free(&part->buffer);
        return;
    }
    buffer_add(out, parentheses ? "(" : "");
    buffer_add(out, part->negative ? "-" : "");
    buffer_add(out, part->buffer.text ? part->buffer.text : "");
    buffer_add(out, parentheses ? ")" : "");
    buffer_free(&part->buffer);
}

static void add_node(const struct model_costs *pool, struct buffer *out, model_cost node,
                     enum level need)
{
    struct text text = text_of(pool, node);
    add_text(out, &text, need);
}

static struct text text_of_number(struct model_number number)
{
    char digits[64];
    struct text text = {.level = LEVEL_ATOM, .negative = model_number_sign(number) < 0};
    number = model_number_absolute(number);
    if (model_number_is_decimal(number)) {
        model_number_write(number, digits, sizeof digits);
        buffer_add(&text.buffer, digits);
    } else {
        buffer_printf(&text.buffer, "%lld/%lld", (long long)number.top, (long long)number.bottom);
        text.level = LEVEL_PRODUCT;
    }
    return text;
}

/* Higher degrees first, numbers last; then by name. */
static int by_degree(const void *a, const void *b)
{
    const struct text *x = a, *y = b;
    if (x->degree != y->degree)
        return x->degree > y->degree ? -1 : 1;
    return strcmp(x->buffer.text ? x->buffer.text : "", y->buffer.text ? y->buffer.text : "");
}

static struct text text_of_sum(const struct model_costs *pool, model_cost node)
{
    size_t count = pool_at(pool, node)->count;
    struct text *terms = memory_zeroed(count, sizeof *terms), text = {.level = LEVEL_SUM};
    for (size_t i = 0; i < count; i++)
        terms[i] = text_of(pool, pool_operand(pool, node, i));
    qsort(terms, count, sizeof *terms, by_degree);
    text.degree = terms[0].degree;
    for (size_t i = 0; i < count; i++) {
        if (i)
            buffer_add(&text.buffer, terms[i].negative ? " - " : " + ");
        else
            buffer_add(&text.buffer, terms[i].negative ? "-" : "");
        terms[i].negative = false;
        add_text(&text.buffer, &terms[i], LEVEL_PRODUCT);
    }
    free(terms);
    return text;
}

/* Writes base ** exponent for an exponent that is no negative number. */
static struct text text_of_power(const struct model_costs *pool, model_cost base,
                                 model_cost exponent, const struct model_number *value)
{
    struct text text = {.level = LEVEL_POWER, .degree = value ? model_number_value(*value) : 1};
    struct model_number number = value ? *value : model_number_whole(0);
    if (value && number.bottom == 1 && number.top == 1) {
        text = text_of(pool, base);
    } else if (value && number.top == 1 && number.bottom == 2) {
        buffer_add(&text.buffer, "sqrt(");
        add_node(pool, &text.buffer, base, LEVEL_SUM);
        buffer_add(&text.buffer, ")");
        text.level = LEVEL_ATOM;
    } else {
        add_node(pool, &text.buffer, base, LEVEL_ATOM);
        buffer_add(&text.buffer, "**");
        if (value) {
            struct text written = text_of_number(number);
            add_text(&text.buffer, &written, LEVEL_ATOM);
        } else {
            add_node(pool, &text.buffer, exponent, LEVEL_ATOM);
        }
    }
    return text;
}

/* The factors above and below the line of a fraction. */
struct fraction {
    struct text *above, *below;
    size_t above_count, below_count;
    bool number_below; /* a divisor is a number that is not exact: it must not be multiplied */
};

static void add_factor(const struct model_costs *pool, struct fraction *fraction, model_cost node)
{
    if (pool_op(pool, node) == MODEL_COST_POWER) {
        model_cost base = pool_operand(pool, node, 0), exponent = pool_operand(pool, node, 1);
        if (pool_is_number(pool, exponent)) {
            struct model_number value = pool_value(pool, exponent);
            bool below = model_number_sign(value) < 0;
            fraction->number_below |= below && pool_is_number(pool, base);
            value = model_number_absolute(value);
            struct text text = text_of_power(pool, base, exponent, &value);
            if (below)
                fraction->below[fraction->below_count++] = text;
            else
                fraction->above[fraction->above_count++] = text;
            return;
        }
    }
    fraction->above[fraction->above_count++] = text_of(pool, node);
}

/* Puts the number in front of the factors above the line, and its denominator below. */
static void add_coefficient(struct fraction *fraction, struct model_number number)
{
    struct model_number one = model_number_whole(1), below = one;
    if (number.bottom > 1 &&
        (number.bottom <= SMALL_DENOMINATOR || !model_number_is_decimal(number))) {
        below = model_number_whole(number.bottom);
        number = model_number_whole(number.top);
    }
    if (!model_number_same(number, one)) {
        memmove(fraction->above + 1, fraction->above,
                fraction->above_count++ * sizeof *fraction->above);
        fraction->above[0] = text_of_number(number);
    }
    if (!model_number_same(below, one)) {
        memmove(fraction->below + 1, fraction->below,
                fraction->below_count++ * sizeof *fraction->below);
        fraction->below[0] = text_of_number(below);
    }
}

static int by_text(const void *a, const void *b)
{
    const struct text *x = a, *y = b;
    return strcmp(x->buffer.text ? x->buffer.text : "", y->buffer.text ? y->buffer.text : "");
}

static struct text join_fraction(struct fraction *fraction)
{
    struct text text = {.level = LEVEL_PRODUCT};
    if (!fraction->above_count)
        buffer_add(&text.buffer, "1");
    for (size_t i = 0; i < fraction->above_count; i++) {
        buffer_add(&text.buffer, i ? "*" : "");
        add_text(&text.buffer, &fraction->above[i], LEVEL_POWER);
    }
    bool many = fraction->below_count > 1 && !fraction->number_below;
    for (size_t i = 0; i < fraction->below_count; i++) {
        buffer_add(&text.buffer, !many ? "/" : i ? "*" : "/(");
        add_text(&text.buffer, &fraction->below[i], LEVEL_POWER);
    }
    buffer_add(&text.buffer, many ? ")" : "");
    return text;
}

/* Writes a product, or a single power below the line. */
static struct text text_of_product(const struct model_costs *pool, model_cost node)
{
    bool product = pool_op(pool, node) == MODEL_COST_MULTIPLY;
    size_t count = product ? pool_at(pool, node)->count : 1;
    struct text *room = memory_zeroed(2 * (count + 1), sizeof *room);
    struct fraction fraction = {.above = room, .below = room + count + 1};
    struct model_number number = model_number_whole(1);
    for (size_t i = 0; i < count; i++) {
        model_cost factor = product ? pool_operand(pool, node, i) : node;
        if (product && pool_is_number(pool, factor))
            number = pool_value(pool, factor);
        else
            add_factor(pool, &fraction, factor);
    }
    double degree = 0;
    for (size_t i = 0; i < fraction.above_count; i++)
        degree += fraction.above[i].degree;
    for (size_t i = 0; i < fraction.below_count; i++)
        degree -= fraction.below[i].degree;
    qsort(fraction.above, fraction.above_count, sizeof *room, by_text);
    qsort(fraction.below, fraction.below_count, sizeof *room, by_text);
    add_coefficient(&fraction, model_number_absolute(number));
    struct text text = join_fraction(&fraction);
    text.degree = degree;
    text.negative = model_number_sign(number) < 0;
    free(room);
    return text;
}

/* min(a, b), max(a, b): in an order that does not depend on what else the pool holds. */
static struct text text_of_extreme(const struct model_costs *pool, const char *function,
                                   model_cost node)
{
    size_t count = pool_at(pool, node)->count;
    struct text *parts = memory_zeroed(count, sizeof *parts);
    struct text text = {.level = LEVEL_ATOM, .degree = 1};
    for (size_t i = 0; i < count; i++)
        parts[i] = text_of(pool, pool_operand(pool, node, i));
    qsort(parts, count, sizeof *parts, by_degree);
    for (size_t i = 0; i < count; i++) {
        buffer_add(&text.buffer, i ? ", " : function);
        add_text(&text.buffer, &parts[i], LEVEL_SUM);
    }
    buffer_add(&text.buffer, ")");
    free(parts);
    return text;
}

static struct text text_of_call(const struct model_costs *pool, const char *function,
                                const char *name, model_cost node)
{
    struct text text = {.level = LEVEL_ATOM, .degree = 1};
    buffer_printf(&text.buffer, "%s(%s", function, name ? name : "");
    for (size_t i = 0; i < pool_at(pool, node)->count; i++) {
        buffer_add(&text.buffer, i || name ? ", " : "");
        add_node(pool, &text.buffer, pool_operand(pool, node, i), LEVEL_SUM);
    }
    buffer_add(&text.buffer, ")");
    return text;
}

static struct text text_of(const struct model_costs *pool, model_cost node)
{
    const struct cost_node *at = pool_at(pool, node);
    struct text text = {.level = LEVEL_ATOM, .degree = 1};
    switch (at->op) {
    case MODEL_COST_NUMBER:
        return text_of_number(pool_value(pool, node));
    case MODEL_COST_VARIABLE:
        buffer_add(&text.buffer, pool->variables[at->name].name);
        return text;
    case MODEL_COST_ADD:
        return text_of_sum(pool, node);
    case MODEL_COST_POWER: {
        model_cost exponent = pool_operand(pool, node, 1);
        if (pool_is_number(pool, exponent))
            return text_of_product(pool, node);
        return text_of_power(pool, pool_operand(pool, node, 0), exponent, NULL);
    }
    case MODEL_COST_MULTIPLY:
        return text_of_product(pool, node);
    case MODEL_COST_REMAINDER:
        text.level = LEVEL_PRODUCT;
        add_node(pool, &text.buffer, pool_operand(pool, node, 0), LEVEL_POWER);
        buffer_add(&text.buffer, " % ");
        add_node(pool, &text.buffer, pool_operand(pool, node, 1), LEVEL_POWER);
        return text;
    case MODEL_COST_MIN:
        return text_of_extreme(pool, "min(", node);
    case MODEL_COST_MAX:
        return text_of_extreme(pool, "max(", node);
    case MODEL_COST_CEIL:
        return text_of_call(pool, "ceil", NULL, node);
    case MODEL_COST_FLOOR:
        return text_of_call(pool, "floor", NULL, node);
    case MODEL_COST_LOG:
        return text_of_call(pool, "log", NULL, node);
    case MODEL_COST_LOG2:
        return text_of_call(pool, "log2", NULL, node);
    case MODEL_COST_ABS:
        return text_of_call(pool, "abs", NULL, node);
    case MODEL_COST_SUM:
        return text_of_call(pool, "sum", pool->variables[at->name].name, node);
    case MODEL_COST_CURVE:
        return text_of_call(pool, "curve", pool->curves[at->name].name, node);
    default: /* too deep to be written */
        buffer_add(&text.buffer, "1/0");
        text.level = LEVEL_PRODUCT;
        return text;
    }
}

void model_cost_print(const struct model_costs *pool, model_cost node, struct buffer *out)
{
    struct text text = text_of(pool, node);
    add_text(out, &text, LEVEL_SUM);
}

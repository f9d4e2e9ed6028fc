/* kernel.c: see kernel.h */
#include "query/exec/kernel.h"

#include <math.h>
#include <string.h>

/* Marks the results that are absent because one of the parts is. */
static void join_absent(const struct query_vector *const *parts, size_t parts_count, size_t count,
                        struct query_vector *out)
{
    out->has_absent = false;
    for (size_t k = 0; k < parts_count; k++) {
        if (!parts[k]->has_absent)
            continue;
        if (!out->has_absent)
            memset(out->absent, 0, count);
        out->has_absent = true;
        for (size_t i = 0; i < count; i++)
            out->absent[i] |= parts[k]->absent[i];
    }
}

static int64_t saturated(bool overflow, bool negative, int64_t result)
{
    return !overflow ? result : negative ? INT64_MIN : INT64_MAX;
}

#define EACH(expression)                                                                           \
    for (size_t i = 0; i < count; i++)                                                             \
        expression;                                                                                \
    break

static void whole_numbers(enum query_expression_op op, const int64_t *a, const int64_t *b,
                          size_t count, int64_t *out)
{
    bool over;
    switch (op) {
    case EXPRESSION_ADD:
        EACH((over = __builtin_add_overflow(a[i], b[i], &out[i]),
              out[i] = saturated(over, b[i] < 0, out[i])));
    case EXPRESSION_SUBTRACT:
        EACH((over = __builtin_sub_overflow(a[i], b[i], &out[i]),
              out[i] = saturated(over, b[i] > 0, out[i])));
    case EXPRESSION_MULTIPLY:
        EACH((over = __builtin_mul_overflow(a[i], b[i], &out[i]),
              out[i] = saturated(over, (a[i] < 0) != (b[i] < 0), out[i])));
    case EXPRESSION_REMAINDER:
        EACH(out[i] = b[i] == 0 || b[i] == -1 ? 0 : a[i] % b[i]);
    case EXPRESSION_NEGATE:
        EACH(out[i] = a[i] == INT64_MIN ? INT64_MAX : -a[i]);
    case EXPRESSION_ABSOLUTE:
        EACH(out[i] = a[i] == INT64_MIN ? INT64_MAX : a[i] < 0 ? -a[i] : a[i]);
    case EXPRESSION_LESSER:
        EACH(out[i] = a[i] < b[i] ? a[i] : b[i]);
    default:
        EACH(out[i] = a[i] > b[i] ? a[i] : b[i]);
    }
}

static void reals(enum query_expression_op op, const double *a, const double *b, size_t count,
                  double *out)
{
    switch (op) {
    case EXPRESSION_ADD:
        EACH(out[i] = a[i] + b[i]);
    case EXPRESSION_SUBTRACT:
        EACH(out[i] = a[i] - b[i]);
    case EXPRESSION_MULTIPLY:
        EACH(out[i] = a[i] * b[i]);
    case EXPRESSION_DIVIDE:
        EACH(out[i] = b[i] == 0 ? 0 : a[i] / b[i]);
    case EXPRESSION_NEGATE:
        EACH(out[i] = -a[i]);
    case EXPRESSION_ABSOLUTE:
        EACH(out[i] = fabs(a[i]));
    case EXPRESSION_LESSER:
        EACH(out[i] = a[i] < b[i] ? a[i] : b[i]);
    default:
        EACH(out[i] = a[i] > b[i] ? a[i] : b[i]);
    }
}

#define COMPARE(type)                                                                              \
    static void compare_##type(enum query_expression_op op, const type *a, const type *b,          \
                               size_t count, uint8_t *out)                                         \
    {                                                                                              \
        switch (op) {                                                                              \
        case EXPRESSION_EQUAL:                                                                     \
            EACH(out[i] = a[i] == b[i]);                                                           \
        case EXPRESSION_UNEQUAL:                                                                   \
            EACH(out[i] = a[i] != b[i]);                                                           \
        case EXPRESSION_LESS:                                                                      \
            EACH(out[i] = a[i] < b[i]);                                                            \
        default:                                                                                   \
            EACH(out[i] = a[i] <= b[i]);                                                           \
        }                                                                                          \
    }
COMPARE(int64_t)
COMPARE(double)
COMPARE(uint8_t)

static void compare(enum query_expression_op op, const struct query_vector *a,
                    const struct query_vector *b, size_t count, uint8_t *out)
{
    if (a->type == TYPE_REAL)
        compare_double(op, a->real, b->real, count, out);
    else if (a->type == TYPE_BOOL)
        compare_uint8_t(op, a->truth, b->truth, count, out);
    else
        compare_int64_t(op, a->whole, b->whole, count, out);
}

/* Computes AND (decisive: false) or OR (decisive: true): one part with the decisive value decides;
 * else the result is absent if one part is. */
static void junction(bool decisive, const struct query_vector *a, const struct query_vector *b,
                     size_t count, struct query_vector *out)
{
    out->has_absent = a->has_absent || b->has_absent;
    for (size_t i = 0; !out->has_absent && i < count; i++)
        out->truth[i] = decisive ? a->truth[i] | b->truth[i] : a->truth[i] & b->truth[i];
    for (size_t i = 0; out->has_absent && i < count; i++) {
        bool no_a = query_vector_is_absent(a, i), no_b = query_vector_is_absent(b, i);
        bool decided = (!no_a && a->truth[i] == decisive) || (!no_b && b->truth[i] == decisive);
        out->absent[i] = !decided && (no_a || no_b);
        out->truth[i] = decided ? decisive : !decisive && !out->absent[i];
    }
}

static void choice(const struct query_vector *const *parts, size_t count, struct query_vector *out)
{
    out->has_absent = parts[0]->has_absent || parts[1]->has_absent || parts[2]->has_absent;
    for (size_t i = 0; i < count; i++) {
        const struct query_vector *chosen = parts[parts[0]->truth[i] ? 1 : 2];
        out->absent[i] = query_vector_is_absent(parts[0], i) || query_vector_is_absent(chosen, i);
        if (out->type == TYPE_BOOL)
            out->truth[i] = chosen->truth[i];
        else
            out->whole[i] = chosen->whole[i];
    }
}

static void to_whole(const struct query_vector *a, size_t count, struct query_vector *out)
{
    if (!a->has_absent)
        memset(out->absent, 0, count);
    out->has_absent = true;
    for (size_t i = 0; i < count; i++) {
        bool fits = a->real[i] >= -9223372036854775808.0 && a->real[i] < 9223372036854775808.0;
        out->whole[i] = fits ? (int64_t)a->real[i] : 0;
        out->absent[i] |= !fits;
    }
}

/* Marks the results whose divisor is 0 as absent. */
static void divisors(const struct query_vector *b, size_t count, struct query_vector *out)
{
    if (!out->has_absent)
        memset(out->absent, 0, count);
    out->has_absent = true;
    for (size_t i = 0; i < count; i++)
        out->absent[i] |= b->type == TYPE_REAL ? b->real[i] == 0 : b->whole[i] == 0;
}

static void number(enum query_expression_op op, const struct query_vector *a,
                   const struct query_vector *b, size_t count, struct query_vector *out)
{
    if (op == EXPRESSION_TO_WHOLE) {
        to_whole(a, count, out);
    } else if (op == EXPRESSION_TO_REAL) {
        for (size_t i = 0; i < count; i++)
            out->real[i] = (double)a->whole[i];
    } else if (out->type == TYPE_REAL) {
        reals(op, a->real, b->real, count, out->real);
    } else {
        whole_numbers(op, a->whole, b->whole, count, out->whole);
    }
    if (op == EXPRESSION_DIVIDE || op == EXPRESSION_REMAINDER)
        divisors(b, count, out);
}

void kernel_run(enum query_expression_op op, const struct query_vector *const *parts, size_t count,
                struct query_vector *out)
{
    const struct query_vector *a = parts[0], *b = parts[1];
    switch (op) {
    case EXPRESSION_AND:
    case EXPRESSION_OR:
        junction(op == EXPRESSION_OR, a, b, count, out);
        return;
    case EXPRESSION_CHOICE:
        choice(parts, count, out);
        return;
    case EXPRESSION_PRESENT:
        out->has_absent = false;
        for (size_t i = 0; i < count; i++)
            out->truth[i] = !query_vector_is_absent(a, i);
        return;
    default:
        join_absent(parts, b ? 2 : 1, count, out);
    }
    if (op == EXPRESSION_NOT) {
        for (size_t i = 0; i < count; i++)
            out->truth[i] = !a->truth[i];
    } else if (out->type == TYPE_BOOL) {
        compare(op, a, b, count, out->truth);
    } else {
        number(op, a, b ? b : a, count, out);
    }
}

int kernel_order(double a, double b)
{
    if (isnan(a) || isnan(b))
        return (isnan(a) != 0) - (isnan(b) != 0);
    return (a > b) - (a < b);
}

/* test_recording.c: what is computed while recording is what a query computes: each operation, of
 * many values; and what is not known yet leaves out nothing that may come. */
#include "measure/filter_compute.h"
#include "query/exec/record_filter.h"
#include "query/parse/expression.h"
#include "util/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

static const int64_t wholes[] = {0, 1, -1, 2, 7, -13, 1000, INT64_MAX, INT64_MIN, INT64_MAX - 1};
static const double reals[] = {0, -0.0, 1, -1.5, 1e300, -1e300, 9.3e18, -9.3e18, 0.1, INFINITY};
static const char *const texts[] = {"", "a", "ab", "b", "MPI_Send", "MPI_Isend", "\xc3\xa4"};
enum { WHOLES = 10, REALS = 10, TEXTS = 7 };

/* A value in both forms; each type has one that is absent, the last. */
static size_t values_of(enum query_type type)
{
    return (type == TYPE_BOOL      ? 2
            : type == TYPE_INTEGER ? WHOLES
            : type == TYPE_REAL    ? REALS
                                   : TEXTS) +
           1;
}

static struct query_expression *constant(enum query_type type, size_t i)
{
    struct query_value_type of = {.type = type};
    struct query_expression *made = query_expression_new(EXPRESSION_CONSTANT, of, 0, 0);
    made->absent = i + 1 == values_of(type);
    if (type == TYPE_TEXT)
        made->text = memory_string(made->absent ? "" : texts[i]);
    else if (type == TYPE_REAL)
        made->real = made->absent ? 0 : reals[i];
    else if (!made->absent)
        made->whole = type == TYPE_BOOL ? (int64_t)i : wholes[i];
    return made;
}

static struct filter_value value(enum query_type type, size_t i)
{
    struct filter_value made = {.may = FILTER_KNOWN};
    if (i + 1 == values_of(type))
        return (struct filter_value){.may = FILTER_ABSENT};
    if (type == TYPE_BOOL)
        made.may = i ? FILTER_TRUE : FILTER_FALSE;
    else if (type == TYPE_TEXT)
        made.text = texts[i];
    else if (type == TYPE_REAL)
        made.real = reals[i];
    else
        made.whole = wholes[i];
    return made;
}

static enum format_filter_type type_of(enum query_type type)
{
    return type == TYPE_BOOL   ? FORMAT_FILTER_TRUTH
           : type == TYPE_REAL ? FORMAT_FILTER_REAL
           : type == TYPE_TEXT ? FORMAT_FILTER_TEXT
                               : FORMAT_FILTER_WHOLE;
}

struct operation {
    enum query_expression_op op;
    enum format_filter_code code;
    enum query_type result;
    size_t parts;
    enum query_type of[3];
};

#define EACH(name, result, parts, ...)                                                             \
    {                                                                                              \
        EXPRESSION_##name, FORMAT_FILTER_##name, TYPE_##result, parts,                             \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
static const struct operation operations[] = {
    EACH(PRESENT, BOOL, 1, TYPE_BOOL),
    EACH(PRESENT, BOOL, 1, TYPE_INTEGER),
    EACH(PRESENT, BOOL, 1, TYPE_TEXT),
    EACH(NOT, BOOL, 1, TYPE_BOOL),
    EACH(AND, BOOL, 2, TYPE_BOOL, TYPE_BOOL),
    EACH(OR, BOOL, 2, TYPE_BOOL, TYPE_BOOL),
    EACH(CHOICE, BOOL, 3, TYPE_BOOL, TYPE_BOOL, TYPE_BOOL),
    EACH(CHOICE, INTEGER, 3, TYPE_BOOL, TYPE_INTEGER, TYPE_INTEGER),
    EACH(EQUAL, BOOL, 2, TYPE_INTEGER, TYPE_INTEGER),
    EACH(EQUAL, BOOL, 2, TYPE_REAL, TYPE_REAL),
    EACH(EQUAL, BOOL, 2, TYPE_TEXT, TYPE_TEXT),
    EACH(EQUAL, BOOL, 2, TYPE_BOOL, TYPE_BOOL),
    EACH(UNEQUAL, BOOL, 2, TYPE_INTEGER, TYPE_INTEGER),
    EACH(UNEQUAL, BOOL, 2, TYPE_REAL, TYPE_REAL),
    EACH(UNEQUAL, BOOL, 2, TYPE_BOOL, TYPE_BOOL),
    EACH(LESS, BOOL, 2, TYPE_INTEGER, TYPE_INTEGER),
    EACH(LESS, BOOL, 2, TYPE_REAL, TYPE_REAL),
    EACH(LESS, BOOL, 2, TYPE_TEXT, TYPE_TEXT),
    EACH(LESS_OR_EQUAL, BOOL, 2, TYPE_INTEGER, TYPE_INTEGER),
    EACH(LESS_OR_EQUAL, BOOL, 2, TYPE_REAL, TYPE_REAL),
    EACH(LESS_OR_EQUAL, BOOL, 2, TYPE_TEXT, TYPE_TEXT),
    EACH(LENGTH, INTEGER, 1, TYPE_TEXT),
    EACH(NEGATE, INTEGER, 1, TYPE_INTEGER),
    EACH(NEGATE, REAL, 1, TYPE_REAL),
    EACH(ABSOLUTE, INTEGER, 1, TYPE_INTEGER),
    EACH(ABSOLUTE, REAL, 1, TYPE_REAL),
    EACH(ADD, INTEGER, 2, TYPE_INTEGER, TYPE_INTEGER),
    EACH(ADD, REAL, 2, TYPE_REAL, TYPE_REAL),
    EACH(SUBTRACT, INTEGER, 2, TYPE_INTEGER, TYPE_INTEGER),
    EACH(SUBTRACT, REAL, 2, TYPE_REAL, TYPE_REAL),
    EACH(MULTIPLY, INTEGER, 2, TYPE_INTEGER, TYPE_INTEGER),
    EACH(MULTIPLY, REAL, 2, TYPE_REAL, TYPE_REAL),
    EACH(DIVIDE, REAL, 2, TYPE_REAL, TYPE_REAL),
    EACH(REMAINDER, INTEGER, 2, TYPE_INTEGER, TYPE_INTEGER),
    EACH(LESSER, INTEGER, 2, TYPE_INTEGER, TYPE_INTEGER),
    EACH(LESSER, REAL, 2, TYPE_REAL, TYPE_REAL),
    EACH(GREATER, INTEGER, 2, TYPE_INTEGER, TYPE_INTEGER),
    EACH(GREATER, REAL, 2, TYPE_REAL, TYPE_REAL),
    EACH(TO_REAL, REAL, 1, TYPE_INTEGER),
    EACH(TO_WHOLE, INTEGER, 1, TYPE_REAL),
    EACH(IN, BOOL, 3, TYPE_INTEGER, TYPE_INTEGER, TYPE_INTEGER),
    EACH(STARTS, BOOL, 1, TYPE_TEXT),
    EACH(ENDS, BOOL, 1, TYPE_TEXT),
    EACH(CONTAINS, BOOL, 1, TYPE_TEXT),
};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

static struct filter_value compute(const struct operation *operation, struct filter_value *parts)
{
    bool list = operation->code == FORMAT_FILTER_IN;
    return filter_compute(&(struct filter_step){
        .code = operation->code,
        .type = type_of(operation->result),
        .of = type_of(operation->of[0]),
        .a = &parts[0],
        .b = operation->parts > 1 ? &parts[1] : NULL,
        .c = operation->parts > 2 ? &parts[list ? 3 : 2] : NULL,
        .text = "MPI_",
    });
}

static void same(const struct operation *operation, const struct query_expression *expected,
                 const struct filter_value *got)
{
    if (expected->absent) {
        assert_int_equal(got->may, FILTER_ABSENT);
    } else if (operation->result == TYPE_BOOL) {
        assert_int_equal(got->may, expected->whole ? FILTER_TRUE : FILTER_FALSE);
    } else {
        assert_int_equal(got->may, FILTER_KNOWN);
        if (operation->result == TYPE_REAL)
            assert_true(got->real == expected->real || (isnan(got->real) && isnan(expected->real)));
        else
            assert_int_equal(got->whole, expected->whole);
    }
}

/* With one part unknown, the result may be what it is now. */
static void allows(const struct operation *operation, struct filter_value *parts,
                   const struct filter_value *result)
{
    for (size_t i = 0; i < operation->parts; i++) {
        if (operation->code == FORMAT_FILTER_IN && i > 0)
            break;
        struct filter_value before = parts[i];
        parts[i] = (struct filter_value){.may = FILTER_UNKNOWN};
        struct filter_value got = compute(operation, parts);
        assert_int_equal(got.may & result->may, result->may);
        if (operation->result != TYPE_BOOL && got.may == FILTER_KNOWN)
            assert_int_equal(got.whole, result->whole);
        parts[i] = before;
    }
}

static void every_operation_as_in_queries(void **state)
{
    (void)state;
    for (size_t k = 0; k < OPERATIONS; k++) {
        const struct operation *operation = &operations[k];
        size_t counts[3] = {1, 1, 1};
        for (size_t i = 0; i < operation->parts; i++)
            counts[i] = values_of(operation->of[i]);
        for (size_t n = 0; n < counts[0] * counts[1] * counts[2]; n++) {
            size_t which[] = {n % counts[0], n / counts[0] % counts[1], n / counts[0] / counts[1]};
            struct filter_value parts[3];
            struct query_expression *made = query_expression_new(
                operation->op, (struct query_value_type){.type = operation->result}, 0, 0);
            for (size_t i = 0; i < operation->parts; i++) {
                parts[i] = value(operation->of[i], which[i]);
                query_expression_add(made, constant(operation->of[i], which[i]));
            }
            bool absent_in_list = operation->code == FORMAT_FILTER_IN &&
                                  (parts[1].may == FILTER_ABSENT || parts[2].may == FILTER_ABSENT);
            if (operation->parts == 1 && operation->of[0] == TYPE_TEXT)
                made->text = memory_string("MPI_");
            made = query_expression_fold(made);
            struct filter_value got = compute(operation, parts);
            if (!absent_in_list) /* there is none: constants have a value */
                same(operation, made, &got);
            allows(operation, parts, &got);
            query_expression_free(made);
        }
    }
}

/* Regular expressions need memory: a program that is measured leaves them to whoever reads. */
static void patterns_are_left_to_the_reader(void **state)
{
    (void)state;
    const struct operation matches = EACH(MATCHES, BOOL, 1, TYPE_TEXT);
    for (size_t i = 0; i < values_of(TYPE_TEXT); i++) {
        struct filter_value text = value(TYPE_TEXT, i);
        bool absent = text.may == FILTER_ABSENT;
        assert_int_equal(compute(&matches, &text).may,
                         absent ? FILTER_ABSENT : FILTER_TRUE | FILTER_FALSE);
    }
}

static void lambdas_become_filters(void **state)
{
    (void)state;
    static const char *const good[] = {
        "e -> e.type == COMM && e.bytes > 1kB",
        "e -> e.name.matches(/^\\d+x/) || e.region.kind == \"loop\"",
        "e -> !e.unfinished",
        "e -> e.activityNumber in [\"0-1\", \"no number\"]",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct buffer bytes = {0};
        struct diagnostic trouble = {0};
        struct format_filter_view view;
        assert_true(query_record_filter_compile(&bytes, good[i], 5, &trouble));
        assert_true(format_filter_read(bytes.text, bytes.used, &view));
        assert_int_equal(view.start, 5);
        for (size_t size = 0; size < bytes.used; size++) /* cut anywhere, it is none */
            assert_false(format_filter_read(bytes.text, size, &view));
        buffer_free(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_as_in_queries),
        cmocka_unit_test(patterns_are_left_to_the_reader),
        cmocka_unit_test(lambdas_become_filters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

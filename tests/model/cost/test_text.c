/* test_text.c: cost expressions: how they are read, simplified and written, and what they are
 * worth. */
#include "../../archive/unit.h"

#include "model/cost/cost.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[4096];

/* Reads a text and writes what became of it. */
static const char *written(const char *from)
{
    struct model_costs *pool = model_costs_new();
    struct error error = {0};
    struct buffer out = {0};
    model_cost node, again;
    if (!model_cost_parse(pool, from, &node, &error)) {
        snprintf(text, sizeof text, "%s", error.text);
    } else {
        model_cost_print(pool, node, &out);
        snprintf(text, sizeof text, "%s", out.text);
        assert_true(model_cost_parse(pool, out.text, &again, &error));
        assert_int_equal(node, again);
    }
    buffer_free(&out);
    model_costs_free(pool);
    return text;
}

/* Evaluates a text with n = 100, p = 8, rank = 3, x = 2.5, zero = 0. */
static const char *worth(const char *from)
{
    static const struct model_binding bindings[] = {{"n", {.top = 100, .bottom = 1}},
                                                    {"p", {.top = 8, .bottom = 1}},
                                                    {"rank", {.top = 3, .bottom = 1}},
                                                    {"x", {.top = 5, .bottom = 2}},
                                                    {"zero", {.top = 0, .bottom = 1}}};
    struct model_costs *pool = model_costs_new();
    struct error error = {0};
    struct model_number result;
    model_cost node;
    struct model_cost_point points[] = {{0, 0}, {0.5, 0.2}, {1, 1}};
    assert_true(model_cost_define_curve(pool, "S", points, 3, &error));
    assert_true(model_cost_parse(pool, from, &node, &error));
    struct model_program *program = model_cost_compile(pool, &node, 1);
    if (!model_cost_evaluate(program, bindings, 5, &result, &error))
        snprintf(text, sizeof text, "%s", error.text);
    else if (result.bottom == 1)
        snprintf(text, sizeof text, "%lld", (long long)result.top);
    else if (result.bottom)
        snprintf(text, sizeof text, "%lld/%lld", (long long)result.top, (long long)result.bottom);
    else
        snprintf(text, sizeof text, "~%.10g", result.real);
    model_program_free(program);
    model_costs_free(pool);
    return text;
}

static void test_simplify(void **state)
{
    (void)state;
    assert_string_equal(written("x+x"), "2*x");
    assert_string_equal(written("x - x"), "0");
    assert_string_equal(written("2*(a+b) - 2*a"), "2*b");
    assert_string_equal(written("x*x*y/x"), "x*y");
    assert_string_equal(written("3*n/(2*p)"), "3*n/(2*p)");
    assert_string_equal(written("0.5*n"), "n/2");
    assert_string_equal(written("0.00125*n"), "n/800");
    assert_string_equal(written("1.25e-6*n"), "1.25e-06*n");
    assert_string_equal(written("n**2*(1/3) - n + 7"), "n**2/3 - n + 7");
    assert_string_equal(written("-2**2"), "-4");
    assert_string_equal(written("2**3**2"), "512");
    assert_string_equal(written("2**-1"), "0.5");
    assert_string_equal(written("sqrt(x)*sqrt(x)"), "x");
    assert_string_equal(written("x**0.5"), "sqrt(x)");
    assert_string_equal(written("-x"), "-x");
    assert_string_equal(written("-(a-b)"), "-a + b");
    assert_string_equal(written("(a % b)*c"), "(a % b)*c");
    assert_string_equal(written("a*b%c"), "(a*b) % c");
    assert_string_equal(written("max(0, n)"), "n");
    assert_string_equal(written("max(0, x)"), "max(x, 0)");
    assert_string_equal(written("min(3, x, 2, x)"), "min(x, 2)");
    assert_string_equal(written("floor(n + x + 1)"), "floor(x) + n + 1");
    assert_string_equal(written("ceil(n/p)"), "ceil(n/p)");
    assert_string_equal(written("abs(rank)"), "rank");
    assert_string_equal(written("log2(1024)"), "10");
    assert_string_equal(written("1/3 + 1/6"), "0.5");
    assert_string_equal(written("curve(S, (rank+1)/p)"), "curve(S, (rank + 1)/p)");
    assert_string_equal(written("x/(a*b)"), "x/(a*b)");
    assert_string_equal(written("1/0"), "1/0");
    assert_string_equal(written("_getTime_0*_system_flops"), "_getTime_0*_system_flops");
}

static void test_sums(void **state)
{
    (void)state;
    assert_string_equal(written("sum(i, 0, n-1, i)"), "n**2/2 - n/2");
    assert_string_equal(written("sum(i, 1, n, i**2)"), "n**3/3 + n**2/2 + n/6");
    assert_string_equal(written("x*4**-0.5 + 9**1.5"), "x/2 + 27");
    assert_string_equal(written("n**2/333e40*m/7"), "m*n**2/7/3.33e+42");
    assert_string_equal(written("sum(i, 0, n-1, 5)"), "5*n");
    assert_string_equal(written("sum(i, 0, n-1, sum(j, i+1, n-1, 1))"), "n**2/2 - n/2");
    assert_string_equal(written("sum(i, 0, n-1, sum(j, 0, i-1, sum(k, 0, j-1, 1)))"),
                        "n**3/6 - n**2/2 + n/3");
    assert_string_equal(written("sum(i, 1, x, 1)"), "max(floor(x), 0)");
    assert_string_equal(written("sum(i, 0, n-1, floor(i/2))"), "sum(i, 0, n - 1, floor(i/2))");
    assert_string_equal(written("sum(i, 0, n-1, i + log(i+1))"),
                        "n**2/2 - n/2 + sum(i, 0, n - 1, log(i + 1))");
    assert_string_equal(worth("sum(i, 0, n-1, floor(i/2))"), "2450");
    assert_string_equal(worth("sum(i, 1, n, i/zero) - 0"), "division by zero in the cost i/zero");
    assert_string_equal(worth("sum(i, 1, zero, i/zero)"), "0");
    assert_string_equal(worth("sum(i, 1, zero, 1/zero)"), "0");
    assert_string_equal(worth("sum(i, 5, 1, i)"), "0");
    assert_string_equal(worth("sum(i, x, 6, i)"), "16"); /* 2.5 3.5 4.5 5.5 */
    assert_string_equal(worth("sum(i, 1, 3, sum(i, i, i+1, i*10))"), "150");
    /* With a divisor that is known at evaluation alone: 2 * x is 5. */
    assert_string_equal(worth("sum(i, 1, 1000000000, i/(2*x))"), "100000000100000000");
    assert_string_equal(worth("sum(i, 0, 999999, i**2/(2*x) + i*(n - i))"), "-266616266716800000");
    assert_string_equal(worth("sum(i, 1, 1000000000, i/zero)"),
                        "division by zero in the cost i/zero");
    assert_string_equal(worth("sum(i, x, 1000000 + x, (i - x)**3*x/x)"), "~2.500005e+23");
    assert_string_equal(worth("sum(i, 0, 1000000000, log(i+1))"),
                        "a sum without a closed form has more than 10 million terms: write its "
                        "total as one expression");
}

static void test_values(void **state)
{
    (void)state;
    assert_string_equal(worth("ceil(0.1*30)"), "3"); /* doubles make it 4 */
    assert_string_equal(worth("n/p"), "25/2");
    assert_string_equal(worth("floor(-n/p)"), "-13");
    assert_string_equal(worth("-7 % 3"), "2"); /* (-7) % 3 */
    assert_string_equal(worth("(0-7) % 3"), "2");
    assert_string_equal(worth("7.5 % x"), "0");
    assert_string_equal(worth("curve(S, 0.25)"), "1/10");
    assert_string_equal(worth("curve(S, 2)"), "1");
    assert_string_equal(worth("curve(S, -1)"), "0");
    assert_string_equal(worth("sqrt(n)"), "10");
    assert_string_equal(worth("log2(p)"), "3");
    assert_string_equal(worth("log(1)"), "0");
    assert_string_equal(worth("n**12"), "~1e+24");
    assert_string_equal(worth("n/(p-8)"), "division by zero in the cost n/(p - 8)");
    assert_string_equal(worth("n % (p-8)"), "division by zero in the cost n % (p - 8)");
    assert_string_equal(worth("log(zero)"),
                        "logarithm of a number that is not above zero in the cost log(zero)");
    assert_string_equal(worth("sqrt(0-x)"), "root of a negative number in the cost sqrt(-x)");
    assert_string_equal(worth("a + b*n"),
                        "the variables a, b have no value; known are: n, p, rank, x, zero");
    assert_string_equal(worth("curve(T, 1)"), "the curve T has no points");
}

static void test_errors(void **state)
{
    (void)state;
    assert_string_equal(
        written(""), "the cost `` ends where a number, a variable, a function or `(` is expected");
    assert_string_equal(
        written("1 + "),
        "the cost `1 + ` ends where a number, a variable, a function or `(` is expected");
    assert_string_equal(written("foo(3)"), "in the cost `foo(3)`, at position 1: expected one of "
                                           "the functions min, max, ceil, floor, log, "
                                           "log2, sqrt, abs, sum, curve, not `foo(3)`");
    assert_string_equal(written("(1"), "the cost `(1` ends where `)` is expected");
    assert_string_equal(written("3 4"),
                        "in the cost `3 4`, at position 3: expected an operator, not `4`");
    assert_string_equal(written("sum(p, 0, 3, p)"), "in the cost `sum(p, 0, 3, p)`, at position 5: "
                                                    "expected an index with a name other than n, p "
                                                    "and rank, not `p, 0, 3, p)`");
    char deep[1000];
    memset(deep, '(', sizeof deep);
    deep[999] = 0;
    assert_non_null(strstr(written(deep), "levels of parentheses"));
}

static void test_replace(void **state)
{
    (void)state;
    struct model_costs *pool = model_costs_new();
    struct error error = {0};
    model_cost node, by, expected;
    assert_true(model_cost_parse(pool, "sum(i, 0, n-1, x*log(i+2))", &node, &error));
    assert_true(model_cost_parse(pool, "i + 1", &by, &error));
    node = model_cost_replace(pool, node, "x", by);
    assert_true(model_cost_parse(pool, "sum(i_1, 0, n-1, (i+1)*log(i_1+2))", &expected, &error));
    assert_int_equal(node, expected);
    assert_true(model_cost_depends(pool, node, "n"));
    assert_false(model_cost_depends(pool, node, "x"));
    model_costs_free(pool);
}

static void test_assumptions(void **state)
{
    (void)state;
    struct model_costs *pool = model_costs_new();
    struct error error = {0};
    struct model_number result;
    struct model_binding half = {"n", model_number_fraction(1, 2)};
    model_cost node = model_cost_variable(pool, "n");
    struct model_program *program = model_cost_compile(pool, &node, 1);
    assert_false(model_cost_evaluate(program, &half, 1, &result, &error));
    assert_string_equal(error.text, "n is 0.5, but must be a whole number that is at least 0");
    model_program_free(program);
    model_costs_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_simplify), cmocka_unit_test(test_sums),
        cmocka_unit_test(test_values),   cmocka_unit_test(test_errors),
        cmocka_unit_test(test_replace),  cmocka_unit_test(test_assumptions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

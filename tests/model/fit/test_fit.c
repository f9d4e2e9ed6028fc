/* test_fit.c: formulas are found where there are some, and not where there are none. */
#include "model/fit/division.h"
#include "model/fit/fit.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROOM = 256 };

struct data {
    struct model_fit_point points[ROOM];
    size_t count;
};

typedef double formula(int64_t n, int64_t p, int64_t rank);

static struct data sampled(const int64_t *sizes, const int64_t *ranks, formula *value)
{
    struct data data = {.count = 0};
    for (; *sizes; sizes++)
        for (const int64_t *p = ranks; *p; p++)
            for (int64_t rank = 0; rank < *p; rank++) {
                assert_true(data.count < ROOM);
                data.points[data.count++] =
                    (struct model_fit_point){*sizes, *p, rank, value(*sizes, *p, rank)};
            }
    return data;
}

static const int64_t few[] = {24, 37, 50, 75, 0}, serial[] = {1, 0}, ranks[] = {1, 2, 3, 4, 0};

/* Learns at small sizes and compares at sizes that were not learned. */
static void check_exact(const int64_t *sizes, const int64_t *p, formula *value, const char *text)
{
    struct data data = sampled(sizes, p, value);
    struct model_fit fit;
    assert_true(model_fit_exact(data.points, data.count, &fit));
    assert_int_equal(fit.kind, MODEL_FIT_EXACT);
    if (text)
        assert_string_equal(fit.text, text);
    static const int64_t larger[] = {48, 211, 0}, more[] = {1, 5, 7, 0};
    struct data other = sampled(larger, p == serial ? serial : more, value);
    for (size_t i = 0; i < other.count; i++) {
        struct model_fit_point at = other.points[i];
        if (at.value < 9e15)
            assert_true(model_fit_value(&fit, at.n, at.p, at.rank) == at.value);
    }
    assert_true(fit.points > fit.unknowns);
    model_fit_free(&fit);
}

static double constant(int64_t n, int64_t p, int64_t rank)
{
    (void)n, (void)p, (void)rank;
    return 12;
}

static double triangle(int64_t n, int64_t p, int64_t rank)
{
    (void)p, (void)rank;
    return (double)(n * (n + 1) / 2);
}

static double cube_less(int64_t n, int64_t p, int64_t rank)
{
    (void)p, (void)rank;
    return (double)(50 * (n - 2) * (n - 2) + 7);
}

static double third(int64_t n, int64_t p, int64_t rank)
{
    (void)p, (void)rank;
    return (double)((n - 1) * n * (2 * n - 1) / 6);
}

static double hanoi(int64_t n, int64_t p, int64_t rank)
{
    (void)p, (void)rank;
    return n > 52 ? 9e15 : (double)(((int64_t)1 << n) - 1);
}

static int64_t log_up(int64_t n)
{
    int64_t up = 0;
    while ((int64_t)1 << up < n)
        up++;
    return up;
}

static double sorting(int64_t n, int64_t p, int64_t rank)
{
    (void)p, (void)rank;
    return (double)(3 * n * log_up(n) + n);
}

static double halving(int64_t n, int64_t p, int64_t rank)
{
    (void)p, (void)rank;
    int64_t count = 0;
    for (; n > 1; n /= 2)
        count++;
    return (double)count;
}

static void test_size_alone(void **state)
{
    (void)state;
    check_exact(few, serial, constant, "12");
    check_exact(few, serial, triangle, "(n + n**2)/2");
    check_exact(few, serial, cube_less, "207 + 50*n**2 - 200*n");
    static const int64_t five[] = {24, 37, 50, 75, 90, 0};
    check_exact(five, serial, third, NULL);
    static const int64_t small[] = {4, 7, 9, 12, 0};
    check_exact(small, serial, hanoi, "2**n - 1");
    static const int64_t uneven[] = {24, 37, 50, 75, 130, 300, 0};
    check_exact(uneven, serial, sorting, "n + 3*n*ceil(log2(n))");
    static const int64_t powers[] = {31, 32, 33, 64, 100, 0};
    check_exact(powers, serial, halving, "floor(log2(n))");
}

static double remainder_rows(int64_t n, int64_t p, int64_t rank)
{
    return (double)(n / p + (rank < n % p));
}

static double remainder_cells(int64_t n, int64_t p, int64_t rank)
{
    return 20 * (double)n * remainder_rows(n, p, rank) + 3;
}

static double scaled_rows(int64_t n, int64_t p, int64_t rank)
{
    return (double)(n * (rank + 1) / p - n * rank / p);
}

static double ceiling_rows(int64_t n, int64_t p, int64_t rank)
{
    int64_t block = (n + p - 1) / p, first = rank * block, end = first + block;
    first = first < n ? first : n;
    end = end < n ? end : n;
    return (double)(end - first);
}

static double inner_rows(int64_t n, int64_t p, int64_t rank)
{
    return 5 * scaled_rows(n - 2, p, rank);
}

static double triangle_block(int64_t n, int64_t p, int64_t rank)
{
    double sum = 0;
    for (int64_t i = n * rank / p; i < n * (rank + 1) / p; i++)
        sum += (double)(i + 1);
    return sum;
}

static double triangle_cyclic(int64_t n, int64_t p, int64_t rank)
{
    double sum = 0;
    for (int64_t i = rank; i < n; i += p)
        sum += (double)i;
    return 10 * sum;
}

static double before_own(int64_t n, int64_t p, int64_t rank)
{
    return (double)(n * rank / p) * scaled_rows(n, p, rank);
}

static double fixed_rows(int64_t n, int64_t p, int64_t rank)
{
    (void)n;
    return 20 * scaled_rows(1 << 20, p, rank);
}

static double neighbours(int64_t n, int64_t p, int64_t rank)
{
    (void)n;
    return 8 * (double)((rank > 0) + (rank < p - 1));
}

static double column_bytes(int64_t n, int64_t p, int64_t rank)
{
    return (double)(n * 8) * neighbours(n, p, rank);
}

static double root_only(int64_t n, int64_t p, int64_t rank)
{
    (void)p;
    return rank == 0 ? (double)(n * n) : 0;
}

static double largest_block(int64_t n, int64_t p, int64_t rank)
{
    (void)rank;
    return (double)((n + p - 1) / p * n);
}

static double all_to_all(int64_t n, int64_t p, int64_t rank)
{
    (void)n, (void)rank;
    return (double)(20 * p + 4);
}

static void test_ranks(void **state)
{
    (void)state;
    check_exact(few, ranks, remainder_rows, "ceil((n - rank)/p)");
    check_exact(few, ranks, remainder_cells, "3 + 20*n*ceil((n - rank)/p)");
    check_exact(few, ranks, scaled_rows, "(floor(n*(rank + 1)/p) - floor(n*rank/p))");
    check_exact(few, ranks, ceiling_rows,
                "(min(n, (rank + 1)*ceil(n/p)) - min(n, rank*ceil(n/p)))");
    check_exact(few, ranks, inner_rows, NULL);
    check_exact(few, ranks, triangle_block, NULL);
    check_exact(few, ranks, fixed_rows, NULL);
    check_exact(few, ranks, before_own, NULL);
    check_exact(few, ranks, triangle_cyclic, "10*sum(i, 0, ceil((n - rank)/p) - 1, (rank + i*p))");
    check_exact(few, ranks, neighbours, "16 - 8*max(0, 1 - rank) - 8*max(0, rank - p + 2)");
    check_exact(few, ranks, column_bytes, NULL);
    check_exact(few, ranks, root_only, "n**2*max(0, 1 - rank)");
    check_exact(few, ranks, largest_block, "n*ceil(n/p)");
    check_exact(few, ranks, all_to_all, "4 + 20*p");
    check_exact(few, ranks, triangle, "(n + n**2)/2");
}

/* Blocks of all divisions cover the rows once; sums are those of a loop. */
static void test_divisions(void **state)
{
    (void)state;
    for (int d = 0; d < MODEL_DIVISIONS; d++)
        for (int64_t rows = 0; rows < 30; rows++)
            for (int64_t p = 1; p < 8; p++) {
                int64_t covered = 0, sum = 0;
                for (int64_t rank = 0; rank < p; rank++) {
                    covered += model_division_rows(d, rows, p, rank);
                    sum += (int64_t)model_division_sum(d, rows, p, rank, 1);
                    if (d != MODEL_DIVISION_CYCLIC && rows > 0)
                        assert_int_equal(model_division_first(d, rows, p, rank + 1) -
                                             model_division_first(d, rows, p, rank),
                                         model_division_rows(d, rows, p, rank));
                }
                if (rows >= p || d != MODEL_DIVISION_CYCLIC) {
                    assert_int_equal(covered, rows);
                    assert_int_equal(sum, rows * (rows - 1) / 2);
                }
            }
}

/* Numbers that look random and are always the same. */
static double noise(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / (double)((uint64_t)1 << 53) - 0.5;
}

static void test_unconfirmed(void **state)
{
    (void)state;
    struct model_fit fit;
    const struct model_fit_point one[] = {{10, 1, 0, 100}};
    assert_false(model_fit_exact(one, 1, &fit));
    const struct model_fit_point two[] = {{10, 1, 0, 111}, {20, 1, 0, 421}}; /* n**2 + n + 1 */
    assert_false(model_fit_exact(two, 2, &fit));
    const struct model_fit_point part[] = {{10, 1, 0, 1.5}, {20, 1, 0, 3}, {30, 1, 0, 4.5}};
    assert_false(model_fit_exact(part, 3, &fit)); /* not integers */
    /* Three constants cannot be told from three points of ranks. */
    const struct model_fit_point same[] = {{10, 3, 0, 4}, {10, 3, 1, 4}, {10, 3, 2, 4}};
    assert_false(model_fit_exact(same, 3, &fit));
}

static void test_no_formula(void **state)
{
    (void)state;
    struct model_fit fit;
    uint64_t seed = 7;
    struct data data = sampled(few, ranks, constant);
    for (size_t i = 0; i < data.count; i++)
        data.points[i].value = floor(1000000 * (noise(&seed) + 0.5) + 1);
    assert_false(model_fit_exact(data.points, data.count, &fit));
    assert_int_equal(fit.kind, MODEL_FIT_NONE);
    model_fit_find(data.points, data.count, &fit);
    assert_int_equal(fit.kind, MODEL_FIT_NONE);
    assert_null(fit.text);
    char *words = model_fit_words(&fit);
    assert_string_equal(words, "no formula");
    free(words);
}

/* One point that is off by one makes an exact formula impossible; the fit is close. */
static void test_off_by_one(void **state)
{
    (void)state;
    struct model_fit fit;
    struct data data = sampled(few, ranks, remainder_cells);
    data.points[17].value += 1;
    assert_false(model_fit_exact(data.points, data.count, &fit));
}

static void test_noisy(void **state)
{
    (void)state;
    static const int64_t sizes[] = {100, 200, 400, 800, 0};
    uint64_t seed = 3;
    struct data data = sampled(sizes, serial, triangle);
    for (size_t i = 0; i < data.count; i++)
        data.points[i].value *= 2e-9 * (1 + 0.02 * noise(&seed));
    struct model_fit fit;
    model_fit_find(data.points, data.count, &fit);
    assert_int_equal(fit.kind, MODEL_FIT_CLOSE);
    assert_true(fit.largest < 0.02);
    double expected = 2e-9 * triangle(3200, 1, 0);
    assert_true(fabs(model_fit_value(&fit, 3200, 1, 0) / expected - 1) < 0.05);
    assert_non_null(strstr(fit.text, "n**2"));
    model_fit_free(&fit);
}

/* Boards of N queens that can be reached: they grow faster than any power. */
static void test_exponential(void **state)
{
    (void)state;
    static const double boards[] = {2057, 8394, 35539, 166926, 856189};
    struct data data = {.count = 5};
    for (int i = 0; i < 5; i++)
        data.points[i] = (struct model_fit_point){8 + i, 1, 0, boards[i]};
    struct model_fit fit;
    model_fit_find(data.points, data.count, &fit);
    assert_int_equal(fit.kind, MODEL_FIT_CLOSE);
    assert_true(fabs(model_fit_value(&fit, 14, 1, 0) / 27358553 - 1) < 0.05);
    assert_true(fit.ahead >= 0);
    model_fit_free(&fit);
    for (int i = 0; i < 5; i++)
        data.points[i].value = 1.5e-6 * pow(2, 8 + i);
    model_fit_find(data.points, data.count, &fit);
    assert_true(fabs(model_fit_value(&fit, 20, 1, 0) / (1.5e-6 * pow(2, 20)) - 1) < 1e-6);
    model_fit_free(&fit);
}

/* Solutions of N queens: their growth is not regular; the last sizes tell most. */
static void test_irregular(void **state)
{
    (void)state;
    static const double solutions[] = {352, 724, 2680, 14200, 73712};
    struct data data = {.count = 5};
    for (int i = 0; i < 5; i++)
        data.points[i] = (struct model_fit_point){9 + i, 1, 0, solutions[i]};
    struct model_fit fit;
    model_fit_find(data.points, data.count, &fit);
    assert_int_equal(fit.recent, 3);
    assert_true(fabs(model_fit_value(&fit, 15, 1, 0) / 2279184 - 1) < 0.15);
    char *words = model_fit_words(&fit);
    assert_non_null(strstr(words, "best fit to the largest 3 sizes"));
    free(words);
    model_fit_free(&fit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_size_alone), cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_divisions),  cmocka_unit_test(test_unconfirmed),
        cmocka_unit_test(test_no_formula), cmocka_unit_test(test_off_by_one),
        cmocka_unit_test(test_noisy),      cmocka_unit_test(test_exponential),
        cmocka_unit_test(test_irregular),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

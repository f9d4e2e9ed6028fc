/* test_noise.c: statistical tests, by values known from elsewhere. */
#include "unit.h"

#include "analysis/changes/noise.h"

#include <math.h>
#include <stdlib.h>

static void near(double is, double must)
{
    assert_true(fabs(is - must) <= 1e-6 * fabs(must) + 1e-12);
}

/* By numerical integration of the density. */
static void student(void **state)
{
    (void)state;
    const double a[] = {100, 110, 105}, b[] = {120, 130, 128, 125};
    const double c[] = {100, 101, 103, 99, 102}, d[] = {110, 112, 111, 115, 109};
    near(analysis_noise_student(a, 3, b, 4), 0.0020755077);
    near(analysis_noise_student(b, 4, a, 3), 0.0020755077);
    near(analysis_noise_student(c, 5, d, 5), 2.8658209e-05);
    near(analysis_noise_student(a, 1, b, 4), 0.0098718763);
    near(analysis_noise_student(a, 3, a, 3), 1);
    assert_true(isnan(analysis_noise_student(a, 1, b, 1)));
    assert_true(isnan(analysis_noise_student(a, 3, b, 0)));
}

/* By counting: all of 3 below all of 3 is one way of 20, on either side. */
static void ranks(void **state)
{
    (void)state;
    const double a[] = {1, 2, 3, 4, 5}, b[] = {6, 7, 8, 9, 10}, same[] = {4, 4, 4, 4, 4};
    const double c[] = {1, 3, 5}, d[] = {2, 4, 6};
    near(analysis_noise_ranks(a, 3, b, 3), 2.0 / 20);
    near(analysis_noise_ranks(a, 5, b, 5), 2.0 / 252);
    near(analysis_noise_ranks(b, 5, a, 5), 2.0 / 252);
    near(analysis_noise_ranks(c, 3, d, 3), 0.7); /* rank sums up to 9 or from 12 on: 14 of 20 */
    near(analysis_noise_ranks(same, 5, same, 5), 1);
}

/* Beyond the exact counts, the normal distribution is about the same. */
static void many(void **state)
{
    (void)state;
    double a[40], b[40];
    for (int i = 0; i < 40; i++) {
        a[i] = 1000 + 7 * i;
        b[i] = 1024 + 7 * i;
    }
    near(analysis_noise_ranks(a, 29, b, 29), 0.14043939045);
    near(analysis_noise_ranks(a, 40, b, 40), 0.19893057819); /* exact: 0.20009 */
}

/* An outlier hides a difference from the t-test, but not from the ranks. */
static void outlier(void **state)
{
    (void)state;
    const double a[] = {100, 101, 102, 103, 104, 105, 106, 107, 108, 900};
    const double b[] = {120, 121, 122, 123, 124, 125, 126, 127, 128, 129};
    assert_true(analysis_noise_student(a, 10, b, 10) > 0.1);
    assert_true(analysis_noise_test(a, 10, b, 10) < 0.01);
}

static void correction(void **state)
{
    (void)state;
    double p[] = {0.01, NAN, 0.04, 0.03, 0.5};
    analysis_noise_correct(p, 5);
    near(p[0], 0.04);
    assert_true(isnan(p[1]));
    near(p[2], 0.09); /* not below that of 0.03 */
    near(p[3], 0.09);
    near(p[4], 0.5);
}

static void median(void **state)
{
    (void)state;
    const double values[] = {9, 1, 5, 7};
    near(analysis_noise_median(values, 3), 5);
    near(analysis_noise_median(values, 4), 6);
    assert_true(isnan(analysis_noise_median(values, 0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(student), cmocka_unit_test(ranks),      cmocka_unit_test(many),
        cmocka_unit_test(outlier), cmocka_unit_test(correction), cmocka_unit_test(median),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

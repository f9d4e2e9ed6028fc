/* test_limit.c: below which time a region is sampled if the user set no limit: it follows what
 * reading the clock takes, within bounds. */
#include "measure/throttle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void the_limit_follows_the_clock(void **state)
{
    (void)state;
    assert_true(throttle_limit_for(0) == 1000);
    assert_true(throttle_limit_for(6.5) == 1000);
    assert_true(throttle_limit_for(17) == 2550);
    assert_true(throttle_limit_for(250) == 5000);
}

static void shorter_regions_need_fewer_visits(void **state)
{
    (void)state;
    assert_true(throttle_visits_for(10000, 1) > 1e300);
    assert_true(throttle_visits_for(10000, 0.999) > 9900);
    assert_true(throttle_visits_for(10000, 0.5) == 1250);
    assert_true(throttle_visits_for(10000, 0.25) == 250);
    assert_true(throttle_visits_for(1000, 0.25) == 100);
    assert_true(throttle_visits_for(50, 0.25) == 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_limit_follows_the_clock),
                                       cmocka_unit_test(shorter_regions_need_fewer_visits)};
    return cmocka_run_group_tests_name("limit", tests, NULL, NULL);
}

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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_limit_follows_the_clock)};
    return cmocka_run_group_tests_name("limit", tests, NULL, NULL);
}

/* test_moments.c: ticks and nanoseconds. */
#include "unit.h"

#include "archive/time/ticks.h"

static struct format_place counter(uint64_t hertz)
{
    struct format_place place = {.clock = FORMAT_CLOCK_COUNTER, .ticks_per_second = hertz};
    place.start = (struct format_moment){5000, 1000000000, 0};
    place.last = place.start;
    return place;
}

static void by_the_nominal_rate(void **state)
{
    (void)state;
    struct format_place place = counter(25000000); /* 40 ns a tick */
    struct archive_ticks moments = archive_ticks_of(&place);
    assert_int_equal(archive_ticks_ns(&moments, 3), 120);
    assert_int_equal(archive_ticks_monotonic(&moments, 5010), 1000000400);
    assert_int_equal(archive_ticks_monotonic(&moments, 4990), 999999600);
    assert_int_equal(archive_ticks_tick(&moments, 1000000400), 5010);
    assert_int_equal(archive_ticks_tick(&moments, 999999600), 4990);
}

static void by_two_moments(void **state)
{
    (void)state;
    struct format_place place = counter(1000000000);
    place.last =
        (struct format_moment){5000 + 1001000000, 2000000000, 0}; /* 0.1 % faster than it says */
    struct archive_ticks moments = archive_ticks_of(&place);
    assert_int_equal(archive_ticks_ns(&moments, 1001000), 1000000);
}

static void moments_too_near_or_torn_are_not_used(void **state)
{
    (void)state;
    struct format_place place = counter(1000000000);
    place.last =
        (struct format_moment){5000 + 40000000, 1000000000 + 49999999, 0}; /* under 50 ms */
    struct archive_ticks moments = archive_ticks_of(&place);
    assert_int_equal(archive_ticks_ns(&moments, 1000), 1000);
    place.last = (struct format_moment){5000 + 40000000, 3000000000, 0}; /* half renewed */
    moments = archive_ticks_of(&place);
    assert_int_equal(archive_ticks_ns(&moments, 1000), 1000);
}

static void other_clocks_tick_in_ns(void **state)
{
    (void)state;
    struct format_place place = counter(77);
    place.clock = FORMAT_CLOCK_CPU;
    struct archive_ticks moments = archive_ticks_of(&place);
    assert_int_equal(archive_ticks_ns(&moments, 123), 123);
}

static void nonsense_does_not_overflow(void **state)
{
    (void)state;
    struct format_place place = counter(0);
    struct archive_ticks moments = archive_ticks_of(&place);
    assert_int_equal(archive_ticks_ns(&moments, 7), 7);
    place = counter(1);
    moments = archive_ticks_of(&place);
    assert_int_equal(archive_ticks_ns(&moments, UINT64_MAX), UINT64_MAX);
    assert_int_equal(archive_ticks_monotonic(&moments, UINT64_MAX), UINT64_MAX);
    assert_int_equal(archive_ticks_monotonic(&moments, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_the_nominal_rate),
        cmocka_unit_test(by_two_moments),
        cmocka_unit_test(moments_too_near_or_torn_are_not_used),
        cmocka_unit_test(other_clocks_tick_in_ns),
        cmocka_unit_test(nonsense_does_not_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

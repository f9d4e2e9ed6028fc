/* test_trips.c: the trips of a Fortran loop, which the library computes from its head: with small
 * numbers, and where the distance or the step needs more than 32 bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

int64_t tri_fortran_trips(int64_t first, int64_t last, int64_t step);

#define BIT(n) (INT64_C(1) << (n))

static void small_numbers(void **state)
{
    (void)state;
    assert_int_equal(tri_fortran_trips(1, 10, 1), 10);
    assert_int_equal(tri_fortran_trips(1, 10, 3), 4);
    assert_int_equal(tri_fortran_trips(10, 1, -3), 4);
    assert_int_equal(tri_fortran_trips(0, -7, -3), 3);
    assert_int_equal(tri_fortran_trips(5, 5, 7), 1);
    assert_int_equal(tri_fortran_trips(5, 5, -7), 1);
    assert_int_equal(tri_fortran_trips(5, 4, 1), 0);
    assert_int_equal(tri_fortran_trips(4, 5, -1), 0);
    assert_int_equal(tri_fortran_trips(4, 5, 0), 0);
}

static void around_32_bits(void **state)
{
    (void)state;
    assert_int_equal(tri_fortran_trips(0, BIT(32) - 1, 1), BIT(32));
    assert_int_equal(tri_fortran_trips(0, BIT(32), 1), BIT(32) + 1);
    assert_int_equal(tri_fortran_trips(BIT(32) - 1, 0, -1), BIT(32));
    assert_int_equal(tri_fortran_trips(INT32_MIN, INT32_MAX, 1), BIT(32));
    assert_int_equal(tri_fortran_trips(INT32_MAX, INT32_MIN, INT32_MIN), 2);
    assert_int_equal(tri_fortran_trips(0, 10, BIT(32)), 1);
    assert_int_equal(tri_fortran_trips(0, 10, BIT(32) + 1), 1);
    assert_int_equal(tri_fortran_trips(10, 0, -BIT(32)), 1);
    assert_int_equal(tri_fortran_trips(0, BIT(40), BIT(32)), BIT(8) + 1);
}

static void all_of_64_bits(void **state)
{
    (void)state;
    assert_int_equal(tri_fortran_trips(-BIT(62), BIT(62), BIT(33)), BIT(30) + 1);
    assert_int_equal(tri_fortran_trips(INT64_MIN, INT64_MAX, 4), BIT(62));
    assert_int_equal(tri_fortran_trips(INT64_MAX, INT64_MIN, INT64_MIN), 2);
    assert_int_equal(tri_fortran_trips(INT64_MIN, INT64_MAX, INT64_MAX), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_numbers),
        cmocka_unit_test(around_32_bits),
        cmocka_unit_test(all_of_64_bits),
    };
    return cmocka_run_group_tests_name("trips", tests, NULL, NULL);
}

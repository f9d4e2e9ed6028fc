/* test_lanes.c: lists of places and lanes that somebody chose. */
#include "unit.h"

#include "cube/lanes.h"

static void check_items(const char *text, bool of_places, const struct cube_lanes_item *wanted,
                        size_t count)
{
    struct cube_lanes_choice choice = {0};
    assert_true(cube_lanes_read(&choice.lanes, text, of_places));
    assert_int_equal(choice.lanes.count, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(choice.lanes.items[i].place, wanted[i].place);
        assert_int_equal(choice.lanes.items[i].first, wanted[i].first);
        assert_int_equal(choice.lanes.items[i].last, wanted[i].last);
    }
    cube_lanes_choice_free(&choice);
}

static void lists_are_read(void **state)
{
    (void)state;
    const struct cube_lanes_item places[] = {
        {ARCHIVE_NONE, 0, 0}, {ARCHIVE_NONE, 3, 3}, {ARCHIVE_NONE, 5, 7}};
    const struct cube_lanes_item rest[] = {{ARCHIVE_NONE, 8, ARCHIVE_NONE}, {ARCHIVE_NONE, 2, 2}};
    const struct cube_lanes_item lanes[] = {
        {1, 0, 0}, {4, 2, 3}, {6, 1, ARCHIVE_NONE}, {ARCHIVE_NONE, 9, 9}};
    check_items("0,3,5-7", false, places, 3);
    check_items("8-,2", false, rest, 2);
    check_items("1.0,4.2-3,6.1-,9", true, lanes, 4);
}

static void wrong_lists_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",    ",",   "1,",    ",1",         "-3", "3-1", "a",     "1,,2",
        "1 2", "1--", "1-2-3", "4294967295", "1.", ".1",  "1.2.3", "99999999999999999999"};
    struct cube_lanes_choice choice = {0};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_true(cube_lanes_read(&choice.lanes, "1,2", true));
        assert_false(cube_lanes_read(&choice.lanes, wrong[i], true));
        assert_int_equal(choice.lanes.count, 0);
    }
    assert_false(cube_lanes_read(&choice.places, "1.0", false));
    cube_lanes_choice_free(&choice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lists_are_read),
                                       cmocka_unit_test(wrong_lists_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_edits.c: insertions into a text. */
#include "instrument/edits.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

static void expect(struct instrument_edits *edits, const char *text, size_t from,
                   const char *expected)
{
    struct buffer out = {0};
    instrument_edits_apply(edits, text, from, strlen(text), &out);
    assert_string_equal(out.text, expected);
    buffer_free(&out);
    instrument_edits_free(edits);
}

static void test_nothing(void **state)
{
    (void)state;
    struct instrument_edits edits = {0};
    expect(&edits, "abc", 0, "abc");
    expect(&edits, "abc", 1, "bc");
}

static void test_replaced(void **state)
{
    (void)state;
    struct instrument_edits edits = {0};
    instrument_edits_replace(&edits, 1, 3, "--");
    instrument_edits_open(&edits, 1, 7, "<");
    instrument_edits_close(&edits, 3, 1, ">");
    instrument_edits_replace(&edits, 4, 5, "");
    expect(&edits, "abcde", 0, "a<-->d");
}

static void test_places(void **state)
{
    (void)state;
    struct instrument_edits edits = {0};
    instrument_edits_close(&edits, 3, 1, ">");
    instrument_edits_open(&edits, 0, 1, "<%d", 7);
    instrument_edits_open(&edits, 2, 5, "!");
    expect(&edits, "abc", 0, "<7ab!c>");
}

static void test_closes_before_opens(void **state)
{
    (void)state;
    struct instrument_edits edits = {0};
    instrument_edits_open(&edits, 1, 1, "{");
    instrument_edits_close(&edits, 1, 9, "}");
    expect(&edits, "ab", 0, "a}{b");
}

static void test_nesting(void **state)
{
    (void)state;
    struct instrument_edits edits = {0};
    instrument_edits_open(&edits, 0, 8, "inner(");
    instrument_edits_open(&edits, 0, 4, "outer(");
    instrument_edits_close(&edits, 1, 4, ")outer");
    instrument_edits_close(&edits, 1, 8, ")inner");
    expect(&edits, "x", 0, "outer(inner(x)inner)outer");
}

static void test_equals_keep_their_order(void **state)
{
    (void)state;
    struct instrument_edits edits = {0};
    for (int i = 0; i < 40; i++)
        instrument_edits_open(&edits, 1, 3, "%d,", i % 10);
    expect(&edits, "ab", 0,
           "a0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing),  cmocka_unit_test(test_places),
        cmocka_unit_test(test_replaced), cmocka_unit_test(test_closes_before_opens),
        cmocka_unit_test(test_nesting),  cmocka_unit_test(test_equals_keep_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

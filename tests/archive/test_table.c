/* test_table.c: tables and their columns. */
#include "unit.h"

#include "archive/table.h"

#include <string.h>

static void types_have_names(void **state)
{
    (void)state;
    enum table_type type;
    for (int i = TABLE_U8; i <= TABLE_F64; i++) {
        assert_true(table_type_of(table_type_name((enum table_type)i), &type));
        assert_int_equal(type, i);
    }
    assert_false(table_type_of("u12", &type));
    assert_int_equal(table_type_size(TABLE_U32), 4);
}

static void rows_are_zero_and_stay(void **state)
{
    (void)state;
    struct table table;
    table_init(&table, "things");
    table_add_column(&table, "small", TABLE_U8);
    table_add_column(&table, "large", TABLE_U64);
    table_add_rows(&table, 0); /* there is no memory to clear yet */
    for (unsigned i = 0; i < 1000; i++) {
        table_add_rows(&table, 1);
        ((uint64_t *)table_find(&table, "large")->data)[i] += i;
    }
    assert_int_equal(table.rows, 1000);
    const uint64_t *large = table_find(&table, "large")->data;
    const uint8_t *small = table_find(&table, "small")->data;
    for (unsigned i = 0; i < 1000; i++) {
        assert_int_equal(large[i], i);
        assert_int_equal(small[i], 0);
    }
    assert_null(table_find(&table, "other"));
    table_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_have_names),
        cmocka_unit_test(rows_are_zero_and_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

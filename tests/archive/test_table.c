/* test_table.c: tables and their columns. */
#include "unit.h"

#include "archive/table/table.h"
#include "archive/table/table_rows.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

static void types_have_names(void **state)
{
    (void)state;
    enum archive_table_type type;
    for (int i = TABLE_U8; i <= TABLE_F64; i++) {
        assert_true(
            archive_table_type_of(archive_table_type_name((enum archive_table_type)i), &type));
        assert_int_equal(type, i);
    }
    assert_false(archive_table_type_of("u12", &type));
    assert_int_equal(archive_table_type_size(TABLE_U32), 4);
}

static void rows_are_zero_and_stay(void **state)
{
    (void)state;
    struct archive_table table;
    archive_table_init(&table, "things");
    archive_table_add_column(&table, "small", TABLE_U8);
    archive_table_add_column(&table, "large", TABLE_U64);
    archive_table_add_rows(&table, 0); /* there is no memory to clear yet */
    for (unsigned i = 0; i < 1000; i++) {
        archive_table_add_rows(&table, 1);
        ((uint64_t *)archive_table_find(&table, "large")->data)[i] += i;
    }
    assert_int_equal(table.rows, 1000);
    const uint64_t *large = archive_table_find(&table, "large")->data;
    const uint8_t *small = archive_table_find(&table, "small")->data;
    for (unsigned i = 0; i < 1000; i++) {
        assert_int_equal(large[i], i);
        assert_int_equal(small[i], 0);
    }
    assert_null(archive_table_find(&table, "other"));
    archive_table_free(&table);
}

/* A table of every type, three rows. */
static struct buffer encoded(void)
{
    static uint8_t a[] = {1, 2, 3};
    static uint16_t b[] = {1000, 2000, 3000};
    static uint32_t c[] = {0, 100000, UINT32_MAX};
    static uint64_t d[] = {UINT64_MAX, 0, 1};
    static int64_t e[] = {-1, 0, INT64_MIN};
    static double f[] = {0.5, -1e300, 3};
    static const struct archive_table_column columns[] = {
        {"a", TABLE_U8, a, 3, 0},  {"b_2", TABLE_U16, b, 3, 0}, {"c", TABLE_U32, c, 3, 0},
        {"d", TABLE_U64, d, 3, 0}, {"e", TABLE_I64, e, 3, 0},   {"f", TABLE_F64, f, 3, 0},
    };
    static const struct archive_table_column *const list[] = {
        &columns[0], &columns[1], &columns[2], &columns[3], &columns[4], &columns[5]};
    struct buffer bytes = {0};
    assert_true(archive_table_rows_encode(&bytes, list, 6, 3));
    return bytes;
}

static void rows_are_an_array_of_numpy(void **state)
{
    (void)state;
    static const char head[] =
        "{'descr': [('a', '|u1'), ('b_2', '<u2'), ('c', '<u4'), ('d', '<u8'), "
        "('e', '<i8'), ('f', '<f8')], 'fortran_order': False, "
        "'shape': (3,), }";
    struct buffer bytes = encoded();
    size_t length = (unsigned char)bytes.text[8] | (size_t)(unsigned char)bytes.text[9] << 8;
    assert_memory_equal(bytes.text, "\x93NUMPY\x01\0", 8);
    assert_int_equal((10 + length) % 64, 0);
    assert_memory_equal(bytes.text + 10, head, sizeof head - 1);
    assert_int_equal(bytes.text[10 + length - 1], '\n');
    assert_int_equal(bytes.used, 10 + length + (size_t)3 * (1 + 2 + 4 + 8 + 8 + 8));
    buffer_free(&bytes);
}

static void rows_come_back_as_columns(void **state)
{
    (void)state;
    struct buffer bytes = encoded();
    struct archive_table table;
    struct error error;
    archive_table_init(&table, "things");
    assert_true(archive_table_rows_decode(&table, bytes.text, bytes.used, &error));
    assert_int_equal(table.column_count, 6);
    assert_int_equal(table.columns[5].rows, 3);
    assert_int_equal(((const uint8_t *)archive_table_find(&table, "a")->data)[2], 3);
    assert_int_equal(((const uint16_t *)archive_table_find(&table, "b_2")->data)[1], 2000);
    assert_int_equal(((const uint32_t *)archive_table_find(&table, "c")->data)[2], UINT32_MAX);
    assert_true(((const uint64_t *)archive_table_find(&table, "d")->data)[0] == UINT64_MAX);
    assert_true(((const int64_t *)archive_table_find(&table, "e")->data)[2] == INT64_MIN);
    assert_true(((const double *)archive_table_find(&table, "f")->data)[1] == -1e300);
    archive_table_free(&table);
    buffer_free(&bytes);
}

/* Every cut and every changed byte of the head: read or refused, but never beyond the bytes. */
static void damaged_rows_are_refused(void **state)
{
    (void)state;
    struct buffer good = encoded();
    for (size_t size = 0; size < good.used; size++) {
        struct error error;
        struct archive_table table;
        char *cut = memory_zeroed(size + 1, 1);
        memcpy(cut, good.text, size);
        archive_table_init(&table, "things");
        assert_false(archive_table_rows_decode(&table, cut, size, &error));
        archive_table_free(&table);
        free(cut);
    }
    for (size_t at = 0; at < good.used; at++) {
        struct error error;
        struct archive_table table;
        char was = good.text[at];
        good.text[at] = (char)(was ^ 1);
        archive_table_init(&table, "things");
        archive_table_rows_decode(&table, good.text, good.used, &error);
        archive_table_free(&table);
        good.text[at] = was;
    }
    buffer_free(&good);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_have_names),           cmocka_unit_test(rows_are_zero_and_stay),
        cmocka_unit_test(rows_are_an_array_of_numpy), cmocka_unit_test(rows_come_back_as_columns),
        cmocka_unit_test(damaged_rows_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_sorter.c: records put in order, in memory and beyond it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "archive/table/sorter.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

struct record {
    uint32_t key, number;
};

static char folder[] = "/tmp/triptych-sorter-XXXXXX";

static int by_key(const void *left, const void *right)
{
    const struct record *a = left, *b = right;
    return a->key < b->key ? -1 : a->key > b->key;
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder); /* nothing is left in it */
}

/* Many records have the same key: they stay in the order in which they came. */
static void check(uint32_t count, size_t most, const char *where)
{
    struct error error = {0};
    struct sorter *sorter = archive_sorter_new(sizeof(struct record), most, by_key, where);
    for (uint32_t i = 0; i < count; i++) {
        struct record record = {i * UINT32_C(2654435761) >> 24, i};
        archive_sorter_add(sorter, &record);
    }
    assert_int_equal(archive_sorter_count(sorter), count);
    assert_true(archive_sorter_begin(sorter, &error));
    struct record last = {0};
    for (uint32_t i = 0; i < count; i++) {
        const struct record *record = archive_sorter_next(sorter);
        assert_non_null(record);
        assert_int_equal(record->key, record->number * UINT32_C(2654435761) >> 24);
        if (i)
            assert_true(record->key > last.key ||
                        (record->key == last.key && record->number > last.number));
        last = *record;
    }
    assert_null(archive_sorter_next(sorter));
    assert_null(archive_sorter_next(sorter));
    assert_true(archive_sorter_end(sorter, &error));
    archive_sorter_free(sorter);
}

static void in_memory(void **state)
{
    (void)state;
    check(0, 100, folder);
    check(100, 100, folder);
    check(10000, 100, NULL);
}

static void beyond_memory(void **state)
{
    (void)state;
    check(101, 100, folder);
    check(1000, 100, folder);
    check(100003, 1000, folder);
    check(500, 1, folder);
}

static void without_a_file(void **state)
{
    (void)state;
    check(1000, 100, "/nowhere/at/all"); /* in memory, then */
}

/* A disk that is full. */
static void without_room(void **state)
{
    (void)state;
    struct error error = {0};
    struct rlimit before, least = {.rlim_cur = 8};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    least.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &least), 0);
    struct sorter *sorter = archive_sorter_new(sizeof(struct record), 2, by_key, folder);
    for (uint32_t i = 0; i < 5; i++)
        archive_sorter_add(sorter, &(struct record){i, i});
    bool begun = archive_sorter_begin(sorter, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(begun);
    assert_non_null(
        strstr(error.text, "the temporary file for sorting cannot be written or read in "));
    assert_non_null(strstr(error.text, "File too large"));
    assert_null(archive_sorter_next(sorter));
    archive_sorter_free(sorter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_memory),
        cmocka_unit_test(beyond_memory),
        cmocka_unit_test(without_a_file),
        cmocka_unit_test(without_room),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

/* test_read.c: test_read MAKE_TRACE: the parts of reading a trace: clocks, requests, a whole one.
 */
#include "archive/table/atomic_file.h"
#include "export/otf2/read.h"
#include "export/otf2/requests.h"
#include "export/otf2/trace.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *make_trace;

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 16;
}

/* Ticks become ns, and these the same ticks: with what is kept beside them, if need be. */
static void test_clocks(void **state)
{
    (void)state;
    static const uint64_t resolutions[] = {
        1, 1000, 999999937, 1000000000, 1000000001, 2400000000, UINT64_C(1000000000000)};
    uint64_t random = 1;
    for (size_t i = 0; i < sizeof resolutions / sizeof resolutions[0]; i++) {
        struct foreign_clock clock = {.resolution = resolutions[i], .offset = 1000000};
        uint64_t last = 0;
        for (uint64_t j = 0, ticks = 1000000; j < 1000; j++, ticks += next_random(&random) % 3000) {
            uint64_t ns = foreign_clock_ns(&clock, ticks), first = foreign_clock_ticks(&clock, ns);
            assert_true(ns >= last);
            assert_true(first <= ticks);
            assert_true(foreign_clock_ns(&clock, first) == ns);
            if (!foreign_clock_is_fine(&clock))
                assert_int_equal(first, ticks);
            last = ns;
        }
    }
    struct foreign_clock early = {.resolution = 1000000000, .offset = 500};
    assert_int_equal(foreign_clock_ticks(&early, foreign_clock_ns(&early, 3)), 3);
}

static void test_sends(void **state)
{
    (void)state;
    enum { IDS = 1000 };
    struct foreign_sends sends = {0};
    uint64_t order[IDS], random = 1;
    for (size_t i = 0; i < IDS; i++)
        order[i] = UINT64_MAX;
    for (uint64_t i = 0; i < 20000; i++) {
        uint64_t id = next_random(&random) % IDS;
        if (next_random(&random) % 2) {
            foreign_sends_add(&sends, id, i);
            order[id] = i;
        } else {
            assert_true(foreign_sends_take(&sends, id) == order[id]);
            order[id] = UINT64_MAX;
        }
    }
    foreign_sends_free(&sends);
}

/* In this process, so that leaks are seen. */
static void test_whole(void **state)
{
    (void)state;
    static struct export_foreign_state read;
    struct error error;
    char folder[] = "/tmp/triptych-otf2-XXXXXX", command[512], anchor[64], archive[64];
    assert_non_null(mkdtemp(folder));
    snprintf(anchor, sizeof anchor, "%s/trace/traces.otf2", folder);
    snprintf(archive, sizeof archive, "%s/a.tri", folder);
    snprintf(command, sizeof command, "'%s' %s/trace 5 500 2400000000", make_trace, folder);
    assert_int_equal(system(command), 0);
    assert_true(archive_file_make_folder(archive, &error));
    assert_true(export_foreign_read(anchor, archive, &read));
    assert_true(read.good && read.finished && read.definitions);
    assert_int_equal(read.lanes, 6);
    assert_int_equal(read.done, read.all);
    assert_int_equal(read.truncated, 0);
    assert_string_equal(read.notes, "");
    struct archive *opened = archive_open(archive, &error);
    assert_non_null(opened);
    assert_int_equal(opened->lanes.rows, 6);
    archive_close(opened);
    archive_file_remove(folder, &error);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_sends),
        cmocka_unit_test(test_whole),
    };
    if (argc != 2)
        return 2;
    make_trace = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_own.c: an archive becomes a trace; numbers that make no sense do not take all memory. */
#include "made.h"
#include "unit.h"

#include "archive/table/atomic_file.h"
#include "export/export.h"
#include "util/memory.h"

#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/triptych-otf2-XXXXXX";

static struct made *made;
static struct archive *archive;

static int begin(void **state)
{
    (void)state;
    struct error error;
    made = made_ranks();
    struct archive_folder files = made_folder(made);
    archive = archive_read(&files, "made.tri", &error);
    strcpy(folder, "/tmp/triptych-otf2-XXXXXX");
    return archive && mkdtemp(folder) ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    struct error error;
    archive_close(archive);
    made_free(made);
    return archive_file_remove(folder, &error) ? 0 : -1;
}

static bool export(struct error *error)
{
    char *output = memory_printf("%s/out", folder);
    struct export_options options = {.output = output};
    struct export_job job = {.archive = archive, .options = &options};
    bool good = export_run(export_find("otf2"), &job, error);
    free(output);
    return good;
}

static void test_written(void **state)
{
    (void)state;
    struct error error = {0};
    assert_true(export(&error));
}

static void test_large_rank(void **state)
{
    (void)state;
    struct error error = {0};
    archive->places.rank[1] = UINT32_MAX - 2;
    archive->places.ranks[1] = UINT32_MAX - 1;
    assert_false(export(&error));
    assert_non_null(strstr(error.text, "damaged"));
}

static void test_large_communicator(void **state)
{
    (void)state;
    struct error error = {0};
    for (size_t i = 0; i < archive->communicators.rows; i++) {
        archive->communicators.size[i] = UINT32_MAX;
        archive->communicators.first_member[i] = ARCHIVE_UNKNOWN;
    }
    assert_false(export(&error));
    assert_non_null(strstr(error.text, "damaged"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_written, begin, end),
        cmocka_unit_test_setup_teardown(test_large_rank, begin, end),
        cmocka_unit_test_setup_teardown(test_large_communicator, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

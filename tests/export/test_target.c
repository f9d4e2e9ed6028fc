/* test_target.c: what is written gets its name when all of it is there, and not before. */
#include "made.h"
#include "unit.h"

#include "archive/table/atomic_file.h"
#include "export/target.h"
#include "util/memory.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/triptych-export-XXXXXX";

static char *in_folder(const char *name)
{
    return memory_printf("%s/%s", folder, name);
}

/* How many files and folders there are. */
static int count(void)
{
    int found = 0;
    DIR *all = opendir(folder);
    for (struct dirent *entry; (entry = readdir(all));)
        found += entry->d_name[0] != '.';
    closedir(all);
    return found;
}

static bool export(const char *format, const char *name, bool force, bool interrupted,
                   struct error *error)
{
    static const struct export_options usual = {.min_percent = 1};
    struct made *made = made_ranks();
    struct archive_folder files = made_folder(made);
    struct archive *archive = archive_read(&files, "made.tri", error);
    char *output = in_folder(name);
    volatile sig_atomic_t stop = interrupted;
    struct export_options options = usual;
    options.output = output;
    options.force = force;
    struct export_job job = {.archive = archive, .options = &options, .stop = &stop};
    assert_non_null(archive);
    bool good = export_run(export_find(format), &job, error);
    archive_close(archive);
    made_free(made);
    free(output);
    return good;
}

static bool is_there(const char *name)
{
    char *path = in_folder(name);
    bool there = access(path, F_OK) == 0;
    free(path);
    return there;
}

static void write_text(const char *name, const char *text)
{
    struct error error;
    char *path = in_folder(name);
    assert_true(archive_file_write(path, text, strlen(text), &error));
    free(path);
}

static const char *const formats[] = {"chrome", "callgrind", "folded", "dot",
                                      "csv",    "json",      "sqlite"};
enum { FORMATS = sizeof formats / sizeof formats[0] };

static int begin(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/triptych-export-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int end(void **state)
{
    struct error error;
    (void)state;
    return archive_file_remove(folder, &error) ? 0 : -1;
}

static void test_written(void **state)
{
    (void)state;
    for (int i = 0; i < FORMATS; i++) {
        struct error error = {0};
        assert_true(export(formats[i], formats[i], false, false, &error));
        assert_true(is_there(formats[i]));
        assert_int_equal(count(), i + 1);
    }
}

static void test_interrupted(void **state)
{
    (void)state;
    for (int i = 0; i < FORMATS; i++) {
        struct error error = {0};
        assert_false(export(formats[i], "out", false, true, &error));
        assert_non_null(strstr(error.text, "interrupted"));
        assert_int_equal(count(), 0);
    }
}

static void test_not_replaced(void **state)
{
    (void)state;
    struct error error = {0};
    write_text("out", "precious");
    assert_false(export("chrome", "out", false, false, &error));
    assert_non_null(strstr(error.text, "--force"));
    assert_false(export("csv", "out", true, false, &error)); /* it is no folder */
    assert_false(export("chrome", "out", true, true, &error));
    char *path = in_folder("out");
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_size, strlen("precious"));
    assert_true(export("chrome", "out", true, false, &error));
    assert_int_equal(stat(path, &status), 0);
    assert_int_not_equal(status.st_size, strlen("precious"));
    assert_int_equal(count(), 1);
    free(path);
}

static void test_folder_replaced(void **state)
{
    (void)state;
    struct error error = {0};
    assert_true(export("csv", "out", false, false, &error));
    assert_false(export("csv", "out", false, false, &error));
    assert_true(export("csv", "out", true, false, &error));
    assert_false(export("json", "out", true, false, &error)); /* has others' files */
    write_text("out/thesis.tex", "precious");
    assert_false(export("csv", "out", true, false, &error));
    assert_true(is_there("out/thesis.tex"));
    assert_false(export("chrome", "out", true, false, &error)); /* it is a folder */
    char *empty = in_folder("empty");
    assert_int_equal(mkdir(empty, 0777), 0);
    free(empty);
    assert_true(export("csv", "empty/", false, false, &error));
    assert_true(is_there("empty/nodes.csv"));
    assert_int_equal(count(), 2);
}

/* A new folder that does not get its name leaves the old one where it was. */
static void test_folder_kept(void **state)
{
    (void)state;
    struct error error = {0};
    struct target target;
    char *output = in_folder("out");
    struct export_options options = {.output = output, .force = true};
    assert_true(export("csv", "out", false, false, &error));
    assert_true(target_open(&target, export_find("csv"), &options, &error));
    assert_int_equal(rmdir(target.part), 0);
    assert_false(target_keep(&target, &error));
    assert_true(is_there("out/nodes.csv"));
    assert_int_equal(count(), 1);
    assert_true(export("csv", "out", true, false, &error));
    assert_int_equal(count(), 1);
    free(output);
}

static void test_nowhere(void **state)
{
    (void)state;
    for (int i = 0; i < FORMATS; i++) {
        struct error error = {0};
        assert_false(export(formats[i], "no/where", false, false, &error));
        assert_non_null(strstr(error.text, "no/where"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_written, begin, end),
        cmocka_unit_test_setup_teardown(test_interrupted, begin, end),
        cmocka_unit_test_setup_teardown(test_not_replaced, begin, end),
        cmocka_unit_test_setup_teardown(test_folder_replaced, begin, end),
        cmocka_unit_test_setup_teardown(test_folder_kept, begin, end),
        cmocka_unit_test_setup_teardown(test_nowhere, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

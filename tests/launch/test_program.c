/* test_program.c: the executable files of a command: what is read of a file is kept, until it
 * changes. */
#include "launch/program.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/triptych-program-XXXXXX";

static int begin(void **state)
{
    (void)state;
    return !mkdtemp(folder) || chdir(folder) || setenv("PATH", folder, 1);
}

static int end(void **state)
{
    (void)state;
    unlink("other");
    unlink("tool");
    return chdir("/") || rmdir(folder);
}

static void write_script(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    chmod(name, 0700);
}

static void copy_this(const char *name)
{
    char bytes[65536];
    int from = open("/proc/self/exe", O_RDONLY), to = open(name, O_WRONLY | O_CREAT, 0700);
    for (ssize_t size; (size = read(from, bytes, sizeof bytes)) > 0;)
        assert_int_equal(write(to, bytes, (size_t)size), size);
    close(from);
    close(to);
}

struct seen {
    size_t count;
    enum launch_program_kind kinds[4];
    char paths[4][64];
    size_t needed;
};

static void see(const struct launch_program *program, void *data)
{
    struct seen *seen = data;
    assert_true(seen->count < 4);
    seen->kinds[seen->count] = program->kind;
    seen->needed += program->needed_count;
    snprintf(seen->paths[seen->count++], 64, "%s", program->path);
}

static struct seen look(char *first, char *second)
{
    char *command[] = {first, second, NULL};
    struct seen seen = {0};
    launch_program_each(command, see, &seen);
    return seen;
}

static void a_changed_file_is_read_again(void **state)
{
    (void)state;
    char tool[] = "./tool";
    write_script("tool", "#!/bin/sh\n");
    for (int i = 0; i < 2; i++) {
        struct seen seen = look(tool, NULL);
        assert_int_equal(seen.count, 1);
        assert_int_equal(seen.kinds[0], PROGRAM_SCRIPT);
    }
    unlink("tool");
    copy_this("tool");
    for (int i = 0; i < 2; i++) {
        struct seen seen = look(tool, NULL);
        assert_int_equal(seen.count, 1);
        assert_int_equal(seen.kinds[0], PROGRAM_DYNAMIC);
        assert_true(seen.needed > 0);
    }
    unlink("tool");
    write_script("tool", "no program\n");
    assert_int_equal(look(tool, NULL).count, 0);
    unlink("tool");
    assert_int_equal(look(tool, NULL).count, 0);
}

static void a_program_without_the_right_to_run_is_none(void **state)
{
    (void)state;
    char tool[] = "./tool";
    write_script("tool", "#!/bin/sh\n");
    assert_int_equal(look(tool, NULL).count, 1);
    chmod("tool", 0600);
    assert_int_equal(look(tool, NULL).count, 0);
    chmod("tool", 0700);
    assert_int_equal(look(tool, NULL).count, 1);
}

static void each_word_has_its_own_path(void **state)
{
    (void)state;
    char by_path[] = "tool", here[] = "./tool", other[] = "other";
    write_script("tool", "#!/bin/sh\n");
    assert_int_equal(link("tool", "other"), 0);
    struct seen seen = look(by_path, other);
    assert_int_equal(seen.count, 2);
    assert_non_null(strstr(seen.paths[0], "/tool"));
    assert_string_equal(seen.paths[1], "other");
    assert_string_equal(look(here, NULL).paths[0], "./tool");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_changed_file_is_read_again),
        cmocka_unit_test(a_program_without_the_right_to_run_is_none),
        cmocka_unit_test(each_word_has_its_own_path),
    };
    return cmocka_run_group_tests(tests, begin, end);
}

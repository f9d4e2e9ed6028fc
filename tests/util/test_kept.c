/* test_kept.c: files that are kept from one run to the next. */
#include "../archive/unit.h"

#include "util/kept.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MB = 1 << 20 };

static char folder[] = "/tmp/triptych-kept-XXXXXX";
static char path[256]; /* of what is written there */

static int begin(void **state)
{
    (void)state;
    char sub[64];
    if (!mkdtemp(folder))
        return -1;
    snprintf(sub, sizeof sub, "%s/a/b", folder); /* it is made when something is written */
    return setenv("TRIPTYCH_CACHE", sub, 1);
}

static int end(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static const char *path_of(const char *name)
{
    snprintf(path, sizeof path, "%s/a/b/%s", folder, name);
    return path;
}

static bool put(const char *name, const char *text)
{
    const struct kept_part parts[] = {{text, 2}, {text + 2, strlen(text) - 2}};
    return kept_write(name, parts, 2);
}

static bool has(const char *name, const char *text)
{
    struct kept kept;
    bool same =
        kept_open(&kept, name) && kept.size == strlen(text) && !memcmp(kept.bytes, text, kept.size);
    kept_close(&kept);
    return same;
}

static void what_is_written_is_there(void **state)
{
    struct kept kept;
    (void)state;
    assert_false(kept_open(&kept, "one"));
    assert_true(put("one", "first"));
    assert_true(has("one", "first"));
    assert_true(put("one", "another"));
    assert_true(has("one", "another"));
    assert_false(has("two", "another"));
}

static void others_must_not_write_it(void **state)
{
    (void)state;
    assert_true(put("mine", "text"));
    assert_int_equal(chmod(path_of("mine"), 0660), 0);
    assert_false(has("mine", "text"));
    assert_int_equal(chmod(path_of("mine"), 0600), 0);
    assert_true(has("mine", "text"));
    char link[256];
    snprintf(link, sizeof link, "%s", path_of("link"));
    assert_int_equal(symlink("mine", link), 0);
    assert_false(has("link", "text"));
    assert_int_equal(chmod(path_of(""), 0777), 0);
    assert_false(has("mine", "text"));
    assert_false(put("more", "text"));
    assert_int_equal(chmod(path_of(""), 0700), 0);
    assert_true(has("mine", "text"));
}

/* A file of a size, last used so many seconds ago, which takes no room on the disk. */
static void make_old(const char *name, off_t size, long ago)
{
    int fd = open(path_of(name), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    struct timespec used[2] = {{time(NULL) - ago, 0}, {time(NULL) - ago, 0}};
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, size), 0);
    assert_int_equal(futimens(fd, used), 0);
    close(fd);
}

static bool is_there(const char *name)
{
    return !access(path_of(name), F_OK);
}

static void what_was_not_used_for_longest_goes(void **state)
{
    struct kept kept;
    (void)state;
    make_old("oldest", 100 * (off_t)MB, 3000);
    make_old("old", 100 * (off_t)MB, 2000);
    make_old("newer", 50 * (off_t)MB, 1000);
    assert_true(put("small", "text"));
    assert_true(is_there("oldest") && is_there("old") && is_there("newer"));
    assert_true(kept_open(&kept, "oldest")); /* it is the newest now */
    kept_close(&kept);
    make_old("more", 20 * (off_t)MB, 500);
    assert_true(put("small", "other"));
    assert_true(is_there("oldest") && !is_there("old") && is_there("newer") && is_there("more"));
    assert_true(has("small", "other"));
}

/* Files of subfolders go by their age alone, and are used when they are asked for. */
static void what_was_not_used_for_long_goes_from_subfolders(void **state)
{
    enum { DAY = 24 * 60 * 60 };
    (void)state;
    char *made = kept_subfolder("sub");
    assert_non_null(made);
    make_old("sub/recent", 8, (KEPT_DAYS - 1) * DAY);
    make_old("sub/used", 8, (KEPT_DAYS + 1) * DAY);
    make_old("sub/unused", 8, (KEPT_DAYS + 1) * DAY);
    assert_true(kept_use(path_of("sub/used")));
    assert_false(kept_use(path_of("sub/missing")));
    char *again = kept_subfolder("sub");
    assert_string_equal(again, made);
    assert_true(is_there("sub/recent") && is_there("sub/used") && !is_there("sub/unused"));
    free(made);
    free(again);
}

static void what_is_too_large_is_not_kept(void **state)
{
    (void)state;
    size_t size = KEPT_MOST / 2 + 8;
    char *bytes = calloc(size, 1);
    const struct kept_part part = {bytes, size};
    assert_non_null(bytes);
    assert_false(kept_write("large", &part, 1));
    assert_false(is_there("large"));
    free(bytes);
}

static void nothing_is_kept_on_request(void **state)
{
    (void)state;
    char before[64];
    snprintf(before, sizeof before, "%s/a/b", folder);
    setenv("TRIPTYCH_CACHE", "", 1);
    assert_false(put("x", "text"));
    assert_false(has("small", "other"));
    setenv("TRIPTYCH_CACHE", "/proc/no-such-folder", 1);
    assert_false(put("x", "text"));
    setenv("TRIPTYCH_CACHE", before, 1);
}

static void a_build_has_a_number(void **state)
{
    (void)state;
    assert_true(kept_maker() == kept_maker());
    assert_true(kept_maker() != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_there),
        cmocka_unit_test(others_must_not_write_it),
        cmocka_unit_test(what_was_not_used_for_longest_goes),
        cmocka_unit_test(what_was_not_used_for_long_goes_from_subfolders),
        cmocka_unit_test(what_is_too_large_is_not_kept),
        cmocka_unit_test(nothing_is_kept_on_request),
        cmocka_unit_test(a_build_has_a_number),
    };
    return cmocka_run_group_tests(tests, begin, end);
}

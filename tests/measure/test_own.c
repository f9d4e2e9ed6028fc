/* test_own.c: the library's copies of functions of libc do as the originals do. */
#include "measure/own/own.h"

#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { SIZES = 150, ROOM = 400 };

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static void fill(unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(i * 7 + i / 13);
}

static void memory_is_copied(void **state)
{
    (void)state;
    unsigned char from[ROOM], expected[ROOM], got[ROOM];
    fill(from, sizeof from);
    for (size_t size = 0; size < SIZES; size++) {
        for (size_t offset = 0; offset < 9; offset++) {
            memset(expected, 1, sizeof expected);
            memset(got, 1, sizeof got);
            memcpy(expected + offset, from + 3, size);
            assert_ptr_equal(tri_own_memcpy(got + offset, from + 3, size), got + offset);
            assert_memory_equal(got, expected, sizeof got);
            memset(expected + offset, (int)size, size);
            assert_ptr_equal(tri_own_memset(got + offset, (int)size, size), got + offset);
            assert_memory_equal(got, expected, sizeof got);
        }
    }
}

static void memory_is_moved(void **state)
{
    (void)state;
    unsigned char expected[ROOM], got[ROOM];
    for (size_t size = 0; size < SIZES; size++) {
        for (size_t to = 0; to < 60; to += 5) {
            fill(expected, sizeof expected);
            fill(got, sizeof got);
            memmove(expected + to, expected + 30, size);
            assert_ptr_equal(tri_own_memmove(got + to, got + 30, size), got + to);
            assert_memory_equal(got, expected, sizeof got);
        }
    }
}

static void strings_are_compared(void **state)
{
    (void)state;
    static const char *const texts[] = {"",       "a",   "b",    "ab",   "abc",
                                        "abcabd", "abd", "\x80", "a\x80"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) {
            const char *a = texts[i], *b = texts[j];
            assert_int_equal(sign(tri_own_strcmp(a, b)), sign(strcmp(a, b)));
            assert_ptr_equal(tri_own_strstr(a, b), strstr(a, b));
            assert_int_equal(tri_own_strcspn(a, b), strcspn(a, b));
            for (size_t size = 0; size < 4; size++)
                assert_int_equal(sign(tri_own_strncmp(a, b, size)), sign(strncmp(a, b, size)));
            size_t least = strlen(a) < strlen(b) ? strlen(a) : strlen(b);
            assert_int_equal(sign(tri_own_memcmp(a, b, least)), sign(memcmp(a, b, least)));
        }
        const char *text = texts[i];
        assert_int_equal(tri_own_strlen(text), strlen(text));
        assert_int_equal(tri_own_strnlen(text, 2), strnlen(text, 2));
        for (const char *wanted = "abx"; wanted[0]; wanted++) {
            assert_ptr_equal(tri_own_strchr(text, *wanted), strchr(text, *wanted));
            assert_ptr_equal(tri_own_strrchr(text, *wanted), strrchr(text, *wanted));
        }
        assert_ptr_equal(tri_own_strchr(text, '\0'), strchr(text, '\0'));
    }
}

static void numbers_are_read(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "0",
                                        "7x",
                                        " \t42",
                                        "-1",
                                        "+5",
                                        "- 3",
                                        "08",
                                        "0x1f",
                                        "0xg",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "-9223372036854775808",
                                        "-9223372036854775809",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "99999999999999999999999",
                                        "ffz",
                                        "off"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (int base = 0; base <= 16; base += base ? 6 : 10) {
            char *end, *expected_end;
            errno = 0;
            long long expected = strtoll(texts[i], &expected_end, base);
            int expected_error = errno;
            errno = 0;
            assert_int_equal(tri_own_strtoll(texts[i], &end, base), expected);
            assert_int_equal(errno, expected_error);
            assert_ptr_equal(end, expected_end);
            errno = 0;
            unsigned long long expected_size = strtoull(texts[i], &expected_end, base);
            expected_error = errno;
            errno = 0;
            assert_int_equal(tri_own_strtoull(texts[i], &end, base), expected_size);
            assert_int_equal(errno, expected_error);
            assert_ptr_equal(end, expected_end);
        }
    }
}

#define SAME(room, ...)                                                                            \
    do {                                                                                           \
        char expected[ROOM] = "", got[ROOM] = "";                                                  \
        assert_int_equal(tri_own_snprintf(got, room, __VA_ARGS__),                                 \
                         snprintf(expected, room, __VA_ARGS__));                                   \
        assert_string_equal(got, expected);                                                        \
    } while (0)

#ifndef __clang__ /* which has no such warning */
#pragma GCC diagnostic ignored "-Wformat-truncation"
#endif

static void texts_are_written(void **state)
{
    (void)state;
    for (size_t room = 0; room < 40; room++) {
        SAME(room, "%s/%s-%d%%", "folder", "name", -12);
        SAME(room, "%c%llx %llu", '@', 0xabcdef0123ULL, ULLONG_MAX);
        SAME(room, "%04x|%5d|%-5d|%05d", 0x1fu, 42, 42, -42);
    }
    SAME(ROOM, "%lld %lld %d %u", LLONG_MIN, LLONG_MAX, INT_MIN, UINT_MAX);
    SAME(ROOM, "%.*s|%-8s|%8s|%.2s", 3, "abcdef", "ab", "ab", "abc");
    SAME(ROOM, "%zu %ld %lx %016llx", (size_t)77, -5L, 255UL, 0x1234ULL);
    SAME(ROOM, "%02d:%.3d:%*d", 7, 5, 6, 9);
    SAME(ROOM, "%p", (void *)state);
}

static void patterns_match(void **state)
{
    (void)state;
    static const char *const patterns[] = {
        "",        "*",     "?",       "a*",      "*a",           "*b*",           "a?c",
        "[abc]",   "[!a]*", "[a-c]x",  "[^a-c]*", "\\*",          "\\a",           "a**c",
        "*a*b*c*", "[]]",   "[a",      "a[",      "[[:digit:]]*", "[[:alpha:]_]*", "*/b.c",
        "src/*",   "[\\]]", "[a\\-c]", "a\\",     "*.[ch]"};
    static const char *const texts[] = {"",          "a",   "b",       "ab",  "abc", "aXbYc", "ax",
                                        "*",         "]",   "[a",      "a[",  "5x",  "_y",    "-",
                                        "src/a/b.c", "b.h", ".hidden", "a-c", "a\\"};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) {
            int expected = fnmatch(patterns[i], texts[j], 0) == 0;
            if ((tri_own_fnmatch(patterns[i], texts[j], 0) == 0) != expected)
                fail_msg("%s and %s: libc says %d", patterns[i], texts[j], expected);
        }
    }
}

static void errors_have_texts(void **state)
{
    (void)state;
    static const int errors[] = {EPERM,  ENOENT, EIO,    ENOMEM,     EACCES, EEXIST, ENOTDIR,
                                 EISDIR, EINVAL, EMFILE, EFBIG,      ENOSPC, EROFS,  ENAMETOOLONG,
                                 ENOSYS, ELOOP,  EDQUOT, EOPNOTSUPP, 4000};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        assert_string_equal(tri_own_strerror(errors[i]), strerror(errors[i]));
}

static void times_are_written(void **state)
{
    (void)state;
    for (time_t at = -4000000000; at < 8000000000; at += 950389) {
        char expected[64], got[64];
        struct tm day;
        gmtime_r(&at, &day);
        strftime(expected, sizeof expected, "%Y-%m-%dT%H:%M:%SZ", &day);
        measure_own_utc(at, got, sizeof got);
        assert_string_equal(got, expected);
    }
}

static void system_calls_answer(void **state)
{
    (void)state;
    char one[4096], other[4096];
    assert_string_equal(tri_own_getcwd(one, sizeof one), getcwd(other, sizeof other));
    assert_null(tri_own_getcwd(one, 1));
    assert_int_equal(errno, ERANGE);
    assert_int_equal(tri_own_gethostname(one, sizeof one), gethostname(other, sizeof other));
    assert_string_equal(one, other);
    assert_int_equal(tri_own_getpid(), getpid());
    assert_int_equal(tri_own_sysconf(_SC_PAGESIZE), sysconf(_SC_PAGESIZE));
    assert_int_equal(tri_own_sysconf(_SC_CLK_TCK), sysconf(_SC_CLK_TCK));
    assert_int_equal(tri_own_sysconf(_SC_NPROCESSORS_ONLN), sysconf(_SC_NPROCESSORS_ONLN));
    assert_int_equal(tri_own_open("/nonexistent", O_RDONLY), -1);
    assert_int_equal(errno, ENOENT);
    assert_ptr_equal(tri_own_mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                     MAP_FAILED);
    assert_string_equal(tri_own_getenv("PATH"), getenv("PATH"));
    assert_null(tri_own_getenv("PAT"));
    assert_string_equal(measure_own_program_name(), program_invocation_short_name);
    struct timespec before, between, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    assert_int_equal(tri_own_clock_gettime(CLOCK_MONOTONIC, &between), 0);
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert_true(before.tv_sec <= between.tv_sec && between.tv_sec <= after.tv_sec);
    assert_int_equal(tri_own_clock_gettime(12345, &between), -1);
    assert_int_equal(errno, EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_copied),     cmocka_unit_test(memory_is_moved),
        cmocka_unit_test(strings_are_compared), cmocka_unit_test(numbers_are_read),
        cmocka_unit_test(texts_are_written),    cmocka_unit_test(patterns_match),
        cmocka_unit_test(errors_have_texts),    cmocka_unit_test(times_are_written),
        cmocka_unit_test(system_calls_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

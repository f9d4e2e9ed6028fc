/* test_sink.c: numbers and texts as they are written. */
#include "unit.h"

#include "export/sink.h"
#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* What is in the sink: it must not have been flushed. */
static void check(struct export_sink *sink, const char *expected)
{
    export_sink_char(sink, '\0');
    assert_string_equal(sink->bytes, expected);
    sink->used = 0;
}

static void test_numbers(void **state)
{
    struct export_sink *sink = export_sink_new(-1);
    char text[64];
    (void)state;
    for (uint64_t number = 1; number; number *= 3, number = number > UINT64_MAX / 3 ? 0 : number) {
        for (uint64_t near = number - 1; near <= number + 1; near++) {
            export_sink_number(sink, near);
            snprintf(text, sizeof text, "%" PRIu64, near);
            check(sink, text);
            export_sink_signed(sink, -(int64_t)(near / 2));
            snprintf(text, sizeof text, "%" PRId64, -(int64_t)(near / 2));
            check(sink, text);
        }
    }
    export_sink_number(sink, UINT64_MAX);
    check(sink, "18446744073709551615");
    export_sink_signed(sink, INT64_MIN);
    check(sink, "-9223372036854775808");
    export_sink_free(sink);
}

static void test_micros(void **state)
{
    static const struct {
        int64_t ns;
        const char *text;
    } cases[] = {{0, "0"},
                 {1, "0.001"},
                 {10, "0.01"},
                 {100, "0.1"},
                 {999, "0.999"},
                 {1000, "1"},
                 {1010, "1.01"},
                 {120500, "120.5"},
                 {-1, "-0.001"},
                 {-2500, "-2.5"},
                 {1000001, "1000.001"},
                 {90, "0.09"},
                 {INT64_MIN, "-9223372036854775.808"}};
    struct export_sink *sink = export_sink_new(-1);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        export_sink_micros(sink, cases[i].ns);
        check(sink, cases[i].text);
    }
    export_sink_free(sink);
}

static void test_reals(void **state)
{
    static const double cases[] = {0, 1, -1.5, 0.1, 1.0 / 3, 1e300, 5e-324, 123456789.125};
    struct export_sink *sink = export_sink_new(-1);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        export_sink_real(sink, cases[i]);
        export_sink_char(sink, '\0');
        assert_true(strtod(sink->bytes, NULL) == cases[i]);
        sink->used = 0;
    }
    export_sink_real(sink, 0.1);
    check(sink, "0.1");
    export_sink_free(sink);
}

static void test_texts(void **state)
{
    struct export_sink *sink = export_sink_new(-1);
    (void)state;
    export_sink_json(sink, "a \"b\" \\ c\n\x01\xff é");
    check(sink, "\"a \\\"b\\\" \\\\ c??? é\"");
    export_sink_csv(sink, "plain text");
    check(sink, "plain text");
    export_sink_csv(sink, "a,b \"c\"");
    check(sink, "\"a,b \"\"c\"\"\"");
    export_sink_free(sink);
}

/* More than there is room for, through a pipe's worth of a file. */
static void test_long(void **state)
{
    char name[] = "/tmp/triptych-sink-XXXXXX";
    int fd = mkstemp(name);
    struct export_sink *sink = export_sink_new(fd);
    size_t size = (size_t)SINK_ROOM * 3 + 17;
    char *text = memory_zeroed(size + 1, 1);
    (void)state;
    memset(text, 'x', size);
    export_sink_text(sink, "a");
    export_sink_text(sink, text);
    for (int i = 0; i < SINK_ROOM; i++)
        export_sink_number(sink, 12345);
    export_sink_flush(sink);
    assert_int_equal(sink->error, 0);
    assert_int_equal(lseek(fd, 0, SEEK_END), 1 + size + (size_t)SINK_ROOM * 5);
    export_sink_free(sink);
    free(text);
    close(fd);
    unlink(name);
}

static void test_full(void **state)
{
    int fd = open("/dev/full", O_WRONLY);
    struct export_sink *sink = export_sink_new(fd);
    (void)state;
    for (int i = 0; i < SINK_ROOM; i++)
        export_sink_number(sink, 12345);
    export_sink_flush(sink);
    assert_int_equal(sink->error, ENOSPC);
    export_sink_free(sink);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers), cmocka_unit_test(test_micros), cmocka_unit_test(test_reals),
        cmocka_unit_test(test_texts),   cmocka_unit_test(test_long),   cmocka_unit_test(test_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

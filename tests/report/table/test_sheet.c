/* test_sheet.c: tables in memory: cells belong to the columns that they name. */
#include "report/table/json.h"
#include "report/table/sheet.h"
#include "util/buffer.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static struct report_sheet *new_sheet(void)
{
    static const struct report_sheet_column columns[] = {
        {"name", "region", SHEET_TEXT, 0, 0, false},
        {"visits", "visits", SHEET_COUNT, 0, 0, false},
        {"time_ns", "seconds", SHEET_TIME, 0, 0, false},
        {NULL, "share", SHEET_PERCENT, 0, 0, true},
    };
    struct report_sheet *sheet = report_sheet_new("test", "Test");
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        report_sheet_add_column(sheet, columns[i]);
    return sheet;
}

static void test_cells(void **state)
{
    (void)state;
    struct report_sheet *sheet = new_sheet();
    report_sheet_text(sheet, "name", "main");
    report_sheet_count(sheet, "visits", 1);
    report_sheet_time(sheet, "time_ns", 2000, false);
    report_sheet_real(sheet, "share", 50);
    report_sheet_text(sheet, "name", "step");
    report_sheet_unknown_range(sheet, "visits", "share");
    assert_int_equal(report_sheet_rows(sheet), 2);
    struct buffer csv = {0};
    report_csv_sheet(&csv, sheet);
    assert_string_equal(csv.text, "name,visits,time_ns\nmain,1,2000\nstep,,\n");
    buffer_free(&csv);
    report_sheet_free(sheet);
}

static void wrong_name(struct report_sheet *sheet)
{
    report_sheet_count(sheet, "visits", 1); /* the name comes first */
}

static void wrong_order(struct report_sheet *sheet)
{
    report_sheet_text(sheet, "name", "main");
    report_sheet_time(sheet, "time_ns", 1, false); /* in front of visits */
}

static void half_row(struct report_sheet *sheet)
{
    report_sheet_text(sheet, "name", "main");
    report_sheet_rows(sheet);
}

static void wrong_range(struct report_sheet *sheet)
{
    report_sheet_text(sheet, "name", "main");
    report_sheet_nothing_range(sheet, "visits", "name"); /* beyond the end of the row */
}

/* True if the process that does this is ended by an assertion. */
static bool aborts(void (*add)(struct report_sheet *sheet))
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        signal(SIGABRT, SIG_DFL);
        fclose(stderr);
        add(new_sheet());
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void test_mismatches(void **state)
{
    (void)state;
#ifdef NDEBUG
    skip(); /* there are no assertions */
#endif
    assert_true(aborts(wrong_name));
    assert_true(aborts(wrong_order));
    assert_true(aborts(half_row));
    assert_true(aborts(wrong_range));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_mismatches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_history.c: the table of predicted and measured times. */
#include "../../archive/unit.h"

#include "model/predict/history.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct model_history_row row(const char *date, const char *run, double n, uint32_t p,
                                    double predicted, double measured)
{
    struct model_history_row made = {.n = n, .p = p, .predicted = predicted, .measured = measured};
    snprintf(made.date, sizeof made.date, "%s", date);
    snprintf(made.run, sizeof made.run, "%s", run);
    return made;
}

/* Computing takes twice as long as predicted, messages three times, I/O half as long. */
static void test_parts(void **state)
{
    (void)state;
    char model[] = "/tmp/triptych-history-XXXXXX", path[64];
    struct model_history history = {0}, again;
    struct error error = {0};
    struct model_history_row one = row("2026-01-01 10:00", "a.tri", 100, 4, 5, 10);
    model_history_add(&history, one);
    struct model_predict_factors factors = model_history_factors(&history);
    assert_true(factors.compute == 2 && factors.messages == 2 && factors.io == 2); /* the whole */
    snprintf(one.run, sizeof one.run, "b.tri");
    one.has_parts = true;
    one.parts = (struct model_history_parts){1, 0.5, 0.25, 1, 2, 0.25 * 2 + 0.5 * 3, 0.5};
    model_history_add(&history, one);
    close(mkstemp(model));
    assert_true(model_history_save(&history, model, &error));
    assert_true(model_history_load(&again, model, &error));
    assert_true(!again.rows[0].has_parts && again.rows[1].has_parts);
    assert_string_equal(again.rows[1].change, "error -50.0 % before, of a.tri");
    factors = model_history_factors(&again);
    assert_true(factors.compute == 2 && factors.messages == 3 && factors.io == 0.5);
    double mean, worst; /* 5 * 2 is right; 2*1.25 + 3*0.5 + 0.5*1 is 4.5 instead of 10 */
    assert_true(model_history_errors(&again, &factors, &mean, &worst));
    assert_true(fabs(mean - 0.275) < 1e-9 && fabs(worst - 0.55) < 1e-9);
    again.count = 1;
    assert_false(model_history_errors(&again, &factors, &mean, &worst));
    again.count = 2;
    snprintf(path, sizeof path, "%s.runs", model);
    unlink(path);
    unlink(model);
    model_history_free(&history);
    model_history_free(&again);
}

static void test_rows(void **state)
{
    (void)state;
    char model[] = "/tmp/triptych-history-XXXXXX";
    struct model_history history = {0}, again;
    struct error error = {0};
    double mean, worst;
    close(mkstemp(model));
    assert_true(model_history_load(&history, model, &error));
    assert_int_equal(history.count, 0);
    assert_true(model_history_factor(&history) == 1);
    model_history_add(&history, row("2026-01-01 10:00", "a b.tri", 100, 4, 1.1, 1.0));
    model_history_add(&history, row("2026-01-02 10:00", "c.tri", NAN, 2, 0.5, 1.0));
    assert_string_equal(history.rows[0].change, "first run");
    assert_string_equal(history.rows[1].change, "error +10.0 % before, of a_b.tri (other size)");
    model_history_add(&history, row("2026-01-03 10:00", "d.tri", 100, 4, 2.0, 1.0));
    assert_string_equal(history.rows[2].change, "error +10.0 % before, of a_b.tri");
    assert_true(model_history_errors(&history, NULL, &mean, &worst));
    assert_true(fabs(mean - 1.6 / 3) < 1e-12 && worst == 1);
    assert_true(fabs(model_history_factor(&history) - 1 / 1.1) < 1e-12);
    assert_true(model_history_save(&history, model, &error));
    assert_true(model_history_load(&again, model, &error));
    assert_int_equal(again.count, 3);
    assert_true(isnan(again.rows[1].n) && again.rows[2].n == 100 && again.rows[2].p == 4);
    assert_string_equal(again.rows[2].change, "error +10.0 % before, of a_b.tri");
    model_history_add(&again, row("2026-01-04 10:00", "d.tri", 100, 4, 1.0, 1.0));
    assert_int_equal(again.count, 3); /* the same run */
    char path[64];
    snprintf(path, sizeof path, "%s.runs", model);
    unlink(path);
    unlink(model);
    model_history_free(&history);
    model_history_free(&again);
}

static void test_refused(void **state)
{
    (void)state;
    struct model_history history;
    struct error error = {0};
    assert_false(model_history_parse(&history, "# head\n2026 10:00 a.tri 5\n", "m.runs", &error));
    assert_non_null(strstr(error.text, "m.runs:2: a line must be"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_parts),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

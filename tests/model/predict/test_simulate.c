/* test_simulate.c: predicted times of models whose times are known by hand. The machine has 1
 * operation, 1 byte per second and a latency of 1 s. */
#include "../../archive/unit.h"

#include "model/predict/predict.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct error error;

/* Predicts the time of a body; n is 100. Returns -1 with an error. */
static double predicted(const char *body, uint32_t p, struct model_prediction *prediction)
{
    struct model_machine machine;
    struct model_binding n = {"n", {.top = 100, .bottom = 1}};
    char *json = malloc(strlen(body) + 200);
    error = (struct error){0};
    assert_non_null(json);
    sprintf(json, "{\"version\": 1, \"tasks\": [{\"name\": \"t\", \"body\": [%s]}]}", body);
    json_t *root = json_loads(json, 0, NULL);
    assert_non_null(root);
    free(json);
    struct model_meta *meta = model_meta_read(root, &error);
    json_decref(root);
    assert_non_null(meta);
    assert_true(model_machine_parse(
        &machine, "flops=1\nbandwidth=1\nlatency=1\ndisk_read=1\ndisk_write=1\nplace 9 flops=0.5",
        "m", &error));
    struct model_predictor *predictor = model_predictor_new(&meta->tasks[0], &error);
    bool done = predictor && model_predict(predictor, &machine, p, &n, 1, prediction, &error);
    model_predictor_free(predictor);
    model_meta_free(meta);
    model_machine_free(&machine);
    if (!done)
        return -1;
    double sum = prediction->compute + prediction->messages + prediction->waiting + prediction->io;
    assert_true(fabs(sum - prediction->time) < 1e-9 * fmax(1, sum));
    model_prediction_free(prediction);
    return prediction->time;
}

static double time_of(const char *body, uint32_t p)
{
    struct model_prediction prediction;
    return predicted(body, p, &prediction);
}

#define COMPUTE(cost) "{\"do\": \"compute\", \"cost\": \"" cost "\", \"line\": 2}"
#define LOOP(trips, body)                                                                          \
    "{\"do\": \"for\", \"index\": \"i\", \"trips\": \"" trips "\", \"body\": [" body "]}"
#define SEND(bytes, peer)                                                                          \
    "{\"do\": \"send\", \"cost\": \"" bytes "\", \"peer\": \"" peer "\", \"line\": 3}"
#define RECV(bytes, peer)                                                                          \
    "{\"do\": \"recv\", \"cost\": \"" bytes "\", \"peer\": \"" peer "\", \"line\": 4}"
#define ALL(name) "{\"do\": \"collective\", \"name\": \"" name "\", \"cost\": \"0\", \"line\": 5}"

static void test_slowest(void **state)
{
    (void)state;
    struct model_prediction prediction;
    assert_true(predicted(COMPUTE("n*(rank+1)"), 4, &prediction) == 400);
    assert_int_equal(prediction.slowest, 3);
    assert_true(prediction.compute == 250 && prediction.waiting == 150);
    assert_string_equal(model_prediction_limit(&prediction, 0), "uneven load");
    assert_true(time_of(COMPUTE("10"), 10) == 20); /* place 9 is slower */
    assert_true(
        time_of("{\"do\": \"seconds\", \"cost\": \"0.5\"}, {\"do\": \"input\", \"cost\": 3}", 2) ==
        3.5);
    assert_true(time_of(COMPUTE("_system_flops*7"), 1) == 7);
}

/* Rank 0 works 10 s, sends 5 bytes (5 s, and 1 s of latency); rank 1 waits. */
static void test_messages(void **state)
{
    (void)state;
    struct model_prediction prediction;
    const char *body = COMPUTE("10*(1-rank)") "," SEND("5", "1+2*rank") "," RECV("5", "rank-1");
    assert_true(predicted(body, 2, &prediction) == 16);
    assert_true(prediction.waiting ==
                (15 + 1) / 2.0); /* rank 1 until the message is on its way; rank 0 at the end */
    assert_true(time_of(RECV("8", "1-rank"), 2) == -1);
    assert_string_equal(error.text,
                        "line 4: rank 0 waits for a message of rank 1 that is never sent");
}

static void test_collectives(void **state)
{
    (void)state;
    assert_true(time_of(COMPUTE("rank*10") "," ALL("barrier") "," COMPUTE("10*(3-rank)"), 4) ==
                30 + 2 + 30);
    assert_true(time_of("{\"do\": \"if\", \"probability\": \"max(0, 1-rank)\", \"then\": [" ALL(
                            "barrier") "]}",
                        2) == -1);
    assert_string_equal(error.text, "line 5: rank 0 waits in barrier, to which not all ranks come");
    assert_true(time_of("{\"do\": \"if\", \"probability\": \"min(1, rank)\", \"then\": [" ALL(
                            "barrier") "], \"else\": [" ALL("bcast") "]}",
                        2) == -1);
    assert_non_null(strstr(error.text, "while another is in"));
}

/* Steps in the pipeline of ranks, by hand: rank r ends 2 s of latency and transfer later. */
static void test_pipeline(void **state)
{
    (void)state;
    const char *body = LOOP("3", RECV("1", "rank-1") "," COMPUTE("10") "," SEND("1", "rank+1"));
    assert_true(time_of(body, 1) == 30);
    assert_true(time_of(body, 2) == 30 + 3 + 1 + 10 || time_of(body, 2) == 11 + 11 + 11 + 1 + 10);
}

/* Many trips that are all the same are not simulated one by one, and give the same. */
static void test_steady(void **state)
{
    (void)state;
    double few = time_of(LOOP("300", COMPUTE("rank+1") "," ALL("barrier")), 4);
    double many = time_of(LOOP("30000", COMPUTE("rank+1") "," ALL("barrier")), 4);
    assert_true(few == 300 * 6.0);
    assert_true(fabs(many - 30000 * 6.0) < 1e-6);
    double uneven =
        time_of(LOOP("500", COMPUTE("i") "," ALL("barrier")), 4); /* depends on the trip */
    assert_true(uneven == 499 * 500 / 2 + 2 * 500.0);
}

/* In a loop with messages, a branch is taken evenly: here in every second trip; BREAK leaves it. */
/* A loop that is the same in all ranks is not shortened if what is sent in it is received in one
 * that is not. */
static void test_one_sided(void **state)
{
    (void)state;
    assert_true(
        time_of(LOOP("1000", SEND("1", "rank + 1")) "," LOOP("1000*rank", RECV("1", "rank - 1")),
                2) == 1001);
    assert_true(
        time_of(LOOP("1000 - 1000*rank", SEND("1", "rank + 1")) "," LOOP(
                    "1000", RECV("1", "rank - 1")) "," COMPUTE("2") "," RECV("1", "rank - 1"),
                2) == -1);
    assert_non_null(strstr(error.text, "never sent"));
}

static void test_branches(void **state)
{
    (void)state;
    assert_true(time_of(LOOP("10", "{\"do\": \"if\", \"probability\": \"0.5\", \"then\": [" COMPUTE(
                                       "4") "," ALL("barrier") "]}"),
                        2) == 25);
    assert_true(time_of(LOOP("10", ALL("barrier") ", {\"do\": \"if\", \"probability\": \"0.25\", "
                                                  "\"then\": [{\"do\": \"break\"}]}"),
                        2) == 4);
}

static void test_unknown(void **state)
{
    (void)state;
    assert_true(time_of(COMPUTE("steps*n"), 2) == -1);
    assert_string_equal(error.text, "line 2: no value for steps: give one with --set NAME=VALUE");
    assert_true(time_of(COMPUTE("1/(rank-1)"), 2) == -1);
    assert_non_null(strstr(error.text, "line 2: division by zero"));
    assert_true(time_of(COMPUTE("1"), 0) == -1);
}

/* The formula of a line is the time that is predicted. */
static void test_lines(void **state)
{
    (void)state;
    struct error trouble = {0};
    json_t *root = json_loads(
        "{\"version\": 1, \"tasks\": [{\"name\": \"t\", \"body\": [" LOOP("n", COMPUTE("i")) "]}]}",
        0, NULL);
    struct model_meta *meta = model_meta_read(root, &trouble);
    size_t count;
    struct model_predict_line *lines = model_predict_lines(&meta->tasks[0], &count, &trouble);
    assert_non_null(lines);
    assert_int_equal(count, 2);
    const struct model_binding bindings[] = {{"n", {.top = 100, .bottom = 1}},
                                             {"_system_flops", {.top = 2, .bottom = 1}}};
    for (size_t i = 0; i < 2; i++) {
        struct model_number result;
        struct buffer text = {0};
        struct model_program *program = model_cost_compile(meta->tasks[0].costs, &lines[i].time, 1);
        assert_true(model_cost_evaluate(program, bindings, 2, &result, &trouble));
        assert_true(model_number_value(result) == 2475);
        model_cost_print(meta->tasks[0].costs, lines[i].time, &text);
        assert_null(strstr(text.text, "sum")); /* it is a closed form */
        buffer_free(&text);
        model_program_free(program);
    }
    free(lines);
    model_meta_free(meta);
    json_decref(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slowest),     cmocka_unit_test(test_messages),
        cmocka_unit_test(test_collectives), cmocka_unit_test(test_pipeline),
        cmocka_unit_test(test_steady),      cmocka_unit_test(test_one_sided),
        cmocka_unit_test(test_branches),    cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

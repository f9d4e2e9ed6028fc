/* test_meta.c: metamodels: what is read, what they do in all, and what is refused. */
#include "../../archive/unit.h"

#include "model/meta/meta.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[8192];

static struct model_meta *read_body(const char *body, struct error *error)
{
    char *json = malloc(strlen(body) + 200);
    assert_non_null(json);
    sprintf(json,
            "{\"version\": 1, \"file\": \"t.rb\", \"tasks\": [{\"name\": \"t\", \"body\": [%s]}]}",
            body);
    json_t *root = json_loads(json, 0, NULL);
    assert_non_null(root);
    free(json);
    struct model_meta *meta = model_meta_read(root, error);
    json_decref(root);
    return meta;
}

/* Returns a total of a body as text, or the error. */
static const char *total(const char *body, enum model_meta_quantity quantity)
{
    struct error error = {0};
    struct model_meta *meta = read_body(body, &error);
    struct model_meta_totals totals;
    struct buffer out = {0};
    if (meta && model_meta_total(&meta->tasks[0], meta->tasks[0].body, false, &totals, &error))
        model_cost_print(meta->tasks[0].costs, totals.of[quantity], &out);
    snprintf(text, sizeof text, "%s", out.text ? out.text : error.text);
    buffer_free(&out);
    model_meta_free(meta);
    return text;
}

#define COMPUTE(cost) "{\"do\": \"compute\", \"cost\": \"" cost "\", \"line\": 2}"
#define LOOP(index, trips, body)                                                                   \
    "{\"do\": \"for\", " index "\"trips\": \"" trips "\", \"line\": 1, \"body\": [" body "]}"
#define I "\"index\": \"i\", "
#define J "\"index\": \"j\", "

static void test_totals(void **state)
{
    (void)state;
    assert_string_equal(total(COMPUTE("3*n"), MODEL_META_WORK), "3*n");
    assert_string_equal(total(LOOP("", "n/p", COMPUTE("5")), MODEL_META_WORK), "5*n/p");
    assert_string_equal(total(LOOP(I, "n", COMPUTE("i")), MODEL_META_WORK), "n**2/2 - n/2");
    assert_string_equal(total(LOOP(I, "n", LOOP(J, "i", COMPUTE("2"))), MODEL_META_WORK),
                        "n**2 - n");
    assert_string_equal(total(LOOP("", "0-3", COMPUTE("5")), MODEL_META_WORK), "0");
    assert_string_equal(
        total("{\"do\": \"send\", \"cost\": \"8*n\", \"peer\": \"rank+1\"}", MODEL_META_SENT_BYTES),
        "8*n");
    assert_string_equal(total(LOOP("", "10", "{\"do\": \"send\", \"cost\": 8, \"peer\": \"0\"}"),
                              MODEL_META_SENT_COUNT),
                        "10");
    assert_string_equal(
        total("{\"do\": \"input\", \"cost\": 2.5}," COMPUTE("1"), MODEL_META_IN_BYTES), "2.5");
}

/* A last trip that is not whole counts as that part of a trip: 0 + 1 + half of 2. */
static void test_part_of_a_trip(void **state)
{
    (void)state;
    assert_string_equal(total(LOOP(I, "2.5", COMPUTE("i")), MODEL_META_WORK), "2");
    assert_string_equal(total(LOOP("", "2.5", COMPUTE("2")), MODEL_META_WORK), "5");
}

/* Figure 3: the loop is left with probability 0.5 in each of 100 trips. */
static void test_break(void **state)
{
    (void)state;
    const char *branch = "{\"do\": \"if\", \"probability\": \"0.5\", \"then\": [" COMPUTE(
        "1") "], \"else\": [{\"do\": \"break\"}]}";
    char body[1024];
    snprintf(body, sizeof body, LOOP("", "2", COMPUTE("x") ", %s"), branch);
    assert_string_equal(total(body, MODEL_META_WORK), "3*x/2 + 0.75"); /* 1 + 0.5 trips */
    snprintf(body, sizeof body, LOOP("", "3", "%s, " COMPUTE("y")), branch);
    assert_string_equal(total(body, MODEL_META_WORK),
                        "7*y/8 + 0.875"); /* y is reached every second time */
    snprintf(body, sizeof body, LOOP(I, "3", COMPUTE("i") ", %s"), branch);
    assert_string_equal(total(body, MODEL_META_WORK), "sum(i, 0, 2, 0.5**i*(2*i + 1)/2)");
}

static void test_parallel(void **state)
{
    (void)state;
    const char *body = "{\"do\": \"parallel\", \"width\": \"4\", \"body\": [" COMPUTE("n") "]}";
    assert_string_equal(total(body, MODEL_META_WORK), "n");
    assert_string_equal(total(body, MODEL_META_SPAN), "n/max(min(_system_cores, 4), 1)");
}

static void test_refused(void **state)
{
    (void)state;
    assert_string_equal(total("{\"do\": \"dance\", \"line\": 3}", MODEL_META_WORK),
                        "t.rb:3: there is no kind of node \"dance\"");
    assert_string_equal(total("{\"do\": \"compute\", \"line\": 3}", MODEL_META_WORK),
                        "t.rb:3: a node has no \"cost\"");
    assert_string_equal(
        total("{\"do\": \"if\", \"line\": 4, \"probability\": \"1.5\", \"then\": []}",
              MODEL_META_WORK),
        "t.rb:4: the probability of IF is 1.5; it must be from 0 to 1");
    assert_string_equal(total("{\"do\": \"if\", \"line\": 4, \"probability\": -0.5, \"then\": []}",
                              MODEL_META_WORK),
                        "t.rb:4: the probability of IF is -0.5; it must be from 0 to 1");
    assert_string_equal(
        total("{\"do\": \"compute\", \"line\": 5, \"cost\": \"3*\"}", MODEL_META_WORK),
        "t.rb:5: the cost `3*` ends where a number, a variable, a function or `(` is expected");
    assert_string_equal(
        total("{\"do\": \"for\", \"line\": 6, \"trips\": \"3\", \"index\": \"p\", \"body\": []}",
              MODEL_META_WORK),
        "t.rb:6: the index of FOR must not be named n, p or rank");
    assert_string_equal(
        total(LOOP(I, "9",
                   "{\"do\": \"if\", \"probability\": \"i/9\", \"then\": [{\"do\": \"break\"}]}"),
              MODEL_META_WORK),
        "line 1: whether BREAK leaves the loop must not depend on its index i");
}

static void test_too_deep(void **state)
{
    (void)state;
    struct buffer body = {0};
    for (int i = 0; i < 600; i++)
        buffer_add(&body, "{\"do\": \"for\", \"trips\": \"2\", \"body\": [");
    for (int i = 0; i < 600; i++)
        buffer_add(&body, "]}");
    assert_non_null(strstr(total(body.text, MODEL_META_WORK), "nested more than 500 deep"));
    buffer_free(&body);
}

static void test_print(void **state)
{
    (void)state;
    struct error error = {0};
    struct model_meta *meta = read_body(
        LOOP(I, "n",
             COMPUTE("2*i") ", {\"do\": \"send\", \"cost\": \"8\", \"peer\": \"0\", \"line\": 3}"),
        &error);
    struct buffer out = {0}, dot = {0};
    assert_non_null(meta);
    assert_true(model_meta_print_text(meta, &out, &error));
    assert_string_equal(out.text, "task t\n"
                                  "  for i: n trips   (line 1)\n"
                                  "    compute: 2*i operations   (line 2)\n"
                                  "    send: 8 bytes to rank 0   (line 3)\n"
                                  "In all:\n"
                                  "  operations:            n**2 - n\n"
                                  "  sent, bytes:           8*n\n"
                                  "  sends:                 n\n");
    assert_true(model_meta_print_dot(meta, &dot, &error));
    assert_non_null(strstr(dot.text, "t0_0 -> t0_1;"));
    json_t *json = model_meta_totals_json(meta, &error);
    assert_string_equal(json_string_value(json_object_get(json_array_get(json, 0), "sent_bytes")),
                        "8*n");
    json_decref(json);
    buffer_free(&out);
    buffer_free(&dot);
    model_meta_free(meta);
}

/* Returns the printed form of a text, or the error. */
static const char *parsed(const char *json)
{
    struct error error = {0};
    struct buffer out = {0};
    struct model_meta *meta = model_meta_parse(json, strlen(json), "m.json", &error);
    if (meta)
        assert_true(model_meta_print_text(meta, &out, &error));
    snprintf(text, sizeof text, "%s", meta ? out.text : error.text);
    buffer_free(&out);
    model_meta_free(meta);
    return text;
}

/* Members come in any order; strings have escapes. */
static void test_text(void **state)
{
    (void)state;
    static const char plain[] = "task t\n  seconds: curve(C, 0.5)/4 s   (line 7)\n"
                                "In all:\n  seconds:               curve(C, 0.5)/4\n";
    assert_string_equal(
        parsed(" { \"tasks\" : [ {\"body\":[{\"line\":7, \"x\": [{\"y]\": [1, {}]}], \"cost\":"
               "\"curve(C, \\u0030.5)/4\",\r\n\t\"do\":\"sec\\u006fnds\"}],\"curves\":"
               "{\"C\":[[0,0],[1e0,1.0]]},\"name\":\"t\"} ], \"version\": 1 } "),
        plain);
    assert_non_null(
        strstr(parsed("{\"version\": 1, \"tasks\": [{\"name\": \"\\ud83d\\ude00 \303\244\", "
                      "\"body\": [{\"do\": \"compute\", \"cost\": -2}]}]}"),
               "task \360\237\230\200 \303\244\n  compute: -2 "));
}

static void test_malformed(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"", "m.json:1: the text ends too early"},
        {"{", "a name in quotes is missing"},
        {"[1, 2]", "is no metamodel of version 1"},
        {"{\"version\": 2}", "is no metamodel of version 1"},
        {"{\"version\": 1}", "there is no task in it"},
        {"{\"version\": 1, \"tasks\": []}", "there is no task in it"},
        {"{\"version\": 1, \"tasks\": [\n{\"body\": [\n{\"do\": nil}]}]}",
         "m.json:3: this is no value"},
        {"{\"version\": 1, \"tasks\": [{\"body\": [{\"do\" 3}]}]}", "a colon is missing"},
        {"{\"version\": 1, \"tasks\": [{\"body\": [{\"do\": \"break\"} 3]}]}",
         "a comma or a closing bracket is missing"},
        {"{\"version\": 1, \"tasks\": [{\"body\": [{\"do\": \"break\", \"do\": \"if\"}]}]}",
         "a member comes twice"},
        {"{\"version\": 1, \"tasks\": [{\"body\": [7]}]}", "a node has no \"do\""},
        {"{\"version\": 1, \"tasks\": [{\"body\": 7}]}", "a body must be a list of nodes"},
        {"{\"version\": 1, \"tasks\": [{\"body\": [{\"do\": \"for\"}]}]}",
         "a node has no \"trips\""},
        {"{\"version\": 1, \"tasks\": [{\"body\": [{\"do\": \"compute\", \"cost\": 1e999}]}]}",
         "a number is too large"},
        {"{\"version\": 1, \"tasks\": [{\"body\": [{\"do\": \"compute\", \"cost\": 01}]}]}",
         "a number is wrong"},
        {"{\"version\": 1, \"tasks\": [{\"curves\": {\"C\": [[1, null]]}}]}",
         "must be two numbers"},
        {"{\"version\": 1, \"a\": \"\\u12\"}", "an escape that is wrong"},
        {"{\"version\": 1, \"a\": \"\\udc00\"}", "an escape that is wrong"},
        {"{\"version\": 1, \"a\": \"\377\"}", "not UTF-8"},
        {"{\"version\": 1, \"a\": \"\n\"}", "a control character"},
        {"{\"version\": 1, \"a\": \"\\", "a string has no end"},
        {"{\"version\": 1, \"a\": [[\"b\"", "the text ends too early"},
        {"{\"version\": 1} x", "something follows behind the end"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (!strstr(parsed(wrong[i][0]), wrong[i][1]))
            fail_msg("%s: %s", wrong[i][0], text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_totals),    cmocka_unit_test(test_part_of_a_trip),
        cmocka_unit_test(test_break),     cmocka_unit_test(test_parallel),
        cmocka_unit_test(test_refused),   cmocka_unit_test(test_too_deep),
        cmocka_unit_test(test_print),     cmocka_unit_test(test_text),
        cmocka_unit_test(test_malformed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

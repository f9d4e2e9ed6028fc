/* test_parser.c: what texts mean, and what is said of those that mean nothing. */
#include "query/parse/parser.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All statements with all their brackets, or what is wrong. */
static char *read_text(const char *text)
{
    struct query_parser parser;
    struct buffer out = {0};
    query_parser_start(&parser, text);
    for (struct query_tree *tree; (tree = query_parser_statement(&parser));) {
        query_tree_write(&out, tree);
        buffer_add(&out, ";\n");
        query_tree_free(tree);
    }
    if (parser.trouble.what[0]) {
        buffer_add(&out, parser.trouble.early ? "early: " : "wrong: ");
        diagnostic_write(&out, &parser.trouble, NULL, text);
    }
    return buffer_take(&out);
}

static void is_read_as(const char *text, const char *expected)
{
    char *read = read_text(text);
    assert_string_equal(read, expected);
    free(read);
}

static void chains(void **state)
{
    (void)state;
    is_read_as("", "");
    is_read_as(" ;; ; ", "");
    is_read_as("events", "events;\n");
    is_read_as(
        "eventStream.filter(e -> e.execPlace == 0)\n  .filter(e -> e.activityNumber == \"0-0\");",
        "eventStream.filter(e -> (e.execPlace == 0)).filter(e -> (e.activityNumber == "
        "\"0-0\"));\n");
    is_read_as("events.count(); lanes.limit(3)", "events.count();\nlanes.limit(3);\n");
    is_read_as("let mine = events.filter(e -> e.lane == 1); mine.count();",
               "let mine = events.filter(e -> (e.lane == 1));\nmine.count();\n");
    is_read_as("explain nodes.path('main/**/solve')", "explain nodes.path(\"main/**/solve\");\n");
    is_read_as("explain.count()", "explain.count();\n"); /* a stream may be called so */
    is_read_as("events.map(e -> {where: e.region.file, t: e.duration / 2})",
               "events.map(e -> {where: e.region.file, t: (e.duration / 2)});\n");
    is_read_as(
        "events.groupBy(e -> e.lane).aggregate(n: count(), p: percentile(e -> e.duration, 95),)",
        "events.groupBy(e -> e.lane).aggregate(n: count(), p: percentile(e -> e.duration, 95));\n");
    is_read_as("events /* all */ . count() // of them\n# and no more\n", "events.count();\n");
}

static void operators(void **state)
{
    (void)state;
    is_read_as("1 + 2 * 3 - 4", "((1 + (2 * 3)) - 4);\n");
    is_read_as("a || b && !c", "(a || (b && (!c)));\n");
    is_read_as("a == b < c", "(a == (b < c));\n");
    is_read_as("(a == b) < c", "((a == b) < c);\n");
    is_read_as("- -1 % 2", "((-(-1)) % 2);\n");
    is_read_as("a ? b : c ? d : e", "(a ? b : (c ? d : e));\n");
    is_read_as("a > 1 ? b + 1 : c", "((a > 1) ? (b + 1) : c);\n");
    is_read_as("e.type in [COMM, IO] && x", "((e.type in [COMM, IO]) && x);\n");
    is_read_as("a/b/c", "((a / b) / c);\n");
    is_read_as("x.matches(/a\\/b[/]\\d/) && y", "(x.matches(/a\\/b[\\/]\\d/) && y);\n");
}

static void literals(void **state)
{
    (void)state;
    is_read_as("3ms", "3000000ns;\n");
    is_read_as("1.5us", "1500ns;\n");
    is_read_as(
        "2 µs",
        "wrong: there is a blank between the number and `µs`\n  2 µs\n    ^^\nWrite the unit "
        "directly after the number, as in  3ms\n");
    is_read_as("2µs + 1h", "(2000ns + 3600000000000ns);\n");
    is_read_as("2MB - 1KiB", "(2000000B - 1024B);\n");
    is_read_as("1_000_000", "1000000;\n");
    is_read_as("0.25", "0.25;\n");
    is_read_as("1e3", "1000;\n");
    is_read_as("1.5e-3s", "1500000ns;\n");
    is_read_as("9223372036854775807", "9223372036854775807;\n");
    is_read_as("'a\"b' + \"c\\\\d\\\"\\n\"", "(\"a\\\"b\" + \"c\\\\d\\\"\\n\");\n");
}

static void mistakes(void **state)
{
    (void)state;
    is_read_as("events.filter(e -> e.lane = 3)", "wrong: `=` does not compare\n"
                                                 "  events.filter(e -> e.lane = 3)\n"
                                                 "                            ^\n"
                                                 "Compare with  ==\n");
    is_read_as("mine = events", "wrong: `=` is only allowed after `let`\n"
                                "  mine = events\n"
                                "       ^\n"
                                "As in  let mine = events.limit(10);\n");
    is_read_as("events.filter(e -> e.a and e.b)", "wrong: `and` is not an operator\n"
                                                  "  events.filter(e -> e.a and e.b)\n"
                                                  "                         ^^^\n"
                                                  "Join conditions with && and ||.\n");
    is_read_as("events\n  .filter(e -> & true)", "wrong: unexpected character `&`\n"
                                                 "    .filter(e -> & true)\n"
                                                 "                 ^\n"
                                                 "Join conditions with && and ||.\n");
    is_read_as(
        "events.filter(e -> e.duration > 3m)",
        "wrong: `m` is not a unit\n"
        "  events.filter(e -> e.duration > 3m)\n"
        "                                   ^\n"
        "Time units: ns us ms s min h. Data units: B kB MB GB TB (powers of 1000), KiB MiB GiB "
        "TiB (powers of 1024).\n");
    is_read_as("events.filter(e -> e.name == \"ab)", "early: this text has no closing quote\n"
                                                     "  events.filter(e -> e.name == \"ab)\n"
                                                     "                               ^^^^\n");
    is_read_as("events.filter(", "early: a value is missing at the end of the query\n"
                                 "  events.filter(\n"
                                 "                ^\n");
    is_read_as(
        "events.",
        "early: a field or a call is missing at the end of the query\n  events.\n         ^\n");
    is_read_as("events.3", "wrong: expected a field or a call, not `3`\n  events.3\n         ^\n");
    is_read_as("é.ü(]", "wrong: expected a value, not `]`\n  é.ü(]\n      ^\n");
    is_read_as("99999999999999999999", "wrong: this number is too large\n"
                                       "  99999999999999999999\n"
                                       "  ^^^^^^^^^^^^^^^^^^^^\n");
    is_read_as("9999999h", "wrong: this number is too large\n  9999999h\n  ^^^^^^^^\n");
    is_read_as("/* a", "early: this comment has no end\n  /* a\n  ^^\n");
    is_read_as("x.map(e -> {3})",
               "wrong: this field of the record has no name\n  x.map(e -> {3})\n              "
               "^\nName it, as in  {where: e.file, took: e.duration / 2}\n");
    is_read_as("let = 3", "wrong: expected a name, not `=`\n  let = 3\n      ^\n");
    is_read_as("a b", "wrong: expected `;` or the end of the query, not `b`\n  a b\n    ^\n");
    is_read_as("a ? b", "early: `:` is missing at the end of the query\n  a ? b\n       ^\n");
}

static void depth_is_limited(void **state)
{
    (void)state;
    static const char *const openings[] = {"(",     "[",    "-",    "!",      "f(",
                                           "e -> ", "1 ? ", "{a: ", "a.b().", "1 + "};
    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++) {
        struct buffer text = {0};
        for (int k = 0; k < 100000; k++)
            buffer_add(&text, openings[i]);
        char *read = read_text(text.text);
        assert_non_null(strstr(read, "this is nested too deeply"));
        free(read);
        buffer_free(&text);
    }
}

static void conditions_alone(void **state)
{
    (void)state;
    struct query_parser parser;
    query_parser_start(&parser, "e -> e.type == COMM && e.bytes > 1kB");
    struct query_tree *tree = query_parser_lambda(&parser);
    struct buffer out = {0};
    query_tree_write(&out, tree);
    assert_string_equal(out.text, "e -> ((e.type == COMM) && (e.bytes > 1000B))");
    query_tree_free(tree);
    query_parser_start(&parser, "e.bytes > 1kB");
    assert_null(query_parser_lambda(&parser));
    assert_string_equal(parser.trouble.what, "expected a condition, not `e`");
    query_parser_start(&parser, "e -> true;");
    assert_null(query_parser_lambda(&parser));
    buffer_free(&out);
}

/* A random expression, written with random blanks: read, written and read again, it is the same. */
static unsigned seed = 1;

static unsigned draw(unsigned below)
{
    seed = seed * 1103515245 + 12345;
    return (seed >> 16) % below;
}

static void random_expression(struct buffer *out, int depth)
{
    static const char *const leaves[] = {"e.duration", "7",    "2.5",  "3ms",
                                         "\"a\\\"b\"", "COMM", "true", "e.r.file",
                                         "12kB",       "x_1",  "'q'"};
    static const char *const signs[] = {
        "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||", " in "};
    switch (depth > 0 ? draw(9) : 0) {
    case 0:
    case 1:
        buffer_add(out, leaves[draw(sizeof leaves / sizeof leaves[0])]);
        break;
    case 2:
    case 3:
    case 4:
        random_expression(out, depth - 1);
        buffer_printf(out, "%s%s%s", draw(2) ? " " : "", signs[draw(14)], draw(2) ? "\n" : " ");
        random_expression(out, depth - 1);
        break;
    case 5:
        buffer_add(out, draw(2) ? "!" : "-");
        random_expression(out, depth - 1);
        break;
    case 6:
        buffer_add(out, "(");
        random_expression(out, depth - 1);
        buffer_add(out, draw(2) ? ")" : ").size()");
        break;
    case 7:
        buffer_add(out, "f(");
        random_expression(out, depth - 1);
        buffer_add(out, draw(2) ? ", n: 3, [" : ").g(/x\\/y/, [");
        random_expression(out, depth - 1);
        buffer_add(out, "])");
        break;
    default:
        buffer_add(out, "(");
        random_expression(out, depth - 1);
        buffer_add(out, "?");
        random_expression(out, depth - 1);
        buffer_add(out, ":");
        random_expression(out, depth - 1);
        buffer_add(out, ")");
    }
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    for (int i = 0; i < 3000; i++) {
        struct buffer text = {0};
        random_expression(&text, 5);
        char *once = read_text(text.text), *twice = read_text(once);
        if (strstr(once, "wrong:") || strcmp(once, twice))
            fail_msg("%s\nis read as\n%s\nand then as\n%s", text.text, once, twice);
        free(once);
        free(twice);
        buffer_free(&text);
    }
}

static void nearest_words(void **state)
{
    (void)state;
    static const char *const words[] = {"duration", "startTime", "lane", "bytes", "file"};
    assert_string_equal(diagnostic_nearest("durration", 9, words, 5), "duration");
    assert_string_equal(diagnostic_nearest("starttime", 9, words, 5), "startTime");
    assert_string_equal(diagnostic_nearest("lnae", 4, words, 5), "lane");
    assert_string_equal(diagnostic_nearest("dur", 3, words, 5), "duration");
    assert_null(diagnostic_nearest("colour", 6, words, 5));
    assert_null(diagnostic_nearest("x", 1, words, 5));
    assert_int_equal(diagnostic_changes("same", "same"), 0);
    assert_int_equal(diagnostic_changes("", "two"), 3);
    assert_int_equal(diagnostic_changes("job_recieve", "job_receive"), 1);
    char left[200], right[200]; /* what differs is short */
    memset(left, 'a', sizeof left - 1);
    memset(right, 'a', sizeof right - 1);
    left[199] = right[198] = '\0';
    left[100] = 'b';
    assert_int_equal(diagnostic_changes(left, right), 1);
    right[0] = left[198] = 'c';
    assert_true(diagnostic_changes(left, right) > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains),           cmocka_unit_test(operators),
        cmocka_unit_test(literals),         cmocka_unit_test(mistakes),
        cmocka_unit_test(depth_is_limited), cmocka_unit_test(conditions_alone),
        cmocka_unit_test(nearest_words),    cmocka_unit_test(what_is_written_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_doc.c: the streams and their fields: that they lead to what is there, and that doc/query.md
 * says of them what is so. Its examples and those of the tutorial must be understood, too. */
#include "archive/table/schema.h"
#include "query/exec/plan.h"
#include "query/parse/parser.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *doc, *tutorial;

static char *read_file(const char *path)
{
    struct buffer out = {0};
    FILE *file = fopen(path, "r");
    char bytes[4096];
    for (size_t size; file && (size = fread(bytes, 1, sizeof bytes, file)) > 0;)
        buffer_add_bytes(&out, bytes, size);
    if (file)
        fclose(file);
    return buffer_take(&out);
}

/* The columns of events, which are no part of the schema. */
static bool is_event_column(const char *column)
{
    return !strcmp(column, "start") || !strcmp(column, "duration") || !strcmp(column, "node");
}

static void check_column(const struct query_fields *shape, const struct query_field *field)
{
    if (!strcmp(shape->name, "events")) {
        assert_true(is_event_column(field->column));
        return;
    }
    const struct archive_schema_column *column =
        archive_schema_find_column(archive_schema_find(shape->table), field->column);
    if (!column)
        fail_msg("%s.%s: the table has no column %s", shape->name, field->name, field->column);
    bool is_time = column->form == SCHEMA_TIME || column->form == SCHEMA_MOMENT;
    bool is_text = column->text || column->word;
    assert_int_equal(is_text, field->type.type == TYPE_TEXT);
    assert_int_equal(column->form == SCHEMA_BOOL, field->type.type == TYPE_BOOL);
    assert_int_equal(column->form == SCHEMA_MOMENT, field->is_moment);
    assert_int_equal(is_time, field->type.unit == UNIT_TIME);
    assert_int_equal(column->form == SCHEMA_BYTES, field->type.unit == UNIT_BYTES);
    if (field->type.type == TYPE_ROW)
        assert_string_equal(column->of, field->type.shape->name);
    if (column->absent == SCHEMA_LARGEST)
        assert_int_equal(field->absent, ABSENT_LARGEST);
}

/* Every column of a table that has a stream can be asked for. */
static void columns_are_fields(void **state)
{
    (void)state;
    for (size_t i = 0; query_fields_at(i); i++) {
        const struct archive_schema_table *table = archive_schema_find(query_fields_at(i)->table);
        for (size_t k = 0; table && k < table->column_count; k++) {
            bool found = false;
            for (size_t j = 0; j < query_fields_at(i)->count; j++) {
                const struct query_field *field = &query_fields_at(i)->fields[j];
                found |= field->from == FIELD_COLUMN
                             ? !strcmp(field->column, table->columns[k].name)
                             : !strcmp(field->name, table->columns[k].name) ||
                                   field->from == FIELD_COMPUTED;
            }
            assert_true(found);
        }
    }
}

static void check_step(const struct query_fields *shape, const struct query_field *field)
{
    const struct query_field *step = query_fields_get(shape, field->step, strlen(field->step));
    assert_non_null(step);
    assert_int_equal(step->type.type, TYPE_ROW);
    const struct query_field *there =
        query_fields_get(step->type.shape, field->column, strlen(field->column));
    assert_non_null(there);
    assert_int_equal(there->type.type, field->type.type);
    assert_int_equal(there->type.unit, field->type.unit);
    assert_ptr_equal(there->type.shape, field->type.shape);
}

static void fields_lead_to_what_is_there(void **state)
{
    (void)state;
    unsigned used[FUNCTIONS] = {0};
    for (size_t i = 0; query_fields_at(i); i++) {
        const struct query_fields *shape = query_fields_at(i);
        assert_ptr_equal(query_fields_find(shape->name, strlen(shape->name)), shape);
        assert_int_equal(query_fields_get(shape, "row", 3)->from, FIELD_ROW);
        for (size_t k = 0; k < shape->count; k++) {
            const struct query_field *field = &shape->fields[k];
            assert_ptr_equal(query_fields_get(shape, field->name, strlen(field->name)), field);
            assert_non_null(field->help);
            assert_int_equal(field->type.type == TYPE_ROW, field->type.shape != NULL);
            if (field->from == FIELD_COLUMN)
                check_column(shape, field);
            else if (field->from == FIELD_VIA)
                check_step(shape, field);
            else if (field->from == FIELD_COMPUTED)
                used[field->number]++;
        }
    }
    for (size_t i = 0; i < FUNCTIONS; i++)
        assert_int_equal(used[i], 1);
    assert_ptr_equal(query_fields_find("eventStream", 11), query_fields_at(0));
    assert_null(query_fields_find("event", 5));
}

/* The section of a stream: its table, word for word. */
static void doc_has_the_fields(void **state)
{
    (void)state;
    for (size_t i = 0; query_fields_at(i); i++) {
        const struct query_fields *shape = query_fields_at(i);
        struct buffer table = {0}, heading = {0};
        buffer_printf(&heading, "\n### %s\n", shape->name);
        const char *section = strstr(doc, heading.text);
        if (!section)
            fail_msg("doc/query.md has no section on %s", shape->name);
        section = strstr(section, "| field |");
        assert_non_null(section);
        buffer_add(&table, "| field | is | |\n|---|---|---|\n");
        for (size_t k = 0; k < shape->count; k++) {
            const struct query_field *field = &shape->fields[k];
            buffer_printf(&table, "| `%s`%s | %s | %s |\n", field->name,
                          query_fields_may_be_absent(shape, field) ? " ?" : "",
                          query_type_word(field->type), field->help);
        }
        buffer_add(&table, "\n"); /* there are no others */
        if (strncmp(section, table.text, table.used) != 0)
            fail_msg("doc/query.md should say of %s:\n%s", shape->name, table.text);
        buffer_free(&table);
        buffer_free(&heading);
    }
}

static void check_example(const char *text, struct plan_names *names)
{
    struct query_parser parser;
    query_parser_start(&parser, text);
    for (struct query_tree *tree; (tree = query_parser_statement(&parser)); query_tree_free(tree))
        query_plan_free(query_plan_make(tree, names, &parser.trouble));
    if (parser.trouble.what[0]) {
        struct buffer out = {0};
        diagnostic_write(&out, &parser.trouble, "doc/query.md", text);
        fail_msg("%s", out.text);
    }
}

static void examples_are_understood(void **state)
{
    (void)state;
    struct plan_names *names = query_plan_names_new();
    unsigned count = 0;
    for (const char *at = doc; (at = strstr(at, "```query\n")); count++) {
        at += strlen("```query\n");
        size_t size = (size_t)(strstr(at, "```") - at);
        char *text = strndup(at, size);
        check_example(text, names);
        free(text);
        at += size;
    }
    assert_true(count > 15);
    query_plan_names_free(names);
}

/* What is typed in the tutorial; a point at the beginning goes on from the query before. */
static void tutorial_is_understood(void **state)
{
    (void)state;
    static const char prompt[] = "\n    query> ";
    struct plan_names *names = query_plan_names_new();
    struct buffer last = {0};
    unsigned count = 0;
    for (const char *at = tutorial; (at = strstr(at, prompt)); count++) {
        at += strlen(prompt);
        size_t size = strcspn(at, "\n");
        if (at[0] != '.')
            buffer_free(&last);
        buffer_add_bytes(&last, at, size - (at[size - 1] == ';' || at[size - 1] == '.'));
        check_example(last.text, names);
    }
    assert_true(count > 8);
    const char *file = strstr(tutorial, "```query\n") + strlen("```query\n");
    char *text = strndup(file, (size_t)(strstr(file, "```") - file));
    check_example(text, names);
    free(text);
    buffer_free(&last);
    query_plan_names_free(names);
}

/* What `explain` shows of the example is what is printed below it. */
static void explain_is_as_shown(void **state)
{
    (void)state;
    const char *at = strstr(doc, "```query\nexplain ");
    assert_non_null(at);
    struct query_parser parser;
    char *text = strndup(at + strlen("```query\n"), strcspn(at + strlen("```query\n"), "\n"));
    struct buffer shown = {0}, expected = {0};
    query_parser_start(&parser, text);
    struct query_tree *tree = query_parser_statement(&parser);
    struct query_plan *plan = query_plan_make(tree, NULL, &parser.trouble);
    assert_non_null(plan);
    assert_true(plan->explain);
    query_plan_write(&shown, plan);
    buffer_printf(&expected, "```\n%s```\n", shown.text);
    if (!strstr(at, expected.text))
        fail_msg("doc/query.md should show:\n%s", shown.text);
    query_plan_free(plan);
    query_tree_free(tree);
    buffer_free(&shown);
    buffer_free(&expected);
    free(text);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_lead_to_what_is_there), cmocka_unit_test(doc_has_the_fields),
        cmocka_unit_test(examples_are_understood),      cmocka_unit_test(explain_is_as_shown),
        cmocka_unit_test(tutorial_is_understood),       cmocka_unit_test(columns_are_fields),
    };
    if (argc != 3)
        return 2;
    doc = read_file(argv[1]);
    tutorial = read_file(argv[2]);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(doc);
    free(tutorial);
    return failed;
}

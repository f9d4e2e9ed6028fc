/* test_plan.c: what plans are made of, where that cannot be seen in what `explain` shows. */
#include "query/check/check.h"
#include "query/exec/plan.h"
#include "query/parse/parser.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

/* A condition of an event; NULL: what is wrong is in `trouble`. */
static struct query_expression *condition(const char *text, struct diagnostic *trouble)
{
    struct query_parser parser;
    query_parser_start(&parser, text);
    struct query_tree *tree = query_parser_lambda(&parser);
    struct query_expression *made =
        tree ? query_plan_condition(tree, query_fields_find("events", 6), &parser.trouble) : NULL;
    query_tree_free(tree);
    *trouble = parser.trouble;
    return made;
}

static struct query_plan *plan_of(const char *text, struct plan_names *names,
                                  struct diagnostic *trouble)
{
    struct query_parser parser;
    struct query_plan *plan = NULL;
    query_parser_start(&parser, text);
    for (struct query_tree *tree; (tree = query_parser_statement(&parser)); query_tree_free(tree)) {
        query_plan_free(plan);
        plan = query_plan_make(tree, names, &parser.trouble);
    }
    *trouble = parser.trouble;
    return plan;
}

static void conditions_alone(void **state)
{
    (void)state;
    struct diagnostic trouble;
    struct query_expression *made = condition("e -> e.type == COMM && e.bytes > 1kB", &trouble);
    struct buffer out = {0};
    assert_non_null(made);
    assert_int_equal(made->op, EXPRESSION_AND);
    assert_int_equal(made->type.type, TYPE_BOOL);
    query_expression_write(&out, made, "x");
    assert_string_equal(out.text, "((x.node.region.type == COMM) && (x.bytes > 1kB))");
    buffer_free(&out);
    query_expression_free(made);
    assert_null(condition("e -> e.bytes", &trouble));
    assert_string_equal(trouble.what,
                        "the condition must be true or false; this is a number of bytes");
    assert_int_equal(trouble.at, 5);
    assert_int_equal(trouble.end, 12);
    assert_null(condition("e -> mine.bytes > 3", &trouble));
    assert_string_equal(trouble.what, "`mine` is not defined here");
}

static void is_known_by(const char *text, enum query_depends_on on, const char *index)
{
    struct diagnostic trouble;
    struct query_expression *made = condition(text, &trouble);
    assert_non_null(made);
    struct query_depends depends = query_expression_depends(made);
    assert_int_equal(depends.on, on);
    assert_int_equal(depends.index != NULL, index != NULL);
    if (index)
        assert_string_equal(depends.index->name, index);
    query_expression_free(made);
}

static void what_conditions_depend_on(void **state)
{
    (void)state;
    is_known_by("e -> 1 < 2", DEPENDS_ON_NOTHING, NULL);
    is_known_by("e -> e.rank == 0", DEPENDS_ON_INDEX, "lane");
    is_known_by("e -> e.name == \"main\"", DEPENDS_ON_INDEX, "node");
    is_known_by("e -> e.rank == 0 && e.name == \"main\"", DEPENDS_ON_INDEX, "node");
    is_known_by("e -> e.name == \"main\" || e.rank == 0", DEPENDS_ON_INDEX, "node");
    is_known_by("e -> present(e.object.name)", DEPENDS_ON_INDEX, "object");
    is_known_by("e -> present(e.object) && e.rank == 0", DEPENDS_ON_ROW, NULL);
    is_known_by("e -> e.duration > 3ms", DEPENDS_ON_ROW, NULL);
    is_known_by("e -> e.rank == 0 && e.duration > 3ms", DEPENDS_ON_ROW, NULL);
    is_known_by("e -> e == 3", DEPENDS_ON_ROW, NULL);
}

static void names_are_kept(void **state)
{
    (void)state;
    struct plan_names *names = query_plan_names_new();
    struct diagnostic trouble;
    assert_null(plan_of("let a = events.limit(3);", names, &trouble));
    assert_string_equal(trouble.what, "");
    assert_string_equal(query_plan_names_at(names, 0), "a");
    assert_null(query_plan_names_at(names, 1));
    assert_true(query_plan_names_has(names, "a"));
    assert_null(plan_of("let a = a.limit(e -> 3)", names, &trouble)); /* it stays as it was */
    assert_string_not_equal(trouble.what, "");
    struct query_plan *plan = plan_of("let a = a.skip(1); a", names, &trouble);
    assert_non_null(plan);
    assert_int_equal(plan->stage_count, 2);
    assert_int_equal(plan->stages[0].kind, STAGE_LIMIT);
    assert_int_equal(plan->stages[1].kind, STAGE_SKIP);
    assert_null(query_plan_names_at(names, 1));
    query_plan_free(plan);
    assert_null(plan_of("let b = events", NULL, &trouble));
    assert_string_equal(trouble.what, "`let` is not allowed here");
    query_plan_names_free(names);
}

/* Each name twice in the next: what it stands for doubles every time, but not for ever. */
static void names_do_not_grow_for_ever(void **state)
{
    (void)state;
    struct plan_names *names = query_plan_names_new();
    struct diagnostic trouble = {0};
    int count = 0;
    assert_null(plan_of("let a = nodes.map(n -> n.line)", names, &trouble));
    while (count < 100 && !trouble.what[0]) {
        assert_null(plan_of("let a = a.join(a, x -> x.line).map(x -> x.line)", names, &trouble));
        count++;
    }
    assert_in_range(count, 5, 20);
    assert_string_equal(trouble.what,
                        "this definition is too large (limit: 20000 parts, 1000 levels)");
    assert_null(plan_of("let b = nodes", names, &trouble));
    for (count = 0; count < 2000 && !trouble.what[0]; count++)
        assert_null(plan_of("let b = b.limit(3)", names, &trouble));
    assert_in_range(count, 900, 1100);
    query_plan_names_free(names);
}

static void fields_do_not_grow_for_ever(void **state)
{
    (void)state;
    struct diagnostic trouble;
    struct buffer text = {0};
    buffer_add(&text, "events");
    for (int i = 0; i < 40; i++)
        buffer_add(&text, ".join(events, e -> e.name)");
    assert_null(plan_of(text.text, NULL, &trouble));
    assert_string_equal(trouble.what, "a result can have at most 1000 fields");
    buffer_free(&text);
}

/* What might still become right is told apart from what will not. */
static void early(void **state)
{
    (void)state;
    struct diagnostic trouble;
    assert_null(plan_of("events.groupBy(e -> e.name)", NULL, &trouble));
    assert_true(trouble.early);
    assert_null(plan_of("events.groupBy(e -> e.nme)", NULL, &trouble));
    assert_false(trouble.early);
}

static void results_have_shapes(void **state)
{
    (void)state;
    struct diagnostic trouble;
    struct query_plan *plan = plan_of("events.groupBy(e -> e.region, who: e -> e.rank)"
                                      ".aggregate(n: count(), t: mean(e -> e.duration))",
                                      NULL, &trouble);
    assert_non_null(plan);
    assert_int_equal(plan->shape->count, 4);
    const struct query_field *fields = plan->shape->fields;
    assert_string_equal(fields[0].name, "region");
    assert_int_equal(fields[0].type.type, TYPE_ROW);
    assert_ptr_equal(fields[0].type.shape, query_fields_find("regions", 7));
    assert_string_equal(fields[1].name, "who");
    assert_string_equal(fields[2].name, "n");
    assert_int_equal(fields[2].type.type, TYPE_INTEGER);
    assert_string_equal(fields[3].name, "t");
    assert_int_equal(fields[3].type.type, TYPE_REAL);
    assert_int_equal(fields[3].type.unit, UNIT_TIME);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(fields[i].from, FIELD_MADE);
        assert_int_equal(fields[i].number, i);
    }
    const struct query_stage *stage = &plan->stages[0];
    assert_int_equal(stage->keys, 2);
    assert_int_equal(stage->sum_count, 2);
    assert_int_equal(stage->sums[1].expression, 2);
    query_plan_free(plan);
}

/* Every call is shown by an example that is right. */
static void calls_have_examples(void **state)
{
    (void)state;
    struct diagnostic trouble;
    size_t count = 0;
    for (const struct query_check_method *call; (call = query_check_method_at(count)); count++) {
        struct query_plan *plan = plan_of(call->usage, NULL, &trouble);
        if (!plan)
            fail_msg("%s: %s", call->usage, trouble.what);
        assert_non_null(strstr(call->usage, call->name));
        query_plan_free(plan);
    }
    assert_int_equal(count, 25);
    count = 0;
    for (const struct query_check_function *call; (call = query_check_function_at(count));
         count++) {
        struct buffer text = {0};
        buffer_printf(&text, "events.map(e -> %s)", call->usage);
        struct query_plan *plan = plan_of(text.text, NULL, &trouble);
        if (!plan)
            fail_msg("%s: %s", call->usage, trouble.what);
        assert_non_null(strstr(call->usage, call->name));
        query_plan_free(plan);
        buffer_free(&text);
    }
    assert_int_equal(count, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_alone),
        cmocka_unit_test(what_conditions_depend_on),
        cmocka_unit_test(names_are_kept),
        cmocka_unit_test(names_do_not_grow_for_ever),
        cmocka_unit_test(fields_do_not_grow_for_ever),
        cmocka_unit_test(early),
        cmocka_unit_test(results_have_shapes),
        cmocka_unit_test(calls_have_examples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

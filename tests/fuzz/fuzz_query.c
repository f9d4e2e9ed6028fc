/* fuzz_query.c: reads whatever it is given as queries, and checks that what was understood fits
 * together: every place in the text is one, every expression has parts of the types it needs. */
#include "query/exec/plan.h"
#include "query/parse/parser.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static enum query_type type_of(const struct query_expression *expression, size_t part)
{
    check(part < expression->part_count);
    return expression->parts[part]->type.type;
}

static void check_constant(const struct query_expression *expression)
{
    enum query_type type = expression->type.type;
    check(!expression->part_count);
    check(type == TYPE_BOOL || type == TYPE_INTEGER || type == TYPE_REAL || type == TYPE_TEXT ||
          type == TYPE_ACT || (type == TYPE_ROW && expression->absent));
    check(type != TYPE_TEXT || expression->text || expression->absent);
    check(type != TYPE_BOOL || expression->absent || (expression->whole & ~1) == 0);
}

static void check_field(const struct query_expression *expression, const struct query_fields *shape)
{
    const struct query_fields *of = shape;
    if (expression->part_count) {
        check(expression->part_count == 1 && type_of(expression, 0) == TYPE_ROW);
        of = expression->parts[0]->type.shape;
    }
    check(expression->field >= of->fields && expression->field < of->fields + of->count);
    check(expression->field->from != FIELD_VIA);
    check(expression->type.type == expression->field->type.type);
}

/* Two numbers of one type, which is that of the result. */
static void check_numbers(const struct query_expression *expression)
{
    check(query_type_is_number(expression->type));
    for (size_t i = 0; i < expression->part_count; i++)
        check(type_of(expression, i) == expression->type.type);
}

static void check_parts(const struct query_expression *expression, const struct query_fields *shape)
{
    enum query_type first = expression->part_count ? type_of(expression, 0) : TYPE_NONE;
    switch (expression->op) {
    case EXPRESSION_CONSTANT:
        check_constant(expression);
        break;
    case EXPRESSION_FIELD:
        check_field(expression, shape);
        break;
    case EXPRESSION_SELF:
        check(expression->type.type == TYPE_ROW && expression->type.shape == shape && shape->table);
        break;
    case EXPRESSION_NOT:
    case EXPRESSION_AND:
    case EXPRESSION_OR:
        for (size_t i = 0; i < expression->part_count; i++)
            check(type_of(expression, i) == TYPE_BOOL);
        break;
    case EXPRESSION_DIVIDE:
        check(first == TYPE_REAL);
        check_numbers(expression);
        break;
    case EXPRESSION_REMAINDER:
        check(first == TYPE_INTEGER);
        check_numbers(expression);
        break;
    case EXPRESSION_NEGATE:
    case EXPRESSION_ADD:
    case EXPRESSION_SUBTRACT:
    case EXPRESSION_MULTIPLY:
    case EXPRESSION_ABSOLUTE:
    case EXPRESSION_LESSER:
    case EXPRESSION_GREATER:
        check_numbers(expression);
        break;
    case EXPRESSION_IN:
        for (size_t i = 1; i < expression->part_count; i++)
            check(expression->parts[i]->op == EXPRESSION_CONSTANT &&
                  type_of(expression, i) == first);
        break;
    case EXPRESSION_EQUAL:
    case EXPRESSION_UNEQUAL:
    case EXPRESSION_LESS:
    case EXPRESSION_LESS_OR_EQUAL:
        check(type_of(expression, 1) == first && first != TYPE_ROW && first != TYPE_RECORD);
        break;
    case EXPRESSION_CHOICE:
        check(first == TYPE_BOOL && type_of(expression, 1) == type_of(expression, 2) &&
              type_of(expression, 1) == expression->type.type);
        break;
    case EXPRESSION_STARTS:
    case EXPRESSION_ENDS:
    case EXPRESSION_CONTAINS:
        check(first == TYPE_TEXT && expression->text);
        break;
    case EXPRESSION_MATCHES:
        check(first == TYPE_TEXT && expression->regex);
        break;
    case EXPRESSION_LENGTH:
        check(first == TYPE_TEXT);
        break;
    case EXPRESSION_TO_REAL:
        check(first == TYPE_INTEGER && expression->type.type == TYPE_REAL);
        break;
    case EXPRESSION_TO_WHOLE:
        check(first == TYPE_REAL && expression->type.type == TYPE_INTEGER);
        break;
    case EXPRESSION_PRESENT:
        break;
    }
}

static void check_expression(const struct query_expression *expression,
                             const struct query_fields *shape)
{
    check_parts(expression, shape);
    check(expression->at <= expression->end);
    for (size_t i = 0; i < expression->part_count; i++)
        check_expression(expression->parts[i], shape);
    query_expression_depends(expression);
}

static void check_plan(const struct query_plan *plan)
{
    const struct query_fields *shape = plan->source;
    check(shape->table != NULL);
    for (size_t i = 0; i < plan->stage_count; i++) {
        const struct query_stage *stage = &plan->stages[i];
        for (size_t k = 0; k < stage->expression_count; k++)
            check_expression(stage->expressions[k],
                             stage->kind == STAGE_JOIN && k ? stage->other->shape : shape);
        if (stage->kind == STAGE_FILTER)
            check(stage->expressions[0]->type.type == TYPE_BOOL);
        if (stage->kind == STAGE_MAP)
            check(stage->shape && stage->shape->count == stage->expression_count);
        if (stage->kind == STAGE_GROUP)
            check(stage->shape && stage->shape->count == stage->keys + stage->sum_count);
        if (stage->kind == STAGE_JOIN) {
            check(query_type_is_number(stage->expressions[0]->type) ==
                  query_type_is_number(stage->expressions[1]->type));
            check(stage->shape && stage->shape->count == shape->count + stage->other->shape->count);
            check_plan(stage->other);
        }
        shape = stage->shape ? stage->shape : shape;
    }
    check(shape == plan->shape);
}

/* What is wrong is somewhere in the text, and can be shown. */
static void check_trouble(const struct diagnostic *trouble, const char *text)
{
    struct buffer out = {0};
    check(trouble->at <= trouble->end && trouble->end <= strlen(text));
    diagnostic_write(&out, trouble, "fuzz", text);
    buffer_free(&out);
}

static void try_statements(const char *text)
{
    struct query_parser parser;
    struct plan_names *names = query_plan_names_new();
    query_parser_start(&parser, text);
    for (struct query_tree *tree; (tree = query_parser_statement(&parser)); query_tree_free(tree)) {
        struct query_plan *plan = query_plan_make(tree, names, &parser.trouble);
        check(plan || tree->kind == TREE_LET || parser.trouble.what[0]);
        if (plan) {
            struct buffer out = {0};
            check(!parser.trouble.what[0]);
            check_plan(plan);
            query_plan_write(&out, plan);
            buffer_free(&out);
        }
        query_plan_free(plan);
    }
    if (parser.trouble.what[0])
        check_trouble(&parser.trouble, text);
    query_plan_names_free(names);
}

static void try_condition(const char *text)
{
    struct query_parser parser;
    const struct query_fields *events = query_fields_at(0);
    query_parser_start(&parser, text);
    struct query_tree *tree = query_parser_lambda(&parser);
    struct query_expression *condition =
        tree ? query_plan_condition(tree, events, &parser.trouble) : NULL;
    check(condition || parser.trouble.what[0]);
    if (condition)
        check_expression(condition, events);
    else
        check_trouble(&parser.trouble, text);
    query_expression_free(condition);
    query_tree_free(tree);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    char *text = calloc(size + 1, 1);
    if (!text)
        return 0;
    if (size)
        memcpy(text, bytes, size);
    try_statements(text);
    try_condition(text);
    free(text);
    return 0;
}

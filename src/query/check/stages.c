/* stages.c: checks the calls that filter, map, sort and limit a stream. */
#include "query/check/check.h"

#include "util/memory.h"

#include <math.h>
#include <stdlib.h>

struct query_stage *query_check_stage(struct query_chain *chain, enum query_stage_kind kind,
                                      const struct query_tree *call)
{
    struct query_plan *plan = chain->plan;
    plan->stages =
        memory_grow(plan->stages, &plan->stage_room, plan->stage_count + 1, sizeof *plan->stages);
    struct query_stage *stage = &plan->stages[plan->stage_count++];
    *stage = (struct query_stage){
        .kind = kind, .at = call->word_at, .end = call->word_at + strlen(call->text)};
    return stage;
}

void query_check_stage_add(struct query_stage *stage, struct query_expression *expression)
{
    stage->expressions =
        memory_grow(stage->expressions, &stage->expression_room, stage->expression_count + 1,
                    sizeof(struct query_expression *));
    stage->expressions[stage->expression_count++] = expression;
}

struct query_scope query_check_scope(const struct query_chain *chain,
                                     const struct query_tree *lambda)
{
    return (struct query_scope){chain->check, lambda->text, chain->plan->shape};
}

/* Checks the condition of filter, anyMatch, allMatch or noneMatch, and adds the stage. */
static bool with_condition(struct query_chain *chain, const struct query_tree *call,
                           enum query_stage_kind kind, struct query_stage **stage)
{
    const struct query_tree *lambda = query_check_lambda(chain->check, call, call->parts[1]);
    if (!lambda)
        return false;
    struct query_scope scope = query_check_scope(chain, lambda);
    struct query_expression *condition =
        query_check_condition(&scope, lambda->parts[0], "the condition");
    if (!condition)
        return false;
    *stage = query_check_stage(chain, kind, call);
    query_check_stage_add(*stage, condition);
    return true;
}

bool query_check_filter(struct query_chain *chain, const struct query_tree *call)
{
    struct query_stage *stage;
    return with_condition(chain, call, STAGE_FILTER, &stage);
}

bool query_check_match(struct query_chain *chain, const struct query_tree *call)
{
    enum query_stage_kind kind = call->text[0] == 'n'   ? STAGE_NONE
                                 : call->text[1] == 'n' ? STAGE_ANY
                                                        : STAGE_ALL;
    struct result result = {.check = chain->check};
    struct query_stage *stage;
    if (!with_condition(chain, call, kind, &stage))
        return false;
    result_add(&result, call->text, (struct query_value_type){.type = TYPE_BOOL}, call);
    chain->plan->shape = stage->shape = result_shape(&result, "the result");
    return true;
}

struct query_expression *query_check_field_value(const struct query_scope *scope,
                                                 const struct query_tree *tree)
{
    struct query_expression *made = query_check_value(scope, tree);
    if (!made || made->type.type != TYPE_RECORD)
        return made;
    query_check_wrong(scope->check, tree, "this is the whole row; name a field of it");
    query_expression_free(made);
    return NULL;
}

bool query_check_map(struct query_chain *chain, const struct query_tree *call)
{
    const struct query_tree *lambda = query_check_lambda(chain->check, call, call->parts[1]);
    if (!lambda)
        return false;
    const struct query_tree *body = lambda->parts[0];
    struct query_scope scope = query_check_scope(chain, lambda);
    if (body->kind == TREE_NAME && query_check_is(body->text, lambda->text))
        return true; /* the rows unchanged */
    if (body->kind == TREE_RECORD && !body->part_count)
        return query_check_wrong(chain->check, body, "this record has no fields");
    struct result result = {.check = chain->check};
    struct query_stage *stage = query_check_stage(chain, STAGE_MAP, call);
    size_t count = body->kind == TREE_RECORD ? body->part_count : 1;
    for (size_t i = 0; i < count; i++) {
        const struct query_tree *part = body->kind == TREE_RECORD ? body->parts[i] : body;
        const struct query_tree *value = body->kind == TREE_RECORD ? part->parts[0] : body;
        struct query_expression *made = query_check_field_value(&scope, value);
        if (made)
            query_check_stage_add(stage, made);
        const char *name = part == value ? result_name(body, "value") : part->text;
        if (!made || !result_add(&result, name, made->type, part)) {
            result_free(&result);
            return false;
        }
    }
    chain->plan->shape = stage->shape = result_shape(&result, "the result of map");
    return true;
}

/* Checks a sort key: e -> key, e -> desc(key) or desc(e -> key). */
static bool sort_key(struct query_chain *chain, const struct query_tree *call,
                     const struct query_tree *argument, struct query_stage *stage)
{
    const struct query_check *check = chain->check;
    bool outside = argument->kind == TREE_CALL && query_check_is(argument->text, "desc");
    bool one = !outside || argument->part_count == 1;
    const struct query_tree *lambda =
        one ? query_check_lambda(check, call, outside ? argument->parts[0] : argument) : NULL;
    if (!one)
        query_check_wrong(check, argument, "`desc` needs one key");
    if (!lambda)
        return false;
    const struct query_tree *body = lambda->parts[0];
    bool inside =
        body->kind == TREE_CALL && query_check_is(body->text, "desc") && body->part_count == 1;
    struct query_scope scope = query_check_scope(chain, lambda);
    struct query_expression *made = query_check_field_value(&scope, inside ? body->parts[0] : body);
    if (!made)
        return false;
    stage->descending[stage->expression_count] = outside || inside;
    query_check_stage_add(stage, query_check_row_number(made, body));
    return true;
}

bool query_check_sorted(struct query_chain *chain, const struct query_tree *call)
{
    struct query_stage *stage = query_check_stage(chain, STAGE_SORT, call);
    stage->descending = memory_zeroed(call->part_count, sizeof *stage->descending);
    for (size_t i = 1; i < call->part_count; i++) {
        if (!sort_key(chain, call, call->parts[i], stage))
            return false;
    }
    return true;
}

bool query_check_distinct(struct query_chain *chain, const struct query_tree *call)
{
    const struct query_fields *shape = chain->plan->shape;
    struct query_stage *stage = query_check_stage(chain, STAGE_DISTINCT, call);
    for (size_t i = 0; call->part_count == 1 && i < shape->count; i++) {
        if (shape->fields[i].from != FIELD_ROW)
            query_check_stage_add(stage, query_check_field(shape, NULL, &shape->fields[i], call));
    }
    for (size_t i = 1; i < call->part_count; i++) {
        const struct query_tree *lambda = query_check_lambda(chain->check, call, call->parts[i]);
        if (!lambda)
            return false;
        struct query_scope scope = query_check_scope(chain, lambda);
        struct query_expression *made = query_check_field_value(&scope, lambda->parts[0]);
        if (!made)
            return false;
        query_check_stage_add(stage, made);
    }
    return true;
}

bool query_check_limit(struct query_chain *chain, const struct query_tree *call)
{
    const struct query_check *check = chain->check;
    struct query_expression *known;
    if (!query_check_known(check, call->parts[1], "a number of rows", UNIT_NONE, &known))
        return false;
    double real = known->type.type == TYPE_REAL ? known->real : (double)known->whole;
    int64_t whole =
        known->type.type == TYPE_REAL ? (int64_t)fmin(fabs(real), 0x1p62) : known->whole;
    bool has_unit = known->type.unit != UNIT_NONE;
    query_expression_free(known);
    if (has_unit || real < 0 || real != floor(real)) {
        query_check_wrong(check, call->parts[1],
                          "the number of rows must be whole and not negative");
        diagnostic_help(check->trouble, "As in  %s(10)", call->text);
        return false;
    }
    query_check_stage(chain, query_check_is(call->text, "skip") ? STAGE_SKIP : STAGE_LIMIT, call)
        ->count = (uint64_t)whole;
    return true;
}

static bool is_nodes(const struct query_chain *chain, const struct query_tree *call)
{
    const struct query_fields *shape = chain->plan->shape;
    if (shape == query_fields_find("nodes", 5))
        return true;
    query_check_wrong_word(chain->check, call, "`%s` works only on nodes; these are rows of %s",
                           call->text, shape->name);
    query_check_usage(chain->check, call->text);
    return false;
}

bool query_check_relatives(struct query_chain *chain, const struct query_tree *call)
{
    if (!is_nodes(chain, call))
        return false;
    query_check_stage(chain, call->text[0] == 'c' ? STAGE_CHILDREN : STAGE_ANCESTORS, call);
    return true;
}

bool query_check_path(struct query_chain *chain, const struct query_tree *call)
{
    const struct query_tree *pattern = call->parts[1];
    if (!is_nodes(chain, call))
        return false;
    if (pattern->kind != TREE_TEXT || !pattern->text[0]) {
        query_check_wrong(chain->check, pattern, "expected a call path in quotes");
        query_check_usage(chain->check, call->text);
        return false;
    }
    query_check_stage(chain, STAGE_PATH, call)->path = memory_string(pattern->text);
    return true;
}

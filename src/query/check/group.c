/* group.c: checks groupBy and aggregates. */
#include "query/check/check.h"

#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const aggregates[] = {
    [AGGREGATE_COUNT] = "count",
    [AGGREGATE_SUM] = "sum",
    [AGGREGATE_MEAN] = "mean",
    [AGGREGATE_MIN] = "min",
    [AGGREGATE_MAX] = "max",
    [AGGREGATE_STDDEV] = "stddev",
    [AGGREGATE_PERCENTILE] = "percentile",
};
enum { AGGREGATES = sizeof aggregates / sizeof aggregates[0] };

static int aggregate_of(const char *word)
{
    for (int i = 0; i < AGGREGATES; i++) {
        if (query_check_is(aggregates[i], word))
            return i;
    }
    return -1;
}

bool query_check_is_aggregate(const char *word)
{
    return aggregate_of(word) >= 0;
}

const char *query_plan_aggregate_word(enum query_aggregate aggregate)
{
    return aggregates[aggregate];
}

/* Adds a grouping key; its name becomes a field of the result. */
static bool add_key(struct query_chain *chain, struct query_stage *stage, struct result *result,
                    const struct query_scope *scope, const struct query_tree *body,
                    const char *name)
{
    struct query_expression *key = query_check_value(scope, body);
    if (!key)
        return false;
    query_check_stage_add(stage, key);
    if (key->type.type == TYPE_RECORD)
        return query_check_wrong(chain->check, body, "this is the whole row; name a field of it");
    return result_add(result, name, key->type, body);
}

static bool add_keys(struct query_chain *chain, const struct query_tree *call,
                     struct result *result, struct query_stage *stage)
{
    unsigned unnamed = 0;
    for (size_t i = 1; i < call->part_count; i++) {
        const struct query_tree *argument = call->parts[i];
        bool named = argument->kind == TREE_NAMED;
        const struct query_tree *lambda =
            query_check_lambda(chain->check, call, named ? argument->parts[0] : argument);
        if (!lambda)
            return false;
        struct query_scope scope = query_check_scope(chain, lambda);
        const struct query_tree *body = lambda->parts[0];
        for (size_t k = 0; body->kind == TREE_RECORD && k < body->part_count; k++) {
            const struct query_tree *part = body->parts[k];
            if (!add_key(chain, stage, result, &scope, part->parts[0], part->text))
                return false;
        }
        if (body->kind == TREE_RECORD)
            continue;
        char key[24] = "key";
        if (body->kind != TREE_FIELD && !named && unnamed++)
            snprintf(key, sizeof key, "key%u", unnamed);
        const char *name = named ? argument->text : result_name(body, key);
        if (!add_key(chain, stage, result, &scope, body, name))
            return false;
    }
    return true;
}

bool query_check_group_by(struct query_chain *chain, const struct query_tree *call)
{
    struct result result = {.check = chain->check};
    struct query_stage *stage = query_check_stage(chain, STAGE_GROUP, call);
    bool added = add_keys(chain, call, &result, stage);
    stage->keys = stage->expression_count;
    if (added)
        stage->shape = result_shape(&result, "the groups");
    result_free(&result);
    chain->groups = call;
    return added;
}

/* Returns the stage that aggregates are added to, with the fields that it has so far in
 * `result`. */
static struct query_stage *begin(struct query_chain *chain, const struct query_tree *call,
                                 struct result *result)
{
    if (!chain->groups)
        return query_check_stage(chain, STAGE_GROUP, call);
    struct query_stage *stage = &chain->plan->stages[chain->plan->stage_count - 1];
    for (size_t i = 0; i < stage->shape->count; i++)
        result_add(result, stage->shape->fields[i].name, stage->shape->fields[i].type, call);
    free(stage->shape);
    stage->shape = NULL;
    chain->groups = NULL;
    return stage;
}

static void finish(struct query_chain *chain, struct query_stage *stage, struct result *result)
{
    chain->plan->shape = stage->shape =
        result_shape(result, stage->keys ? "the groups" : "the aggregates");
}

static struct query_value_type sum_type(enum query_aggregate aggregate, struct query_value_type of)
{
    switch (aggregate) {
    case AGGREGATE_COUNT:
        return (struct query_value_type){.type = TYPE_INTEGER};
    case AGGREGATE_MEAN:
    case AGGREGATE_STDDEV:
    case AGGREGATE_PERCENTILE:
        of.type = TYPE_REAL;
        return of;
    default:
        return of;
    }
}

static bool share(const struct query_chain *chain, const struct query_tree *tree, double *share)
{
    struct query_expression *known;
    if (!query_check_known(chain->check, tree, "a number from 0 to 100", UNIT_NONE, &known))
        return false;
    *share = known->type.type == TYPE_REAL ? known->real : (double)known->whole;
    bool fits = known->type.unit == UNIT_NONE && *share >= 0 && *share <= 100;
    query_expression_free(known);
    if (!fits)
        query_check_wrong(chain->check, tree, "a percentile is a number from 0 to 100");
    return fits;
}

/* Adds an aggregate such as sum(e -> e.duration): `call` is the aggregate, `arguments` are those in
 * its brackets. */
static bool add_sum(struct query_chain *chain, struct query_stage *stage, struct result *result,
                    const struct query_tree *call, struct query_tree **arguments, const char *name)
{
    enum query_aggregate aggregate = (enum query_aggregate)aggregate_of(call->text);
    struct query_stage_sum sum = {.aggregate = aggregate};
    struct query_value_type type = {.type = TYPE_INTEGER};
    if (aggregate != AGGREGATE_COUNT) {
        const struct query_tree *lambda = query_check_lambda(chain->check, call, arguments[0]);
        if (!lambda)
            return false;
        struct query_scope scope = query_check_scope(chain, lambda);
        struct query_expression *made = query_check_value(&scope, lambda->parts[0]);
        if (!made)
            return false;
        sum.expression = stage->expression_count;
        query_check_stage_add(stage, made);
        type = made->type;
        if (!query_type_is_number(type))
            return query_check_wrong(chain->check, lambda->parts[0],
                                     "`%s` needs numbers; this is %s", call->text,
                                     query_type_word(type));
    }
    if (aggregate == AGGREGATE_PERCENTILE && !share(chain, arguments[1], &sum.parameter))
        return false;
    stage->sums =
        memory_grow(stage->sums, &stage->sum_room, stage->sum_count + 1, sizeof *stage->sums);
    stage->sums[stage->sum_count++] = sum;
    return result_add(result, name, sum_type(aggregate, type), call);
}

bool query_check_aggregate(struct query_chain *chain, const struct query_tree *call)
{
    struct result result = {.check = chain->check};
    struct query_stage *stage = begin(chain, call, &result);
    bool named = call->part_count > 1 && call->parts[1]->kind == TREE_NAMED;
    struct query_tree **arguments = named ? call->parts[1]->parts : call->parts + 1;
    struct query_tree *both[2] = {named ? arguments[0] : NULL,
                                  named ? call->parts[call->part_count - 1] : NULL};
    bool added = add_sum(chain, stage, &result, call, named ? both : arguments,
                         named ? call->parts[1]->text : call->text);
    if (added)
        finish(chain, stage, &result);
    result_free(&result);
    return added;
}

/* Checks one argument of aggregate(...): it must call an aggregate with the right number of
 * arguments. */
static bool is_sum(struct query_chain *chain, const struct query_tree *tree)
{
    const struct query_check *check = chain->check;
    int which = tree->kind == TREE_CALL ? aggregate_of(tree->text) : -1;
    if (which < 0) {
        query_check_wrong(check, tree, "`aggregate` needs aggregates such as count() or sum(...)");
        diagnostic_help(check->trouble,
                        "Aggregates: count sum mean min max stddev percentile. As in  "
                        "aggregate(n: count(), t: sum(e -> e.duration))");
        return false;
    }
    size_t needs = which == AGGREGATE_COUNT ? 0 : which == AGGREGATE_PERCENTILE ? 2 : 1;
    if (tree->part_count == needs)
        return true;
    query_check_wrong(check, tree, "`%s` needs %s", tree->text,
                      needs == 0   ? "no arguments"
                      : needs == 1 ? "a lambda"
                                   : "a lambda and a number from 0 to 100");
    query_check_usage(check, tree->text);
    return false;
}

bool query_check_aggregates(struct query_chain *chain, const struct query_tree *call)
{
    struct result result = {.check = chain->check};
    struct query_stage *stage = begin(chain, call, &result);
    bool added = true;
    for (size_t i = 1; added && i < call->part_count; i++) {
        const struct query_tree *argument = call->parts[i];
        bool named = argument->kind == TREE_NAMED;
        const struct query_tree *sum = named ? argument->parts[0] : argument;
        added = is_sum(chain, sum) &&
                add_sum(chain, stage, &result, sum, sum->parts, named ? argument->text : sum->text);
    }
    if (added)
        finish(chain, stage, &result);
    result_free(&result);
    return added;
}

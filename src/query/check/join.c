/* join.c: checks join(stream, key, key). */
#include "query/check/check.h"

#include "util/memory.h"

#include <stdlib.h>

/* Returns the plan of the stream that is joined; NULL with trouble. */
static struct query_plan *other_of(struct query_chain *chain, const struct query_tree *tree)
{
    struct query_chain other = {.check = chain->check,
                                .plan = memory_zeroed(1, sizeof *other.plan)};
    if (query_check_stream(&other, tree) && !other.groups)
        return other.plan;
    if (other.groups)
        query_check_wrong_word(chain->check, other.groups, "these groups have no aggregate yet");
    query_plan_free(other.plan);
    return NULL;
}

static bool join_keys(struct query_chain *chain, const struct query_tree *call,
                      struct query_stage *stage)
{
    const struct query_check *check = chain->check;
    struct query_expression *keys[2] = {NULL, NULL};
    const struct query_tree *bodies[2];
    for (size_t i = 0; i < 2; i++) {
        const struct query_tree *argument = call->parts[i + 2 < call->part_count ? i + 2 : 2];
        const struct query_tree *lambda = query_check_lambda(check, call, argument);
        if (lambda) {
            struct query_scope scope = query_check_scope(chain, lambda);
            scope.shape = i ? stage->other->shape : scope.shape;
            bodies[i] = lambda->parts[0];
            keys[i] = query_check_field_value(&scope, lambda->parts[0]);
        }
        if (!keys[i]) {
            query_expression_free(keys[0]);
            return false;
        }
    }
    bool fits = query_check_unify(&keys[0], &keys[1]);
    if (!fits)
        query_check_wrong(check, bodies[1], "%s cannot be compared with %s",
                          query_type_word(keys[0]->type), query_type_word(keys[1]->type));
    query_check_stage_add(stage, keys[0]);
    query_check_stage_add(stage, keys[1]);
    return fits;
}

/* Adds a field of either stream. A name that is taken gets the prefix `other`. */
static bool join_field(struct result *result, const struct query_field *field,
                       const struct query_tree *call)
{
    char *name = memory_string(field->name);
    for (unsigned number = 1;; number++) {
        bool taken = false;
        for (size_t i = 0; i < result->count; i++)
            taken |= query_check_is(result->fields[i].name, name);
        if (!taken)
            break;
        free(name);
        char first = field->name[0];
        bool lower = first >= 'a' && first <= 'z';
        name = number > 1 ? memory_printf("other%u%c%s", number, lower ? first - 32 : first,
                                          field->name + 1)
                          : memory_printf("other%c%s", lower ? first - 32 : first, field->name + 1);
    }
    bool added = result_add(result, name, field->type, call);
    free(name);
    return added;
}

bool query_check_join(struct query_chain *chain, const struct query_tree *call)
{
    struct query_plan *other = other_of(chain, call->parts[1]);
    if (!other)
        return false;
    struct query_stage *stage = query_check_stage(chain, STAGE_JOIN, call);
    stage->other = other;
    if (!join_keys(chain, call, stage))
        return false;
    struct result result = {.check = chain->check};
    const struct query_fields *shapes[] = {chain->plan->shape, other->shape};
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < shapes[k]->count; i++) {
            if (!join_field(&result, &shapes[k]->fields[i], call)) {
                result_free(&result);
                return false;
            }
        }
    }
    chain->plan->shape = stage->shape = result_shape(&result, "the result of join");
    return true;
}

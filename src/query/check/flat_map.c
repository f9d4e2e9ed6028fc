/* flat_map.c: checks flatMap, which leads from rows to those of another stream that belong to them.
 * moves.filter(m -> m.bytes > 1MB).flatMap(m -> m.variables) becomes
 * variables.filter(m -> m.move.bytes > 1MB). */
#include "query/check/check.h"

#include "util/memory.h"

#include <stdlib.h>

/* True if a tree has that name; every name has one, but compilers cannot know. */
static bool is_named(const struct query_tree *tree, const char *name)
{
    return tree->text && name && query_check_is(tree->text, name);
}

/* Returns the field of a stream's rows that leads to a row of `to`; NULL: none. */
static const struct query_field *field_to(const struct query_fields *from,
                                          const struct query_fields *to)
{
    for (size_t i = 0; i < from->count; i++) {
        const struct query_field *field = &from->fields[i];
        if (field->from == FIELD_COLUMN && field->type.type == TYPE_ROW && field->type.shape == to)
            return field;
    }
    return NULL;
}

/* Copies a tree; where it names the row, the copy names its field `step`. */
static struct query_tree *copy(const struct query_tree *tree, const char *row, const char *step)
{
    struct query_tree *made = memory_zeroed(1, sizeof *made);
    *made = *tree;
    made->text = tree->text ? memory_string(tree->text) : NULL;
    made->parts = NULL;
    made->part_count = made->part_room = 0;
    if (tree->kind == TREE_NAME && is_named(tree, row)) {
        struct query_tree *field = memory_zeroed(1, sizeof *field);
        *field = (struct query_tree){.kind = TREE_FIELD,
                                     .at = tree->at,
                                     .end = tree->end,
                                     .word_at = tree->at,
                                     .text = memory_string(step)};
        query_tree_add(field, made);
        return field;
    }
    for (size_t i = 0; i < tree->part_count; i++)
        query_tree_add(made, copy(tree->parts[i], row, step));
    return made;
}

static bool wrong_before(const struct query_chain *chain, const struct query_tree *call)
{
    query_check_wrong_word(chain->check, call, "only `filter` can come before `flatMap`");
    query_check_usage(chain->check, call->text);
    return false;
}

/* Adds the filters of the stream before flatMap, the first one first. */
static bool add_filters(struct query_chain *chain, const struct query_tree *tree,
                        const struct query_tree *call, const char *step)
{
    if (tree->kind == TREE_NAME) {
        const struct query_tree *kept = query_plan_names_tree(chain->check->names, tree->text);
        return !kept || add_filters(chain, kept, call, step);
    }
    if (tree->kind != TREE_METHOD || !is_named(tree, "filter"))
        return wrong_before(chain, call);
    if (!add_filters(chain, tree->parts[0], call, step))
        return false;
    struct query_tree *filter = memory_zeroed(1, sizeof *filter);
    *filter = (struct query_tree){.kind = TREE_METHOD,
                                  .at = tree->at,
                                  .end = tree->end,
                                  .word_at = tree->word_at,
                                  .text = memory_string(tree->text)};
    const struct query_tree *lambda = tree->parts[1];
    query_tree_add(filter, copy(tree->parts[0], "", ""));
    struct query_tree *body = copy(lambda->parts[0], lambda->text, step);
    struct query_tree *made = memory_zeroed(1, sizeof *made);
    *made = (struct query_tree){.kind = TREE_LAMBDA,
                                .at = lambda->at,
                                .end = lambda->end,
                                .word_at = lambda->word_at,
                                .text = memory_string(lambda->text)};
    query_tree_add(made, body);
    query_tree_add(filter, made);
    bool good = query_check_filter(chain, filter);
    query_tree_free(filter);
    return good;
}

static bool no_such_rows(const struct query_chain *chain, const struct query_tree *at)
{
    const struct query_fields *from = chain->plan->shape;
    struct query_check_words words = {0};
    for (size_t i = 0; query_fields_at(i); i++) {
        if (field_to(query_fields_at(i), from))
            query_check_words_add(&words, query_fields_at(i)->name);
    }
    query_check_wrong(chain->check, at, "%s has no rows of that name", from->one);
    query_check_words_help(chain->check, &words, at->kind == TREE_FIELD && at->text ? at->text : "",
                           "", "It has");
    return false;
}

bool query_check_flat_map(struct query_chain *chain, const struct query_tree *call)
{
    struct query_plan *plan = chain->plan;
    const struct query_tree *lambda = query_check_lambda(chain->check, call, call->parts[1]);
    if (!lambda)
        return false;
    const struct query_tree *body = lambda->parts[0];
    for (size_t i = 0; i < plan->stage_count; i++) {
        if (plan->stages[i].kind != STAGE_FILTER)
            return wrong_before(chain, call);
    }
    bool is_field = body->kind == TREE_FIELD && body->parts[0]->kind == TREE_NAME &&
                    is_named(body->parts[0], lambda->text);
    const struct query_fields *rows =
        is_field && body->text ? query_fields_find(body->text, strlen(body->text)) : NULL;
    const struct query_field *field = rows ? field_to(rows, plan->shape) : NULL;
    if (!field)
        return no_such_rows(chain, body);
    query_plan_drop_stages(plan);
    plan->source = plan->shape = rows;
    return add_filters(chain, call->parts[0], call, field->name);
}

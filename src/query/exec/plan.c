/* plan.c: makes plans, and stores the streams bound by `let`: see plan.h */
#include "query/check/check.h"

#include "util/memory.h"

#include <stdlib.h>

enum {
    LARGEST = 20000,
    HIGHEST = 1000
}; /* limits for a `let`, with the streams that it uses expanded */

struct plan_names {
    struct kept {
        char *name;
        struct query_tree *tree;
    } * kept;
    size_t count, room;
};

struct plan_names *query_plan_names_new(void)
{
    return memory_zeroed(1, sizeof(struct plan_names));
}

void query_plan_names_free(struct plan_names *names)
{
    for (size_t i = 0; names && i < names->count; i++) {
        free(names->kept[i].name);
        query_tree_free(names->kept[i].tree);
    }
    if (names)
        free(names->kept);
    free(names);
}

const char *query_plan_names_at(const struct plan_names *names, size_t i)
{
    return names && i < names->count ? names->kept[i].name : NULL;
}

static struct kept *find(const struct plan_names *names, const char *name)
{
    for (size_t i = 0; names && i < names->count; i++) {
        if (query_check_is(names->kept[i].name, name))
            return &names->kept[i];
    }
    return NULL;
}

const struct query_tree *query_plan_names_tree(const struct plan_names *names, const char *name)
{
    const struct kept *kept = find(names, name);
    return kept ? kept->tree : NULL;
}

bool query_plan_names_has(const struct plan_names *names, const char *name)
{
    return find(names, name) != NULL;
}

static void stage_free(struct query_stage *stage)
{
    for (size_t i = 0; i < stage->expression_count; i++)
        query_expression_free(stage->expressions[i]);
    free(stage->expressions);
    free(stage->descending);
    free(stage->sums);
    free(stage->path);
    query_plan_free(stage->other);
    free(stage->shape);
}

void query_plan_drop_stages(struct query_plan *plan)
{
    while (plan->stage_count)
        stage_free(&plan->stages[--plan->stage_count]);
}

void query_plan_free(struct query_plan *plan)
{
    if (!plan)
        return;
    for (size_t i = 0; i < plan->stage_count; i++)
        stage_free(&plan->stages[i]);
    free(plan->stages);
    free(plan);
}

/* Copies a tree and expands the names of streams in it, so that a name can be bound again later,
 * even to something made of its old stream. NULL if the copy exceeds the limits. */
static struct query_tree *copy(const struct plan_names *names, const struct query_tree *tree,
                               bool is_stream, size_t *room)
{
    const struct query_tree *kept =
        tree->kind == TREE_NAME && is_stream ? query_plan_names_tree(names, tree->text) : NULL;
    if (kept)
        return copy(NULL, kept, false, room);
    if (!*room)
        return NULL;
    --*room;
    struct query_tree *made = memory_zeroed(1, sizeof *made);
    *made = *tree;
    made->text = tree->text ? memory_string(tree->text) : NULL;
    made->parts = NULL;
    made->part_count = made->part_room = made->height = 0;
    bool joins = tree->kind == TREE_METHOD && made->text && query_check_is(made->text, "join");
    for (size_t i = 0; i < tree->part_count; i++) {
        bool streams = tree->kind == TREE_METHOD && is_stream && (i == 0 || (i == 1 && joins));
        struct query_tree *part = copy(names, tree->parts[i], streams, room);
        if (part)
            query_tree_add(made, part);
        if (!part || made->height > HIGHEST) {
            query_tree_free(made);
            return NULL;
        }
    }
    return made;
}

static struct query_plan *stream(struct query_check *check, const struct query_tree *tree)
{
    struct query_chain chain = {.check = check, .plan = memory_zeroed(1, sizeof *chain.plan)};
    if (query_check_stream(&chain, tree) && !chain.groups)
        return chain.plan;
    if (chain.groups && !check->trouble->what[0]) {
        check->trouble->early = true;
        query_check_wrong_word(check, chain.groups, "the groups need an aggregate");
        query_check_usage(check, "aggregate");
    }
    query_plan_free(chain.plan);
    return NULL;
}

static void keep(struct query_check *check, struct plan_names *names, const struct query_tree *let)
{
    size_t room = LARGEST;
    if (!names) {
        query_check_wrong(check, let, "`let` is not allowed here");
        return;
    }
    if (query_fields_find(let->text, strlen(let->text))) {
        query_check_wrong_word(check, let, "`%s` is the name of a built-in stream", let->text);
        diagnostic_help(check->trouble, "Choose another name.");
        return;
    }
    struct query_tree *tree = copy(names, let->parts[0], true, &room);
    if (!tree) {
        query_check_wrong_word(check, let,
                               "this definition is too large (limit: %d parts, %d levels)", LARGEST,
                               HIGHEST);
        return;
    }
    struct kept *kept = find(names, let->text);
    if (!kept) {
        names->kept = memory_grow(names->kept, &names->room, names->count + 1, sizeof *names->kept);
        kept = &names->kept[names->count++];
        *kept = (struct kept){.name = memory_string(let->text)};
    }
    query_tree_free(kept->tree);
    kept->tree = tree;
}

struct query_plan *query_plan_make(const struct query_tree *tree, struct plan_names *names,
                                   struct diagnostic *trouble)
{
    struct query_check check = {.trouble = trouble, .names = names};
    bool lets = tree->kind == TREE_LET, explains = tree->kind == TREE_EXPLAIN;
    const struct query_tree *query = lets || explains ? tree->parts[0] : tree;
    if (query->kind == TREE_LAMBDA) {
        query_check_wrong(&check, query, "this is only a condition: pass it to a call on a stream");
        query_check_usage(&check, "filter");
        return NULL;
    }
    struct query_plan *plan = stream(&check, query);
    if (plan && lets) {
        keep(&check, names, tree);
        query_plan_free(plan);
        return NULL;
    }
    if (plan)
        plan->explain = explains;
    return plan;
}

struct query_expression *query_plan_condition(const struct query_tree *lambda,
                                              const struct query_fields *shape,
                                              struct diagnostic *trouble)
{
    struct query_check check = {.trouble = trouble};
    struct query_scope scope = {.check = &check, .row = lambda->text, .shape = shape};
    return query_check_condition(&scope, lambda->parts[0], "the condition");
}

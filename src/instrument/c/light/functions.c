/* functions.c: chooses the light functions, which are counted where they are called. */
#include "instrument/c/light/calls.h"
#include "instrument/c/light/quiet.h"
#include "util/memory.h"

#include <stdlib.h>

enum {
    SMALL = 60,         /* written operations of a function that a compiler may inline, about */
    SMALL_INLINE = 150, /* of one that is declared inline */
    SMALL_ONCE = 200    /* of one that has a single call site */
};

static void choose(struct scope *scope);

/* Decides about the functions that this one calls, and makes items for calls of light functions. */
static void find_calls(struct scope *scope)
{
    struct unit *unit = scope->unit;
    for (struct node *at = scope->body; at; at = tree_next(scope->body, at)) {
        if (at->kind != CXCursor_CallExpr || at->is_harmless)
            continue;
        at->may_not_return = !calls_return(at);
        struct scope *callee = calls_callee(unit, at);
        if (!callee || !at->in_file || unit_unevaluated(unit, at->start))
            continue;
        choose(callee);
        at->may_not_return = !callee->returns;
        if (callee->light == LIGHT_NO)
            continue;
        at->item = memory_zeroed(1, sizeof *at->item);
        *at->item = (struct item){.node = at, .callee = callee};
    }
}

/* True if all calls in the function return. */
static bool returns(const struct scope *scope)
{
    if (scope->jumps.lands || scope->jumps.nested)
        return false;
    for (struct node *at = scope->body; at; at = tree_next(scope->body, at)) {
        if (at->may_not_return || at->kind == CXCursor_GCCAsmStmt)
            return false;
    }
    return true;
}

static bool is_small(const struct scope *scope)
{
    unsigned most = SMALL;
    if (clang_Cursor_isFunctionInlined(scope->function->cursor))
        most = SMALL_INLINE;
    if (!scope->is_external && scope->calls == 1 && !scope->use_count)
        most = SMALL_ONCE;
    return quiet_size(scope->body) <= most;
}

/* True if a loop of the function is under OpenMP or OpenACC, and so has a probe of its own. */
static bool has_probe_inside(const struct scope *scope)
{
    for (size_t i = 0; i < scope->loop_count; i++) {
        if (scope->loops[i]->pragmas.threads)
            return true;
    }
    return false;
}

/* Returns the number of loops that may be long, in the function and in light functions that it
 * calls. With one of them, the function takes as long as that loop; with several, each of them
 * should be timed by itself. */
static unsigned count_long(const struct scope *scope)
{
    unsigned count = 0;
    for (struct node *at = scope->body; at; at = tree_next(scope->body, at)) {
        bool is_call = at->item && at->item->callee && at->item->callee->light == LIGHT_LONG;
        bool is_loop = tree_is_loop(at) && !tree_is_block(at) && !(at->loop && at->loop->is_short);
        count += is_call || is_loop;
    }
    return count;
}

/* Decides about one function, after those that it calls. */
static void choose(struct scope *scope)
{
    if (scope->is_visited)
        return; /* already decided, or it is recursive */
    scope->is_visited = true;
    find_calls(scope);
    quiet_measure_loops(scope);
    scope->returns = returns(scope);
    scope->height = quiet_height(scope->body);
    scope->work = quiet_work(scope->body);
    if (!scope->unit->inlines || !scope->is_candidate || scope->is_refused || !scope->calls ||
        scope->height > 1 || count_long(scope) > 1 || !is_small(scope) || has_probe_inside(scope) ||
        !quiet(scope, scope->body))
        return;
    scope->light = scope->height ? LIGHT_LONG : LIGHT_SHORT;
}

/* Undoes the decision about a function, and gives each loop that can be light a new item. */
static void forget(struct scope *scope)
{
    for (struct node *at = scope->body; at; at = tree_next(scope->body, at)) {
        free(at->item);
        at->item = NULL;
        at->may_not_return = false;
    }
    scope->is_visited = scope->returns = false;
    scope->light = LIGHT_NO;
    for (size_t i = 0; i < scope->loop_count; i++) {
        struct loop *loop = scope->loops[i];
        loop->is_short = false;
        if (loop->pragmas.shared)
            continue;
        loop->item = loop->node->item = memory_zeroed(1, sizeof *loop->item);
        *loop->item = (struct item){.node = loop->node, .loop = loop};
    }
}

void functions_choose(struct unit *unit)
{
    for (size_t i = 0; i < unit->scope_count; i++)
        forget(unit->scopes[i]);
    for (size_t i = 0; i < unit->scope_count; i++)
        choose(unit->scopes[i]);
}

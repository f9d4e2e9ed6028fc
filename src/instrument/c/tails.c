/* tails.c: recursion in tail position.
 *
 * An optimising compiler makes a loop of a function that calls itself last, or of functions that
 * call each other so: ten million calls need one frame. A probe that ends the visit after the call
 * would take that away, and the stack would overflow. So the visit ends before the call. Where the
 * arguments have calls of their own, which belong to the visit, it ends after it as always. */
#include "instrument/c/scope.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

static bool is_plain(const struct unit *unit, const struct node *node)
{
    return node->in_file && node->from == FROM_TEXT && node->end_from == FROM_TEXT &&
           !unit_expansion(unit, node->start) && !unit_unevaluated(unit, node->start);
}

/* A pragma may have others run what follows it, as a task. */
static bool says_pragma(const struct scope *scope)
{
    const struct node *body = scope->body;
    return memmem(scope->unit->text + body->start, body->end - body->start, "ragma", 5) != NULL;
}

static bool is_bare_return(const struct node *node)
{
    return node && node->kind == CXCursor_ReturnStmt && !node->first;
}

/* Whether an expression is all that is returned: itself, or one of two between which a condition
 * chooses. */
static bool is_returned(const struct node *call)
{
    for (const struct node *at = call; at->parent; at = at->parent) {
        const struct node *around = at->parent;
        if (around->kind == CXCursor_ReturnStmt)
            return true;
        bool chosen = around->kind == CXCursor_ConditionalOperator && at != around->first;
        if (!chosen && around->kind != CXCursor_ParenExpr && around->kind != CXCursor_UnexposedExpr)
            return false;
    }
    return false;
}

/* Whether nothing of the function runs after the statement. */
static bool is_last(const struct scope *scope, const struct node *statement)
{
    for (const struct node *at = statement; at != scope->body; at = at->parent) {
        const struct node *around = at->parent;
        if (!around)
            return false;
        if (around->kind == CXCursor_CompoundStmt) {
            if (is_bare_return(at->next))
                return true;
            if (at->next)
                return false;
        } else if (around->kind != CXCursor_IfStmt || at == around->first) {
            return false;
        }
    }
    return true;
}

/* Whether a loop with a probe is around it, or an expression that goes on. */
static bool is_enclosed(const struct scope *scope, const struct node *call)
{
    for (const struct node *at = call->parent; at && at != scope->body; at = at->parent) {
        if (at->region || at->kind == CXCursor_StmtExpr)
            return true;
    }
    return false;
}

static bool has_calls(const struct node *call)
{
    for (struct node *at = call->first; at; at = tree_next(call, at)) {
        if (at->kind == CXCursor_StmtExpr)
            return true;
        if (at->kind != CXCursor_CallExpr)
            continue;
        char *name = tree_name(at);
        bool pure = leaf_is_pure(name);
        free(name);
        if (!pure)
            return true;
    }
    return false;
}

static bool returns_nothing(const struct scope *scope)
{
    return clang_getCursorResultType(scope->function->cursor).kind == CXType_Void;
}

static bool is_tail_call(const struct scope *scope, const struct node *call)
{
    return call->kind == CXCursor_CallExpr && is_plain(scope->unit, call) &&
           (is_returned(call) || (returns_nothing(scope) && is_last(scope, call))) &&
           !is_enclosed(scope, call) && !has_calls(call);
}

/* Whether visits of the function can end early. */
static bool is_eligible(const struct scope *scope)
{
    return !(scope->unit->plan.regions[scope->routine].flags & TRI_UNMEASURED) &&
           !scope->jumps.lands && !scope->jumps.nested && !scope->mark_count && !says_pragma(scope);
}

/* A call in tail position, of a function of the same file. */
struct tail {
    struct scope *from, *to;
    struct node *call;
    bool is_recursive;
};

struct tails {
    struct tail *list;
    size_t count, room;
};

static struct scope *scope_of(const struct unit *unit, CXCursor function)
{
    for (size_t i = 0; i < unit->scope_count; i++) {
        CXCursor own = clang_getCanonicalCursor(unit->scopes[i]->function->cursor);
        if (clang_equalCursors(own, function))
            return unit->scopes[i];
    }
    return NULL;
}

static void collect(struct tails *tails, struct scope *scope)
{
    struct node *body = scope->body;
    for (struct node *at = body; at; at = tree_next(body, at)) {
        if (!is_tail_call(scope, at))
            continue;
        CXCursor called = clang_getCanonicalCursor(clang_getCursorReferenced(at->cursor));
        struct scope *to = scope_of(scope->unit, called);
        if (!to || forks_is_forking(scope->unit, called))
            continue;
        tails->list = memory_grow(tails->list, &tails->room, tails->count + 1, sizeof *tails->list);
        tails->list[tails->count++] = (struct tail){scope, to, at, scope == to};
    }
}

/* Whether calls in tail position lead from one function to the other. `seen`: calls that were
 * followed already. */
static bool leads(const struct tails *tails, const struct scope *from, const struct scope *to,
                  bool *seen)
{
    for (size_t i = 0; i < tails->count; i++) {
        if (tails->list[i].from != from || seen[i])
            continue;
        seen[i] = true;
        if (tails->list[i].to == to || leads(tails, tails->list[i].to, to, seen))
            return true;
    }
    return false;
}

static void mark_recursive(struct tails *tails)
{
    bool *seen = memory_zeroed(tails->count, sizeof *seen);
    for (size_t i = 0; i < tails->count; i++) {
        struct tail *tail = &tails->list[i];
        memset(seen, 0, tails->count * sizeof *seen);
        tail->is_recursive |= leads(tails, tail->to, tail->from, seen);
    }
    free(seen);
}

void tails_plan(struct unit *unit)
{
    struct tails tails = {0};
    if (!unit->inlines)
        return; /* it makes no loop of them either */
    for (size_t i = 0; i < unit->scope_count; i++) {
        if (is_eligible(unit->scopes[i]))
            collect(&tails, unit->scopes[i]);
    }
    if (tails.count)
        mark_recursive(&tails);
    for (size_t i = 0; i < tails.count; i++) {
        const struct tail *tail = &tails.list[i];
        if (!tail->is_recursive)
            continue;
        tail->call->ends_visit = true;
        tail->from->ends_early = true;
    }
    free(tails.list);
}

void tails_emit(struct scope *scope)
{
    struct edits *edits = &scope->unit->plan.edits;
    if (!scope->ends_early || scope->light != LIGHT_NO)
        return;
    for (struct node *at = scope->body; at; at = tree_next(scope->body, at)) {
        if (!at->ends_visit)
            continue;
        edits_open(edits, at->start, at->depth * 4 - 3, "(TRI_TAIL(%u), ", scope->routine);
        edits_close(edits, at->end, at->depth * 4 - 3, ")");
    }
}

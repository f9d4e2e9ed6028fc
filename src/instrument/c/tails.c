/* tails.c: recursion in tail position.
 *
 * An optimising compiler turns a function whose last action is to call itself, or functions that
 * call each other in this way, into a loop: ten million calls need one stack frame. A probe that
 * ends the visit after the call would prevent that, and the stack would overflow. So the visit ends
 * before the call. Where it cannot, because a macro writes the call, the function has no probe. */
#include "instrument/c/tails.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* True if the call lies in a region that the user marked. */
static bool is_marked(const struct scope *scope, const struct node *call)
{
    for (size_t i = 0; i < scope->mark_count; i++) {
        if (scope->marks[i].start <= call->start && call->start < scope->marks[i].end)
            return true;
    }
    return false;
}

/* True if another thread may execute the statement, for example as a task: because of a pragma, or
 * of a macro before it that may expand to one. */
static bool is_under_pragma(const struct unit *unit, const struct node *statement)
{
    size_t token = lex_at(&unit->lex, statement->start);
    return pragmas_before(unit, statement->start).threads ||
           (token > 0 && unit->lex.tokens[token - 1].kind == LEX_WORD &&
            unit_expansion(unit, unit->lex.tokens[token - 1].start) &&
            !unit_expansion(unit, statement->start));
}

/* True if another thread may execute a statement around the call. */
static bool is_shared(const struct scope *scope, const struct node *call)
{
    for (const struct node *at = call; at && at != scope->body; at = at->parent) {
        bool is_statement = clang_isStatement(at->kind) ||
                            (at->parent && at->parent->kind == CXCursor_CompoundStmt);
        if (at->in_file && is_statement && is_under_pragma(scope->unit, at))
            return true;
    }
    return false;
}

/* True if the function has variables with cleanups of the user, which run after the call. */
static bool has_cleanups(const struct scope *scope)
{
    bool found = false;
    for (struct node *at = scope->body; at && !found; at = tree_next(scope->body, at)) {
        if (!clang_isAttribute(at->kind) || at->parent->kind != CXCursor_VarDecl)
            continue;
        CXPrintingPolicy policy = clang_getCursorPrintingPolicy(at->parent->cursor);
        CXString text = clang_getCursorPrettyPrinted(at->parent->cursor, policy);
        found = strstr(clang_getCString(text), "cleanup(") != NULL;
        clang_disposeString(text);
        clang_PrintingPolicy_dispose(policy);
    }
    return found;
}

static bool is_unmeasured(const struct scope *scope)
{
    return scope->unit->plan.regions[scope->routine].flags & TRI_UNMEASURED;
}

/* True if a compiler can turn the function into a loop. */
static bool can_loop(const struct scope *scope)
{
    return !scope->jumps.lands && !scope->jumps.nested && !has_cleanups(scope);
}

static bool is_tail_call(const struct scope *scope, const struct node *call)
{
    return call->kind == CXCursor_CallExpr && call->in_file &&
           !unit_unevaluated(scope->unit, call->start) && tail_position(scope, call) &&
           !is_marked(scope, call) && !is_shared(scope, call);
}

/* A call in tail position, of a function of the same file. */
struct tail {
    struct scope *from, *to; /* caller and callee */
    struct node *call;
    bool is_possible; /* it may be part of a cycle of such calls */
};

/* All of them in the unit: the edges of a graph of functions. */
struct tails {
    struct tail *list;
    size_t count, room;
};

/* Returns the scope of a function by its canonical cursor; NULL if it is not in this file. */
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
        tails->list[tails->count++] = (struct tail){scope, to, at, true};
    }
}

/* Excludes calls of functions that make no such calls themselves, until none is left: those cannot
 * be part of a cycle. */
static void trim(struct tails *tails)
{
    for (size_t i = 0; i < tails->count; i++)
        tails->list[i].from->tails++;
    for (bool changes = true; changes;) {
        changes = false;
        for (size_t i = 0; i < tails->count; i++) {
            struct tail *tail = &tails->list[i];
            if (!tail->is_possible || tail->to->tails)
                continue;
            tail->is_possible = false;
            tail->from->tails--;
            changes = true;
        }
    }
}

/* True if calls in tail position lead from one function to the other. `seen`: the calls that were
 * followed already. */
static bool leads(const struct tails *tails, const struct scope *from, const struct scope *to,
                  bool *seen)
{
    if (from == to)
        return true;
    for (size_t i = 0; i < tails->count; i++) {
        const struct tail *tail = &tails->list[i];
        if (!tail->is_possible || tail->from != from || seen[i])
            continue;
        seen[i] = true;
        if (leads(tails, tail->to, to, seen))
            return true;
    }
    return false;
}

static bool is_recursive(const struct tails *tails, const struct tail *tail)
{
    if (!tail->is_possible)
        return false;
    bool *seen = memory_zeroed(tails->count, sizeof *seen);
    bool found = leads(tails, tail->to, tail->from, seen);
    free(seen);
    return found;
}

/* Notes that a function must not have a probe. */
static void leave_alone(struct unit *unit, const struct scope *scope, const char *reason)
{
    unit->left =
        memory_grow(unit->left, &unit->left_room, unit->left_count + 1, sizeof *unit->left);
    unit->left[unit->left_count++] = (struct left){scope->function->cursor, reason};
}

const char *tails_reason(const struct unit *unit, CXCursor function)
{
    for (size_t i = 0; i < unit->left_count; i++) {
        if (clang_equalCursors(unit->left[i].function, function))
            return unit->left[i].reason;
    }
    return NULL;
}

/* True if the compiler may turn recursion into loops: by its options, or by an attribute or pragma
 * `optimize`. */
static bool makes_loops(const struct unit *unit)
{
    return unit->loops_tails || memmem(unit->text, unit->size, "optimize", 8);
}

bool tails_plan(struct unit *unit)
{
    struct tails tails = {0};
    size_t before = unit->left_count;
    if (!makes_loops(unit) || unit->includes_itself) /* then an offset may mean several places */
        return false;
    for (size_t i = 0; i < unit->scope_count; i++) {
        if (can_loop(unit->scopes[i]))
            collect(&tails, unit->scopes[i]);
    }
    trim(&tails);
    for (size_t i = 0; i < tails.count; i++) {
        struct tail *tail = &tails.list[i];
        const char *reason = NULL;
        if (is_unmeasured(tail->from) || !is_recursive(&tails, tail))
            continue;
        tail->call->ending = tail_ending(tail->from, tail->call, &reason);
        tail->from->ends_early = true;
        if (reason && !tails_reason(unit, tail->from->function->cursor))
            leave_alone(unit, tail->from, reason);
    }
    free(tails.list);
    return unit->left_count > before;
}

char *tails_parts(const struct scope *scope)
{
    return scope->ends_early && tail_has_parts(scope)
               ? memory_printf(" TRI_PARTS(%u);", scope->routine)
               : memory_string("");
}

void tails_emit(struct scope *scope)
{
    if (!scope->ends_early || scope->light != LIGHT_NO)
        return;
    for (struct node *at = scope->body; at; at = tree_next(scope->body, at)) {
        if (at->ending != ENDING_NONE)
            tail_emit(scope, at);
    }
}

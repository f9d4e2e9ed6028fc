/* loops.c: probes around loops. */
#include "instrument/c/scope.h"

#include <stdlib.h>
#include <string.h>

static struct node *body_of(const struct node *loop)
{
    return loop->kind == CXCursor_DoStmt ? loop->first : loop->last;
}

bool loops_is_block(const struct node *loop)
{
    if (loop->kind != CXCursor_DoStmt || !loop->last)
        return false;
    CXEvalResult value = clang_Cursor_Evaluate(loop->last->cursor);
    if (!value)
        return false;
    bool zero = clang_EvalResult_getKind(value) == CXEval_Int && !clang_EvalResult_getAsInt(value);
    clang_EvalResult_dispose(value);
    return zero;
}

/* Another statement comes from the macro invocation that this one comes from. */
static bool shares_expansion(const struct node *node, const struct lex_span *span)
{
    for (const struct node *at = node; at; at = at->parent) {
        if (at != node && at->in_file && at->start == span->start && clang_isStatement(at->kind))
            return true;
        if (at->next && at->next->in_file && at->next->start >= span->start &&
            at->next->start < span->end)
            return true;
        if (at->previous && at->previous->in_file && at->previous->end > span->start &&
            at->previous->end <= span->end)
            return true;
        if (at->kind == CXCursor_CompoundStmt && at != node)
            break;
    }
    return false;
}

/* Whether the loop stands inside what a pragma has closed to probes; the reason, or NULL. */
static const char *pragma_obstacle(const struct scope *scope, const struct node *loop)
{
    unsigned directly =
        1; /* loops from the pragma's loop to this one, each the only thing in the other */
    bool direct = true;
    for (const struct node *at = loop->parent; at; at = at->parent) {
        if (!at->in_file || !clang_isStatement(at->kind))
            continue;
        struct pragmas pragmas = pragmas_before(scope->unit, at->start);
        if (pragmas.closed)
            return "it stands under an OpenMP default(none)";
        if (tree_is_loop(at)) {
            directly++;
            if (pragmas.simd)
                return "it stands in a simd loop";
            if (direct && pragmas.collapse >= directly)
                return "OpenMP makes one loop of it and the one around it";
        } else if (at->kind != CXCursor_CompoundStmt) {
            direct = false;
        }
    }
    return pragmas_before(scope->unit, loop->start).closed &&
                   !pragmas_before(scope->unit, loop->start).binds
               ? "it stands under an OpenMP default(none)"
               : NULL;
}

/* Where the trip probe goes. */
struct body {
    size_t open, close; /* inside the braces, or around the statement */
    bool braced;
    bool declares; /* it begins with a declaration, which must stay first in its block */
};

static const char *find_body(const struct scope *scope, const struct node *loop, struct body *body)
{
    const struct unit *unit = scope->unit;
    const struct node *node = body_of(loop);
    if (!node || !node->in_file || node->from == FROM_ARGUMENT)
        return "its body stands in an argument of a macro";
    if (node->kind == CXCursor_CompoundStmt && node->from == FROM_TEXT &&
        unit->text[node->start] == '{' && node->end_from == FROM_TEXT &&
        unit->text[node->end - 1] == '}') {
        size_t first = lex_after(&unit->lex, node->start + 1);
        *body = (struct body){node->start + 1, node->end - 1, true,
                              (node->first && node->first->kind == CXCursor_DeclStmt) ||
                                  lex_is(&unit->lex, first, "__label__")};
        return NULL;
    }
    if (node->from == FROM_MACRO) {
        const struct lex_span *span = unit_expansion(unit, node->start);
        if (loop->start == span->start)
            return "head and body come from one macro";
        if (shares_expansion(node, span))
            return "the macro that is its body makes more than one statement";
    }
    body->braced = body->declares = false;
    body->open = pragmas_before(unit, node->start).before;
    body->close = tree_statement_end(unit, node);
    if (!body->close && node->kind == CXCursor_CompoundStmt && node->from == FROM_MACRO &&
        node->end_from == FROM_MACRO)
        body->close = node->end;
    return body->close ? NULL : "the end of its body is made by a macro";
}

static const char *macro_obstacle(const struct scope *scope, const struct node *loop)
{
    if (loop->from == FROM_TEXT)
        return NULL;
    if (loop->from == FROM_ARGUMENT)
        return "it stands in an argument of a macro";
    const struct lex_span *span = unit_expansion(scope->unit, loop->start);
    const struct node *body = body_of(loop);
    if (loop->kind == CXCursor_DoStmt || !body || !body->in_file || body->start < span->end)
        return "it comes from a macro";
    return shares_expansion(loop, span) ? "it comes from a macro together with other statements"
                                        : NULL;
}

/* The loop right around this one in which it can be summed up; NULL: none. Between the two there
 * may be no pragma: a task's or another thread's sum would be lost. */
static const struct node *summing_loop(const struct scope *scope, const struct node *loop)
{
    for (const struct node *at = loop->parent; at; at = at->parent) {
        if (!at->in_file || !clang_isStatement(at->kind))
            continue;
        if (pragmas_before(scope->unit, at->start).any)
            return NULL;
        if (tree_is_loop(at) && !loops_is_block(at))
            return at->region ? at : NULL;
    }
    return NULL;
}

/* The name of the probe. A loop that is summed up has its sum declared beside the probe around it.
 */
static const char *choose_probe(struct scope *scope, const struct node *loop, unsigned number)
{
    struct plan *plan = &scope->unit->plan;
    if (scope->jumps.lands)
        return "TRI_VOLATILE_LOOP";
    if (!(plan->regions[number].flags & TRI_LEAF))
        return "TRI_LOOP";
    const struct node *around =
        plan->regions[number].flags & TRI_UNTIMED ? summing_loop(scope, loop) : NULL;
    if (!around)
        return "TRI_LEAF_LOOP";
    edits_open(&plan->edits, around->start, around->depth * 4 + 1, "TRI_SUM(%u); ", number);
    return "TRI_SUMMED_LOOP";
}

/* A loop whose iterations threads share cannot count them, but OpenMP lets nothing change them,
 * either. */
static void insert_trips(struct scope *scope, const struct node *loop, unsigned number,
                         const struct pragmas *pragmas)
{
    struct plan *plan = &scope->unit->plan;
    char *trips = pragmas->whole ? determined_trips(scope, loop) : NULL;
    if (trips)
        edits_open(&plan->edits, pragmas->before, loop->depth * 4 + 1, " TRI_TRIPS(%u, %s);",
                   number, trips);
    else
        plan_note(plan, number, "trips not counted: the iterations are shared between threads");
    free(trips);
}

/* An empty body that a compiler may take for a mistake: right behind the head, or that of a `do`.
 */
static bool is_suspicious(const struct unit *unit, const struct node *loop)
{
    const struct node *body = body_of(loop);
    if (body->kind != CXCursor_NullStmt)
        return false;
    size_t before = lex_before(&unit->lex, body->start);
    return loop->kind == CXCursor_DoStmt || before >= unit->lex.count ||
           !memchr(unit->text + unit->lex.tokens[before].end, '\n',
                   body->start - unit->lex.tokens[before].end);
}

static void insert(struct scope *scope, struct node *loop, unsigned number, const struct body *body,
                   const struct pragmas *pragmas, size_t end)
{
    struct edits *edits = &scope->unit->plan.edits;
    const char *probe = choose_probe(scope, loop, number);
    unsigned depth = loop->depth * 4;
    if (pragmas->binds && pragmas->before != loop->start)
        edits_open(edits, pragmas->before, depth, " { %s(%u);", probe, number);
    else
        edits_open(edits, loop->start, depth, "{ %s(%u); ", probe, number);
    edits_close(edits, end, depth, " }");
    if (pragmas->shared) {
        insert_trips(scope, loop, number, pragmas);
        return;
    }
    bool apart = body->open > 0 && !strchr(" \t\n{", scope->unit->text[body->open - 1]);
    const char *space = apart ? " " : "";
    if (!body->braced) {
        scope->unit->fills_empty = scope->unit->fills_empty || is_suspicious(scope->unit, loop);
        edits_open(edits, body->open, depth + 1, "%s{ TRI_TRIP(%u); ", space, number);
        edits_close(edits, body->close, depth + 1, " }");
        return;
    }
    edits_open(edits, body->open, depth + 1, body->declares ? " TRI_TRIP(%u); {" : " TRI_TRIP(%u);",
               number);
    if (body->declares)
        edits_close(edits, body->close, depth + 1, "} ");
}

void loops_plan(struct scope *scope, struct node *loop)
{
    struct unit *unit = scope->unit;
    if (loops_is_block(loop) || !loop->in_file || unit_unevaluated(unit, loop->start))
        return;
    if (loop->from == FROM_MACRO &&
        lex_is(&unit->lex, lex_at(&unit->lex, loop->start), "TRI_REGION"))
        return; /* our own way to write a region */
    unsigned flags = loop->kind == CXCursor_WhileStmt ? TRI_WHILE
                     : loop->kind == CXCursor_DoStmt  ? TRI_DO
                                                      : 0;
    char *label = loop->parent->kind == CXCursor_LabelStmt ? tree_name(loop->parent) : NULL;
    if (determined(scope, loop))
        flags |= TRI_DETERMINED;
    if (unit->untimed_loops)
        flags |= TRI_UNTIMED;
    unsigned number = scope_region(scope, TRI_KIND_LOOP, flags, loop->start, loop->end, label);
    free(label);
    struct body body = {0};
    size_t end = tree_statement_end(unit, loop);
    const char *obstacle = macro_obstacle(scope, loop);
    if (!obstacle)
        obstacle = find_body(scope, loop, &body);
    if (!obstacle && !end)
        end = body.close;
    if (!obstacle)
        obstacle = jumps_obstacle(&scope->jumps, loop->start, loop->end);
    if (!obstacle)
        obstacle = pragma_obstacle(scope, loop);
    if (obstacle) {
        plan_leave_alone(&unit->plan, number, obstacle);
        return;
    }
    struct pragmas pragmas = pragmas_before(unit, loop->start);
    if (!pragmas.shared && !scope->jumps.lands && leaf(scope, loop))
        unit->plan.regions[number].flags |= TRI_LEAF;
    loop->region = number + 1;
    insert(scope, loop, number, &body, &pragmas, end);
}

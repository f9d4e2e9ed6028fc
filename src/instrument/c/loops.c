/* loops.c: adds the loops of a function to the plan, and decides which of them can have probes. */
#include "instrument/c/scope.h"
#include "util/memory.h"

#include <stdlib.h>

const struct node *instrument_loops_body(const struct node *loop)
{
    return loop->kind == CXCursor_DoStmt ? loop->first : loop->last;
}

bool instrument_loops_shares_expansion(const struct node *node, const struct lex_span *span)
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

/* Returns the reason if a pragma forbids probes at the loop, otherwise NULL. */
static const char *pragma_obstacle(const struct scope *scope, const struct node *loop)
{
    unsigned directly = 1; /* perfectly nested loops from the pragma's loop to this one */
    bool direct = true;
    for (const struct node *at = loop->parent; at; at = at->parent) {
        if (!at->in_file || !clang_isStatement(at->kind))
            continue;
        struct pragmas pragmas = pragmas_before(scope->unit, at->start);
        if (pragmas.closed)
            return "it is inside an OpenMP construct with default(none)";
        if (tree_is_loop(at)) {
            directly++;
            if (pragmas.simd)
                return "it is inside a simd loop";
            if (direct && pragmas.collapse >= directly)
                return "OpenMP merges it with the enclosing loop";
        } else if (at->kind != CXCursor_CompoundStmt) {
            direct = false;
        }
    }
    return pragmas_before(scope->unit, loop->start).closed &&
                   !pragmas_before(scope->unit, loop->start).binds
               ? "it is inside an OpenMP construct with default(none)"
               : NULL;
}

/* Finds the place of the trip probe. Returns the reason if there is none, otherwise NULL. */
static const char *find_body(const struct scope *scope, const struct node *loop, struct body *body)
{
    const struct unit *unit = scope->unit;
    const struct node *node = instrument_loops_body(loop);
    if (!node || !node->in_file || node->from == FROM_ARGUMENT)
        return "its body is in a macro argument";
    size_t open = pragmas_before(unit, node->start).before; /* a block may be a directive's */
    if (node->kind == CXCursor_CompoundStmt && open == node->start && node->from == FROM_TEXT &&
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
            return "its head and body come from one macro";
        if (instrument_loops_shares_expansion(node, span))
            return "its body is a macro that expands to several statements";
    }
    body->braced = body->declares = false;
    body->open = open;
    body->close = tree_statement_end(unit, node);
    if (!body->close && node->kind == CXCursor_CompoundStmt && node->from == FROM_MACRO &&
        node->end_from == FROM_MACRO)
        body->close = node->end;
    return body->close ? NULL : "the end of its body comes from a macro";
}

/* Returns the reason if a macro makes the loop in such a way that no probe can be placed around it,
 * otherwise NULL. */
static const char *macro_obstacle(const struct scope *scope, const struct node *loop)
{
    if (loop->from == FROM_TEXT)
        return NULL;
    if (loop->from == FROM_ARGUMENT)
        return "it is in a macro argument";
    const struct lex_span *span = unit_expansion(scope->unit, loop->start);
    const struct node *body = instrument_loops_body(loop);
    if (loop->kind == CXCursor_DoStmt || !body || !body->in_file || body->start < span->end)
        return "it comes from a macro";
    return instrument_loops_shares_expansion(loop, span)
               ? "it comes from a macro together with other statements"
               : NULL;
}

/* Adds a loop that can have probes to the scope. */
static void keep(struct scope *scope, const struct loop *found)
{
    struct loop *loop = memory_zeroed(1, sizeof *loop);
    *loop = *found;
    loop->node->loop = loop;
    scope->loops =
        memory_grow(scope->loops, &scope->loop_room, scope->loop_count + 1, sizeof *scope->loops);
    scope->loops[scope->loop_count++] = loop;
}

void instrument_loops_plan(struct scope *scope, struct node *loop)
{
    struct unit *unit = scope->unit;
    if (tree_is_block(loop) || !loop->in_file || unit_unevaluated(unit, loop->start))
        return;
    if (loop->from == FROM_MACRO &&
        lex_is(&unit->lex, lex_at(&unit->lex, loop->start), "TRI_REGION"))
        return; /* the loop is a part of the macro TRI_REGION */
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
    struct loop found = {.node = loop, .number = number, .end = tree_statement_end(unit, loop)};
    const char *obstacle = macro_obstacle(scope, loop);
    if (!obstacle)
        obstacle = find_body(scope, loop, &found.body);
    if (!obstacle && !found.end)
        found.end = found.body.close;
    if (!obstacle)
        obstacle = jumps_obstacle(&scope->jumps, loop->start, loop->end);
    if (!obstacle)
        obstacle = pragma_obstacle(scope, loop);
    if (obstacle) {
        instrument_plan_leave_alone(&unit->plan, number, obstacle);
        return;
    }
    found.pragmas = pragmas_before(unit, loop->start);
    if (!found.pragmas.shared && !scope->jumps.lands && leaf(scope, loop))
        unit->plan.regions[number].flags |= TRI_LEAF;
    loop->region = number + 1;
    keep(scope, &found);
}

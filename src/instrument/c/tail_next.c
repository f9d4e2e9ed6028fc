/* tail_next.c: follows the control flow behind a statement, as far as nothing is executed there
 * before the function ends. */
#include "instrument/c/tails.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 1000 }; /* gotos may form a cycle */

static bool is_label(const struct node *node)
{
    return node->kind == CXCursor_LabelStmt || node->kind == CXCursor_CaseStmt ||
           node->kind == CXCursor_DefaultStmt;
}

/* Returns the loop or switch that a break leaves, or the loop that a continue continues. */
static const struct node *target_of(const struct node *jump)
{
    const struct node *at = jump->parent;
    while (at && !tree_is_loop(at) &&
           (at->kind != CXCursor_SwitchStmt || jump->kind != CXCursor_BreakStmt))
        at = at->parent;
    return at;
}

static const struct node *label_named(const struct scope *scope, const char *name)
{
    const struct node *found = NULL;
    for (struct node *at = scope->body; at && !found; at = tree_next(scope->body, at)) {
        char *label = at->kind == CXCursor_LabelStmt ? tree_name(at) : NULL;
        if (label && !strcmp(label, name))
            found = at;
        free(label);
    }
    return found;
}

/* Returns the label that a goto jumps to; NULL: unknown. */
static const struct node *landing_of(const struct scope *scope, const struct node *jump)
{
    char *name = jump->first ? tree_name(jump->first) : NULL;
    const struct node *label = name ? label_named(scope, name) : NULL;
    free(name);
    return label;
}

/* Takes one step behind the statement *at, which was executed. Returns the statement that is
 * executed next in the same block. Otherwise returns NULL and sets *at to the statement around it,
 * which is then executed as a whole, or to NULL if more of it may follow. */
static const struct node *step(const struct node **at)
{
    const struct node *done = *at, *around = done->parent;
    *at = around;
    if (!around)
        return NULL;
    switch (around->kind) {
    case CXCursor_CompoundStmt:
        if (around->parent && around->parent->kind == CXCursor_StmtExpr)
            *at = NULL;
        return done->next;
    case CXCursor_IfStmt:
    case CXCursor_SwitchStmt:
        if (done == around->first)
            *at = NULL;
        return NULL;
    case CXCursor_LabelStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        return NULL;
    case CXCursor_DoStmt:
        if (done != around->first || !tree_is_block(around))
            *at = NULL;
        return NULL;
    default:
        *at = NULL;
        return NULL;
    }
}

/* Enters the statement that is executed next, through labels, blocks and gotos. Returns it if it is
 * a return statement. Otherwise returns NULL and sets *at to the statement that is then executed as
 * a whole, or to NULL if it does something or leads to an unknown place. */
static const struct node *enter(const struct scope *scope, const struct node *next,
                                const struct node **at)
{
    for (int steps = 0; next && steps < MOST_STEPS; steps++) {
        *at = NULL;
        if (is_label(next)) {
            next = next->last;
        } else if (next->kind == CXCursor_CompoundStmt && next->first) {
            next = next->first;
        } else if (next->kind == CXCursor_GotoStmt) {
            next = landing_of(scope, next);
        } else if (next->kind == CXCursor_ReturnStmt) {
            return next;
        } else {
            const struct node *target = target_of(next);
            if (next->kind == CXCursor_NullStmt || next->kind == CXCursor_CompoundStmt)
                *at = next;
            else if (next->kind == CXCursor_BreakStmt)
                *at = target;
            else if (next->kind == CXCursor_ContinueStmt && target && tree_is_block(target))
                *at = target;
            return NULL;
        }
    }
    *at = NULL;
    return NULL;
}

const struct node *tail_next(const struct scope *scope, const struct node *statement)
{
    const struct node *at = statement;
    for (int steps = 0; at && at != scope->body && steps < MOST_STEPS; steps++) {
        const struct node *next = step(&at);
        const struct node *ends = next && at ? enter(scope, next, &at) : NULL;
        if (ends)
            return ends;
    }
    return at == scope->body ? at : NULL;
}

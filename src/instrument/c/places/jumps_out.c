/* jumps_out.c: jumps that leave or enter the statement of a directive. */
#include "instrument/c/places/directive.h"

#include <stdlib.h>
#include <string.h>

/* Returns the innermost directive whose statement contains the offset, or NULL. */
static const struct directive *innermost(const struct function *function, size_t offset)
{
    const struct directive *found = NULL;
    for (size_t i = 0; i < function->directive_count; i++) {
        if (directive_contains(function->directives[i], offset))
            found = function->directives[i];
    }
    return found;
}

/* Returns the loop or switch that a break or continue is about. */
static const struct node *target(const struct node *node)
{
    bool breaks = node->kind == CXCursor_BreakStmt;
    for (const struct node *up = node->parent; up; up = up->parent) {
        if (tree_is_loop(up) || (breaks && up->kind == CXCursor_SwitchStmt))
            return up;
    }
    return NULL;
}

static const struct node *find_label(const struct function *function, const char *name)
{
    for (struct node *node = function->node; node; node = tree_next(function->node, node)) {
        if (node->kind != CXCursor_LabelStmt)
            continue;
        char *label = tree_name(node);
        bool same = !strcmp(label, name);
        free(label);
        if (same)
            return node;
    }
    return NULL;
}

static void check_goto(struct translation *translation, const struct function *function,
                       const struct node *node)
{
    char *name = node->first ? tree_name(node->first) : NULL;
    const struct node *label = name ? find_label(function, name) : NULL;
    const struct directive *from = innermost(function, node->start);
    const struct directive *to = label ? innermost(function, label->start) : from;
    if (from != to)
        complain(translation, node->start, "this jump leaves or enters the statement of `%s`",
                 directive_word(from ? from : to));
    free(name);
}

void jumps_out_check(struct translation *translation, const struct function *function)
{
    for (struct node *node = function->node; node; node = tree_next(function->node, node)) {
        if (!node->in_file)
            continue;
        const struct directive *inside = innermost(function, node->start);
        if (node->kind == CXCursor_GotoStmt)
            check_goto(translation, function, node);
        if (!inside)
            continue;
        const struct node *out = NULL;
        bool jumps = node->kind == CXCursor_BreakStmt || node->kind == CXCursor_ContinueStmt;
        if (jumps)
            out = target(node);
        if (node->kind == CXCursor_ReturnStmt ||
            (jumps && out && !directive_contains(inside, out->start)))
            complain(translation, node->start,
                     "this `%s` leaves the statement of `%s`, which must run to its end",
                     node->kind == CXCursor_ReturnStmt  ? "return"
                     : node->kind == CXCursor_BreakStmt ? "break"
                                                        : "continue",
                     directive_word(inside));
        else if (node->kind == CXCursor_IndirectGotoStmt)
            complain(translation, node->start, "a computed goto may leave the statement of `%s`",
                     directive_word(inside));
        else if ((node->kind == CXCursor_CaseStmt || node->kind == CXCursor_DefaultStmt)) {
            const struct node *up = node->parent;
            while (up && up->kind != CXCursor_SwitchStmt)
                up = up->parent;
            if (up && !directive_contains(inside, up->start))
                complain(translation, node->start, "a switch enters the statement of `%s` here",
                         directive_word(inside));
        }
    }
}

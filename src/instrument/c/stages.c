/* stages.c: regions that begin at labels: languages that are compiled to C have labels for what
 * they call procedures. Such a region ends at the next one, at a label that ends it, or with the
 * function. */
#include "instrument/c/scope.h"

#include <stdlib.h>

/* True if a statement can be put between the label and what follows it. */
static bool is_in_block(const struct node *label)
{
    const struct node *around = label->parent;
    while (around && (around->kind == CXCursor_LabelStmt || around->kind == CXCursor_CaseStmt ||
                      around->kind == CXCursor_DefaultStmt))
        around = around->parent;
    return around && around->kind == CXCursor_CompoundStmt;
}

/* Returns the offset behind the colon of a label; 0 if there is none in the text. */
static size_t behind_colon(const struct unit *unit, const struct node *label)
{
    const struct lex *lex = &unit->lex;
    if (!label->in_file || label->from != FROM_TEXT)
        return 0;
    size_t colon = lex_at(lex, label->start) + 1;
    return colon < lex->count && lex_is(lex, colon, ":") ? lex->tokens[colon].end : 0;
}

static const char *obstacle(const struct node *label, size_t place)
{
    if (!place)
        return "a macro writes its label";
    return is_in_block(label) ? NULL : "its label is before a statement that is no block's";
}

/* Plans a label that begins a region of this name, or ends one. */
static void plan_label(struct scope *scope, const struct node *label, const char *name)
{
    struct unit *unit = scope->unit;
    size_t place = behind_colon(unit, label), start = label->in_file ? label->start : 0;
    const char *reason = obstacle(label, place);
    unsigned number = 0;
    if (name)
        number = scope_region(scope, TRI_KIND_USER, 0, start, place ? place : start + 1, name);
    if (reason) {
        if (name)
            instrument_plan_leave_alone(&unit->plan, number, reason);
        return;
    }
    scope->has_stages = unit->has_stages = true;
    unsigned depth = label->depth * 4;
    if (name)
        instrument_edits_open(
            &unit->plan.edits, place, depth,
            " tri_end_frame(&tri_stage); tri_stage = tri_enter(&tri_regions[%u]);", number);
    else
        instrument_edits_open(&unit->plan.edits, place, depth, " tri_end_frame(&tri_stage);");
}

void stages_plan(struct scope *scope)
{
    const struct instrument_labels *labels = scope->unit->labels;
    if (!labels)
        return;
    char *function = tree_name(scope->function);
    for (struct node *at = scope->body; at; at = tree_next(scope->body, at)) {
        char *label = at->kind == CXCursor_LabelStmt ? tree_name(at) : NULL, *name = NULL;
        if (label && labels->find(labels->data, function, label, &name))
            plan_label(scope, at, name);
        free(name);
        free(label);
    }
    free(function);
}

/* jumps.c: labels and the jumps to them. A probe is a variable with a cleanup, so no jump may enter
 * its block from outside. */
#include "instrument/c/scope.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum jump_kind { JUMP_LABEL, JUMP_GOTO, JUMP_CASE, JUMP_ADDRESS, JUMP_COMPUTED, JUMP_OUT };

/* A label, or a statement that jumps. */
struct jump {
    enum jump_kind kind;
    char *name; /* the label's; NULL if the kind has none */
    const struct node *node;
    const struct node *target; /* the switch of a case, or the loop or switch that a break leaves;
                                  NULL for a return, which leaves the function, and other kinds */
};

static void add(struct jumps *jumps, struct jump jump)
{
    jumps->list = memory_grow(jumps->list, &jumps->room, jumps->count + 1, sizeof jump);
    jumps->list[jumps->count++] = jump;
}

/* Returns the innermost switch, or loop if `loops`, around the node; NULL: none. */
static const struct node *around(const struct node *node, bool loops)
{
    for (node = node->parent; node; node = node->parent) {
        if (node->kind == CXCursor_SwitchStmt || (loops && tree_is_loop(node)))
            return node;
    }
    return NULL;
}

static char *label_of(const struct node *node)
{
    return node->first ? tree_name(node->first) : memory_string("");
}

/* True if the assembly statement may jump to labels. */
static bool is_asm_goto(const struct unit *unit, const struct node *node)
{
    if (!node->in_file || node->from != FROM_TEXT)
        return true; /* a macro hides the text: it may be one */
    for (size_t i = lex_at(&unit->lex, node->start); i < unit->lex.count; i++) {
        if (lex_is(&unit->lex, i, "("))
            return false;
        if (lex_is(&unit->lex, i, "goto"))
            return true;
    }
    return false;
}

bool jumps_is_setjmp(const char *name)
{
    static const char *const names[] = {"setjmp",      "_setjmp",          "sigsetjmp",
                                        "__sigsetjmp", "__builtin_setjmp", "__sigsetjmp_cancel"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(name, names[i]))
            return true;
    }
    return false;
}

static void look_at(struct jumps *jumps, const struct unit *unit, const struct node *node)
{
    switch (node->kind) {
    case CXCursor_LabelStmt:
        add(jumps, (struct jump){JUMP_LABEL, tree_name(node), node, NULL});
        break;
    case CXCursor_GotoStmt:
        add(jumps, (struct jump){JUMP_GOTO, label_of(node), node, NULL});
        break;
    case CXCursor_AddrLabelExpr:
        add(jumps, (struct jump){JUMP_ADDRESS, label_of(node), node, NULL});
        jumps->computed = true;
        break;
    case CXCursor_IndirectGotoStmt:
        add(jumps, (struct jump){JUMP_COMPUTED, NULL, node, NULL});
        jumps->computed = true;
        break;
    case CXCursor_GCCAsmStmt:
        if (is_asm_goto(unit, node)) {
            add(jumps, (struct jump){JUMP_COMPUTED, NULL, node, NULL});
            jumps->computed = true;
        }
        break;
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        add(jumps, (struct jump){JUMP_CASE, NULL, node, around(node, false)});
        break;
    case CXCursor_BreakStmt:
        add(jumps, (struct jump){JUMP_OUT, NULL, node, around(node, true)});
        break;
    case CXCursor_ReturnStmt:
        add(jumps, (struct jump){JUMP_OUT, NULL, node, NULL});
        break;
    case CXCursor_CallExpr: {
        char *name = tree_name(node);
        if (jumps_is_setjmp(name))
            jumps->lands = true;
        free(name);
        break;
    }
    default:
        break;
    }
}

void jumps_find(struct jumps *jumps, const struct unit *unit, const struct node *body)
{
    for (struct node *at = (struct node *)body; at; at = tree_next(body, at))
        look_at(jumps, unit, at);
}

void jumps_free(struct jumps *jumps)
{
    for (size_t i = 0; i < jumps->count; i++)
        free(jumps->list[i].name);
    free(jumps->list);
    *jumps = (struct jumps){0};
}

static bool between(const struct node *node, size_t start, size_t end)
{
    return node->start >= start && node->end <= end;
}

/* True if the label's address is taken, or may be: libclang does not show the labels that asm goto
 * names, so any label may be one of them. */
static bool is_taken(const struct jumps *jumps, const char *label)
{
    for (size_t i = 0; i < jumps->count; i++) {
        const struct jump *jump = &jumps->list[i];
        if (jump->kind == JUMP_COMPUTED && jump->node->kind == CXCursor_GCCAsmStmt)
            return true;
        if (jump->kind == JUMP_ADDRESS && !strcmp(jump->name, label))
            return true;
    }
    return false;
}

static bool entered_by_goto(const struct jumps *jumps, const char *label, size_t start, size_t end)
{
    for (size_t i = 0; i < jumps->count; i++) {
        const struct jump *jump = &jumps->list[i];
        if (jump->kind == JUMP_GOTO && !between(jump->node, start, end) &&
            !strcmp(jump->name, label))
            return true;
    }
    return false;
}

const char *jumps_obstacle(const struct jumps *jumps, size_t start, size_t end)
{
    bool computed_inside = false, computed_outside = false;
    for (size_t i = 0; i < jumps->count; i++) {
        const struct jump *jump = &jumps->list[i];
        bool inside = between(jump->node, start, end);
        if (inside && jump->kind == JUMP_LABEL && entered_by_goto(jumps, jump->name, start, end))
            return "a goto from outside jumps into it";
        if (inside && jump->kind == JUMP_LABEL && jumps->nested)
            return "a nested function may jump into it";
        if (inside && jump->kind == JUMP_CASE &&
            (!jump->target || !between(jump->target, start, end)))
            return "it contains a case label of an enclosing switch";
        if (jumps->computed && (jump->kind == JUMP_COMPUTED ||
                                (jump->kind == JUMP_LABEL && is_taken(jumps, jump->name)))) {
            computed_inside |= inside;
            computed_outside |= !inside;
        }
    }
    if (computed_inside && computed_outside)
        return "a computed goto may jump into it or out of it";
    return NULL;
}

bool jumps_leave(const struct jumps *jumps, const struct node *loop)
{
    for (size_t i = 0; i < jumps->count; i++) {
        const struct jump *jump = &jumps->list[i];
        if (!tree_inside(loop, jump->node))
            continue;
        if (jump->kind == JUMP_COMPUTED)
            return true;
        if (jump->kind == JUMP_OUT &&
            (!jump->target || jump->target == loop || !tree_inside(loop, jump->target)))
            return true;
        if (jump->kind != JUMP_GOTO)
            continue;
        bool stays = false;
        for (size_t l = 0; l < jumps->count; l++) {
            const struct jump *label = &jumps->list[l];
            if (label->kind == JUMP_LABEL && !strcmp(label->name, jump->name))
                stays = label->node != loop->parent && tree_inside(loop, label->node);
        }
        if (!stays)
            return true;
    }
    return false;
}

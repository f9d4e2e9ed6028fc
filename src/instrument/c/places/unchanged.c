/* unchanged.c: finds variables that a directive in a loop takes along again and again although the
 * loop does not change them. Only what the text of the function proves counts. */
#include "instrument/c/places/directive.h"

#include <string.h>

/* The loop around a directive, and the variable in question. */
struct search {
    const struct unit *unit;
    const struct directive *directive;
    const struct function *function;
    const struct node *loop;
    bool is_unchanged; /* so far */
};

static bool contains(const struct node *outer, size_t offset)
{
    return outer->start <= offset && offset < outer->end;
}

/* Returns the innermost loop around a directive that is executed by the same activity; NULL: none.
 */
static const struct node *loop_around(const struct directive *directive)
{
    struct node *top = directive->function->node;
    const struct node *found = NULL;
    for (struct node *node = top; node; node = tree_next(top, node)) {
        if (tree_is_loop(node) && !tree_is_block(node) && node->in_file &&
            contains(node, directive->start))
            found = node; /* an inner one comes later */
    }
    for (const struct directive *up = directive->around; found && up; up = up->around) {
        if (directive_is_outlined(up) && contains(found, up->start))
            return NULL;
    }
    return found;
}

/* True if the name stands for the copy that the directive's block has. */
static bool is_of_block(const struct search *search, const struct node *node)
{
    return node->in_file && directive_contains(search->directive, node->start);
}

/* Returns the whole object that an expression reads a part of: x, x[i], x.y. */
static const struct node *part_of(const struct node *node)
{
    for (;;) {
        const struct node *up = node->parent;
        bool base = up && up->first == node;
        if (up && (up->kind == CXCursor_ParenExpr || up->kind == CXCursor_UnexposedExpr))
            node = up;
        else if (base &&
                 (up->kind == CXCursor_ArraySubscriptExpr || up->kind == CXCursor_MemberRefExpr))
            node = up;
        else
            return node;
    }
}

/* True if a use of a variable may lead to a pointer to it. */
static bool is_exposed(const struct node *reference)
{
    const struct node *part = part_of(reference), *inner = part;
    const struct node *up = part->parent;
    while (inner && (inner->kind == CXCursor_UnexposedExpr || inner->kind == CXCursor_ParenExpr))
        inner = inner->first;
    if (!inner || types_is_array(clang_getCursorType(inner->cursor)))
        return true; /* an array becomes a pointer */
    return up && (up->kind == CXCursor_UnaryOperator || up->kind == CXCursor_UnaryExpr) &&
           !tree_is_pointer(part) && inner == part; /* &x has no conversion below it */
}

/* True if a clause of another directive may change the variable. */
static bool is_in_clause(const struct search *search, const struct variable *variable)
{
    for (size_t i = 0; i < search->function->directive_count; i++) {
        const struct directive *directive = search->function->directives[i];
        for (size_t c = 0; c < directive->clause_count; c++) {
            const struct clause *clause = &directive->clauses[c];
            if (clause->variable == variable &&
                (clause->kind != CLAUSE_COPY || directive != search->directive))
                return true;
        }
    }
    return false;
}

/* True if the loop neither changes the variable nor could anything else: its address is not known
 * to other code. */
static bool is_steady(const struct search *search, const struct variable *variable)
{
    struct node *top = search->function->node;
    if (variable->is_static || contains(search->loop, variable->node->start) ||
        is_in_clause(search, variable))
        return false;
    for (struct node *node = top; node; node = tree_next(top, node)) {
        bool inside = node->in_file && contains(search->loop, node->start);
        if (inside && variables_assigned(search->unit, search->function, node) == variable)
            return false;
        if (variables_of(search->function, node) == variable && !is_of_block(search, node) &&
            (!node->in_file || is_exposed(node)) && !unit_unevaluated(search->unit, node->start))
            return false;
    }
    return true;
}

/* True if the loop, without the directive's block, changes local variables at most. */
static bool is_quiet(const struct search *search)
{
    const struct function *function = search->function;
    struct node *top = (struct node *)search->loop;
    for (size_t i = 0; i < function->directive_count; i++) {
        if (function->directives[i] != search->directive &&
            contains(search->loop, function->directives[i]->start))
            return false;
    }
    for (struct node *node = top; node; node = tree_next(top, node)) {
        if (is_of_block(search, node))
            continue;
        if (node->kind == CXCursor_CallExpr || node->kind == CXCursor_StmtExpr ||
            node->kind == CXCursor_GCCAsmStmt)
            return false;
        if (tree_assigned(search->unit, node) && !variables_assigned(search->unit, function, node))
            return false;
    }
    return true;
}

static void check_name(void *argument, const struct variable *variable, size_t offset)
{
    struct search *search = argument;
    (void)offset;
    search->is_unchanged = search->is_unchanged && is_steady(search, variable);
}

/* True if an expression of a clause has the same value in each trip of a quiet loop. */
static bool is_steady_text(struct search *search, struct lex_span span)
{
    if (memchr(search->unit->text + span.start, '(', span.end - span.start))
        return false;
    search->is_unchanged = true;
    variables_in_span(search->unit, search->function, span, check_name, search);
    return search->is_unchanged;
}

/* True for what a pointer leads to, if neither the pointer nor the memory changes. */
static bool is_steady_section(struct search *search, const struct capture *capture)
{
    return capture->clause && is_quiet(search) && is_steady(search, capture->variable) &&
           is_steady_text(search, capture->clause->low) &&
           is_steady_text(search, capture->clause->count);
}

bool unchanged_in_loop(const struct unit *unit, const struct directive *directive,
                       const struct capture *capture)
{
    struct search search = {.unit = unit, .directive = directive, .function = directive->function};
    search.loop = loop_around(directive);
    if (!search.loop)
        return false;
    if (capture->way == WAY_SECTION)
        return is_steady_section(&search, capture);
    return (capture->way == WAY_VALUE || capture->way == WAY_COPY) &&
           is_steady(&search, capture->variable);
}

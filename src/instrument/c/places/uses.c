/* uses.c: what a block needs of a variable that it takes along. */
#include "instrument/c/places/directive.h"

#include <triptych/places_calls.h>

#include <string.h>

/* The uses of a variable in a block. */
struct uses {
    const struct variable *variable;
    unsigned own, inner; /* by the block itself; by blocks of `at` inside it */
    bool is_element;     /* all of them so far are of one element, by a constant index: */
    struct lex_span element;
};

/* Returns the innermost block of `at` inside the directive that contains the offset; NULL: none. */
static const struct directive *inner_at(const struct directive *directive, size_t offset)
{
    const struct function *function = directive->function;
    for (size_t i = 0; i < function->directive_count; i++) {
        const struct directive *inner = function->directives[i];
        if (inner != directive && directive_contains(directive, inner->start) &&
            (inner->kind == DIRECTIVE_AT || inner->kind == DIRECTIVE_ASYNC_AT) &&
            directive_contains(inner, offset))
            return inner;
    }
    return NULL;
}

/* Finds the constant index by which an element of an array is used. False if the use is another
 * one. */
static bool find_index(const struct node *reference, struct lex_span *index)
{
    const struct node *base = reference;
    while (base->parent && base->parent->kind == CXCursor_UnexposedExpr)
        base = base->parent;
    const struct node *subscript = base->parent;
    if (!subscript || subscript->kind != CXCursor_ArraySubscriptExpr || subscript->first != base ||
        subscript->last->kind != CXCursor_IntegerLiteral || !subscript->last->in_file ||
        subscript->last->from != FROM_TEXT)
        return false;
    *index = (struct lex_span){subscript->last->start, subscript->last->end};
    return true;
}

static bool is_same(const struct unit *unit, struct lex_span a, struct lex_span b)
{
    return a.end - a.start == b.end - b.start &&
           !memcmp(unit->text + a.start, unit->text + b.start, a.end - a.start);
}

static void count_own(void *argument, const struct variable *variable, size_t offset)
{
    (void)offset;
    struct uses *uses = argument;
    if (variable != uses->variable)
        return;
    uses->own++;
    uses->is_element = false;
}

/* Counts uses in the expressions of directives inside the block. */
static void count_in_directives(const struct unit *unit, const struct directive *directive,
                                struct uses *uses)
{
    const struct function *function = directive->function;
    for (size_t i = 0; i < function->directive_count; i++) {
        const struct directive *inner = function->directives[i];
        if (inner == directive || !directive_contains(directive, inner->start))
            continue;
        variables_in_span(unit, function, inner->place, count_own, uses);
        variables_in_span(unit, function, inner->condition, count_own, uses);
        for (size_t c = 0; c < inner->clause_count; c++) {
            variables_in_span(unit, function, inner->clauses[c].low, count_own, uses);
            variables_in_span(unit, function, inner->clauses[c].count, count_own, uses);
        }
    }
}

static void count_in_text(const struct unit *unit, const struct directive *directive,
                          struct uses *uses)
{
    struct node *top = directive->function->node;
    for (struct node *node = top; node; node = tree_next(top, node)) {
        if (node->kind != CXCursor_DeclRefExpr || !node->in_file ||
            !directive_contains(directive, node->start) ||
            variables_of(directive->function, node) != uses->variable)
            continue;
        struct lex_span index;
        bool first = uses->own + uses->inner == 0, element = find_index(node, &index);
        if (first && element)
            uses->element = index;
        uses->is_element =
            element && (first || (uses->is_element && is_same(unit, index, uses->element)));
        if (inner_at(directive, node->start))
            uses->inner++;
        else
            uses->own++;
    }
}

unsigned uses_of(const struct unit *unit, const struct directive *directive,
                 const struct capture *capture)
{
    struct uses uses = {.variable = capture->variable};
    count_in_text(unit, directive, &uses);
    count_in_directives(unit, directive, &uses);
    unsigned flags = 0;
    if (uses.own + uses.inner == 0)
        flags |= TRI_VARIABLE_UNUSED;
    else if (!uses.own)
        flags |= TRI_VARIABLE_RELAYED;
    bool has_elements = types_is_array(capture->variable->type) || capture->way == WAY_SECTION ||
                        capture->way == WAY_SECTION_BACK;
    if (uses.is_element && has_elements)
        flags |= TRI_VARIABLE_ELEMENT;
    return flags;
}

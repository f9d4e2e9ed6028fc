/* determined.c: finds out whether the trips of a `for` are known when it is entered, and writes the
 * expression for them. */
#include "instrument/c/head.h"
#include "util/buffer.h"

#include <stdlib.h>

/* True if the expression has the same value in every trip. */
static bool fixed(const struct unit *unit, const struct head_parts *header,
                  const struct node *value)
{
    if (tree_has_effects(unit, value))
        return false;
    bool calls = head_has_calls(header->body);
    for (struct node *at = (struct node *)value; at; at = tree_next(value, at)) {
        bool reaches =
            at->kind == CXCursor_MemberRefExpr || at->kind == CXCursor_ArraySubscriptExpr;
        if (at->kind == CXCursor_UnaryOperator) {
            size_t token = tree_operator(unit, at);
            reaches = token < unit->lex.count ? lex_is(&unit->lex, token, "*")
                                              : tree_is_pointer(at->first);
        }
        if (reaches && calls)
            return false; /* the called function may change memory that a pointer leads to */
        if (at->kind != CXCursor_DeclRefExpr)
            continue;
        CXCursor variable = clang_getCursorReferenced(at->cursor);
        enum CXCursorKind kind = clang_getCursorKind(variable);
        if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
            continue;
        if (head_changes(unit, header->body, variable) ||
            head_changes(unit, header->step, variable))
            return false;
        if (calls && !head_is_local(variable) &&
            !clang_isConstQualifiedType(clang_getCursorType(variable)))
            return false;
    }
    return true;
}

/* True if the step adds the same amount to the variable in every trip. */
static bool steps(const struct unit *unit, const struct head_parts *header, CXCursor variable)
{
    const struct node *step = head_bare(header->step);
    const struct node *target = tree_assigned(unit, step);
    if (!target || !head_refers(head_bare(target), variable))
        return false;
    if (step->kind == CXCursor_UnaryOperator)
        return tree_operator(unit, step) < unit->lex.count;
    size_t token = tree_operator(unit, step);
    const struct node *amount = head_bare(target->next);
    if (!amount || token >= unit->lex.count)
        return false;
    if (step->kind == CXCursor_CompoundAssignOperator)
        return (lex_is(&unit->lex, token, "+=") || lex_is(&unit->lex, token, "-=")) &&
               !head_mentions(amount, variable) && fixed(unit, header, amount);
    if (amount->kind != CXCursor_BinaryOperator || !amount->first || !amount->first->next)
        return false;
    token = tree_operator(unit, amount);
    const struct node *left = head_bare(amount->first), *right = head_bare(amount->first->next);
    bool minus = lex_is(&unit->lex, token, "-");
    if (!minus && !lex_is(&unit->lex, token, "+"))
        return false;
    if (head_refers(left, variable))
        return !head_mentions(right, variable) && fixed(unit, header, right);
    return !minus && head_refers(right, variable) && !head_mentions(left, variable) &&
           fixed(unit, header, left);
}

bool determined(const struct scope *scope, const struct node *loop)
{
    const struct unit *unit = scope->unit;
    struct head_parts header = {0};
    if (!head_split(unit, loop, &header) || !header.condition || !header.step || !header.body)
        return false;
    const struct node *condition = head_bare(header.condition);
    if (condition->kind != CXCursor_BinaryOperator || !condition->first || !condition->first->next)
        return false;
    size_t token = tree_operator(unit, condition);
    if (!lex_is(&unit->lex, token, "<") && !lex_is(&unit->lex, token, "<=") &&
        !lex_is(&unit->lex, token, ">") && !lex_is(&unit->lex, token, ">=") &&
        !lex_is(&unit->lex, token, "!="))
        return false;
    const struct node *sides[2] = {head_bare(condition->first), head_bare(condition->first->next)};
    for (int side = 0; side < 2; side++) {
        if (sides[side]->kind != CXCursor_DeclRefExpr)
            continue;
        CXCursor variable = clang_getCursorReferenced(sides[side]->cursor);
        if (head_mentions(sides[!side], variable) || !steps(unit, &header, variable))
            continue;
        return (head_is_local(variable) || !head_has_calls(header.body)) &&
               !head_changes(unit, header.body, variable) && fixed(unit, &header, sides[!side]) &&
               !jumps_leave(&scope->jumps, loop);
    }
    return false;
}

/* Appends the expression's text in brackets, to be evaluated a second time. False if it has side
 * effects, or is neither written in the file nor made by one macro invocation as a whole. */
static bool add_text(const struct unit *unit, const struct node *value, struct buffer *out)
{
    if (!value || !value->in_file || value->from != value->end_from ||
        tree_has_effects(unit, value))
        return false;
    size_t end = value->end;
    if (value->from == FROM_MACRO) {
        const struct lex_span *span = unit_expansion(unit, value->start);
        if (!span || span->start != value->start)
            return false;
        end = span->end;
    }
    buffer_printf(out, "(%.*s)", (int)(end - value->start), unit->text + value->start);
    return true;
}

static bool is_integer(CXCursor variable)
{
    enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(variable)).kind;
    return kind >= CXType_Bool && kind <= CXType_Int128;
}

/* Appends the amount that the step adds to the variable. False if it cannot be written. */
static bool add_step(const struct unit *unit, const struct head_parts *header, CXCursor variable,
                     struct buffer *out)
{
    const struct node *step = head_bare(header->step);
    const struct node *target = tree_assigned(unit, step);
    size_t token = tree_operator(unit, step);
    if (!target || !head_refers(head_bare(target), variable) || token >= unit->lex.count)
        return false;
    if (step->kind == CXCursor_UnaryOperator) {
        buffer_add(out, lex_is(&unit->lex, token, "++") ? "1" : "-1");
        return true;
    }
    const struct node *amount = target->next;
    bool minus = lex_is(&unit->lex, token, "-=");
    if (step->kind == CXCursor_BinaryOperator) { /* i = i + amount */
        amount = head_bare(amount);
        if (!amount || amount->kind != CXCursor_BinaryOperator || !amount->first ||
            !head_refers(head_bare(amount->first), variable))
            return false;
        token = tree_operator(unit, amount);
        minus = lex_is(&unit->lex, token, "-");
        if (!minus && !lex_is(&unit->lex, token, "+"))
            return false;
        amount = amount->first->next;
    }
    buffer_add(out, minus ? "-" : "");
    return add_text(unit, amount, out);
}

char *determined_trips(const struct scope *scope, const struct node *loop)
{
    const struct unit *unit = scope->unit;
    struct head_parts header = {0};
    struct buffer out = {0};
    if (!head_split(unit, loop, &header) || !header.condition || !header.step)
        return NULL;
    const struct node *condition = head_bare(header.condition);
    if (condition->kind != CXCursor_BinaryOperator || !condition->first || !condition->first->next)
        return NULL;
    bool flipped =
        head_bare(condition->first)->kind != CXCursor_DeclRefExpr ||
        !head_first(unit, &header, clang_getCursorReferenced(head_bare(condition->first)->cursor));
    const struct node *variable = head_bare(flipped ? condition->first->next : condition->first);
    const struct node *bound = flipped ? condition->first : condition->first->next;
    const char *how = head_comparison(unit, condition, flipped);
    if (!how || variable->kind != CXCursor_DeclRefExpr)
        return NULL;
    CXCursor declared = clang_getCursorReferenced(variable->cursor);
    bool known = is_integer(declared) && add_text(unit, head_first(unit, &header, declared), &out);
    buffer_printf(&out, ", %s, ",
                  how[0] == '<'   ? (how[1] ? "TRI_UP_TO" : "TRI_BELOW")
                  : how[0] == '>' ? (how[1] ? "TRI_DOWN_TO" : "TRI_ABOVE")
                                  : "TRI_UNTIL");
    known = known && add_text(unit, bound, &out);
    buffer_add(&out, ", ");
    known = known && add_step(unit, &header, declared, &out);
    char *text = buffer_take(&out);
    if (known)
        return text;
    free(text);
    return NULL;
}

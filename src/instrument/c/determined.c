/* determined.c: whether the trips of a `for` are known when it is entered, and what they are. */
#include "instrument/c/scope.h"
#include "util/buffer.h"

#include <stdlib.h>

/* The parts of a `for`; those left out are NULL. */
struct header {
    const struct node *start, *condition, *step, *body;
};

/* libclang leaves out the empty parts, so the semicolons tell which is which. */
static bool split(const struct unit *unit, const struct node *loop, struct header *header)
{
    const struct lex *lex = &unit->lex;
    size_t open = lex_at(lex, loop->start) + 1;
    if (loop->kind != CXCursor_ForStmt || loop->from != FROM_TEXT || !lex_is(lex, open, "("))
        return false;
    size_t close = lex_closing(lex, open), semicolon[2], found = 0, depth = 0;
    for (size_t i = open; i < close; i++) {
        if (lex_is(lex, i, "(") || lex_is(lex, i, "{"))
            depth++;
        else if (lex_is(lex, i, ")") || lex_is(lex, i, "}"))
            depth--;
        else if (depth == 1 && found < 2 && lex_is(lex, i, ";"))
            semicolon[found++] = lex->tokens[i].start;
    }
    if (close >= lex->count || found < 2)
        return false;
    header->body = loop->last;
    for (const struct node *part = loop->first; part && part != loop->last; part = part->next) {
        if (part->start > semicolon[1])
            header->step = part;
        else if (part->start > semicolon[0])
            header->condition = part;
        else
            header->start = part;
    }
    return true;
}

static const struct node *bare(const struct node *node)
{
    while (node &&
           (node->kind == CXCursor_UnexposedExpr || node->kind == CXCursor_ParenExpr ||
            node->kind == CXCursor_CStyleCastExpr) &&
           node->first && !node->first->next)
        node = node->first;
    return node;
}

static bool refers(const struct node *node, CXCursor variable)
{
    return node->kind == CXCursor_DeclRefExpr &&
           clang_equalCursors(clang_getCursorReferenced(node->cursor), variable);
}

static bool mentions(const struct node *top, CXCursor variable)
{
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        if (refers(at, variable))
            return true;
    }
    return false;
}

/* The variable that an assignment goes to, or through. */
static const struct node *root(const struct node *target)
{
    target = bare(target);
    while (target->first &&
           (target->kind == CXCursor_ArraySubscriptExpr || target->kind == CXCursor_MemberRefExpr ||
            target->kind == CXCursor_UnaryOperator))
        target = bare(target->first);
    return target;
}

/* Assigned, its address taken, or handed to inline assembly, somewhere below `top`. */
static bool changed(const struct unit *unit, const struct node *top, CXCursor variable)
{
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        const struct node *target = tree_assigned(unit, at);
        if (target && refers(root(target), variable))
            return true;
        if (at->kind == CXCursor_GCCAsmStmt && mentions(at, variable))
            return true;
        if (at->kind == CXCursor_UnaryOperator && at->first && refers(bare(at->first), variable)) {
            size_t token = tree_operator(unit, at);
            if (token >= unit->lex.count || lex_is(&unit->lex, token, "&"))
                return true;
        }
    }
    return false;
}

static bool has_calls(const struct node *top)
{
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        if (at->kind == CXCursor_CallExpr)
            return true;
    }
    return false;
}

static bool is_local(CXCursor variable)
{
    return clang_getCursorKind(variable) == CXCursor_ParmDecl ||
           (clang_getCursorKind(variable) == CXCursor_VarDecl &&
            clang_Cursor_getStorageClass(variable) != CX_SC_Extern &&
            clang_getCursorKind(clang_getCursorSemanticParent(variable)) == CXCursor_FunctionDecl);
}

/* The expression has the same value at every trip. */
static bool fixed(const struct unit *unit, const struct header *header, const struct node *value)
{
    if (tree_has_effects(unit, value))
        return false;
    bool calls = has_calls(header->body);
    for (struct node *at = (struct node *)value; at; at = tree_next(value, at)) {
        bool reaches =
            at->kind == CXCursor_MemberRefExpr || at->kind == CXCursor_ArraySubscriptExpr;
        if (at->kind == CXCursor_UnaryOperator) {
            size_t token = tree_operator(unit, at);
            reaches = token < unit->lex.count ? lex_is(&unit->lex, token, "*")
                                              : tree_is_pointer(at->first);
        }
        if (reaches && calls)
            return false; /* the called function may change what is behind a pointer */
        if (at->kind != CXCursor_DeclRefExpr)
            continue;
        CXCursor variable = clang_getCursorReferenced(at->cursor);
        enum CXCursorKind kind = clang_getCursorKind(variable);
        if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
            continue;
        if (changed(unit, header->body, variable) || changed(unit, header->step, variable))
            return false;
        if (calls && !is_local(variable) &&
            !clang_isConstQualifiedType(clang_getCursorType(variable)))
            return false;
    }
    return true;
}

/* The step adds something fixed to the variable. */
static bool steps(const struct unit *unit, const struct header *header, CXCursor variable)
{
    const struct node *step = bare(header->step);
    const struct node *target = tree_assigned(unit, step);
    if (!target || !refers(bare(target), variable))
        return false;
    if (step->kind == CXCursor_UnaryOperator)
        return tree_operator(unit, step) < unit->lex.count;
    size_t token = tree_operator(unit, step);
    const struct node *amount = bare(target->next);
    if (!amount || token >= unit->lex.count)
        return false;
    if (step->kind == CXCursor_CompoundAssignOperator)
        return (lex_is(&unit->lex, token, "+=") || lex_is(&unit->lex, token, "-=")) &&
               !mentions(amount, variable) && fixed(unit, header, amount);
    if (amount->kind != CXCursor_BinaryOperator || !amount->first || !amount->first->next)
        return false;
    token = tree_operator(unit, amount);
    const struct node *left = bare(amount->first), *right = bare(amount->first->next);
    bool minus = lex_is(&unit->lex, token, "-");
    if (!minus && !lex_is(&unit->lex, token, "+"))
        return false;
    if (refers(left, variable))
        return !mentions(right, variable) && fixed(unit, header, right);
    return !minus && refers(right, variable) && !mentions(left, variable) &&
           fixed(unit, header, left);
}

bool determined(const struct scope *scope, const struct node *loop)
{
    const struct unit *unit = scope->unit;
    struct header header = {0};
    if (!split(unit, loop, &header) || !header.condition || !header.step || !header.body)
        return false;
    const struct node *condition = bare(header.condition);
    if (condition->kind != CXCursor_BinaryOperator || !condition->first || !condition->first->next)
        return false;
    size_t token = tree_operator(unit, condition);
    if (!lex_is(&unit->lex, token, "<") && !lex_is(&unit->lex, token, "<=") &&
        !lex_is(&unit->lex, token, ">") && !lex_is(&unit->lex, token, ">=") &&
        !lex_is(&unit->lex, token, "!="))
        return false;
    const struct node *sides[2] = {bare(condition->first), bare(condition->first->next)};
    for (int side = 0; side < 2; side++) {
        if (sides[side]->kind != CXCursor_DeclRefExpr)
            continue;
        CXCursor variable = clang_getCursorReferenced(sides[side]->cursor);
        if (mentions(sides[!side], variable) || !steps(unit, &header, variable))
            continue;
        return (is_local(variable) || !has_calls(header.body)) &&
               !changed(unit, header.body, variable) && fixed(unit, &header, sides[!side]) &&
               !jumps_leave(&scope->jumps, loop);
    }
    return false;
}

/* The expression's text, to be evaluated once more: written here, or all of it made by one macro.
 */
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

/* What the variable is before the first trip: `int i = first` or `i = first`. */
static const struct node *first_value(const struct unit *unit, const struct header *header,
                                      CXCursor variable)
{
    const struct node *start = header->start;
    if (!start)
        return NULL;
    if (start->kind == CXCursor_DeclStmt)
        return start->first && start->first == start->last &&
                       clang_equalCursors(start->first->cursor, variable)
                   ? start->first->last
                   : NULL;
    const struct node *target = tree_assigned(unit, bare(start));
    return target && bare(start)->kind == CXCursor_BinaryOperator && refers(bare(target), variable)
               ? target->next
               : NULL;
}

/* What a step adds to the variable, as text. */
static bool add_step(const struct unit *unit, const struct header *header, CXCursor variable,
                     struct buffer *out)
{
    const struct node *step = bare(header->step);
    const struct node *target = tree_assigned(unit, step);
    size_t token = tree_operator(unit, step);
    if (!target || !refers(bare(target), variable) || token >= unit->lex.count)
        return false;
    if (step->kind == CXCursor_UnaryOperator) {
        buffer_add(out, lex_is(&unit->lex, token, "++") ? "1" : "-1");
        return true;
    }
    const struct node *amount = target->next;
    bool minus = lex_is(&unit->lex, token, "-=");
    if (step->kind == CXCursor_BinaryOperator) { /* i = i + amount */
        amount = bare(amount);
        if (!amount || amount->kind != CXCursor_BinaryOperator || !amount->first ||
            !refers(bare(amount->first), variable))
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

/* The comparison as it reads with the variable on the left; NULL: none that bounds it. */
static const char *comparison(const struct unit *unit, const struct node *condition, bool flipped)
{
    static const char *const straight[] = {"<", "<=", ">", ">=", "!="};
    static const char *const mirrored[] = {">", ">=", "<", "<=", "!="};
    size_t token = tree_operator(unit, condition);
    for (int i = 0; i < 5; i++) {
        if (lex_is(&unit->lex, token, straight[i]))
            return flipped ? mirrored[i] : straight[i];
    }
    return NULL;
}

char *determined_trips(const struct scope *scope, const struct node *loop)
{
    const struct unit *unit = scope->unit;
    struct header header = {0};
    struct buffer out = {0};
    if (!split(unit, loop, &header) || !header.condition || !header.step)
        return NULL;
    const struct node *condition = bare(header.condition);
    if (condition->kind != CXCursor_BinaryOperator || !condition->first || !condition->first->next)
        return NULL;
    bool flipped =
        bare(condition->first)->kind != CXCursor_DeclRefExpr ||
        !first_value(unit, &header, clang_getCursorReferenced(bare(condition->first)->cursor));
    const struct node *variable = bare(flipped ? condition->first->next : condition->first);
    const struct node *bound = flipped ? condition->first : condition->first->next;
    const char *how = comparison(unit, condition, flipped);
    if (!how || variable->kind != CXCursor_DeclRefExpr)
        return NULL;
    CXCursor declared = clang_getCursorReferenced(variable->cursor);
    bool known = is_integer(declared) && add_text(unit, first_value(unit, &header, declared), &out);
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

/* tail_position.c: decides whether a call is the last action of its function. */
#include "instrument/c/head.h"
#include "instrument/c/tails.h"

#include <stdlib.h>
#include <string.h>

/* The path of a call's result to the end of the function, perhaps through one variable:
 * `r = x + f(n); return r;`. */
struct way {
    const struct scope *scope;
    const struct node *call;
    bool is_kept;      /* the second part of the path is followed, from the variable on */
    bool is_stored;    /* the result is stored in a variable: */
    CXCursor variable; /* this one */
};

static bool is_operator(const struct scope *scope, const struct node *node,
                        const char *const *operators)
{
    size_t token = tree_operator(scope->unit, node);
    for (size_t i = 0; operators[i] && token < scope->unit->lex.count; i++) {
        if (lex_is(&scope->unit->lex, token, operators[i]))
            return true;
    }
    return false;
}

static bool is_integer(const struct node *value)
{
    enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(value->cursor)).kind;
    return (kind >= CXType_Bool && kind <= CXType_Int128) || kind == CXType_Enum;
}

/* True if the variable may be accessed other than by its name. */
static bool is_exposed(const struct scope *scope, CXCursor variable)
{
    static const char *const address[] = {"&", NULL};
    for (struct node *at = scope->body; at; at = tree_next(scope->body, at)) {
        if (at->kind == CXCursor_GCCAsmStmt && head_mentions(at, variable))
            return true;
        if (at->kind != CXCursor_UnaryOperator || !at->first ||
            !head_refers(head_bare(at->first), variable))
            continue;
        if (tree_operator(scope->unit, at) >= scope->unit->lex.count ||
            is_operator(scope, at, address))
            return true;
    }
    return false;
}

/* True if a node names a variable that only this call of the function can read or change. */
static bool is_private(const struct scope *scope, const struct node *reference)
{
    CXCursor variable = clang_getCursorReferenced(reference->cursor);
    return reference->kind == CXCursor_DeclRefExpr && head_is_local(variable) &&
           clang_Cursor_getStorageClass(variable) != CX_SC_Static &&
           !clang_isVolatileQualifiedType(clang_getCanonicalType(clang_getCursorType(variable))) &&
           !is_exposed(scope, variable);
}

static bool is_constant(const struct node *value)
{
    return value->kind == CXCursor_IntegerLiteral || value->kind == CXCursor_CharacterLiteral ||
           (value->kind == CXCursor_DeclRefExpr &&
            clang_getCursorKind(clang_getCursorReferenced(value->cursor)) ==
                CXCursor_EnumConstantDecl);
}

/* True if a value is computed from constants and private variables alone, so that it is the same
 * before and after the call. */
static bool is_timeless(const struct scope *scope, const struct node *value)
{
    static const char *const unary[] = {"-", "+", "~", "!", NULL};
    static const char *const binary[] = {"+",  "-", "*", "/",  "%",  "&",  "|",  "^", "<<",
                                         ">>", "<", ">", "<=", ">=", "==", "!=", NULL};
    if (is_constant(value))
        return true;
    switch (value->kind) {
    case CXCursor_DeclRefExpr:
        return is_private(scope, value);
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
        return value->last && is_timeless(scope, value->last);
    case CXCursor_UnaryOperator:
        return is_operator(scope, value, unary) && is_timeless(scope, value->first);
    case CXCursor_BinaryOperator:
        return is_operator(scope, value, binary) && is_timeless(scope, value->first) &&
               is_timeless(scope, value->last);
    default:
        return false;
    }
}

/* True if one of two functions, by their canonical cursors, is called below `top`. */
static bool calls_either(const struct node *top, CXCursor one, CXCursor other)
{
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        if (at->kind != CXCursor_CallExpr)
            continue;
        CXCursor called = clang_getCanonicalCursor(clang_getCursorReferenced(at->cursor));
        if (clang_equalCursors(called, one) || clang_equalCursors(called, other))
            return true;
    }
    return false;
}

/* True if a compiler can accumulate the results of an operator in a loop: its other operand is
 * computed before the call, or does not change. Two calls of the function in one sum are ordinary
 * recursion. `at`: the operand with the result. */
static bool accumulates(const struct way *way, const struct node *at)
{
    const struct node *around = at->parent;
    const struct node *other = at == around->first ? around->last : around->first;
    if (!is_integer(around))
        return false;
    if (way->is_kept || other == around->last)
        return is_timeless(way->scope, other);
    return !calls_either(other,
                         clang_getCanonicalCursor(clang_getCursorReferenced(way->call->cursor)),
                         clang_getCanonicalCursor(way->scope->function->cursor));
}

/* True if the unexposed node around `at` is a conversion, or `a ?: b` with `at` as b. libclang has
 * such nodes for other expressions, too. */
static bool passes_unexposed(const struct scope *scope, const struct node *at)
{
    const struct node *around = at->parent, *first = around->first;
    const struct lex *lex = &scope->unit->lex;
    if (first == at && !at->next)
        return around->start == at->start && around->end == at->end;
    return !at->next && first->in_file && lex_is(lex, lex_after(lex, first->end), "?"); /* a ?: b */
}

/* True if the expression around it has the same value, or is an operation that a compiler can
 * accumulate. */
static bool passes(const struct way *way, const struct node *at)
{
    static const char *const last[] = {",", "&&", "||", NULL};
    static const char *const sums[] = {"+", "-", "*", "&", "|", "^", NULL};
    static const char *const signs[] = {"-", "~", NULL};
    const struct node *around = at->parent;
    switch (around->kind) {
    case CXCursor_ParenExpr:
        return true;
    case CXCursor_CStyleCastExpr:
        return !at->next;
    case CXCursor_UnexposedExpr:
        return passes_unexposed(way->scope, at);
    case CXCursor_ConditionalOperator:
        return at != around->first;
    case CXCursor_UnaryOperator:
        return is_integer(around) && is_operator(way->scope, around, signs);
    case CXCursor_BinaryOperator:
        if (is_operator(way->scope, around, last))
            return !at->next;
        return is_operator(way->scope, around, sums) && accumulates(way, at);
    default:
        return false;
    }
}

/* True if the value is stored in a private variable of the function: `r = f(x)`, `r += f(x)`,
 * `long r = f(x)`. Sets way->variable. */
static bool stores(struct way *way, const struct node *at)
{
    static const char *const plainly[] = {"=", NULL};
    static const char *const adding[] = {"+=", "-=", "*=", "&=", "|=", "^=", NULL};
    const struct node *around = at->parent;
    if (way->is_kept || at->next)
        return false;
    if (around->kind == CXCursor_VarDecl) {
        way->variable = around->cursor;
        way->is_stored = true;
        return !around->next && around->parent->kind == CXCursor_DeclStmt &&
               !clang_isVolatileQualifiedType(clang_getCursorType(around->cursor)) &&
               !is_exposed(way->scope, around->cursor);
    }
    bool sums = around->kind == CXCursor_CompoundAssignOperator && is_integer(around) &&
                is_operator(way->scope, around, adding);
    bool assigns =
        around->kind == CXCursor_BinaryOperator && is_operator(way->scope, around, plainly);
    if ((!sums && !assigns) || !is_private(way->scope, around->first))
        return false;
    way->variable = clang_getCursorReferenced(around->first->cursor);
    way->is_stored = true;
    return true;
}

/* True if the node is a statement of its parent, not a condition or another expression. */
static bool is_statement(const struct node *node)
{
    const struct node *around = node->parent;
    switch (around->kind) {
    case CXCursor_CompoundStmt:
    case CXCursor_LabelStmt:
    case CXCursor_DefaultStmt:
        return true;
    case CXCursor_IfStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_CaseStmt:
        return node != around->first;
    default:
        return tree_is_loop(around) && node == instrument_loops_body(around);
    }
}

/* Follows the value from expression to expression. Returns the statement at which that ends; NULL
 * if the value is used in another way. */
static const struct node *climb(struct way *way, const struct node *at)
{
    for (; at->parent; at = at->parent) {
        const struct node *around = at->parent;
        if (around->kind == CXCursor_ReturnStmt)
            return around;
        if (around->kind == CXCursor_CompoundStmt && !at->next && around->parent &&
            around->parent->kind == CXCursor_StmtExpr) {
            at = around; /* the value of ({ }) */
            continue;
        }
        if (around->kind == CXCursor_DeclStmt)
            return around;
        if (is_statement(at))
            return at;
        if (!passes(way, at) && !stores(way, at))
            return NULL;
    }
    return NULL;
}

/* Returns the only use of a variable in an expression; NULL if there is none, or more than one. */
static const struct node *only_use(const struct node *top, CXCursor variable)
{
    const struct node *use = NULL;
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        if (!head_refers(at, variable))
            continue;
        if (use)
            return NULL;
        use = at;
    }
    return use;
}

static bool returns_nothing(const struct scope *scope)
{
    return clang_getCanonicalType(clang_getCursorResultType(scope->function->cursor)).kind ==
           CXType_Void;
}

/* Returns the variable that an expression is a part of: `a` of `a.b[i]`. */
static const struct node *root_of(const struct node *part)
{
    part = head_bare(part);
    while (part->first &&
           (part->kind == CXCursor_MemberRefExpr || part->kind == CXCursor_ArraySubscriptExpr) &&
           !tree_is_pointer(head_bare(part->first)))
        part = head_bare(part->first);
    return part;
}

/* True if an expression is an array that is used as a whole, by its address. */
static bool is_whole_array(const struct node *value)
{
    enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(value->cursor)).kind;
    if (kind != CXType_ConstantArray && kind != CXType_VariableArray)
        return false;
    const struct node *at = value;
    while (at->parent->kind == CXCursor_UnexposedExpr || at->parent->kind == CXCursor_ParenExpr)
        at = at->parent;
    if (at->parent->kind == CXCursor_ArraySubscriptExpr)
        return is_whole_array(at->parent);
    return true;
}

/* True if an argument of the call is the address of something in the caller's stack frame. */
static bool hands_over_frame(const struct scope *scope, const struct node *call)
{
    static const char *const address[] = {"&", NULL};
    for (struct node *at = call->first; at; at = tree_next(call, at)) {
        if (at->kind == CXCursor_CompoundLiteralExpr)
            return true;
        bool takes = at->kind == CXCursor_UnaryOperator && is_operator(scope, at, address);
        const struct node *named = takes ? root_of(at->first) : at;
        CXCursor variable = clang_getCursorReferenced(named->cursor);
        if (named->kind == CXCursor_DeclRefExpr && head_is_local(variable) &&
            clang_Cursor_getStorageClass(variable) != CX_SC_Static && (takes || is_whole_array(at)))
            return true;
    }
    return false;
}

bool tail_position(const struct scope *scope, const struct node *call)
{
    struct way way = {.scope = scope, .call = call};
    const struct node *statement = climb(&way, call);
    if (hands_over_frame(scope, call))
        return false;
    if (!statement || statement->kind == CXCursor_ReturnStmt)
        return statement != NULL;
    const struct node *next = tail_next(scope, statement);
    if (!next)
        return false;
    bool returns = next != scope->body && next->first;
    if (!way.is_stored)
        return returns_nothing(scope) && !returns;
    const struct node *use = returns ? only_use(next->first, way.variable) : NULL;
    way.is_kept = true;
    return use && !tree_has_effects(scope->unit, next->first) && climb(&way, use) == next;
}

/* told.c: finds counted loops, whose head gives their trips exactly, whatever the compiler makes of
 * them. */
#include "instrument/c/light/told.h"

#include "instrument/c/head.h"
#include "instrument/c/light/calls.h"
#include "instrument/c/light/values.h"
#include "util/buffer.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Returns the expression without brackets and implicit conversions around it. */
static const struct node *plain(const struct node *node)
{
    while (node && (node->kind == CXCursor_UnexposedExpr || node->kind == CXCursor_ParenExpr) &&
           node->first && !node->first->next)
        node = node->first;
    return node;
}

static enum CXTypeKind type_of(CXCursor cursor)
{
    return clang_getCanonicalType(clang_getCursorType(cursor)).kind;
}

static bool is_unsigned(enum CXTypeKind kind)
{
    return kind == CXType_UInt || kind == CXType_ULong || kind == CXType_ULongLong;
}

/* True for int and wider types: a comparison converts only negative values to other ones. */
static bool is_whole(enum CXTypeKind kind)
{
    return kind == CXType_Int || kind == CXType_Long || kind == CXType_LongLong ||
           is_unsigned(kind);
}

static bool is_any_integer(enum CXTypeKind kind)
{
    return (kind >= CXType_Bool && kind <= CXType_LongLong && kind != CXType_UInt128) ||
           kind == CXType_Enum;
}

/* True for a variable with automatic storage that is not volatile. */
static bool is_automatic(CXCursor variable)
{
    return head_is_local(variable) && clang_Cursor_getStorageClass(variable) != CX_SC_Static &&
           !clang_isVolatileQualifiedType(clang_getCursorType(variable));
}

/* True if something below `top` takes the variable's address, or hands it to inline assembly. */
static bool takes_address(const struct unit *unit, const struct node *top, CXCursor variable)
{
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        if (at->kind == CXCursor_GCCAsmStmt && head_mentions(at, variable))
            return true;
        if (at->kind != CXCursor_UnaryOperator || !at->first ||
            !head_refers(head_bare(at->first), variable))
            continue;
        size_t token = tree_operator(unit, at);
        if (token >= unit->lex.count || lex_is(&unit->lex, token, "&"))
            return true;
    }
    return false;
}

/* Computes the amount that the step adds to the variable. False if it is no constant, or 0. */
static bool read_step(const struct unit *unit, const struct node *step, CXCursor variable,
                      long long *added)
{
    step = plain(step);
    const struct node *target = tree_assigned(unit, step);
    size_t token = tree_operator(unit, step);
    if (!target || !head_refers(plain(target), variable) || token >= unit->lex.count)
        return false;
    if (step->kind == CXCursor_UnaryOperator) {
        *added = lex_is(&unit->lex, token, "++") ? 1 : -1;
        return true;
    }
    const struct node *amount = target->next;
    bool minus = lex_is(&unit->lex, token, "-=");
    if (!minus && !lex_is(&unit->lex, token, "+=")) {
        amount = plain(amount); /* i = i + amount */
        if (!lex_is(&unit->lex, token, "=") || !amount || amount->kind != CXCursor_BinaryOperator ||
            !amount->first || !head_refers(plain(amount->first), variable))
            return false;
        token = tree_operator(unit, amount);
        minus = lex_is(&unit->lex, token, "-");
        if (!minus && !lex_is(&unit->lex, token, "+"))
            return false;
        amount = amount->first->next;
    }
    if (!amount || !values_of(unit, NULL, amount, added) || *added == 0 || *added > INT_MAX ||
        *added < -INT_MAX)
        return false;
    *added = minus ? -*added : *added;
    return true;
}

/* Returns the constant of triptych/probes.h for a comparison; NULL if the step leads away from the
 * bound, or may jump over it. */
static const char *direction(const char *how, long long step)
{
    if (!strcmp(how, "<"))
        return step > 0 ? "TRI_BELOW" : NULL;
    if (!strcmp(how, "<="))
        return step > 0 ? "TRI_UP_TO" : NULL;
    if (!strcmp(how, ">"))
        return step < 0 ? "TRI_ABOVE" : NULL;
    if (!strcmp(how, ">="))
        return step < 0 ? "TRI_DOWN_TO" : NULL;
    return step == 1 || step == -1 ? "TRI_UNTIL" : NULL;
}

/* True if the loop's comparison compares the numbers, although one side may be unsigned. */
static bool compares_numbers(const struct unit *unit, const struct told *told)
{
    enum CXTypeKind variable = type_of(told->variable), bound = type_of(told->bound->cursor);
    long long first;
    if (!is_whole(variable) || !is_any_integer(bound))
        return false;
    if (is_unsigned(variable) && told->step < -1)
        return false; /* it may wrap around below 0 */
    if (is_unsigned(variable) || !is_unsigned(bound))
        return true;
    return told->step > 0 && values_of(unit, NULL, told->first, &first) && first >= 0;
}

/* Returns the trips of a loop from `first` to `bound`. */
static unsigned long long count(const struct told *told, long long first, long long bound)
{
    long long last = bound, step = told->step;
    if (!strcmp(told->how, "TRI_BELOW") || (!strcmp(told->how, "TRI_UNTIL") && step > 0))
        last--;
    if (!strcmp(told->how, "TRI_ABOVE") || (!strcmp(told->how, "TRI_UNTIL") && step < 0))
        last++;
    if (step == 0 || (step > 0 ? first > last : first < last))
        return 0;
    return (unsigned long long)((last - first) / step) + 1;
}

bool told_count(const struct unit *unit, const struct told *told, const struct values *values,
                long long *first, unsigned long long *trips)
{
    long long bound;
    if (!told->is_told || !values_of(unit, values, told->first, first) ||
        !values_of(unit, values, told->bound, &bound) || *first > INT_MAX || *first < -INT_MAX ||
        bound > INT_MAX || bound < -INT_MAX)
        return false;
    if (!strcmp(told->how, "TRI_UNTIL") && (told->step > 0 ? *first > bound : *first < bound))
        return false; /* the variable wraps around */
    if (is_unsigned(type_of(told->variable)) && (*first < 0 || bound < 0))
        return false;
    *trips = count(told, *first, bound);
    return true;
}

/* Finds variable, first value, bound and comparison. False if the condition is of another form. */
static bool read_condition(const struct unit *unit, const struct head_parts *parts,
                           struct told *told, const char **how)
{
    const struct node *condition = plain(parts->condition);
    if (condition->kind != CXCursor_BinaryOperator || !condition->first || !condition->first->next)
        return false;
    for (int flipped = 0; flipped < 2; flipped++) {
        const struct node *left = condition->first, *right = left->next;
        const struct node *use = plain(flipped ? right : left);
        if (use->kind != CXCursor_DeclRefExpr)
            continue;
        told->variable = clang_getCursorReferenced(use->cursor);
        told->first = head_first(unit, parts, told->variable);
        told->bound = flipped ? left : right;
        *how = head_comparison(unit, condition, flipped);
        if (told->first && *how)
            return true;
    }
    return false;
}

void told_read(const struct scope *scope, struct loop *loop)
{
    const struct unit *unit = scope->unit;
    struct head_parts parts = {0};
    struct told *told = &loop->told;
    const char *how;
    if (!head_split(unit, loop->node, &parts) || !parts.start || !parts.condition || !parts.step ||
        !parts.body || !read_condition(unit, &parts, told, &how) || !is_automatic(told->variable) ||
        !read_step(unit, parts.step, told->variable, &told->step))
        return;
    told->how = direction(how, told->step);
    if (!told->how || !compares_numbers(unit, told) || tree_has_effects(unit, told->first) ||
        tree_has_effects(unit, told->bound) || head_mentions(told->bound, told->variable) ||
        head_mentions(told->first, told->variable) ||
        head_changes(unit, parts.body, told->variable) ||
        takes_address(unit, scope->body, told->variable) || jumps_leave(&scope->jumps, loop->node))
        return;
    told->is_told = true;
    long long first;
    told->is_constant = told_count(unit, told, NULL, &first, &told->times);
}

/* True if an assignment to `target` may change an integer in memory; pointers: or a pointer. A
 * local variable counts as memory if its address is taken. */
static bool may_change(const struct scope *scope, const struct node *target, bool pointers)
{
    const struct node *bare = plain(target);
    if (bare->kind == CXCursor_DeclRefExpr) {
        CXCursor variable = clang_getCursorReferenced(bare->cursor);
        if (is_automatic(variable) && !takes_address(scope->unit, scope->body, variable))
            return false;
    }
    switch (clang_getCanonicalType(clang_getCursorType(target->cursor)).kind) {
    case CXType_Float:
    case CXType_Double:
    case CXType_LongDouble:
    case CXType_Complex:
        return false;
    case CXType_Pointer:
        return pointers;
    default:
        return true;
    }
}

/* False for calls like sqrt(x), which get no address and run no code of the program. */
static bool may_store(const struct node *call)
{
    if (!call->is_harmless)
        return true;
    for (const struct node *at = call->first ? call->first->next : NULL; at; at = at->next) {
        if (tree_is_pointer(at))
            return true;
    }
    return false;
}

/* True if something below `top` may change an integer in memory; pointers: or a pointer. */
static bool stores(const struct scope *scope, const struct node *top, bool pointers)
{
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        const struct node *target = tree_assigned(scope->unit, at);
        if ((target && may_change(scope, target, pointers)) ||
            (at->kind == CXCursor_CallExpr && may_store(at)))
            return true;
    }
    return false;
}

static bool is_declared_inside(const struct scope *scope, const struct node *top, CXCursor variable)
{
    unsigned declared;
    CXFile file;
    clang_getFileLocation(clang_getCursorLocation(variable), &file, NULL, NULL, &declared);
    return file && clang_File_isEqual(file, scope->unit->file) && declared >= top->start &&
           declared < top->end;
}

/* True if the variable keeps its value while `top` is executed. *memory is set if that holds only
 * as long as no store through a pointer changes it. */
static bool stays(const struct scope *scope, const struct node *top, CXCursor variable,
                  bool *memory)
{
    enum CXCursorKind kind = clang_getCursorKind(variable);
    CXType type = clang_getCursorType(variable);
    if (kind == CXCursor_EnumConstantDecl)
        return true;
    if ((kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl) ||
        clang_isVolatileQualifiedType(type) || clang_getCanonicalType(type).kind == CXType_Atomic ||
        is_declared_inside(scope, top, variable))
        return false;
    if (clang_isConstQualifiedType(type))
        return true;
    if (!is_automatic(variable) || takes_address(scope->unit, scope->body, variable))
        *memory = true;
    return !head_changes(scope->unit, top, variable);
}

/* True if evaluating the expression may crash: it follows a pointer or divides. */
static bool may_stop(const struct unit *unit, const struct node *value)
{
    for (struct node *at = (struct node *)value; at; at = tree_next(value, at)) {
        size_t token = at->kind == CXCursor_BinaryOperator ? tree_operator(unit, at) : 0;
        if (at->kind == CXCursor_MemberRefExpr || at->kind == CXCursor_ArraySubscriptExpr ||
            at->kind == CXCursor_UnaryOperator ||
            (at->kind == CXCursor_BinaryOperator &&
             (token >= unit->lex.count || lex_is(&unit->lex, token, "/") ||
              lex_is(&unit->lex, token, "%"))))
            return true;
    }
    return false;
}

/* True if an assert() below `top` may end the program before a head inside is evaluated. */
static bool aborts(const struct node *top)
{
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        if (at->kind == CXCursor_CallExpr && calls_abort(at))
            return true;
    }
    return false;
}

/* True if the expression keeps its value while `top` is executed, and can be evaluated outside. */
static bool stays_all(const struct scope *scope, const struct node *top, const struct node *value)
{
    bool memory = false, pointers = false; /* it reads memory; it reads a pointer from memory */
    for (struct node *at = (struct node *)value; at; at = tree_next(value, at)) {
        bool in_memory = false;
        if (at->kind == CXCursor_DeclRefExpr) {
            if (!stays(scope, top, clang_getCursorReferenced(at->cursor), &in_memory))
                return false;
        } else if (at->kind == CXCursor_MemberRefExpr || at->kind == CXCursor_ArraySubscriptExpr ||
                   at->kind == CXCursor_UnaryOperator) {
            if (clang_isVolatileQualifiedType(clang_getCursorType(at->cursor)))
                return false;
            in_memory = true;
        } else if (!clang_isExpression(at->kind)) {
            return false;
        }
        memory = memory || in_memory;
        pointers = pointers || (in_memory && tree_is_pointer(at));
    }
    return (!memory || !stores(scope, top, pointers)) &&
           !(may_stop(scope->unit, value) && aborts(top));
}

bool told_is_fixed(const struct scope *scope, const struct loop *loop, const struct node *top)
{
    const struct told *told = &loop->told;
    return told->is_told && (told->is_constant || (stays_all(scope, top, told->first) &&
                                                   stays_all(scope, top, told->bound)));
}

/* Appends the expression's text on one line, in brackets. False if a macro makes a part of it, or
 * if there is a directive in it. */
static bool add_text(const struct unit *unit, const struct node *value, struct buffer *out)
{
    size_t end = value->end, behind = value->start;
    if (!value->in_file || value->from != value->end_from || value->from == FROM_ARGUMENT)
        return false;
    if (value->from == FROM_MACRO) {
        const struct lex_span *span = unit_expansion(unit, value->start);
        if (!span || span->start != value->start || end > span->end)
            return false;
        end = span->end;
    }
    buffer_add(out, "(");
    for (size_t i = lex_at(&unit->lex, value->start);
         i < unit->lex.count && unit->lex.tokens[i].start < end; i++) {
        const struct lex_token *token = &unit->lex.tokens[i];
        if (token->kind == LEX_DIRECTIVE)
            return false;
        if (token->start > behind)
            buffer_add(out, " ");
        buffer_add_bytes(out, unit->text + token->start, token->end - token->start);
        behind = token->end;
    }
    buffer_add(out, ")");
    return true;
}

char *told_text(const struct unit *unit, const struct told *told)
{
    assert(told->is_told);
    struct buffer out = {0};
    CXString type =
        clang_getTypeSpelling(clang_getCanonicalType(clang_getCursorType(told->variable)));
    buffer_printf(&out, "(%s)", clang_getCString(type));
    clang_disposeString(type);
    bool known = add_text(unit, told->first, &out);
    buffer_printf(&out, ", %s, ", told->how);
    if (type_of(told->variable) == CXType_UInt && type_of(told->bound->cursor) == CXType_Int)
        buffer_add(&out, "(unsigned)"); /* the comparison converts it */
    known = known && add_text(unit, told->bound, &out);
    buffer_printf(&out, ", %lld", told->step);
    char *text = buffer_take(&out);
    if (known)
        return text;
    free(text);
    return NULL;
}

/* tail_ending.c: chooses and writes the end of a visit before a call in tail position. */
#include "instrument/c/head.h"
#include "instrument/c/light/arguments.h"
#include "instrument/c/tails.h"

#include <assert.h>
#include <stdlib.h>

static const char of_macro[] = "it calls itself by a tail call that comes from a macro";
static const char of_arguments[] =
    "it calls itself by a tail call whose arguments leave no place for a probe";

/* True if no macro is involved in the text of the node's start and end. */
static bool is_plain(const struct unit *unit, const struct node *node)
{
    return node->in_file && node->from == FROM_TEXT && node->end_from == FROM_TEXT &&
           !unit_expansion(unit, node->start);
}

/* True if probes may run when the node itself is evaluated. */
static bool runs_probes(const struct node *node)
{
    if (node->kind == CXCursor_StmtExpr)
        return true;
    if (node->kind != CXCursor_CallExpr)
        return false;
    char *name = tree_name(node);
    bool pure = leaf_is_pure(name);
    free(name);
    return !pure;
}

/* True if the expression contains calls that may run probes, which belong inside the visit. */
static bool has_calls(const struct node *top)
{
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        if (runs_probes(at))
            return true;
    }
    return false;
}

static bool arguments_have_calls(const struct node *call)
{
    for (const struct node *at = call->first; at; at = at->next) {
        if (has_calls(at))
            return true;
    }
    return false;
}

/* True if a node is an array member of a structure value, as a call returns it: `f(g(x).name)`.
 * Such an array lives no longer than the expression around it. */
static bool is_array_of_value(const struct node *node)
{
    enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(node->cursor)).kind;
    if (node->kind != CXCursor_MemberRefExpr || kind != CXType_ConstantArray)
        return false;
    while (node->kind == CXCursor_MemberRefExpr && node->first && !tree_is_pointer(node->first))
        node = head_bare(node->first);
    return node->kind == CXCursor_CallExpr || node->kind == CXCursor_ConditionalOperator ||
           node->kind == CXCursor_BinaryOperator || node->kind == CXCursor_StmtExpr;
}

static bool points_to_value(const struct node *argument)
{
    for (struct node *at = (struct node *)argument; at; at = tree_next(argument, at)) {
        if (is_array_of_value(at))
            return true;
    }
    return false;
}

/* True if the end of the visit can be written behind arguments of the call. */
static bool can_follow_arguments(const struct scope *scope, const struct node *call)
{
    if (!arguments_are_written(scope->unit, call))
        return false;
    for (const struct node *at = call->first->next; at; at = at->next) {
        if (points_to_value(at))
            return false;
    }
    return true;
}

/* Returns the highest node around the call that is exactly what one macro invocation makes; NULL if
 * the macro makes something else, too, or a statement. */
static const struct node *whole_expansion(const struct unit *unit, const struct node *call)
{
    const struct lex_span *span = call->in_file ? unit_expansion(unit, call->start) : NULL;
    if (!span || call->start != span->start || call->end != span->end)
        return NULL;
    const struct node *top = call;
    while (top->parent && top->parent->start == span->start && top->parent->end == span->end)
        top = top->parent;
    for (const struct node *at = top->parent ? top->parent->first : NULL; at; at = at->next) {
        if (at != top && at->in_file && at->end > span->start && at->start < span->end)
            return NULL;
    }
    return top->parent && top->parent->start < span->start && !clang_isStatement(top->kind) ? top
                                                                                            : NULL;
}

/* True if the call is always executed when `top` is, and nothing else in `top` runs probes. */
static bool runs_only(const struct scope *scope, const struct node *top, const struct node *call)
{
    const struct lex *lex = &scope->unit->lex;
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        if (at != call && runs_probes(at))
            return false;
    }
    for (const struct node *at = call; at != top; at = at->parent) {
        const struct node *around = at->parent;
        size_t token = around->kind == CXCursor_BinaryOperator ? tree_operator(scope->unit, around)
                                                               : lex->count;
        if (around->kind == CXCursor_ConditionalOperator ||
            (around->kind == CXCursor_UnexposedExpr && around->first != around->last) ||
            lex_is(lex, token, "&&") || lex_is(lex, token, "||"))
            return false;
    }
    return true;
}

/* True if a statement is a block: it executes its parts exactly once. */
static bool is_block(const struct node *statement)
{
    return statement->kind == CXCursor_CompoundStmt ||
           (tree_is_loop(statement) && tree_is_block(statement));
}

/* Returns the statement around the call; if a macro makes it, including the block that the macro
 * puts around it. */
static const struct node *statement_of(const struct unit *unit, const struct node *call)
{
    const struct node *at = call;
    while (at->parent && !clang_isStatement(at->parent->kind))
        at = at->parent;
    if (at->parent &&
        (at->parent->kind == CXCursor_ReturnStmt || at->parent->kind == CXCursor_DeclStmt))
        at = at->parent;
    const struct lex_span *span = at->in_file ? unit_expansion(unit, at->start) : NULL;
    while (span && at->parent && is_block(at->parent) && at->parent->start == span->start)
        at = at->parent;
    return at;
}

/* Returns the offset behind the statement and its semicolon; 0 if it cannot be found. */
static size_t end_of(const struct unit *unit, const struct node *statement)
{
    const struct lex_span *span = unit_expansion(unit, statement->start);
    size_t end = tree_statement_end(unit, statement);
    if (end || !span || statement->end > span->end)
        return end;
    size_t token = lex_at(&unit->lex, span->end);
    return lex_is(&unit->lex, token, ";") ? unit->lex.tokens[token].end : 0;
}

/* True if the statement is in the block of a statement expression, whose value it may be. */
static bool is_value(const struct node *statement)
{
    const struct node *block = statement->parent;
    return statement->kind != CXCursor_ReturnStmt && block->kind == CXCursor_CompoundStmt &&
           block->parent && block->parent->kind == CXCursor_StmtExpr;
}

/* True if the end of the visit can be written before the statement around the call, all or part of
 * which a macro makes. */
static bool can_precede(const struct scope *scope, const struct node *call)
{
    const struct unit *unit = scope->unit;
    const struct node *statement = statement_of(unit, call);
    if (!statement->in_file || !statement->parent || is_value(statement) ||
        !runs_only(scope, statement, call) || !end_of(unit, statement))
        return false;
    const struct lex_span *span = unit_expansion(unit, statement->start);
    if (span &&
        (statement->start != span->start || instrument_loops_shares_expansion(statement, span)))
        return false;
    return statement->kind != CXCursor_DeclStmt ||
           (statement->parent->kind == CXCursor_CompoundStmt && !unit->is_c89);
}

enum ending tail_ending(const struct scope *scope, const struct node *call, const char **reason)
{
    bool plain = is_plain(scope->unit, call);
    if (plain && !arguments_have_calls(call))
        return ENDING_CALL;
    if (plain && can_follow_arguments(scope, call))
        return ENDING_ARGUMENTS;
    const struct node *top = plain ? NULL : whole_expansion(scope->unit, call);
    if (top && runs_only(scope, top, call))
        return ENDING_CALL;
    if (!plain && can_precede(scope, call))
        return ENDING_STATEMENT;
    *reason = plain ? of_arguments : of_macro;
    return ENDING_NONE;
}

/* Returns the number of arguments of the call that contain calls. */
static unsigned count_parts(const struct node *call)
{
    unsigned count = 0;
    for (const struct node *at = call->first->next; at; at = at->next)
        count += has_calls(at);
    return count;
}

bool tail_has_parts(const struct scope *scope)
{
    for (struct node *at = scope->body; at; at = tree_next(scope->body, at)) {
        if (at->ending == ENDING_ARGUMENTS && count_parts(at) > 1)
            return true;
    }
    return false;
}

/* Appends the ends of the loops around the call, innermost first, and of the visit, as one
 * expression. */
static void add_ends(struct buffer *out, const struct scope *scope, const struct node *call)
{
    for (const struct node *at = call->parent; at && at != scope->body; at = at->parent) {
        if (at->region)
            buffer_printf(out, "TRI_TAIL_LOOP(%u), ", at->region - 1);
    }
    buffer_printf(out, "TRI_TAIL(%u)", scope->routine);
}

/* Writes the end of the visit behind each argument that contains calls; it takes effect behind the
 * one that is evaluated last. */
static void follow_arguments(struct scope *scope, const struct node *call, const char *ends)
{
    struct unit *unit = scope->unit;
    unsigned parts = count_parts(call);
    struct buffer text = {0};
    if (parts > 1)
        buffer_printf(&text, "if (TRI_LAST_PART(%u, %u)) ", scope->routine, parts);
    buffer_add(&text, ends);
    for (struct argument at = {0}; arguments_next(unit, call, &at);) {
        if (has_calls(at.node))
            arguments_follow(unit, call, &at, text.text);
    }
    buffer_free(&text);
}

/* Writes the end of the visit before the statement around the call. */
static void precede_statement(struct scope *scope, const struct node *call, const char *ends)
{
    struct instrument_edits *edits = &scope->unit->plan.edits;
    const struct node *statement = statement_of(scope->unit, call);
    unsigned depth = statement->depth * 4 - 3;
    bool declares = statement->kind == CXCursor_DeclStmt;
    instrument_edits_open(edits, statement->start, depth, "%s%s; ", declares ? "" : "{ ", ends);
    if (!declares)
        instrument_edits_close(edits, end_of(scope->unit, statement), depth, " }");
}

void tail_emit(struct scope *scope, const struct node *call)
{
    assert(call->kind == CXCursor_CallExpr && scope->ends_early);
    struct instrument_edits *edits = &scope->unit->plan.edits;
    struct buffer ends = {0};
    add_ends(&ends, scope, call);
    switch (call->ending) {
    case ENDING_CALL:
        instrument_edits_open(edits, call->start, call->depth * 4 - 3, "(%s, ", ends.text);
        instrument_edits_close(edits, call->end, call->depth * 4 - 3, ")");
        break;
    case ENDING_ARGUMENTS:
        follow_arguments(scope, call, ends.text);
        break;
    case ENDING_STATEMENT:
        precede_statement(scope, call, ends.text);
        break;
    case ENDING_NONE:
        break;
    }
    buffer_free(&ends);
}

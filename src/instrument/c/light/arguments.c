/* arguments.c: see arguments.h */
#include "instrument/c/light/arguments.h"

#include <assert.h>

/* Returns the token of the bracket that opens the arguments; lex.count if a macro is involved. */
static size_t bracket_of(const struct unit *unit, const struct node *call)
{
    const struct lex *lex = &unit->lex;
    if (!call->in_file || call->from != FROM_TEXT || call->end_from != FROM_TEXT || !call->first ||
        !call->first->in_file || call->first->end_from != FROM_TEXT ||
        unit_expansion(unit, call->start))
        return lex->count;
    size_t token = lex_after(lex, call->first->end);
    if (token >= lex->count || !lex_is(lex, token, "("))
        return lex->count;
    size_t closing = lex_closing(lex, token);
    return closing < lex->count && lex->tokens[closing].end == call->end ? token : lex->count;
}

/* Returns the token behind the argument that begins at `token`: a comma, or the closing bracket;
 * lex->count if there is a directive before it. */
static size_t behind(const struct lex *lex, size_t token)
{
    unsigned depth = 0;
    for (; token < lex->count; token++) {
        if (lex->tokens[token].kind == LEX_DIRECTIVE)
            return lex->count;
        bool opens = lex_is(lex, token, "(") || lex_is(lex, token, "[") || lex_is(lex, token, "{");
        bool closes = lex_is(lex, token, ")") || lex_is(lex, token, "]") || lex_is(lex, token, "}");
        if (depth == 0 && (closes || lex_is(lex, token, ",")))
            break;
        depth += opens;
        depth -= closes;
    }
    return token;
}

bool arguments_are_written(const struct unit *unit, const struct node *call)
{
    const struct lex *lex = &unit->lex;
    size_t token = bracket_of(unit, call);
    if (token >= lex->count)
        return false;
    for (const struct node *at = call->first->next; at; at = at->next) {
        size_t end = behind(lex, token + 1);
        if (end >= lex->count || end == token + 1 || lex_is(lex, end, ",") != (at->next != NULL))
            return false;
        token = end;
    }
    return true;
}

/* True if an item of the owner begins in [start, end). */
static bool counts_between(const struct owner *owner, size_t start, size_t end)
{
    for (const struct item *item = owner->first; item; item = item->next) {
        if (item->node->in_file && item->node->start >= start && item->node->start < end)
            return true;
    }
    return false;
}

bool arguments_count(const struct owner *owner, const struct node *call)
{
    return call->in_file && call->first && call->first->in_file &&
           counts_between(owner, call->first->end, call->end);
}

/* True if the argument is a number. It is then promoted by a unary +, because no variable can have
 * the type of a bit-field. */
static bool is_number(const struct node *value)
{
    enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(value->cursor)).kind;
    return (kind >= CXType_Bool && kind <= CXType_LongDouble) || kind == CXType_Enum;
}

bool arguments_next(const struct unit *unit, const struct node *call, struct argument *argument)
{
    const struct lex *lex = &unit->lex;
    size_t token = argument->node ? argument->token : bracket_of(unit, call);
    argument->node = argument->node ? argument->node->next : call->first->next;
    if (!argument->node)
        return false;
    argument->token = behind(lex, token + 1);
    assert(argument->token < lex->count && argument->token > token + 1);
    argument->start = lex->tokens[token + 1].start;
    argument->end = lex->tokens[argument->token - 1].end;
    return true;
}

void arguments_follow(struct unit *unit, const struct node *call, const struct argument *argument,
                      const char *statement)
{
    struct instrument_edits *edits = &unit->plan.edits;
    instrument_edits_open(edits, argument->start, call->depth * 4 + 1, "TRI_VALUE_BEGIN %s(",
                          is_number(argument->node) ? "+" : "");
    instrument_edits_close(edits, argument->end, call->depth * 4 + 1, ") TRI_VALUE_END(%s)",
                           statement);
}

void arguments_publish(const struct owner *owner, const struct node *call, const char *publish)
{
    struct unit *unit = owner->scope->unit;
    for (struct argument at = {0}; arguments_next(unit, call, &at);) {
        if (counts_between(owner, at.start, at.end))
            arguments_follow(unit, call, &at, publish);
    }
}

/* complete_scope.h: the context of the cursor in an unfinished query: open brackets, calls and
 * lambdas. */
#ifndef QUERY_CHECK_COMPLETE_SCOPE_H
#define QUERY_CHECK_COMPLETE_SCOPE_H

#include "query/check/check.h"

#include <stddef.h>

enum { SCOPE_NONE = -1, SCOPE_DEEPEST = 64 };

/* An open bracket. Numbers are indices of lexemes. */
struct open_bracket {
    ptrdiff_t at;
    ptrdiff_t call;       /* the name before it; SCOPE_NONE: it is not a call */
    bool is_method;       /* a `.` precedes that name */
    size_t argument;      /* the argument that the cursor is in, from 0 */
    ptrdiff_t next;       /* the lexeme after its first argument */
    ptrdiff_t row;        /* the lambda's row name in this argument, or SCOPE_NONE */
    ptrdiff_t started_at; /* the first lexeme of this argument */
};

struct cursor_scope {
    char *text; /* the text up to the cursor */
    struct query_lexeme *lexemes;
    ptrdiff_t count;
    size_t room;
    ptrdiff_t first; /* first lexeme of the last statement */
    struct open_bracket open[SCOPE_DEEPEST];
    size_t depth;
    bool inside;   /* the cursor is in a text, pattern or comment: no candidates */
    size_t broken; /* end of a number with an unknown unit, such as 3m; 0: there is none */
};

void cursor_scope_read(struct cursor_scope *scope, const char *text, size_t cursor);
void cursor_scope_free(struct cursor_scope *scope);

bool cursor_scope_sees(const struct cursor_scope *scope, ptrdiff_t lexeme, const char *sign);
bool cursor_scope_is(const struct cursor_scope *scope, ptrdiff_t lexeme, const char *word);
char *cursor_scope_word(const struct cursor_scope *scope,
                        ptrdiff_t lexeme); /* owned by the caller */

/* Returns the first lexeme of the operand that ends before `end`, such as e.region in `e.region.`;
 * SCOPE_NONE if there is none. */
ptrdiff_t cursor_scope_operand(const struct cursor_scope *scope, ptrdiff_t end);

/* Parses the operand; NULL if it is not an expression. */
struct query_tree *cursor_scope_tree(const struct cursor_scope *scope, ptrdiff_t from,
                                     ptrdiff_t end);

#endif

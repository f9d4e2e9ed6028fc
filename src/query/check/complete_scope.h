/* complete_scope.h: where in an unfinished query the cursor is: open brackets, calls, lambdas. */
#ifndef QUERY_CHECK_COMPLETE_SCOPE_H
#define QUERY_CHECK_COMPLETE_SCOPE_H

#include "query/check/check.h"

#include <stddef.h>

enum { SCOPE_NONE = -1, SCOPE_DEEPEST = 64 };

/* A bracket that is open. Numbers are those of lexemes. */
struct open_bracket {
    ptrdiff_t at;
    ptrdiff_t call;       /* the name before it; SCOPE_NONE: it is no call */
    bool is_method;       /* there is a point before that name */
    size_t argument;      /* in which the cursor is, from 0 */
    ptrdiff_t next;       /* behind its first argument */
    ptrdiff_t row;        /* the name of the lambda's row, in this argument; or SCOPE_NONE */
    ptrdiff_t started_at; /* where this argument begins */
};

struct cursor_scope {
    char *text; /* up to the cursor */
    struct lexeme *lexemes;
    ptrdiff_t count;
    size_t room;
    ptrdiff_t first; /* of the last statement */
    struct open_bracket open[SCOPE_DEEPEST];
    size_t depth;
    bool inside;   /* of a text, a pattern or a comment: nothing can be told */
    size_t broken; /* where a number ends whose unit is none, as 3m; 0: there is none */
};

void cursor_scope_read(struct cursor_scope *scope, const char *text, size_t cursor);
void cursor_scope_free(struct cursor_scope *scope);

bool cursor_scope_sees(const struct cursor_scope *scope, ptrdiff_t lexeme, const char *sign);
bool cursor_scope_is(const struct cursor_scope *scope, ptrdiff_t lexeme, const char *word);
char *cursor_scope_word(const struct cursor_scope *scope, ptrdiff_t lexeme); /* the caller's */

/* Where the operand begins that ends before a lexeme: e.region in `e.region.`; SCOPE_NONE. */
ptrdiff_t cursor_scope_operand(const struct cursor_scope *scope, ptrdiff_t end);

/* The operand as a tree; NULL: it is none. */
struct tree *cursor_scope_tree(const struct cursor_scope *scope, ptrdiff_t from, ptrdiff_t end);

#endif

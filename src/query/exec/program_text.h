/* program_text.h: operations on text, computed once per distinct text; and IN lists. */
#ifndef QUERY_EXEC_PROGRAM_TEXT_H
#define QUERY_EXEC_PROGRAM_TEXT_H

#include "query/data/data.h"
#include "query/parse/expression.h"

/* Remembers an operation's result per text. Zero-initialise. */
struct text_memo {
    struct query_data *data;
    const struct query_expression *of;
    int64_t *known; /* result by text number; -1: not computed yet */
    size_t room;
    int64_t *list; /* of IN: the numbers of the texts in the list */
};

void text_memo_make(struct text_memo *memo, struct query_data *data,
                    const struct query_expression *of);
void text_memo_free(struct text_memo *memo);

/* False if the operation works on numbers. */
bool text_memo_is_used(const struct text_memo *memo);

/* Computes the first `count` values of `out`; `b` is the second operand, where there is one. */
void text_memo_run(struct text_memo *memo, const struct query_vector *a,
                   const struct query_vector *b, size_t count, struct query_vector *out);

#endif

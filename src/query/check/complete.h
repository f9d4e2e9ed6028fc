/* complete.h: what may stand at the cursor of a query that is being written, and how much of it is
 * complete already. */
#ifndef QUERY_CHECK_COMPLETE_H
#define QUERY_CHECK_COMPLETE_H

#include "query/exec/plan.h"

struct candidate {
    char *word; /* as it would be written: calls with their bracket */
    char *help; /* a phrase, or empty */
};

struct completion {
    size_t at; /* where the word begins that is being written, in the text; it ends at the cursor */
    struct candidate *candidates; /* that begin as that word does */
    size_t count, room;
};

/* Zero-initialise `completion`. `names` may be NULL. What stands behind the cursor is not looked
 * at. */
void complete_query(struct completion *completion, const char *text, size_t cursor,
                    const struct plan_names *names);
void complete_free(struct completion *completion);

/* Bytes in which all candidates begin alike. */
size_t complete_common(const struct completion *completion);

/* Adds a word, if it begins as the one that is being written; for words of others. */
void complete_add(struct completion *completion, const char *text, size_t cursor, const char *word,
                  const char *help);

/* The chain of calls that a `.` or `;` closes before the cursor, outside of all brackets, in the
 * last statement: text[at] to before text[end]. `let x =` and `explain` are not part of it. False:
 * there is none yet. */
bool complete_chain(const char *text, size_t cursor, size_t *at, size_t *end);

#endif

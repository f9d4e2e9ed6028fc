/* complete.h: completion for a query that is being typed: the candidates at the cursor, and the
 * part of the query that is complete already. */
#ifndef QUERY_CHECK_COMPLETE_H
#define QUERY_CHECK_COMPLETE_H

#include "query/exec/plan.h"

struct query_candidate {
    char *word; /* as it is inserted: calls with their opening bracket */
    char *help; /* a phrase, or empty */
};

struct query_completion {
    size_t at; /* offset in the text at which the word being typed begins; it ends at the cursor */
    struct query_candidate *candidates; /* the words that begin with it */
    size_t count, room;
};

/* Finds the candidates at the cursor. The caller zero-initialises `completion`; `names` may be
 * NULL. Text after the cursor is ignored. */
void query_complete_query(struct query_completion *completion, const char *text, size_t cursor,
                          const struct plan_names *names);
void query_complete_free(struct query_completion *completion);

/* Returns how many bytes all candidates have in common at their start. */
size_t query_complete_common(const struct query_completion *completion);

/* Adds a word if it begins with the word being typed. For words that are not part of the language,
 * such as the shell's commands. */
void query_complete_add(struct query_completion *completion, const char *text, size_t cursor,
                        const char *word, const char *help);

/* Finds the chain of calls before the cursor that a `.` or `;` outside of all brackets has
 * completed, in the last statement: text[at] to before text[end], without `let x =` or `explain`.
 * False if there is none yet. */
bool query_complete_chain(const char *text, size_t cursor, size_t *at, size_t *end);

#endif

/* quick_branch.h: reads what is done only where a condition holds, or several times: choices whose
 * parts are computed only when they are taken, sums and products, and calls on a condition. */
#ifndef VOCABULARY_QUICK_BRANCH_H
#define VOCABULARY_QUICK_BRANCH_H

#include "vocabulary/quick_operand.h"

/* Reads operations up to a place. False if one of them has no quick form. */
typedef bool vocabulary_quick_read_until(struct quick_reading *reading, size_t end);

/* Reads the parts of a ? b : c, behind a, which is on the stack: `other` is where c begins, `end`
 * is behind it. */
bool vocabulary_quick_branches(struct quick_reading *reading, size_t other, size_t end,
                               vocabulary_quick_read_until *read);

/* Reads sum(...) or product(...), whose code begins at that place, and its number of times before
 * that: the value which is to be made of what is on the stack. */
bool vocabulary_quick_fold(struct quick_reading *reading, vocabulary_quick_read_until *read);
bool vocabulary_quick_fold_times(struct quick_reading *reading, uint32_t number);

/* Finds the end of sum(...) or product(...); 0 if none begins there. */
size_t vocabulary_quick_fold_end(const struct quick_reading *reading, size_t at);

/* True if named values are what they were before. */
bool vocabulary_quick_keeps_values(const struct quick_reading *reading,
                                   const struct quick_reading *before);

/* Adds a step that skips those behind it where an operand is 0. vocabulary_quick_surround() tells
 * it, or one that repeats, that it is about all that were added since: false if what these find may
 * be used elsewhere, as they may not be done at all. NULL is no step. */
struct format_vocabulary_step *
vocabulary_quick_unless(struct quick_reading *reading,
                        const struct format_vocabulary_operand *when);
bool vocabulary_quick_surround(struct quick_reading *reading, struct format_vocabulary_step *step);

#endif

/* quick.h: a shortcut for functions without calls that libraries call again and again, such as the
 * comparison of qsort: the last one is found without the slow path. */
#ifndef MEASURE_LOOPS_QUICK_H
#define MEASURE_LOOPS_QUICK_H

#include "measure/loops/contexts.h"

#include <stddef.h>

/* The leaf function that was called last. If `from` is the current context, and the stack pointer
 * is not above `limit`, so that no fold is over, then a call of that function has the context
 * `leaf`. The copied code reads this. */
struct quick {
    struct format_context *from;
    uint64_t limit;
    struct format_context *leaf; /* never NULL */
    uint64_t stack; /* of the last fold, when it was entered: a function that is entered with a
                       higher stack pointer comes after it; UINT64_MAX: there is none */
};

extern CONTEXTS_TLS struct quick quick_own;

/* Clears it; to be called whenever there is another fold, or another stack. */
static inline void quick_forget(void)
{
    quick_own.from = NULL;
    quick_own.limit = 0;
    quick_own.leaf = &contexts_nowhere;
}

#endif

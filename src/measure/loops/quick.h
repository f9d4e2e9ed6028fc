/* quick.h: functions without calls that libraries call back again and again, such as those that
 * compare for qsort: the last one is found without a slow path. */
#ifndef MEASURE_LOOPS_QUICK_H
#define MEASURE_LOOPS_QUICK_H

#include "measure/loops/contexts.h"

#include <stddef.h>

/* While `from` is the current context, and the stack pointer is not above `limit`, so that no way
 * back is over, the function of `leaf` is called in that context. Copies of functions read it. */
struct quick {
    struct format_context *from;
    uint64_t limit;
    struct format_context *leaf; /* never NULL */
};

extern CONTEXTS_TLS struct quick quick_own;

/* To be called whenever there is one more way back, or the stack is another one. */
static inline void quick_forget(void)
{
    quick_own = (struct quick){NULL, 0, &contexts_nowhere};
}

#endif

/* times.h: the time of contexts: what samples find, and timers of visits that end in unusual ways.
 */
#ifndef MEASURE_LOOPS_TIMES_H
#define MEASURE_LOOPS_TIMES_H

#include "measure/loops/contexts.h"
#include "measure/loops/modules.h"

#include <ucontext.h>

/* True if the run is timed. */
extern __attribute__((visibility("hidden"))) bool times_are_taken;

/* Asks the environment whether the run is timed; to be called before there are contexts. */
void times_begin(void);

/* Return the number of values behind the slots of a context of a function, and of a root or
 * signal. */
static inline uint32_t times_values(const struct format_function *function)
{
    return times_are_taken ? FORMAT_SAMPLES_LOOP + function->loops : 0;
}

static inline uint32_t times_other_values(void)
{
    return times_are_taken ? FORMAT_SAMPLES_OWN : 0;
}

static inline bool times_is_function(const struct format_context *context)
{
    return context->function < FORMAT_CONTEXT_SIGNAL;
}

/* Returns these values (enum format_samples). The context must not be contexts_nowhere. */
static inline uint64_t *times_samples(struct format_context *context)
{
    uint32_t slots = times_is_function(context) ? modules_function(context->function)->slots : 0;
    return &context->values[context->counted + slots];
}

/* Marks the contexts from one up to, and without, another one above it: the timers of their open
 * visits go on while other contexts run. */
static inline void times_fold(struct format_context *from, const struct format_context *to)
{
    if (!times_are_taken)
        return;
    for (; from && from != to && from->parent; from = from->parent)
        times_samples(from)[FORMAT_SAMPLES_FOLDED] = 1;
}

/* Adds a sample to the context that it interrupted, which ran for `ns` of CPU time since the last
 * one. `room`: of the stack (timer.h); where it is too little, the next sample counts for the
 * time. */
void times_take(const ucontext_t *interrupted, uint64_t ns, size_t room);

/* Ends the timers of a function and of its loops around a node, where a call does not return, that
 * many times. If the number is negative, it begins them: the call returns once more. */
void times_leave(struct format_context *context, uint32_t node, int64_t count);

/* Begins them again where an exception lands that left a function at the end of a node. */
void times_land(struct format_context *context, uint32_t node);

#endif

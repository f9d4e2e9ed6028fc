/* tail_call.h: finds tail calls. A function whose last action is a call leaves the stack before it:
 * the return address is then that of its caller. */
#ifndef MEASURE_UNWIND_TAIL_CALL_H
#define MEASURE_UNWIND_TAIL_CALL_H

#include <stdbool.h>
#include <stdint.h>

enum { TAIL_CALLS = 4 };

/* True if a function of that name is wanted. */
typedef bool tail_call_wanted(const char *name, void *data);

/* Addresses of the last bytes of jumps, each of which may have been the call, since the compiler
 * may have duplicated it. (The address behind a jump may belong to another function.) */
struct measure_tail_calls {
    uintptr_t at[TAIL_CALLS];
    unsigned count;
};

/* Finds the jumps that may have called a wanted function whose return address is `site`. None if
 * the call itself is before `site`, or if it cannot be found. */
struct measure_tail_calls measure_tail_calls_of(uintptr_t site, tail_call_wanted *wanted,
                                                void *data);

/* Finds the jumps in a function that was called by register; `function` is its start. */
struct measure_tail_calls measure_tail_calls_in(uintptr_t function, tail_call_wanted *wanted,
                                                void *data);

#endif

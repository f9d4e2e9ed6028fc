/* tail_call.h: a function whose last deed is a call leaves the stack before it: the return address
 * is then its caller's. */
#ifndef MEASURE_UNWIND_TAIL_CALL_H
#define MEASURE_UNWIND_TAIL_CALL_H

#include <stdbool.h>
#include <stdint.h>

enum { TAIL_CALLS = 4 };

/* Whether a function of that name is meant. */
typedef bool tail_call_wanted(const char *name, void *data);

/* Addresses of the last bytes of jumps, any of which may have been the call: the compiler may have
 * made several of one. (Behind a jump, another function may begin.) */
struct tail_calls {
    uintptr_t at[TAIL_CALLS];
    unsigned count;
};

/* Finds the jumps that may have been the call of a wanted function whose return address is `site`.
 * None: the call stands before `site` itself, or it is not known where. */
struct tail_calls tail_calls_of(uintptr_t site, tail_call_wanted *wanted, void *data);

/* The same of a function that was called by a register: the one that begins there. */
struct tail_calls tail_calls_in(uintptr_t function, tail_call_wanted *wanted, void *data);

#endif

/* slow.h: where copies of functions go when the current context is not the one that they need. */
#ifndef MEASURE_LOOPS_SLOW_H
#define MEASURE_LOOPS_SLOW_H

#include "measure/loops/contexts.h"

/* What the copies call; see doc/loops.md. */
extern const char slow_entry[] __attribute__((visibility("hidden")));
extern const uint32_t slow_entry_size __attribute__((visibility("hidden")));

/* Where these two stand, so that they are known when they are interrupted. */
#define SLOW_TEXT __attribute__((section("slow_text"), noinline))
extern const char __start_slow_text[] __attribute__((visibility("hidden")));
extern const char __stop_slow_text[] __attribute__((visibility("hidden")));

/* Called with the function's number, what is wanted (enum format_slow), and the stack pointer;
 * returns the context. The first one returns NULL if memory is needed: then the other one is asked.
 */
struct format_context *slow_find(uint32_t what, uint32_t function, uint64_t stack) SLOW_TEXT;
struct format_context *slow_make(uint32_t what, uint32_t function, uint64_t stack) SLOW_TEXT;

/* The stack pointer that one was asked with which has not answered yet; 0: none. */
extern CONTEXTS_TLS uint64_t slow_stack;

/* Number of the program's main, until it was called; 0: it is not measured. */
extern uint32_t slow_main __attribute__((visibility("hidden")));
/* What was current when the C library was asked to call it. */
extern struct format_context *slow_start __attribute__((visibility("hidden")));

#endif

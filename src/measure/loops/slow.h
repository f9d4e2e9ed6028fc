/* slow.h: the slow path of copied functions: finds the context that they need if it is not the
 * current one. */
#ifndef MEASURE_LOOPS_SLOW_H
#define MEASURE_LOOPS_SLOW_H

#include "measure/loops/contexts.h"

/* The code that copies call; see doc/loops.md. */
extern const char slow_entry[] __attribute__((visibility("hidden")));
extern const uint32_t slow_entry_size __attribute__((visibility("hidden")));

/* The section of these functions, so that an interruption in them is recognised. */
#define SLOW_TEXT __attribute__((section("slow_text"), noinline))
extern const char __start_slow_text[] __attribute__((visibility("hidden")));
extern const char __stop_slow_text[] __attribute__((visibility("hidden")));

/* Return the context for a function's number, the request (enum format_slow) and the stack pointer.
 * slow_find() returns NULL if memory is needed; then slow_make() is called. */
struct format_context *slow_find(uint32_t what, uint32_t function, uint64_t stack) SLOW_TEXT;
struct format_context *slow_make(uint32_t what, uint32_t function, uint64_t stack) SLOW_TEXT;

/* On x86-64: return memory for the vector registers, or NULL if there is none; and take it back.
 * The last of the registers that are saved, the second 16 of 64 bytes, end at SLOW_AREA. */
enum { SLOW_AREA = 2688 };
__attribute__((visibility("hidden"))) void *slow_area_take(void) SLOW_TEXT;
__attribute__((visibility("hidden"))) void slow_area_give(void *area) SLOW_TEXT;

/* The stack pointer of a request that is being answered, on x86-64 the frame of slow_entry; 0:
 * none. */
extern CONTEXTS_TLS uint64_t slow_stack;

/* Number of the program's main until it is called; 0: it is not measured. */
extern uint32_t slow_main __attribute__((visibility("hidden")));
/* The context that was current when the C library was asked to call main. */
extern struct format_context *slow_start __attribute__((visibility("hidden")));

#endif

/* contexts.h: the tree of contexts of each thread, in mapped files of its place. */
#ifndef MEASURE_LOOPS_CONTEXTS_H
#define MEASURE_LOOPS_CONTEXTS_H

#include "format/loops.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CONTEXTS_TLS __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))

/* The context that this thread is in. The copied code of functions reads and writes it. */
extern CONTEXTS_TLS struct format_context *contexts_current;

/* The current context before anything is known, and where nothing is counted any more. */
extern struct format_context contexts_nowhere;

/* Returns the root of this thread's tree, making it if needed. NULL if nothing is counted. */
struct format_context *contexts_root(void);

/* Makes a context with that many values, all 0, of which the first `counted` are counters. NULL if
 * there is no room; then counting stops. */
struct format_context *contexts_make(struct format_context *parent, uint32_t function,
                                     uint32_t site, uint32_t counted, uint32_t values);

/* Returns the context of this thread's file with that record; NULL if there is none. */
const struct format_context *contexts_numbered(uint32_t record);

/* Returns new private memory, all 0; may be called in a signal handler. NULL with errno. */
void *contexts_memory(size_t bytes);

/* In a forked child: moves the contexts to files of its own and sets all counters to 0. False with
 * errno. */
bool contexts_fork(void);

#endif

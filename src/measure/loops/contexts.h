/* contexts.h: the tree of contexts of each thread, in mapped files of its place. */
#ifndef MEASURE_LOOPS_CONTEXTS_H
#define MEASURE_LOOPS_CONTEXTS_H

#include "format/loops.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CONTEXTS_TLS __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))

/* The context that this thread is in: copies of functions read and write it. */
extern CONTEXTS_TLS struct format_context *contexts_current;

/* What is current where nothing is known yet, and where nothing is counted any more. */
extern struct format_context contexts_nowhere;

/* The root of this thread's tree, made when there is none. NULL: nothing is counted. */
struct format_context *contexts_root(void);

/* A new context with that many values, all 0, of which the first ones count. NULL: there is no
 * room, and counting stops. */
struct format_context *contexts_make(struct format_context *parent, uint32_t function,
                                     uint32_t site, uint32_t counted, uint32_t values);

/* New memory, all 0, which belongs to no file: also in a signal handler. NULL with errno. */
void *contexts_memory(size_t bytes);

/* In a forked child: the same contexts, all counters 0, in files of its own. */
bool contexts_fork(void);

#endif

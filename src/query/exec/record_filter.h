/* record_filter.h: a condition on events in the form in which a program that is measured looks at
 * it: format/filter.h. */
#ifndef QUERY_EXEC_RECORD_FILTER_H
#define QUERY_EXEC_RECORD_FILTER_H

#include "query/parse/diagnostic.h"
#include "util/buffer.h"

#include <stdbool.h>
#include <stdint.h>

/* Adds the file's bytes for a lambda: `e -> e.duration > 3ms`. `start` is that of the run: ns,
 * CLOCK_REALTIME. False with trouble: it means nothing, or needs what is not known when an act
 * ends. */
bool recording_compile(struct buffer *out, const char *lambda, uint64_t start,
                       struct trouble *trouble);

#endif

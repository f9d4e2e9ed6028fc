/* record_filter.h: compiles a condition on events into the form that the measured program
 * evaluates: format/filter.h. */
#ifndef QUERY_EXEC_RECORD_FILTER_H
#define QUERY_EXEC_RECORD_FILTER_H

#include "util/buffer.h"
#include "util/diagnostic.h"

#include <stdbool.h>
#include <stdint.h>

/* Appends the filter file's bytes for a lambda such as `e -> e.duration > 3ms`. `start` is the
 * start of the run: ns, CLOCK_REALTIME. False with trouble if the lambda is wrong or needs
 * something that is not known when a visit ends. */
bool query_record_filter_compile(struct buffer *out, const char *lambda, uint64_t start,
                                 struct diagnostic *trouble);

#endif

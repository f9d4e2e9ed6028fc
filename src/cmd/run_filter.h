/* run_filter.h: `triptych run --filter`: chooses which events are logged. */
#ifndef CMD_RUN_FILTER_H
#define CMD_RUN_FILTER_H

#include "util/buffer.h"
#include "util/error.h"

#include <stdbool.h>

/* The condition that logs every event. */
#define RUN_FILTER_ALL "e -> true"

/* Prints a line if the compiled filter has regular expressions, which measured programs do not
 * evaluate. */
void run_filter_tell_of_patterns(const struct buffer *bytes);

/* Returns true if a lambda can be used as a filter; else prints what is wrong, and where. */
bool run_filter_check(const char *lambda);

/* Writes the filter for the measured programs. If `tell`, prints which conditions they cannot
 * evaluate. The run begins now. */
bool run_filter_write(const char *path, const char *lambda, bool tell, struct error *error);

#endif

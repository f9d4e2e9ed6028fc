/* run_filter.h: `triptych run --filter`: chooses which events are logged. */
#ifndef CMD_RUN_FILTER_H
#define CMD_RUN_FILTER_H

#include "util/error.h"

#include <stdbool.h>

/* Returns true if a lambda can be used as a filter; else prints what is wrong, and where. */
bool run_filter_check(const char *lambda);

/* Writes the filter for the measured programs. If `tell`, prints which conditions they cannot
 * evaluate. The run begins now. */
bool run_filter_write(const char *path, const char *lambda, bool tell, struct error *error);

#endif

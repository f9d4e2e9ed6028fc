/* run_filter.h: `triptych run --filter`: which acts are logged. */
#ifndef CMD_RUN_FILTER_H
#define CMD_RUN_FILTER_H

#include "util/error.h"

#include <stdbool.h>

/* Whether a lambda can be used; else what is wrong is said, and where. */
bool run_filter_check(const char *lambda);

/* Writes it for the programs that are measured, and tells what these cannot look at, if `tell`. The
 * run begins now. */
bool run_filter_write(const char *path, const char *lambda, bool tell, struct error *error);

#endif

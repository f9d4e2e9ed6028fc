/* check.h: validates a plan. */
#ifndef MEASURE_LOOPS_CHECK_H
#define MEASURE_LOOPS_CHECK_H

#include "format/loops.h"

#include <stdbool.h>

/* True if the mapped file of that size is a valid plan: everything that the measured program
 * follows in it stays inside it. */
bool check_plan(const struct format_plan *plan, uint64_t size);

#endif

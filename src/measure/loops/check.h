/* check.h: whether a plan can be relied on. */
#ifndef MEASURE_LOOPS_CHECK_H
#define MEASURE_LOOPS_CHECK_H

#include "format/loops.h"

#include <stdbool.h>

/* A mapped file of that size: all that the measured program follows in it stays inside of it. */
bool check_plan(const struct format_plan *plan, uint64_t size);

#endif

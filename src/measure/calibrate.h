/* calibrate.h: what a probe costs on this machine, now: alone, at least and at most. */
#ifndef MEASURE_CALIBRATE_H
#define MEASURE_CALIBRATE_H

#include "format/place.h"

#include <stdbool.h>

/* times: some visits are timed. If not, what these cost stays 0. */
void calibrate(struct format_costs *costs, struct format_cost_ranges *ranges, bool times);

#endif

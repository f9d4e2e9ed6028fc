/* calibrate.h: measures what a probe costs on this machine at this time: alone, at least and at
 * most. */
#ifndef MEASURE_CALIBRATE_H
#define MEASURE_CALIBRATE_H

#include "format/place.h"

#include <stdbool.h>

/* Runs the probes and stores their costs. times: some visits are timed; if not, the costs of timed
 * visits stay 0. */
void calibrate(struct format_costs *costs, struct format_cost_ranges *ranges, bool times);

#endif

/* calibrate.h: what a probe costs on this machine, now. */
#ifndef MEASURE_CALIBRATE_H
#define MEASURE_CALIBRATE_H

#include "format/place.h"

void calibrate(struct format_costs *costs);

#endif

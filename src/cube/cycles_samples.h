/* cycles_samples.h: computes cycles from samples of the profile. */
#ifndef CUBE_CYCLES_SAMPLES_H
#define CUBE_CYCLES_SAMPLES_H

#include "archive/live/samples.h"
#include "archive/time/cycle_spread.h"

/* Passes the cells of a lane to `take`. `stretch` is the typical sampling interval in ns. Each
 * interval between two samples is spread evenly over the cycles that it touches; the cells of a
 * cycle add up to the sampled time of the lane in it. */
void cycles_of_samples(const struct archive *archive, const struct archive_spread_slices *slices,
                       uint64_t stretch, uint32_t lane, spread_take *take, void *to);

#endif

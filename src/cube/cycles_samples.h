/* cycles_samples.h: cycles from samples of the profile. */
#ifndef CUBE_CYCLES_SAMPLES_H
#define CUBE_CYCLES_SAMPLES_H

#include "archive/live/samples.h"
#include "archive/time/cycle_spread.h"

/* `stretch` is the usual length of one, ns. Each stretch between two samples is spread evenly over
 * the cycles that it touches. The cells of a cycle add up to the time of the lane that was sampled
 * in it. */
void cycles_of_samples(const struct archive *archive, const struct spread_slices *slices,
                       uint64_t stretch, uint32_t lane, spread_take *take, void *to);

#endif

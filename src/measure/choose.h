/* choose.h: whether a region is measured, and how: decided once, when it is registered. */
#ifndef MEASURE_CHOOSE_H
#define MEASURE_CHOOSE_H

#include "format/region.h"
#include "measure/settings.h"

#include <triptych/probes.h>

/* Reads the list of regions to skip, if there is one. */
void choose_start(const struct settings *settings);

/* The mode of the region; *reason says why. `routine` is the name of the routine around it, or "".
 */
enum tri_mode choose_mode(const struct tri_region *region, const char *routine,
                          enum format_reason *reason);

/* The mode of regions that are timed. */
enum tri_mode choose_timed(void);

#endif

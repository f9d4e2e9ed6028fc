/* choose.h: decides once, when a region is registered, whether and how it is measured. */
#ifndef MEASURE_CHOOSE_H
#define MEASURE_CHOOSE_H

#include "format/region.h"
#include "measure/settings.h"

#include <triptych/probes.h>

/* Stores the settings and reads the list of regions to skip, if there is one. */
void choose_start(const struct measure_settings *settings);

/* Returns the mode of the region and stores the reason in *reason. `routine` is the name of the
 * routine around it, or "". */
enum tri_mode choose_mode(const struct tri_region *region, const char *routine,
                          enum format_reason *reason);

/* Returns the mode of timed regions, which depends on the clock. */
enum tri_mode choose_timed(void);

#endif

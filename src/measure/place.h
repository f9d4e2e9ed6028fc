/* place.h: this process as a place of an archive. */
#ifndef MEASURE_PLACE_H
#define MEASURE_PLACE_H

#include "measure/settings.h"

#include <stdbool.h>
#include <stdint.h>

/* Joins or makes the archive, once; later calls answer the same. With the guard held. */
bool place_start(void);

bool place_is_measuring(void);
const struct settings *place_settings(void);
const char *place_folder(void); /* NAME.tri/places/P, absolute */
uint64_t place_next_lane(void); /* numbers of lanes, from 0 */
void place_renew_moment(void);

/* Measuring ends for good, the program goes on: one line on stderr says why. Without the guard. */
void place_stop(int error, const char *what);

#endif

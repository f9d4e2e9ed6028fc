/* source_trips.h: tells whether the trips of loops are source iterations. */
#ifndef ANALYSIS_DIVISION_SOURCE_TRIPS_H
#define ANALYSIS_DIVISION_SOURCE_TRIPS_H

#include "archive/archive.h"

enum division_trips {
    DIVISION_TRIPS_SOURCE = 1, /* trips, multiplied by the factor, are source iterations */
    DIVISION_TRIPS_OWN = 2,    /* the factor of a loop of a binary is not known; it may be 1 */
    DIVISION_TRIPS_VECTOR = 4, /* the same, and the loop is vectorised: there are fewer trips than
                                  source iterations */
    DIVISION_TRIPS_FEWEST = 8, /* code beside the loop may do further source iterations */
};

/* Returns, by region, bits of enum division_trips. The caller frees the array. */
uint8_t *analysis_division_source_trips(const struct archive *archive);

#endif

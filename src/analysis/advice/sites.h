/* sites.h: sums of what ranks did at each region. */
#ifndef ANALYSIS_ADVICE_SITES_H
#define ANALYSIS_ADVICE_SITES_H

#include "analysis/advice/facts.h"

/* The sums of one region. */
struct advice_sites_item {
    uint64_t count, bytes, time;      /* of all ranks */
    uint64_t most, least;             /* time of a rank, among those that visited it */
    uint32_t most_place, least_place; /* rows */
    size_t ranks;                     /* ranks that visited it */
};

/* Returns the sums by row of regions, for regions of that kind. The caller frees the array. */
struct advice_sites_item *advice_sites(const struct advice_facts *facts, uint32_t kind);

#endif

/* sites.h: what ranks did at each place in the source, added up. */
#ifndef ANALYSIS_ADVICE_SITES_H
#define ANALYSIS_ADVICE_SITES_H

#include "analysis/advice/facts.h"

struct advice_sites_item {
    uint64_t count, bytes, time;      /* of all ranks */
    uint64_t most, least;             /* time of a rank; one that never came there counts not */
    uint32_t most_place, least_place; /* rows */
    size_t ranks;                     /* that came there */
};

/* By row of regions: those of that kind. To be freed. */
struct advice_sites_item *advice_sites(const struct advice_facts *facts, uint32_t kind);

#endif

/* leave_sites.h: what stands at an address of a measured binary. */
#ifndef MEASURE_LOOPS_LEAVE_SITES_H
#define MEASURE_LOOPS_LEAVE_SITES_H

#include <stdbool.h>
#include <stdint.h>

struct leave_site {
    uint32_t function; /* number */
    uint32_t node;     /* the block is in */
    uint32_t behind;   /* instructions of the block that are not executed yet */
};

/* The block that an address of the original lies in. False: it is not measured. */
bool leave_site_at(uint64_t address, struct leave_site *site);

#endif

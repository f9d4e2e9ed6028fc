/* leave_sites.h: what stands at an address of a measured binary. */
#ifndef MEASURE_LOOPS_LEAVE_SITES_H
#define MEASURE_LOOPS_LEAVE_SITES_H

#include <stdbool.h>
#include <stdint.h>

struct leave_site {
    uint32_t function; /* number */
    uint32_t node;     /* the block is in */
    uint32_t behind;   /* instructions of the block that are not executed yet */
    bool is_first;     /* none is */
    uint64_t start;    /* of the function: address */
};

/* What the original would do at a place of a copy. */
struct leave_origin {
    uint64_t address;
    uint64_t pushed;        /* bytes that the copy has on the stack */
    struct leave_site site; /* node 0: outside, as far as it is counted */
};

/* The block that an address of the original lies in. False: it is not measured. */
bool leave_site_at(uint64_t address, struct leave_site *site);

/* The same of an address in a copy. False: it is in none. */
bool leave_origin_at(uint64_t pc, struct leave_origin *origin);

/* The byte of slow_entry, which stands behind a copy, at an address. False: it is another one. */
bool leave_slow_at(uint64_t pc, uint64_t *at);

/* Where in the copy an instruction of the original is. False: nowhere. */
bool leave_copy_at(uint64_t address, const struct leave_site *site, uint64_t *pc);

#endif

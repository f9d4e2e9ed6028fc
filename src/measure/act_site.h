/* act_site.h: the record of a call site, for collectors that find the regions of their calls
 * themselves. */
#ifndef MEASURE_ACT_SITE_H
#define MEASURE_ACT_SITE_H

#include "measure/address.h"

#include <triptych/probes.h>

#include <stddef.h>
#include <stdint.h>

/* A call site, or several that cannot be distinguished and share the region of one of them. */
struct measure_act_site {
    const void *address;
    const char *name;
    unsigned kind;
    uint32_t facts;            /* of a described function */
    struct tri_region *region; /* its own, or the shared one */
    struct tri_region own;
    struct measure_address known;
};

/* Returns the site that a region was made for. */
static inline const struct measure_act_site *measure_act_site_of(const struct tri_region *region)
{
    return (const struct measure_act_site *)((const char *)region -
                                             offsetof(struct measure_act_site, own));
}

#endif

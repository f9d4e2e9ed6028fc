/* light.h: the layout of a place's table of light regions, places/P/lights. */
#ifndef FORMAT_LIGHT_H
#define FORMAT_LIGHT_H

#include <stdint.h>

/* A light region has no probe of its own, or only in some visits. An anchor around it, which has a
 * probe, records its counts when a visit of the anchor ends: as values behind the anchor's node
 * (profile.h). Counts that follow from others are not recorded: the reader derives them.
 *
 * The file is an array of records; record 0 is the header. Without light regions there is no file.
 * The records of a region and its anchor are complete before either is visited. */

#define FORMAT_LIGHTS_FILE "lights"
#define FORMAT_LIGHTS_MAGIC UINT64_C(0x31544847494c5254) /* "TRLIGHT1" */

struct format_lights_header {
    uint64_t magic;
    uint32_t version;
    uint32_t spare0;
    uint64_t used; /* number of records, including this one */
    uint64_t spare[5];
};

/* One light region. A pass of a loop is a trip, a pass of a routine is a visit. */
struct format_light {
    uint32_t region, anchor; /* rows of the region table */
    uint32_t within; /* record of the light region around it, an earlier one of the same anchor; 0:
                        it is directly inside the anchor */
    int32_t visits; /* index of the anchor's sum that is its visits; less than 0: they are `per` for
                       every `every` passes of the region around it */
    int32_t trips;  /* of a loop: index of the sum; less than 0: visits x `times` / `out_of` */
    int32_t range;  /* of a loop: index of the range with the least and the most trips of a visit;
                       less than 0: `least` to `most` if trips are derived, else not known */
    uint32_t per;
    uint32_t out_of; /* visits come in multiples of it; 0 or 1: all have `times` trips */
    uint64_t times, least, most;
    uint32_t every; /* 0 means 1 */
    uint32_t spare; /* so that a page holds a whole number of records */
};

_Static_assert(sizeof(struct format_lights_header) == 64, "lights header");
_Static_assert(sizeof(struct format_light) == 64, "light");

#endif

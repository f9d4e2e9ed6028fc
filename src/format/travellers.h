/* travellers.h: the layout of places/travellers: activities that are on the way from one place of a
 * program to another. The places of one machine share it while they run. */
#ifndef FORMAT_TRAVELLERS_H
#define FORMAT_TRAVELLERS_H

#include <stdint.h>

#define FORMAT_TRAVELLERS_FILE "places/travellers"

enum {
    FORMAT_TRAVELLERS = 1 << 16,
    FORMAT_TRAVELLERS_NEAR =
        16, /* slots, from the one of its key on, in which a traveller may be */
};

struct format_traveller {
    uint64_t key;    /* of the vocabulary and its number there; 0: the slot is free */
    uint32_t number; /* of the activity, with its place (activity.h), plus 1; 0: none yet */
    uint32_t spare;
};

#endif

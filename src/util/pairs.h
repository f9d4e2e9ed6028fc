/* pairs.h: a map from pairs of numbers to a number. */
#ifndef UTIL_PAIRS_H
#define UTIL_PAIRS_H

#include <stddef.h>
#include <stdint.h>

/* Zero-initialise it. */
struct pairs {
    struct pairs_slot *slots;
    size_t slot_count, used;
};

#define PAIRS_NONE UINT32_MAX

void pairs_free(struct pairs *pairs);

/* Returns the number stored for (a, b). If there is none, stores `otherwise`, which must not be
 * PAIRS_NONE, and returns it. */
uint32_t pairs_add(struct pairs *pairs, uint32_t a, uint32_t b, uint32_t otherwise);

uint32_t pairs_find(const struct pairs *pairs, uint32_t a,
                    uint32_t b); /* PAIRS_NONE if there is none */

#endif

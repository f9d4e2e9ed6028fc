/* pairs.h: a map from pairs of numbers to a number. */
#ifndef UTIL_PAIRS_H
#define UTIL_PAIRS_H

#include <stddef.h>
#include <stdint.h>

/* Zero-initialise. */
struct pairs {
    struct pairs_slot *slots;
    size_t slot_count, used;
};

#define PAIRS_NONE UINT32_MAX

void pairs_free(struct pairs *pairs);

/* What is stored for (a, b). When nothing is, `otherwise` is stored; it must not be PAIRS_NONE. */
uint32_t pairs_add(struct pairs *pairs, uint32_t a, uint32_t b, uint32_t otherwise);

uint32_t pairs_find(const struct pairs *pairs, uint32_t a, uint32_t b); /* PAIRS_NONE: nothing */

#endif

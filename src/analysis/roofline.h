/* roofline.h: which limit of a machine a loop is near, and what would move it.
 *
 * The roofs are those of the cache-aware roofline model (Ilic, Pratas and Sousa, 2014): a loop's
 * operations per byte are those of all its loads and stores, and each level of the memory has a
 * roof for them. Speeds are FLOP/s, intensities FLOP per byte. */
#ifndef ANALYSIS_ROOFLINE_H
#define ANALYSIS_ROOFLINE_H

#include <stdbool.h>
#include <stddef.h>

enum analysis_roof {
    ROOF_MEMORY,
    ROOF_L3,
    ROOF_L2,
    ROOF_L1,
    ROOF_SCALAR,
    ROOF_VECTOR,
    ROOFS,
};

/* Bandwidths in bytes per second, then peaks in FLOP/s; 0: not known. */
struct analysis_roofline {
    double roofs[ROOFS];
};

/* A loop under the roofs. */
struct analysis_roofline_loop {
    double intensity, speed; /* intensity: infinite if it has no loads and stores */
    double vector_share;     /* of its operations that are in vectors: 0 to 1 */
    double stack_share;      /* of its loads and stores that are on the stack */
};

/* What limits a loop. */
struct analysis_roofline_verdict {
    enum analysis_roof near; /* the lowest roof that is above it */
    double reach;            /* speed at that roof */
    double share;            /* of that speed which it has reached */
    const char *advice;      /* a sentence */
};

/* Returns the word for a roof: "memory", "L1", "scalar peak". */
const char *analysis_roofline_word(enum analysis_roof roof);

/* Returns the speed that a roof allows at an intensity; no bandwidth allows more than the vector
 * peak. 0: not known. */
double analysis_roofline_at(const struct analysis_roofline *roofline, enum analysis_roof roof,
                            double intensity);

/* Judges a loop; false if no roof is known. */
bool analysis_roofline_judge(const struct analysis_roofline *roofline,
                             const struct analysis_roofline_loop *loop,
                             struct analysis_roofline_verdict *verdict);

#endif

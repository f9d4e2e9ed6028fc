/* roof_kernels.h: small loops that reach what a core can: operations per second, and bytes per
 * second. They are compiled with optimisation, whatever the rest is. */
#ifndef MODEL_MACHINE_ROOF_KERNELS_H
#define MODEL_MACHINE_ROOF_KERNELS_H

#include <stddef.h>

/* Multiplies and adds in chains that do not depend on each other, `times` times. Returns the number
 * of floating-point operations. */
typedef double model_roof_peak(size_t times);

/* Goes `times` times through three arrays of `size` bytes each, a multiple of 1024 and aligned to
 * 64. Returns the number of bytes loaded and stored. */
typedef double model_roof_stream(void *to, const void *from, const void *other, size_t size,
                                 size_t times);

/* The kernels of the longest vectors that this machine has. */
struct model_roof_kernels {
    unsigned bits; /* of these vectors */
    model_roof_peak *scalar_single, *scalar_double, *vector_single, *vector_double;
    model_roof_stream *read; /* loads only */
    model_roof_stream *sum;  /* loads two and stores one: to = from + factor * other */
};

struct model_roof_kernels model_roof_kernels(void);

#endif

/* mix.h: the instruction mix of functions and loops: how many instructions of which kind they
 * executed, their floating-point operations, and the bytes that they loaded and stored. */
#ifndef CUBE_MIX_H
#define CUBE_MIX_H

#include "archive/archive.h"
#include "format/operations.h"

/* The mix of a region: exclusive, and with inner loops and called functions. By enum
 * format_operation. */
struct cube_mix {
    uint64_t own[FORMAT_OPERATIONS], all[FORMAT_OPERATIONS];
};

/* Sums the mixes of all nodes on lanes with chosen[row] set (NULL: all), by region. The caller
 * frees the array. NULL if there are none: nothing was counted, or by an earlier version. */
struct cube_mix *cube_mix_new(const struct archive *archive, const uint8_t *chosen);

/* What follows from the counts of a mix. */
struct cube_mix_sums {
    uint64_t instructions;
    uint64_t flops, vector_flops; /* all; in vectors */
    uint64_t by_precision[FORMAT_PRECISIONS];
    uint64_t bytes;     /* loaded and stored */
    uint64_t vectors;   /* instructions on vectors */
    uint32_t width;     /* bits of the vectors that most of these use; 0: none */
    uint32_t precision; /* of most operations: enum format_precision */
    double intensity;   /* operations per byte; 0 if there are no bytes */
};

struct cube_mix_sums cube_mix_sums(const uint64_t *counts);

#endif

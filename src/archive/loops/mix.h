/* mix.h: what the instructions of functions and loops did: the table `operations`. */
#ifndef ARCHIVE_LOOPS_MIX_H
#define ARCHIVE_LOOPS_MIX_H

#include "archive/archive.h"
#include "archive/loops/counts.h"
#include "format/operations.h"
#include "util/pairs.h"

/* The instruction mix of one context after the other. To be set to zeros at first. */
struct archive_loops_mix {
    uint64_t (*sums)[FORMAT_OPERATIONS]; /* by loop, without loops inside it; then of the code
                                            outside all loops */
    size_t room;                         /* loops that there is room for */
    struct pairs rows;                   /* (node, operation) -> row of `operations` */
    size_t allocated;                    /* rows */
};

/* Computes the sums of a context from its counts. */
void archive_loops_mix_find(struct archive_loops_mix *mix,
                            const struct archive_loops_function *function,
                            const struct archive_loops_counts *counts);

/* Adds the sums of a loop, or those outside all loops (its number is that of loops), to a node. */
void archive_loops_mix_add(struct archive_loops_mix *mix, struct archive *archive, uint32_t loop,
                           uint32_t node);

void archive_loops_mix_free(struct archive_loops_mix *mix);

#endif

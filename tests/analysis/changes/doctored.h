/* doctored.h: runs of one program, made by hand, of which something was changed on purpose.
 *
 *     main (1)   loop 10: 20 trips   solve (40)   loop 42: 2,000 trips   loop 43: 200,000 trips
 *                                    norm (60)
 *                                    MPI_Send (12): 16,000 bytes
 *                                    MPI_Send (14): 320 bytes
 *                fprintf (16): 1,300 bytes
 *                loop 18: 7 trips */
#ifndef TESTS_DOCTORED_H
#define TESTS_DOCTORED_H

#include "made.h"

#include <stdbool.h>

/* The changes. Zeroed: none. */
struct doctored {
    uint64_t seed;     /* of the noise of times */
    double noise;      /* its size; 0: there is none */
    double slower;     /* factor of the time of loop 43; 0: 1 */
    const char *name;  /* of solve; NULL: solve */
    uint64_t bytes;    /* of the first MPI_Send; 0: as above */
    uint64_t trips;    /* of loop 42; 0: as above */
    bool gone;         /* loop 18 is not there */
    bool added;        /* loop 10 calls one more routine: extra (80), with loops 81 and 82 */
    bool counted;      /* norm is counted, not timed: loop 10 has its time */
    uint32_t moved;    /* lines that were inserted above everything */
    uint32_t started;  /* days after the first of January, for run.json; 0: there is none */
    const char *file;  /* source file; NULL: made.c */
    const char *other; /* prefix of all names: another program */
};

struct made *doctored_new(const struct doctored *change);

#endif

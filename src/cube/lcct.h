/* lcct.h: the loop-call-context tree: which loop ran inside which, across calls, by executed
 * instructions. After Sato, Inoguchi and Nakamura, who drew such trees of programs under Pin. */
#ifndef CUBE_LCCT_H
#define CUBE_LCCT_H

#include "archive/archive.h"

/* A loop or function in one context. */
struct cube_lcct_row {
    uint32_t parent, region;
    uint32_t first, next; /* child, sibling, heaviest first, by time if that is known; ARCHIVE_NONE:
                             none */
    uint64_t count;       /* visits */
    uint64_t trips;       /* of a loop */
    uint64_t beside;      /* source iterations executed by code beside the loop */
    uint64_t least, most; /* trips of a visit; least is ARCHIVE_UNKNOWN if unknown */
    uint64_t own, all;    /* executed instructions: exclusive and inclusive */
    uint64_t time;        /* inclusive, ns */
    uint64_t own_time;    /* exclusive, ns */
    uint64_t untimed;     /* visits that were not timed */
    bool sampled;         /* some of its time was sampled */
    bool own_sampled;     /* the same of its exclusive time */
    bool inner_untimed;   /* something directly below it was not timed */
    bool unknown_ends;    /* least and most do not cover all visits */
};

/* The tree. Row 0 is the root; a parent's row is smaller than its child's. */
struct cube_lcct {
    const struct archive *archive;
    struct cube_lcct_row *rows;
    size_t count;
    uint64_t total; /* instructions */
    uint64_t time;  /* of the chosen lanes, in ns; 0: the functions were not timed */
};

/* True if instructions were counted at all. */
bool cube_lcct_is_known(const struct archive *archive);

/* True if it was also timed. */
bool cube_lcct_has_times(const struct archive *archive);

/* Builds the tree of the lanes with chosen[row] set; NULL: all. The caller frees it. */
struct cube_lcct *cube_lcct_new(const struct archive *archive, const uint8_t *chosen);
void cube_lcct_free(struct cube_lcct *lcct);

/* True if functions were timed, too: all of the time is known by context. */
bool cube_lcct_is_timed(const struct cube_lcct *lcct);

double cube_lcct_percent(const struct cube_lcct *lcct, uint64_t instructions);

/* Returns the share of the lanes' time; 0 if it is not known. */
double cube_lcct_time_percent(const struct cube_lcct *lcct, uint64_t ns);

/* Returns, by row, whether the row executed at least that share of the instructions itself, or took
 * that share of the time, or is above one that did. The caller frees the array. */
bool *cube_lcct_hot(const struct cube_lcct *lcct, double percent);

/* Sums of one loop or function over all contexts. */
struct cube_lcct_sum {
    uint32_t region;
    uint64_t count, trips, beside, least, most, own, all, time, own_time, untimed;
    bool unknown_ends, sampled, own_sampled, inner_untimed;
};

/* True if an inclusive, or exclusive, time is known well enough to divide by it: it is exact, or of
 * enough samples. */
bool cube_lcct_has_rate(const struct cube_lcct_sum *sum);
bool cube_lcct_has_own_rate(const struct cube_lcct_sum *sum);

/* Returns the sums of all regions of a kind, in the order of the tree. Recursion counts once in
 * `all`. The caller frees the array. */
struct cube_lcct_sum *cube_lcct_sums(const struct cube_lcct *lcct, uint32_t kind, size_t *count);

#endif

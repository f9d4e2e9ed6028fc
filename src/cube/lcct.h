/* lcct.h: the loop-call-context tree: which loop ran inside which, across calls, by executed
 * instructions. After Sato, Inoguchi and Nakamura, who drew such trees of programs under Pin. */
#ifndef CUBE_LCCT_H
#define CUBE_LCCT_H

#include "archive/archive.h"

struct lcct_row {
    uint32_t parent, region;
    uint32_t first, next; /* child, sibling, the heaviest first; ARCHIVE_NONE: none */
    uint64_t count;       /* calls; how often a loop was entered */
    uint64_t trips;       /* iterations of a loop */
    uint64_t beside;      /* of the source, that code beside the loop did */
    uint64_t least, most; /* of an entry; least is ARCHIVE_UNKNOWN when they are not known */
    uint64_t own, all;    /* executed instructions: without and with what is below it */
    uint64_t time;        /* ns */
    uint64_t untimed;     /* entries whose time is not known */
    bool unknown_ends;    /* some entries have no least and most */
};

/* Row 0 is the root; a parent's row is smaller. */
struct lcct {
    const struct archive *archive;
    struct lcct_row *rows;
    size_t count;
    uint64_t total; /* instructions */
};

/* Whether instructions were counted at all. */
bool lcct_is_known(const struct archive *archive);

/* Of the lanes that are chosen, by row; NULL: all. To be freed. */
struct lcct *lcct_new(const struct archive *archive, const uint8_t *chosen);
void lcct_free(struct lcct *lcct);

double lcct_percent(const struct lcct *lcct, uint64_t instructions);

/* By row: whether it has at least that share by itself, or is above one that has. To be freed. */
bool *lcct_hot(const struct lcct *lcct, double percent);

/* One loop or function in all contexts. */
struct lcct_sum {
    uint32_t region;
    uint64_t count, trips, beside, least, most, own, all, time, untimed;
    bool unknown_ends;
};

/* Of all regions of a kind, in the order of the tree. What is inside of itself counts once in
 * `all`. To be freed. */
struct lcct_sum *lcct_sums(const struct lcct *lcct, uint32_t kind, size_t *count);

#endif

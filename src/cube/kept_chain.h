/* kept_chain.h: the visits of a lane that are open at a moment, one per depth of their nodes, for
 * lanes whose visits are nested as their nodes are: see kept_sweep.h. */
#ifndef CUBE_KEPT_CHAIN_H
#define CUBE_KEPT_CHAIN_H

#include "archive/time/pyramid_bin.h"

enum { KEPT_DEPTH = 128 }; /* lanes with deeper nodes have no chain */

/* The visit that began last at a depth. It is kept if its number is not that of the depth above. */
struct kept_link {
    uint64_t end;
    uint32_t number; /* of its node if it is kept, else that of the nearest kept node around it; 0:
                        nobody */
};

/* The innermost times of a bin that is being filled. */
struct kept_times {
    int64_t *time;    /* ns, by node number; that of 0 is nobody's */
    uint64_t touched; /* bit n % 64 is set if number n may have time */
    uint64_t begun;   /* kept visits that began in it */
};

/* Gives a visit its time in the bin; the one around it loses as much. */
static inline void kept_times_add(struct kept_times *times, uint32_t number, uint32_t around,
                                  uint64_t length)
{
    times->time[number] += (int64_t)length; /* one that is not kept has the number of `around` */
    times->time[around] -= (int64_t)length;
    times->touched |= UINT64_C(1) << number % 64;
}

/* Gives the visits that are open when a bin begins their time in it. */
static inline void kept_times_begin(struct kept_times *times, const struct kept_link *chain,
                                    uint32_t deepest, uint64_t start, uint64_t end)
{
    for (uint32_t i = 1; i <= deepest && chain[i].end > start; i++)
        kept_times_add(times, chain[i].number, chain[i - 1].number,
                       (chain[i].end < end ? chain[i].end : end) - start);
}

/* The nodes of a lane. */
struct kept_shape {
    size_t nodes;
    const uint8_t *classes; /* by number */
};

/* Summarizes a bin of 2^level ns, whose node is a number, and empties it. Adds it to `above` unless
 * that is NULL. */
void kept_times_take(struct kept_times *times, const struct kept_shape *shape, unsigned level,
                     struct kept_times *above, struct archive_pyramid_item *item);

#endif

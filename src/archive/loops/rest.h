/* rest.h: whether code beside a loop does what the loop leaves over. */
#ifndef ARCHIVE_LOOPS_REST_H
#define ARCHIVE_LOOPS_REST_H

#include "archive/loops/flow.h"
#include "archive/loops/source.h"

struct loops_passes;

enum loops_rest { REST_UNKNOWN, REST_NONE, REST_BESIDE };

/* Tells whether code outside of all loops that are the same one of the source has its body, too. */
enum loops_rest loops_rest_find(const struct loops_source *source, const struct loops_flow *flow,
                                uint32_t loop);

/* A node that does iterations of a loop beside it: so many whenever it is executed. */
struct loops_beside {
    uint32_t node, count;
};

/* Finds all that does what a loop with a factor leaves over, in other loops and in no loop. If it
 * is sure that nothing is missing, this is noted in `passes`: trips times factors and `beside` are
 * all iterations of the loop of the source then. */
void loops_rest_join(const struct loops_source *source, const struct loops_flow *flow,
                     struct loops_passes *passes, uint32_t loop);

#endif

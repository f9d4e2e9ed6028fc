/* rest.h: finds the code that does the remaining iterations of a loop with several iterations per
 * trip. */
#ifndef ARCHIVE_LOOPS_REST_H
#define ARCHIVE_LOOPS_REST_H

#include "archive/loops/flow.h"
#include "archive/loops/source.h"

struct archive_loops_passes;

enum archive_loops_rest { REST_UNKNOWN, REST_NONE, REST_BESIDE };

/* Finds out whether code outside all loops that are the same source loop has its body, too. */
enum archive_loops_rest archive_loops_rest_find(const struct archive_loops_source *source,
                                                const struct archive_loops_flow *flow,
                                                uint32_t loop);

/* A node that does iterations of a loop beside it: `count` each time it is executed. */
struct archive_loops_beside {
    uint32_t node, count;
};

/* Finds all code that does the remaining iterations of a loop with a factor, in other loops and
 * outside loops. If it is certain that none is missing, it is noted in `passes`: then trips times
 * factors, plus `beside`, are all iterations of the source loop. */
void archive_loops_rest_join(const struct archive_loops_source *source,
                             const struct archive_loops_flow *flow,
                             struct archive_loops_passes *passes, uint32_t loop);

#endif

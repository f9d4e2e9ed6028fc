/* loops_rest.h: whether code beside a loop does what the loop leaves over. */
#ifndef ARCHIVE_LOOPS_REST_H
#define ARCHIVE_LOOPS_REST_H

#include "archive/loops_flow.h"
#include "archive/loops_source.h"

enum loops_rest { REST_UNKNOWN, REST_NONE, REST_BESIDE };

/* Tells whether code outside of all loops that are the same one of the source has its body, too. */
enum loops_rest loops_rest_find(const struct loops_source *source, const struct loops_flow *flow,
                                uint32_t loop);

#endif

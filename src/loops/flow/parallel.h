/* parallel.h: distributes the same work for many functions over all processors. */
#ifndef LOOPS_FLOW_PARALLEL_H
#define LOOPS_FLOW_PARALLEL_H

#include <stdint.h>

/* Calls `work` once for every number below `count`, in any order, from several threads if there is
 * enough work. Returns when all calls have returned. */
void loops_parallel_each(uint32_t count, void (*work)(void *context, uint32_t number),
                         void *context);

#endif

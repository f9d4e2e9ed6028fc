/* parallel.h: the same work for many functions, on all processors. */
#ifndef LOOPS_FLOW_PARALLEL_H
#define LOOPS_FLOW_PARALLEL_H

#include <stdint.h>

/* Calls `work` for every number below `count`, once each, in no order, from several threads where
 * that pays. */
void loops_parallel_each(uint32_t count, void (*work)(void *context, uint32_t number),
                         void *context);

#endif

/* stacks.h: finds functions that switch stacks, as those of coroutines do. */
#ifndef LOOPS_FLOW_STACKS_H
#define LOOPS_FLOW_STACKS_H

#include <stdbool.h>
#include <stdint.h>

struct loops_graph;

/* True if a function makes another stack the current one: it sets the stack pointer to something
 * that comes neither from there nor from the register of the frame. */
bool loops_switches_stacks(const struct loops_graph *graph, uint32_t frame);

#endif

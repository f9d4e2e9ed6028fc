/* stacks.c: see stacks.h */
#include "loops/flow/stacks.h"

#include "loops/flow/graph.h"

/* Adds to a set the registers that get their values from the stack, its pointer, or others of the
 * set. */
static uint32_t spread(const struct loops_graph *graph, uint32_t own)
{
    for (uint32_t i = 0; i < graph->instruction_count; i++) {
        const struct loops_instruction *in = &graph->instructions[i];
        if (!in->sets_stack && (in->gets_stack || in->reads & own))
            own |= in->writes;
    }
    return own & ~INSTRUCTION_FLAGS;
}

bool loops_switches_stacks(const struct loops_graph *graph, uint32_t frame)
{
    uint32_t from = 0, own = frame, before = 0;
    for (uint32_t i = 0; i < graph->instruction_count; i++) {
        const struct loops_instruction *in = &graph->instructions[i];
        if (in->sets_stack && !in->reads)
            return true; /* from a variable */
        from |= in->sets_stack ? in->reads : 0;
    }
    while (from & ~own && own != before) {
        before = own;
        own = spread(graph, own);
    }
    return from & ~own;
}

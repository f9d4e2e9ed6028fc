/* landings.c: see landings.h
 *
 * Copies do this themselves on all other edges: PROBE_ENTRY, PROBE_VISIT. A landing pad cannot tell
 * whether the call that threw is in the loop. */
#include "measure/loops/landings.h"

#include "measure/loops/modules.h"
#include "measure/loops/plans.h"

static const struct format_loop *loops_of(uint32_t function)
{
    const struct format_loop *loops =
        plans_section(modules_module(function)->plan, FORMAT_PLAN_LOOPS);
    return loops + modules_function(function)->first_loop;
}

static const struct format_block *blocks_of(uint32_t function)
{
    const struct format_block *blocks =
        plans_section(modules_module(function)->plan, FORMAT_PLAN_BLOCKS);
    return blocks + modules_function(function)->first_block;
}

/* Returns the cell of an irreducible loop: these are the first ones, in the order of the loops. */
static uint64_t *cell_of(struct format_context *context, const struct format_loop *loops,
                         uint32_t loop)
{
    uint32_t at = modules_function(context->function)->counters;
    for (uint32_t i = 0; i < loop; i++)
        at += loops[i].visits != UINT32_MAX;
    return &context->values[at];
}

void landings_count(struct format_context *context, uint32_t from, uint32_t pad)
{
    const struct format_function *function = modules_function(context->function);
    const struct format_block *blocks = blocks_of(context->function);
    const struct format_loop *loops = loops_of(context->function);
    if (!pad || pad > function->blocks)
        return;
    if (from > function->blocks || (from && blocks[from - 1].pad != pad))
        from = 0; /* not a call whose exceptions are known to land there */
    for (uint32_t loop = blocks[pad - 1].loop; loop != UINT32_MAX; loop = loops[loop].parent) {
        if (loops[loop].visits == UINT32_MAX)
            continue;
        uint32_t before = format_loop_part(blocks, loops, loop, from);
        uint32_t part = format_loop_part(blocks, loops, loop, pad);
        uint64_t *entered = cell_of(context, loops, loop);
        if (!before)
            *entered = part;
        else if (format_part_is_visited(before, part, *entered))
            context->values[loops[loop].visits]++;
    }
}

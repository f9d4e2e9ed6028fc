/* outline.c: see outline.h */
#include "loops/flow/outline.h"

#include "loops/plan/rewrite.h"
#include "util/memory.h"

#include <stdlib.h>

static void add_back(struct loops_outline *outline, uint64_t address)
{
    outline->back = memory_grow(outline->back, &outline->back_room, outline->back_count + 1,
                                sizeof *outline->back);
    outline->back[outline->back_count++] = address;
}

/* Adds the last instructions of the blocks that lead back to the head of a loop: those that are
 * branches, or those that are not. */
static void add_ways(struct loops_outline *outline, const struct loops_rewritten *function,
                     uint32_t number, uint32_t head, bool branches)
{
    const struct loops_graph *graph = &function->graph;
    const struct loops_flow *flow = &function->shape.flow;
    for (uint32_t i = flow->first_in[head]; i < flow->first_in[head + 1]; i++) {
        uint32_t from = flow->edges[flow->in[i]].from;
        if (from == GRAPH_OUTSIDE || !loops_flow_is_in(&function->shape.loops, from, number))
            continue;
        const struct loops_instruction *last = loops_graph_last(graph, from);
        if ((last->kind == INSTRUCTION_BRANCH) == branches)
            add_back(outline, last->address);
    }
}

static void add_loop(struct loops_outline *outline, const struct loops_binary *binary,
                     const struct loops_rewritten *function, uint32_t number)
{
    const struct loops_graph *graph = &function->graph;
    struct loops_outline_loop loop = {.known = loops_rewrite_loop(function, number)};
    loop.address = loops_graph_address(graph, loop.known.head);
    loop.strides = loops_strides_find(binary, &function->shape, number);
    loop.first_back = outline->back_count;
    add_ways(outline, function, number, loop.known.head, true);
    loop.tested = outline->back_count > loop.first_back;
    if (!loop.tested)
        add_ways(outline, function, number, loop.known.head, false);
    loop.back_count = outline->back_count - loop.first_back;
    outline->loops = memory_grow(outline->loops, &outline->loop_room, outline->loop_count + 1,
                                 sizeof *outline->loops);
    outline->loops[outline->loop_count++] = loop;
}

/* Counts the blocks and instructions of each loop, including those of the loops inside it. */
static void count_blocks(struct loops_outline_loop *loops, size_t count,
                         const struct loops_rewritten *function)
{
    for (uint32_t i = 0; i < function->graph.block_count; i++) {
        const struct loops_graph_block *block = &function->graph.blocks[i];
        uint32_t loop = function->shape.loops.innermost[i + 1];
        if (loop == FLOW_NONE || block->is_hub)
            continue;
        loops[loop].blocks++;
        loops[loop].instructions += block->end - block->first;
    }
    for (size_t i = count; i-- > 0;) {
        uint32_t parent = loops[i].known.parent;
        if (parent == FLOW_NONE)
            continue;
        loops[parent].blocks += loops[i].blocks;
        loops[parent].instructions += loops[i].instructions;
    }
}

/* Adds a function and its loops. */
static void add_function(struct loops_outline *outline, const struct loops_binary *binary,
                         const struct loops_binary_function *from, struct loops_rewritten *function)
{
    const struct loops_graph *graph = &function->graph;
    if (!graph->why && !function->shape.graph)
        loops_shape_begin(&function->shape, graph);
    struct loops_outline_function *to = &outline->functions[outline->function_count++];
    *to =
        (struct loops_outline_function){.function = from,
                                        .why = function->why,
                                        .why_at = graph->why ? graph->why_at : 0,
                                        .has_flow = !graph->why,
                                        .blocks = graph->block_count - graph->hub_count,
                                        .instructions = graph->instruction_count - graph->hub_count,
                                        .first_loop = outline->loop_count};
    for (uint32_t i = 0; to->has_flow && i < function->shape.loops.count; i++)
        add_loop(outline, binary, function, i);
    to->loop_count = outline->loop_count - to->first_loop;
    if (to->loop_count)
        count_blocks(&outline->loops[to->first_loop], to->loop_count, function);
}

void loops_outline_begin(struct loops_outline *outline, const struct loops_binary *binary)
{
    struct loops_rewritten *functions = loops_rewrite_look(binary);
    *outline = (struct loops_outline){
        .functions = memory_zeroed(binary->function_count + 1, sizeof *outline->functions)};
    for (size_t i = 0; i < binary->function_count; i++)
        add_function(outline, binary, &binary->functions[i], &functions[i]);
    loops_rewrite_forget(binary, functions);
}

void loops_outline_end(struct loops_outline *outline)
{
    free(outline->functions);
    free(outline->loops);
    free(outline->back);
    *outline = (struct loops_outline){0};
}

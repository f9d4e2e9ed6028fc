/* loop_trips.c: finds loops that make the same number of trips in each visit. */
#include "loops/flow/loop_views.h"

enum { FARTHEST = 8 }; /* blocks before the loop that are searched */

/* The code before a loop. */
struct before {
    const struct loops_binary *binary;
    const struct loops_shape *shape;
    uint32_t node; /* the node that the loop is entered from */
};

/* Returns the last instruction before the loop, or before `end` if that is not NULL, that writes a
 * register; NULL if none is near. Follows the dominators back. */
static const struct loops_instruction *writer_before(const struct before *before, unsigned number,
                                                     const struct loops_instruction *end)
{
    const struct loops_graph *graph = before->shape->graph;
    uint32_t node = before->node;
    for (int i = 0; i < FARTHEST && node != GRAPH_OUTSIDE && node != FLOW_NONE; i++) {
        const struct loops_graph_block *block = &graph->blocks[node - 1];
        for (uint32_t k = block->end; k-- > block->first;) {
            const struct loops_instruction *in = &graph->instructions[k];
            if (!end && in->writes >> number & 1)
                return in;
            end = in == end ? NULL : end;
        }
        node = before->shape->dominators[node];
    }
    return NULL;
}

/* Returns the last instruction before the loop that writes a register; NULL if none is near. */
static const struct loops_instruction *writer_of(const struct before *before, unsigned number)
{
    return writer_before(before, number, NULL);
}

/* True if an instruction sets a register to a constant: it reads neither registers nor memory. */
static bool is_constant(const struct before *before, const struct loops_instruction *in)
{
    struct loops_access access;
    bool known = in && !in->reads && !loops_instruction_is_call(in);
    return known && !(loops_view_access(before->binary, in, &access) && access.bytes);
}

/* Returns the register that another one is computed from by adding a constant, which may be in a
 * register too; the register itself if it is not computed so. */
static unsigned origin_of(const struct before *before, unsigned number)
{
    const struct loops_instruction *in = writer_of(before, number);
    struct loops_access access;
    if (!in || !loops_view_access(before->binary, in, &access) || !access.is_sum)
        return number;
    bool is_far = access.index < VIEW_REGISTERS && access.base < VIEW_REGISTERS;
    if (is_far && is_constant(before, writer_before(before, access.index, in)))
        return access.base;
    return access.index == INSTRUCTION_NO_REGISTER ? access.base : number;
}

/* True if the distance from the start of the register `number` to its bound is constant: both are
 * constants, or computed from the same register. `others`: the registers that it is compared with.
 */
static bool is_constant_way(const struct before *before, unsigned number, uint32_t others)
{
    bool starts = is_constant(before, writer_of(before, number));
    if (!others)
        return starts;
    if (others & (others - 1))
        return false;
    unsigned end = (unsigned)__builtin_ctz(others);
    if (starts && is_constant(before, writer_of(before, end)))
        return true;
    return !starts && origin_of(before, end) == origin_of(before, number);
}

/* Returns the registers that the branch at the end of a block compares. */
static uint32_t compared_in(const struct loops_graph *graph, const struct loops_graph_block *block)
{
    const struct loops_instruction *last = &graph->instructions[block->end - 1];
    if (last->kind != INSTRUCTION_BRANCH)
        return 0;
    if (last->reads & ~INSTRUCTION_FLAGS)
        return last->reads & ~INSTRUCTION_FLAGS;
    for (uint32_t i = block->end - 1; i-- > block->first;) {
        if (graph->instructions[i].writes & INSTRUCTION_FLAGS)
            return graph->instructions[i].reads & ~INSTRUCTION_FLAGS;
    }
    return 0;
}

bool loops_view_trips_are_constant(const struct loops_view *view, const struct loops_binary *binary,
                                   const struct loops_shape *shape, uint32_t loop)
{
    const struct loops_graph *graph = shape->graph;
    uint32_t entry = shape->first_entry[loop], exit = shape->first_exit[loop];
    if (shape->first_entry[loop + 1] != entry + 1 || shape->first_exit[loop + 1] != exit + 1)
        return false;
    struct before before = {binary, shape, graph->edges[shape->entries[entry]].from};
    uint32_t from = graph->edges[shape->exits[exit]].from;
    uint32_t compared = compared_in(graph, &graph->blocks[from - 1]);
    uint32_t stepped = compared & view->stepped & ~view->lost, others = compared & ~stepped;
    return stepped && !(stepped & (stepped - 1)) && !(others & (view->lost | view->stepped)) &&
           is_constant_way(&before, (unsigned)__builtin_ctz(stepped), others);
}

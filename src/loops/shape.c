/* shape.c: all that is known of the flow of a function, put together. */
#include "loops/induction.h"

#include "util/memory.h"

#include <stdlib.h>

void shape_begin(struct shape *shape, const struct graph *graph)
{
    uint32_t count = 0;
    *shape = (struct shape){.graph = graph};
    shape->edges = memory_zeroed((size_t)graph->edge_count + 1, sizeof *shape->edges);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        if (graph->edges[i].to != GRAPH_OUTSIDE)
            shape->edges[count++] = (struct flow_edge){graph->edges[i].from, graph->edges[i].to};
    }
    flow_begin(&shape->flow, graph->block_count + 1, shape->edges, count);
    flow_order_begin(&shape->order, &shape->flow);
    flow_loops_begin(&shape->loops, &shape->flow, &shape->order);
    shape->dominators = flow_dominators(&shape->flow, &shape->order);
}

void shape_end(struct shape *shape)
{
    flow_loops_end(&shape->loops);
    flow_order_end(&shape->order);
    flow_end(&shape->flow);
    free(shape->edges);
    free(shape->dominators);
    *shape = (struct shape){0};
}

bool shape_dominates(const struct shape *shape, uint32_t above, uint32_t node)
{
    while (node != FLOW_NONE && node != above)
        node = shape->dominators[node];
    return node == above;
}

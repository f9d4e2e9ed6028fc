/* flow.c: see flow.h */
#include "archive/loops/flow.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

/* Makes the list of edges by the node at their beginning, or at their end. */
static void list(const struct archive_loops_function *function, bool out, uint32_t **first,
                 uint32_t **all)
{
    uint32_t nodes = function->raw->blocks + 1;
    *first = memory_zeroed((size_t)nodes + 2, sizeof **first);
    *all = memory_zeroed((size_t)function->raw->edges + 1, sizeof **all);
    uint32_t *next = *first + 1;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < function->raw->edges; i++) {
            const struct format_edge *edge = &function->edges[i];
            uint32_t node = out ? edge->from : edge->to;
            if (edge->kind == FORMAT_EDGE_LOST)
                continue;
            if (pass)
                (*all)[next[node]++] = i;
            else
                next[node + 1]++;
        }
        for (uint32_t node = 0; !pass && node < nodes; node++)
            next[node + 1] += next[node];
    }
}

/* Marks the nodes that can be reached from the function's entry; landing pads of exceptions
 * cannot. */
static void find_regular(struct archive_loops_flow *flow)
{
    const struct archive_loops_function *function = flow->function;
    size_t room = (size_t)function->raw->blocks + 1, count = 0;
    uint32_t *open = memory_zeroed(room, sizeof *open);
    flow->is_regular = memory_zeroed(room, 1);
    if (function->raw->edges && function->edges[0].to) {
        open[count++] = function->edges[0].to;
        flow->is_regular[function->edges[0].to] = 1;
    }
    while (count) {
        uint32_t node = open[--count];
        for (uint32_t i = flow->first_out[node]; i < flow->first_out[node + 1]; i++) {
            uint32_t to = function->edges[flow->out[i]].to;
            if (!to || flow->is_regular[to])
                continue;
            flow->is_regular[to] = 1;
            open[count++] = to;
        }
    }
    free(open);
}

void archive_loops_flow_begin(struct archive_loops_flow *flow,
                              const struct archive_loops_function *function)
{
    *flow = (struct archive_loops_flow){.function = function};
    list(function, true, &flow->first_out, &flow->out);
    list(function, false, &flow->first_in, &flow->in);
    flow->calls = memory_zeroed((size_t)function->raw->blocks + 1, 1);
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        if (edge->kind == FORMAT_EDGE_BACK || edge->kind == FORMAT_EDGE_LOST)
            flow->calls[edge->from] = 1;
    }
    find_regular(flow);
}

void archive_loops_flow_end(struct archive_loops_flow *flow)
{
    free(flow->first_out);
    free(flow->out);
    free(flow->first_in);
    free(flow->in);
    free(flow->calls);
    free(flow->is_regular);
    *flow = (struct archive_loops_flow){0};
}

uint32_t archive_loops_flow_behind(const struct archive_loops_flow *flow, uint32_t node)
{
    assert(node <= flow->function->raw->blocks);
    uint32_t first = flow->first_out[node];
    return flow->first_out[node + 1] == first + 1 ? flow->function->edges[flow->out[first]].to : 0;
}

uint32_t archive_loops_flow_before(const struct archive_loops_flow *flow, uint32_t node)
{
    assert(node <= flow->function->raw->blocks);
    uint32_t first = flow->first_in[node];
    return flow->first_in[node + 1] == first + 1 ? flow->function->edges[flow->in[first]].from : 0;
}

bool archive_loops_flow_decides(const struct archive_loops_flow *flow, uint32_t node)
{
    return flow->calls[node] || archive_loops_function_branches(flow->function, node);
}

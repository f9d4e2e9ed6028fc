/* function_make.c: finds all that follows from the code of a function, the same in all its
 * contexts: see function.h */
#include "archive/loops/function.h"

#include "archive/loops/extremes.h"
#include "archive/loops/passes.h"
#include "archive/loops/tests.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

/* True for edges that do not matter for the flow, or are known without a counter: these count as 0
 * while the flow is solved. */
static bool is_known(const struct format_edge *edge)
{
    return edge->counter != LOOPS_NONE || edge->kind == FORMAT_EDGE_LOST ||
           (edge->from == edge->to && !edge->step);
}

static void find_way(struct archive_loops_function *function)
{
    uint32_t count = function->raw->edges, nodes = function->raw->blocks + 1;
    struct kirchhoff_edge *edges = memory_zeroed((size_t)count + nodes, sizeof *edges);
    for (uint32_t i = 0; i < count; i++)
        edges[i] = (struct kirchhoff_edge){function->edges[i].from, function->edges[i].to,
                                           is_known(&function->edges[i])};
    for (uint32_t node = 0; node < nodes; node++) /* calls in it that did not return */
        edges[count + node] = (struct kirchhoff_edge){node, 0, true};
    function->way = kirchhoff_new(edges, count + nodes, nodes);
    free(edges);
}

static void find_others(struct archive_loops_function *function)
{
    uint8_t *calls = memory_zeroed((size_t)function->raw->blocks + 1, 1);
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        if (edge->kind == FORMAT_EDGE_BACK || edge->kind == FORMAT_EDGE_LOST)
            calls[edge->from] = 1;
    }
    for (uint32_t i = 0; i < function->raw->slots; i++)
        calls[function->slots[i].node] = 0;
    function->others = memory_zeroed((size_t)function->raw->blocks + 1, sizeof *function->others);
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        if (calls[node])
            function->others[function->other_count++] = node;
    }
    free(calls);
}

static void find_ways(struct archive_loops_function *function)
{
    function->ways = memory_zeroed((size_t)function->raw->blocks + 1, 1);
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        uint8_t *ways = &function->ways[function->edges[i].from];
        *ways += function->edges[i].kind != FORMAT_EDGE_LOST && *ways < 2;
    }
}

/* Marks the nodes that are reached without exceptions; true if there were new ones. */
static bool reach(const struct archive_loops_function *function, uint8_t *reached)
{
    bool more = false;
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        bool starts = edge->kind == FORMAT_EDGE_ENTER ? !i : reached[edge->from];
        if (starts && edge->to && !reached[edge->to]) {
            reached[edge->to] = 1;
            more = true;
        }
    }
    return more;
}

static void find_lands(struct archive_loops_function *function)
{
    bool has_pads = false;
    for (uint32_t i = 1; i < function->raw->edges; i++)
        has_pads |= function->edges[i].kind == FORMAT_EDGE_ENTER;
    if (!has_pads || !function->raw->loops)
        return;
    function->lands = memory_zeroed((size_t)function->raw->blocks + 1, 1);
    while (reach(function, function->lands))
        continue;
    for (uint32_t node = 0; node <= function->raw->blocks; node++)
        function->lands[node] = node && !function->lands[node];
}

/* Returns, by node, a call whose exceptions land there; `next` links those of the same node. */
static uint32_t *link_calls(const struct archive_loops_function *function, uint32_t *next)
{
    uint32_t *first = memory_zeroed((size_t)function->raw->blocks + 1, sizeof *first);
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        uint32_t pad = function->blocks[node - 1].pad;
        if (pad) {
            next[node] = first[pad];
            first[pad] = node;
        }
    }
    return first;
}

static void find_landings(struct archive_loops_function *function)
{
    if (!function->lands)
        return;
    uint32_t *next = memory_zeroed((size_t)function->raw->blocks + 1, sizeof *next);
    uint32_t *first = link_calls(function, next);
    for (uint32_t i = 1; i < function->raw->edges; i++) { /* edge 0 is the function's entry */
        uint32_t pad = function->edges[i].to;
        uint32_t loop = function->edges[i].kind == FORMAT_EDGE_ENTER
                            ? archive_loops_function_loop(function, pad)
                            : LOOPS_NONE;
        for (; loop != LOOPS_NONE; loop = function->loops[loop].parent) {
            bool inside = false, outside = false;
            for (uint32_t call = first[pad]; call; call = next[call]) {
                bool is_in = archive_loops_function_is_in(function, call, loop);
                inside |= is_in;
                outside |= !is_in;
            }
            if (!inside)
                continue;
            function->landings =
                memory_grow(function->landings, &function->landing_room,
                            function->landing_count + 1, sizeof *function->landings);
            function->landings[function->landing_count++] =
                (struct archive_loops_landing){i, loop, !outside};
        }
    }
    free(first);
    free(next);
}

static void find_around(struct archive_loops_function *function)
{
    function->around = memory_zeroed((size_t)function->raw->edges + 1, sizeof *function->around);
    for (uint32_t i = 0; i < function->raw->edges; i++)
        function->around[i] = archive_loops_function_common(
            function, archive_loops_function_loop(function, function->edges[i].from),
            archive_loops_function_loop(function, function->edges[i].to));
}

struct archive_loops_function *archive_loops_function_new(const struct archive_loops_plan *plan,
                                                          uint32_t number)
{
    assert(number < plan->function_count);
    struct archive_loops_function *function = memory_zeroed(1, sizeof *function);
    function->plan = plan;
    function->raw = &plan->functions[number];
    function->blocks = plan->blocks + function->raw->first_block;
    function->edges = plan->edges + function->raw->first_edge;
    function->loops = plan->loops + function->raw->first_loop;
    function->slots = plan->slots + function->raw->first_slot;
    function->mixes = plan->mixes + function->raw->first_mix;
    function->is_test = memory_zeroed((size_t)function->raw->blocks + 1, 1);
    function->regions = memory_zeroed((size_t)function->raw->loops + 1, sizeof *function->regions);
    find_way(function);
    find_ways(function);
    find_lands(function);
    find_landings(function);
    find_others(function);
    find_around(function);
    archive_loops_tests_find(function);
    return function;
}

void archive_loops_function_free(struct archive_loops_function *function)
{
    if (!function)
        return;
    kirchhoff_free(function->way);
    archive_loops_passes_free(function->passes, function->raw->loops);
    archive_loops_extremes_free(function->extremes);
    free(function->others);
    free(function->around);
    free(function->ways);
    free(function->lands);
    free(function->landings);
    free(function->is_test);
    free(function->regions);
    free(function);
}

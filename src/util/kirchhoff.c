/* kirchhoff.c: see kirchhoff.h */
#include "util/kirchhoff.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* A step of the solution: the one edge of a node that is still unknown. */
struct step {
    uint32_t edge;
    bool leaves; /* the node */
};

struct kirchhoff {
    struct kirchhoff_edge *edges;
    uint32_t count, nodes;
    struct step *steps;
    uint32_t step_count, open_count;
    uint64_t *surplus; /* by node: entries minus exits so far; modulo 2^64 */
};

/* The unknown edges of a node: their number, and the xor of their indices, which is the last one
 * when one is left. */
struct open {
    uint32_t count, edges;
};

static void find_open(struct kirchhoff *way, struct open *open)
{
    for (uint32_t i = 0; i < way->count; i++) {
        const struct kirchhoff_edge *edge = &way->edges[i];
        if (edge->known || edge->from == edge->to)
            continue;
        open[edge->from].count++;
        open[edge->to].count++;
        open[edge->from].edges ^= i;
        open[edge->to].edges ^= i;
    }
}

static void find_steps(struct kirchhoff *way)
{
    struct open *open = memory_zeroed((size_t)way->nodes + 1, sizeof *open);
    uint32_t *ready = memory_zeroed((size_t)way->nodes + 1, sizeof *ready), ready_count = 0;
    find_open(way, open);
    for (uint32_t i = 0; i < way->nodes; i++) {
        if (open[i].count == 1)
            ready[ready_count++] = i;
    }
    while (ready_count) {
        uint32_t node = ready[--ready_count];
        if (open[node].count != 1)
            continue;
        uint32_t number = open[node].edges;
        const struct kirchhoff_edge *edge = &way->edges[number];
        uint32_t other = edge->from == node ? edge->to : edge->from;
        way->steps[way->step_count++] = (struct step){number, edge->from == node};
        open[node].count--;
        open[other].count--;
        open[other].edges ^= number;
        if (open[other].count == 1)
            ready[ready_count++] = other;
    }
    free(ready);
    free(open);
}

struct kirchhoff *kirchhoff_new(const struct kirchhoff_edge *edges, uint32_t count, uint32_t nodes)
{
    struct kirchhoff *way = memory_zeroed(1, sizeof *way);
    way->count = count;
    way->nodes = nodes;
    way->edges = memory_zeroed((size_t)count + 1, sizeof *way->edges);
    memcpy(way->edges, edges, count * sizeof *edges);
    way->surplus = memory_zeroed((size_t)nodes + 1, sizeof *way->surplus);
    way->steps = memory_zeroed((size_t)nodes + 1, sizeof *way->steps); /* at most one per node */
    for (uint32_t i = 0; i < count; i++)
        way->open_count += !edges[i].known;
    find_steps(way);
    return way;
}

void kirchhoff_free(struct kirchhoff *way)
{
    if (!way)
        return;
    free(way->edges);
    free(way->steps);
    free(way->surplus);
    free(way);
}

bool kirchhoff_is_enough(const struct kirchhoff *way)
{
    return way->step_count == way->open_count;
}

static void settle(struct kirchhoff *way, uint32_t edge, uint64_t taken)
{
    way->surplus[way->edges[edge].to] += taken;
    way->surplus[way->edges[edge].from] -= taken;
}

bool kirchhoff_solve(struct kirchhoff *way, int64_t *taken)
{
    memset(way->surplus, 0, way->nodes * sizeof *way->surplus);
    for (uint32_t i = 0; i < way->count; i++) {
        if (way->edges[i].known)
            settle(way, i, (uint64_t)taken[i]);
    }
    for (uint32_t i = 0; i < way->step_count; i++) {
        const struct step *step = &way->steps[i];
        const struct kirchhoff_edge *edge = &way->edges[step->edge];
        uint64_t found =
            step->leaves ? way->surplus[edge->from] : UINT64_C(0) - way->surplus[edge->to];
        taken[step->edge] = (int64_t)found;
        settle(way, step->edge, found);
    }
    uint64_t wrong = 0;
    for (uint32_t i = 0; i < way->nodes; i++)
        wrong |= way->surplus[i];
    return !wrong && kirchhoff_is_enough(way);
}

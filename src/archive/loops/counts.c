/* counts.c: see counts.h */
#include "archive/loops/counts.h"

#include "archive/loops/passes.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>

/* Makes room for this function and sets everything to zero. */
static void make_room(struct archive_loops_counts *counts, const struct format_function *raw)
{
    size_t nodes = (size_t)raw->blocks + 1, loops = (size_t)raw->loops + 1;
    size_t edges = (size_t)raw->edges + nodes;
    for (size_t room = counts->loop_room; room < loops; room = counts->loop_room) {
        size_t same = room, third = room, fourth = room;
        counts->entries = memory_grow(counts->entries, &same, loops, sizeof *counts->entries);
        counts->trips = memory_grow(counts->trips, &third, loops, sizeof *counts->trips);
        counts->beside = memory_grow(counts->beside, &fourth, loops, sizeof *counts->beside);
        counts->instructions = memory_grow(counts->instructions, &counts->loop_room, loops,
                                           sizeof *counts->instructions);
    }
    if (counts->node_room < nodes)
        counts->visits =
            memory_grow(counts->visits, &counts->node_room, nodes, sizeof *counts->visits);
    if (counts->edge_room < edges)
        counts->taken =
            memory_grow(counts->taken, &counts->edge_room, edges, sizeof *counts->taken);
    memset(counts->visits, 0, nodes * sizeof *counts->visits);
    memset(counts->entries, 0, loops * sizeof *counts->entries);
    memset(counts->trips, 0, loops * sizeof *counts->trips);
    memset(counts->beside, 0, loops * sizeof *counts->beside);
    memset(counts->instructions, 0, loops * sizeof *counts->instructions);
    memset(counts->taken, 0, edges * sizeof *counts->taken);
}

void archive_loops_counts_free(struct archive_loops_counts *counts)
{
    free(counts->visits);
    free(counts->entries);
    free(counts->trips);
    free(counts->beside);
    free(counts->instructions);
    free(counts->taken);
}

/* Sets the edges that have a counter, and the calls that did not return. False if a counter is
 * impossible. */
static bool set_known(const struct archive_loops_function *function, const uint64_t *counters,
                      const struct archive_loops_lost *lost, size_t lost_count,
                      const struct archive_loops_counts *counts)
{
    bool good = true;
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        if (edge->counter == LOOPS_NONE)
            continue;
        uint64_t value = counters[edge->counter], step = edge->step ? edge->step : 1;
        good &= value <= INT64_MAX && value % step == 0;
        counts->taken[i] = value <= INT64_MAX ? (int64_t)(value / step) : 0;
    }
    for (size_t i = 0; i < lost_count; i++) {
        int64_t *at = &counts->taken[function->raw->edges + lost[i].node];
        good &= !__builtin_add_overflow(*at, lost[i].count, at);
    }
    return good;
}

/* Raises negative counts to zero. False if there were any. */
static bool raise_negative(const struct archive_loops_function *function,
                           const struct archive_loops_counts *counts)
{
    bool good = true;
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        if (counts->taken[i] >= 0)
            continue;
        good = false;
        counts->taken[i] = 0;
    }
    return good;
}

/* Counts the visits of nodes and the entries of loops. */
static void add_visits(const struct archive_loops_function *function,
                       const struct archive_loops_counts *counts)
{
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        uint32_t to = function->edges[i].to;
        uint64_t taken = (uint64_t)counts->taken[i];
        if (!taken || !to)
            continue;
        counts->visits[to] = number_add(counts->visits[to], taken);
        for (uint32_t loop = function->blocks[to - 1].loop; loop != function->around[i];
             loop = function->loops[loop].parent)
            counts->entries[loop] = number_add(counts->entries[loop], taken);
    }
}

/* Returns an upper limit of the exceptions that were thrown by calls in a loop and landed at a
 * node. */
static uint64_t thrown_in(const struct archive_loops_function *function, uint32_t loop,
                          uint32_t pad, const struct archive_loops_lost *lost, size_t lost_count)
{
    uint64_t thrown = 0;
    for (size_t i = 0; i < lost_count; i++) {
        uint32_t node = lost[i].node;
        if (lost[i].count > 0 && node && function->blocks[node - 1].pad == pad &&
            archive_loops_function_is_in(function, node, loop))
            thrown = number_add(thrown, (uint64_t)lost[i].count);
    }
    return thrown;
}

/* Corrects entries: an exception that is thrown in a loop and lands in it does not enter it
 * again. */
static void take_landings(const struct archive_loops_function *function,
                          const struct archive_loops_lost *lost, size_t lost_count,
                          const struct archive_loops_counts *counts)
{
    for (size_t i = 0; i < function->landing_count; i++) {
        const struct archive_loops_landing *landing = &function->landings[i];
        uint64_t landed = (uint64_t)counts->taken[landing->edge], thrown = landed;
        if (!landing->is_only)
            thrown = thrown_in(function, landing->loop, function->edges[landing->edge].to, lost,
                               lost_count);
        counts->entries[landing->loop] =
            number_minus(counts->entries[landing->loop], landed < thrown ? landed : thrown);
    }
}

/* Sets the edge of a block to itself that has no counter because the number of trips is
 * constant. */
static void set_turns(const struct archive_loops_function *function, uint32_t node, uint64_t turns,
                      const struct archive_loops_counts *counts)
{
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        if (edge->from == node && edge->to == node && !edge->step)
            counts->taken[i] = turns <= INT64_MAX ? (int64_t)turns : INT64_MAX;
    }
}

static void add_trips(const struct archive_loops_function *function, const uint64_t *counters,
                      const struct archive_loops_counts *counts)
{
    for (uint32_t i = 0; i < function->raw->loops; i++) {
        const struct format_loop *loop = &function->loops[i];
        uint64_t *visits = &counts->visits[loop->head];
        if (loop->trips) {
            counts->trips[i] = number_scale(counts->entries[i], loop->trips, 1);
            *visits = number_add(*visits, counts->trips[i] - counts->entries[i]);
            set_turns(function, loop->head, counts->trips[i] - counts->entries[i], counts);
        } else if (loop->visits != LOOPS_NONE) {
            counts->trips[i] = number_add(counts->entries[i], counters[loop->visits]);
        } else {
            counts->trips[i] = *visits;
        }
    }
}

/* Corrects trips: leaving a loop where it decides whether to continue is no iteration. */
static void take_tests(const struct archive_loops_function *function,
                       const struct archive_loops_lost *lost, size_t lost_count,
                       const struct archive_loops_counts *counts)
{
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        uint32_t from = function->edges[i].from;
        uint32_t loop =
            from && function->is_test[from] ? function->blocks[from - 1].loop : LOOPS_NONE;
        if (loop != LOOPS_NONE && function->around[i] != loop)
            counts->trips[loop] = number_minus(counts->trips[loop], (uint64_t)counts->taken[i]);
    }
    for (size_t i = 0; i < lost_count; i++) {
        if (!function->is_test[lost[i].node] || lost[i].count <= 0)
            continue;
        const struct format_block *block = &function->blocks[lost[i].node - 1];
        if (!archive_loops_function_is_in(function, block->pad, block->loop))
            counts->trips[block->loop] =
                number_minus(counts->trips[block->loop], (uint64_t)lost[i].count);
    }
}

static uint64_t sum_of(const struct archive_loops_edges *edges,
                       const struct archive_loops_counts *counts)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < edges->count; i++)
        sum = number_add(sum, (uint64_t)counts->taken[edges->all[i]]);
    return sum;
}

/* Takes the trips from the edges on which passes begin, where the source tells these. */
static void take_passes(const struct archive_loops_function *function,
                        const struct archive_loops_counts *counts)
{
    for (uint32_t i = 0; function->passes && i < function->raw->loops; i++) {
        const struct archive_loops_passes *passes = &function->passes[i];
        if (!passes->is_known)
            continue;
        uint64_t front = 0;
        for (size_t k = 0; k < passes->front_count; k++) {
            uint64_t sum = sum_of(&passes->front[k], counts);
            front = sum > front ? sum : front;
        }
        counts->trips[i] = number_add(sum_of(&passes->begins, counts), front);
        if (passes->enters.count)
            counts->entries[i] = sum_of(&passes->enters, counts);
    }
}

/* Counts the source iterations that code beside a loop did. */
static void add_beside(const struct archive_loops_function *function,
                       const struct archive_loops_counts *counts)
{
    for (uint32_t i = 0; function->passes && i < function->raw->loops; i++) {
        const struct archive_loops_passes *passes = &function->passes[i];
        for (size_t k = 0; k < passes->beside_count; k++)
            counts->beside[i] =
                number_add(counts->beside[i], number_scale(counts->visits[passes->beside[k].node],
                                                           passes->beside[k].count, 1));
    }
}

static void add_instructions(const struct archive_loops_function *function,
                             const struct archive_loops_lost *lost, size_t lost_count,
                             const struct archive_loops_counts *counts)
{
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        const struct format_block *block = &function->blocks[node - 1];
        uint64_t *to =
            &counts->instructions[block->loop == LOOPS_NONE ? function->raw->loops : block->loop];
        *to = number_add(*to, number_scale(counts->visits[node], block->instructions, 1));
    }
    for (size_t i = 0; i < lost_count; i++) {
        uint32_t loop = lost[i].node ? function->blocks[lost[i].node - 1].loop : LOOPS_NONE;
        uint64_t *from = &counts->instructions[loop == LOOPS_NONE ? function->raw->loops : loop];
        *from = number_minus(*from, lost[i].skipped);
    }
}

static uint32_t around_others(const struct archive_loops_function *function,
                              const struct archive_loops_counts *counts)
{
    uint32_t loop = LOOPS_NONE;
    bool found = false;
    for (uint32_t i = 0; i < function->other_count; i++) {
        uint32_t node = function->others[i], own = function->blocks[node - 1].loop;
        if (!counts->visits[node])
            continue;
        loop = found ? archive_loops_function_common(function, loop, own) : own;
        found = true;
    }
    return loop;
}

bool archive_loops_counts_find(const struct archive_loops_function *function,
                               const uint64_t *counters, const struct archive_loops_lost *lost,
                               size_t lost_count, struct archive_loops_counts *counts)
{
    make_room(counts, function->raw);
    bool good = set_known(function, counters, lost, lost_count, counts);
    good &= kirchhoff_solve(function->way, counts->taken);
    good &= raise_negative(function, counts);
    add_visits(function, counts);
    take_landings(function, lost, lost_count, counts);
    add_trips(function, counters, counts);
    take_tests(function, lost, lost_count, counts);
    take_passes(function, counts);
    add_beside(function, counts);
    add_instructions(function, lost, lost_count, counts);
    counts->calls = function->raw->edges ? (uint64_t)counts->taken[0] : 0;
    counts->others = around_others(function, counts);
    return good;
}

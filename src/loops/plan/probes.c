/* probes.c: see probes.h */
#include "loops/plan/probes.h"

#include "loops/flow/frequencies.h"
#include "loops/plan/timers.h"
#include "loops/plan/visit_counters.h"
#include "util/memory.h"

#include <stdlib.h>

enum { LARGEST_STEP = 4095 }; /* largest constant that fits into one instruction */

static bool fits(int64_t value)
{
    return value >= -LARGEST_STEP && value <= LARGEST_STEP;
}

/* Drops a start or an end that is a constant which instructions cannot hold. */
static void keep_what_fits(struct loops_induction *induction)
{
    bool constant = induction->end_register == INSTRUCTION_NO_REGISTER;
    uint64_t trips = loops_induction_trips(induction);
    if (trips && trips < (uint64_t)(LARGEST_STEP / llabs(induction->step)))
        return;
    if (constant && (induction->end < 0 || !fits(induction->end - induction->step)))
        induction->has_end = false;
    if (induction->start < 0 || !fits(induction->start) ||
        !fits(induction->start + induction->step))
        induction->has_start = false;
    if (constant) /* start or end alone is enough; both together may not fit */
        induction->has_end = induction->has_end && !induction->has_start;
}

/* True for a loop of one block that makes the same number of trips in each visit. */
static bool is_fixed(const struct loops_shape *shape, uint32_t loop, uint64_t trips)
{
    return trips && trips <= UINT32_MAX && shape->loops.loops[loop].size == 1;
}

/* Finds the registers that count loops, as far as probes can use them, and the constant trips. */
static void find_inductions(struct loops_probes *probes, const struct loops_shape *shape)
{
    size_t room = (size_t)shape->loops.count + 1;
    probes->inductions = memory_zeroed(room, sizeof *probes->inductions);
    probes->trips = memory_zeroed(room, sizeof *probes->trips);
    for (uint32_t i = 0; i < shape->loops.count; i++) {
        struct loops_induction *induction = &probes->inductions[i];
        *induction = loops_induction_find(shape, i);
        if (!fits(induction->step))
            induction->number = INSTRUCTION_NO_REGISTER;
        if (induction->number == INSTRUCTION_NO_REGISTER)
            continue;
        uint64_t trips = loops_induction_trips(induction);
        if (is_fixed(shape, i, trips))
            probes->trips[i] = (uint32_t)trips;
        else
            keep_what_fits(induction);
    }
}

/* True if a register counts the loop. */
static bool has_register(const struct loops_probes *probes, uint32_t loop)
{
    return probes->inductions[loop].number != INSTRUCTION_NO_REGISTER;
}

/* Takes the edges of the graph, with their estimated frequencies. */
static void take_edges(struct loops_probes *probes, const struct loops_shape *shape)
{
    const struct loops_graph *graph = shape->graph;
    size_t room = (size_t)graph->edge_count + shape->loops.count + 1;
    probes->edges = memory_zeroed(room, sizeof *probes->edges);
    probes->counter = memory_zeroed(room, sizeof *probes->counter);
    probes->step = memory_zeroed(room, sizeof *probes->step);
    probes->joints = memory_zeroed((size_t)shape->loops.count + 1, sizeof *probes->joints);
    probes->edge_count = graph->edge_count;
    float *frequencies = loops_frequencies_find(shape);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        probes->edges[i] = (struct counters_edge){
            edge->from, edge->to, edge->kind == GRAPH_LOST ? COUNTERS_KNOWN : COUNTERS_FREE,
            frequencies[i]};
        probes->step[i] = 1;
    }
    free(frequencies);
}

/* Returns the edge whose count the register of a loop gives: its only back edge, or the one from a
 * new joint that joins several. */
static uint32_t join_ways_back(struct loops_probes *probes, const struct loops_shape *shape,
                               uint32_t loop)
{
    const struct loops_flow *flow = &shape->flow;
    uint32_t head = shape->loops.loops[loop].head, count = 0, last = 0;
    uint32_t joint = shape->graph->block_count + 1 + probes->joint_count;
    for (uint32_t i = flow->first_in[head]; i < flow->first_in[head + 1]; i++) {
        if (loops_flow_is_in(&shape->loops, flow->edges[flow->in[i]].from, loop)) {
            last = shape->in_graph[flow->in[i]];
            probes->edges[last].to = joint;
            count++;
        }
    }
    if (count == 1) {
        probes->edges[last].to = head;
        return last;
    }
    probes->joints[probes->joint_count++] = loop;
    probes->edges[probes->edge_count] = (struct counters_edge){joint, head, COUNTERS_FREE, 0};
    return probes->edge_count++;
}

/* Returns, by loop, the edge whose count its register gives; UINT32_MAX if it has no register. The
 * caller frees the array. */
static uint32_t *told_edges(struct loops_probes *probes, const struct loops_shape *shape)
{
    uint32_t *told = memory_zeroed((size_t)shape->loops.count + 1, sizeof *told);
    for (uint32_t i = 0; i < shape->loops.count; i++) {
        told[i] = UINT32_MAX;
        if (!has_register(probes, i))
            continue;
        told[i] = join_ways_back(probes, shape, i);
        probes->edges[told[i]].how = probes->trips[i] ? COUNTERS_KNOWN : COUNTERS_MUST;
        probes->step[told[i]] = probes->trips[i] ? 0 : (uint32_t)llabs(probes->inductions[i].step);
    }
    return told;
}

/* Appends a probe to those of the current edge. */
static void add(struct loops_probes *probes, size_t *room, struct loops_probe probe)
{
    static const struct loops_induction none = {.number = INSTRUCTION_NO_REGISTER,
                                                .end_register = INSTRUCTION_NO_REGISTER};
    if (!probe.induction)
        probe.induction = &none;
    if (!probe.pair)
        probe.pair = COUNTERS_NONE; /* the first values are counters */
    probes->all = memory_grow(probes->all, room, (size_t)probes->count + 1, sizeof *probes->all);
    probes->all[probes->count++] = probe;
}

/* Returns true if a loop needs a probe where it is entered, or left, and sets its kind. */
static bool needs_probe(const struct loops_induction *induction, bool enters,
                        enum loops_probe_kind *kind)
{
    if (induction->has_end) {
        *kind = PROBE_AHEAD;
        return enters;
    }
    if (induction->has_start) {
        *kind = PROBE_BEHIND;
        return !enters;
    }
    *kind = enters ? PROBE_NOTE : PROBE_ADD;
    return true;
}

/* State while the probes are placed. */
struct loops_of_probes {
    const struct loops_shape *shape;
    const uint32_t *told; /* by loop: the edge whose count its register gives */
    uint32_t *cells;      /* by loop: its cell */
    struct visit *visits; /* sorted by edge */
    uint32_t visit_count, next;
    uint32_t
        *backs; /* by edge of the graph: counter of edges back to a head; COUNTERS_NONE: none */
    size_t room;
};

/* Adds the timer probes of an edge: for the timed loops that it enters, or leaves. */
static void add_timers(struct loops_probes *probes, struct loops_of_probes *of, uint32_t edge,
                       bool enters)
{
    const struct loops_shape *shape = of->shape;
    const struct loops_graph_edge *found = &shape->graph->edges[edge];
    uint32_t node = enters ? found->to : found->from, other = enters ? found->from : found->to;
    bool is_pad = found->kind == GRAPH_ENTER &&
                  edge; /* an exception landed: the function was entered before */
    uint32_t loop = node == GRAPH_OUTSIDE ? FLOW_NONE : shape->loops.innermost[node];
    for (; loop != FLOW_NONE && !is_pad && found->kind != GRAPH_LOST;
         loop = shape->loops.loops[loop].parent) {
        if (probes->timers[loop] == COUNTERS_NONE ||
            (other != GRAPH_OUTSIDE && loops_flow_is_in(&shape->loops, other, loop)))
            continue;
        add(probes, &of->room,
            (struct loops_probe){.kind = enters ? PROBE_START : PROBE_STOP,
                                 .counter = probes->timers[loop]});
    }
}

/* Adds the timer probe of the function to an edge on which it is entered, or left. */
static void add_own_timer(struct loops_probes *probes, struct loops_of_probes *of, uint32_t edge)
{
    uint32_t timer = probes->timers[of->shape->loops.count];
    const struct loops_graph_edge *found = &of->shape->graph->edges[edge];
    bool enters = found->kind == GRAPH_ENTER && !edge, leaves = found->kind == GRAPH_LEAVE;
    if (timer != COUNTERS_NONE && (enters || leaves))
        add(probes, &of->room,
            (struct loops_probe){.kind = enters ? PROBE_START : PROBE_STOP, .counter = timer});
}

/* Returns the values to which the probe of a loop that a register counts adds a visit. */
static uint32_t pair_of(const struct loops_probes *probes, const struct loops_shape *shape,
                        uint32_t loop, enum loops_probe_kind kind, uint32_t edge)
{
    const struct loops_extremes *extremes = &probes->extremes[loop];
    if (kind == PROBE_NOTE || extremes->first == COUNTERS_NONE)
        return COUNTERS_NONE;
    return kind == PROBE_AHEAD ? extremes->first
                               : loops_extremes_pair(shape, probes->extremes, loop, edge);
}

/* Adds all timer probes of an edge. */
static void add_all_timers(struct loops_probes *probes, struct loops_of_probes *of, uint32_t edge)
{
    add_timers(probes, of, edge, false);
    add_own_timer(probes, of, edge);
    add_timers(probes, of, edge, true);
}

/* Adds the probes of the loops that a register counts and that an edge enters, or leaves. */
static void add_loops(struct loops_probes *probes, struct loops_of_probes *of, uint32_t edge,
                      bool enters)
{
    const struct loops_shape *shape = of->shape;
    const struct loops_graph_edge *found = &shape->graph->edges[edge];
    uint32_t node = enters ? found->to : found->from, other = enters ? found->from : found->to;
    uint32_t loop = node == GRAPH_OUTSIDE ? FLOW_NONE : shape->loops.innermost[node];
    for (; loop != FLOW_NONE; loop = shape->loops.loops[loop].parent) {
        enum loops_probe_kind kind;
        const struct loops_induction *induction = &probes->inductions[loop];
        if (!has_register(probes, loop) || probes->trips[loop] ||
            !needs_probe(induction, enters, &kind))
            continue;
        if (other != GRAPH_OUTSIDE && loops_flow_is_in(&shape->loops, other, loop))
            continue;
        bool before = !enters && !loops_induction_is_behind(shape, induction, node);
        add(probes, &of->room,
            (struct loops_probe){.kind = kind,
                                 .counter = probes->counter[of->told[loop]],
                                 .cell = of->cells[loop],
                                 .induction = induction,
                                 .before = before,
                                 .pair = pair_of(probes, shape, loop, kind, edge)});
    }
}

/* Adds the probes for extremes of the loops that no register counts and that an edge enters, or
 * leaves. */
static void add_extremes(struct loops_probes *probes, struct loops_of_probes *of, uint32_t edge,
                         bool enters)
{
    const struct loops_shape *shape = of->shape;
    const struct loops_graph_edge *found = &shape->graph->edges[edge];
    uint32_t node = enters ? found->to : found->from, other = enters ? found->from : found->to;
    bool is_pad = found->kind == GRAPH_ENTER && edge;
    uint32_t loop = node == GRAPH_OUTSIDE ? FLOW_NONE : shape->loops.innermost[node];
    for (; loop != FLOW_NONE && !is_pad && found->kind != GRAPH_LOST;
         loop = shape->loops.loops[loop].parent) {
        const struct loops_extremes *extremes = &probes->extremes[loop];
        if (extremes->first == COUNTERS_NONE || extremes->is_told ||
            (other != GRAPH_OUTSIDE && loops_flow_is_in(&shape->loops, other, loop)))
            continue;
        struct loops_probe probe = {.kind = enters ? PROBE_OPEN : PROBE_CLOSE,
                                    .counter = extremes->backs[0],
                                    .other = extremes->backs[1],
                                    .request =
                                        (uint32_t)(enters ? FORMAT_SLOW_OPEN : FORMAT_SLOW_CLOSE)
                                            << FORMAT_SLOW_SHIFT |
                                        loop,
                                    .visit = extremes->visit,
                                    .calls = extremes->calls};
        if (!enters) {
            probe.pair = loops_extremes_pair(shape, probes->extremes, loop, edge);
            probe.request |= (probe.pair - extremes->first) / FORMAT_EXTREME_VALUES
                             << FORMAT_VISIT_LOOP_BITS;
        }
        add(probes, &of->room, probe);
    }
}

/* Adds the probes of irreducible loops: they note which entry was taken, and count its visits. */
static void add_visits(struct loops_probes *probes, struct loops_of_probes *of, uint32_t edge)
{
    for (; of->next < of->visit_count && of->visits[of->next].edge == edge; of->next++) {
        const struct visit *visit = &of->visits[of->next];
        add(probes, &of->room,
            (struct loops_probe){.kind = visit->is_new ? PROBE_ENTRY : PROBE_VISIT,
                                 .counter = probes->visits[visit->loop],
                                 .cell = of->cells[visit->loop],
                                 .part = visit->part});
    }
}

/* Assigns cells and visit counters to the loops that need them; irreducible loops come first. */
static void take_cells(struct loops_probes *probes, const struct loops_shape *shape,
                       uint32_t *cells)
{
    probes->visits = memory_zeroed((size_t)shape->loops.count + 1, sizeof *probes->visits);
    for (uint32_t i = 0; i < shape->loops.count; i++) {
        bool irreducible = loops_shape_has_entries(shape, i);
        cells[i] = irreducible ? probes->cells++ : 0;
        probes->visits[i] = irreducible ? probes->counters++ : COUNTERS_NONE;
    }
    for (uint32_t i = 0; i < shape->loops.count; i++) {
        const struct loops_induction *induction = &probes->inductions[i];
        bool notes = has_register(probes, i) && !probes->trips[i] && !induction->has_start &&
                     !induction->has_end;
        if (notes && !shape->loops.loops[i].irreducible)
            cells[i] = probes->cells++;
    }
}

/* Returns the visits of the head in each visit of a loop that a register counts; 0 if they are not
 * constant. */
static uint32_t constant_heads(const struct loops_induction *induction)
{
    uint64_t trips = loops_induction_trips(induction);
    return trips <= UINT32_MAX ? (uint32_t)trips : 0;
}

/* Chooses the loops that have extremes. If no register counts such a loop, the edges back to its
 * head must have counters, unless there are many. */
static void choose_extremes(struct loops_probes *probes, const struct loops_shape *shape,
                            bool times)
{
    const struct loops_graph *graph = shape->graph;
    uint32_t count = shape->loops.count, calls = 0; /* and jumps, which may be calls */
    bool *is_told = memory_zeroed((size_t)count + 1, sizeof *is_told);
    bool *is_ahead = memory_zeroed((size_t)count + 1, sizeof *is_ahead);
    uint32_t *heads = memory_zeroed((size_t)count + 1, sizeof *heads);
    for (uint32_t i = 0; i < count; i++) {
        is_told[i] = has_register(probes, i);
        is_ahead[i] = is_told[i] && probes->inductions[i].has_end;
        heads[i] = is_ahead[i] ? constant_heads(&probes->inductions[i]) : 0;
    }
    for (uint32_t i = 0; i < graph->block_count; i++) {
        const struct loops_instruction *last = loops_graph_last(graph, i + 1);
        calls += last->kind != INSTRUCTION_PLAIN && last->kind != INSTRUCTION_RETURN;
        calls += last->kind == INSTRUCTION_CALL_REGISTER ? FORMAT_POINTER_CELLS : 0;
    }
    uint32_t others = graph->edge_count + 1 - graph->block_count + 3 * count + calls +
                      (times ? FORMAT_TIMER_VALUES * (count + 1) : 0);
    probes->extremes =
        loops_extremes_choose(shape, is_told, is_ahead, probes->trips, heads, others);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t edges[FORMAT_LOOP_BACKS];
        if (!probes->extremes[i].exits || is_told[i] || loops_shape_has_entries(shape, i))
            continue;
        uint32_t ways = loops_extremes_ways_back(shape, i, edges);
        for (uint32_t k = 0; ways <= FORMAT_LOOP_BACKS && k < ways; k++)
            probes->edges[edges[k]].how = COUNTERS_MUST;
    }
    free(is_told);
    free(is_ahead);
    free(heads);
}

/* Assigns the counters that tell how often the head of a loop was reached again: those of the edges
 * back to it, that of an irreducible loop, or one more, which all edges back to it share. */
static void take_backs_of(struct loops_probes *probes, const struct loops_shape *shape,
                          uint32_t loop, uint32_t *backs)
{
    const struct loops_flow *flow = &shape->flow;
    struct loops_extremes *extremes = &probes->extremes[loop];
    uint32_t edges[FORMAT_LOOP_BACKS], head = shape->loops.loops[loop].head;
    if (loops_shape_has_entries(shape, loop)) {
        extremes->backs[0] = probes->visits[loop];
        return;
    }
    uint32_t ways = loops_extremes_ways_back(shape, loop, edges);
    for (uint32_t i = 0; ways <= FORMAT_LOOP_BACKS && i < ways; i++)
        backs[edges[i]] = extremes->backs[i] = probes->counter[edges[i]];
    if (ways <= FORMAT_LOOP_BACKS)
        return;
    extremes->backs[0] = probes->counters++;
    for (uint32_t i = flow->first_in[head]; i < flow->first_in[head + 1]; i++) {
        if (loops_flow_is_in(&shape->loops, flow->edges[flow->in[i]].from, loop))
            backs[shape->in_graph[flow->in[i]]] = extremes->backs[0];
    }
}

/* Assigns these counters for all loops that need them, and then the values of all extremes. */
static void take_backs(struct loops_probes *probes, const struct loops_shape *shape,
                       uint32_t *backs)
{
    for (uint32_t i = 0; i < shape->graph->edge_count; i++)
        backs[i] = COUNTERS_NONE;
    for (uint32_t i = 0; i < shape->loops.count; i++) {
        if (probes->extremes[i].exits && !probes->extremes[i].is_told)
            take_backs_of(probes, shape, i, backs);
    }
    loops_extremes_place(probes->extremes, shape->loops.count, &probes->counters);
}

void loops_probes_begin(struct loops_probes *probes, const struct loops_shape *shape, bool times)
{
    const struct loops_graph *graph = shape->graph;
    *probes = (struct loops_probes){0};
    find_inductions(probes, shape);
    take_edges(probes, shape);
    uint32_t *told = told_edges(probes, shape);
    uint32_t *cells = memory_zeroed((size_t)shape->loops.count + 1, sizeof *cells);
    uint32_t *backs = memory_zeroed((size_t)graph->edge_count + 1, sizeof *backs);
    struct loops_of_probes of = {.shape = shape, .told = told, .cells = cells, .backs = backs};
    choose_extremes(probes, shape, times);
    of.visits = visits_find(shape, &of.visit_count);
    probes->counters =
        counters_place(probes->edges, probes->edge_count,
                       graph->block_count + 1 + probes->joint_count, probes->counter);
    take_cells(probes, shape, cells);
    probes->timers = loops_timers_choose(shape, probes->trips, times, &probes->counters);
    take_backs(probes, shape, backs);
    probes->first = memory_zeroed((size_t)graph->edge_count + 2, sizeof *probes->first);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        probes->first[i] = probes->count;
        if (shape->loops.count) {
            add_loops(probes, &of, i, false);
            add_loops(probes, &of, i, true);
            add_visits(probes, &of, i);
        }
        if (probes->edges[i].how == COUNTERS_FREE && probes->counter[i] != COUNTERS_NONE)
            add(probes, &of.room,
                (struct loops_probe){.kind = PROBE_COUNT, .counter = probes->counter[i]});
        if (backs[i] != COUNTERS_NONE)
            add(probes, &of.room, (struct loops_probe){.kind = PROBE_COUNT, .counter = backs[i]});
        if (shape->loops.count) {
            add_extremes(probes, &of, i, false);
            add_extremes(probes, &of, i, true);
        }
        if (times) /* last, because on x86-64 they change registers */
            add_all_timers(probes, &of, i);
    }
    probes->first[graph->edge_count] = probes->count;
    free(told);
    free(cells);
    free(backs);
    free(of.visits);
}

void loops_probes_end(struct loops_probes *probes)
{
    free(probes->all);
    free(probes->first);
    free(probes->edges);
    free(probes->counter);
    free(probes->step);
    free(probes->joints);
    free(probes->inductions);
    free(probes->trips);
    free(probes->visits);
    free(probes->timers);
    free(probes->extremes);
    *probes = (struct loops_probes){0};
}

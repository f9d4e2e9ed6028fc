/* gaps.c: see gaps.h */
#include "analysis/whatif/gaps.h"

#include "archive/events/events.h"
#include "archive/events/visit_stack.h"
#include "archive/messages/mpi_calls.h"
#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"

#include <assert.h>
#include <stdlib.h>
#include <triptych/probes.h>

/* A walk through the events of a lane. */
struct walk {
    struct whatif_gaps *to;
    const struct archive *archive;
    const struct analysis_replay_steps *steps;
    const struct analysis_replay_lane *lane;
    struct archive_visit_stack stack;
    struct interned *keys; /* of the lane's groups */
    size_t first_group;
    size_t step;     /* index among the lane's steps */
    size_t last_gap; /* index of the gap after the last step */
    uint64_t now;    /* everything before it is in a piece, or in MPI */
    uint32_t inside; /* row of nodes: the call path just after the last visit began or ended */
    uint32_t after;  /* row of nodes: the visit that ended last; ARCHIVE_NONE: `inside` began */
};

/* Returns the innermost call path around two others of the same lane. */
static uint32_t common(const struct archive *archive, uint32_t a, uint32_t b)
{
    const uint32_t *parent = archive->nodes.parent;
    while (a != b) { /* a parent's row is smaller, and both have the lane's root above them */
        if (a > b)
            a = parent[a];
        else
            b = parent[b];
        if (a == ARCHIVE_NONE || b == ARCHIVE_NONE)
            return a == ARCHIVE_NONE ? b : a;
    }
    return a;
}

/* Returns the source line of the node below `top` on the way to `node`; 0: it is `top` itself, or
 * has no line there. */
static uint32_t line_below(const struct archive *archive, uint32_t top, uint32_t node)
{
    const uint32_t *parent = archive->nodes.parent;
    if (node == ARCHIVE_NONE || node == top)
        return 0;
    while (parent[node] != ARCHIVE_NONE && parent[node] != top)
        node = parent[node];
    uint32_t region = archive->nodes.region[node];
    return archive->regions.kind[region] == TRI_KIND_ROUTINE ? 0 : archive->regions.line[region];
}

/* Returns the innermost call path that is surely around a piece: `around`, if its visit was logged,
 * if it was visited once, or if the source goes straight on from what is before to what is after.
 */
static uint32_t find_surely(const struct walk *walk, uint32_t around, uint32_t before)
{
    const struct archive_nodes *nodes = &walk->archive->nodes;
    uint32_t logged = archive_visit_stack_top(&walk->stack)->node;
    uint32_t from = line_below(walk->archive, around, walk->after);
    uint32_t to = line_below(walk->archive, around, before);
    if (walk->after == ARCHIVE_NONE || before == ARCHIVE_NONE || (from && from < to))
        return around;
    while (around > logged && nodes->visits[around] != 1 && nodes->parent[around] != ARCHIVE_NONE)
        around = nodes->parent[around];
    return around;
}

static uint32_t group_of(struct walk *walk, uint32_t around, uint32_t before)
{
    struct whatif_gaps *to = walk->to;
    uint32_t surely = find_surely(walk, around, before);
    const uint32_t key[] = {around, surely, walk->after, before};
    size_t number = walk->first_group + interned_add(walk->keys, key, sizeof key);
    assert(number <= to->group_count);
    if (number == to->group_count) {
        to->groups =
            memory_grow(to->groups, &to->group_room, to->group_count + 1, sizeof *to->groups);
        to->groups[to->group_count++] = (struct whatif_group){.lane = walk->lane->lane,
                                                              .around = around,
                                                              .surely = surely,
                                                              .after = walk->after,
                                                              .before = before};
    }
    return (uint32_t)number;
}

static void add_piece(struct walk *walk, uint64_t until, uint32_t group)
{
    struct whatif_gaps *to = walk->to;
    uint64_t time = number_minus(until, walk->now);
    size_t gap = walk->step < walk->lane->count ? walk->lane->first + walk->step : walk->last_gap;
    if (!time)
        return;
    to->groups[group].time = number_add(to->groups[group].time, time);
    to->pieces = memory_grow(to->pieces, &to->piece_room, to->piece_count + 1, sizeof *to->pieces);
    to->pieces[to->piece_count++] = (struct whatif_piece){gap, group, time};
}

/* Ends the piece that began at `now`, without the steps in it. `next`: the call path just before
 * the visit that begins (`before`) or ends (ARCHIVE_NONE) then. */
static void end_piece(struct walk *walk, uint64_t until, uint32_t next, uint32_t before)
{
    uint32_t group = 0;
    if (until <= walk->now)
        return;
    group = group_of(walk, common(walk->archive, walk->inside, next), before);
    for (; walk->step < walk->lane->count; walk->step++) {
        const struct analysis_replay_step *step =
            &walk->steps->steps[walk->lane->first + walk->step];
        if (step->start >= until)
            break;
        add_piece(walk, step->start, group);
        if (step->end > walk->now)
            walk->now = step->end;
    }
    add_piece(walk, until, group);
    if (until > walk->now)
        walk->now = until;
}

/* Leaves all visits that had ended at that moment. */
static void leave(struct walk *walk, uint64_t moment)
{
    const uint32_t *parent = walk->archive->nodes.parent;
    while (archive_visit_stack_has_ended(&walk->stack, moment)) {
        const struct archive_visit *top = archive_visit_stack_top(&walk->stack);
        end_piece(walk, top->end, top->node, ARCHIVE_NONE);
        walk->after = top->node;
        walk->inside = parent[top->node];
        archive_visit_stack_leave(&walk->stack);
    }
}

static void take_call(struct walk *walk, const struct archive_act *act)
{
    if (act->end > walk->now)
        walk->now = act->end;
    walk->after = act->node;
    walk->inside = walk->archive->nodes.parent[act->node];
    while (walk->step < walk->lane->count &&
           walk->steps->steps[walk->lane->first + walk->step].start <= act->start)
        walk->step++;
}

static void take(struct walk *walk, const struct archive_act *act)
{
    const struct archive_nodes *nodes = &walk->archive->nodes;
    if (nodes->parent[act->node] == ARCHIVE_NONE)
        return; /* the lane itself */
    leave(walk, act->start);
    end_piece(walk, act->start, nodes->parent[act->node], act->node);
    if (archive_mpi_is_call(walk->archive, nodes->region[act->node])) {
        take_call(walk, act);
        return;
    }
    archive_visit_stack_enter(&walk->stack, act->end, act->node);
    walk->after = ARCHIVE_NONE;
    walk->inside = act->node;
}

/* Reads the gaps of a lane. What a lane that is not the main one does after its last call is not
 * part of the replay. */
static bool read_lane(struct whatif_gaps *to, const struct archive *archive,
                      const struct analysis_replay_steps *steps, size_t number)
{
    const struct analysis_replay_lane *lane = &steps->lanes[number];
    uint64_t end = archive->lanes.end[lane->lane];
    struct error error = {0};
    struct archive_act act;
    struct archive_acts *acts = archive_acts_of(archive, lane->lane, 0, UINT64_MAX, &error);
    if (!acts)
        return false;
    uint32_t root = archive->events->root_node[lane->lane];
    struct walk walk = {
        .to = to,
        .archive = archive,
        .steps = steps,
        .lane = lane,
        .keys = interned_new(),
        .first_group = to->group_count,
        .last_gap = steps->step_count + number,
        .now = archive->lanes.start[lane->lane],
        .inside = root,
        .after = ARCHIVE_NONE,
    };
    archive_visit_stack_begin(&walk.stack, UINT64_MAX, root);
    while (archive_acts_next(acts, &act))
        take(&walk, &act);
    if (lane->main) {
        leave(&walk, end);
        end_piece(&walk, end, root, ARCHIVE_NONE);
    }
    archive_acts_free(acts);
    archive_visit_stack_free(&walk.stack);
    interned_free(walk.keys);
    return true;
}

bool whatif_gaps_read(struct whatif_gaps *to, const struct archive *archive,
                      const struct analysis_replay_steps *steps)
{
    to->first_of_lane = memory_zeroed(archive->lanes.rows + 1, sizeof *to->first_of_lane);
    to->end_of_lane = memory_zeroed(archive->lanes.rows + 1, sizeof *to->end_of_lane);
    for (size_t i = 0; i < steps->lane_count; i++) {
        uint32_t lane = steps->lanes[i].lane;
        to->first_of_lane[lane] = to->group_count;
        if (!read_lane(to, archive, steps, i))
            return false;
        to->end_of_lane[lane] = to->group_count;
    }
    return true;
}

void whatif_gaps_free(struct whatif_gaps *gaps)
{
    free(gaps->pieces);
    free(gaps->groups);
    free(gaps->first_of_lane);
    free(gaps->end_of_lane);
    *gaps = (struct whatif_gaps){0};
}

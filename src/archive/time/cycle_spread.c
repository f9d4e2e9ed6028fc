/* cycle_spread.c: see cycle_spread.h */
#include "archive/time/cycle_spread.h"

#include "archive/events/visit_stack.h"
#include "archive/time/cycle_classes.h"
#include "format/event.h"
#include "format/place.h"
#include "util/memory.h"
#include "util/number.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { ENDS = 1 }; /* mark of a visit that ends at its end, by itself or from outside */

struct spread {
    const struct archive *archive;
    struct archive_spread_slices slices;
    spread_take *take;
    void *to;
    uint32_t lane;
    uint64_t now;                        /* all time before it was distributed */
    uint64_t end;                        /* end of the slices */
    uint32_t cycle;                      /* the cycle of `now` */
    uint64_t cycle_end;                  /* end of that cycle */
    struct archive_visit_stack stack;    /* open visits; `value`: their bytes; `mark`: ENDS or 0 */
    uint64_t unknown_from, unknown_to;   /* of the lane: see archive_spread_unknown */
    struct archive_spread_hidden hidden; /* the same: see archive_spread_hide */
    struct archive_spread_cell *cells;   /* of the current cycle */
    size_t cell_count, cell_room;
    uint32_t *cell_of; /* by region: its cell plus 1; 0: none */
};

uint64_t archive_spread_moment(const struct archive *archive, uint32_t lane, uint64_t moment)
{
    const struct archive_places *places = &archive->places;
    uint32_t place = archive->lanes.place[lane];
    if (places->host[place] == places->host[0])
        return moment;
    /* may wrap around; the sum does not */
    uint64_t zero = places->real_start[0] - places->start[0];
    uint64_t ahead = places->real_start[place] - places->start[place] - zero;
    return ahead >> 63 ? number_minus(moment, -ahead) : number_add(moment, ahead);
}

bool archive_spread_extent(const struct archive *archive, uint64_t *start, uint64_t *end)
{
    const struct archive_lanes *lanes = &archive->lanes;
    *start = UINT64_MAX;
    *end = 0;
    for (uint32_t i = 0; i < lanes->rows; i++) {
        if (archive->places.clock[lanes->place[i]] == FORMAT_CLOCK_CPU)
            return false;
        uint64_t from = archive_spread_moment(archive, i, lanes->start[i]);
        uint64_t to = archive_spread_moment(archive, i, lanes->end[i]);
        if (from < *start)
            *start = from;
        if (to > *end)
            *end = to;
    }
    return *start < *end;
}

struct archive_spread_slices archive_spread_usual(uint64_t start, uint64_t end)
{
    uint64_t length = (end - start) / SPREAD_CYCLES + ((end - start) % SPREAD_CYCLES != 0);
    uint64_t count = (end - start) / length + ((end - start) % length != 0);
    return (struct archive_spread_slices){start, length, (uint32_t)count};
}

struct spread *archive_spread_new(const struct archive *archive,
                                  const struct archive_spread_slices *slices, spread_take *take,
                                  void *to)
{
    struct spread *spread = memory_zeroed(1, sizeof *spread);
    spread->archive = archive;
    spread->slices = *slices;
    spread->end = number_add(slices->start,
                             number_scale(slices->length, slices->count, 1)); /* cannot overflow */
    spread->take = take;
    spread->to = to;
    spread->cell_of = memory_zeroed(archive->regions.rows + 1, sizeof *spread->cell_of);
    return spread;
}

void archive_spread_free(struct spread *spread)
{
    if (!spread)
        return;
    archive_visit_stack_free(&spread->stack);
    free(spread->cells);
    free(spread->cell_of);
    free(spread);
}

static struct archive_spread_cell *cell_of(struct spread *spread, uint32_t region)
{
    if (!spread->cell_of[region]) {
        spread->cells = memory_grow(spread->cells, &spread->cell_room, spread->cell_count + 1,
                                    sizeof *spread->cells);
        spread->cells[spread->cell_count++] =
            (struct archive_spread_cell){.region = region, .cycle = spread->cycle};
        spread->cell_of[region] = (uint32_t)spread->cell_count;
    }
    return &spread->cells[spread->cell_of[region] - 1];
}

static void flush(struct spread *spread)
{
    for (size_t i = 0; i < spread->cell_count; i++) {
        spread->take(spread->to, spread->lane, &spread->cells[i]);
        spread->cell_of[spread->cells[i].region] = 0;
    }
    spread->cell_count = 0;
}

/* Moves on to a time, not before `now`, and to the cycle that contains it. */
static void go_to(struct spread *spread, uint64_t moment)
{
    spread->now = moment;
    if (moment < spread->cycle_end)
        return;
    flush(spread);
    uint64_t cycle = (moment - spread->slices.start) / spread->slices.length;
    spread->cycle = (uint32_t)cycle;
    spread->cycle_end =
        number_add(spread->slices.start, number_scale(cycle + 1, spread->slices.length, 1));
}

/* True if `now` is in the stretch. Lowers *next to the stretch's next edge. */
static bool is_within(const struct spread *spread, uint64_t from, uint64_t to, uint64_t *next)
{
    bool within = spread->now >= from && spread->now < to;
    uint64_t edge = within ? to : from;
    if (spread->now < edge && edge < *next)
        *next = edge;
    return within;
}

/* Returns the region of the innermost visit; 0: the lane is outside of all regions. */
static uint32_t region_of_top(const struct spread *spread)
{
    return spread->stack.depth > 1
               ? spread->archive->nodes.region[archive_visit_stack_top(&spread->stack)->node]
               : 0;
}

static bool is_hidden(const struct spread *spread, uint32_t region, uint64_t *next)
{
    const struct archive_spread_hidden *hidden = &spread->hidden;
    uint32_t node = archive_visit_stack_top(&spread->stack)->node;
    if (hidden->outside && spread->stack.depth == 1)
        return true;
    if (hidden->nodes && node != ARCHIVE_NONE && hidden->nodes[node])
        return true;
    bool filtered = is_within(spread, hidden->from, hidden->to, next);
    bool idle = !region && spread->archive->lanes.pool[spread->lane];
    return filtered && !idle && hidden->classes[region] == CYCLES_PROGRAM;
}

/* Returns the region at `now`, or the unknown one. Lowers *next to the time up to which this
 * holds. */
static uint32_t region_now(const struct spread *spread, uint64_t *next)
{
    uint32_t region = region_of_top(spread);
    bool unknown = is_within(spread, spread->unknown_from, spread->unknown_to, next);
    if (is_hidden(spread, region, next) || unknown)
        return archive_spread_unknown_region(spread->archive);
    return region;
}

/* Gives the time up to `until` to the innermost visit. */
static void pass(struct spread *spread, uint64_t until)
{
    if (until > spread->end)
        until = spread->end;
    while (spread->now < until) {
        uint64_t next = until < spread->cycle_end ? until : spread->cycle_end;
        uint32_t region = region_now(spread, &next);
        cell_of(spread, region)->time += next - spread->now;
        if (next == spread->end) { /* there is no cycle after it */
            spread->now = next;
            return;
        }
        go_to(spread, next);
    }
}

/* True if the time is in the slices, including their very end, which belongs to the last cycle. */
static bool is_inside(const struct spread *spread, uint64_t moment)
{
    return moment >= spread->slices.start && moment == spread->now && moment <= spread->end;
}

static void leave(struct spread *spread)
{
    const struct archive_visit *visit = archive_visit_stack_top(&spread->stack);
    pass(spread, visit->end);
    if (visit->mark == ENDS && is_inside(spread, visit->end)) {
        struct archive_spread_cell *cell = cell_of(spread, region_of_top(spread));
        cell->ended++;
        cell->bytes = number_add(cell->bytes, visit->value);
    }
    archive_visit_stack_leave(&spread->stack);
}

void archive_spread_begin(struct spread *spread, uint32_t lane)
{
    const struct archive_lanes *lanes = &spread->archive->lanes;
    uint64_t start = archive_spread_moment(spread->archive, lane, lanes->start[lane]);
    uint64_t end = archive_spread_moment(spread->archive, lane, lanes->end[lane]);
    spread->lane = lane;
    spread->cell_count = 0;
    spread->unknown_from = spread->unknown_to = 0;
    spread->hidden = (struct archive_spread_hidden){0};
    if (start < spread->slices.start)
        start = spread->slices.start;
    spread->cycle_end = 0;
    spread->cycle = spread->slices.count - 1;
    spread->now = start;
    if (start < spread->end)
        go_to(spread, start);
    archive_visit_stack_begin(&spread->stack, end, ARCHIVE_NONE);
}

uint32_t archive_spread_unknown_region(const struct archive *archive)
{
    return (uint32_t)archive->regions.rows;
}

void archive_spread_unknown(struct spread *spread, uint64_t from, uint64_t to)
{
    spread->unknown_from = from;
    spread->unknown_to = to;
}

void archive_spread_hide(struct spread *spread, const struct archive_spread_hidden *hidden)
{
    spread->hidden = *hidden;
    spread->stack.all[0].node = hidden->root;
}

/* True if an act had to wait: it took time, or found the object held. */
static bool has_waited(const struct archive *archive, const struct archive_act *act)
{
    return format_may_wait(archive->regions.kind[archive->nodes.region[act->node]]) &&
           (act->end > act->start || act->holder != ARCHIVE_NONE);
}

void archive_spread_act(struct spread *spread, const struct archive_act *act)
{
    assert(spread->stack.depth > 0);
    const struct archive_nodes *nodes = &spread->archive->nodes;
    uint64_t start = archive_spread_moment(spread->archive, spread->lane, act->start);
    uint64_t end = archive_spread_moment(spread->archive, spread->lane, act->end);
    if (nodes->parent[act->node] == ARCHIVE_NONE) /* the lane itself */
        return;
    while (archive_visit_stack_has_ended(&spread->stack, start))
        leave(spread);
    uint64_t most = archive_visit_stack_top(&spread->stack)->end;
    if (start > most)
        start = most;
    pass(spread, start);
    if (is_inside(spread, start) && !(act->flags & ARCHIVE_ACT_CONTINUED)) {
        struct archive_spread_cell *cell = cell_of(spread, nodes->region[act->node]);
        cell->visits++;
        cell->waits += has_waited(spread->archive, act);
    }
    struct archive_visit *visit = archive_visit_stack_enter(&spread->stack, end, act->node);
    visit->value = act->bytes;
    visit->mark = act->flags & ARCHIVE_ACT_UNFINISHED ? 0 : ENDS;
}

void archive_spread_end(struct spread *spread)
{
    while (spread->stack.depth)
        leave(spread);
    flush(spread);
}

/* cycles.c: see cycles.h */
#include "cube/cycles.h"

#include "archive/events/events.h"
#include "archive/live/samples.h"
#include "archive/time/cycle_spread.h"
#include "archive/time/cycle_table.h"
#include "cube/cycles_samples.h"
#include "cube/lcct.h"
#include "cube/missing.h"
#include "format/place.h"
#include "util/number.h"

#include <triptych/probes.h>

enum { MOST_CYCLES = 50000000 };

/* Determines the slices for a range. False with an error. */
static bool slice(const struct archive *archive, const struct cube_cycles_range *range,
                  struct cube_cycles_shape *shape, struct error *error)
{
    uint64_t start, end;
    for (size_t i = 0; i < archive->places.rows; i++) {
        if (archive->places.clock[i] == FORMAT_CLOCK_CPU)
            return error_set(error,
                             "%s was measured in CPU time, so that every lane has a clock of its "
                             "own and nothing can be placed in time; run it without --clock cpu",
                             archive->path);
    }
    if (!archive_spread_extent(archive, &start, &end))
        return error_set(error, "%s is empty: nothing was measured", archive->path);
    if (range->from > start)
        start = range->from;
    if (range->to < end)
        end = range->to;
    if (start >= end)
        return error_set(error, "the requested time range contains nothing of the run");
    uint64_t length = range->length ? range->length : archive_spread_usual(start, end).length;
    if (length < shape->stretch)
        length = shape->stretch; /* nothing is known between two samples */
    uint64_t count = (end - start) / length + ((end - start) % length != 0);
    if (count > MOST_CYCLES)
        return error_set(error,
                         "that would be %llu cycles; choose a longer cycle or a shorter time range",
                         (unsigned long long)count);
    shape->start = start;
    shape->length = length;
    shape->count = (uint32_t)count;
    return true;
}

/* True if the log has every visit of the profile. Otherwise, the time of a visit that was not
 * logged or was dropped would count for the visit around it. */
static bool is_complete(const struct archive *archive)
{
    uint32_t kinds = FORMAT_EVENTS_ALL;
    if (!archive_acts_are_whole(archive))
        return false;
    for (size_t i = 0; i < archive->logs.rows; i++)
        kinds &= archive->logs.kinds[i];
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t needed = format_events_of(archive->regions.kind[archive->nodes.region[i]]);
        if (needed && !(needed & kinds))
            return false;
    }
    return archive->logs.rows > 0;
}

/* True if the visits of some regions were counted, but not logged. */
static bool has_unlogged_visits(const struct archive *archive)
{
    for (size_t i = 0; i < archive->regions.rows; i++) {
        if (archive->regions.mode[i] == TRI_COUNT)
            return true;
    }
    return false;
}

/* True if these are the cycles whose sums a sealed archive stores, and nothing in these sums is
 * unknown. */
static bool is_usual(const struct archive *archive, const struct cube_cycles_shape *shape)
{
    struct archive_spread_slices slices;
    return archive->cycle_table.rows && !cube_missing_stretches(archive) &&
           archive_cycle_table_slices(archive, &slices) && slices.start == shape->start &&
           slices.length == shape->length && slices.count == shape->count;
}

bool cube_cycles_shape(const struct archive *archive, const struct cube_cycles_range *range,
                       struct cube_cycles_shape *shape, struct error *error)
{
    struct archive_samples samples = archive_samples_of(archive);
    bool lacks = !is_complete(archive) || (range->counts && has_unlogged_visits(archive));
    *shape = (struct cube_cycles_shape){.source = CYCLES_OF_EVENTS};
    if (samples.rows && lacks && !range->exact) {
        shape->source = CYCLES_OF_SAMPLES;
        shape->stretch = archive_samples_length(&samples);
    }
    if (!slice(archive, range, shape, error))
        return false;
    shape->usual = shape->source == CYCLES_OF_EVENTS && is_usual(archive, shape);
    if (!archive->logs.rows && !samples.rows && cube_lcct_is_known(archive))
        return error_set(
            error,
            "%s has counts of a binary's loops, but no times of visits: `triptych loops "
            "%s` shows them",
            archive->path, archive->path);
    return archive->logs.rows || samples.rows ||
           error_set(error,
                     "%s has no times of visits: run the program with `triptych run`, or "
                     "with `triptych run --events` for every visit, and without `--no-samples`",
                     archive->path);
}

void cube_cycles_hide(struct cube_cycles_shape *shape, const struct cube_missing_hidden *hidden)
{
    shape->hidden = hidden;
    shape->usual &= !hidden->any;
}

/* The caller's function that takes cells. */
struct giving {
    const struct archive *archive;
    cycles_take *take;
    void *to;
};

static void give(void *to, uint32_t lane, const struct archive_spread_cell *cell)
{
    const struct giving *giving = to;
    bool unknown = cell->region == archive_spread_unknown_region(giving->archive);
    uint32_t region = unknown ? 0 : cell->region;
    uint32_t kind = giving->archive->regions.kind[region];
    bool moves = kind == TRI_KIND_COMM || kind == TRI_KIND_IO;
    giving->take(giving->to, &(struct cube_cycles_cell){
                                 .region = region,
                                 .unknown = unknown,
                                 .cycle = cell->cycle,
                                 .lane = lane,
                                 .time = cell->time,
                                 .visits = cell->visits,
                                 .waits = cell->waits,
                                 .bytes = moves ? cell->bytes : 0,
                                 .messages = moves ? cell->ended : 0,
                             });
}

/* Tells the spreader which time of a lane is unknown because visits were not logged. */
static void hide(struct spread *spread, const struct archive *archive, uint32_t lane,
                 const struct cube_missing_hidden *hidden)
{
    struct cube_missing_stretch filtered = {0};
    if (!hidden || !hidden->any)
        return;
    if (hidden->lanes[lane])
        cube_missing_filtered_on_lane(archive, lane, &filtered);
    archive_spread_hide(spread, &(struct archive_spread_hidden){.nodes = hidden->nodes,
                                                                .root = hidden->roots[lane],
                                                                .classes = hidden->classes,
                                                                .from = filtered.from,
                                                                .to = filtered.to,
                                                                .outside = hidden->outside});
}

static bool spread_acts(const struct archive *archive, const struct cube_cycles_shape *shape,
                        uint32_t lane, spread_take *take_cell, void *whom, struct error *error)
{
    const struct archive_spread_slices cut = {shape->start, shape->length, shape->count},
                                       *slices = &cut;
    uint64_t from = slices->start,
             to = number_add(from, number_scale(slices->length, slices->count, 1));
    if (to >=
        archive->lanes.end[lane]) /* an event at the lane's very end belongs to its last cycle */
        to = UINT64_MAX;
    if (archive_spread_moment(archive, lane, from) !=
        from) { /* the lane's clock is another host's */
        from = 0;
        to = UINT64_MAX;
    }
    struct archive_acts *acts = archive_acts_of(archive, lane, from, to, error);
    if (!acts)
        return false;
    struct spread *spread = archive_spread_new(archive, slices, take_cell, whom);
    struct archive_act act;
    struct cube_missing_stretch missing;
    archive_spread_begin(spread, lane);
    if (cube_missing_on_lane(archive, lane, &missing))
        archive_spread_unknown(spread, missing.from, missing.to);
    hide(spread, archive, lane, shape->hidden);
    while (archive_acts_next(acts, &act))
        archive_spread_act(spread, &act);
    archive_spread_end(spread);
    archive_spread_free(spread);
    archive_acts_free(acts);
    return true;
}

bool cube_cycles_of_lane(const struct archive *archive, const struct cube_cycles_shape *shape,
                         uint32_t lane, cycles_take *take, void *to, struct error *error)
{
    struct giving giving = {archive, take, to};
    struct archive_spread_slices slices = {shape->start, shape->length, shape->count};
    if (shape->source == CYCLES_OF_EVENTS && !shape->usual)
        return spread_acts(archive, shape, lane, give, &giving, error);
    if (shape->usual)
        archive_cycle_table_read(archive, lane, give, &giving);
    else
        cycles_of_samples(archive, &slices, shape->stretch, lane, give, &giving);
    return true;
}

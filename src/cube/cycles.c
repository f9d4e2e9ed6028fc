/* cycles.c: see cycles.h */
#include "cube/cycles.h"

#include "archive/spread.h"
#include "format/event.h"
#include "format/place.h"

#include <triptych/probes.h>

enum { MOST_CYCLES = 50000000 };

const char *cycles_class_word(enum cycles_class class)
{
    static const char *const words[] = {
        [CYCLES_PROGRAM] = "program", [CYCLES_RUNTIME] = "runtime", [CYCLES_SEND] = "send",
        [CYCLES_RECEIVE] = "receive", [CYCLES_SYNC] = "sync",       [CYCLES_IO] = "io",
        [CYCLES_IDLE] = "idle",
    };
    return class < CYCLES_CLASSES ? words[class] : "";
}

enum cycles_class cycles_class_of(const struct archive *archive, uint32_t region, uint32_t lane)
{
    (void)lane;
    switch (archive->regions.kind[region]) {
    case TRI_KIND_SPAWN:
    case TRI_KIND_PARALLEL:
    case TRI_KIND_RELEASE:
        return CYCLES_RUNTIME;
    case TRI_KIND_FINISH:
    case TRI_KIND_CLOCK:
    case TRI_KIND_ATOMIC:
        return CYCLES_SYNC;
    case TRI_KIND_IO:
    case TRI_KIND_FILE:
        return CYCLES_IO;
    case TRI_KIND_COMM:
        return archive->regions.flags[region] & TRI_WRITES ? CYCLES_SEND : CYCLES_RECEIVE;
    default:
        return CYCLES_PROGRAM;
    }
}

uint64_t cycles_zero(const struct archive *archive)
{
    uint64_t start, end;
    return spread_extent(archive, &start, &end) ? start : 0;
}

/* The slices that a range asks for. */
static bool slice(const struct archive *archive, const struct cycles_range *range,
                  struct cycles_shape *shape, struct error *error)
{
    uint64_t start, end;
    for (size_t i = 0; i < archive->places.rows; i++) {
        if (archive->places.clock[i] == FORMAT_CLOCK_CPU)
            return error_set(error,
                             "%s was measured in CPU time, by which every lane has a clock of its "
                             "own: there is no When; run it without --clock cpu",
                             archive->path);
    }
    if (!spread_extent(archive, &start, &end))
        return error_set(error, "%s has no time in it: nothing was measured", archive->path);
    if (range->from > start)
        start = range->from;
    if (range->to < end)
        end = range->to;
    if (start >= end)
        return error_set(error, "there is nothing of the run in the time asked for");
    struct spread_slices slices = spread_usual(start, end);
    if (range->length) {
        uint64_t count = (end - start) / range->length + ((end - start) % range->length != 0);
        if (count > MOST_CYCLES)
            return error_set(error,
                             "that would be %llu cycles; a longer cycle or a shorter time "
                             "makes fewer",
                             (unsigned long long)count);
        slices = (struct spread_slices){start, range->length, (uint32_t)count};
    }
    shape->start = slices.start;
    shape->length = slices.length;
    shape->count = slices.count;
    return true;
}

bool cycles_shape(const struct archive *archive, const struct cycles_range *range,
                  struct cycles_shape *shape, struct error *error)
{
    if (!slice(archive, range, shape, error))
        return false;
    shape->source = CYCLES_OF_EVENTS;
    return archive->logs.rows ||
           error_set(error,
                     "%s does not tell when: run it with `triptych run`, or with `triptych run "
                     "--events` for every visit",
                     archive->path);
}

struct giving {
    const struct archive *archive;
    cycles_take *take;
    void *to;
};

static void give(void *to, uint32_t lane, const struct spread_cell *cell)
{
    const struct giving *giving = to;
    uint32_t kind = giving->archive->regions.kind[cell->region];
    bool moves = kind == TRI_KIND_COMM || kind == TRI_KIND_IO;
    bool waits = cycles_class_of(giving->archive, cell->region, lane) == CYCLES_SYNC;
    giving->take(giving->to, &(struct cycles_cell){
                                 .region = cell->region,
                                 .cycle = cell->cycle,
                                 .lane = lane,
                                 .time = cell->time,
                                 .visits = cell->visits,
                                 .waits = waits ? cell->visits : 0,
                                 .bytes = moves ? cell->bytes : 0,
                                 .messages = moves ? cell->ended : 0,
                             });
}

bool cycles_of_lane(const struct archive *archive, const struct cycles_shape *shape, uint32_t lane,
                    cycles_take *take, void *to, struct error *error)
{
    struct giving giving = {archive, take, to};
    struct spread_slices slices = {shape->start, shape->length, shape->count};
    uint64_t end = shape->start + shape->length * shape->count;
    /* the lane's own clock may be another host's */
    bool same = spread_moment(archive, lane, shape->start) == shape->start;
    struct archive_acts *acts =
        archive_acts_of(archive, lane, same ? shape->start : 0, same ? end : UINT64_MAX, error);
    if (!acts)
        return false;
    struct spread *spread = spread_new(archive, &slices, give, &giving);
    struct archive_act act;
    spread_begin(spread, lane);
    while (archive_acts_next(acts, &act))
        spread_act(spread, &act);
    spread_end(spread);
    spread_free(spread);
    archive_acts_free(acts);
    return true;
}

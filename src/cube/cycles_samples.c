/* cycles_samples.c: see cycles_samples.h */
#include "cube/cycles_samples.h"

#include "format/event.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

/* The part of a region's sums that is not spread yet. */
struct rest {
    uint32_t region;
    uint64_t time, visits, waits, bytes;
};

/* A lane being spread over cycles. */
struct spreading {
    const struct archive *archive;
    const struct archive_samples *samples;
    struct archive_spread_slices slices;
    uint64_t stretch;
    uint32_t lane;
    spread_take *take;
    void *to;
    struct rest *rests;
    size_t count, room;
    struct archive_spread_cell *cells; /* of one cycle, in which two stretches may meet */
    size_t cell_count, cell_room;
    uint32_t *cell_of; /* region -> its cell plus 1 */
    uint32_t cycle;
};

static void flush(struct spreading *spreading)
{
    for (size_t i = 0; i < spreading->cell_count; i++) {
        spreading->take(spreading->to, spreading->lane, &spreading->cells[i]);
        spreading->cell_of[spreading->cells[i].region] = 0;
    }
    spreading->cell_count = 0;
}

static struct archive_spread_cell *cell_of(struct spreading *spreading, uint32_t region,
                                           uint32_t cycle)
{
    if (cycle != spreading->cycle)
        flush(spreading);
    spreading->cycle = cycle;
    if (!spreading->cell_of[region]) {
        spreading->cells = memory_grow(spreading->cells, &spreading->cell_room,
                                       spreading->cell_count + 1, sizeof *spreading->cells);
        spreading->cells[spreading->cell_count++] =
            (struct archive_spread_cell){.region = region, .cycle = cycle};
        spreading->cell_of[region] = (uint32_t)spreading->cell_count;
    }
    return &spreading->cells[spreading->cell_of[region] - 1];
}

/* Scales the times of a stretch so that they add up to its length: they were sampled while they
 * changed. */
static void fit(struct spreading *spreading, uint64_t length)
{
    uint64_t sum = 0, before = 0, given = 0;
    for (size_t i = 0; i < spreading->count; i++)
        sum = number_add(sum, spreading->rests[i].time);
    if (!sum) { /* visits only: all the time goes to the first region */
        spreading->rests[0].time = length;
        return;
    }
    for (size_t i = 0; i < spreading->count; i++) {
        before = number_add(before, spreading->rests[i].time);
        uint64_t until = number_scale(length, before, sum);
        spreading->rests[i].time = until - given;
        given = until;
    }
}

/* Spreads the next `part` of the `left` ns that remain of a stretch. The remaining times add up to
 * the remaining length, before and after. */
static void spread_part(struct spreading *spreading, uint64_t part, uint64_t left, bool counts,
                        uint32_t cycle)
{
    uint64_t missing = part;
    for (size_t i = 0; i < spreading->count; i++)
        missing -= number_scale(spreading->rests[i].time, part, left);
    for (size_t i = 0; i < spreading->count; i++) {
        struct rest *rest = &spreading->rests[i];
        uint64_t time = number_scale(rest->time, part, left);
        uint64_t visits = number_scale(rest->visits, part, left);
        uint64_t waits = number_scale(rest->waits, part, left);
        uint64_t bytes = number_scale(rest->bytes, part, left);
        if (missing && rest->time > time) { /* remainders of rounding down */
            time++;
            missing--;
        }
        rest->time -= time;
        rest->visits -= visits;
        rest->waits -= waits;
        rest->bytes -= bytes;
        if (!counts || (!time && !visits && !bytes))
            continue;
        struct archive_spread_cell *cell = cell_of(spreading, rest->region, cycle);
        cell->time += time;
        cell->visits = number_add(cell->visits, visits);
        cell->waits = number_add(cell->waits, waits);
        cell->ended = number_add(cell->ended, visits);
        cell->bytes = number_add(cell->bytes, bytes);
    }
}

static uint32_t cycle_at(const struct spreading *spreading, uint64_t moment)
{
    return (uint32_t)((moment - spreading->slices.start) / spreading->slices.length);
}

static void spread_stretch(struct spreading *spreading, uint64_t from, uint64_t to)
{
    const struct archive_spread_slices *slices = &spreading->slices;
    uint64_t end = number_add(slices->start, number_scale(slices->length, slices->count, 1));
    if (to <= from || !spreading->count || to <= slices->start || from >= end)
        return;
    fit(spreading, to - from);
    if (from < slices->start) {
        spread_part(spreading, slices->start - from, to - from, false, 0);
        from = slices->start;
    }
    while (from < to && from < end) {
        uint32_t cycle = cycle_at(spreading, from);
        uint64_t next =
            number_add(slices->start, number_scale(cycle + UINT64_C(1), slices->length, 1));
        if (next > to)
            next = to;
        spread_part(spreading, next - from, to - from, true, cycle);
        from = next;
    }
}

/* True for a gap before the first sample, between two, or after the last that is short enough to
 * count as part of the next stretch. What happened in longer gaps is unknown. */
static bool is_short(const struct spreading *spreading, uint64_t gap)
{
    return gap <= spreading->stretch;
}

/* Returns how many visits may have waited. The profile does not count them: all may have, if they
 * took any time. */
static uint64_t waits_of(const struct spreading *spreading, size_t row)
{
    const struct archive_samples *samples = spreading->samples;
    uint32_t kind = spreading->archive->regions.kind[samples->region[row]];
    return format_may_wait(kind) && samples->time[row] ? samples->visits[row] : 0;
}

/* Reads the rows of one stretch; returns the row after them. */
static size_t read_stretch(struct spreading *spreading, size_t row, size_t end)
{
    const struct archive_samples *samples = spreading->samples;
    size_t first = row;
    spreading->count = 0;
    for (; row < end && samples->from[row] == samples->from[first]; row++) {
        if (samples->region[row] >= spreading->archive->regions.rows)
            continue; /* damaged */
        spreading->rests = memory_grow(spreading->rests, &spreading->room, spreading->count + 1,
                                       sizeof *spreading->rests);
        spreading->rests[spreading->count++] = (struct rest){
            .region = samples->region[row],
            .time = samples->time[row],
            .visits = samples->visits[row],
            .waits = waits_of(spreading, row),
            .bytes = samples->bytes[row],
        };
    }
    return row;
}

static void spread_lane(struct spreading *spreading, size_t row, size_t end)
{
    const struct archive_samples *samples = spreading->samples;
    const struct archive_lanes *lanes = &spreading->archive->lanes;
    uint32_t lane = spreading->lane;
    uint64_t at = lanes->start[lane], last = lanes->end[lane];
    while (row < end) {
        uint64_t from = samples->from[row], to = samples->to[row];
        row = read_stretch(spreading, row, end);
        if (from < at || is_short(spreading, from - at))
            from = at;
        if (to > last || (row == end && is_short(spreading, last - to)))
            to = last;
        if (to <= from)
            continue;
        spread_stretch(spreading, archive_spread_moment(spreading->archive, lane, from),
                       archive_spread_moment(spreading->archive, lane, to));
        at = to;
    }
    flush(spreading);
}

void cycles_of_samples(const struct archive *archive, const struct archive_spread_slices *slices,
                       uint64_t stretch, uint32_t lane, spread_take *take, void *to)
{
    struct archive_samples samples = archive_samples_of(archive);
    struct spreading spreading = {.archive = archive,
                                  .samples = &samples,
                                  .stretch = stretch,
                                  .slices = *slices,
                                  .lane = lane,
                                  .take = take,
                                  .to = to};
    size_t end, row = archive_samples_find(&samples, lane, &end);
    spreading.cell_of = memory_zeroed(archive->regions.rows + 1, sizeof *spreading.cell_of);
    spread_lane(&spreading, row, end);
    free(spreading.cell_of);
    free(spreading.cells);
    free(spreading.rests);
}

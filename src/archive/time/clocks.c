/* clocks.c: see clocks.h */
#include "archive/time/clocks.h"

#include "archive/raw/raw.h"
#include "util/memory.h"
#include "util/number.h"

#include <string.h>

enum {
    VAGUE = 8,     /* a comparison this many times less accurate than the best one is vague */
    DRIFT = 10000, /* clocks drift by less than one tick in this many */
};

/* The comparisons from which the knots of a line are made. */
struct samples {
    struct format_offset all[CLOCK_KNOTS];
    size_t count;
};

static void add_sample(struct samples *samples, const struct format_offset *offset)
{
    if (offset->own && offset->zero)
        samples->all[samples->count++] = *offset;
}

static struct samples samples_of(const struct format_place *record)
{
    struct samples samples = {.count = 0};
    add_sample(&samples, &record->offsets[0]);
    for (size_t i = 0; i < FORMAT_BETWEEN; i++)
        add_sample(&samples, &record->between[i]);
    add_sample(&samples, &record->offsets[1]);
    return samples;
}

static bool has_same_clock(const struct format_place *a, const struct format_place *b)
{
    return a->clock == b->clock && a->boot[0] && !memcmp(a->boot, b->boot, sizeof a->boot);
}

static bool is_of_job(const struct archive_raw_place *place, const struct archive_raw_place *zero)
{
    return place->record.ranks && place->record.job == zero->record.job &&
           place->record.rank < place->record.ranks;
}

/* Returns the comparisons of a place, or those of a lower rank on the same host, which made them
 * for all. */
static struct samples find_samples(const struct archive_raw_place *ranks, size_t count,
                                   const struct archive_raw_place *place)
{
    struct samples samples = samples_of(&place->record);
    for (size_t i = 1; i < count && !samples.count; i++) {
        if (has_same_clock(&ranks[i].record, &place->record))
            samples = samples_of(&ranks[i].record);
    }
    return samples;
}

static bool shares_clock(const struct samples *samples)
{
    for (size_t i = 0; i < samples->count; i++) {
        if (samples->all[i].own != samples->all[i].zero || samples->all[i].within)
            return false;
    }
    return true;
}

/* Drops inaccurate comparisons, whose messages took very long because another process had the core.
 * The line between their neighbours is more accurate unless they are far: clocks drift little. */
static void drop_vague(struct samples *samples)
{
    uint64_t best = UINT64_MAX;
    size_t kept = 0;
    for (size_t i = 0; i < samples->count; i++)
        best = samples->all[i].within < best ? samples->all[i].within : best;
    for (size_t i = 0; i < samples->count; i++) {
        uint64_t nearest = UINT64_MAX;
        for (size_t j = 0; j < samples->count; j++) {
            uint64_t a = samples->all[i].own, b = samples->all[j].own;
            if (samples->all[j].within / VAGUE <= best && (a > b ? a - b : b - a) < nearest)
                nearest = a > b ? a - b : b - a;
        }
        if (samples->all[i].within / VAGUE <= best || samples->all[i].within < nearest / DRIFT)
            samples->all[kept++] = samples->all[i];
    }
    samples->count = kept;
}

/* True if a knot may follow another: the rates of clocks are almost the same. Anything else was
 * read half written, or is damaged. */
static bool may_follow(const struct archive_clock_knot *knot, const struct archive_clock_knot *next,
                       uint64_t within)
{
    if (next->own <= knot->own || next->zero <= knot->zero)
        return false;
    uint64_t own = next->own - knot->own, zero = next->zero - knot->zero;
    uint64_t apart = own > zero ? own - zero : zero - own;
    return apart <= number_add(own / 100, within);
}

static void make_line(struct archive_raw_place *place, const struct archive_raw_place *zero,
                      const struct samples *samples, struct archive_clock_line *line)
{
    line->knots = memory_zeroed(samples->count, sizeof *line->knots);
    for (size_t i = 0; i < samples->count; i++) {
        const struct format_offset *offset = &samples->all[i];
        struct archive_clock_knot knot = {archive_ticks_monotonic(&place->moments, offset->own),
                                          archive_ticks_monotonic(&zero->moments, offset->zero)};
        uint64_t within = archive_ticks_ns(&place->moments, offset->within);
        if (line->knot_count && !may_follow(&line->knots[line->knot_count - 1], &knot, within))
            continue;
        line->knots[line->knot_count++] = knot;
        if (within / 2 > place->within)
            place->within = within / 2;
    }
    place->moments.line = line;
}

/* Makes the lines of the ranks of one job; the first one is rank 0. */
static void align(struct archive_raw_place *ranks, size_t count, struct archive_clock_line *lines)
{
    const struct archive_raw_place *zero = &ranks[0];
    if (zero->record.rank || zero->record.clock == FORMAT_CLOCK_CPU)
        return;
    for (size_t i = 1; i < count; i++) {
        struct archive_raw_place *place = &ranks[i];
        struct samples samples = find_samples(ranks, count, place);
        if (!samples.count || place->record.clock == FORMAT_CLOCK_CPU)
            continue;
        drop_vague(&samples);
        if (!shares_clock(&samples))
            make_line(place, zero, &samples, &lines[i]);
        else if (has_same_clock(&place->record, &zero->record))
            place->moments =
                zero->moments; /* the same clock, so the rate is made exactly the same */
        place->zero = zero;
    }
}

void archive_clocks_find(struct archive_raw_reader *reader)
{
    struct archive_raw_place *places = reader->places;
    struct archive_clock_line *lines = memory_zeroed(reader->place_count + 1, sizeof *lines);
    for (size_t first = 0, end; first < reader->place_count; first = end) {
        end = first + 1;
        if (!is_of_job(&places[first], &places[first]))
            continue;
        while (end < reader->place_count && is_of_job(&places[end], &places[first]))
            end++;
        align(&places[first], end - first, &lines[first]);
    }
    archive_clocks_join(reader, lines);
    reader->archive->lines = lines;
}

/* unit_stretches.c: see unit_stretches.h
 *
 * Ranges are passed in the order of their beginnings. Those that are open at an address are few and
 * usually nested: the deepest one has the address. */
#include "archive/symbols/unit_stretches.h"

#include "util/memory.h"

#include <stdlib.h>

struct sweep {
    struct walk_range *ranges; /* sorted by start */
    size_t range_count;
    const struct walk_range **open;
    size_t open_count, open_room;
    struct format_symbols_stretch *out;
    size_t count, room;
    uint64_t bias;
};

static int by_start(const void *a, const void *b)
{
    const struct walk_range *left = a, *right = b;
    if (left->start != right->start)
        return left->start < right->start ? -1 : 1;
    return left->depth < right->depth ? -1 : left->depth > right->depth;
}

/* Returns the first end of an open range, at most `limit`. */
static uint64_t next_end(const struct sweep *sweep, uint64_t limit)
{
    for (size_t i = 0; i < sweep->open_count; i++) {
        if (sweep->open[i]->end < limit)
            limit = sweep->open[i]->end;
    }
    return limit;
}

static void close_ended(struct sweep *sweep, uint64_t at)
{
    size_t kept = 0;
    for (size_t i = 0; i < sweep->open_count; i++) {
        if (sweep->open[i]->end > at)
            sweep->open[kept++] = sweep->open[i];
    }
    sweep->open_count = kept;
}

/* Adds the stretch that begins at an address: that of the deepest open range. */
static void emit(struct sweep *sweep, uint64_t at)
{
    const struct walk_range *deepest = NULL;
    for (size_t i = 0; i < sweep->open_count; i++) {
        if (!deepest || sweep->open[i]->depth >= deepest->depth)
            deepest = sweep->open[i];
    }
    struct format_symbols_stretch stretch = {
        .start = at + sweep->bias, .scope = deepest ? deepest->scope : FORMAT_SYMBOLS_NONE};
    struct format_symbols_stretch *last = sweep->count ? &sweep->out[sweep->count - 1] : NULL;
    if (last && last->start == stretch.start) {
        sweep->count--;
        last = sweep->count ? last - 1 : NULL;
    }
    if (last ? last->scope == stretch.scope : stretch.scope == FORMAT_SYMBOLS_NONE)
        return;
    sweep->out = memory_grow(sweep->out, &sweep->room, sweep->count + 1, sizeof *sweep->out);
    sweep->out[sweep->count++] = stretch;
}

/* Closes the ranges that end up to an address. */
static void sweep_to(struct sweep *sweep, uint64_t at)
{
    while (sweep->open_count) {
        uint64_t end = next_end(sweep, UINT64_MAX);
        if (end > at)
            return;
        close_ended(sweep, end);
        emit(sweep, end);
    }
}

struct format_symbols_stretch *symbols_stretches(const struct walk *walk, uint64_t bias,
                                                 size_t *count)
{
    struct sweep sweep = {.range_count = walk->range_count, .bias = bias};
    sweep.ranges = walk->ranges;
    if (walk->range_count)
        qsort(sweep.ranges, sweep.range_count, sizeof *sweep.ranges, by_start);
    for (size_t i = 0; i < sweep.range_count; i++) {
        sweep_to(&sweep, sweep.ranges[i].start);
        sweep.open =
            memory_grow(sweep.open, &sweep.open_room, sweep.open_count + 1, sizeof *sweep.open);
        sweep.open[sweep.open_count++] = &sweep.ranges[i];
        emit(&sweep, sweep.ranges[i].start);
    }
    sweep_to(&sweep, UINT64_MAX);
    free(sweep.open);
    *count = sweep.count;
    return sweep.out;
}

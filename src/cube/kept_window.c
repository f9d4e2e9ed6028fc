/* kept_window.c: see kept_window.h */
#include "cube/kept_window.h"

#include "archive/events/blocks.h"
#include "cube/kept_chain.h"
#include "util/memory.h"

#include <stdlib.h>

/* The node of a code of a block. */
struct code {
    uint16_t number;
    uint8_t depth;
};

struct kept_window {
    const struct archive_pyramid *pyramid; /* of all visits */
    const struct archive_excerpt_rows *rows;
    struct event_reader *reader;
    const struct kept_lane *lane;
    unsigned level;
    uint64_t number, end;            /* the bin that is being filled; the last one plus 1 */
    uint64_t bin_end;                /* ns since the start of the run */
    uint32_t deepest;                /* depth of the visit that began last */
    struct archive_pyramid_item *at; /* of the bin */
    struct kept_link chain[KEPT_DEPTH];
    struct kept_times times; /* of the bin */
    struct kept_shape shape;
    size_t time_room;
    struct code codes[EVENT_BLOCK];
    uint64_t dictionary;
    uint32_t code_count; /* 0: none */
};

struct kept_window *kept_window_new(const struct archive_pyramid *pyramid,
                                    const struct archive_excerpt_rows *rows)
{
    struct kept_window *window = memory_zeroed(1, sizeof *window);
    window->pyramid = pyramid;
    window->rows = rows;
    window->reader = archive_event_reader_new(pyramid->archive);
    archive_event_reader_scatter(window->reader);
    return window;
}

void kept_window_free(struct kept_window *window)
{
    if (!window)
        return;
    archive_event_reader_free(window->reader);
    free(window->times.time);
    free(window);
}

/* Returns the item of a bin in which one kept visit, or nobody, was all the time. */
static struct archive_pyramid_item whole(const struct kept_window *window, uint32_t number)
{
    const struct archive_pyramid_nodes *nodes = &window->pyramid->nodes;
    uint32_t at = nodes->first[window->lane->number] + number;
    return number ? archive_pyramid_item_plain(nodes->rows[at], nodes->classes[at])
                  : archive_pyramid_item_none();
}

/* Fills the bins before one that contains a moment, while the innermost visit stays the same. */
static void fill_bins(struct kept_window *window, uint64_t moment)
{
    uint64_t start = window->number << window->level, until = moment;
    uint32_t depth = 0;
    while (depth < window->deepest && window->chain[depth + 1].end > start) {
        uint64_t end = window->chain[++depth].end;
        until = end < until ? end : until;
    }
    uint64_t last = until >> window->level;
    last = last < window->end ? last : window->end;
    struct archive_pyramid_item item = whole(window, window->chain[depth].number);
    for (; window->number < last; window->number++)
        *window->at++ = item;
}

static void begin_bin(struct kept_window *window)
{
    uint64_t start = window->number << window->level;
    window->bin_end = start + (UINT64_C(1) << window->level);
    kept_times_begin(&window->times, window->chain, window->deepest, start, window->bin_end);
}

static void end_bin(struct kept_window *window)
{
    const struct archive_pyramid_nodes *nodes = &window->pyramid->nodes;
    kept_times_take(&window->times, &window->shape, window->level, NULL, window->at);
    if (window->at->node != ARCHIVE_NONE)
        window->at->node = nodes->rows[nodes->first[window->lane->number] + window->at->node];
    window->at++;
    window->number++;
}

/* Completes the bins before the one that contains a moment. */
static void reach(struct kept_window *window, uint64_t moment)
{
    while (window->number < window->end && window->bin_end <= moment) {
        end_bin(window);
        fill_bins(window, moment);
        if (window->number < window->end)
            begin_bin(window);
    }
}

/* Puts the visits around a mark into the chain. Those of depths in between are not kept, and began
 * earlier: their ends do not matter. */
static void start_chain(struct kept_window *window, const struct kept_mark *mark)
{
    const struct kept_open *open = &window->lane->open;
    struct kept_link *chain = window->chain;
    uint32_t number = 0;
    window->deepest = 0;
    for (uint32_t i = 1; i < KEPT_DEPTH; i++)
        chain[i] = (struct kept_link){UINT64_MAX, 0};
    for (uint64_t row = mark->open; row < open->count;) {
        uint32_t of = window->pyramid->nodes.number[open->node[row]];
        uint32_t depth = window->lane->depth[of];
        window->deepest = depth > window->deepest ? depth : window->deepest;
        chain[depth] = (struct kept_link){open->end[row], of};
        row = open->around[row] < row ? open->around[row] : open->count;
    }
    for (uint32_t i = 1; i < KEPT_DEPTH; i++) {
        number = chain[i].number ? chain[i].number : number;
        chain[i].number = number;
    }
}

static void read_codes(struct kept_window *window, const struct archive_event_block *block)
{
    if (window->code_count == block->node_count && window->dictionary == block->dictionary)
        return;
    window->code_count = block->node_count < EVENT_BLOCK ? block->node_count : EVENT_BLOCK;
    window->dictionary = block->dictionary;
    for (uint32_t i = 0; i < window->code_count; i++) {
        uint32_t number = window->pyramid->nodes.number[block->nodes[i]];
        uint8_t depth = window->lane->depth[number];
        window->codes[i] = (struct code){(uint16_t)number, depth ? depth : 1};
    }
}

/* A block on its way. */
struct reading {
    const struct archive_event_block *block;
    uint64_t base, from, to;
};

/* Reads a block up to a visit that begins at `to` or later; then returns false. `width` is that of
 * durations, `wide` says which codes there are, as constants for the compiler. */
__attribute__((always_inline)) static inline bool
read_rows(struct kept_window *window, const struct reading *reading, uint32_t width, bool wide)
{
    const struct archive_event_block *block = reading->block;
    const struct archive_event_block lengths = {.duration = block->duration,
                                                .duration_base = block->duration_base,
                                                .duration_width = width};
    struct kept_link *const chain = window->chain;
    const struct code *const codes = window->codes;
    const uint32_t *const starts = block->start;
    const uint64_t *const bits = window->rows->bits;
    const uint64_t base = reading->base, first = block->first;
    struct kept_times times = window->times;
    uint64_t bin_end = window->bin_end;
    uint32_t deepest = window->deepest, row = 0, count = block->count;
    for (; row < count && base + starts[row] < reading->from; row++) {
        uint64_t at = first + row;
        struct code code = codes[wide ? block->wide_codes[row] : block->codes[row]];
        struct kept_link *link = &chain[code.depth];
        deepest = code.depth;
        *link = (struct kept_link){base + starts[row] + archive_event_block_duration(&lengths, row),
                                   bits[at / 64] >> at % 64 & 1 ? code.number : link[-1].number};
    }
    if (!bin_end && row < count) { /* nothing else begins before the window */
        window->deepest = deepest;
        begin_bin(window);
        bin_end = window->bin_end;
        times = window->times;
    }
    for (; row < count && base + starts[row] < reading->to; row++) {
        uint64_t start = base + starts[row], at = first + row;
        uint64_t end = start + archive_event_block_duration(&lengths, row);
        struct code code = codes[wide ? block->wide_codes[row] : block->codes[row]];
        bool kept = bits[at / 64] >> at % 64 & 1;
        struct kept_link *link = &chain[code.depth];
        uint32_t around = link[-1].number;
        if (start >= bin_end) {
            window->deepest = deepest;
            window->times = times;
            reach(window, start);
            times = window->times;
            bin_end = window->bin_end;
        }
        deepest = code.depth;
        *link = (struct kept_link){end, kept ? code.number : around};
        kept_times_add(&times, link->number, around, (end < bin_end ? end : bin_end) - start);
        times.begun += kept;
    }
    window->deepest = deepest;
    window->times = times;
    return row == count;
}

static bool read_block(struct kept_window *window, const struct reading *reading)
{
    bool wide = !reading->block->codes;
    switch (reading->block->duration_width) {
    case 1:
        return wide ? read_rows(window, reading, 1, true) : read_rows(window, reading, 1, false);
    case 2:
        return wide ? read_rows(window, reading, 2, true) : read_rows(window, reading, 2, false);
    case 4:
        return wide ? read_rows(window, reading, 4, true) : read_rows(window, reading, 4, false);
    default:
        return wide ? read_rows(window, reading, 8, true) : read_rows(window, reading, 8, false);
    }
}

/* Returns the last mark before a moment, or the first one. */
static size_t mark_before(const struct kept_lane *lane, uint64_t moment)
{
    size_t low = 0, high = lane->mark_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lane->marks[middle].time < moment)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? low - 1 : 0;
}

/* Goes on to a mark. If the block before it has no kept visits, nothing of it was read. */
static void reach_mark(struct kept_window *window, size_t mark)
{
    const struct kept_mark *marks = window->lane->marks;
    if (!window->bin_end)
        begin_bin(window);
    if (marks[mark - 1].block + 1 == marks[mark].block)
        return;
    reach(window, marks[mark].time);
    start_chain(window, &marks[mark]);
}

/* Reads the blocks of a lane that have kept visits, from the last mark before `from` on. */
static void read_blocks(struct kept_window *window, uint64_t from, uint64_t to)
{
    const struct kept_lane *lane = window->lane;
    const struct archive_pyramid *pyramid = window->pyramid;
    struct reading reading = {.from = from, .to = to};
    size_t first = mark_before(lane, from);
    bool goes_on = true;
    if (first < lane->mark_count)
        start_chain(window, &lane->marks[first]);
    for (size_t i = first; goes_on && i < lane->mark_count && lane->marks[i].time < to; i++) {
        if (i > first)
            reach_mark(window, i);
        reading.block =
            archive_event_reader_get(window->reader, lane->marks[i].block,
                                     EVENT_WANT_START | EVENT_WANT_DURATION | EVENT_WANT_NODE);
        if (!reading.block || reading.block->first + reading.block->count > window->rows->rows)
            continue; /* it was good when the lane was made */
        reading.base = archive_pyramid_moment(pyramid->archive, pyramid->zero, lane->number,
                                              reading.block->base);
        read_codes(window, reading.block);
        goes_on = read_block(window, &reading);
    }
}

void kept_window_bins(struct kept_window *window, const struct kept_lane *lane, unsigned level,
                      uint64_t first, uint64_t end, struct archive_pyramid_item *items)
{
    const struct archive_pyramid_nodes *nodes = &window->pyramid->nodes;
    size_t first_node = nodes->first[lane->number];
    window->shape = (struct kept_shape){nodes->first[lane->number + 1] - first_node,
                                        nodes->classes + first_node};
    if (window->shape.nodes > window->time_room) {
        free(window->times.time);
        window->time_room = window->shape.nodes;
        window->times.time = memory_zeroed(window->time_room, sizeof(int64_t));
    }
    window->lane = lane;
    window->level = level;
    window->number = first;
    window->end = end;
    window->at = items;
    window->code_count = 0;
    window->deepest = 0;
    window->bin_end = 0;
    window->chain[0] = (struct kept_link){UINT64_MAX, 0};
    read_blocks(window, first << level, end << level);
    if (!window->bin_end)
        begin_bin(window);
    reach(window, end << level);
}

/* window_bins.c: bins of a window that are computed from events: see window_walk.h */
#include "cube/window_walk.h"

static void end_bin(struct window_making *making)
{
    const struct archive_pyramid_nodes *nodes = &making->pyramid->nodes;
    uint32_t first = nodes->first[making->lane];
    if (!making->bin_end)
        return;
    struct archive_pyramid_item item =
        archive_pyramid_bin_take(making->bin, making->level, nodes->classes + first, NULL);
    if (item.node != ARCHIVE_NONE)
        item.node = nodes->rows[first + item.node];
    making->at[making->number++ - making->first] = item;
    making->bin_end = 0;
}

/* Fills all bins before `number` with the same item. */
static void fill_to_bin(struct window_making *making, uint64_t number,
                        struct archive_pyramid_item item)
{
    struct archive_pyramid_item *at = making->at + (making->number - making->first);
    struct archive_pyramid_item *end = making->at + (number - making->first);
    while (at < end)
        *at++ = item;
    if (making->number < number)
        making->number = number;
}

static void begin_bin(struct window_making *making, uint64_t number)
{
    if (making->number < number) /* the lane did not exist */
        fill_to_bin(making, number, archive_pyramid_item_none());
    making->bin_end = (number + 1) << making->level;
}

/* Adds a stretch from `start`, past the end of a bin, to `end`, which is within the wanted bins. */
static void make_long(struct window_making *making, uint64_t start, uint64_t end, uint32_t node)
{
    const struct archive_pyramid_nodes *nodes = &making->pyramid->nodes;
    uint32_t number = nodes->number[node];
    uint64_t last = end >> making->level;
    archive_pyramid_bin_add(making->bin, number, making->bin_end - start);
    end_bin(making);
    if (making->number < last) {
        uint8_t class = nodes->classes[nodes->first[making->lane] + number];
        fill_to_bin(making, last, archive_pyramid_item_plain(node, class));
    }
    if (last << making->level < end) {
        begin_bin(making, last);
        archive_pyramid_bin_add(making->bin, number, end - (last << making->level));
    }
}

void window_making_add(struct window_making *making,
                       const struct archive_innermost_stretch *stretches, size_t count)
{
    struct archive_pyramid_bin *bin = making->bin;
    const uint32_t *numbers = making->pyramid->nodes.number;
    uint64_t now = making->now;
    uint64_t from = making->from, most = making->to, bin_end = making->bin_end;
    for (size_t i = 0; i < count && now < most; i++) {
        uint64_t start = now, end = stretches[i].end;
        uint32_t begun = stretches[i].begun, node = stretches[i].node;
        now = end;
        if (end <= from)
            continue;
        if (start < from) {
            start = from;
            begun = 0;
        }
        if (end > most)
            end = most;
        if (start >= bin_end) {
            end_bin(making);
            begin_bin(making, start >> making->level);
            bin_end = making->bin_end;
        }
        bin->begun += begun;
        if (end <= bin_end) {
            archive_pyramid_bin_add(bin, numbers[node], end - start);
        } else {
            make_long(making, start, end, node);
            bin_end = making->bin_end;
        }
    }
    making->now = now;
}

void window_making_skip(struct window_making *making, uint64_t end, uint32_t begun)
{
    uint64_t start = making->now;
    making->now = end;
    if (!begun || start < making->from || start >= making->to)
        return;
    if (start >= making->bin_end) {
        end_bin(making);
        begin_bin(making, start >> making->level);
    }
    making->bin->begun += begun;
}

void window_making_begin(struct window_making *making, const struct archive_pyramid *pyramid,
                         struct archive_pyramid_bin *bin, uint32_t lane, unsigned level,
                         uint64_t first, uint64_t end, struct archive_pyramid_item *items)
{
    const struct archive_pyramid_nodes *nodes = &pyramid->nodes;
    *making = (struct window_making){.pyramid = pyramid,
                                     .bin = bin,
                                     .lane = lane,
                                     .level = level,
                                     .from = first << level,
                                     .to = end << level,
                                     .first = first,
                                     .number = first,
                                     .at = items};
    archive_pyramid_bin_init(bin, nodes->first[lane + 1] - nodes->first[lane]);
}

void window_making_end(struct window_making *making)
{
    end_bin(making);
    fill_to_bin(making, making->to >> making->level, archive_pyramid_item_none());
}

/* The stretches of a walk become bins; the walk knows where the first one begins. */
struct walking {
    struct window_making making;
    const struct window_walk *walk;
    bool begun;
};

static void make_bins(void *to, const struct archive_innermost_stretch *stretches, size_t count)
{
    struct walking *walking = to;
    if (!walking->begun)
        walking->making.now = walking->walk->start;
    walking->begun = true;
    window_making_add(&walking->making, stretches, count);
}

bool window_make_bins(struct window_walk *walk, struct archive_pyramid_bin *bin, uint32_t lane,
                      unsigned level, uint64_t first, uint64_t end,
                      struct archive_pyramid_item *items, struct error *error)
{
    struct walking walking = {.walk = walk};
    struct window_making *making = &walking.making;
    window_making_begin(making, walk->pyramid, bin, lane, level, first, end, items);
    bool good = window_walk_lane(walk, lane, making->from, making->to, make_bins, &walking, error);
    window_making_end(making);
    return good;
}

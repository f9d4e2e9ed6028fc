/* window_bins.c: bins of a window that are computed from events: see window_walk.h */
#include "cube/window_walk.h"

/* A lane's bins, in progress. */
struct making {
    const struct archive_pyramid *pyramid;
    struct archive_pyramid_bin *bin;
    struct window_walk *walk;
    uint32_t lane;
    unsigned level;
    uint64_t now, from, to; /* ns since the start of the run */
    uint64_t first;         /* bin at `from` */
    uint64_t number;  /* of the bin being filled, or the next one; those before it are complete */
    uint64_t bin_end; /* ns: of the bin being filled; 0: none */
    struct archive_pyramid_item *at; /* the item of the first bin */
};

static void end_bin(struct making *making)
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
static void fill_to_bin(struct making *making, uint64_t number, struct archive_pyramid_item item)
{
    struct archive_pyramid_item *at = making->at + (making->number - making->first);
    struct archive_pyramid_item *end = making->at + (number - making->first);
    while (at < end)
        *at++ = item;
    if (making->number < number)
        making->number = number;
}

static void begin_bin(struct making *making, uint64_t number)
{
    if (making->number < number) /* the lane did not exist */
        fill_to_bin(making, number, archive_pyramid_item_none());
    making->bin_end = (number + 1) << making->level;
}

/* Adds a stretch from `start`, past the end of a bin, to `end`, which is within the wanted bins. */
static void make_long(struct making *making, uint64_t start, uint64_t end, uint32_t node)
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

static void make_bins(void *to, const struct archive_innermost_stretch *stretches, size_t count)
{
    struct making *making = to;
    struct archive_pyramid_bin *bin = making->bin;
    const uint32_t *numbers = making->pyramid->nodes.number;
    uint64_t now = making->now != ARCHIVE_UNKNOWN ? making->now : making->walk->start;
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

bool window_make_bins(struct window_walk *walk, struct archive_pyramid_bin *bin, uint32_t lane,
                      unsigned level, uint64_t first, uint64_t end,
                      struct archive_pyramid_item *items, struct error *error)
{
    const struct archive_pyramid_nodes *nodes = &walk->pyramid->nodes;
    struct making making = {.pyramid = walk->pyramid,
                            .bin = bin,
                            .walk = walk,
                            .lane = lane,
                            .level = level,
                            .now = ARCHIVE_UNKNOWN,
                            .from = first << level,
                            .to = end << level,
                            .first = first,
                            .number = first,
                            .at = items};
    archive_pyramid_bin_init(bin, nodes->first[lane + 1] - nodes->first[lane]);
    bool good = window_walk_lane(walk, lane, making.from, making.to, make_bins, &making, error);
    end_bin(&making);
    fill_to_bin(&making, end, archive_pyramid_item_none());
    return good;
}

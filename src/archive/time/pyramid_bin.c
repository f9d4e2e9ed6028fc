/* pyramid_bin.c: see pyramid_bin.h */
#include "archive/time/pyramid_bin.h"

#include "archive/time/cycle_classes.h"
#include "util/memory.h"

#include <stdlib.h>

void archive_pyramid_nodes_init(struct archive_pyramid_nodes *nodes, const struct archive *archive)
{
    const struct archive_nodes *all = &archive->nodes;
    size_t lanes = archive->lanes.rows;
    nodes->first = memory_zeroed(lanes + 2, sizeof *nodes->first);
    nodes->rows = memory_zeroed(all->rows + 1, sizeof *nodes->rows);
    nodes->classes = memory_zeroed(all->rows + 1, sizeof *nodes->classes);
    nodes->number = memory_zeroed(all->rows + 1, sizeof *nodes->number);
    uint8_t *classes = archive_cycles_classes_new(archive);
    for (size_t i = 0; i < all->rows; i++)
        nodes->first[all->lane[i] +
                     2]++; /* counted two lanes ahead: the sums below are then one lane ahead */
    for (size_t i = 2; i < lanes + 2; i++)
        nodes->first[i] += nodes->first[i - 1];
    for (size_t i = 0; i < all->rows; i++) {
        uint32_t lane = all->lane[i], at = nodes->first[lane + 1]++;
        nodes->rows[at] = (uint32_t)i;
        nodes->classes[at] = all->region[i] ? classes[all->region[i]]
                                            : (uint8_t)archive_cycles_class_of(archive, 0, lane);
    }
    free(classes);
    for (uint32_t i = 0; i < all->rows; i++)
        nodes->number[nodes->rows[i]] = i - nodes->first[all->lane[nodes->rows[i]]];
}

void archive_pyramid_nodes_free(struct archive_pyramid_nodes *nodes)
{
    free(nodes->first);
    free(nodes->rows);
    free(nodes->classes);
    free(nodes->number);
}

void archive_pyramid_bin_init(struct archive_pyramid_bin *bin, size_t nodes)
{
    if (nodes <= bin->room)
        return;
    archive_pyramid_bin_free(bin);
    bin->time = memory_zeroed(nodes, sizeof *bin->time);
    bin->touched = memory_zeroed(nodes, sizeof *bin->touched);
    bin->room = nodes;
}

void archive_pyramid_bin_free(struct archive_pyramid_bin *bin)
{
    free(bin->time);
    free(bin->touched);
    *bin = (struct archive_pyramid_bin){0};
}

void archive_pyramid_item_classify(struct archive_pyramid_item *item, const uint64_t *time,
                                   unsigned seen, unsigned level)
{
    unsigned first = (unsigned)__builtin_ctz(seen), second = CYCLES_STORED;
    for (seen &= seen - 1; seen; seen &= seen - 1) {
        unsigned class = (unsigned)__builtin_ctz(seen);
        if (time[class] > time[first]) {
            second = first;
            first = class;
        } else if (second == CYCLES_STORED || time[class] > time[second]) {
            second = class;
        }
    }
    item->class = (uint8_t)first;
    item->part = (uint8_t)(time[first] * PYRAMID_WHOLE >> level);
    item->other = (uint8_t)(second == CYCLES_STORED ? first : second);
}

/* Summarizes a bin with two nodes: most bins that are made from acts have two. */
static struct archive_pyramid_item take_two(struct archive_pyramid_bin *bin, unsigned level,
                                            const uint8_t *classes)
{
    uint32_t a = bin->touched[0], b = bin->touched[1];
    uint64_t time_a = bin->time[a], time_b = bin->time[b];
    uint8_t class_a = classes[a], class_b = classes[b];
    bool first = time_a > time_b || (time_a == time_b && a < b);
    bool first_class = time_a > time_b || (time_a == time_b && class_a < class_b);
    uint64_t most = time_a > time_b ? time_a : time_b;
    uint64_t of_class = class_a == class_b ? time_a + time_b : most;
    bin->time[a] = bin->time[b] = 0;
    return (struct archive_pyramid_item){.node = first ? a : b,
                                         .share = (uint8_t)(most * PYRAMID_WHOLE >> level),
                                         .class = first_class ? class_a : class_b,
                                         .part = (uint8_t)(of_class * PYRAMID_WHOLE >> level),
                                         .other = first_class ? class_b : class_a};
}

struct archive_pyramid_item archive_pyramid_bin_take(struct archive_pyramid_bin *bin,
                                                     unsigned level, const uint8_t *classes,
                                                     struct archive_pyramid_bin *above)
{
    if (bin->count == 2 && !above) {
        struct archive_pyramid_item two = take_two(bin, level, classes);
        two.begun = bin->begun < UINT32_MAX ? (uint32_t)bin->begun : UINT32_MAX;
        bin->count = 0;
        bin->begun = 0;
        return two;
    }
    struct archive_pyramid_item item = archive_pyramid_item_none();
    uint64_t time[CYCLES_STORED] = {0}, most = 0;
    unsigned seen = 0;
    for (size_t i = 0; i < bin->count; i++) {
        uint32_t node = bin->touched[i];
        uint64_t of_node = bin->time[node];
        bin->time[node] = 0;
        time[classes[node]] += of_node;
        seen |= 1u << classes[node];
        if (of_node > most || (of_node == most && node < item.node)) {
            most = of_node;
            item.node = node;
        }
        if (above)
            archive_pyramid_bin_add(above, node, of_node);
    }
    if (above)
        above->begun += bin->begun;
    item.begun = bin->begun < UINT32_MAX ? (uint32_t)bin->begun : UINT32_MAX;
    item.share = (uint8_t)(most * PYRAMID_WHOLE >> level);
    if (seen)
        archive_pyramid_item_classify(&item, time, seen, level);
    bin->count = 0;
    bin->begun = 0;
    return item;
}

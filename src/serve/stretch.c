/* stretch.c: see stretch.h */
#include "serve/stretch.h"

#include "util/memory.h"

#include <stdlib.h>

struct serve_stretch serve_stretch_of(const struct archive_pyramid_item *item,
                                      const uint32_t *path_of)
{
    if (item->node == ARCHIVE_NONE)
        return (struct serve_stretch){
            .path = ARCHIVE_NONE, .begun = item->begun, .class = CYCLES_UNKNOWN};
    return (struct serve_stretch){.path = path_of[item->node],
                                  .begun = item->begun,
                                  .class = item->class,
                                  .share = (uint8_t)(item->part * SERVE_WHOLE / PYRAMID_WHOLE),
                                  .other = item->other};
}

/* The same bin of several lanes, added up. */
struct serve_stretch_sum {
    uint32_t time[CYCLES_CLASSES]; /* in 31sts of a bin */
    uint32_t lanes;                /* that existed */
    uint32_t node, rank;           /* the best node so far */
    uint64_t begun;
};

/* Adds the bins of one lane. */
static void add_lane(struct serve_stretch_sum *sum, const struct archive_pyramid_item *item,
                     size_t bins)
{
    for (const struct archive_pyramid_item *end = item + bins; item < end; item++, sum++) {
        bool exists = item->node != ARCHIVE_NONE;
        unsigned part = exists ? item->part : 0;
        sum->begun += item->begun;
        sum->lanes += exists;
        sum->time[item->class] += part;
        sum->time[item->other] += exists && item->other != item->class ? PYRAMID_WHOLE - part : 0;
    }
}

/* Returns the class with the most time, without one of them; `without` if no other has any. */
static unsigned most_of(const struct serve_stretch_sum *sum, unsigned without)
{
    unsigned found = without, most = 0;
    for (unsigned i = 0; i < CYCLES_CLASSES; i++) {
        if (i != without && sum->time[i] > most) {
            found = i;
            most = sum->time[i];
        }
    }
    return found;
}

/* Finds the node of each bin: one of the bin's class goes before others, of these the longest. */
static void choose_nodes(struct serve_stretch_sum *sum, const struct serve_stretch *stretch,
                         const struct archive_pyramid_item *item, size_t bins)
{
    for (const struct archive_pyramid_item *end = item + bins; item < end; item++) {
        unsigned rank = 1u + item->share + (item->class == stretch->class ? PYRAMID_WHOLE + 1 : 0);
        bool better = item->node != ARCHIVE_NONE && rank > sum->rank;
        sum->rank = better ? rank : sum->rank;
        sum->node = better ? item->node : sum->node;
        sum++;
        stretch++;
    }
}

static struct serve_stretch begin_stretch(const struct serve_stretch_sum *sum)
{
    unsigned class = most_of(sum, CYCLES_CLASSES);
    struct serve_stretch stretch = {.path = ARCHIVE_NONE,
                                    .begun =
                                        sum->begun > UINT32_MAX ? UINT32_MAX : (uint32_t)sum->begun,
                                    .class = CYCLES_UNKNOWN};
    if (class == CYCLES_CLASSES)
        return stretch;
    stretch.class = (uint8_t) class;
    stretch.share = (uint8_t)(sum->time[class] / sum->lanes * SERVE_WHOLE / PYRAMID_WHOLE);
    stretch.other = (uint8_t)most_of(sum, class);
    return stretch;
}

void serve_stretch_merge(const struct archive_pyramid_item *items, size_t lanes, size_t bins,
                         const uint32_t *path_of, struct serve_stretch *to)
{
    struct serve_stretch_sum *sums = memory_zeroed(bins + 1, sizeof *sums);
    for (size_t i = 0; i < lanes; i++)
        add_lane(sums, items + i * bins, bins);
    for (size_t bin = 0; bin < bins; bin++)
        to[bin] = begin_stretch(&sums[bin]);
    for (size_t i = 0; i < lanes; i++)
        choose_nodes(sums, to, items + i * bins, bins);
    for (size_t bin = 0; bin < bins; bin++) {
        if (to[bin].class != CYCLES_UNKNOWN && sums[bin].rank)
            to[bin].path = path_of[sums[bin].node];
    }
    free(sums);
}

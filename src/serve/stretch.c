/* stretch.c: see stretch.h */
#include "serve/stretch.h"

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
struct merging {
    unsigned time[CYCLES_CLASSES]; /* in 31sts of a bin */
    unsigned seen;                 /* bits of the classes that have any */
    unsigned lanes;                /* that existed */
    uint64_t begun;
};

static struct merging add_up(const struct archive_pyramid_item *item, size_t lanes, size_t stride)
{
    struct merging sum = {0};
    for (size_t i = 0; i < lanes; i++, item += stride) {
        sum.begun += item->begun;
        if (item->node == ARCHIVE_NONE)
            continue;
        sum.lanes++;
        sum.seen |= 1u << item->class | 1u << item->other;
        sum.time[item->class] += item->part;
        if (item->other != item->class)
            sum.time[item->other] += PYRAMID_WHOLE - item->part;
    }
    return sum;
}

/* Returns the class with the most time, without one of them; `without` if no other has any. */
static unsigned most_of(const struct merging *sum, unsigned without)
{
    unsigned found = without;
    for (unsigned left = sum->seen & ~(1u << without); left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left);
        if (sum->time[i] && (found == without || sum->time[i] > sum->time[found]))
            found = i;
    }
    return found;
}

struct serve_stretch serve_stretch_merge(const struct archive_pyramid_item *items, size_t lanes,
                                         size_t stride, const uint32_t *path_of)
{
    struct merging sum = add_up(items, lanes, stride);
    unsigned class = most_of(&sum, CYCLES_CLASSES), best = 0;
    struct serve_stretch stretch = {.path = ARCHIVE_NONE,
                                    .begun =
                                        sum.begun > UINT32_MAX ? UINT32_MAX : (uint32_t)sum.begun,
                                    .class = CYCLES_UNKNOWN};
    if (class == CYCLES_CLASSES)
        return stretch;
    for (size_t i = 0; i < lanes; i++) {
        const struct archive_pyramid_item *item = &items[i * stride];
        unsigned rank = 1u + item->share + (item->class == class ? PYRAMID_WHOLE + 1 : 0);
        if (item->node != ARCHIVE_NONE && rank > best) {
            best = rank;
            stretch.path = path_of[item->node];
        }
    }
    stretch.class = (uint8_t) class;
    stretch.share = (uint8_t)(sum.time[class] / sum.lanes * SERVE_WHOLE / PYRAMID_WHOLE);
    stretch.other = (uint8_t)most_of(&sum, class);
    return stretch;
}

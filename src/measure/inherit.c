/* inherit.c: see inherit.h */
#include "measure/inherit.h"

#include "measure/node.h"
#include "measure/region.h"

#include <sys/mman.h>

/* The open visits from the innermost to the root of the lane, in private memory. */
struct path {
    struct copy {
        struct format_node *node; /* its address in the lane's file */
        struct format_node old;
        uint16_t sums, ranges; /* of an anchor */
        bool reset;            /* see INHERITED_RESET */
    } * copies;
    size_t count;
    size_t ended; /* the number of visits, innermost first, that have ended */
    const struct measure_lane *lane;
    struct format_header header;
    struct format_lane record;
};

static struct path kept;      /* for the next child, while the process forks */
static struct path inherited; /* from this process's parent */

static void release(struct path *path)
{
    if (path->copies)
        munmap(path->copies, path->count * sizeof *path->copies);
    *path = (struct path){0};
}

static size_t depth_of(const struct format_node *node)
{
    size_t depth = 0;
    for (; node; node = node->up)
        depth++;
    return depth;
}

bool inherit_keep(void)
{
    const struct measure_lane *lane = measure_lane_own;
    kept = (struct path){0};
    if (!lane)
        return true;
    size_t count = depth_of(measure_lane_current);
    struct copy *copies = mmap(NULL, count * sizeof *copies, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copies == MAP_FAILED)
        return false;
    kept = (struct path){copies, count, 0, lane, *lane->header, *lane->record};
    struct format_node *node = measure_lane_current;
    for (size_t i = 0; i < count; i++, node = node->up) {
        copies[i] = (struct copy){.node = node, .old = *node};
        if (measure_node_is_anchor(node)) {
            copies[i].sums = measure_node_values(node)->sums;
            copies[i].ranges = measure_node_values(node)->ranges;
        }
    }
    return true;
}

void inherit_drop(void)
{
    release(&kept);
}

/* Returns the recent child of an inherited node. A loop is never one: so its end takes the slow
 * path, which notices that the program's variables count trips from before the fork, too. */
static struct format_node *recent_of(struct format_node *below, uint32_t region)
{
    return below != &measure_lane_nobody && measure_region_kind(region) == TRI_KIND_LOOP
               ? &measure_lane_nobody
               : below;
}

bool inherit_restore(struct measure_lane *lane, uint64_t now)
{
    if (kept.lane != lane)
        return false;
    release(&inherited);
    inherited = kept;
    kept = (struct path){0};
    *lane->header = inherited.header;
    *lane->record = inherited.record;
    struct format_node *below = &measure_lane_nobody;
    uint32_t region = 0; /* region of `below` */
    for (size_t i = 0; i < inherited.count; i++) {
        const struct copy *copy = &inherited.copies[i];
        const struct format_node *old = &copy->old;
        struct format_node *node = copy->node;
        *node = (struct format_node){
            .region = old->region,
            .up = old->up,
            .recent = recent_of(below, region),
            .next = &measure_lane_nobody,
            .open = old->open == FORMAT_OPEN_UNTIMED ? old->open : now,
            .min = UINT64_MAX,
            .self = old->self,
            .parent = old->parent,
            .trips_min = UINT64_MAX,
        };
        if (measure_node_is_anchor(old))
            measure_node_clear_values(node, FORMAT_VALUES, copy->sums, copy->ranges);
        __atomic_store_n(&node->type, old->type, __ATOMIC_RELEASE);
        measure_node_remember(lane, node);
        below = node;
        region = node->region;
    }
    return true;
}

/* Returns the copy of an open visit; NULL if it was not inherited. */
static struct copy *find(const struct format_node *node)
{
    if (inherited.ended == inherited.count || inherited.lane != measure_lane_own)
        return NULL;
    for (size_t i = inherited.ended; i < inherited.count; i++) {
        if (inherited.copies[i].node == node)
            return &inherited.copies[i];
    }
    return NULL;
}

enum inherited inherit_of(const struct format_node *node)
{
    const struct copy *copy = find(node);
    return !copy ? INHERITED_NOT : copy->reset ? INHERITED_RESET : INHERITED_MIXED;
}

enum inherited inherit_end(const struct format_node *node)
{
    enum inherited is = inherit_of(node);
    if (is != INHERITED_NOT)
        inherited.ended = (size_t)(find(node) - inherited.copies) + 1;
    return is;
}

void inherit_reset(const struct format_node *node)
{
    struct copy *copy = find(node);
    if (copy)
        copy->reset = true;
}

/* bridge.c: see bridge.h */
#include "measure/bridge.h"

#include "measure/clock.h"
#include "measure/copies.h"
#include "measure/guard.h"
#include "measure/lane.h"
#include "measure/node.h"
#include "measure/pause.h"

#include <errno.h>
#include <stddef.h>

bool measure_bridge_is_on;
static const struct measure_bridge *own;

void measure_bridge_begin(const struct measure_bridge *bridge)
{
    own = bridge;
    __atomic_store_n(&measure_bridge_is_on, true, __ATOMIC_RELEASE);
    measure_copies_are_stale();
}

/* Returns the node itself, or the innermost one around it that is a visit or the root. */
static struct format_node *visit_at(struct format_node *node)
{
    while (format_is_crossing(node->region))
        node = node->up;
    return node;
}

/* Returns the innermost crossing at a node or around it; NULL: there is none. */
static struct format_node *crossing_at(struct format_node *node)
{
    while (node && !format_is_crossing(node->region))
        node = node->up;
    return node;
}

/* Returns the crossing of the context, if this is that of a loop in it. */
static struct format_node *whole_of(struct format_node *crossing)
{
    return crossing->region & FORMAT_CROSSING_LOOP ? crossing->up : crossing;
}

/* True if the nodes below a crossing are visited there; of none, if it is no context. */
static bool is_there(struct format_node *crossing, uint32_t context, uint32_t loop)
{
    if (!crossing || !context)
        return !context; /* a context that is not known changes nothing */
    bool same = whole_of(crossing)->region == (FORMAT_CROSSING | context);
    return same && (whole_of(crossing) == crossing
                        ? !loop
                        : crossing->region == (FORMAT_CROSSING | FORMAT_CROSSING_LOOP | loop));
}

static bool has_lane(void)
{
    return measure_lane_own && measure_lane_current != &measure_lane_nowhere &&
           !measure_guard_is_own();
}

void measure_bridge_leave(void)
{
    if (!has_lane())
        return;
    struct format_node *visit = visit_at(measure_lane_current);
    visit->recent = &measure_lane_nobody;
    measure_lane_current = visit;
}

/* Finds the crossing. If none may be made, and there is none, returns false. */
static bool find(bool makes)
{
    struct format_node *(*child)(struct format_node *, uint32_t) =
        makes ? measure_node_child : measure_node_known_child;
    if (!has_lane())
        return true;
    uint32_t loop = 0, context = own->where(&loop);
    struct format_node *node = visit_at(measure_lane_current);
    measure_lane_current = node;
    if (context > FORMAT_CROSSING_NUMBER || loop > FORMAT_CROSSING_NUMBER || pause_is_on() ||
        is_there(crossing_at(node), context, loop))
        return true;
    struct format_node *below = child(node, FORMAT_CROSSING | context);
    if (below && loop)
        below = child(below, FORMAT_CROSSING | FORMAT_CROSSING_LOOP | loop);
    if (below)
        measure_lane_current = below;
    return below || makes;
}

void measure_bridge_find(void)
{
    find(true);
}

bool measure_bridge_find_known(void)
{
    return find(false);
}

/* True if a visit is open that began in that context; 0: in none. */
static bool began_in(struct format_node *visit, uint32_t context)
{
    struct format_node *crossing = crossing_at(visit);
    return visit->up &&
           (crossing ? whole_of(crossing)->region == (FORMAT_CROSSING | context) : !context);
}

void measure_bridge_link(uint32_t context, bool is_probed, uint32_t from)
{
    if (!has_lane() || context > FORMAT_CROSSING_NUMBER)
        return;
    int saved = errno;
    struct format_node *visit = visit_at(measure_lane_current);
    if (is_probed || began_in(visit, from))
        measure_node_child(visit, FORMAT_CROSSING | FORMAT_CROSSING_BACK | context);
    errno = saved;
}

void measure_bridge_land(uint32_t context)
{
    if (!has_lane())
        return;
    uint64_t now = measure_clock_now();
    for (;;) {
        struct format_node *crossing = crossing_at(measure_lane_current);
        if (!crossing || !own->is_below(whole_of(crossing)->region & ~FORMAT_CROSSING, context))
            return;
        const struct format_node *outer = whole_of(crossing)->up;
        while (measure_lane_current != outer)
            measure_node_close_from_outside(now);
    }
}

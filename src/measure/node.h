/* node.h: finds, makes and updates the nodes of a lane's tree (lane.h has a drawing). */
#ifndef MEASURE_NODE_H
#define MEASURE_NODE_H

#include "format/profile.h"
#include "measure/lane.h"

#include <stdbool.h>
#include <stdint.h>

/* Returns the child of `up` for that region and makes it `up`'s recent child; makes a new node if
 * there is none. NULL if there is no room: the visit is not measured, and measuring stops. */
struct format_node *measure_node_child(struct format_node *up, uint32_t region);

/* Returns the child only if it exists; NULL otherwise. */
struct format_node *measure_node_known_child(struct format_node *up, uint32_t region);

/* Ends the current visit from outside, as longjmp, the end of a thread or exit do. Its parent
 * becomes current. */
void measure_node_close_from_outside(uint64_t now);

/* Returns the open visit of this thread whose parent is `up`; NULL if there is none. */
struct format_node *measure_node_open_below(const struct format_node *up);

/* Clears the lane's table of nodes; measure_node_remember() adds a node to it. For new and for
 * forked lanes. */
void measure_node_forget_all(struct measure_lane *lane);
void measure_node_remember(struct measure_lane *lane, struct format_node *node);

/* Returns the values behind an anchor's node. */
static inline struct format_values *measure_node_values(struct format_node *anchor)
{
    return (struct format_values *)(anchor + 1);
}

/* Initializes the values of a new node, whose memory is zero. type: FORMAT_VALUES or
 * FORMAT_REPEATED. */
void measure_node_clear_values(struct format_node *node, enum format_record type, unsigned sums,
                               unsigned ranges);

static inline bool measure_node_is_anchor(const struct format_node *node)
{
    return node->type == FORMAT_ANCHOR;
}

/* Adds an ended, timed visit. */
static inline void measure_node_add_time(struct format_node *node, uint64_t ticks)
{
    node->time += ticks;
    if (ticks < node->min)
        node->min = ticks;
    if (ticks > node->max)
        node->max = ticks;
}

/* For a node that is timed in part of its visits. Begins a timed visit, before it is counted; notes
 * that a loop inside has a probe in the visit of the anchor that is the node or above it; ends it,
 * after its passes were added: if it is one of the first visits of its call path, it does not stand
 * for others. */
void measure_node_begin_sampled(struct format_node *node);
void measure_node_time_inside(struct format_node *node);
void measure_node_end_sampled(struct format_node *node, uint64_t ticks, bool is_new);

/* Adds a visit of such a node that is not timed and was counted. */
void measure_node_add_untimed(struct format_node *node);

#define NODE_NO_TRIPS UINT64_MAX /* the visit was not one of a loop */

static inline void measure_node_add_trips(struct format_node *node, uint64_t trips)
{
    if (trips == NODE_NO_TRIPS)
        return;
    node->trips += trips;
    if (trips < node->trips_min)
        node->trips_min = trips;
    if (trips > node->trips_max)
        node->trips_max = trips;
}

/* Makes the node current before anything is written to it: a signal handler then works below it and
 * never writes to a half-updated node. */
static inline void measure_node_make_current(struct format_node *node)
{
    measure_lane_current = node;
    __asm__ volatile("" ::: "memory");
}

#endif

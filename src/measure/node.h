/* node.h: finding and making the nodes of a lane's tree. */
#ifndef MEASURE_NODE_H
#define MEASURE_NODE_H

#include "format/profile.h"
#include "measure/lane.h"

#include <stdbool.h>
#include <stdint.h>

/* The child of `up` for that region, made if there is none. NULL when there is no room: then the
 * visit is not measured, and measuring stops. `up` gets it as its recent child. */
struct format_node *node_child(struct format_node *up, uint32_t region);

/* The same where it exists already; NULL: it does not. */
struct format_node *node_known_child(struct format_node *up, uint32_t region);

/* Ends the current visit as longjmp, a thread's end or exit do: its parent is current then. */
void node_close_from_outside(uint64_t now);

/* The visit open in this thread whose parent is `up`; NULL: none. */
struct format_node *node_open_below(const struct format_node *up);

/* The lane's table of nodes, for a new lane and for a forked one. */
void node_forget_all(struct lane *lane);
void node_remember(struct lane *lane, struct format_node *node);

/* The values behind an anchor's node. */
static inline struct format_values *node_values(struct format_node *anchor)
{
    return (struct format_values *)(anchor + 1);
}

/* Sets the values of a new node, whose memory is zero, to nothing. */
void node_clear_values(struct format_node *node, unsigned sums, unsigned ranges);

static inline bool node_is_anchor(const struct format_node *node)
{
    return node->type == FORMAT_ANCHOR;
}

/* Adds an ended, timed visit. */
static inline void node_add_time(struct format_node *node, uint64_t ticks)
{
    node->time += ticks;
    if (ticks < node->min)
        node->min = ticks;
    if (ticks > node->max)
        node->max = ticks;
}

/* Adds a visit of a node that is not always timed; UINT64_MAX ticks: this one was not. */
void node_add_sampled(struct format_node *node, uint64_t ticks);

#define NODE_NO_TRIPS UINT64_MAX /* the visit was none of a loop */

static inline void node_add_trips(struct format_node *node, uint64_t trips)
{
    if (trips == NODE_NO_TRIPS)
        return;
    node->trips += trips;
    if (trips < node->trips_min)
        node->trips_min = trips;
    if (trips > node->trips_max)
        node->trips_max = trips;
}

/* The node becomes current before it is written: a signal handler then finds itself below it, and
 * never writes to the same node half-way. */
static inline void node_make_current(struct format_node *node)
{
    lane_current = node;
    __asm__ volatile("" ::: "memory");
}

#endif

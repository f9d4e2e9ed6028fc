/* visit.h: how a visit begins and ends, for all that has a probe's name. */
#ifndef MEASURE_VISIT_H
#define MEASURE_VISIT_H

#include "format/profile.h"
#include "measure/clock.h"
#include "measure/log.h"
#include "measure/node.h"

#include <triptych/probes.h>

/* What a probe hands out for the time of a visit is not the node visited but the one to go back to,
 * its parent: the processor then needs not wait for the visited node to know where the next visit
 * begins. The visited node is the parent's recent child meanwhile. */
static inline struct tri_node *visit_handle(struct format_node *up)
{
    return (struct tri_node *)up;
}

/* The handle of a visit that is logged is marked by its lowest bit: nodes have even addresses. */
static inline struct tri_node *visit_logged_handle(struct format_node *up)
{
    return (struct tri_node *)((char *)up + 1);
}

static inline bool visit_is_logged(struct tri_node *handle)
{
    return __builtin_expect((uintptr_t)handle & 1, 0);
}

static inline struct format_node *visit_up(struct tri_node *handle)
{
    return (struct format_node *)((char *)handle - ((uintptr_t)handle & 1));
}

/* Of a visit that goes on, for those who were not given it. */
static inline struct tri_node *visit_handle_of(const struct format_node *node)
{
    return log_wants_node(node) ? visit_logged_handle(node->up) : visit_handle(node->up);
}

/* The fast paths have no frame of their own: what is rare is called last, with everything it
 * needs. */
#define VISIT_RARE __attribute__((noinline, cold))

/* The child that a fast path did not find: another region than last time, the first visit of a
 * region, the first probe of a thread, or a pause. NULL: this visit is not measured. */
struct format_node *visit_find_child(struct tri_region *region);

/* Begins a visit of it; the handle, or NULL. */
struct tri_node *visit_enter_far(struct tri_region *region);

/* Ends the visit below `up`, which is not the current one, or not its parent's recent child any
 * more. */
void visit_leave_far(struct format_node *up, uint64_t trips);

static inline void visit_open(struct format_node *node, unsigned mode)
{
    node_make_current(node);
    node->count++;
    if (__builtin_expect(mode == TRI_TIME, 1))
        node->open = clock_counter();
    else
        node->open = FORMAT_OPEN_UNTIMED;
}

/* The last writes of a visit. */
static inline void visit_go_up(struct format_node *node, struct format_node *up)
{
    node->open = 0;
    __asm__ volatile("" ::: "memory");
    lane_current = up;
}

/* A visit that begins and ends in one step; the node is current meanwhile, for signal handlers. */
static inline void visit_count(struct format_node *node, uint64_t visits)
{
    struct format_node *up = lane_current;
    node_make_current(node);
    node->count += visits;
    __asm__ volatile("" ::: "memory");
    lane_current = up;
}

#endif

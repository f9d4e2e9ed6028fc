/* node_close.c: ends visits from outside: by longjmp, the end of a thread, or exit. */
#include "measure/filter.h"
#include "measure/inherit.h"
#include "measure/lane.h"
#include "measure/log.h"
#include "measure/node.h"

void measure_node_close_from_outside(uint64_t now)
{
    struct format_node *node = measure_lane_current;
    if (format_is_crossing(node->region)) {
        measure_lane_current = node->up;
        return;
    }
    inherit_end(node);
    measure_filter_forget(node);
    if (node->open > FORMAT_OPEN_UNTIMED)
        measure_node_add_time(node, now - node->open);
    measure_log_left(node, now);
    node->aborted += node->aborted < UINT32_MAX;
    if (measure_node_is_anchor(node))
        measure_node_values(node)->lost++;
    node->open = 0;
    node->up->recent = &measure_lane_nobody; /* see bridge.h */
    __asm__ volatile("" ::: "memory");
    measure_lane_current = node->up;
}

struct format_node *measure_node_open_below(const struct format_node *up)
{
    struct format_node *node = measure_lane_current;
    while (node && node->up != up)
        node = node->up;
    return node;
}

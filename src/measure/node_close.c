/* node_close.c: ends visits from outside: by longjmp, the end of a thread, or exit. */
#include "measure/inherit.h"
#include "measure/lane.h"
#include "measure/log.h"
#include "measure/node.h"

void node_close_from_outside(uint64_t now)
{
    struct format_node *node = lane_current;
    inherit_end(node);
    if (node->open > FORMAT_OPEN_UNTIMED)
        node_add_time(node, now - node->open);
    log_left(node, now);
    node->left += node->left < UINT32_MAX;
    if (node_is_anchor(node))
        node_values(node)->lost++;
    node->open = 0;
    __asm__ volatile("" ::: "memory");
    lane_current = node->up;
}

struct format_node *node_open_below(const struct format_node *up)
{
    struct format_node *node = lane_current;
    while (node && node->up != up)
        node = node->up;
    return node;
}

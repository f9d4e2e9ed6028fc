/* node_search.h: the search for a node in the lane's table, without calls: probes on the fast path
 * need no stack frame for it. */
#ifndef MEASURE_NODE_SEARCH_H
#define MEASURE_NODE_SEARCH_H

#include "format/profile.h"
#include "measure/lane.h"

#include <stddef.h>
#include <stdint.h>

/* Returns the hash slot. Nodes of one region are neighbours in memory and get neighbouring slots;
 * different regions are spread. size: a power of 2. */
static inline size_t measure_node_slot(const struct format_node *up, uint32_t region, size_t size)
{
    return ((uintptr_t)up / sizeof *up + (uint64_t)region * UINT32_C(0x9e3779b1)) & (size - 1);
}

/* Searches the table, which only this thread and its signal handlers use. The size is read before
 * the table and written after it: a handler that grows the table in between leaves a size that is
 * too small, never one that is too large. */
static inline struct format_node *measure_node_find(const struct measure_lane *lane,
                                                    const struct format_node *up, uint32_t region)
{
    size_t size = __atomic_load_n(&lane->table_size, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_ACQUIRE);
    struct format_node *const *table = __atomic_load_n(&lane->table, __ATOMIC_RELAXED);
    if (!size)
        return NULL;
    for (size_t slot = measure_node_slot(up, region, size);; slot = (slot + 1) & (size - 1)) {
        struct format_node *node = __atomic_load_n(&table[slot], __ATOMIC_RELAXED);
        if (!node || (node->region == region && node->up == up))
            return node;
    }
}

enum { NODE_SKIPPED = 4 }; /* as far as measure_node_skip() looks */

/* Finds a child of `up` that comes a little later than its recent child and the one that followed
 * that one last time: those in between are not visited this time. The order stays as it is. NULL if
 * there is none. */
static inline struct format_node *measure_node_skip(struct format_node *up, uint32_t region)
{
    struct format_node *node = up->recent->next;
    for (int i = 0; i < NODE_SKIPPED; i++) {
        node = node->next;
        if (node->region == region) {
            up->recent = node;
            return node;
        }
    }
    return NULL;
}

/* Finds a child of `up`, which is neither its recent child nor the one that followed that one last
 * time, and makes it both. NULL if there is none. */
static inline struct format_node *measure_node_search(const struct measure_lane *lane,
                                                      struct format_node *up, uint32_t region)
{
    struct format_node *node = measure_node_find(lane, up, region), *last = up->recent;
    if (__builtin_expect(!node, 0))
        return NULL;
    if (last != &measure_lane_nobody)
        last->next = node;
    up->recent = node;
    return node;
}

#endif

/* matching.c: see matching.h */
#include "analysis/division/matching.h"

#include "util/memory.h"

#include <assert.h>

uint32_t division_add_node(struct analysis_division *division, uint32_t parent, size_t run)
{
    uint32_t number = (uint32_t)division->count;
    division->nodes =
        memory_grow(division->nodes, &division->room, division->count + 1, sizeof *division->nodes);
    struct analysis_division_node *node = &division->nodes[division->count++];
    *node = (struct analysis_division_node){parent, (uint32_t)run,
                                            memory_zeroed(division->runs, sizeof *node->nodes)};
    for (size_t i = 0; i < division->runs; i++)
        node->nodes[i] = ARCHIVE_NONE;
    return number;
}

void division_take(struct division_matching *matching, uint32_t node, uint32_t to)
{
    assert(to < matching->division->count);
    const struct analysis_division_tree *tree = matching->division->trees[matching->run];
    uint32_t above = tree->nodes[node].parent;
    uint32_t parent = above == ARCHIVE_NONE ? ARCHIVE_NONE : matching->to[above];
    matching->to[node] = to;
    matching->division->nodes[to].nodes[matching->run] = node;
    if (parent != ARCHIVE_NONE)
        pairs_add(&matching->children, parent, tree->nodes[node].key, to);
}

void division_take_new(struct division_matching *matching, uint32_t node, uint32_t parent)
{
    division_take(matching, node, division_add_node(matching->division, parent, matching->run));
}

uint32_t division_find(const struct division_matching *matching, uint32_t node)
{
    const struct analysis_division *division = matching->division;
    const struct analysis_division_tree_node *in_tree =
        &division->trees[matching->run]->nodes[node];
    uint32_t parent = matching->to[in_tree->parent];
    uint32_t found =
        parent == ARCHIVE_NONE ? PAIRS_NONE : pairs_find(&matching->children, parent, in_tree->key);
    bool free = found != PAIRS_NONE && division->nodes[found].nodes[matching->run] == ARCHIVE_NONE;
    return free ? found : PAIRS_NONE;
}

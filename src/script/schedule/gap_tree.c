/* gap_tree.c: a treap of gaps in the order of their starts. Each node knows the latest end and the
 * greatest length below it. Priorities come from the node's number, so that runs repeat. */
#include "script/schedule/gap_tree.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>

struct script_schedule_gap_node {
    double start, end;
    double latest_end, longest; /* of this node and those below */
    uint32_t machine, priority, left, right;
};

static uint32_t new_node(struct script_schedule_gap_nodes *pool)
{
    if (pool->free) {
        uint32_t node = pool->free;
        pool->free = pool->nodes[node].left;
        return node;
    }
    if (!pool->used)
        pool->used = 1;
    pool->nodes =
        memory_grow(pool->nodes, &pool->room, pool->used + (size_t)1, sizeof *pool->nodes);
    pool->nodes[0] =
        (struct script_schedule_gap_node){.latest_end = -INFINITY, .longest = -INFINITY};
    return pool->used++;
}

static uint32_t scramble(uint32_t x)
{
    x = (x ^ (x >> 16)) * 0x7feb352dU;
    x = (x ^ (x >> 15)) * 0x846ca68bU;
    return x ^ (x >> 16);
}

static void sum_up(struct script_schedule_gap_node *nodes, uint32_t at)
{
    struct script_schedule_gap_node *node = &nodes[at];
    const struct script_schedule_gap_node *left = &nodes[node->left], *right = &nodes[node->right];
    node->latest_end = fmax(node->end, fmax(left->latest_end, right->latest_end));
    node->longest = fmax(node->end - node->start, fmax(left->longest, right->longest));
}

static bool is_before(const struct script_schedule_gap_node *node, double start, uint32_t machine)
{
    return node->start < start || (node->start == start && node->machine < machine);
}

/* Divides a tree into what is before a key and the rest. */
static void split(struct script_schedule_gap_node *nodes, uint32_t tree, double start,
                  uint32_t machine, uint32_t *left, uint32_t *right)
{
    if (!tree) {
        *left = *right = 0;
        return;
    }
    if (is_before(&nodes[tree], start, machine)) {
        split(nodes, nodes[tree].right, start, machine, &nodes[tree].right, right);
        *left = tree;
    } else {
        split(nodes, nodes[tree].left, start, machine, left, &nodes[tree].left);
        *right = tree;
    }
    sum_up(nodes, tree);
}

static uint32_t join(struct script_schedule_gap_node *nodes, uint32_t left, uint32_t right)
{
    if (!left || !right)
        return left ? left : right;
    uint32_t top;
    if (nodes[left].priority > nodes[right].priority) {
        nodes[left].right = join(nodes, nodes[left].right, right);
        top = left;
    } else {
        nodes[right].left = join(nodes, left, nodes[right].left);
        top = right;
    }
    sum_up(nodes, top);
    return top;
}

void script_schedule_gap_add(struct script_schedule_gap_nodes *pool, uint32_t *tree, double start,
                             double end, uint32_t machine)
{
    uint32_t node = new_node(pool), left, right;
    pool->nodes[node] = (struct script_schedule_gap_node){
        .start = start, .end = end, .machine = machine, .priority = scramble(node)};
    sum_up(pool->nodes, node);
    split(pool->nodes, *tree, start, machine, &left, &right);
    *tree = join(pool->nodes, join(pool->nodes, left, node), right);
}

void script_schedule_gap_remove(struct script_schedule_gap_nodes *pool, uint32_t *tree,
                                double start, uint32_t machine)
{
    uint32_t left, middle, right;
    split(pool->nodes, *tree, start, machine, &left, &right);
    split(pool->nodes, right, start, machine + 1, &middle, &right);
    *tree = join(pool->nodes, left, right);
    if (middle) {
        pool->nodes[middle].left = pool->free;
        pool->free = middle;
    }
}

/* Returns the last gap that starts no later than `ready` and ends no earlier than `need`. */
static uint32_t last_over(const struct script_schedule_gap_node *nodes, uint32_t tree, double ready,
                          double need)
{
    while (tree && nodes[tree].latest_end >= need) {
        if (nodes[tree].start > ready) {
            tree = nodes[tree].left;
            continue;
        }
        uint32_t found = last_over(nodes, nodes[tree].right, ready, need);
        if (found)
            return found;
        if (nodes[tree].end >= need)
            return tree;
        tree = nodes[tree].left;
    }
    return 0;
}

/* Returns the first gap that starts after `ready` and is long enough. */
static uint32_t first_fit(const struct script_schedule_gap_node *nodes, uint32_t tree, double ready,
                          double seconds)
{
    while (tree && nodes[tree].longest >= seconds * (1 - 1e-12)) {
        if (nodes[tree].start <= ready) {
            tree = nodes[tree].right;
            continue;
        }
        uint32_t found = first_fit(nodes, nodes[tree].left, ready, seconds);
        if (found)
            return found;
        if (nodes[tree].start + seconds <= nodes[tree].end)
            return tree;
        tree = nodes[tree].right;
    }
    return 0;
}

double script_schedule_gap_find(const struct script_schedule_gap_nodes *pool, uint32_t tree,
                                double ready, double seconds, uint32_t *machine)
{
    uint32_t found = last_over(pool->nodes, tree, ready, ready + seconds);
    double start = ready;
    if (!found) {
        found = first_fit(pool->nodes, tree, ready, seconds);
        if (!found)
            return INFINITY;
        start = pool->nodes[found].start;
    }
    *machine = pool->nodes[found].machine;
    return start;
}

void script_schedule_gap_nodes_free(struct script_schedule_gap_nodes *pool)
{
    free(pool->nodes);
    *pool = (struct script_schedule_gap_nodes){0};
}

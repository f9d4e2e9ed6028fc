/* front.c: see front.h */
#include "archive/loops/front.h"

#include "util/memory.h"

#include <stdlib.h>

enum { MOST_ANCHORS = 6, MOST_NODES = 2000 };

void archive_loops_edges_add(struct archive_loops_edges *edges, uint32_t edge)
{
    edges->all = memory_grow(edges->all, &edges->room, edges->count + 1, sizeof *edges->all);
    edges->all[edges->count++] = edge;
}

static void add_once(struct archive_loops_edges *edges, uint32_t edge)
{
    for (size_t i = 0; i < edges->count; i++) {
        if (edges->all[i] == edge)
            return;
    }
    archive_loops_edges_add(edges, edge);
}

static struct archive_loops_edges *new_front(struct archive_loops_passes *passes)
{
    passes->front = memory_grow(passes->front, &passes->front_room, passes->front_count + 1,
                                sizeof *passes->front);
    struct archive_loops_edges *front = &passes->front[passes->front_count++];
    *front = (struct archive_loops_edges){0};
    return front;
}

static bool is_same_place(struct archive_loops_place a, struct archive_loops_place b)
{
    return a.file && a.file == b.file && a.spot == b.spot;
}

/* Returns the last branch before a node, following single predecessors; the node itself if it ends
 * with one. 0: none. */
static uint32_t branch_before(const struct archive_loops_nodes *nodes, uint32_t node)
{
    uint32_t left = nodes->function->raw->blocks;
    while (node && left-- && !archive_loops_function_branches(nodes->function, node))
        node = archive_loops_flow_before(nodes->flow, node);
    return node;
}

/* Returns a node of the loop that leaves it by a test of the body at the same source position as a
 * node in front of the loop; 0: none. */
static uint32_t twin_of(const struct archive_loops_nodes *nodes, uint32_t copy)
{
    struct archive_loops_place place = archive_loops_nodes_place(nodes, copy);
    if (!archive_loops_source_tells_end(nodes->source, copy))
        return 0;
    for (uint32_t node = 1; place.file && node <= nodes->function->raw->blocks; node++) {
        if (nodes->kinds[node] == NODE_BODY &&
            archive_loops_function_branches(nodes->function, node) &&
            archive_loops_nodes_leaves(nodes, node) &&
            is_same_place(archive_loops_nodes_place(nodes, node), place))
            return node;
    }
    return 0;
}

/* Returns the first of the copies of body tests that lead to a node; `twin` is the node of the loop
 * that it is a copy of. 0: none. */
static uint32_t first_copy(const struct archive_loops_nodes *nodes, uint32_t node, uint32_t *twin)
{
    uint32_t found = 0, left = nodes->function->raw->blocks;
    for (node = branch_before(nodes, node); node && left-- && !archive_loops_nodes_has(nodes, node);
         node = branch_before(nodes, archive_loops_flow_before(nodes->flow, node))) {
        uint32_t own = twin_of(nodes, node);
        if (!own)
            break;
        found = node;
        *twin = own;
    }
    return found;
}

static void add_edges_to(const struct archive_loops_nodes *nodes, uint32_t node,
                         struct archive_loops_edges *to)
{
    const struct archive_loops_flow *flow = nodes->flow;
    for (uint32_t i = flow->first_in[node]; i < flow->first_in[node + 1]; i++)
        add_once(to, flow->in[i]);
}

/* True if the condition, or the beginning of a pass that is counted in the loop, comes next,
 * without a branch or call in between. */
static bool leads_to_test(const struct archive_loops_nodes *nodes, uint32_t node)
{
    uint32_t left = nodes->function->raw->blocks;
    if (archive_loops_nodes_begins_behind(nodes, node))
        return true;
    while (node && left-- && nodes->kinds[node] == NODE_PLAIN)
        node = archive_loops_flow_behind(nodes->flow, node);
    return node && nodes->kinds[node] == NODE_TEST;
}

uint32_t archive_loops_front_enter(const struct archive_loops_nodes *nodes, const uint8_t *begins,
                                   struct archive_loops_passes *passes)
{
    struct archive_loops_edges behind = {0}, copies = {0};
    uint32_t first_twin = 0;
    for (uint32_t i = 0; i < nodes->function->raw->edges; i++) {
        const struct format_edge *edge = &nodes->function->edges[i];
        if (!archive_loops_nodes_enters(nodes, edge))
            continue;
        bool begins_here = begins && begins[edge->to];
        if (begins_here || leads_to_test(nodes, edge->to)) {
            if (begins_here)
                archive_loops_edges_add(&passes->begins, i);
            add_once(&passes->enters, i);
            continue;
        }
        uint32_t twin = 0, copy = edge->from ? first_copy(nodes, edge->from, &twin) : 0;
        archive_loops_edges_add(&behind, i);
        if (copy) {
            add_edges_to(nodes, copy, &passes->enters);
            add_edges_to(nodes, copy, &copies);
            first_twin = first_twin ? first_twin : twin;
        } else {
            add_once(&passes->enters, i);
            add_once(&copies, i);
        }
    }
    *new_front(passes) = behind;
    *new_front(passes) = copies;
    return first_twin;
}

bool archive_loops_front_is_on_every_way(const struct archive_loops_nodes *nodes, uint32_t through)
{
    const struct archive_loops_flow *flow = nodes->flow;
    size_t room = (size_t)nodes->function->raw->blocks + 1, count = 0;
    if (through == nodes->head)
        return true;
    uint32_t *open = memory_zeroed(room, sizeof *open);
    uint8_t *seen = memory_zeroed(room, 1);
    bool around = false;
    open[count++] = nodes->head;
    seen[nodes->head] = seen[through] = 1;
    while (count && !around) {
        uint32_t node = open[--count];
        for (uint32_t i = flow->first_out[node]; i < flow->first_out[node + 1]; i++) {
            uint32_t to = nodes->function->edges[flow->out[i]].to;
            around |= to == nodes->head;
            if (!archive_loops_nodes_has(nodes, to) || seen[to])
                continue;
            seen[to] = 1;
            open[count++] = to;
        }
    }
    free(open);
    free(seen);
    return !around;
}

/* Finds copies of a node of the loop, beside the loop. False if the loop has another node at the
 * same source position. */
static bool find_copies(const struct archive_loops_nodes *nodes, uint32_t anchor,
                        struct archive_loops_edges *to)
{
    const struct archive_loops_function *function = nodes->function;
    struct archive_loops_place place = archive_loops_nodes_place(nodes, anchor);
    uint32_t around = function->loops[nodes->loop].parent;
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        bool inside = archive_loops_nodes_has(nodes, node);
        if (node == anchor || !nodes->flow->is_regular[node] ||
            !archive_loops_flow_decides(nodes->flow, node) ||
            (!inside && function->blocks[node - 1].loop != around) ||
            nodes->flow->calls[node] != nodes->flow->calls[anchor] ||
            !is_same_place(archive_loops_nodes_place(nodes, node), place) ||
            !archive_loops_source_tells_end(nodes->source, node))
            continue;
        if (inside)
            return false;
        add_edges_to(nodes, node, to);
    }
    return true;
}

void archive_loops_front_copies(const struct archive_loops_nodes *nodes,
                                struct archive_loops_passes *passes)
{
    const struct archive_loops_function *function = nodes->function;
    unsigned anchors = 0;
    if (function->raw->blocks > MOST_NODES)
        return;
    for (uint32_t node = 1; node <= function->raw->blocks && anchors < MOST_ANCHORS; node++) {
        struct archive_loops_edges found = {0};
        if (nodes->kinds[node] != NODE_BODY || function->blocks[node - 1].loop != nodes->loop ||
            !find_copies(nodes, node, &found) || !found.count ||
            !archive_loops_front_is_on_every_way(nodes, node)) {
            free(found.all);
            continue;
        }
        *new_front(passes) = found;
        anchors++;
    }
}

uint32_t archive_loops_front_guards(const struct archive_loops_nodes *nodes)
{
    const struct archive_loops_function *function = nodes->function;
    uint32_t entry = 0, count = 0, left = function->raw->blocks;
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        if (!archive_loops_nodes_enters(nodes, &function->edges[i]))
            continue;
        if (entry)
            return 0;
        entry = function->edges[i].from;
    }
    for (uint32_t node = branch_before(nodes, entry); node && left--;
         node = branch_before(nodes, archive_loops_flow_before(nodes->flow, node))) {
        if (archive_loops_nodes_has(nodes, node) ||
            !archive_loops_origin_tests(nodes->origin, archive_loops_nodes_place(nodes, node)))
            break;
        count++;
    }
    return count;
}

/* nodes.c: see nodes.h
 *
 * A node is classified by the source position of its end, that is of its branch or call: compilers
 * move other instructions about. A node that only falls through is classified by its instructions,
 * or by what follows it. A body without branches and calls is a stretch of code in front of the
 * next test: it belongs to the node that has most of it. */
#include "archive/loops/nodes.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

struct archive_loops_place archive_loops_nodes_place(const struct archive_loops_nodes *nodes,
                                                     uint32_t node)
{
    return archive_loops_source_end_of(nodes->source, node, nodes->origin->scope);
}

/* Measures how much of a node is in the condition, and how much elsewhere in the loop. */
static void measure(struct archive_loops_nodes *nodes, uint32_t node)
{
    const struct format_block *block = &nodes->function->blocks[node - 1];
    uint64_t end = block->address + block->bytes;
    for (uint64_t at = block->address, next; at < end; at = next) {
        next = archive_loops_source_next(nodes->source, at, end);
        struct archive_loops_place place =
            archive_loops_source_place(nodes->source, node, at, nodes->origin->scope);
        if (!place.file)
            continue;
        bool tests = archive_loops_origin_tests(nodes->origin, place);
        (tests ? nodes->test_size : nodes->body_size)[node] += (uint32_t)(next - at);
    }
}

static enum archive_loops_node_kind kind_of(const struct archive_loops_nodes *nodes, uint32_t node)
{
    if (!archive_loops_flow_decides(nodes->flow, node))
        return NODE_PLAIN;
    struct archive_loops_place place = archive_loops_nodes_place(nodes, node);
    if (!place.file)
        return nodes->test_size[node] && !nodes->body_size[node] ? NODE_TEST : NODE_BODY;
    return archive_loops_origin_tests(nodes->origin, place) ? NODE_TEST : NODE_BODY;
}

static void find_kinds(struct archive_loops_nodes *nodes)
{
    for (uint32_t node = 1; node <= nodes->function->raw->blocks; node++) {
        if (!archive_loops_function_is_in(nodes->function, node, nodes->loop))
            continue;
        measure(nodes, node);
        nodes->kinds[node] = (uint8_t)kind_of(nodes, node);
        nodes->has_body |= nodes->kinds[node] == NODE_BODY;
        nodes->has_tests |= nodes->kinds[node] == NODE_TEST;
    }
}

/* Returns the bytes of the body in a node, without those whose line entry begins before the node:
 * an instruction that the compiler moved may have got the line of the ones before it. */
static uint32_t own_body_size(const struct archive_loops_nodes *nodes, uint32_t node)
{
    const struct format_block *block = &nodes->function->blocks[node - 1];
    uint64_t end = block->address + block->bytes;
    uint32_t before = 0;
    for (uint64_t at = block->address, next; at < end; at = next) {
        next = archive_loops_source_next(nodes->source, at, end);
        if (archive_loops_source_tells(nodes->source, node, at))
            break;
        struct archive_loops_place place =
            archive_loops_source_place(nodes->source, node, at, nodes->origin->scope);
        if (place.file && !archive_loops_origin_tests(nodes->origin, place))
            before += (uint32_t)(next - at);
    }
    return nodes->body_size[node] - before;
}

static uint32_t largest_body(const struct archive_loops_nodes *nodes)
{
    uint32_t best = 0, most = 0, most_own = 0;
    for (uint32_t node = 1; node <= nodes->function->raw->blocks; node++) {
        uint32_t size = nodes->body_size[node], own = size ? own_body_size(nodes, node) : 0;
        if (own > most_own || (own == most_own && size > most)) {
            best = node;
            most = size;
            most_own = own;
        }
    }
    return best;
}

/* Returns the successor of a node that falls through; 0 if that is not in the loop. */
static uint32_t node_behind(const struct archive_loops_nodes *nodes, uint32_t node)
{
    uint32_t next = archive_loops_flow_behind(nodes->flow, node);
    return archive_loops_nodes_has(nodes, next) ? next : 0;
}

static enum archive_loops_node_role role_of_plain(const struct archive_loops_nodes *nodes,
                                                  uint32_t node)
{
    uint32_t left = nodes->function->raw->blocks; /* there may be a cycle */
    while (node && left--) {
        if (nodes->roles[node])
            return nodes->roles[node];
        if (nodes->has_body && nodes->body_size[node])
            return ROLE_BODY;
        if (nodes->test_size[node] && !nodes->body_size[node])
            return ROLE_TEST;
        node = node_behind(nodes, node);
    }
    return ROLE_NONE;
}

static void find_roles(struct archive_loops_nodes *nodes)
{
    uint32_t count = nodes->function->raw->blocks;
    for (uint32_t node = 1; node <= count; node++) {
        if (nodes->kinds[node] == NODE_TEST || nodes->kinds[node] == NODE_BODY)
            nodes->roles[node] = nodes->kinds[node] == NODE_TEST ? ROLE_TEST : ROLE_BODY;
    }
    if (!nodes->has_body)
        nodes->body = largest_body(nodes);
    if (nodes->body)
        nodes->roles[nodes->body] = ROLE_BODY;
    uint8_t *plain = memory_zeroed((size_t)count + 1, 1);
    for (uint32_t node = 1; node <= count; node++) {
        if (nodes->kinds[node] == NODE_PLAIN)
            plain[node] = (uint8_t)role_of_plain(nodes, node);
    }
    for (uint32_t node = 1; node <= count; node++)
        nodes->roles[node] |= plain[node];
    free(plain);
}

void archive_loops_nodes_begin(struct archive_loops_nodes *nodes,
                               const struct archive_loops_source *source,
                               const struct archive_loops_flow *flow, uint32_t loop)
{
    assert(source->origins[loop].loop != NULL);
    size_t room = (size_t)flow->function->raw->blocks + 1;
    *nodes = (struct archive_loops_nodes){.source = source,
                                          .function = flow->function,
                                          .flow = flow,
                                          .origin = &source->origins[loop],
                                          .loop = loop,
                                          .head = flow->function->loops[loop].head};
    nodes->kinds = memory_zeroed(room, 1);
    nodes->roles = memory_zeroed(room, 1);
    nodes->body_size = memory_zeroed(room, sizeof *nodes->body_size);
    nodes->test_size = memory_zeroed(room, sizeof *nodes->test_size);
    find_kinds(nodes);
    if (nodes->has_tests)
        find_roles(nodes);
}

void archive_loops_nodes_end(struct archive_loops_nodes *nodes)
{
    free(nodes->kinds);
    free(nodes->roles);
    free(nodes->body_size);
    free(nodes->test_size);
}

bool archive_loops_nodes_ends_in_test(const struct archive_loops_nodes *nodes, uint32_t node)
{
    if (nodes->kinds[node] == NODE_PLAIN)
        return nodes->test_size[node] && !nodes->body_size[node];
    return nodes->kinds[node] == NODE_TEST;
}

bool archive_loops_nodes_begins_behind(const struct archive_loops_nodes *nodes, uint32_t node)
{
    uint32_t left = nodes->function->raw->blocks;
    while (node && left-- && nodes->kinds[node] == NODE_PLAIN) {
        uint32_t next = node_behind(nodes, node);
        if (next && nodes->roles[next] == ROLE_BODY &&
            archive_loops_nodes_ends_in_test(nodes, node))
            return true;
        node = next;
    }
    return false;
}

bool archive_loops_nodes_enters(const struct archive_loops_nodes *nodes,
                                const struct format_edge *edge)
{
    bool lands = edge->kind == FORMAT_EDGE_ENTER && edge != nodes->function->edges;
    return archive_loops_nodes_has(nodes, edge->to) &&
           !archive_loops_nodes_has(nodes, edge->from) && !lands;
}

bool archive_loops_nodes_leaves(const struct archive_loops_nodes *nodes, uint32_t node)
{
    const struct archive_loops_flow *flow = nodes->flow;
    for (uint32_t i = flow->first_out[node]; i < flow->first_out[node + 1]; i++) {
        if (!archive_loops_nodes_has(nodes, nodes->function->edges[flow->out[i]].to))
            return true;
    }
    return false;
}

static bool only_leads_on(const struct archive_loops_nodes *nodes, uint32_t node)
{
    bool has_body = nodes->has_body ? nodes->body_size[node] > 0 : node == nodes->body;
    return nodes->kinds[node] == NODE_PLAIN && !has_body &&
           !archive_loops_nodes_ends_in_test(nodes, node);
}

bool archive_loops_nodes_leads_to_head(const struct archive_loops_nodes *nodes, uint32_t node)
{
    uint32_t left = nodes->function->raw->blocks;
    while (node && node != nodes->head && left-- && only_leads_on(nodes, node))
        node = node_behind(nodes, node);
    return node == nodes->head;
}

bool archive_loops_nodes_runs_to_head(const struct archive_loops_nodes *nodes, uint32_t node)
{
    uint32_t left = nodes->function->raw->blocks;
    while (node && node != nodes->head && left-- && nodes->kinds[node] == NODE_PLAIN)
        node = node_behind(nodes, node);
    return node == nodes->head;
}

/* unrolled.c: see unrolled.h */
#include "archive/loops/unrolled.h"

#include "archive/loops/front.h"

#include <stdlib.h>

/* The copies of a test: branches that leave the loop, at one position of the source. */
struct copies {
    uint64_t spot;
    uint32_t first; /* node */
    uint32_t count;
    bool is_test; /* in the condition */
};

static bool is_at(const struct archive_loops_nodes *nodes, uint32_t node, uint64_t spot)
{
    struct archive_loops_place place = archive_loops_nodes_place(nodes, node);
    return nodes->kinds[node] != NODE_PLAIN && archive_loops_nodes_has(nodes, node) &&
           place.file == nodes->origin->file && place.spot == spot;
}

/* True if a node may be a copy: it computes what it tests, in the function that has the loop. A
 * comparison of numbers that may be unordered has two branches, the second of which stands alone.
 */
static bool may_be_copy(const struct archive_loops_nodes *nodes, uint32_t node)
{
    const struct format_block *block = &nodes->function->blocks[node - 1];
    return archive_loops_function_branches(nodes->function, node) && block->instructions > 1 &&
           archive_loops_nodes_leaves(nodes, node) &&
           archive_loops_source_tells_end(nodes->source, node) &&
           archive_symbols_unit_scope(nodes->source->unit, block->address + block->bytes - 1) ==
               nodes->origin->scope &&
           archive_loops_front_is_on_every_way(nodes, node);
}

/* Finds the copies of the test that a node ends with. False if a branch at its position is none. */
static bool find_copies(const struct archive_loops_nodes *nodes, uint32_t first,
                        struct copies *copies)
{
    uint64_t spot = archive_loops_nodes_place(nodes, first).spot;
    *copies =
        (struct copies){.spot = spot, .first = first, .is_test = nodes->kinds[first] == NODE_TEST};
    for (uint32_t node = 1; node <= nodes->function->raw->blocks; node++) {
        if (!is_at(nodes, node, spot))
            continue;
        if (!may_be_copy(nodes, node))
            return false;
        copies->count++;
    }
    return spot & UINT32_MAX; /* the column is known */
}

/* True if a branch of the condition stands behind others: clang gives the position of the keyword
 * to the last one. */
static bool is_behind(const struct archive_source_loop *loop, uint64_t spot, uint64_t other)
{
    if (spot == loop->keyword || other == loop->keyword)
        return spot == loop->keyword && other != loop->keyword;
    return archive_source_span_has(&loop->test, spot) && spot > other;
}

/* True if another branch is in the condition behind the copies, or in the body in front of them:
 * then a pass does not begin with them. */
static bool has_other_first(const struct archive_loops_nodes *nodes, const struct copies *copies)
{
    for (uint32_t node = 1; node <= nodes->function->raw->blocks; node++) {
        if (!archive_loops_nodes_has(nodes, node) || nodes->kinds[node] == NODE_PLAIN)
            continue;
        uint64_t spot = archive_loops_nodes_place(nodes, node).spot;
        bool is_test = nodes->kinds[node] == NODE_TEST;
        if (copies->is_test ? is_test && is_behind(nodes->origin->loop, spot, copies->spot)
                            : !is_test && spot < copies->spot)
            return true;
    }
    return false;
}

/* Returns the first node from the head on that ends with a branch or a call. */
static uint32_t first_branch(const struct archive_loops_nodes *nodes)
{
    uint32_t node = nodes->head, left = nodes->function->raw->blocks;
    while (node && left-- && nodes->kinds[node] == NODE_PLAIN)
        node = archive_loops_flow_behind(nodes->flow, node);
    return node;
}

/* Sets the edges on which passes begin: those that continue behind the condition, or those that
 * lead to the first test of the body. */
static void set_begins(const struct archive_loops_nodes *nodes, const struct copies *copies,
                       struct archive_loops_passes *passes)
{
    passes->begins.count = passes->enters.count = 0;
    for (size_t i = 0; i < passes->front_count; i++)
        passes->front[i].count = 0;
    for (uint32_t i = 0; i < nodes->function->raw->edges; i++) {
        const struct format_edge *edge = &nodes->function->edges[i];
        bool begins = copies->is_test ? edge->from && is_at(nodes, edge->from, copies->spot) &&
                                            archive_loops_nodes_has(nodes, edge->to)
                                      : edge->to && is_at(nodes, edge->to, copies->spot);
        if (begins)
            archive_loops_edges_add(&passes->begins, i);
    }
}

bool archive_loops_unrolled_find(const struct archive_loops_nodes *nodes,
                                 struct archive_loops_passes *passes)
{
    const struct format_loop *raw = &nodes->function->loops[nodes->loop];
    uint32_t first = first_branch(nodes);
    struct copies copies;
    if (raw->factor || raw->elements < 2 || raw->flags & FORMAT_LOOP_IRREDUCIBLE ||
        !nodes->origin->is_sure || !nodes->origin->loop->is_simple || !first ||
        !archive_loops_nodes_has(nodes, first))
        return false;
    if (!find_copies(nodes, first, &copies) || copies.count != raw->elements ||
        has_other_first(nodes, &copies))
        return false;
    set_begins(nodes, &copies, passes);
    passes->told = copies.count;
    return true;
}

uint32_t archive_loops_unrolled_by_head(const struct archive_loops_source *source, uint32_t loop)
{
    const struct format_loop *raw = &source->function->loops[loop];
    const struct archive_source_loop *origin = source->origins[loop].loop;
    bool fits = raw->constant && raw->elements > 1 && origin->times &&
                origin->times == (uint64_t)raw->constant * raw->elements;
    return fits ? raw->elements : 0;
}

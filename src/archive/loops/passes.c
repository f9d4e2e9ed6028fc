/* passes.c: see passes.h
 *
 * A pass begins where the flow leaves the condition of a loop for its body. A loop that is entered
 * in its body was tested before, in a copy of the condition, and a pass begins at the entry.
 * Compilers may put the beginning of the body in front of the loop, too: then the loop is entered
 * behind it. */
#include "archive/loops/passes.h"

#include "archive/loops/doubt.h"
#include "archive/loops/front.h"
#include "archive/loops/generated.h"
#include "archive/loops/nodes.h"
#include "archive/loops/unrolled.h"
#include "util/memory.h"

#include <stdlib.h>

static bool begins_pass(const struct archive_loops_nodes *nodes, const struct format_edge *edge)
{
    return archive_loops_nodes_has(nodes, edge->from) && archive_loops_nodes_has(nodes, edge->to) &&
           edge->kind != FORMAT_EDGE_LOST && archive_loops_nodes_ends_in_test(nodes, edge->from) &&
           nodes->roles[edge->to] == ROLE_BODY &&
           !archive_loops_nodes_begins_behind(nodes, edge->to);
}

static bool is_reducible(const struct archive_loops_nodes *nodes)
{
    return !(nodes->function->loops[nodes->loop].flags & FORMAT_LOOP_IRREDUCIBLE);
}

/* Finds the nodes at which passes begin in the loop; if the head is one, all edges to it begin one.
 * False if there are none. */
static bool find_begins(const struct archive_loops_nodes *nodes, uint8_t *begins)
{
    const struct archive_loops_function *function = nodes->function;
    bool any = false;
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        if (!begins_pass(nodes, edge))
            continue;
        any = true;
        if (!begins[edge->to])
            begins[edge->to] = 1;
        if (is_reducible(nodes) && archive_loops_nodes_leads_to_head(nodes, edge->to))
            begins[nodes->head] = 2;
    }
    return any;
}

static void add_begins(const struct archive_loops_nodes *nodes, const uint8_t *begins,
                       struct archive_loops_passes *passes)
{
    bool at_head = begins[nodes->head] == 2;
    for (uint32_t i = 0; i < nodes->function->raw->edges; i++) {
        const struct format_edge *edge = &nodes->function->edges[i];
        bool to_head = at_head && edge->to && archive_loops_nodes_leads_to_head(nodes, edge->to);
        bool counts = begins_pass(nodes, edge);
        if (at_head && edge->to == nodes->head)
            counts = edge->kind != FORMAT_EDGE_LOST && !archive_loops_nodes_enters(nodes, edge);
        else
            counts &= !to_head;
        if (counts)
            archive_loops_edges_add(&passes->begins, i);
    }
}

static uint32_t next_test(const struct archive_loops_nodes *nodes, uint32_t node)
{
    uint32_t left = nodes->function->raw->blocks;
    while (node && left-- && nodes->kinds[node] == NODE_PLAIN)
        node = archive_loops_flow_behind(nodes->flow, node);
    return node;
}

/* Returns the successor of a test that is in the loop; 0: none. */
static uint32_t behind_test(const struct archive_loops_nodes *nodes, uint32_t node)
{
    const struct archive_loops_flow *flow = nodes->flow;
    for (uint32_t i = flow->first_out[node]; i < flow->first_out[node + 1]; i++) {
        uint32_t to = nodes->function->edges[flow->out[i]].to;
        if (archive_loops_nodes_has(nodes, to))
            return to;
    }
    return 0;
}

/* Adds the edges to the head: each begins a pass. */
static void add_edges_to_head(const struct archive_loops_nodes *nodes,
                              struct archive_loops_passes *passes)
{
    const struct archive_loops_flow *flow = nodes->flow;
    for (uint32_t i = flow->first_in[nodes->head]; i < flow->first_in[nodes->head + 1]; i++)
        archive_loops_edges_add(&passes->begins, flow->in[i]);
}

/* Adds the passes of a loop that has a condition and no body: a pass begins when the whole
 * condition was tested. If copies of the first tests are in front of the loop, the loop was
 * rotated: these tests come last in it, and the last test of the condition is followed by them. */
static void add_without_body(const struct archive_loops_nodes *nodes,
                             struct archive_loops_passes *passes)
{
    const struct archive_loops_function *function = nodes->function;
    const struct archive_source_loop *origin = nodes->origin->loop;
    uint32_t tests = 0, guards = archive_loops_front_guards(nodes);
    for (uint32_t node = 1; node <= function->raw->blocks; node++)
        tests += nodes->kinds[node] == NODE_TEST && archive_loops_function_branches(function, node);
    bool counted = function->loops[nodes->loop].flags & FORMAT_LOOP_COUNTED;
    if (origin->body < origin->test.start || (tests == 1 && counted)) {
        add_edges_to_head(nodes, passes); /* the body was moved elsewhere */
        return;
    }
    uint32_t last = next_test(nodes, nodes->head);
    for (uint32_t i = 1; last && guards < tests && i < tests - guards; i++)
        last = next_test(nodes, behind_test(nodes, last));
    bool rotated = guards && guards < tests && last;
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        bool inside =
            archive_loops_nodes_has(nodes, edge->from) && archive_loops_nodes_has(nodes, edge->to);
        bool is_last =
            rotated ? edge->from == last : archive_loops_nodes_leads_to_head(nodes, edge->to);
        if (inside ? is_last && nodes->kinds[edge->from] == NODE_TEST
                   : guards && guards >= tests && archive_loops_nodes_enters(nodes, edge))
            archive_loops_edges_add(&passes->begins, i);
    }
}

/* Adds the passes of a loop that has a condition. */
static void add_tested(const struct archive_loops_nodes *nodes, struct archive_loops_passes *passes)
{
    uint8_t *begins = memory_zeroed((size_t)nodes->function->raw->blocks + 1, 1);
    if (find_begins(nodes, begins)) {
        add_begins(nodes, begins, passes);
        archive_loops_front_enter(nodes, begins, passes);
    } else if (!nodes->has_body) {
        add_without_body(nodes, passes);
    }
    free(begins);
}

/* Returns the source position of the first code of a node, or of what it falls through to. */
static struct archive_loops_place beginning_of(const struct archive_loops_nodes *nodes,
                                               uint32_t node)
{
    struct archive_loops_place place = {0};
    uint32_t left = nodes->function->raw->blocks;
    for (; node && left-- && !place.file; node = archive_loops_flow_behind(nodes->flow, node)) {
        const struct format_block *block = &nodes->function->blocks[node - 1];
        uint64_t end = block->address + block->bytes;
        for (uint64_t at = block->address; at < end && !place.file;
             at = archive_loops_source_next(nodes->source, at, end))
            place = archive_loops_source_place(nodes->source, node, at, nodes->origin->scope);
    }
    return place;
}

/* Returns a node that ends with a test of the body, which leaves the loop or continues with the
 * head, where the code of the head follows the test in the source. Then the body begins with that
 * test; its copy in front of the loop was removed. 0: there is no such node. */
static uint32_t test_before_head(const struct archive_loops_nodes *nodes)
{
    const struct archive_loops_function *function = nodes->function;
    uint32_t found = 0;
    struct archive_loops_place first = beginning_of(nodes, nodes->head);
    for (uint32_t i = 0; first.file && i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        if (nodes->kinds[edge->from] != NODE_BODY || !archive_loops_nodes_has(nodes, edge->to) ||
            !archive_loops_function_branches(function, edge->from) ||
            !archive_loops_nodes_runs_to_head(nodes, edge->to) ||
            !archive_loops_nodes_leaves(nodes, edge->from))
            continue;
        struct archive_loops_place test = archive_loops_nodes_place(nodes, edge->from);
        if (test.file == first.file && test.spot >> 32 < first.spot >> 32)
            found = edge->from;
    }
    return found;
}

/* Adds the passes of a loop without a condition: they begin at its head; or, if a test of its body
 * was put in front of the loop, there and at that test in the loop. */
static void add_endless(const struct archive_loops_nodes *nodes,
                        struct archive_loops_passes *passes)
{
    const struct archive_loops_flow *flow = nodes->flow;
    uint32_t twin = archive_loops_front_enter(nodes, NULL, passes);
    if (!twin)
        twin = test_before_head(nodes);
    if (!twin) { /* the edges that enter it lead to its head */
        for (size_t i = 0; i < passes->front_count; i++)
            passes->front[i].count = 0;
        passes->enters.count = 0;
        twin = is_reducible(nodes) ? nodes->head : 0; /* otherwise counters tell */
    }
    for (uint32_t i = flow->first_in[twin]; twin && i < flow->first_in[twin + 1]; i++)
        archive_loops_edges_add(&passes->begins, flow->in[i]);
}

/* Returns the number of nodes at which passes begin in the loop: 1, unless the loop was unrolled
 * with its conditions. 0: there are several, and not every trip reaches all of them. */
static uint32_t count_copies(const struct archive_loops_nodes *nodes,
                             const struct archive_loops_edges *begins)
{
    uint8_t *seen = memory_zeroed((size_t)nodes->function->raw->blocks + 1, 1);
    uint32_t count = 0;
    bool always = true;
    for (size_t i = 0; i < begins->count; i++) {
        uint32_t to = nodes->function->edges[begins->all[i]].to;
        if (archive_loops_nodes_leads_to_head(nodes, to))
            to = nodes->head;
        if (archive_loops_nodes_has(nodes, to) && !seen[to]) {
            count++;
            always &= archive_loops_front_is_on_every_way(nodes, to);
        }
        seen[to] = 1;
    }
    free(seen);
    return count <= 1 ? 1 : always ? count : 0;
}

static bool is_same(const struct archive_loops_origin *a, const struct archive_loops_origin *b)
{
    return a->loop && a->loop == b->loop && a->scope == b->scope;
}

/* True if no other loop of the function is the same source loop, except parts of this one. */
static bool is_alone(const struct archive_loops_source *source, uint32_t loop)
{
    const struct archive_loops_function *function = source->function;
    for (uint32_t i = 0; i < function->raw->loops; i++) {
        if (i != loop && is_same(&source->origins[i], &source->origins[loop]) &&
            function->loops[i].depth <= function->loops[loop].depth)
            return false;
    }
    return true;
}

/* True if a trip of the loop does several source iterations, or may do so. */
static bool has_several(const struct archive_loops_source *source, uint32_t loop)
{
    const struct format_loop *raw = &source->function->loops[loop];
    return raw->factor > 1 || raw->flags & FORMAT_LOOP_VECTOR;
}

/* True if the code alone tells where a loop decides whether to go on, without optimisation: the
 * source loop that it seems to be is then another one, around it. */
static bool is_tested(const struct archive_loops_function *function, uint32_t loop)
{
    bool is_plain = function->raw->flags & FORMAT_FUNCTION_FRAME;
    for (uint32_t node = 1; is_plain && node <= function->raw->blocks; node++) {
        if (function->is_test[node] && function->blocks[node - 1].loop == loop)
            return true;
    }
    return false;
}

static void find_passes(const struct archive_loops_source *source,
                        const struct archive_loops_flow *flow, uint32_t loop,
                        struct archive_loops_passes *passes)
{
    struct archive_loops_nodes nodes;
    archive_loops_nodes_begin(&nodes, source, flow, loop);
    if (nodes.has_tests)
        add_tested(&nodes, passes);
    else if (source->origins[loop].is_sure && !source->origins[loop].is_joined)
        add_endless(&nodes, passes);
    else if (!is_tested(source->function, loop))
        add_edges_to_head(&nodes, passes);
    passes->is_known = passes->begins.count > 0;
    passes->copies = nodes.has_tests ? count_copies(&nodes, &passes->begins) : 1;
    if (passes->copies == 1 && archive_loops_unrolled_find(&nodes, passes))
        passes->copies = passes->told;
    if (source->origins[loop].is_sure && passes->copies == 1 && !has_several(source, loop) &&
        is_alone(source, loop))
        archive_loops_front_copies(&nodes, passes);
    archive_loops_nodes_end(&nodes);
}

static void set_place(const struct archive_loops_source *source,
                      const struct archive_loops_origin *origin,
                      struct archive_loops_passes *passes)
{
    passes->unit = source->unit;
    passes->scope = origin->scope;
    passes->file = origin->file;
    passes->line = (uint32_t)(origin->loop->keyword >> 32);
}

/* True if a loop is the same source loop as the loop around it. */
static bool is_part(const struct archive_loops_source *source, uint32_t loop)
{
    uint32_t around = source->function->loops[loop].parent;
    return around != LOOPS_NONE && is_same(&source->origins[loop], &source->origins[around]) &&
           source->origins[loop].is_sure && source->origins[around].is_sure;
}

/* Finds what does the remaining iterations of a loop. A loop without a branch in the condition
 * leaves them to other code, and then does more than one iteration per trip, even if that cannot be
 * seen. */
static void find_rest(const struct archive_loops_source *source,
                      const struct archive_loops_flow *flow,
                      const struct archive_loops_accesses *accesses, uint32_t loop,
                      struct archive_loops_passes *passes)
{
    const struct format_loop *raw = &source->function->loops[loop];
    const struct archive_loops_origin *origin = &source->origins[loop];
    bool is_vector = raw->flags & FORMAT_LOOP_VECTOR;
    bool has_others = archive_loops_doubt_has_others(source, loop);
    passes->is_left = origin->is_contested || archive_loops_doubt_has_unplaced(source, loop) ||
                      (has_others && archive_loops_passes_leave_in_middle(source->function, loop));
    passes->is_doubtful = archive_loops_doubt_place(source, loop);
    if (passes->is_doubtful || (raw->factor == 1 && !has_others && !is_vector && !passes->is_left))
        return;
    enum archive_loops_rest rest = archive_loops_rest_find(source, flow, loop);
    if (raw->factor > 1 && rest == REST_NONE &&
        archive_loops_doubt_has_code(source, accesses, loop))
        rest = REST_BESIDE; /* at other places than those of the loop's code */
    if (passes->is_left)
        passes->rest = REST_BESIDE;
    else if (raw->factor > 1 ? origin->is_sure || rest == REST_BESIDE : has_others)
        passes->rest = rest;
    passes->is_doubtful = raw->factor == 1
                              ? origin->is_joined || (!origin->is_sure && rest == REST_BESIDE)
                              : archive_loops_doubt_factor(source, accesses, loop);
}

/* True if exceptions that are thrown outside a loop may land in it. */
static bool is_landed_in(const struct archive_loops_function *function, uint32_t loop)
{
    for (uint32_t node = 1; function->lands && node <= function->raw->blocks; node++) {
        uint32_t pad = function->blocks[node - 1].pad;
        if (pad && archive_loops_function_is_in(function, pad, loop) &&
            !archive_loops_function_is_in(function, node, loop))
            return true;
    }
    return false;
}

/* Finds out how many iterations a trip does whose number the code alone does not tell. */
static void find_told(const struct archive_loops_source *source,
                      const struct archive_loops_accesses *accesses, uint32_t loop,
                      struct archive_loops_passes *passes)
{
    bool has_more = archive_loops_doubt_has_others(source, loop) ||
                    archive_loops_doubt_has_unplaced(source, loop) ||
                    archive_loops_doubt_has_code(source, accesses, loop);
    if (!passes->told && !has_more && passes->copies == 1)
        passes->told = archive_loops_unrolled_by_head(source, loop);
    if (passes->told) {
        passes->is_left = has_more;
        passes->rest = has_more ? REST_BESIDE : REST_NONE;
    }
}

/* True if passes that begin in front of the loop are counted. */
static bool has_front(const struct archive_loops_passes *passes)
{
    size_t count = 0;
    for (size_t i = 0; i < passes->front_count; i++)
        count += passes->front[i].count;
    return count > 0;
}

/* True if a trip does one iteration for sure, although the factor is not known: nothing of the loop
 * was put there twice, nor made a vector instruction. */
static bool does_one(const struct archive_loops_source *source,
                     const struct archive_loops_accesses *accesses, uint32_t loop,
                     const struct archive_loops_passes *passes)
{
    return !passes->told && passes->copies == 1 && !has_several(source, loop) &&
           !archive_loops_doubt_repeats(source, accesses, loop);
}

/* Finds out if an iteration was peeled from a loop, and is not counted: then its trips are at least
 * as many iterations. */
static void find_peeled(const struct archive_loops_source *source,
                        const struct archive_loops_accesses *accesses, uint32_t loop,
                        struct archive_loops_passes *passes)
{
    uint32_t factor = source->function->loops[loop].factor;
    bool is_one = factor ? factor == 1 : does_one(source, accesses, loop, passes);
    if (!is_one || passes->is_doubtful || passes->rest != REST_UNKNOWN || has_front(passes) ||
        !archive_loops_doubt_is_peeled(source, accesses, loop))
        return;
    passes->rest = REST_BESIDE;
    if (!factor)
        passes->told = 1;
}

/* Finds the passes of a loop that the compiler made of another statement: they begin behind the
 * test at its head. False if it is no such loop. */
static bool find_generated(const struct archive_loops_source *source,
                           const struct archive_loops_flow *flow, uint32_t loop,
                           struct archive_loops_passes *passes)
{
    const struct archive_loops_function *function = source->function;
    uint32_t test = archive_loops_generated_test(source, flow, loop);
    for (uint32_t i = flow->first_out[test]; test && i < flow->first_out[test + 1]; i++) {
        if (archive_loops_function_is_in(function, function->edges[flow->out[i]].to, loop))
            archive_loops_edges_add(&passes->begins, flow->out[i]);
    }
    passes->is_known = passes->begins.count > 0;
    return passes->is_known;
}

/* Finds what the source tells of a loop. Of one that exceptions enter, in the middle of a pass, the
 * code alone tells the trips. */
static void find_in_loop(const struct archive_loops_source *source,
                         const struct archive_loops_flow *flow,
                         const struct archive_loops_accesses *accesses, uint32_t loop,
                         struct archive_loops_passes *passes)
{
    const struct format_loop *raw = &source->function->loops[loop];
    const struct archive_loops_origin *origin = &source->origins[loop];
    passes[loop] =
        (struct archive_loops_passes){.same_as = LOOPS_NONE, .copies = 1, .rest_of = LOOPS_NONE};
    if (is_part(source, loop))
        passes[loop].same_as =
            passes[raw->parent].same_as == LOOPS_NONE ? raw->parent : passes[raw->parent].same_as;
    if (origin->loop && origin->is_sure)
        set_place(source, origin, &passes[loop]);
    if (origin->loop && raw->factor)
        find_rest(source, flow, accesses, loop, &passes[loop]);
    else if (raw->factor > 1) /* an array statement, whose elements may have two parts */
        passes[loop].is_doubtful = archive_loops_source_has_complex(source, loop);
    if (raw->visits == LOOPS_NONE && !raw->trips &&
        find_generated(source, flow, loop, &passes[loop]))
        return;
    if (origin->loop && (raw->visits == LOOPS_NONE || origin->is_sure) &&
        !is_landed_in(source->function, loop))
        find_passes(source, flow, loop, &passes[loop]);
    if (origin->loop && origin->is_sure && !raw->factor)
        find_told(source, accesses, loop, &passes[loop]);
    if (origin->loop)
        find_peeled(source, accesses, loop, &passes[loop]);
}

struct archive_loops_passes *
archive_loops_passes_find(const struct archive_loops_function *function,
                          struct addresses *addresses, struct source_files *files)
{
    struct archive_loops_source source;
    struct archive_loops_flow flow;
    struct archive_loops_accesses accesses;
    if (!archive_loops_source_begin(&source, function, addresses, files))
        return NULL;
    archive_loops_flow_begin(&flow, function);
    archive_loops_accesses_begin(&accesses, function);
    struct archive_loops_passes *passes =
        memory_zeroed((size_t)function->raw->loops + 1, sizeof *passes);
    for (uint32_t i = 0; i < function->raw->loops; i++)
        find_in_loop(&source, &flow, &accesses, i, passes);
    for (uint32_t i = 0; i < function->raw->loops; i++) {
        if (passes[i].unit && !passes[i].is_left &&
            archive_loops_passes_factor(function, passes, i) > 1)
            archive_loops_rest_join(&source, &flow, passes, i);
    }
    archive_loops_accesses_end(&accesses);
    archive_loops_flow_end(&flow);
    archive_loops_source_end(&source);
    return passes;
}

void archive_loops_passes_free(struct archive_loops_passes *passes, uint32_t count)
{
    for (uint32_t i = 0; passes && i < count; i++) {
        for (size_t k = 0; k < passes[i].front_count; k++)
            free(passes[i].front[k].all);
        free(passes[i].front);
        free(passes[i].beside);
        free(passes[i].begins.all);
        free(passes[i].enters.all);
    }
    free(passes);
}

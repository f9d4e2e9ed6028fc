/* tests.c: see tests.h
 *
 * A loop with its condition in front reaches its head once more than its body. Without
 * optimisation, gcc puts the condition behind the body, which falls through to it, and jumps there
 * at the start; clang puts it in front, followed by a jump to the next instruction, or, on x86-64,
 * by the body: there, an `if` that breaks jumps over a jump out of the loop. With optimisation,
 * both make a loop with the condition at its end, whose head is the body, unless the condition
 * contains a call: then it stays in front. */
#include "archive/loops/tests.h"

#include "format/operations.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 16 }; /* limit of instructions of a condition, in optimised code */

struct tests {
    struct archive_loops_function *function;
    uint32_t *first, *out; /* by node, and one more: the edges that lead from it */
};

static void find_out(struct tests *tests)
{
    const struct format_function *raw = tests->function->raw;
    tests->first = memory_zeroed((size_t)raw->blocks + 3, sizeof *tests->first);
    tests->out = memory_zeroed((size_t)raw->edges + 1, sizeof *tests->out);
    for (uint32_t i = 0; i < raw->edges; i++)
        tests->first[tests->function->edges[i].from + 2]++;
    for (uint32_t node = 1; node <= raw->blocks + 1; node++)
        tests->first[node + 1] += tests->first[node];
    for (uint32_t i = 0; i < raw->edges; i++)
        tests->out[tests->first[tests->function->edges[i].from + 1]++] = i;
}

static const struct format_block *block_of(const struct tests *tests, uint32_t node)
{
    return &tests->function->blocks[node - 1];
}

static uint64_t end_of(const struct format_block *block)
{
    return block->address + block->bytes;
}

/* True for a node without code where several jumps meet that read the same table of labels. */
static bool is_hub(const struct tests *tests, uint32_t node)
{
    uint32_t first = tests->first[node];
    return !block_of(tests, node)->bytes && first < tests->first[node + 1] &&
           tests->function->edges[tests->out[first]].kind == FORMAT_EDGE_TABLE;
}

/* True for optimised code. gcc always optimises the bodies of parallel regions. */
static bool is_optimised(const struct archive_loops_function *function)
{
    if (function->raw->flags & FORMAT_FUNCTION_CLANG)
        return false;
    return function->plan->optimised ||
           strstr(archive_loops_plan_text(function->plan, function->raw->name), "._omp_fn");
}

/* True if the loop has code in front of its head. Without optimisation, that is the body, which may
 * end with something else than the way to the head; otherwise the head is what it falls through
 * to. */
static bool is_behind_body(const struct tests *tests, uint32_t loop)
{
    const struct archive_loops_function *function = tests->function;
    uint32_t head = function->loops[loop].head;
    uint64_t address = block_of(tests, head)->address;
    for (uint32_t node = 1; !is_optimised(function) && node <= function->raw->blocks; node++) {
        if (block_of(tests, node)->address < address &&
            archive_loops_function_is_in(function, node, loop))
            return true;
    }
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        bool runs = edge->kind == FORMAT_EDGE_NEXT || edge->kind == FORMAT_EDGE_BACK;
        if (runs && archive_loops_function_goes_back(function, edge, loop) &&
            end_of(block_of(tests, edge->from)) == address)
            return true;
    }
    return false;
}

/* True for an exception handler, which stands behind all other code, unless the loop is in a
 * handler itself. */
static bool is_handler(const struct tests *tests, uint32_t node, uint32_t loop)
{
    const uint8_t *lands = tests->function->lands;
    return lands && lands[node] && !lands[tests->function->loops[loop].head];
}

/* True if the code from the head on is nothing but a condition behind the body: it contains no
 * other loop, and its end leaves the loop or jumps to the body. */
static bool is_last(const struct tests *tests, uint32_t loop)
{
    const struct archive_loops_function *function = tests->function;
    uint64_t address = block_of(tests, function->loops[loop].head)->address;
    uint32_t last = 0, length = 0;
    bool leaves = false, jumps = false;
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        if (block_of(tests, node)->address < address || is_handler(tests, node, loop) ||
            is_hub(tests, node) || !archive_loops_function_is_in(function, node, loop))
            continue;
        if (block_of(tests, node)->loop != loop)
            return false;
        last = node; /* nodes are in order of address */
        length += block_of(tests, node)->instructions;
    }
    if (is_optimised(function) && length > LONGEST)
        return false; /* it is the body, whose way back was put elsewhere */
    for (uint32_t i = tests->first[last]; i < tests->first[last + 1]; i++) {
        uint32_t to = function->edges[tests->out[i]].to;
        bool stays = archive_loops_function_is_in(function, to, loop);
        leaves |= !stays;
        jumps |= stays && block_of(tests, to)->address < address;
    }
    return leaves && jumps;
}

/* True if a node ends with a call that returns. */
static bool calls(const struct tests *tests, uint32_t node)
{
    for (uint32_t i = tests->first[node]; i < tests->first[node + 1]; i++) {
        if (tests->function->edges[tests->out[i]].kind == FORMAT_EDGE_BACK)
            return true;
    }
    return false;
}

/* True if the code from the head on does the loop's work, in optimised code: it writes memory, or
 * all that stands in front of it is moves between registers, which hand the values of one pass to
 * the next. A condition that calls may do as much. */
static bool works_at_head(const struct tests *tests, uint32_t loop)
{
    const struct archive_loops_function *function = tests->function;
    uint64_t address = block_of(tests, function->loops[loop].head)->address;
    uint32_t front = 0, moves = 0, stores = 0, stacked = 0;
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        if (!archive_loops_function_is_in(function, node, loop))
            continue;
        if (block_of(tests, node)->address < address)
            front += block_of(tests, node)->instructions;
        else if (calls(tests, node))
            return false;
    }
    for (uint32_t i = 0; i < function->raw->mixes; i++) {
        const struct format_mix *mix = &function->mixes[i];
        if (!archive_loops_function_is_in(function, mix->block + 1, loop))
            continue;
        bool in_front = block_of(tests, mix->block + 1)->address < address;
        moves += in_front && mix->operation == FORMAT_OPERATION_OTHER ? mix->count : 0;
        stores += !in_front && mix->operation == FORMAT_OPERATION_STORES ? mix->count : 0;
        stacked += !in_front && mix->operation == FORMAT_OPERATION_STACK ? mix->count : 0;
    }
    return is_optimised(function) && (stores > stacked || moves == front);
}

static void mark_behind(const struct tests *tests, uint32_t loop)
{
    struct archive_loops_function *function = tests->function;
    uint64_t address = block_of(tests, function->loops[loop].head)->address;
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        if (block_of(tests, node)->loop == loop && block_of(tests, node)->address >= address &&
            !is_handler(tests, node, loop))
            function->is_test[node] = 1;
    }
}

/* True for a single instruction that jumps to the next one. */
static bool is_needless_jump(const struct tests *tests, uint32_t node)
{
    const struct format_block *block = block_of(tests, node);
    uint32_t first = tests->first[node], count = tests->first[node + 1] - first;
    const struct format_edge *edge = &tests->function->edges[tests->out[first]];
    return block->instructions == 1 && count == 1 && edge->kind == FORMAT_EDGE_TAKEN && edge->to &&
           block_of(tests, edge->to)->address == end_of(block);
}

/* Returns the last node of a loop, by address. */
static uint32_t last_of(const struct tests *tests, uint32_t loop)
{
    uint32_t node = tests->function->raw->blocks;
    while (node && !archive_loops_function_is_in(tests->function, node, loop))
        node--;
    return node;
}

/* True if a condition in front may end with this node: it leaves the loop, for code behind it, or
 * continues with the body, if `falls` by falling through. A `break` leaves it by code among its
 * own. */
static bool decides(const struct tests *tests, uint32_t node, uint32_t loop, bool falls)
{
    uint32_t leave = 0, on = 0, end = last_of(tests, loop);
    for (uint32_t i = tests->first[node]; i < tests->first[node + 1]; i++) {
        const struct format_edge *edge = &tests->function->edges[tests->out[i]];
        if (!archive_loops_function_is_in(tests->function, edge->to, loop))
            leave += edge->kind != FORMAT_EDGE_LOST && (!edge->to || edge->to > end);
        else
            on += is_needless_jump(tests, edge->to) || (falls && edge->kind == FORMAT_EDGE_NEXT);
    }
    return leave && on;
}

/* Returns the last node, by address, that a node leads to in the loop; 0 if one of them is not
 * behind it. */
static uint32_t farthest(const struct tests *tests, uint32_t node, uint32_t loop)
{
    uint32_t last = node;
    for (uint32_t i = tests->first[node]; i < tests->first[node + 1]; i++) {
        uint32_t to = tests->function->edges[tests->out[i]].to;
        if (!archive_loops_function_is_in(tests->function, to, loop))
            continue;
        if (to <= node)
            return 0;
        last = to > last ? to : last;
    }
    return last;
}

/* Marks a condition in front, in code that is not optimised: the nodes from the head on, in order
 * of address, up to one that decides and that all others lead to. False if there is none. Behind a
 * branch and a call, a node that falls through to the body may be the end of a destructor's scope,
 * which a `break` leaves. */
static bool mark_in_front(const struct tests *tests, uint32_t loop)
{
    struct archive_loops_function *function = tests->function;
    uint32_t head = function->loops[loop].head, last = head;
    bool is_clang = function->raw->flags & FORMAT_FUNCTION_CLANG, has_call = false;
    bool has_branch = false;
    for (uint32_t node = head; node <= function->raw->blocks; node++) {
        if (block_of(tests, node)->loop != loop)
            return false;
        has_call |= calls(tests, node);
        if (node == last && decides(tests, node, loop, is_clang && !(has_call && has_branch))) {
            for (uint32_t i = head; i <= node; i++)
                function->is_test[i] = 1;
            return true;
        }
        has_branch |= archive_loops_function_branches(function, node);
        uint32_t to = farthest(tests, node, loop);
        if (!to)
            return false;
        last = to > last ? to : last;
    }
    return false;
}

/* True if no edge back to the head is conditional, but for those that leave a loop inside. */
static bool always_goes_on(const struct tests *tests, uint32_t loop)
{
    const struct archive_loops_function *function = tests->function;
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        if (archive_loops_function_goes_back(function, edge, loop) &&
            block_of(tests, edge->from)->loop == loop &&
            archive_loops_function_branches(function, edge->from))
            return false;
    }
    return true;
}

/* True if a node ends with a call of gcc's functions for atomic operations: before a condition,
 * they are the work of the loop. */
static bool is_atomic(const struct archive_loops_function *function, uint32_t node)
{
    static const char prefix[] = "__aarch64_";
    const struct archive_loops_plan *plan = function->plan;
    for (uint32_t i = 0; i < function->raw->slots; i++) {
        const struct format_slot *slot = &function->slots[i];
        if (slot->node != node)
            continue;
        const char *name = archive_loops_plan_text(plan, plan->functions[slot->function].name);
        return !strncmp(name, prefix, sizeof prefix - 1);
    }
    return false;
}

/* Marks a condition with calls, in optimised code: the head and what follows its calls, if that is
 * short and then leaves the loop or continues. */
static void mark_calls(const struct tests *tests, uint32_t loop)
{
    struct archive_loops_function *function = tests->function;
    uint32_t head = function->loops[loop].head, node = head, length = 0;
    uint32_t left = function->raw->blocks; /* a damaged plan may contain another cycle */
    while (!archive_loops_function_branches(function, node)) {
        uint32_t first = tests->first[node];
        length += block_of(tests, node)->instructions;
        if (first == tests->first[node + 1] || length > LONGEST || !left-- ||
            is_atomic(function, node))
            return;
        const struct format_edge *edge = &function->edges[tests->out[first]];
        if (edge->kind == FORMAT_EDGE_LOST) /* a call that returns has another edge */
            edge = &function->edges[tests->out[tests->first[node + 1] - 1]];
        node = edge->to;
        if (!node || node == head || block_of(tests, node)->loop != loop)
            return;
    }
    if (length + block_of(tests, node)->instructions > LONGEST)
        return; /* it contains the body */
    for (uint32_t i = tests->first[node]; i < tests->first[node + 1]; i++) {
        if (!archive_loops_function_is_in(function, function->edges[tests->out[i]].to, loop))
            function->is_test[node] = 1;
    }
}

void archive_loops_tests_find(struct archive_loops_function *function)
{
    struct tests tests = {.function = function};
    if (!function->raw->loops)
        return;
    find_out(&tests);
    for (uint32_t i = 0; i < function->raw->loops; i++) {
        const struct format_loop *loop = &function->loops[i];
        if (loop->trips || loop->visits != LOOPS_NONE || is_hub(&tests, loop->head))
            continue;
        bool behind = is_behind_body(&tests, i);
        if (behind && is_last(&tests, i)) {
            if (!works_at_head(&tests, i))
                mark_behind(&tests, i);
        } else if (always_goes_on(&tests, i) && (behind || !mark_in_front(&tests, i)) &&
                   is_optimised(function)) {
            mark_calls(&tests, i);
        }
    }
    free(tests.first);
    free(tests.out);
}

/* tests.c: see tests.h
 *
 * A loop that is written with its condition in front comes to its head once more than to its body.
 * gcc without optimising puts the condition behind the body, which runs into it; where the loop
 * begins, it jumps there. clang puts it in front, and then jumps to what stands next. With
 * optimising, both make a loop with the condition at its end, whose head is the body, unless the
 * condition calls something: then it stays where it is. */
#include "archive/loops/tests.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 16 }; /* instructions of a condition, in optimised code */

struct tests {
    struct loops_function *function;
    uint32_t *first, *out; /* by node, and one more: numbers of the edges that lead from it */
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

/* Parts of a parallel region go through gcc's optimiser in any case. */
static bool is_optimised(const struct loops_function *function)
{
    return function->plan->optimised ||
           strstr(loops_plan_text(function->plan, function->raw->name), "._omp_fn");
}

/* Whether the loop has code in front of its head. Without optimising, that is the body, and it may
 * end with something else than the way to the head; else the head is what it runs into. */
static bool is_behind_body(const struct tests *tests, uint32_t loop)
{
    const struct loops_function *function = tests->function;
    uint32_t head = function->loops[loop].head;
    uint64_t address = block_of(tests, head)->address;
    for (uint32_t node = 1; !is_optimised(function) && node <= function->raw->blocks; node++) {
        if (block_of(tests, node)->address < address && loops_function_is_in(function, node, loop))
            return true;
    }
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        bool runs = edge->kind == FORMAT_EDGE_NEXT || edge->kind == FORMAT_EDGE_BACK;
        if (runs && loops_function_goes_back(function, edge, loop) &&
            end_of(block_of(tests, edge->from)) == address)
            return true;
    }
    return false;
}

/* Handlers of exceptions stand behind all else; but the loop may be in one itself. */
static bool is_handler(const struct tests *tests, uint32_t node, uint32_t loop)
{
    const uint8_t *lands = tests->function->lands;
    return lands && lands[node] && !lands[tests->function->loops[loop].head];
}

/* Whether a condition behind the body is all that stands from the head on: no other loop is there,
 * and its end leaves the loop or jumps to the body. */
static bool is_last(const struct tests *tests, uint32_t loop)
{
    const struct loops_function *function = tests->function;
    uint64_t address = block_of(tests, function->loops[loop].head)->address;
    uint32_t last = 0, length = 0;
    bool leaves = false, jumps = false;
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        if (block_of(tests, node)->address < address || is_handler(tests, node, loop) ||
            !loops_function_is_in(function, node, loop))
            continue;
        if (block_of(tests, node)->loop != loop)
            return false;
        last = node; /* they are by address */
        length += block_of(tests, node)->instructions;
    }
    if (is_optimised(function) && length > LONGEST)
        return false; /* the body, whose way back was put elsewhere */
    for (uint32_t i = tests->first[last]; i < tests->first[last + 1]; i++) {
        uint32_t to = function->edges[tests->out[i]].to;
        bool stays = loops_function_is_in(function, to, loop);
        leaves |= !stays;
        jumps |= stays && block_of(tests, to)->address < address;
    }
    return leaves && jumps;
}

static void mark_behind(const struct tests *tests, uint32_t loop)
{
    struct loops_function *function = tests->function;
    uint64_t address = block_of(tests, function->loops[loop].head)->address;
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        if (block_of(tests, node)->loop == loop && block_of(tests, node)->address >= address &&
            !is_handler(tests, node, loop))
            function->is_test[node] = 1;
    }
}

/* An instruction that jumps to the next one. */
static bool is_needless_jump(const struct tests *tests, uint32_t node)
{
    const struct format_block *block = block_of(tests, node);
    uint32_t first = tests->first[node], count = tests->first[node + 1] - first;
    const struct format_edge *edge = &tests->function->edges[tests->out[first]];
    return block->instructions == 1 && count == 1 && edge->kind == FORMAT_EDGE_TAKEN && edge->to &&
           block_of(tests, edge->to)->address == end_of(block);
}

/* A node that the condition in front may end with: it leaves the loop, or goes on to the body. */
static bool decides(const struct tests *tests, uint32_t node, uint32_t loop)
{
    uint32_t leave = 0, on = 0;
    for (uint32_t i = tests->first[node]; i < tests->first[node + 1]; i++) {
        const struct format_edge *edge = &tests->function->edges[tests->out[i]];
        if (!loops_function_is_in(tests->function, edge->to, loop))
            leave += edge->kind != FORMAT_EDGE_LOST;
        else
            on += is_needless_jump(tests, edge->to);
    }
    return leave && on;
}

/* The last node, by address, that one leads to in the loop; 0: one that is before it. */
static uint32_t farthest(const struct tests *tests, uint32_t node, uint32_t loop)
{
    uint32_t last = node;
    for (uint32_t i = tests->first[node]; i < tests->first[node + 1]; i++) {
        uint32_t to = tests->function->edges[tests->out[i]].to;
        if (!loops_function_is_in(tests->function, to, loop))
            continue;
        if (to <= node)
            return 0;
        last = to > last ? to : last;
    }
    return last;
}

/* Of a condition in front, without optimising: blocks from the head on, which are by address, until
 * one decides that all others come to. */
static bool mark_in_front(const struct tests *tests, uint32_t loop)
{
    struct loops_function *function = tests->function;
    uint32_t head = function->loops[loop].head, last = head;
    for (uint32_t node = head; node <= function->raw->blocks; node++) {
        if (block_of(tests, node)->loop != loop)
            return false;
        if (node == last && decides(tests, node, loop)) {
            for (uint32_t i = head; i <= node; i++)
                function->is_test[i] = 1;
            return true;
        }
        uint32_t to = farthest(tests, node, loop);
        if (!to)
            return false;
        last = to > last ? to : last;
    }
    return false;
}

/* Whether all that leads back to the head always does. */
static bool always_goes_on(const struct tests *tests, uint32_t loop)
{
    const struct loops_function *function = tests->function;
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        if (loops_function_goes_back(function, edge, loop) &&
            loops_function_branches(function, edge->from))
            return false;
    }
    return true;
}

/* Whether a node ends with a call of gcc's functions that change memory at once: where they stand
 * in front of a condition, they are the work of the loop. */
static bool is_atomic(const struct loops_function *function, uint32_t node)
{
    static const char prefix[] = "__aarch64_";
    const struct loops_plan *plan = function->plan;
    for (uint32_t i = 0; i < function->raw->slots; i++) {
        const struct format_slot *slot = &function->slots[i];
        if (slot->node != node)
            continue;
        const char *name = loops_plan_text(plan, plan->functions[slot->function].name);
        return !strncmp(name, prefix, sizeof prefix - 1);
    }
    return false;
}

/* Of optimised code: the head, and what follows when its calls come back, if that is short and then
 * leaves the loop or goes on. */
static void mark_calls(const struct tests *tests, uint32_t loop)
{
    struct loops_function *function = tests->function;
    uint32_t head = function->loops[loop].head, node = head, length = 0;
    uint32_t left = function->raw->blocks; /* a plan may be damaged, and turn around elsewhere */
    while (!loops_function_branches(function, node)) {
        uint32_t first = tests->first[node];
        length += block_of(tests, node)->instructions;
        if (first == tests->first[node + 1] || length > LONGEST || !left-- ||
            is_atomic(function, node))
            return;
        const struct format_edge *edge = &function->edges[tests->out[first]];
        if (edge->kind == FORMAT_EDGE_LOST) /* of a call that comes back there is another one */
            edge = &function->edges[tests->out[tests->first[node + 1] - 1]];
        node = edge->to;
        if (!node || node == head || block_of(tests, node)->loop != loop)
            return;
    }
    if (length + block_of(tests, node)->instructions > LONGEST)
        return; /* the body is in it */
    for (uint32_t i = tests->first[node]; i < tests->first[node + 1]; i++) {
        if (!loops_function_is_in(function, function->edges[tests->out[i]].to, loop))
            function->is_test[node] = 1;
    }
}

void loops_tests_find(struct loops_function *function)
{
    struct tests tests = {.function = function};
    if (!function->raw->loops)
        return;
    find_out(&tests);
    for (uint32_t i = 0; i < function->raw->loops; i++) {
        const struct format_loop *loop = &function->loops[i];
        if (loop->trips || loop->visits != LOOPS_NONE)
            continue;
        bool behind = is_behind_body(&tests, i);
        if (behind && is_last(&tests, i))
            mark_behind(&tests, i);
        else if (always_goes_on(&tests, i) && (behind || !mark_in_front(&tests, i)) &&
                 is_optimised(function))
            mark_calls(&tests, i);
    }
    free(tests.first);
    free(tests.out);
}

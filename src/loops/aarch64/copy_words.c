/* copy_words.c: appends words of code to a copy. */
#include "loops/aarch64/copy.h"
#include "util/memory.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

void copy_put(struct copy *copy, uint32_t word)
{
    loops_plan_put(copy->plan, word);
}

void copy_change(struct copy *copy, uint32_t at, uint32_t word)
{
    memcpy(copy->plan->sections[FORMAT_PLAN_CODE].text + at, &word, sizeof word);
}

void copy_origin(struct copy *copy, uint32_t node, uint64_t address)
{
    copy->origin_node = node | FORMAT_ORIGIN_FIXED;
    copy->origin = address;
    loops_plan_origin(copy->plan, copy->origin_node, address);
}

void copy_pushed(struct copy *copy, uint32_t pairs)
{
    loops_plan_origin(copy->plan, copy->origin_node + 2 * pairs * FORMAT_ORIGIN_PUSHED,
                      copy->origin);
}

uint64_t copy_address(const struct copy *copy, uint32_t node)
{
    return copy->graph->instructions[copy->graph->blocks[node - 1].first].address;
}

void copy_complete(struct copy *copy, uint32_t at, uint32_t branch, uint32_t to)
{
    int64_t distance = (int64_t)to - at;
    assert(to != COPY_NOWHERE);
    copy_change(copy, at, branch ? emit_redirect(branch, distance) : emit_jump(distance));
}

void copy_go_to(struct copy *copy, uint32_t branch, uint32_t node)
{
    copy->fixes =
        memory_grow(copy->fixes, &copy->fix_room, copy->fix_count + 1, sizeof *copy->fixes);
    copy->fixes[copy->fix_count++] =
        (struct copy_fix){loops_plan_here(copy->plan), node, branch, 0};
    copy_put(copy, 0);
}

bool copy_is_taken(const struct copy *copy, uint64_t address)
{
    const struct loops_graph *graph = copy->graph;
    const struct loops_graph_block *block = &graph->blocks[copy->node - 1];
    return address == copy->patched_entry ||
           (copy->is_patched[copy->node] && graph->instructions[block->first].address == address);
}

void copy_add_later(struct copy *copy, struct copy_later later)
{
    copy->later =
        memory_grow(copy->later, &copy->later_room, copy->later_count + 1, sizeof *copy->later);
    copy->later[copy->later_count++] = later;
}

void copy_go_slow(struct copy *copy, uint32_t branch, uint32_t what)
{
    uint32_t at = loops_plan_here(copy->plan);
    copy_put(copy, 0);
    copy_add_later(copy, (struct copy_later){.kind = LATER_SLOW,
                                             .from = at,
                                             .back = at + 4,
                                             .what = what,
                                             .branch = branch,
                                             .origin_node = copy->origin_node,
                                             .origin = copy->origin});
}

size_t copy_ask(struct copy *copy, uint32_t branch, uint32_t what, uint32_t pairs)
{
    copy_go_slow(copy, branch, what);
    struct copy_later *later = &copy->later[copy->later_count - 1];
    later->pairs = pairs;
    later->keeps = true;
    return copy->later_count - 1;
}

/* copy_code.c: adds code to a copy, and notes what is to be completed. */
#include "loops/x86_64/copy.h"

#include "util/memory.h"

void x86_copy_go_to(struct x86_copy *copy, uint32_t at, uint32_t node)
{
    copy->fixes =
        memory_grow(copy->fixes, &copy->fix_room, copy->fix_count + 1, sizeof *copy->fixes);
    copy->fixes[copy->fix_count++] = (struct x86_fix){at, node};
}

void x86_copy_add_later(struct x86_copy *copy, struct x86_later later)
{
    later.origin_node = copy->origin_node;
    later.origin = copy->origin;
    copy->later =
        memory_grow(copy->later, &copy->later_room, copy->later_count + 1, sizeof *copy->later);
    copy->later[copy->later_count++] = later;
}

uint32_t x86_copy_in(const struct x86_copy *copy, uint32_t node)
{
    return node | (copy->is_second ? FORMAT_ORIGIN_IN_REGISTER : 0);
}

void x86_copy_origin(struct x86_copy *copy, uint32_t node, uint64_t address)
{
    copy->origin_node = x86_copy_in(copy, node) | FORMAT_ORIGIN_FIXED;
    copy->origin = address;
    loops_plan_origin(copy->plan, copy->origin_node, address);
}

void x86_copy_pushed(struct x86_copy *copy, uint32_t bytes)
{
    loops_plan_origin(copy->plan, copy->origin_node + bytes / 8 * FORMAT_ORIGIN_PUSHED,
                      copy->origin);
}

uint64_t x86_copy_address(const struct x86_copy *copy, uint32_t node)
{
    return copy->graph->instructions[copy->graph->blocks[node - 1].first].address;
}

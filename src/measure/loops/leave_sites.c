/* leave_sites.c: see leave_sites.h */
#include "measure/loops/leave_sites.h"

#include "measure/loops/modules.h"

#include <stddef.h>

static const void *section(const struct module *module, enum format_plan_section which)
{
    return (const char *)module->plan + module->plan->sections[which].offset;
}

/* Returns the block of a function that contains an address; NULL if none does. */
static const struct format_block *block_at(const struct module *module,
                                           const struct format_function *function, uint64_t address)
{
    const struct format_block *blocks = section(module, FORMAT_PLAN_BLOCKS);
    const struct format_block *first = &blocks[function->first_block];
    uint32_t low = 0, high = function->blocks;
    while (high && !first[high - 1].bytes) /* joints, which come last, have no bytes */
        high--;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (first[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || address - first[low - 1].address >= first[low - 1].bytes)
        return NULL;
    return &first[low - 1];
}

/* Returns the last function that begins at or before an address; `count` if there is none. */
static uint32_t function_at(const struct module *module, uint64_t address)
{
    uint32_t low = 0, high = module->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (module->functions[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? low - 1 : module->count;
}

static bool found_in(const struct module *module, uint32_t number, uint64_t address,
                     struct leave_site *site)
{
    const struct format_function *function = &module->functions[number];
    const struct format_block *block = block_at(module, function, address);
    if (!block)
        return false;
    const struct format_block *blocks = section(module, FORMAT_PLAN_BLOCKS);
    uint64_t bytes = block->address + block->bytes - address;
    site->function = module->first + number;
    site->node = (uint32_t)(block - blocks) - function->first_block + 1;
    site->behind = (uint32_t)(bytes * block->instructions / block->bytes);
    site->within = block->instructions == 1 ? (uint32_t)(address - block->address) : 0;
    site->is_first = address == block->address;
    site->start = function->start + module->moved;
    site->in_register = false;
    return true;
}

bool leave_site_at(uint64_t address, struct leave_site *site)
{
    uint32_t count;
    const struct module *modules = modules_all(&count);
    for (const struct module *module = modules; module < modules + count; module++) {
        uint64_t linked = address - module->moved;
        if (!module->is_there || !module->code || linked < module->plan->low ||
            linked >= module->plan->high)
            continue;
        uint32_t number = function_at(module, linked);
        if (number == module->count)
            return false;
        if (found_in(module, number, linked, site))
            return true;
        uint32_t owner = module->functions[number].owner; /* of a part that was moved away */
        if (owner && owner <= module->count)
            return found_in(module, owner - 1, linked, site);
        return false;
    }
    return false;
}

static const struct format_origin *origins_of(const struct module *module, uint64_t *count)
{
    *count = module->plan->sections[FORMAT_PLAN_ORIGINS].count;
    return section(module, FORMAT_PLAN_ORIGINS);
}

static bool found_origin(const struct module *module, uint32_t at, struct leave_origin *origin)
{
    uint64_t low = 0, high;
    const struct format_origin *origins = origins_of(module, &high);
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (origins[middle].at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return false;
    const struct format_origin *found = &origins[low - 1];
    bool fixed = found->node & FORMAT_ORIGIN_FIXED;
    uint32_t node = found->node & FORMAT_ORIGIN_NODE;
    origin->address = found->address + (fixed ? 0 : at - found->at) + module->moved;
    origin->pushed = (uint64_t)(found->node / FORMAT_ORIGIN_PUSHED & 31) * 8;
    if (!leave_site_at(origin->address, &origin->site))
        return false;
    if (origin->site.node != node)
        origin->site.behind = 0; /* it is about to leave that block */
    origin->site.node = node;
    origin->site.in_register = found->node & FORMAT_ORIGIN_IN_REGISTER;
    return true;
}

bool leave_origin_at(uint64_t pc, struct leave_origin *origin)
{
    uint32_t count;
    const struct module *modules = modules_all(&count);
    for (const struct module *module = modules; module < modules + count; module++) {
        uint64_t at = pc - (uint64_t)(uintptr_t)module->code;
        if (module->is_there && module->code && at < module->plan->sections[FORMAT_PLAN_CODE].count)
            return found_origin(module, (uint32_t)at, origin);
    }
    return false;
}

bool leave_slow_at(uint64_t pc, uint64_t *at)
{
    uint32_t count;
    const struct module *modules = modules_all(&count);
    for (const struct module *module = modules; module < modules + count; module++) {
        uint64_t code = (uint64_t)(uintptr_t)module->code, copied;
        if (!module->is_there || !module->code || pc - code >= module->code_bytes)
            continue;
        copied = (module->plan->sections[FORMAT_PLAN_CODE].count + 15) & ~UINT64_C(15);
        *at = pc - code - copied;
        return pc - code >= copied;
    }
    return false;
}

/* Finds the copy of an instruction in the part that `origin` describes; false if it is not
 * there. */
static bool is_copy(const struct format_origin *origin, uint64_t end, uint64_t linked,
                    const struct leave_site *site, uint64_t *at)
{
    uint64_t distance = linked - origin->address;
    bool fixed = origin->node & FORMAT_ORIGIN_FIXED;
    bool pushed = origin->node / FORMAT_ORIGIN_PUSHED & 31;
    bool in_register = origin->node & FORMAT_ORIGIN_IN_REGISTER;
    if (pushed || (origin->node & FORMAT_ORIGIN_NODE) != site->node ||
        in_register != site->in_register || distance >= (fixed ? 1 : end - origin->at))
        return false;
    *at = origin->at + distance;
    return true;
}

/* A linear search, since handlers rarely change where the program continues. */
static bool found_copy(const struct module *module, uint64_t linked, const struct leave_site *site,
                       uint64_t *pc)
{
    uint64_t count, at, last = module->plan->sections[FORMAT_PLAN_CODE].count;
    const struct format_origin *origins = origins_of(module, &count);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t end = i + 1 < count ? origins[i + 1].at : last;
        if (is_copy(&origins[i], end, linked, site, &at)) {
            *pc = (uint64_t)(uintptr_t)module->code + at;
            return true;
        }
    }
    return false;
}

bool leave_copy_at(uint64_t address, const struct leave_site *site, uint64_t *pc)
{
    uint32_t count;
    const struct module *modules = modules_all(&count);
    for (const struct module *module = modules; module < modules + count; module++) {
        uint64_t linked = address - module->moved;
        if (module->is_there && module->code && linked >= module->plan->low &&
            linked < module->plan->high)
            return found_copy(module, linked, site, pc);
    }
    return false;
}

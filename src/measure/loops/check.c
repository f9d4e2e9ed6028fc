/* check.c: see check.h */
#include "measure/loops/check.h"

#include "measure/loops/plans.h"

#include <elf.h>

#if defined __aarch64__
enum { OWN_MACHINE = EM_AARCH64, PATCH_ALIGNMENT = 4 };
#else
enum { OWN_MACHINE = EM_X86_64, PATCH_ALIGNMENT = 1 };
#endif

enum { MOST_VALUES = 1 << 16 }; /* per context: far more than any function needs */

static bool check_sections(const struct format_plan *plan, uint64_t size)
{
    for (int i = 0; i < FORMAT_PLAN_SECTIONS; i++) {
        if (plan->sections[i].offset % 8)
            return false;
    }
    return format_plan_end(plan, size) == size;
}

static bool check_sum(const struct format_plan *plan, uint64_t size)
{
    struct format_plan header = *plan;
    header.sum = 0;
    uint64_t sum = format_sum(0, &header, sizeof header / 8);
    return format_sum(sum, plan + 1, (size - sizeof *plan) / 8) == plan->sum;
}

static bool check_functions(const struct format_plan *plan)
{
    const struct format_function *functions = plans_section(plan, FORMAT_PLAN_FUNCTIONS);
    const struct format_slot *slots = plans_section(plan, FORMAT_PLAN_SLOTS);
    uint64_t count = plan->sections[FORMAT_PLAN_FUNCTIONS].count;
    uint64_t slot_count = plan->sections[FORMAT_PLAN_SLOTS].count;
    for (uint64_t i = 0; i < count; i++) {
        const struct format_function *function = &functions[i];
        uint64_t values = (uint64_t)function->counters + function->cells + function->slots;
        if (values > MOST_VALUES || (uint64_t)function->first_slot + function->slots > slot_count)
            return false;
    }
    for (uint64_t i = 0; i < slot_count; i++) {
        if (slots[i].function >= count)
            return false;
    }
    return true;
}

/* True if the patch leads into the copy, or, for a short jump, to another patch nearby. */
static bool check_patch(const struct format_plan *plan, const struct format_patch *patch)
{
    bool leads = patch->kind == FORMAT_PATCH_SHORT
                     ? (int32_t)patch->to >= -126 && (int32_t)patch->to <= 129
                     : patch->to < plan->sections[FORMAT_PLAN_CODE].count;
    return leads && patch->address >= plan->low && patch->address < plan->high &&
           patch->address % PATCH_ALIGNMENT == 0;
}

static bool check_changes(const struct format_plan *plan)
{
    const struct format_move *moves = plans_section(plan, FORMAT_PLAN_MOVES);
    const struct format_patch *patches = plans_section(plan, FORMAT_PLAN_PATCHES);
    uint64_t code = plan->sections[FORMAT_PLAN_CODE].count;
    for (uint64_t i = 0; i < plan->sections[FORMAT_PLAN_MOVES].count; i++) {
        bool is_long = moves[i].kind == FORMAT_MOVE_FUNCTION ||
                       moves[i].kind == FORMAT_MOVE_NUMBER || moves[i].kind == FORMAT_MOVE_ADDRESS;
        if ((uint64_t)moves[i].at + (is_long ? 8 : 4) > code)
            return false;
    }
    for (uint64_t i = 0; i < plan->sections[FORMAT_PLAN_PATCHES].count; i++) {
        if (!check_patch(plan, &patches[i]))
            return false;
    }
    return true;
}

bool check_plan(const struct format_plan *plan, uint64_t size)
{
    return size >= sizeof *plan && size % 8 == 0 && plan->magic == FORMAT_PLAN_MAGIC &&
           plan->version == FORMAT_LOOPS_VERSION && plan->machine == OWN_MACHINE &&
           check_sections(plan, size) && check_sum(plan, size) && check_functions(plan) &&
           check_changes(plan);
}
